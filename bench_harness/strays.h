/* Strays: processes that a driver started and that would outlive its worker.
 *
 * A process group or a session does not hold them: any process may leave its
 * own. What holds is the tree of parents, as long as the worker lives (it
 * adopts orphans: PR_SET_CHILD_SUBREAPER), and the environment, which is
 * inherited and cannot be changed from inside. Both are read from /proc, where
 * there is one. Jenkins finds the processes of a build like that.
 */
#ifndef BENCH_HARNESS_STRAYS_H
#define BENCH_HARNESS_STRAYS_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether a process that adopts orphans has no descendants; false as well where
 * that is not to be known. Cheap. */
bool strays_none(pid_t root);

/* Ends what descends from root (0: nobody), which itself stays, and whatever
 * has the mark in its environment, with its descendants. Waits until they are
 * gone, for half a second at most. */
void strays_end(pid_t root, const char *mark);

#endif

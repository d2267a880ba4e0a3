/* Turn: how much of the time that has gone by somebody could use.
 *
 * Limits are for work, not for a clock on the wall: on a machine that is busy,
 * suspended or stopped, a good kernel gets the time it needs, and one that
 * hangs ends when it has had its time. A Stopwatch leaves out gaps in which
 * this process itself did not run; turn_used says how much of a time a process
 * has had that would run but gets no processor, waits for a disk, or is stopped.
 */
#ifndef BENCH_HARNESS_TURN_H
#define BENCH_HARNESS_TURN_H

#include <stdbool.h>
#include <sys/types.h>

/* Counts seconds between looks. Zeroed before the first one. */
typedef struct Stopwatch {
	double seconds;
	double looked; /* on the clock that only goes forward; 0: never */
} Stopwatch;

/* Adds what went by since the last look, at most a second: whoever looks
 * several times a second has not run in the rest. Returns the sum. */
double stopwatch_look(Stopwatch *watch);

/* Seconds of processor time that a process has had, in all its threads; -1
 * where that is not to be known. */
double turn_processor_time(pid_t pid);

/* Of so many seconds, in which it has had that much processor time: what counts
 * for a limit. All of them, unless it is waiting for a processor or a disk just now,
 * or is stopped; not less than a tenth. */
double turn_used(pid_t pid, double seconds, double processor_time);

/* The same of this process, by its first thread. */
double turn_used_here(double seconds, double processor_time);

#endif

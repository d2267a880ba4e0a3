/* Process: a worker as the tuner sees it from outside.
 *
 * It leads a process group of its own (so that Ctrl-C does not reach it), dies
 * with the tuner, leaves no core file, and has an environment of known variables
 * and a mark, by which what its driver starts is found and ended with it, even
 * in a session of its own (strays.h). Its standard input and output are one
 * socket; what it prints goes to the log pipe. Both ends here are non-blocking.
 */
#ifndef BENCH_HARNESS_PROCESS_H
#define BENCH_HARNESS_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/arena.h"

enum { PROCESS_MARK = 64 };

typedef struct Process {
	pid_t pid; /* 0: none */
	int handle; /* readable once it has ended; -1 where not to be had */
	int socket, log;
	char mark[PROCESS_MARK]; /* a variable of its environment */
} Process;

/* The variables of ours that a driver may need, extra ones ("NAME=VALUE", ends
 * in NULL; NULL: none) in place of ours, and private caches below cache; ends
 * in NULL. */
char **process_environment(Arena *arena, const char *cache,
			   char *const *extra);

/* argv[0] is a path. false when it cannot be started. */
bool process_start(Process *process, char *const *argv,
		   char *const *environment);

/* Waits that long for its end; *status is as waitpid gives it. */
bool process_reap(Process *process, double seconds, int *status);

/* Once it was sent SIGSTOP, which takes a moment to arrive: whether it stands
 * still. */
bool process_await_stop(pid_t pid);

/* Kills it and all that it started, and closes everything. false when even that does not
 * end it within 30 s (a driver holds it in the kernel). */
bool process_kill(Process *process);

/* Kills all workers of this process, and all that they started, at once and
 * whatever else it does: for who is about to leave. */
void process_kill_all(void);

/* Seconds on a clock that only goes forward. */
double process_now(void);

#endif

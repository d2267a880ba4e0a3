/* Threads: those of a worker, and the CPU that each one has. Threads that share
 * one while another is idle take twice the time, for as long as the scheduler
 * leaves them there.
 */
#ifndef BENCH_HARNESS_WORKER_THREADS_H
#define BENCH_HARNESS_WORKER_THREADS_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

enum { THREADS_MAX = 4096 };

typedef struct Threads {
	int count;
	pid_t ids[THREADS_MAX];
} Threads;

/* All of this process. */
void threads_list(Threads *threads);
bool threads_have(const Threads *threads, pid_t id);

/* Gives it CPU number n of these, counted around; id 0: the one that calls. */
void thread_pin(pid_t id, const cpu_set_t *all, int n);

/* Gives one CPU each to all threads of the process but the first: those of a
 * driver that computes on the CPU, while nothing else has brought any. */
void threads_pin_driver(void);

#endif

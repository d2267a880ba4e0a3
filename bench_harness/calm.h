/* Calm: whether this process has the machine to itself. */
#ifndef BENCH_HARNESS_CALM_H
#define BENCH_HARNESS_CALM_H

/* How many other threads of the machine can run now; 0 where nobody says. */
int calm_others(void);

/* Waits at most that long for there to be none; the last count. */
int calm_wait(double seconds);

/* Drives memory out of every cache, where that can be done. */
void calm_evict(const void *at, unsigned long bytes);

#endif

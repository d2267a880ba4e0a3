/* Calm: whether this process has the machine to itself. */
#ifndef BENCH_HARNESS_CALM_H
#define BENCH_HARNESS_CALM_H

/* How many other threads of the machine can run now; 0 where nobody says. */
int calm_others(void);

/* How many there were, on average, over some looks. Zeroed before. */
typedef struct Calm {
	double others;
	int looks;
} Calm;

void calm_look(Calm *calm);
double calm_mean(const Calm *calm);

/* Waits at most that long for there to be none; the last count. */
int calm_wait(double seconds);

/* Drives memory out of every cache, where that can be done. */
void calm_evict(const void *at, unsigned long bytes);

#endif

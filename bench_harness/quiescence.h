/* Quiescence: whether this process has the machine to itself. */
#ifndef BENCH_HARNESS_QUIESCENCE_H
#define BENCH_HARNESS_QUIESCENCE_H

/* How many other threads of the machine can run now; 0 where nobody says. */
int quiescence_others(void);

/* How many there were, on average, over some looks. Zeroed before. */
typedef struct Quiescence {
	double others;
	int looks;
} Quiescence;

void quiescence_look(Quiescence *quiescence);
double quiescence_mean(const Quiescence *quiescence);

/* Waits at most that long for there to be none; the last count. */
int quiescence_wait(double seconds);

/* Drives memory out of every cache, where that can be done. */
void quiescence_evict(const void *at, unsigned long bytes);

#endif

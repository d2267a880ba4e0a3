/* Timing: when to stop taking samples, and what they say.
 *
 * Pure functions over samples (nanoseconds per launch). The protocol:
 *  1. A candidate whose warm-up launches are all above 3 x the best, and a
 *     sample (six, if they are cheap) above 2 x, is slow: no further ones.
 *  2. Launches shorter than max(50 us, 20 x timer resolution) are timed in
 *     batches of at least 200 us.
 *  3. 3 to 20 samples, 2 of launches of 100 ms or more (the verified one, too,
 *     where nothing is built beside it); enough when the minimum stays above
 *     1.3 x the best, when 5 or more lie close together (the 95 % half-width of
 *     the median, by the median absolute deviation, below 2 %; the median at
 *     most 10 % above the minimum: kernels on busy cores have two modes), or
 *     after 30 ms.
 *  4. Where the next is known to be the last, since launches take 10 ms or more,
 *     it is one on restored inputs into spoiled outputs, and looked at; else one
 *     more is, which is not timed (worker_confirm.c).
 *  5. The score in a search is the minimum. Among the best few, samples are
 *     taken in interleaved rounds and judged by the 25th percentile: single
 *     minima come out too low now and then.
 * In simulations on recorded noise this cost 5 ms of device time a candidate
 * with a mean regret below 1 %, where medians of 10 had 2 to 7 %. Stopping by
 * dispersion is nvbench's idea, interleaving Google Benchmark's.
 */
#ifndef BENCH_HARNESS_TIMING_H
#define BENCH_HARNESS_TIMING_H

#include <stdbool.h>

#include "base/rng.h"

enum { TIMING_LONG = 2, TIMING_LEAST = 3, TIMING_MOST = 20, TIMING_SAMPLES = 64 };

/* Whether times so much above the best (0: none yet) need a second look, and
 * whether the second look makes it slow. */
bool timing_suspect(double launch_ns, double best_ns);
bool timing_slow(double launch_ns, double best_ns);

/* Launches per sample. */
int timing_batch(double launch_ns, double resolution_ns);

/* Whether count samples, each of batch launches, are enough. */
bool timing_enough(const double *samples, int count, int batch,
		   double best_ns);

/* Whether one more sample, of one launch, will be enough: of launches that take
 * 10 ms or more the third is, of 100 ms the second. */
bool timing_ends(const double *samples, int count, int batch);

double timing_min(const double *samples, int count);
double timing_median(const double *samples, int count);

/* The value below which a fraction of the samples lies, interpolated. count is
 * at most TIMING_SAMPLES here and below. */
double timing_quantile(const double *samples, int count, double fraction);

/* The 95 % bootstrap interval of that quantile. */
void timing_interval(const double *samples, int count, double fraction,
		     Rng *rng, double *low, double *high);

/* Whether event times of a long batch can be believed: positive, not longer
 * than the wall clock saw, and within 20 % of it. */
bool timing_events_good(double event_ns, double wall_ns);

/* How far the known-good kernel's time is from its baseline: 5 % either way, or
 * so much slower (20 %) that it is worth waiting for the end of it. */
typedef enum { NOISE_QUIESCENT, NOISE_DRIFT, NOISE_STORM } Noise;

Noise timing_noise(double baseline_ns, double now_ns);

/* Whether so many other threads that could run, on average, make times that may
 * be wrong: more often than not one takes a processor. */
bool timing_busy(double others);

#endif

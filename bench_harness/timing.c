#include "bench_harness/timing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SUSPECT 3.0
#define SLOW 2.0
#define UNINTERESTING 1.3
#define SHORT_NS 50e3
#define SHORT_TICKS 20.0
#define BATCH_NS 200e3
#define CLOSE 0.02
#define WIDTH (2.45 * 1.4826) /* of the median's interval, in MAD / sqrt(n) */
#define ONE_MODE 1.1 /* more apart, minimum and median are two modes */
#define BUDGET_NS 30e6
#define LONG_NS 100e6 /* a launch that is its own mean of many moments */
#define DRIFT 0.05
#define STORM 0.20
#define BUSY 0.5

#define LEAST_NS 100.0 /* per launch: no device starts one faster */

enum { CLOSE_LEAST = 5, BATCH_MOST = 100000, RESAMPLES = 500 };

bool timing_suspect(double launch_ns, double best_ns)
{
	return best_ns > 0 && launch_ns > SUSPECT * best_ns;
}

bool timing_slow(double launch_ns, double best_ns)
{
	return best_ns > 0 && launch_ns > SLOW * best_ns;
}

int timing_batch(double launch_ns, double resolution_ns)
{
	double threshold = fmax(SHORT_NS, SHORT_TICKS * resolution_ns);
	double target = fmax(BATCH_NS, threshold);

	if (launch_ns >= threshold)
		return 1;
	return (int)fmin(ceil(target / fmax(launch_ns, LEAST_NS)), BATCH_MOST);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void sorted_copy(const double *samples, int count, double *sorted)
{
	assert(count >= 1 && count <= TIMING_SAMPLES);
	memcpy(sorted, samples, (size_t)count * sizeof *samples);
	qsort(sorted, (size_t)count, sizeof *sorted, ascending);
}

static double sorted_quantile(const double *sorted, int count,
			      double fraction)
{
	double place = fraction * (count - 1);
	int below = (int)place;
	double rest = place - below;

	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] + rest * (sorted[below + 1] - sorted[below]);
}

double timing_quantile(const double *samples, int count, double fraction)
{
	double sorted[TIMING_SAMPLES];

	sorted_copy(samples, count, sorted);
	return sorted_quantile(sorted, count, fraction);
}

double timing_median(const double *samples, int count)
{
	return timing_quantile(samples, count, 0.5);
}

double timing_min(const double *samples, int count)
{
	return timing_quantile(samples, count, 0);
}

/* Median absolute deviation from the median. */
static double deviation(const double *samples, int count, double median)
{
	double apart[TIMING_SAMPLES];

	for (int i = 0; i < count; i++)
		apart[i] = fabs(samples[i] - median);
	return timing_median(apart, count);
}

static bool close_together(const double *samples, int count)
{
	double median = timing_median(samples, count);
	double mad = deviation(samples, count, median);

	return WIDTH * mad / sqrt(count) < CLOSE * median
	    && median < ONE_MODE * timing_min(samples, count);
}

static double sum(const double *samples, int count)
{
	double total = 0;

	for (int i = 0; i < count; i++)
		total += samples[i];
	return total;
}

/* How many there must be at least, as those say that there are. */
static int least(const double *samples, int count)
{
	return count && timing_min(samples, count) > LONG_NS ? TIMING_LONG
							     : TIMING_LEAST;
}

bool timing_enough(const double *samples, int count, int batch,
		   double best_ns)
{
	if (count < least(samples, count))
		return false;
	if (count >= TIMING_MOST || batch * sum(samples, count) > BUDGET_NS)
		return true;
	if (best_ns > 0
	    && timing_min(samples, count) > UNINTERESTING * best_ns)
		return true;
	return count >= CLOSE_LEAST && close_together(samples, count);
}

bool timing_ends(const double *samples, int count, int batch)
{
	return count == least(samples, count) - 1 && batch == 1
	    && timing_min(samples, count) > BUDGET_NS / TIMING_LEAST;
}

static double resampled(const double *samples, int count, double fraction,
			Rng *rng)
{
	double drawn[TIMING_SAMPLES];

	for (int i = 0; i < count; i++)
		drawn[i] = samples[rng_below(rng, (uint64_t)count)];
	return timing_quantile(drawn, count, fraction);
}

void timing_interval(const double *samples, int count, double fraction,
		     Rng *rng, double *low, double *high)
{
	double estimates[RESAMPLES];

	for (int i = 0; i < RESAMPLES; i++)
		estimates[i] = resampled(samples, count, fraction, rng);
	qsort(estimates, RESAMPLES, sizeof *estimates, ascending);
	*low = sorted_quantile(estimates, RESAMPLES, 0.025);
	*high = sorted_quantile(estimates, RESAMPLES, 0.975);
}

bool timing_events_good(double event_ns, double wall_ns)
{
	return event_ns > 0 && event_ns <= wall_ns
	    && event_ns >= 0.8 * wall_ns;
}

Noise timing_noise(double baseline_ns, double now_ns)
{
	double drift = now_ns / baseline_ns - 1;

	if (drift > STORM)
		return NOISE_STORM;
	return fabs(drift) > DRIFT ? NOISE_DRIFT : NOISE_QUIESCENT;
}

bool timing_busy(double others)
{
	return others > BUSY;
}

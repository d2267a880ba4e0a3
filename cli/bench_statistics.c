#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"

#define NEARLY_ALL 8 /* times more is read than written: reading is the limit */

enum { LEAST_QUIET = 3 };

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* The value below which that part of the sorted values lies. */
static double quantile(const double *sorted, int count, double part)
{
	double at = part * (count - 1);
	int below = (int)at;
	double rest = at - below;

	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] * (1 - rest) + sorted[below + 1] * rest;
}

/* The rounds that count, sorted: times, or ratios of a's to b's. */
typedef struct Sorted {
	int count;
	double values[COMPARE_ROUNDS];
} Sorted;

static void collect_rounds(Sorted *sorted, const Compared *all, bool quiet,
			   const double *a, const double *b)
{
	sorted->count = 0;
	for (int i = 0; i < all->rounds; i++)
		if ((!quiet || all->quiet[i]) && a[i] > 0 && (!b || b[i] > 0))
			sorted->values[sorted->count++] = b ? a[i] / b[i]
							    : a[i];
}

/* Quiet rounds, if enough of them have values: a side that is slow has times in
 * some rounds only, of which none may be quiet. */
static void collect(Sorted *sorted, const Compared *all, const double *a,
		    const double *b)
{
	collect_rounds(sorted, all, true, a, b);
	if (sorted->count < LEAST_QUIET)
		collect_rounds(sorted, all, false, a, b);
	qsort(sorted->values, (size_t)sorted->count, sizeof *sorted->values,
	      ascending);
}

static double part(const Sorted *sorted, double where)
{
	return sorted->count ? quantile(sorted->values, sorted->count, where)
			     : 0;
}

/* The median lies between two of the values, by their ranks alone. */
static void fill_interval(BenchSide *side, const Sorted *sorted)
{
	const int n = sorted->count;
	int rank = (int)floor((n - 1.96 * sqrt(n)) / 2);

	if (!n)
		return;
	rank = rank < 0 ? 0 : rank;
	side->least = sorted->values[rank];
	side->most = sorted->values[n - 1 - rank];
}

static void fill_ratios(BenchSide *side, const CompareSide *first,
			const CompareSide *own, const Compared *all)
{
	Sorted sorted;

	collect(&sorted, all, first->wall_ns, own->wall_ns);
	side->ratio = part(&sorted, 0.5);
	side->ratio_low = part(&sorted, 0.25);
	side->ratio_high = part(&sorted, 0.75);
	fill_interval(side, &sorted);
	collect(&sorted, all, first->event_ns, own->event_ns);
	side->event_ratio = part(&sorted, 0.5);
}

/* Without a time there is nothing to be said of it. */
static void fill_side(BenchResult *r, int i, const CompareSide *sides,
		      const Compared *all)
{
	Sorted sorted;
	BenchSide *side = &r->sides[i];

	collect(&sorted, all, sides[i].wall_ns, NULL);
	side->times = sorted.count;
	side->median_ns = part(&sorted, 0.5);
	if (side->median_ns <= 0) {
		side->good = false;
		side->reason = "there is no time of it";
		return;
	}
	side->spread = (part(&sorted, 0.75) - part(&sorted, 0.25))
		     / side->median_ns;
	collect(&sorted, all, sides[i].event_ns, NULL);
	side->event_ns = part(&sorted, 0.5);
	collect(&sorted, all, sides[i].threads, NULL);
	side->threads = part(&sorted, 1);
	if (side->limit)
		side->rate = sides[i].work / (side->median_ns * 1e-9);
	else if (r->sides[0].good)
		fill_ratios(side, &sides[0], &sides[i], all);
}

static double limit_rate(const BenchResult *r, const char *name)
{
	for (int i = 0; i < r->side_count; i++)
		if (r->sides[i].limit && r->sides[i].good
		    && !strcmp(r->sides[i].name, name))
			return r->sides[i].rate;
	return 0;
}

static double bytes_of(const Port *ports, int count)
{
	double bytes = 0;

	for (int i = 0; i < count; i++)
		if (ports[i].rank)
			bytes += (double)ports[i].elements
			       * (double)scalar_bytes(ports[i].scalar);
	return bytes;
}

/* Which bandwidth bounds a program: of reading, of copying, or of overwriting
 * what was read. */
static const char *traffic_of(const Program *p)
{
	double in = bytes_of(p->in_ports, p->in_port_count);
	double out = bytes_of(p->out_ports, p->output_count);

	for (int i = 0; i < p->output_count; i++)
		if (p->out_ports[i].into >= 0)
			return "update";
	return out * NEARLY_ALL < in ? "read" : "copy";
}

static void fill_share(BenchResult *r, BenchSide *side, const char *traffic)
{
	double bandwidth = limit_rate(r, traffic), peak = limit_rate(r, "fma");
	double seconds = side->median_ns * 1e-9;
	double memory = bandwidth > 0 ? r->work.bytes / bandwidth / seconds : 0;
	double compute = peak > 0 && !r->work.most
		? r->work.flops / peak / seconds : 0;

	side->share = fmax(memory, compute);
	side->share_of = compute > memory ? "FMA peak" : traffic;
}

void bench_summarise(BenchResult *r, const CompareSide *sides,
		     const Compared *all, const Program *program)
{
	r->rounds = all->rounds;
	r->quiet = all->quiet_count;
	r->busy = all->quiet_count < LEAST_QUIET;
	r->work = work_of(program);
	for (int i = 0; i < r->side_count; i++) {
		r->sides[i].good = sides[i].status == STATUS_OK;
		r->sides[i].wrong = sides[i].status == STATUS_WRONG;
		r->sides[i].reason = sides[i].reason;
		if (r->sides[i].good)
			fill_side(r, i, sides, all);
	}
	for (int i = 0; i < r->side_count; i++)
		if (r->sides[i].good && !r->sides[i].limit)
			fill_share(r, &r->sides[i], traffic_of(program));
}

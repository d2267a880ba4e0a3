/* Groups that stand for all of a launch, and the warps of each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/traffic_walk.h"

/* The items of a warp, and the group at those places. */
static void place_warp(Warp *warp, const Kernel *kernel, int64_t first,
		       const int64_t group[DEVICE_DIMS])
{
	int64_t items = 1;

	for (int d = 0; d < DEVICE_DIMS; d++)
		items *= kernel->local[d];
	warp->there = 0;
	for (int i = 0; i < LANES_MAX; i++) {
		const bool there = i < warp->lanes && first + i < items;
		int64_t rest = there ? first + i : first;

		if (there)
			warp->there |= UINT64_C(1) << i;
		for (int d = 0; d < DEVICE_DIMS; d++) {
			const int64_t n = kernel->local[d];
			const int64_t at = rest % n;

			rest /= n;
			warp->ids[LEVEL_LOCAL][d].at[i] = at;
			warp->ids[LEVEL_GROUP][d].at[i] = group[d];
			warp->ids[LEVEL_GLOBAL][d].at[i] = group[d] * n + at;
		}
	}
}

/* To ask for ids, and to end. */
static double ids_of(const Kernel *kernel)
{
	enum { ASK = 2, END = 1 };
	double count = END;

	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++)
			if (kernel->ids[level][d]
			    && kernel->ids[level][d]->reads)
				count += ASK;
	return count;
}

static double longest(const TrafficWalk *w)
{
	double most = 0;

	for (int i = 0; i < w->warp.lanes; i++)
		most = w->issued[i] > most ? w->issued[i] : most;
	return most;
}

static Traffic group_of(TrafficWalk *w, const int64_t group[DEVICE_DIMS])
{
	const Kernel *kernel = w->kernel;
	Traffic sum = { .guessed = false };
	int64_t items = 1;

	w->sum = &sum;
	for (int d = 0; d < DEVICE_DIMS; d++)
		items *= kernel->local[d];
	traffic_set_clear(&w->group);
	w->group_weight = w->weight;
	w->warps = (items + w->warp.lanes - 1) / w->warp.lanes;
	for (w->number = 0; w->number < w->warps; w->number++) {
		place_warp(&w->warp, kernel, w->number * w->warp.lanes, group);
		w->first = w->number == 0;
		w->came = 0;
		memset(w->issued, 0, sizeof w->issued);
		traffic_issue(w, ids_of(kernel));
		traffic_block(w, kernel->prologue);
		traffic_block(w, kernel->top);
		sum.instructions += longest(w);
	}
	sum.busiest = sum.instructions;
	w->sum = NULL;
	return sum;
}

/* So many times that one more. */
static void add(Traffic *sum, const Traffic *one, double times)
{
	sum->loads.requests += times * one->loads.requests;
	sum->loads.passes += times * one->loads.passes;
	sum->loads.sectors += times * one->loads.sectors;
	sum->stores.requests += times * one->stores.requests;
	sum->stores.passes += times * one->stores.passes;
	sum->stores.sectors += times * one->stores.sectors;
	sum->group_sectors += times * one->group_sectors;
	sum->far_sectors += times * one->far_sectors;
	sum->local_requests += times * one->local_requests;
	sum->wavefronts += times * one->wavefronts;
	sum->instructions += times * one->instructions;
	sum->barriers += times * one->barriers;
	sum->busiest = fmax(sum->busiest, one->busiest);
	sum->guessed |= one->guessed;
}

/* -- groups that stand for others ------------------------------------------ */

enum { UNLIKE = 2, PROBES = 64 };

/* Groups along a dimension, at one place in those before it: those between its
 * ends stand for all that are like `inner`. */
typedef struct Axis {
	TrafficWalk *walk;
	int dim;
	int64_t *group;
	int probes; /* groups that may still be gone through to find others */
	Traffic inner;
} Axis;

static Traffic groups_of(TrafficWalk *w, int dim, int64_t group[DEVICE_DIMS]);

static Traffic groups_at(const Axis *x, int64_t place)
{
	x->group[x->dim] = place;
	return groups_of(x->walk, x->dim + 1, x->group);
}

static bool similar(double a, double b)
{
	return fmax(a, b) <= UNLIKE * fmin(a, b);
}

static bool alike(const Traffic *a, const Traffic *b)
{
	return similar(a->instructions, b->instructions)
	    && similar(a->loads.sectors + a->stores.sectors,
		       b->loads.sectors + b->stores.sectors)
	    && similar(a->wavefronts, b->wavefronts);
}

/* Adds the groups between two, exclusive, that are not like the inner ones:
 * halves until the ends of what is left are alike. How many. */
static double add_unlike(Axis *x, int64_t low, const Traffic *a, int64_t high,
			 const Traffic *b, Traffic *sum)
{
	const double inside = (double)(high - low - 1);
	const int64_t middle = low + (high - low) / 2;
	double count = 0;
	Traffic found;

	if (high - low < 2)
		return 0;
	if (alike(a, b) || x->probes == 0) {
		if (alike(a, &x->inner) && alike(b, &x->inner))
			return 0;
		add(sum, a, inside / 2);
		add(sum, b, inside / 2);
		return inside;
	}
	x->probes--;
	found = groups_at(x, middle);
	if (!alike(&found, &x->inner)) {
		add(sum, &found, 1);
		count = 1;
	}
	count += add_unlike(x, low, a, middle, &found, sum);
	return count + add_unlike(x, middle, &found, high, b, sum);
}

/* The same from an end on: often that one alone is not like the inner ones. */
static double add_unlike_from(Axis *x, int64_t end, const Traffic *at_end,
			      int64_t inner, Traffic *sum)
{
	const int64_t beside = end < inner ? end + 1 : end - 1;
	Traffic found;

	if (beside == inner || alike(at_end, &x->inner))
		return 0;
	found = groups_at(x, beside);
	if (alike(&found, &x->inner))
		return 0;
	add(sum, &found, 1);
	return 1 + (end < inner
		    ? add_unlike(x, beside, &found, inner, &x->inner, sum)
		    : add_unlike(x, inner, &x->inner, beside, &found, sum));
}

/* Where a whole period in the middle is not all alike it stands for all. */
static Traffic sampled(Axis *x, int64_t groups, int64_t period)
{
	const int64_t from = (groups - period) / 2;
	const Traffic first = groups_at(x, 0), last = groups_at(x, groups - 1);
	double rest = (double)(groups - 2);
	Traffic sum = first, inner;
	bool uniform = true;

	x->inner = groups_at(x, from);
	inner = x->inner;
	for (int64_t i = 1; i < period; i++) {
		const Traffic one = groups_at(x, from + i);

		uniform &= alike(&one, &x->inner);
		add(&inner, &one, 1);
	}
	add(&sum, &last, 1);
	if (uniform) {
		rest -= add_unlike_from(x, 0, &first, from, &sum);
		rest -= add_unlike_from(x, groups - 1, &last,
					from + period - 1, &sum);
	}
	add(&sum, &inner, rest / (double)period);
	return sum;
}

/* Of the groups in a dimension. */
static int64_t period_of(const Kernel *kernel, int dim)
{
	int64_t groups = traffic_period(kernel->top,
					kernel->ids[LEVEL_GROUP][dim], 1);
	int64_t items = traffic_period(kernel->top,
				       kernel->ids[LEVEL_GLOBAL][dim],
				       kernel->local[dim]);

	return groups > items ? groups : items;
}

/* All groups at the places there in the dimensions before that one. */
static Traffic groups_of(TrafficWalk *w, int dim, int64_t group[DEVICE_DIMS])
{
	Axis x = { .walk = w, .dim = dim, .group = group, .probes = PROBES };
	Traffic sum = { .guessed = false };
	int64_t groups, period;

	if (dim == DEVICE_DIMS)
		return group_of(w, group);
	groups = w->kernel->global[dim] / w->kernel->local[dim];
	period = period_of(w->kernel, dim);
	if (traffic_samples(groups, period) < groups)
		return sampled(&x, groups, period);
	for (int64_t i = 0; i < groups; i++) {
		const Traffic one = groups_at(&x, i);

		add(&sum, &one, 1);
	}
	return sum;
}

static TrafficWalk *walk_new(const Kernel *kernel, int lanes)
{
	TrafficWalk *w = base_calloc(1, sizeof *w);

	w->kernel = kernel;
	w->weight = 1;
	w->warp.lanes = lanes;
	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++)
			w->warp.ids[level][d].known = true;
	return w;
}

static void walk_free(TrafficWalk *w)
{
	free(w->group.sectors);
	free(w);
}

Traffic traffic_of(const Kernel *kernel, int lanes, double room)
{
	TrafficWalk *w = walk_new(kernel, lanes);
	int64_t group[DEVICE_DIMS];
	Traffic sum;

	w->room = room;
	sum = groups_of(w, 0, group);
	sum.launches = kernel_launches(kernel);
	walk_free(w);
	return sum;
}

/* -- layouts --------------------------------------------------------------- */

/* Whether any was marked. */
static bool mark_arrays(const Kernel *kernel)
{
	bool any = false;

	for (int i = 0; i < kernel->array_count; i++) {
		Buffer *array = kernel->arrays[i];

		array->mark = array->space == SPACE_LOCAL ? i + 1 : 0;
		any |= array->mark > 0;
	}
	return any;
}

static void unmark_arrays(const Kernel *kernel)
{
	for (int i = 0; i < kernel->array_count; i++)
		kernel->arrays[i]->mark = 0;
}

double *traffic_layouts(const Kernel *kernel, int lanes,
			const TrafficLayout *layouts, int count)
{
	const int64_t first[DEVICE_DIMS] = { 0 };
	TrafficWalk *w;
	Traffic one;
	double *wavefronts;

	if (!mark_arrays(kernel))
		return NULL;
	wavefronts = base_calloc((size_t)(kernel->array_count * count),
				 sizeof *wavefronts);
	w = walk_new(kernel, lanes);
	w->laid = (TrafficLaid){ layouts, count, wavefronts };
	one = group_of(w, first);
	walk_free(w);
	unmark_arrays(kernel);
	if (one.wavefronts > one.local_requests)
		return wavefronts;
	free(wavefronts);
	return NULL;
}

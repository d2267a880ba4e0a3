/* Groups that stand for all of a launch, and the warps of each. */
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
	for (int i = 0; i < warp->lanes; i++) {
		int64_t rest = first + i;

		if (rest < items)
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

static void group_of(TrafficWalk *w, const Kernel *kernel,
		     const int64_t group[DEVICE_DIMS])
{
	int64_t items = 1;

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
		w->sum->instructions += longest(w);
	}
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

static void groups_of(TrafficWalk *w, const Kernel *kernel, int dim,
		      int64_t group[DEVICE_DIMS])
{
	const double around = w->weight;
	int64_t groups, period;

	if (dim == DEVICE_DIMS) {
		group_of(w, kernel, group);
		return;
	}
	groups = kernel->global[dim] / kernel->local[dim];
	period = period_of(kernel, dim);
	for (int64_t i = 0; i < traffic_samples(groups, period); i++) {
		double times;

		group[dim] = traffic_sample(groups, period, i, &times);
		w->weight = around * times;
		groups_of(w, kernel, dim + 1, group);
	}
	w->weight = around;
}

Traffic traffic_of(const Kernel *kernel, int lanes, double room)
{
	Traffic sum = { .launches = kernel_launches(kernel) };
	TrafficWalk *w = base_calloc(1, sizeof *w);
	int64_t group[DEVICE_DIMS];

	w->kernel = kernel;
	w->sum = &sum;
	w->weight = 1;
	w->warp.lanes = lanes;
	w->room = room;
	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++)
			w->warp.ids[level][d].known = true;
	groups_of(w, kernel, 0, group);
	free(w->group.sectors);
	free(w);
	return sum;
}

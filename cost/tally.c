#include "cost/tally.h"

#include <math.h>

enum {
	LINE_BYTES = 64,           /* where a device does not say */
	CPU_CACHE = 1 << 20, OTHER_CACHE = 1 << 16, /* of a unit. Assumed */
	OTHER_LANES = 128,         /* of a unit, at a time. Assumed */
	WIDTH = 32,                /* of a group, where it does not say */
	OTHER_BYTES = 16           /* of one load of an item */
};

static const double LAUNCH = 20000; /* instructions to start a kernel */
static const double ITEM = 30;  /* instructions to start one */
static const double ROUND = 1;  /* and of a loop's iteration */
static const double RATE = 8;   /* bytes from memory in one instruction, */
static const double CACHED = 32; /* and from a cache that holds all of it */

static bool is_cpu(const Tally *t)
{
	return t->device->type == DEVICE_CPU;
}

/* Items side by side; of none one. */
static double trips_of(const Tally *t, LoopKind kind)
{
	double trips = 1;

	for (int i = 0; i < t->depth; i++)
		if (t->loops[i].kind == kind)
			trips *= fmax(1, t->loops[i].trips);
	return trips;
}

static double iterations(const Tally *t)
{
	double trips = 1;

	for (int i = 0; i < t->depth; i++)
		trips *= t->loops[i].trips;
	return trips;
}

/* -- side by side ---------------------------------------------------------- */

/* Rounds of so many at a time are as long for the last few. */
static double in_rounds(double count, double units)
{
	return count / ceil(count / units);
}

/* How many instructions are done at a time: units of a CPU take groups, items of
 * others are lanes in whole multiples of a width. */
static double side_by_side(const Tally *t)
{
	double units = (double)t->device->compute_units;
	double groups = trips_of(t, LOOP_ITEMS);
	double local = trips_of(t, LOOP_LOCAL), width, whole;

	if (is_cpu(t))
		return in_rounds(groups, units);
	width = t->device->group_multiple > 0
	      ? (double)t->device->group_multiple : WIDTH;
	whole = ceil(local / width) * width;
	return local / whole * fmin(groups * whole, units * OTHER_LANES);
}

static void add_steps(Tally *t, double steps)
{
	t->cost.steps += steps / side_by_side(t);
}

static void note_items(Tally *t)
{
	double groups = trips_of(t, LOOP_ITEMS);

	t->cost.groups = fmax(t->cost.groups, groups);
	t->cost.items = fmax(t->cost.items, groups * trips_of(t, LOOP_LOCAL));
}

/* Instructions of an operation on so many lanes: those of CPUs have registers of
 * their own for vectors. */
static double instructions(const Tally *t, int lanes, int bytes)
{
	double width = (double)t->device->native_float_width * sizeof(float);

	if (!is_cpu(t))
		return lanes;
	return ceil(lanes * bytes / fmax(width, bytes));
}

void tally_operation(Tally *t, int bytes, double weight)
{
	double count = iterations(t);

	t->cost.operations += count * t->lanes;
	t->cost.vectors += count;
	add_steps(t, weight * count * instructions(t, t->lanes, bytes));
	note_items(t);
}

void tally_launch(Tally *t)
{
	t->cost.launches++;
	t->cost.steps += LAUNCH;
}

void tally_loop(Tally *t)
{
	const Loop *loop = &t->loops[t->depth - 1];

	if (loop->kind == LOOP_UNROLLED)
		return;
	add_steps(t, iterations(t) * (loop->kind == LOOP_SERIAL ? ROUND
								: ITEM));
	note_items(t);
}

/* -- memory ---------------------------------------------------------------- */

/* How often a load is executed: not again in loops inside of which its address
 * does not change, nor in unrolled ones around unrolled ones. */
static double executions(const Tally *t, const Access *leaf)
{
	bool changes = false, unrolled = true;
	double count = 1;

	for (int i = t->depth - 1; i >= 0; i--) {
		const Loop *loop = &t->loops[i];
		bool parallel = loop->kind <= LOOP_LOCAL;
		bool depends = leaf->along[i] != 0;
		bool kept = loop->kind == LOOP_UNROLLED ? unrolled : !changes;

		if (!parallel && !depends && kept)
			continue;
		count *= loop->trips;
		changes = true;
		unrolled &= loop->kind == LOOP_UNROLLED;
	}
	return count;
}

typedef struct Lines {
	double lines, footprint; /* that come; and bytes of them in a cache */
	double line, cache;
} Lines;

static void repeat(Lines *l, double trips, double stride)
{
	bool kept = l->footprint <= l->cache;
	double more = stride < l->line ? fmax(1, trips * stride / l->line)
				       : trips;

	l->lines *= kept ? more : trips;
	l->footprint *= more;
}

static void repeat_all(const Tally *t, const Access *leaf, Lines *l,
		       bool of_groups)
{
	for (int i = t->depth - 1; i >= 0; i--)
		if ((t->loops[i].kind == LOOP_LOCAL) == of_groups)
			repeat(l, t->loops[i].trips,
			       fabs(leaf->along[i]) * leaf->bytes);
}

/* Lines that come from memory: neighbours share one as long as it is kept. Items
 * of a group go side by side where it is no CPU. */
static Lines lines_of(const Tally *t, const Access *leaf)
{
	double line = t->device->line_bytes >= (int64_t)sizeof(float)
		    ? (double)t->device->line_bytes : LINE_BYTES;
	Lines l = {
		.lines = fmax(1, leaf->bytes * leaf->lanes / line),
		.line = line, .cache = is_cpu(t) ? CPU_CACHE : OTHER_CACHE,
	};

	l.footprint = l.lines * line;
	if (!is_cpu(t))
		repeat_all(t, leaf, &l, true);
	repeat_all(t, leaf, &l, false);
	if (is_cpu(t))
		repeat_all(t, leaf, &l, true);
	return l;
}

static double accesses(const Tally *t, const Access *leaf)
{
	int bytes = leaf->bytes * leaf->lanes;

	return is_cpu(t) ? instructions(t, leaf->lanes, leaf->bytes)
			 : ceil((double)bytes / OTHER_BYTES);
}

static void touch(Tally *t, const Access *leaf, double count, double *bytes)
{
	const Lines l = lines_of(t, leaf);

	t->cost.vectors += count;
	add_steps(t, count * accesses(t, leaf));
	note_items(t);
	if (leaf->space != IN_GLOBAL)
		return;
	*bytes += count * leaf->bytes * leaf->lanes;
	t->cost.moved += l.lines * l.line;
	add_steps(t, l.lines * l.line / (l.footprint <= l.cache ? CACHED
								: RATE));
}

void tally_load(Tally *t, const Access *leaf)
{
	touch(t, leaf, executions(t, leaf), &t->cost.read);
}

void tally_store(Tally *t, const Access *leaf)
{
	touch(t, leaf, iterations(t), &t->cost.written);
}

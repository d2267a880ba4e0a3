#include "search/nest/describe.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "cost/cost.h"

typedef enum {
	LOOP_ITEMS,  /* mapGlobal, mapWorkgroup */
	LOOP_LOCAL,  /* mapLocal */
	LOOP_SERIAL, /* loops in a work-item */
	LOOP_UNROLL, /* the same, unrolled */
	LOOP_LANES,
	LOOP_KINDS
} LoopKind;

static const char *const loop_names[LOOP_KINDS] = {
	"items", "local", "serial", "unrolled", "lanes",
};

static const struct { Prim prim; LoopKind kind; } loops[] = {
	{ PRIM_MAP_GLOBAL, LOOP_ITEMS }, { PRIM_MAP_WORKGROUP, LOOP_ITEMS },
	{ PRIM_MAP_IN_GROUPS, LOOP_ITEMS },
	{ PRIM_MAP_LOCAL, LOOP_LOCAL }, { PRIM_MAP_SEQ, LOOP_SERIAL },
	{ PRIM_MAP, LOOP_SERIAL }, { PRIM_MAP_SEQ_UNROLL, LOOP_UNROLL },
	{ PRIM_REDUCE_SEQ, LOOP_SERIAL }, { PRIM_REDUCE, LOOP_SERIAL },
	{ PRIM_SCAN_SEQ, LOOP_SERIAL },
	{ PRIM_REDUCE_SEQ_UNROLL, LOOP_UNROLL }, { PRIM_MAP_VEC, LOOP_LANES },
};

static const struct { Prim prim; const char *name; } counted[] = {
	{ PRIM_TO_GLOBAL, "stored" }, { PRIM_TO_LOCAL, "in local" },
	{ PRIM_TO_PRIVATE, "in private" }, { PRIM_TRANSPOSE, "transposed" },
	{ PRIM_REORDER_STRIDE, "strided" }, { PRIM_CONCAT, "parts" },
	{ PRIM_SPLAT, "splats" },
};

enum {
	LOOPS = sizeof loops / sizeof *loops,
	COUNTED = sizeof counted / sizeof *counted
};

typedef struct Heat {
	double total, trips[LOOP_KINDS]; /* log2 */
	double kept; /* log2 of the values that reductions around it keep */
} Heat;

typedef struct Walk {
	Heat hottest;
	int counts[COUNTED];
	int nodes;
} Walk;

static int loop_of(const Expr *e)
{
	for (int i = 0; i < LOOPS; i++)
		if (e->kind == EXPR_PRIM && e->prim == loops[i].prim)
			return (int)loops[i].kind;
	return -1;
}

static double values_in(const Type *type)
{
	double sum = 0;

	switch (type->kind) {
	case TYPE_ARRAY:
		return (type->length->known ? (double)type->length->value : 1)
		     * values_in(type->element);
	case TYPE_VECTOR:
		return type->count;
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			sum += values_in(type->parts[i]);
		return sum;
	default:
		return 1;
	}
}

static double trips_of(const Expr *e)
{
	const Type *type = e->kids[e->kid_count - 1]->type;
	bool known = type->kind == TYPE_ARRAY && type->length->known;
	double n = type->kind == TYPE_VECTOR ? type->count
		 : known ? (double)type->length->value : 1;

	return log2(n > 1 ? n : 1);
}

static Heat inside(const Heat *around, const Expr *e, int kind)
{
	Heat heat = *around;
	double trips = trips_of(e);

	heat.trips[kind] += trips;
	heat.total += trips;
	if (prim_kid_arity(e->prim, 0) == 2)
		heat.kept += log2(1 + values_in(e->kids[1]->type));
	return heat;
}

static void walk(Walk *w, const Expr *e, const Heat *around)
{
	int kind = loop_of(e);
	Heat within = kind < 0 ? *around : inside(around, e, kind);

	w->nodes++;
	for (int i = 0; i < COUNTED; i++)
		w->counts[i] += e->kind == EXPR_PRIM
			     && e->prim == counted[i].prim;
	if (within.total > w->hottest.total)
		w->hottest = within;
	for (int i = 0; i < e->kid_count; i++)
		walk(w, e->kids[i], e->kids[i]->kind == EXPR_LAMBDA ? &within
								    : around);
}

/* Steps one after the other: all, less what runs side by side. */
static double cost(const Heat *heat, const Device *device)
{
	double items = heat->trips[LOOP_ITEMS] + heat->trips[LOOP_LOCAL];
	double units = log2(device->compute_units > 1
			    ? (double)device->compute_units : 1);

	return heat->total - fmin(items, units) - heat->trips[LOOP_LANES];
}

static void put(Feature *features, int *count, const char *name, double value)
{
	features[(*count)++] = (Feature){ name, value };
}

int describe(const Expr *low, const Device *device, Feature *features)
{
	Walk w = { 0 };
	Heat none = { 0 };
	int count = 0;

	walk(&w, low, &none);
	put(features, &count, "cost", cost(&w.hottest, device));
	put(features, &count, "steps", log2(cost_of(low, device).steps));
	put(features, &count, "kept", w.hottest.kept);
	put(features, &count, "size", log2(w.nodes));
	for (int i = 0; i < LOOP_KINDS; i++)
		if (w.hottest.trips[i] > 0)
			put(features, &count, loop_names[i],
			    w.hottest.trips[i]);
	for (int i = 0; i < COUNTED; i++)
		if (w.counts[i])
			put(features, &count, counted[i].name,
			    log2(1 + w.counts[i]));
	return count;
}

uint64_t describe_shape(const Expr *low)
{
	uint64_t h = hash_combine(HASH_SEED, (uint64_t)low->kind);

	if (low->kind == EXPR_LITERAL || low->kind == EXPR_SIZE)
		return h;
	h = hash_combine(h, (uint64_t)low->op);
	h = hash_combine(h, (uint64_t)low->prim);
	h = hash_combine(h, (uint64_t)low->index);
	for (int i = 0; i < low->kid_count; i++)
		h = hash_combine(h, describe_shape(low->kids[i]));
	return h;
}

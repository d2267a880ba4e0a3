/* Arrays as they are read: per array and equal linear part of the indices one
 * view: borders and parts of all dimensions, then windows, then the dimensions
 * in the order of the loops. */
#include "search/normal/back.h"

#include <string.h>

/* A dimension of the view while it is made: a loop, or offsets. */
typedef struct Dim {
	const Form *loop;
	int of; /* the array's dimension whose offsets these are */
} Dim;

typedef struct Group {
	Back *b;
	int count;
	const Item *items[BACK_READS];
	const Form *fill;
	const Expr *array;
	int around; /* dimensions in front, of loops around it all */
	int dim_count;
	Dim dims[2 * BACK_DIMS];
	int64_t first[BACK_DIMS]; /* the least offset of a dimension */
	int64_t start[BACK_DIMS], width[BACK_DIMS];
} Group;

typedef struct Step {
	Prim prim;
	int64_t first, second;
	const Expr *fill;
} Step;

static const Expr *filled(const Back *b, const Type *type, const Expr *value)
{
	if (type->kind != TYPE_ARRAY)
		return value;
	return back_prim1(b, PRIM_FILL, type->length->value,
			  filled(b, type->element, value));
}

static const Expr *padded(const Back *b, const Expr *array, const Step *step)
{
	const Expr *kids[3], *value = filled(b, array->type->element,
					     step->fill);
	int count = 0;

	if (step->first)
		kids[count++] = back_prim1(b, PRIM_FILL, step->first, value);
	kids[count++] = array;
	if (step->second)
		kids[count++] = back_prim1(b, PRIM_FILL, step->second, value);
	return back_prim(b, PRIM_CONCAT, 0, 0, count, kids);
}

/* A part of the rows, or groups of them, before the view of each. */
static bool is_before(Prim prim)
{
	return prim == PRIM_TAKE || prim == PRIM_DROP || prim == PRIM_SPLIT;
}

static const Expr *each(const Back *b, const Expr *view, const Expr *rows)
{
	const Expr *kids[] = { view, rows };

	return back_prim(b, PRIM_MAP, 0, 0, 2, kids);
}

/* The view of each row, of rows in groups. */
static const Expr *each_of_groups(const Back *b, const Expr *view,
				  const Expr *groups)
{
	const Type *rows = groups->type->element;
	const Expr *inside = each(b, back_shift(b, view, 0, 1),
				  expr_var(b->ir, 0, rows));

	return each(b, expr_lambda(b->ir, 1, &rows, inside), groups);
}

static const Expr *stepped(const Back *b, const Expr *array, const void *what)
{
	const Step *step = what;

	if (expr_is(array, PRIM_MAP) && is_before(step->prim)) {
		const Expr *rows = stepped(b, array->kids[1], what);

		return step->prim == PRIM_SPLIT
		     ? each_of_groups(b, array->kids[0], rows)
		     : each(b, array->kids[0], rows);
	}
	if (step->prim == PRIM_CONCAT)
		return padded(b, array, step);
	if (step->prim == PRIM_AT)
		return back_at(b, array, back_offset(b, step->first));
	return back_prim(b, step->prim, step->first, step->second, 1, &array);
}

static void step(Group *g, int depth, Prim prim, int64_t first, int64_t second)
{
	const Step what = { prim, first, second,
			    g->fill ? expr_literal(g->b->ir, g->fill->type,
						   (uint64_t)g->fill->number)
				    : NULL };

	g->array = back_deep(g->b, g->around + depth, g->array, stepped,
			     &what);
}

static const Type *dim_type(const Item *item, int k)
{
	const Type *type = item->access->parts[0]->type;

	while (k--)
		type = type->element;
	return type;
}

/* Borders and the part that is read of dimension k; false: it is no view. */
static bool cut(Group *g, int k)
{
	const Form *one = g->items[0]->linear[k];
	int64_t length = dim_type(g->items[0], k)->length->value;
	int64_t low = one->low, high = one->high, last = one->number;
	bool clamped = false;

	g->first[k] = one->number;
	for (int i = 0; i < g->count; i++) {
		const Form *index = g->items[i]->linear[k];

		low = index->low < low ? index->low : low;
		high = index->high > high ? index->high : high;
		g->first[k] = index->number < g->first[k] ? index->number
							  : g->first[k];
		last = index->number > last ? index->number : last;
		clamped |= g->items[i]->clamped[k];
	}
	g->width[k] = last - g->first[k] + 1;
	g->start[k] = g->first[k];
	if (low < 0 || high >= length) {
		const int64_t l = low < 0 ? -low : 0;
		const int64_t r = high >= length ? high - length + 1 : 0;

		if ((!clamped && !g->fill) || l > length || r > length)
			return false;
		step(g, k, clamped ? PRIM_PAD_CLAMP : PRIM_CONCAT, l, r);
		length += l + r;
		low += l;
		high += l;
		g->start[k] += l;
	}
	if (!one->count)
		return g->width[k] == 1;
	if (low > 0)
		step(g, k, PRIM_DROP, low, 0);
	if (high + 1 < length)
		step(g, k, PRIM_TAKE, high + 1 - low, 0);
	return true;
}

static void add_dims(Group *g, Dim outer, const Dim *inner)
{
	const int count = inner ? 2 : 1;

	memmove(g->dims + count, g->dims,
		(size_t)g->dim_count * sizeof *g->dims);
	g->dims[0] = outer;
	if (inner)
		g->dims[1] = *inner;
	g->dim_count += count;
}

/* The loops of dimension k: none, one, or windows of one at another's steps. */
static bool open_dim(Group *g, int k)
{
	const Form *index = g->items[0]->linear[k];
	const Dim offsets = { NULL, k };
	Dim inner;

	for (int i = 0; i < index->count; i++)
		if (index->parts[i]->kind != FORM_VAR || index->factors[i] < 1)
			return false;
	if (!index->count) {
		step(g, k, PRIM_AT, g->start[k], 0);
		return true;
	}
	if (index->count == 1 && index->factors[0] == 1) {
		if (g->width[k] > 1)
			step(g, k, PRIM_SLIDE, g->width[k], 1);
		add_dims(g, (Dim){ index->parts[0], k },
			 g->width[k] > 1 ? &offsets : NULL);
		return true;
	}
	if (index->count != 2 || g->width[k] > 1)
		return false;
	{
		const int small = index->factors[0] == 1
				  && index->factors[1] != 1 ? 0 : 1;
		const Form *in = index->parts[small];
		const int64_t by = index->factors[1 - small];

		if (index->factors[small] != 1)
			return false;
		inner = (Dim){ in, k };
		if (by == in->extent)
			step(g, k, PRIM_SPLIT, by, 0);
		else
			step(g, k, PRIM_SLIDE, in->extent, by);
		add_dims(g, (Dim){ index->parts[1 - small], k }, &inner);
	}
	return true;
}

static int rank_of(const Back *b, const Form *loop)
{
	for (int i = 0; i < b->order.count; i++)
		if (b->order.loops[i] == loop)
			return i;
	return b->order.count;
}

static int dim_rank(const Group *g, const Dim *dim)
{
	return dim->loop ? rank_of(g->b, dim->loop) : FORM_PARTS + dim->of;
}

static void sort_dims(Group *g)
{
	for (int i = 1; i < g->dim_count; i++)
		for (int j = i; j > 0 && dim_rank(g, &g->dims[j - 1])
					 > dim_rank(g, &g->dims[j]); j--) {
			const Dim dim = g->dims[j];

			g->dims[j] = g->dims[j - 1];
			g->dims[j - 1] = dim;
			step(g, j - 1 - g->around, PRIM_TRANSPOSE, 0, 0);
		}
}

static bool is_passed(const Spot *at, const Form *loop)
{
	const Passed *passed = at->passed;

	while (passed && passed->loop != loop)
		passed = passed->up;
	return passed != NULL;
}

/* Each loop is still to come, and goes over one dimension. */
static bool is_open(const Group *g, const Spot *at)
{
	for (int i = 0; i < g->dim_count; i++) {
		const Form *loop = g->dims[i].loop;

		if (loop && is_passed(at, loop))
			return false;
		for (int j = 0; j < i; j++)
			if (loop && loop == g->dims[j].loop)
				return false;
	}
	return true;
}

static void give_views(Group *g, Spot *at, int part)
{
	for (int i = 0; i < g->count; i++) {
		View view = { .term = g->items[i]->term, .array = g->array,
			      .depth = at->depth };

		for (int d = 0; d < g->dim_count; d++) {
			const Dim *dim = &g->dims[d];

			if (!dim->loop) {
				view.last[view.last_count++].number
					= g->items[i]->linear[dim->of]->number
					- g->first[dim->of];
				continue;
			}
			view.rank[view.rank_count++] = dim_rank(g, dim);
			view.loops[view.loop_count++] = dim->loop;
		}
		if (part >= 0)
			view.last[view.last_count++]
				= (Last){ LAST_COMPONENT, part };
		back_add_view(g->b, at, view);
	}
}

static void view_group(Group *g, Spot *at, int part, const Domain *around)
{
	const int dims = g->items[0]->access->count - 1;

	if (g->fill && part >= 0) {
		g->array = back_component(g->b, g->array, part);
		part = -1;
	}
	for (int k = dims - 1; k >= 0; k--)
		if (!cut(g, k))
			return;
	for (int k = dims - 1; k >= 0; k--)
		if (!open_dim(g, k) || g->dim_count > BACK_DIMS - 2)
			return;
	for (int k = around ? around->count : 0; k--;)
		add_dims(g, (Dim){ around->loops[k], 0 }, NULL);
	if (!is_open(g, at))
		return;
	sort_dims(g);
	give_views(g, at, part);
}

void back_views(Back *b, Spot *at, const Form *base, const Expr *array,
		int part, const Domain *around, int count,
		const Form *const *terms)
{
	Items *items = ARENA_NEW(b->n->arena, Items);
	Group *group;

	for (int i = 0; i < count; i++)
		back_items(b, at, base, terms[i], items);
	for (int i = 0; i < items->count; i++) {
		group = ARENA_NEW(b->n->arena, Group);
		group->b = b;
		group->around = around ? around->count : 0;
		group->array = array;
		if (back_view(at, items->list[i].term))
			continue;
		for (int j = i; j < items->count; j++) {
			const Item *item = &items->list[j];

			if (!back_same_view(&items->list[i], item))
				continue;
			if (item->fill)
				group->fill = item->fill;
			group->items[group->count++] = item;
		}
		view_group(group, at, part, around);
	}
}

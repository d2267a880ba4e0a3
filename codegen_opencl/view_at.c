/* Elements, components and lanes of views: what is not a place in memory only
 * changes the index. */
#include "codegen_opencl/view.h"

/* -- elements -------------------------------------------------------------- */

/* One view per lane of the index. */
static const View *spread(Gen *g, const View *view, const Affine *index)
{
	const View *lanes[16];

	for (int i = 0; i < index->width; i++)
		lanes[i] = view_at(g, view, affine_at_lane(&g->indices, index,
				   affine_const(&g->indices, i)));
	return view_new(g, (View){ .kind = VIEW_SPREAD, .count = index->width,
				   .parts = view_copied(g, index->width, lanes) });
}

bool view_plan_unroll(Gen *g, const Affine *index, int64_t most)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->kind != AFFINE_VAR || atom->var->kind != VAR_LOOP
		    || !atom->var->origin || atom->hi - atom->lo >= most
		    || plan_has(&g->plan, PLAN_UNROLLED, atom->var->origin, 0))
			continue;
		gen_plan(g, PLAN_UNROLLED, atom->var->origin, 0);
		return true;
	}
	return false;
}

/* Where no loop can be unrolled, the registers become an array. */
static void plan_static(Gen *g, const Affine *index, const Expr *registers)
{
	enum { SHORT = 64 };

	if (plan_has(&g->plan, PLAN_LOOPS, g->root, 0)
	    || !view_plan_unroll(g, index, SHORT))
		gen_plan(g, PLAN_ARRAY, registers, 0);
}

static const View *registers_at(Gen *g, const View *view, const Affine *index)
{
	if (index->width > 1)
		return spread(g, view, index);
	if (affine_is_const(index))
		return index->constant >= 0 && index->constant < view->count
		       ? view->parts[index->constant] : view->parts[0];
	plan_static(g, index, view->expr);
	return view->parts[0];
}

static const View *element(Gen *g, const View *of, const Affine *index)
{
	return view_new(g, (View){ .kind = VIEW_ELEMENT, .of = of,
				   .index = index });
}

static const View *component(Gen *g, const View *of, int part)
{
	return view_new(g, (View){ .kind = VIEW_COMPONENT, .of = of,
				   .n = part });
}

static const View *concat_at(Gen *g, const View *view, const Affine *index)
{
	AffineTable *t = &g->indices;
	const View *pair[2];
	View rest = *view;

	for (; rest.count > 1; rest.parts++, rest.lengths++, rest.count--) {
		const Affine *length = rest.lengths[0];
		const Affine *after = affine_sub(t, index, length);

		if (!affine_is_natural(t, after))
			break;
		index = after;
	}
	if (rest.count == 1 || affine_is_below(t, index, rest.lengths[0]))
		return view_at(g, rest.parts[0], index);
	if (index->width > 1)
		return spread(g, view_new(g, rest), index);
	pair[0] = element(g, rest.parts[0], index);
	rest.parts++;
	rest.lengths++;
	rest.count--;
	pair[1] = element(g, view_new(g, rest),
			  affine_sub(t, index, rest.lengths[-1]));
	return view_new(g, (View){ .kind = VIEW_CHOICE, .count = 2,
				   .parts = view_copied(g, 2, pair),
				   .index = index, .end = rest.lengths[-1] });
}

/* A place for what comes after so many elements, which have none. */
static const View *after_at(Gen *g, const View *view, const Affine *index)
{
	const Affine *there = affine_sub(&g->indices, index, view->index);
	const View *pair[2];

	if (affine_is_natural(&g->indices, there))
		return view_at(g, view->of, there);
	if (index->width > 1)
		return spread(g, view, index);
	pair[0] = view_new(g, (View){ .kind = VIEW_NOWHERE });
	if (affine_is_below(&g->indices, index, view->index))
		return pair[0];
	pair[1] = element(g, view->of, there);
	return view_new(g, (View){ .kind = VIEW_CHOICE, .count = 2,
				   .parts = view_copied(g, 2, pair),
				   .index = index, .end = view->index });
}

/* Each index goes its own way. */
static const View *permuted_at(Gen *g, const View *view, const Affine *index)
{
	const View *part;

	if (index->width > 1)
		return spread(g, view, index);
	part = element(g, view->parts[0], index);
	return view_new(g, (View){ .kind = VIEW_SENT, .of = view->of,
				   .parts = view_copied(g, 1, &part),
				   .count = 1, .expr = view->expr,
				   .env = view->env, .index = index,
				   .n = view->n });
}

static bool has_vectors(const Type *type)
{
	if (type->kind == TYPE_ARRAY)
		return has_vectors(type->element);
	for (int i = 0; i < type->count && type->kind == TYPE_TUPLE; i++)
		if (has_vectors(type->parts[i]))
			return true;
	return type->kind == TYPE_VECTOR;
}

/* Whether the function may take lanes of vectors that vary over lanes. */
static bool is_of_vectors(const View *map)
{
	return expr_has(map->expr) & HAS_VECTOR
	    || (has_vectors(map->expr->params[0]) && !view_is_place(map->of));
}

static const View *map_at(Gen *g, const View *view, const Affine *index)
{
	const View *arg, *result;
	int around = g->width;

	g->width = (int)view->m;
	if (index->width > 1 && is_of_vectors(view)) {
		result = spread(g, view, index);
	} else {
		arg = view_at(g, view->of, index);
		if (index->width > g->width)
			g->width = index->width;
		result = gen_apply(g, view->expr, view->env, &arg);
	}
	g->width = around;
	return result;
}

static const View *unmap_at(Gen *g, const View *view, const Affine *index)
{
	const View *nothing = NULL, *place = view_at(g, view->of, index);
	const Env *env = gen_bind(g, view->expr, view->env, &nothing);
	const Expr *e = view->expr->kids[0];

	for (; e->kind != EXPR_VAR; e = e->kids[e->kid_count - 1])
		place = gen_through(g, e, env, place);
	return place;
}

/* The item that owns the element reads it; anybody else must find it in local
 * memory. */
static const View *distributed_at(Gen *g, const View *view, const Affine *index)
{
	for (const Spread *s = g->spread; s; s = s->up)
		if (s->level == LEVEL_LOCAL && s->dim == view->n
		    && s->index == index && s->extent == view->m)
			return view->of;
	gen_plan(g, PLAN_SHARED, view->expr, 0);
	return view->of;
}

static const View *zip_at(Gen *g, const View *view, const Affine *index)
{
	const View **parts = ARENA_ARRAY(g->arena, const View *, view->count);

	for (int i = 0; i < view->count; i++)
		parts[i] = view_at(g, view->parts[i], index);
	return view_tuple(g, view->count, parts);
}

/* One part of a tuple of arrays needs no other part. */
static const View *part_at(Gen *g, const View *view, const Affine *index)
{
	return view_get(g, view_at(g, view->of, index), (int)view->n);
}

static const View *over_parts(Gen *g, const View *view, const Affine *index,
			      int part)
{
	const View **parts = ARENA_ARRAY(g->arena, const View *, view->count);
	View made = *view;
	bool later = view->kind == VIEW_CHOICE;

	for (int i = 0; i < view->count; i++) {
		if (later && index)
			parts[i] = element(g, view->parts[i], index);
		else if (later)
			parts[i] = component(g, view->parts[i], part);
		else if (index)
			parts[i] = view_at(g, view->parts[i],
					   affine_at_lane(&g->indices, index,
						affine_const(&g->indices, i)));
		else
			parts[i] = view_get(g, view->parts[i], part);
	}
	made.parts = parts;
	return view_new(g, made);
}

const View *view_forced(Gen *g, const View *view)
{
	if (view->kind == VIEW_ELEMENT)
		return view_at(g, view_forced(g, view->of), view->index);
	if (view->kind == VIEW_COMPONENT)
		return view_get(g, view_forced(g, view->of), (int)view->n);
	if (view->kind == VIEW_LATER)
		return host_later(g, view);
	return view;
}

static const View *inner_at(Gen *g, const View *of, const Affine *outer,
			    const Affine *inner)
{
	return view_at(g, view_at(g, of, outer), inner);
}

/* The element of rows, perhaps of open length. */
static const View *joined_at(Gen *g, const View *view, const Affine *index)
{
	AffineTable *t = &g->indices;
	const Affine *row, *at;

	if (!view->size)
		return inner_at(g, view->of, affine_div(t, index, view->n),
				affine_mod(t, index, view->n));
	affine_divide(t, index, gen_size(g, view->size), &row, &at);
	return inner_at(g, view->of, row, at);
}

/* Views that have one element of another for each: its index there. */
static const Affine *moved(AffineTable *t, const View *view,
			   const Affine *index)
{
	int64_t n = view->n;
	const Affine *quotient, *rest;

	switch (view->kind) {
	case VIEW_CLAMP:
		return affine_clamp_to(t, affine_plus(t, index, -n), view->end);
	case VIEW_MIRROR:
		return affine_mirror_to(t, affine_plus(t, index, -n),
					view->end);
	case VIEW_WRAP:
		return affine_wrap_to(t, affine_plus(t, index, -n), view->end);
	case VIEW_SLICE:
		return affine_add(t, index, view->index);
	case VIEW_REVERSE:
		return affine_sub(t, view->index, index);
	case VIEW_STRIDE:
		affine_divide(t, index, view->end, &quotient, &rest);
		return affine_add(t, quotient,
				  affine_product_of(t, rest, view->index));
	default: /* VIEW_SPLIT_VEC */
		return affine_add(t, affine_times(t, index, n),
				  affine_lane(t, (int)n));
	}
}

/* A lane of vectors of n lanes; all of them in order are the vector. */
static const View *lane_at(Gen *g, const View *vector, const Affine *lane,
			   int64_t n)
{
	if (lane->width == n && lane == affine_lane(&g->indices, lane->width))
		return vector;
	return view_lane(g, vector, lane);
}

/* Lanes that lie in several vectors, which are no memory, are one view each. */
static const View *joined_vectors_at(Gen *g, const View *view,
				     const Affine *index)
{
	const Affine *vector = affine_div(&g->indices, index, view->n);

	if (vector->width > 1 && !view_is_place(view->of))
		return spread(g, view, index);
	return lane_at(g, view_at(g, view->of, vector),
		       affine_mod(&g->indices, index, view->n), view->n);
}

/* -- by kind --------------------------------------------------------------- */

static const View *index_at(Gen *g, const View *view, const Affine *index)
{
	(void)view;
	return view_code(g, code_index(g->arena, SCALAR_I64, index));
}

static const View *row_at(Gen *g, const View *view, const Affine *index)
{
	const Affine *first = view->size
		? gen_times_size(g, index, view->size)
		: affine_times(&g->indices, index, view->n);

	return view_slice(g, view->of, first);
}

static const View *moved_at(Gen *g, const View *view, const Affine *index)
{
	return view_at(g, view->of, moved(&g->indices, view, index));
}

static const View *transposed_at(Gen *g, const View *view,
				 const Affine *index)
{
	return view_new(g, (View){ .kind = VIEW_COLUMN, .of = view->of,
				   .index = index });
}

static const View *column_at(Gen *g, const View *view, const Affine *index)
{
	return inner_at(g, view->of, index, view->index);
}

static const View *same_at(Gen *g, const View *view, const Affine *index)
{
	(void)g;
	(void)index;
	return view->of;
}

static const View *lanes_at(Gen *g, const View *view, const Affine *index)
{
	return lane_at(g, view->of, index, view->n);
}

static const View *vector_at(Gen *g, const View *view, const Affine *index)
{
	return view_lane(g, view_at(g, view->of, index), view->index);
}

static const View *parts_at(Gen *g, const View *view, const Affine *index)
{
	return over_parts(g, view, index, 0);
}

static const View *later_at(Gen *g, const View *view, const Affine *index)
{
	return g->kernel ? view_at(g, view_forced(g, view), index)
			 : element(g, view, index);
}

typedef const View *ElementAt(Gen *g, const View *view, const Affine *index);

/* Of the other kinds there are no elements: what is scalar is its own. */
static ElementAt *const elements[VIEW_KINDS] = {
	[VIEW_MEMORY] = view_memory_at, [VIEW_REGISTERS] = registers_at,
	[VIEW_INDEX] = index_at,
	[VIEW_SPLIT] = row_at,          [VIEW_SLIDE] = row_at,
	[VIEW_CLAMP] = moved_at,        [VIEW_MIRROR] = moved_at,
	[VIEW_WRAP] = moved_at,         [VIEW_SLICE] = moved_at,
	[VIEW_STRIDE] = moved_at,       [VIEW_SPLIT_VEC] = moved_at,
	[VIEW_JOIN] = joined_at,        [VIEW_JOIN_VEC] = joined_vectors_at,
	[VIEW_TRANSPOSE] = transposed_at, [VIEW_COLUMN] = column_at,
	[VIEW_ZIP] = zip_at,            [VIEW_PART] = part_at,
	[VIEW_CONCAT] = concat_at,      [VIEW_AFTER] = after_at,
	[VIEW_PERMUTED] = permuted_at,  [VIEW_REVERSE] = moved_at,
	[VIEW_SINGLE] = same_at,        [VIEW_FILL] = same_at,
	[VIEW_LANES] = lanes_at,        [VIEW_LANE] = vector_at,
	[VIEW_CHOICE] = parts_at,       [VIEW_SPREAD] = parts_at,
	[VIEW_MAP] = map_at,            [VIEW_UNMAP] = unmap_at,
	[VIEW_DISTRIBUTED] = distributed_at,
	[VIEW_ELEMENT] = later_at,      [VIEW_COMPONENT] = later_at,
	[VIEW_LATER] = later_at,
};

const View *view_at(Gen *g, const View *view, const Affine *index)
{
	ElementAt *at = elements[view->kind];

	return at && !g->stopped ? at(g, view, index) : view;
}

/* -- components and lanes -------------------------------------------------- */

const View *view_get(Gen *g, const View *view, int part)
{
	if (g->stopped)
		return view;
	switch (view->kind) {
	case VIEW_TUPLE:
		return view->parts[part];
	case VIEW_MEMORY:
		return view_memory_get(g, view, part);
	case VIEW_LANE:
		return view_lane(g, view_get(g, view->of, part), view->index);
	case VIEW_CHOICE:
	case VIEW_SPREAD:
		return over_parts(g, view, NULL, part);
	case VIEW_ELEMENT:
	case VIEW_COMPONENT:
	case VIEW_LATER:
		return g->kernel ? view_get(g, view_forced(g, view), part)
				 : component(g, view, part);
	default:
		return view;
	}
}

static const View *tuple_lane(Gen *g, const View *view, const Affine *lane)
{
	const View **parts = ARENA_ARRAY(g->arena, const View *, view->count);

	for (int i = 0; i < view->count; i++)
		parts[i] = view_lane(g, view->parts[i], lane);
	return view_tuple(g, view->count, parts);
}

const View *view_lane(Gen *g, const View *view, const Affine *lane)
{
	if (view->kind == VIEW_TUPLE)
		return tuple_lane(g, view, lane);
	if (view->kind == VIEW_MEMORY)
		return view_memory_lane(g, view, lane);
	if (view->kind == VIEW_SPREAD && affine_is_const(lane))
		return view->parts[lane->constant];
	if (view->kind == VIEW_CODE && view->code->width == 1)
		return view;
	return view_new(g, (View){ .kind = VIEW_LANE, .of = view,
				   .index = lane });
}

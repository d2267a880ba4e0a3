#include "codegen_opencl/layout.h"

#include <string.h>

const Layout *layout_new(Gen *g, Layout view)
{
	Layout *made = ARENA_NEW(g->arena, Layout);

	*made = view;
	return made;
}

const Layout *layout_code(Gen *g, const Code *code)
{
	return layout_new(g, (Layout){ .kind = LAYOUT_CODE, .code = code });
}

static const Layout *const *copied(Gen *g, int count, const Layout *const *parts)
{
	const Layout **copy = ARENA_ARRAY(g->arena, const Layout *, count);

	memcpy(copy, parts, sizeof *copy * (size_t)count);
	return copy;
}

const Layout *layout_tuple(Gen *g, int count, const Layout *const *parts)
{
	return layout_new(g, (Layout){ .kind = LAYOUT_TUPLE, .count = count,
				   .parts = copied(g, count, parts) });
}

const Layout *layout_zip(Gen *g, int count, const Layout *const *parts)
{
	return layout_new(g, (Layout){ .kind = LAYOUT_ZIP, .count = count,
				   .parts = copied(g, count, parts) });
}

/* A view of a view that undoes it is what it shows. */
static const Layout *undone(LayoutKind kind, const Layout *of, int64_t n)
{
	static const LayoutKind inverse[LAYOUT_KINDS] = {
		[LAYOUT_SPLIT] = LAYOUT_JOIN, [LAYOUT_JOIN] = LAYOUT_SPLIT,
		[LAYOUT_TRANSPOSE] = LAYOUT_TRANSPOSE,
		[LAYOUT_SPLIT_VEC] = LAYOUT_JOIN_VEC,
		[LAYOUT_JOIN_VEC] = LAYOUT_SPLIT_VEC,
	};

	if (inverse[kind] && of->kind == inverse[kind] && of->n == n)
		return of->of;
	if (kind == LAYOUT_PART && of->kind == LAYOUT_ZIP)
		return of->parts[n];
	return NULL;
}

const Layout *layout_of(Gen *g, LayoutKind kind, const Layout *of, int64_t n,
		    int64_t m)
{
	const Layout *plain = undone(kind, of, n);

	if (plain)
		return plain;
	return layout_new(g, (Layout){ .kind = kind, .of = of, .n = n, .m = m });
}

const Layout *layout_slice(Gen *g, const Layout *of, const Affine *first)
{
	if (affine_is_const(first) && !first->constant)
		return of;
	return layout_new(g, (Layout){ .kind = LAYOUT_SLICE, .of = of,
				   .index = first });
}

const Layout *layout_memory(Gen *g, const Type *type, const Leaf *leaves)
{
	return layout_new(g, (Layout){ .kind = LAYOUT_MEMORY, .type = type,
				   .leaves = leaves });
}

/* -- memory ---------------------------------------------------------------- */

/* Scalars that one value of the type has in each of its components. */
static int64_t *leaf_sizes(const Type *type, int64_t times, int64_t *sizes)
{
	switch (type->kind) {
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			sizes = leaf_sizes(type->parts[i], times, sizes);
		return sizes;
	case TYPE_ARRAY:
		return leaf_sizes(type->element, times * type->length->value,
				  sizes);
	default:
		*sizes = type->kind == TYPE_VECTOR ? times * type->count
						   : times;
		return sizes + 1;
	}
}

static const Layout *memory_at(Gen *g, const Layout *view, const Affine *index)
{
	const Type *element = view->type->element;
	int count = type_leaves(element);
	int64_t *sizes = ARENA_ARRAY(g->arena, int64_t, count);
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);
	Layout made = *view;

	leaf_sizes(element, 1, sizes);
	for (int i = 0; i < count; i++) {
		leaves[i] = view->leaves[i];
		leaves[i].offset = affine_add(&g->indices, leaves[i].offset,
					     affine_times(&g->indices, index,
							 sizes[i]));
	}
	made.type = element;
	made.leaves = leaves;
	return layout_new(g, made);
}

static const Layout *memory_get(Gen *g, const Layout *view, int part)
{
	Layout made = *view;

	for (int i = 0; i < part; i++)
		made.leaves += type_leaves(view->type->parts[i]);
	made.type = view->type->parts[part];
	return layout_new(g, made);
}

static const Layout *memory_lane(Gen *g, const Layout *view, const Affine *lane)
{
	int count = type_leaves(view->type), width;
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);
	Layout made = *view;

	if (!view->lane && type_lane(g->ir, view->type, &width)) {
		made.lane = lane;
		return layout_new(g, made);
	}
	for (int i = 0; i < count; i++) {
		leaves[i] = view->leaves[i];
		leaves[i].offset = affine_at_lane(&g->indices,
						 leaves[i].offset, lane);
	}
	made.leaves = leaves;
	return layout_new(g, made);
}

/* -- elements -------------------------------------------------------------- */

/* One view per lane of the index. */
static const Layout *spread(Gen *g, const Layout *view, const Affine *index)
{
	const Layout *lanes[16];

	for (int i = 0; i < index->width; i++)
		lanes[i] = layout_at(g, view, affine_at_lane(&g->indices, index,
				   affine_const(&g->indices, i)));
	return layout_new(g, (Layout){ .kind = LAYOUT_SPREAD, .count = index->width,
				   .parts = copied(g, index->width, lanes) });
}

/* Makes the loop that changes the index unrolled next time; where that is no
 * loop, or a long one, the registers become an array. */
static void learn_static(Gen *g, const Affine *index, const Expr *registers)
{
	enum { SHORT = 64 };

	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->kind != AFFINE_VAR || atom->var->kind != VAR_LOOP
		    || !atom->var->origin || atom->hi - atom->lo >= SHORT)
			continue;
		gen_learn(g, LESSON_UNROLL, atom->var->origin, 0);
		return;
	}
	gen_learn(g, LESSON_ARRAY, registers, 0);
}

static const Layout *registers_at(Gen *g, const Layout *view, const Affine *index)
{
	if (index->width > 1)
		return spread(g, view, index);
	if (affine_is_const(index))
		return index->constant >= 0 && index->constant < view->count
		       ? view->parts[index->constant] : view->parts[0];
	learn_static(g, index, view->expr);
	return view->parts[0];
}

static const Layout *element(Gen *g, const Layout *of, const Affine *index)
{
	return layout_new(g, (Layout){ .kind = LAYOUT_ELEMENT, .of = of,
				   .index = index });
}

static const Layout *concat_at(Gen *g, const Layout *view, const Affine *index)
{
	int64_t start = 0, end;
	const Layout *pair[2];

	for (int i = 0; i < view->count; i++, start = end) {
		Layout rest = *view;

		end = start + view->lengths[i];
		if (index->lo >= end)
			continue;
		index = affine_plus(&g->indices, index, -start);
		if (index->hi < end - start || i == view->count - 1)
			return layout_at(g, view->parts[i], index);
		if (index->width > 1)
			return spread(g, view, affine_plus(&g->indices, index,
							  start));
		rest.parts += i + 1;
		rest.lengths += i + 1;
		rest.count -= i + 1;
		pair[0] = element(g, view->parts[i], index);
		pair[1] = element(g, layout_new(g, rest),
				  affine_plus(&g->indices, index,
					     start - end));
		return layout_new(g, (Layout){ .kind = LAYOUT_CHOICE, .count = 2,
					   .parts = copied(g, 2, pair),
					   .index = index, .n = end - start });
	}
	return layout_at(g, view->parts[0], index);
}

static const Layout *map_at(Gen *g, const Layout *view, const Affine *index)
{
	const Layout *arg = layout_at(g, view->of, index), *result;
	int width = g->width;

	if (index->width > width)
		g->width = index->width;
	result = gen_apply(g, view->expr, view->env, &arg);
	g->width = width;
	return result;
}

static const Layout *unmap_at(Gen *g, const Layout *view, const Affine *index)
{
	const Layout *nothing = NULL, *place = layout_at(g, view->of, index);
	const Env *env = gen_bind(g, view->expr, view->env, &nothing);
	const Expr *e = view->expr->kids[0];

	while (e->kind != EXPR_VAR && place) {
		place = gen_through(g, e, env, place);
		e = e->kids[e->kid_count - 1];
	}
	return place;
}

/* The item that owns the element reads it; anybody else must find it in local
 * memory. */
static const Layout *distributed_at(Gen *g, const Layout *view, const Affine *index)
{
	for (const Spread *s = g->spread; s; s = s->up)
		if (s->level == LEVEL_LOCAL && s->dim == view->n
		    && s->index == index && s->extent == view->m)
			return view->of;
	gen_learn(g, LESSON_SHARED, view->expr, 0);
	return view->of;
}

static const Layout *zip_at(Gen *g, const Layout *view, const Affine *index)
{
	const Layout **parts = ARENA_ARRAY(g->arena, const Layout *, view->count);

	for (int i = 0; i < view->count; i++)
		parts[i] = layout_at(g, view->parts[i], index);
	return layout_tuple(g, view->count, parts);
}

/* One part of a tuple of arrays needs no other part. */
static const Layout *part_at(Gen *g, const Layout *view, const Affine *index)
{
	return layout_get(g, layout_at(g, view->of, index), (int)view->n);
}

static const Layout *over_parts(Gen *g, const Layout *view, const Affine *index,
			      int part)
{
	const Layout **parts = ARENA_ARRAY(g->arena, const Layout *, view->count);
	Layout made = *view;
	bool later = view->kind == LAYOUT_CHOICE;

	for (int i = 0; i < view->count; i++) {
		if (later && index)
			parts[i] = element(g, view->parts[i], index);
		else if (later)
			parts[i] = layout_new(g, (Layout){ .kind = LAYOUT_COMPONENT,
						       .of = view->parts[i],
						       .n = part });
		else if (index)
			parts[i] = layout_at(g, view->parts[i],
					   affine_at_lane(&g->indices, index,
						affine_const(&g->indices, i)));
		else
			parts[i] = layout_get(g, view->parts[i], part);
	}
	made.parts = parts;
	return layout_new(g, made);
}

const Layout *layout_forced(Gen *g, const Layout *view)
{
	if (view->kind == LAYOUT_ELEMENT)
		return layout_at(g, layout_forced(g, view->of), view->index);
	if (view->kind == LAYOUT_COMPONENT)
		return layout_get(g, layout_forced(g, view->of), (int)view->n);
	if (view->kind == LAYOUT_LATER)
		return host_later(g, view);
	return view;
}

static const Layout *inner_at(Gen *g, const Layout *of, const Affine *outer,
			    const Affine *inner)
{
	return layout_at(g, layout_at(g, of, outer), inner);
}

const Layout *layout_at(Gen *g, const Layout *view, const Affine *index)
{
	AffineTable *t = &g->indices;
	const Layout *of = view->of;
	int64_t n = view->n;

	if (g->stopped)
		return view;
	switch (view->kind) {
	case LAYOUT_MEMORY:
		return memory_at(g, view, index);
	case LAYOUT_REGISTERS:
		return registers_at(g, view, index);
	case LAYOUT_SPLIT:
		return layout_slice(g, of, affine_times(t, index, n));
	case LAYOUT_JOIN:
		return inner_at(g, of, affine_div(t, index, n),
				affine_mod(t, index, n));
	case LAYOUT_TRANSPOSE:
		return layout_new(g, (Layout){ .kind = LAYOUT_COLUMN, .of = of,
					   .index = index });
	case LAYOUT_COLUMN:
		return inner_at(g, of, index, view->index);
	case LAYOUT_SLICE:
		return layout_at(g, of, affine_add(t, index, view->index));
	case LAYOUT_STRIDE:
		return layout_at(g, of, affine_add(t, affine_div(t, index, view->m),
			       affine_times(t, affine_mod(t, index, view->m),
					   n)));
	case LAYOUT_ZIP:
		return zip_at(g, view, index);
	case LAYOUT_PART:
		return part_at(g, view, index);
	case LAYOUT_CONCAT:
		return concat_at(g, view, index);
	case LAYOUT_SINGLE:
	case LAYOUT_FILL:
		return of;
	case LAYOUT_SPLIT_VEC:
		return layout_at(g, of, affine_add(t, affine_times(t, index, n),
						affine_lane(t, (int)n)));
	case LAYOUT_JOIN_VEC:
		return layout_lane(g, layout_at(g, of, affine_div(t, index, n)),
				 affine_mod(t, index, n));
	case LAYOUT_LANES:
		return layout_lane(g, of, index);
	case LAYOUT_LANE:
		return layout_lane(g, layout_at(g, of, index), view->index);
	case LAYOUT_CHOICE:
	case LAYOUT_SPREAD:
		return over_parts(g, view, index, 0);
	case LAYOUT_MAP:
		return map_at(g, view, index);
	case LAYOUT_UNMAP:
		return unmap_at(g, view, index);
	case LAYOUT_DISTRIBUTED:
		return distributed_at(g, view, index);
	case LAYOUT_ELEMENT:
	case LAYOUT_COMPONENT:
	case LAYOUT_LATER:
		return layout_at(g, layout_forced(g, view), index);
	default:
		return view;
	}
}

const Layout *layout_get(Gen *g, const Layout *view, int part)
{
	if (g->stopped)
		return view;
	switch (view->kind) {
	case LAYOUT_TUPLE:
		return view->parts[part];
	case LAYOUT_MEMORY:
		return memory_get(g, view, part);
	case LAYOUT_LANE:
		return layout_lane(g, layout_get(g, view->of, part), view->index);
	case LAYOUT_CHOICE:
	case LAYOUT_SPREAD:
		return over_parts(g, view, NULL, part);
	case LAYOUT_ELEMENT:
	case LAYOUT_COMPONENT:
	case LAYOUT_LATER:
		return layout_get(g, layout_forced(g, view), part);
	default:
		return view;
	}
}

static const Layout *tuple_lane(Gen *g, const Layout *view, const Affine *lane)
{
	const Layout **parts = ARENA_ARRAY(g->arena, const Layout *, view->count);

	for (int i = 0; i < view->count; i++)
		parts[i] = layout_lane(g, view->parts[i], lane);
	return layout_tuple(g, view->count, parts);
}

const Layout *layout_lane(Gen *g, const Layout *view, const Affine *lane)
{
	if (lane->width > 1 && lane == affine_lane(&g->indices, lane->width))
		return view;
	if (view->kind == LAYOUT_TUPLE)
		return tuple_lane(g, view, lane);
	if (view->kind == LAYOUT_MEMORY)
		return memory_lane(g, view, lane);
	if (view->kind == LAYOUT_SPREAD && affine_is_const(lane))
		return view->parts[lane->constant];
	if (view->kind == LAYOUT_CODE && view->code->width == 1)
		return view;
	return layout_new(g, (Layout){ .kind = LAYOUT_LANE, .of = view,
				   .index = lane });
}

/* -- questions ------------------------------------------------------------- */

bool layout_is_place(const Layout *view)
{
	switch (view->kind) {
	case LAYOUT_MEMORY:
		return true;
	case LAYOUT_SPLIT: case LAYOUT_JOIN: case LAYOUT_TRANSPOSE:
	case LAYOUT_COLUMN: case LAYOUT_SLICE: case LAYOUT_STRIDE:
	case LAYOUT_PART: case LAYOUT_SPLIT_VEC: case LAYOUT_JOIN_VEC:
	case LAYOUT_LANES: case LAYOUT_LANE: case LAYOUT_SINGLE:
		return layout_is_place(view->of);
	default:
		return false;
	}
}

bool layout_is_static(const Layout *view)
{
	for (int i = 0; i < view->count; i++)
		if (layout_is_static(view->parts[i]))
			return true;
	switch (view->kind) {
	case LAYOUT_REGISTERS:
		return true;
	case LAYOUT_LANES:
	case LAYOUT_JOIN_VEC:
	case LAYOUT_LANE:
		return !layout_is_place(view->of);
	case LAYOUT_DISTRIBUTED:
	case LAYOUT_FILL:
		return false;
	default:
		return view->of && layout_is_static(view->of);
	}
}

bool layout_is_shared(const Layout *view)
{
	for (int i = 0; i < view->count; i++)
		if (layout_is_shared(view->parts[i]))
			return true;
	if (view->kind == LAYOUT_MEMORY)
		return view->leaves[0].buffer->space != SPACE_PRIVATE;
	return view->of && layout_is_shared(view->of);
}

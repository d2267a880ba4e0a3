#include "codegen_opencl/view.h"

#include <string.h>

const View *view_new(Gen *g, View view)
{
	View *made = ARENA_NEW(g->arena, View);

	*made = view;
	return made;
}

const View *view_code(Gen *g, const Code *code)
{
	return view_new(g, (View){ .kind = VIEW_CODE, .code = code });
}

static const View *const *copied(Gen *g, int count, const View *const *parts)
{
	const View **copy = ARENA_ARRAY(g->arena, const View *, count);

	memcpy(copy, parts, sizeof *copy * (size_t)count);
	return copy;
}

const View *view_tuple(Gen *g, int count, const View *const *parts)
{
	return view_new(g, (View){ .kind = VIEW_TUPLE, .count = count,
				   .parts = copied(g, count, parts) });
}

const View *view_zip(Gen *g, int count, const View *const *parts)
{
	return view_new(g, (View){ .kind = VIEW_ZIP, .count = count,
				   .parts = copied(g, count, parts) });
}

/* A view of a view that undoes it is what it shows. */
static const View *undone(ViewKind kind, const View *of, int64_t n)
{
	static const ViewKind inverse[VIEW_KINDS] = {
		[VIEW_SPLIT] = VIEW_JOIN, [VIEW_JOIN] = VIEW_SPLIT,
		[VIEW_TRANSPOSE] = VIEW_TRANSPOSE,
		[VIEW_SPLIT_VEC] = VIEW_JOIN_VEC,
		[VIEW_JOIN_VEC] = VIEW_SPLIT_VEC,
	};

	if (inverse[kind] && of->kind == inverse[kind] && of->n == n)
		return of->of;
	if (kind == VIEW_PART && of->kind == VIEW_ZIP)
		return of->parts[n];
	return NULL;
}

const View *view_of(Gen *g, ViewKind kind, const View *of, int64_t n,
		    int64_t m)
{
	const View *plain = undone(kind, of, n);

	if (plain)
		return plain;
	return view_new(g, (View){ .kind = kind, .of = of, .n = n, .m = m });
}

const View *view_slice(Gen *g, const View *of, const Index *first)
{
	if (index_is_const(first) && !first->constant)
		return of;
	return view_new(g, (View){ .kind = VIEW_SLICE, .of = of,
				   .index = first });
}

const View *view_memory(Gen *g, const Type *type, const Leaf *leaves)
{
	return view_new(g, (View){ .kind = VIEW_MEMORY, .type = type,
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

static const View *memory_at(Gen *g, const View *view, const Index *index)
{
	const Type *element = view->type->element;
	int count = type_leaves(element);
	int64_t *sizes = ARENA_ARRAY(g->arena, int64_t, count);
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);
	View made = *view;

	leaf_sizes(element, 1, sizes);
	for (int i = 0; i < count; i++) {
		leaves[i] = view->leaves[i];
		leaves[i].offset = index_add(&g->indices, leaves[i].offset,
					     index_times(&g->indices, index,
							 sizes[i]));
	}
	made.type = element;
	made.leaves = leaves;
	return view_new(g, made);
}

static const View *memory_get(Gen *g, const View *view, int part)
{
	View made = *view;

	for (int i = 0; i < part; i++)
		made.leaves += type_leaves(view->type->parts[i]);
	made.type = view->type->parts[part];
	return view_new(g, made);
}

static const View *memory_lane(Gen *g, const View *view, const Index *lane)
{
	int count = type_leaves(view->type), width;
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);
	View made = *view;

	if (!view->lane && type_lane(g->ir, view->type, &width)) {
		made.lane = lane;
		return view_new(g, made);
	}
	for (int i = 0; i < count; i++) {
		leaves[i] = view->leaves[i];
		leaves[i].offset = index_at_lane(&g->indices,
						 leaves[i].offset, lane);
	}
	made.leaves = leaves;
	return view_new(g, made);
}

/* -- elements -------------------------------------------------------------- */

/* One view per lane of the index. */
static const View *spread(Gen *g, const View *view, const Index *index)
{
	const View *lanes[16];

	for (int i = 0; i < index->width; i++)
		lanes[i] = view_at(g, view, index_at_lane(&g->indices, index,
				   index_const(&g->indices, i)));
	return view_new(g, (View){ .kind = VIEW_SPREAD, .count = index->width,
				   .parts = copied(g, index->width, lanes) });
}

/* Makes the loop that changes the index unrolled next time; where that is no
 * loop, or a long one, the registers become an array. */
static void learn_static(Gen *g, const Index *index, const Expr *registers)
{
	enum { SHORT = 64 };

	for (int i = 0; i < index->count; i++) {
		const IndexAtom *atom = index->terms[i].atom;

		if (atom->kind != INDEX_VAR || atom->var->kind != VAR_LOOP
		    || !atom->var->origin || atom->hi - atom->lo >= SHORT)
			continue;
		gen_learn(g, LESSON_UNROLL, atom->var->origin, 0);
		return;
	}
	gen_learn(g, LESSON_ARRAY, registers, 0);
}

static const View *registers_at(Gen *g, const View *view, const Index *index)
{
	if (index->width > 1)
		return spread(g, view, index);
	if (index_is_const(index))
		return index->constant >= 0 && index->constant < view->count
		       ? view->parts[index->constant] : view->parts[0];
	learn_static(g, index, view->expr);
	return view->parts[0];
}

static const View *element(Gen *g, const View *of, const Index *index)
{
	return view_new(g, (View){ .kind = VIEW_ELEMENT, .of = of,
				   .index = index });
}

static const View *concat_at(Gen *g, const View *view, const Index *index)
{
	int64_t start = 0, end;
	const View *pair[2];

	for (int i = 0; i < view->count; i++, start = end) {
		View rest = *view;

		end = start + view->lengths[i];
		if (index->lo >= end)
			continue;
		index = index_plus(&g->indices, index, -start);
		if (index->hi < end - start || i == view->count - 1)
			return view_at(g, view->parts[i], index);
		if (index->width > 1)
			return spread(g, view, index_plus(&g->indices, index,
							  start));
		rest.parts += i + 1;
		rest.lengths += i + 1;
		rest.count -= i + 1;
		pair[0] = element(g, view->parts[i], index);
		pair[1] = element(g, view_new(g, rest),
				  index_plus(&g->indices, index,
					     start - end));
		return view_new(g, (View){ .kind = VIEW_CHOICE, .count = 2,
					   .parts = copied(g, 2, pair),
					   .index = index, .n = end - start });
	}
	return view_at(g, view->parts[0], index);
}

static const View *map_at(Gen *g, const View *view, const Index *index)
{
	const View *arg = view_at(g, view->of, index), *result;
	int width = g->width;

	if (index->width > width)
		g->width = index->width;
	result = gen_apply(g, view->expr, view->env, &arg);
	g->width = width;
	return result;
}

static const View *unmap_at(Gen *g, const View *view, const Index *index)
{
	const View *nothing = NULL, *place = view_at(g, view->of, index);
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
static const View *distributed_at(Gen *g, const View *view, const Index *index)
{
	for (const Spread *s = g->spread; s; s = s->up)
		if (s->level == LEVEL_LOCAL && s->dim == view->n
		    && s->index == index && s->extent == view->m)
			return view->of;
	gen_learn(g, LESSON_SHARED, view->expr, 0);
	return view->of;
}

static const View *zip_at(Gen *g, const View *view, const Index *index)
{
	const View **parts = ARENA_ARRAY(g->arena, const View *, view->count);

	for (int i = 0; i < view->count; i++)
		parts[i] = view_at(g, view->parts[i], index);
	return view_tuple(g, view->count, parts);
}

/* One part of a tuple of arrays needs no other part. */
static const View *part_at(Gen *g, const View *view, const Index *index)
{
	return view_get(g, view_at(g, view->of, index), (int)view->n);
}

static const View *over_parts(Gen *g, const View *view, const Index *index,
			      int part)
{
	const View **parts = ARENA_ARRAY(g->arena, const View *, view->count);
	View made = *view;
	bool later = view->kind == VIEW_CHOICE;

	for (int i = 0; i < view->count; i++) {
		if (later && index)
			parts[i] = element(g, view->parts[i], index);
		else if (later)
			parts[i] = view_new(g, (View){ .kind = VIEW_COMPONENT,
						       .of = view->parts[i],
						       .n = part });
		else if (index)
			parts[i] = view_at(g, view->parts[i],
					   index_at_lane(&g->indices, index,
						index_const(&g->indices, i)));
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

static const View *inner_at(Gen *g, const View *of, const Index *outer,
			    const Index *inner)
{
	return view_at(g, view_at(g, of, outer), inner);
}

const View *view_at(Gen *g, const View *view, const Index *index)
{
	IndexTable *t = &g->indices;
	const View *of = view->of;
	int64_t n = view->n;

	if (g->stopped)
		return view;
	switch (view->kind) {
	case VIEW_MEMORY:
		return memory_at(g, view, index);
	case VIEW_REGISTERS:
		return registers_at(g, view, index);
	case VIEW_SPLIT:
		return view_slice(g, of, index_times(t, index, n));
	case VIEW_JOIN:
		return inner_at(g, of, index_div(t, index, n),
				index_mod(t, index, n));
	case VIEW_TRANSPOSE:
		return view_new(g, (View){ .kind = VIEW_COLUMN, .of = of,
					   .index = index });
	case VIEW_COLUMN:
		return inner_at(g, of, index, view->index);
	case VIEW_SLICE:
		return view_at(g, of, index_add(t, index, view->index));
	case VIEW_STRIDE:
		return view_at(g, of, index_add(t, index_div(t, index, view->m),
			       index_times(t, index_mod(t, index, view->m),
					   n)));
	case VIEW_ZIP:
		return zip_at(g, view, index);
	case VIEW_PART:
		return part_at(g, view, index);
	case VIEW_CONCAT:
		return concat_at(g, view, index);
	case VIEW_SINGLE:
	case VIEW_FILL:
		return of;
	case VIEW_SPLIT_VEC:
		return view_at(g, of, index_add(t, index_times(t, index, n),
						index_lane(t, (int)n)));
	case VIEW_JOIN_VEC:
		return view_lane(g, view_at(g, of, index_div(t, index, n)),
				 index_mod(t, index, n));
	case VIEW_LANES:
		return view_lane(g, of, index);
	case VIEW_LANE:
		return view_lane(g, view_at(g, of, index), view->index);
	case VIEW_CHOICE:
	case VIEW_SPREAD:
		return over_parts(g, view, index, 0);
	case VIEW_MAP:
		return map_at(g, view, index);
	case VIEW_UNMAP:
		return unmap_at(g, view, index);
	case VIEW_DISTRIBUTED:
		return distributed_at(g, view, index);
	case VIEW_ELEMENT:
	case VIEW_COMPONENT:
	case VIEW_LATER:
		return view_at(g, view_forced(g, view), index);
	default:
		return view;
	}
}

const View *view_get(Gen *g, const View *view, int part)
{
	if (g->stopped)
		return view;
	switch (view->kind) {
	case VIEW_TUPLE:
		return view->parts[part];
	case VIEW_MEMORY:
		return memory_get(g, view, part);
	case VIEW_LANE:
		return view_lane(g, view_get(g, view->of, part), view->index);
	case VIEW_CHOICE:
	case VIEW_SPREAD:
		return over_parts(g, view, NULL, part);
	case VIEW_ELEMENT:
	case VIEW_COMPONENT:
	case VIEW_LATER:
		return view_get(g, view_forced(g, view), part);
	default:
		return view;
	}
}

static const View *tuple_lane(Gen *g, const View *view, const Index *lane)
{
	const View **parts = ARENA_ARRAY(g->arena, const View *, view->count);

	for (int i = 0; i < view->count; i++)
		parts[i] = view_lane(g, view->parts[i], lane);
	return view_tuple(g, view->count, parts);
}

const View *view_lane(Gen *g, const View *view, const Index *lane)
{
	if (lane->width > 1 && lane == index_lane(&g->indices, lane->width))
		return view;
	if (view->kind == VIEW_TUPLE)
		return tuple_lane(g, view, lane);
	if (view->kind == VIEW_MEMORY)
		return memory_lane(g, view, lane);
	if (view->kind == VIEW_SPREAD && index_is_const(lane))
		return view->parts[lane->constant];
	if (view->kind == VIEW_CODE && view->code->width == 1)
		return view;
	return view_new(g, (View){ .kind = VIEW_LANE, .of = view,
				   .index = lane });
}

/* -- questions ------------------------------------------------------------- */

bool view_is_place(const View *view)
{
	switch (view->kind) {
	case VIEW_MEMORY:
		return true;
	case VIEW_SPLIT: case VIEW_JOIN: case VIEW_TRANSPOSE:
	case VIEW_COLUMN: case VIEW_SLICE: case VIEW_STRIDE:
	case VIEW_PART: case VIEW_SPLIT_VEC: case VIEW_JOIN_VEC:
	case VIEW_LANES: case VIEW_LANE: case VIEW_SINGLE:
		return view_is_place(view->of);
	default:
		return false;
	}
}

bool view_is_static(const View *view)
{
	for (int i = 0; i < view->count; i++)
		if (view_is_static(view->parts[i]))
			return true;
	switch (view->kind) {
	case VIEW_REGISTERS:
		return true;
	case VIEW_LANES:
	case VIEW_JOIN_VEC:
	case VIEW_LANE:
		return !view_is_place(view->of);
	case VIEW_DISTRIBUTED:
	case VIEW_FILL:
		return false;
	default:
		return view->of && view_is_static(view->of);
	}
}

bool view_is_shared(const View *view)
{
	for (int i = 0; i < view->count; i++)
		if (view_is_shared(view->parts[i]))
			return true;
	if (view->kind == VIEW_MEMORY)
		return view->leaves[0].buffer->space != SPACE_PRIVATE;
	return view->of && view_is_shared(view->of);
}

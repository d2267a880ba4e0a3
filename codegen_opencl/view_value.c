/* The leaves of views: values, stores and choices. */
#include "codegen_opencl/view.h"

/* -- places ---------------------------------------------------------------- */

static const Affine *cell(Gen *g, const View *view)
{
	const Affine *offset = view->leaves[0].offset;

	if (view->type->kind != TYPE_VECTOR)
		return offset;
	return affine_add(&g->indices, offset, view->lane ? view->lane
			 : affine_lane(&g->indices, view->type->count));
}

/* -- choices --------------------------------------------------------------- */

static const Code *condition(Gen *g, const View *view)
{
	return code_below(g->arena, view->index, view->end);
}

static const Code *choice_value(Gen *g, const View *view)
{
	Block *blocks[2];
	const Code *values[2], *wide[2];
	Scope scope;
	Var *var;
	int width;

	for (int i = 0; i < 2; i++) {
		blocks[i] = block_new(g->arena);
		gen_open(g, &scope, blocks[i]);
		values[i] = view_value(g, view_forced(g, view->parts[i]));
		gen_close(g);
	}
	if (!blocks[0]->count && !blocks[1]->count)
		return code_choose(g->arena, condition(g, view), values[0],
				   values[1]);
	width = values[0]->width > values[1]->width ? values[0]->width
						    : values[1]->width;
	var = gen_variable(g, VAR_TEMP, values[0]->scalar, width);
	for (int i = 0; i < 2; i++) {
		wide[i] = code_splat(g->arena, values[i], width, var->mask);
		block_add(blocks[i], (Stmt){ .kind = STMT_ASSIGN, .var = var,
					     .value = wide[i] });
	}
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = condition(g, view),
			   .body = blocks[0], .other = blocks[1] });
	return code_var(g->arena, var);
}

/* What is done only from the n-th element on. */
static void add_after(Gen *g, const View *view, Block *block)
{
	const Affine *last = affine_plus(&g->indices, view->end, -1);

	gen_add(g, (Stmt){ .kind = STMT_IF, .body = block,
			   .value = code_below(g->arena, last, view->index) });
}

static void put_after(Gen *g, const View *view, const Code *value)
{
	Block *block = block_new(g->arena);
	Scope scope;

	gen_open(g, &scope, block);
	view_put(g, view_forced(g, view->parts[1]), value);
	gen_close(g);
	add_after(g, view, block);
}

static void choice_put(Gen *g, const View *view, const Code *value)
{
	Block *blocks[2];
	Scope scope;

	value = gen_name(g, value, VAR_TEMP);
	if (view->parts[0]->kind == VIEW_NOWHERE) {
		put_after(g, view, value);
		return;
	}
	for (int i = 0; i < 2; i++) {
		blocks[i] = block_new(g->arena);
		gen_open(g, &scope, blocks[i]);
		view_put(g, view_forced(g, view->parts[i]), value);
		gen_close(g);
	}
	if (blocks[0]->count)
		gen_add(g, (Stmt){ .kind = STMT_IF,
				   .value = condition(g, view),
				   .body = blocks[0], .other = blocks[1] });
	else
		add_after(g, view, blocks[1]);
}

/* -- lanes ----------------------------------------------------------------- */

/* Of parts that are vectors themselves, over the same lanes, each its lane. */
static const Code *spread_value(Gen *g, const View *view)
{
	const Code *codes[16];

	for (int i = 0; i < view->count; i++) {
		codes[i] = view_value(g, view->parts[i]);
		if (codes[i]->width > 1)
			codes[i] = code_lane(g->arena, gen_name(g, codes[i],
								VAR_TEMP), i);
	}
	return code_lanes(g->arena, view->count, codes);
}

/* The lanes of a vector in a private array. */
static View in_array(Gen *g, const Code *vector)
{
	const Type *type = type_vector(g->ir, type_scalar(g->ir,
				       vector->scalar), vector->width);
	View array = { .kind = VIEW_MEMORY, .type = type };
	Leaf *leaf = ARENA_NEW(g->arena, Leaf);

	leaf->buffer = gen_reserve(g, SPACE_PRIVATE, vector->scalar,
				   vector->width, NULL);
	leaf->offset = affine_const(&g->indices, 0);
	array.leaves = leaf;
	view_put(g, view_new(g, array), vector);
	return array;
}

static const Code *lane_in(Gen *g, View array, const Affine *lane)
{
	array.lane = lane;
	return view_value(g, view_new(g, array));
}

/* A lane whose number is not constant goes through a private array. */
static const Code *picked(Gen *g, const Code *vector, const Affine *lane)
{
	return lane_in(g, in_array(g, vector), lane);
}

/* Some lanes as a vector of their own; NULL when which ones is not known. */
static const Code *some_lanes(Gen *g, const Code *vector, const Affine *lanes)
{
	const Code *codes[16];

	for (int i = 0; i < lanes->width; i++) {
		const Affine *lane = affine_at_lane(&g->indices, lanes,
					affine_const(&g->indices, i));

		if (!affine_is_const(lane))
			return NULL;
		codes[i] = code_lane(g->arena, vector, (int)lane->constant);
	}
	return code_lanes(g->arena, lanes->width, codes);
}

static const Code *lane_value(Gen *g, const View *view)
{
	const Code *vector = view_value(g, view->of), *some;

	if (vector->width == 1)
		return vector;
	vector = gen_name(g, vector, VAR_TEMP);
	some = view->index->width > 1 ? some_lanes(g, vector, view->index)
				      : NULL;
	if (some)
		return some;
	if (!affine_is_const(view->index)
	    && !view_plan_unroll(g, view->index, 17))
		return picked(g, vector, view->index);
	return code_lane(g->arena, vector, (int)view->index->constant);
}

/* -- values ---------------------------------------------------------------- */

const Code *view_value(Gen *g, const View *view)
{
	if (g->stopped)
		return code_int(g->arena, SCALAR_I32, 0);
	view = view_forced(g, view);
	switch (view->kind) {
	case VIEW_CODE:
		return index_number(g, view->code);
	case VIEW_REGISTER:
		return code_var(g->arena, view->var);
	case VIEW_MEMORY:
		return view_load(g, view->leaves[0].buffer, cell(g, view));
	case VIEW_CHOICE:
		return choice_value(g, view);
	case VIEW_SPREAD:
		return spread_value(g, view);
	case VIEW_LANE:
		return lane_value(g, view);
	default:
		gen_refuse(g, E0303, g->at, NULL,
			   "a value is asked for where there is none");
		return code_int(g->arena, SCALAR_I32, 0);
	}
}

/* -- stores ---------------------------------------------------------------- */

static void store(Gen *g, Buffer *buffer, const Affine *index,
		  const Code *value, int width)
{
	value = code_stored(g->arena, value, width);
	gen_add(g, (Stmt){ .kind = STMT_STORE, .buffer = buffer,
			   .index = index, .value = value });
	buffer->version++;
}

void view_combine(Gen *g, const View *place, const char *atomic,
		  const Code *value)
{
	Buffer *buffer;

	if (g->stopped)
		return;
	place = view_forced(g, place);
	buffer = place->leaves[0].buffer;
	gen_add(g, (Stmt){ .kind = STMT_STORE, .buffer = buffer,
			   .index = cell(g, place), .value = value,
			   .atomic = atomic });
	buffer->version++;
}

static void store_lanes(Gen *g, Buffer *buffer, const Affine *index,
			const Code *value)
{
	const Affine *lanes[16];

	if (index->width == 1 && value->width > 1) {
		gen_refuse(g, E0303, g->at, "toPrivate",
			   "what lanes have is stored in one element of an array");
		return;
	}
	if (index->width == 1) {
		store(g, buffer, index, value, 1);
		return;
	}
	if (view_lane_step(g, index, lanes) == 1) {
		store(g, buffer, lanes[0], value, index->width);
		return;
	}
	value = gen_name(g, value, VAR_TEMP);
	for (int i = 0; i < index->width; i++)
		store(g, buffer, lanes[i], code_lane(g->arena, value, i), 1);
}

/* Whether b is the element of a buffer after a. */
static bool is_next(Gen *g, const View *a, const View *b)
{
	const View *pair[] = { a, b };

	for (int i = 0; i < 2; i++)
		if (pair[i]->kind != VIEW_MEMORY
		    || pair[i]->type->kind != TYPE_SCALAR)
			return false;
	return a->leaves[0].buffer == b->leaves[0].buffer
	    && affine_plus(&g->indices, cell(g, a), 1) == cell(g, b);
}

/* How many lanes from one on make a vector of their own in memory: a power of
 * two that divides its place. */
static int neighbours(Gen *g, const View *view, int lane)
{
	int count = 1, width = 1;

	while (lane + count < view->count
	       && is_next(g, view->parts[lane + count - 1],
			  view->parts[lane + count]))
		count++;
	while (2 * width <= count && lane % (2 * width) == 0)
		width *= 2;
	return width;
}

static void put_lanes(Gen *g, const View *to, const Code *value, int lane,
		      int width)
{
	const Code *codes[16];

	for (int i = 0; i < width; i++)
		codes[i] = code_lane(g->arena, value, lane + i);
	store(g, to->leaves[0].buffer, cell(g, to),
	      code_lanes(g->arena, width, codes), width);
}

/* Neighbours in memory of which those before a lane have no place. */
typedef struct Tail {
	Buffer *buffer;
	const Affine *place; /* of lane 0, if it had one */
	const Affine *first; /* the lane, 0 or less: all have; */
	int before;          /* at least that */
} Tail;

static bool is_from(Gen *g, const View *part)
{
	return part->kind == VIEW_CHOICE
	    && view_forced(g, part->parts[0])->kind == VIEW_NOWHERE;
}

/* False: the lanes that have a place are others than those from one on, or few. */
static bool is_tail(Gen *g, const View *view, Tail *tail)
{
	enum { FEW = 4 };
	const View *last = NULL;
	AffineTable *t = &g->indices;

	*tail = (Tail){ 0 };
	while (tail->before < view->count
	       && view->parts[tail->before]->kind == VIEW_NOWHERE)
		tail->before++;
	for (int i = tail->before; i < view->count; i++) {
		const View *part = view->parts[i], *place = part;

		if (is_from(g, part)) {
			const Affine *first = affine_plus(t, affine_sub(t,
						part->end, part->index), i);

			if (tail->first && tail->first != first)
				return false;
			tail->first = first;
			place = view_forced(g, part->parts[1]);
		} else if (tail->first && !affine_is_natural(t, affine_plus(t,
				affine_times(t, tail->first, -1), i))) {
			return false;
		}
		if (!tail->first || (last && !is_next(g, last, place)))
			return false;
		if (!last && place->kind == VIEW_MEMORY)
			*tail = (Tail){ place->leaves[0].buffer,
				affine_plus(t, cell(g, place), -i),
				tail->first, i };
		last = place;
	}
	return tail->place && view->count - tail->before > FEW
	    && (!tail->before || affine_is_natural(t, affine_plus(t,
			tail->first, -tail->before)));
}

/* Lane by lane, in a loop. */
static void put_each(Gen *g, const Tail *tail, const Code *value)
{
	const View array = in_array(g, value);
	Block *body = block_new(g->arena);
	Var *var = var_new(g->arena, VAR_LOOP, SCALAR_I32, 1, 0);
	const Affine *lane = affine_var(&g->indices, var, 0,
					value->width - 1);
	Scope scope;

	var->wide = affine_is_wide(tail->first);
	gen_add(g, (Stmt){ .kind = STMT_LOOP, .var = var, .body = body,
			   .start = code_index(g->arena, var->wide ? SCALAR_I64
					       : SCALAR_I32, tail->first),
			   .extent = value->width });
	gen_open(g, &scope, body);
	store(g, tail->buffer, affine_add(&g->indices, tail->place, lane),
	      lane_in(g, array, lane), 1);
	gen_close(g);
}

static void put_tail(Gen *g, const Tail *tail, const Code *value)
{
	Block *whole = block_new(g->arena), *each = block_new(g->arena);
	Scope scope;

	if (tail->before) {
		put_each(g, tail, value);
		return;
	}
	gen_open(g, &scope, whole);
	store(g, tail->buffer, tail->place, value, value->width);
	gen_close(g);
	gen_open(g, &scope, each);
	put_each(g, tail, value);
	gen_close(g);
	gen_add(g, (Stmt){ .kind = STMT_IF, .body = whole, .other = each,
			   .value = code_below(g->arena, tail->first,
					       affine_const(&g->indices, 1)) });
}

static void spread_put(Gen *g, const View *view, const Code *value)
{
	const View **parts = ARENA_ARRAY(g->arena, const View *, view->count);
	View forced = *view;
	Tail tail;

	for (int i = 0; i < view->count; i++)
		parts[i] = view_forced(g, view->parts[i]);
	forced.parts = parts;
	value = gen_name(g, value, VAR_TEMP);
	if (value->scalar != SCALAR_BOOL && value->width == view->count
	    && is_tail(g, &forced, &tail)) {
		put_tail(g, &tail, value);
		return;
	}
	for (int i = 0, width; i < view->count && !g->stopped; i += width) {
		width = value->scalar == SCALAR_BOOL || value->width == 1 ? 1
		      : neighbours(g, &forced, i);
		if (width > 1)
			put_lanes(g, parts[i], value, i, width);
		else
			view_put(g, parts[i],
				 code_lane(g->arena, value, i));
	}
}

void view_put(Gen *g, const View *view, const Code *value)
{
	if (g->stopped)
		return;
	view = view_forced(g, view);
	switch (view->kind) {
	case VIEW_REGISTER:
		gen_assign(g, view->var, value);
		break;
	case VIEW_MEMORY:
		store_lanes(g, view->leaves[0].buffer, cell(g, view), value);
		break;
	case VIEW_CHOICE:
		choice_put(g, view, value);
		break;
	case VIEW_SPREAD:
		spread_put(g, view, value);
		break;
	case VIEW_SENT:
		view_send(g, view, value);
		break;
	case VIEW_NOWHERE:
		break;
	default:
		gen_refuse(g, E0303, g->at, NULL,
			   "a result cannot be written here");
		break;
	}
}

const View *view_named(Gen *g, const View *view, const Type *type)
{
	const View **parts;

	if (g->stopped || type->kind == TYPE_ARRAY || index_of(g, view))
		return view;
	if (type->kind != TYPE_TUPLE)
		return view_code(g, gen_name(g, view_value(g, view),
					     VAR_TEMP));
	parts = ARENA_ARRAY(g->arena, const View *, type->count);
	for (int i = 0; i < type->count; i++)
		parts[i] = view_named(g, view_get(g, view, i),
				      type->parts[i]);
	return view_tuple(g, type->count, parts);
}

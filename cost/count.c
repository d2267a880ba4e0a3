#include <stdlib.h>

#include "cost/tally.h"

/* What is counted, and the values of the variables around. */
typedef struct Counter {
	Tally tally;
	Arena *arena;
	Access **scope;
	int count, capacity;
} Counter;

static Access *count(Counter *c, const Expr *e, const Access *where);

static Access *in_registers(Counter *c, const Type *type, AccessState state)
{
	return access_of(c->arena, type, IN_REGISTERS, state);
}

static void bind(Counter *c, Access *value)
{
	if (c->count == c->capacity) {
		c->capacity = 2 * c->capacity + 32;
		c->scope = base_realloc(c->scope, sizeof *c->scope
					* (size_t)c->capacity);
	}
	c->scope[c->count++] = value;
}

/* -- memory ---------------------------------------------------------------- */

/* What is computed with is loaded, once. */
static void use(Counter *c, Access *value)
{
	for (int i = 0; i < value->count; i++)
		use(c, value->parts[i]);
	if (value->count || value->space == IN_REGISTERS || value->loaded)
		return;
	value->loaded = true;
	tally_load(&c->tally, value);
}

static bool begin_loop(Counter *c, LoopKind kind, double trips)
{
	if (c->tally.depth == ACCESS_LOOPS)
		return false;
	c->tally.loops[c->tally.depth++] = (Loop){ kind, trips };
	return true;
}

static void store_leaf(Counter *c, const Type *type, const Access *where)
{
	Access leaf = *where;

	leaf.bytes = (int)scalar_bytes(type->scalar);
	leaf.lanes = type->kind == TYPE_VECTOR ? type->count : 1;
	if (leaf.space != IN_REGISTERS)
		tally_store(&c->tally, &leaf);
}

/* A whole value goes to its place, element by element. */
static void store(Counter *c, const Type *type, const Access *where)
{
	if (type->kind == TYPE_ARRAY) {
		const int loop = c->tally.depth;

		if (!begin_loop(c, LOOP_UNROLLED, access_length(type)))
			return;
		store(c, type->element, access_element(c->arena, where, loop));
		c->tally.depth--;
	} else if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			store(c, type->parts[i], i < where->count
			      ? where->parts[i] : where);
	} else if (!where->count) {
		store_leaf(c, type, where);
	}
}

static Space space_of(const Access *where)
{
	return where->count ? space_of(where->parts[0]) : where->space;
}

/* Afterwards it is where it was to be: what a loop around that is no view has
 * stored already is not stored again. */
static Access *stored(Counter *c, const Type *type, Access *value,
		     const Access *where)
{
	if (!access_has(value, AS_STORED)
	    || space_of(value) != space_of(where)) {
		use(c, value);
		store(c, type, where);
	}
	return access_of(c->arena, type, space_of(where), AS_STORED);
}

/* What is stored outside of all loops is a kernel of its own. */
static Access *kept(Counter *c, const Expr *e, Space space)
{
	const Access *where = access_of(c->arena, e->type, space, AS_STORED);

	if (space == IN_GLOBAL && !c->tally.depth)
		tally_launch(&c->tally);
	return stored(c, e->type, count(c, e->kids[0], where), where);
}

/* -- loops ----------------------------------------------------------------- */

static LoopKind kind_of(Prim prim)
{
	switch (prim) {
	case PRIM_MAP_GLOBAL:
	case PRIM_MAP_IN_GROUPS:
	case PRIM_MAP_WORKGROUP: return LOOP_ITEMS;
	case PRIM_MAP_LOCAL: return LOOP_LOCAL;
	case PRIM_MAP_SEQ_UNROLL:
	case PRIM_REDUCE_SEQ_UNROLL: return LOOP_UNROLLED;
	default: return LOOP_SERIAL;
	}
}

static Access *body(Counter *c, const Expr *lambda, const Access *where)
{
	Access *result = count(c, lambda->kids[0], where);

	c->count -= lambda->index;
	return result;
}

static const Expr *last(const Expr *e)
{
	return e->kids[e->kid_count - 1];
}

/* The map that stays in a low-level expression is a view. */
static Access *count_map(Counter *c, const Expr *e, const Access *where)
{
	const bool view = e->prim == PRIM_MAP;
	const int loop = c->tally.depth;
	Access *array = count(c, last(e), where), *element, *place;

	if (!begin_loop(c, view ? LOOP_UNROLLED : kind_of(e->prim),
			access_length(e->type)))
		return in_registers(c, e->type, AS_FRESH);
	place = access_element(c->arena, where, loop);
	bind(c, access_element(c->arena, array, loop));
	element = body(c, e->kids[0], place);
	if (!view || access_has(element, AS_STORED)) {
		stored(c, e->type->element, element, place);
		tally_loop(&c->tally);
	}
	c->tally.depth--;
	if (!view || access_has(element, AS_STORED))
		return access_of(c->arena, e->type, space_of(where), AS_STORED);
	return access_array(c->arena, element, loop);
}

/* Lanes of the vectors in a type. */
static int width_of(const Type *type)
{
	if (type->kind == TYPE_ARRAY)
		return width_of(type->element);
	if (type->kind == TYPE_TUPLE)
		return width_of(type->parts[0]);
	return type->kind == TYPE_VECTOR ? type->count : 1;
}

static Access *count_vector(Counter *c, const Expr *e, const Access *where)
{
	const int lanes = c->tally.lanes;
	Access *value;

	bind(c, count(c, last(e), where));
	c->tally.lanes = width_of(last(e)->type);
	value = body(c, e->kids[0], where);
	c->tally.lanes = lanes;
	use(c, value);
	return in_registers(c, e->type, AS_FRESH);
}

/* What a loop carries is in registers. */
static Access *count_fold(Counter *c, const Expr *e)
{
	const Access *nowhere = in_registers(c, e->type, AS_STORED);
	const int loop = c->tally.depth;
	Access *array = count(c, last(e), nowhere);

	use(c, count(c, e->kids[1], nowhere));
	if (!begin_loop(c, kind_of(e->prim), access_length(last(e)->type)))
		return in_registers(c, e->type, AS_FRESH);
	bind(c, in_registers(c, e->kids[0]->params[0], AS_VIEW));
	bind(c, access_element(c->arena, array, loop));
	use(c, body(c, e->kids[0], in_registers(c, e->kids[0]->type,
						AS_STORED)));
	tally_loop(&c->tally);
	c->tally.depth--;
	return in_registers(c, e->type, AS_FRESH);
}

static Access *count_scan(Counter *c, const Expr *e, const Access *where)
{
	count_fold(c, e);
	store(c, e->type, where);
	return access_of(c->arena, e->type, space_of(where), AS_STORED);
}

/* One element after the other, each to a place, or a state, of its own; where
 * that is is not known: taken to be beside that of the one before. */
static Access *count_scatter(Counter *c, const Expr *e, const Access *where)
{
	const Access *nowhere = in_registers(c, e->type, AS_STORED);
	const Expr *const *arrays = e->kids + e->kid_count - 3;
	const int loop = c->tally.depth;
	const bool states = e->prim == PRIM_SCAN_BY_INDEX;
	const Access *target = states
		? access_of(c->arena, arrays[0]->type, IN_GLOBAL, AS_STORED)
		: where;
	Access *indices, *elements, *place;

	stored(c, arrays[0]->type, count(c, arrays[0], target), target);
	indices = count(c, arrays[1], nowhere);
	elements = count(c, arrays[2], nowhere);
	if (!begin_loop(c, LOOP_SERIAL, access_length(arrays[1]->type)))
		return in_registers(c, e->type, AS_FRESH);
	use(c, access_element(c->arena, indices, loop));
	elements = access_element(c->arena, elements, loop);
	place = access_element(c->arena, target, loop);
	if (e->prim == PRIM_PERMUTE) {
		use(c, elements);
	} else {
		bind(c, access_element(c->arena, target, loop));
		bind(c, elements);
		use(c, body(c, e->kids[0], nowhere));
	}
	store(c, arrays[0]->type->element, place);
	if (states)
		store(c, e->type->element,
		      access_element(c->arena, where, loop));
	tally_loop(&c->tally);
	c->tally.depth--;
	return access_of(c->arena, e->type, space_of(where), AS_STORED);
}

static Access *count_iterate(Counter *c, const Expr *e, const Access *where)
{
	Access *start = count(c, last(e), where);

	use(c, start);
	if (!begin_loop(c, LOOP_SERIAL, e->sizes[0]->known
			? (double)e->sizes[0]->value : 1))
		return start;
	for (int i = 0; i < e->kid_count - 1; i++) {
		bind(c, in_registers(c, last(e)->type, AS_VIEW));
		use(c, body(c, e->kids[i], in_registers(
			c, e->kids[i]->type, AS_STORED)));
	}
	tally_loop(&c->tally);
	c->tally.depth--;
	return in_registers(c, e->type, AS_FRESH);
}

/* -- views ----------------------------------------------------------------- */

static bool is_certain(const Expr *index)
{
	return index->kind == EXPR_LITERAL || index->kind == EXPR_SIZE;
}

static Access *count_at(Counter *c, const Expr *e)
{
	const Access *nowhere = in_registers(c, e->type, AS_STORED);
	const Expr *index = e->kids[0]->type->kind == TYPE_ARRAY
			  ? e->kids[1] : e->kids[0];
	const Expr *array = index == e->kids[0] ? e->kids[1] : e->kids[0];
	const int innermost = c->tally.depth > 0 ? c->tally.depth - 1 : 0;
	Access *element = access_view(c->arena, e, count(c, array, nowhere),
				    innermost);

	use(c, count(c, index, nowhere));
	if (is_certain(index) && !element->count)
		element->along[innermost] = 0;
	return element;
}

static Access *count_parts(Counter *c, const Expr *e, const Access *where)
{
	Access *tuple = ARENA_NEW(c->arena, Access);

	tuple->count = e->kid_count;
	tuple->parts = ARENA_ARRAY(c->arena, Access *, e->kid_count);
	for (int i = 0; i < e->kid_count; i++)
		tuple->parts[i] = count(c, e->kids[i],
					where->count == e->kid_count
					? where->parts[i] : where);
	return tuple;
}

/* Of several arrays in a row the longest stands for all. */
static Access *count_concat(Counter *c, const Expr *e, const Access *where)
{
	Access *longest = NULL;
	double most = -1;

	for (int i = 0; i < e->kid_count; i++) {
		Access *value = count(c, e->kids[i], where);

		if (access_length(e->kids[i]->type) <= most)
			continue;
		most = access_length(e->kids[i]->type);
		longest = value;
	}
	return longest;
}

static Access *count_view(Counter *c, const Expr *e, const Access *where)
{
	if (e->prim == PRIM_ZIP)
		return count_parts(c, e, where);
	if (e->prim == PRIM_CONCAT)
		return count_concat(c, e, where);
	if (e->prim == PRIM_AT)
		return count_at(c, e);
	if (!e->kid_count)
		return in_registers(c, e->type, AS_VIEW);
	return access_view(c->arena, e,
			  count(c, last(e), access_behind(c->arena, e, where)),
			  0);
}

/* -- the rest -------------------------------------------------------------- */

/* All kids are computed with. */
static Access *count_uses(Counter *c, const Expr *e)
{
	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i]->kind != EXPR_LAMBDA)
			use(c, count(c, e->kids[i], in_registers(
				c, e->kids[i]->type, AS_STORED)));
	return in_registers(c, e->type, AS_FRESH);
}

static double weight_of(const Expr *e)
{
	static const double weights[] = {
		[ACCURACY_EXACT] = 1, [ACCURACY_OFFERED] = 4,
		[ACCURACY_ULPS] = 10,
	};

	return e->kind == EXPR_OP ? weights[op_rows[e->op].accuracy] : 1;
}

static Access *count_operation(Counter *c, const Expr *e)
{
	Access *value = count_uses(c, e);

	tally_operation(&c->tally, value->count ? 4 : value->bytes,
			weight_of(e));
	return value;
}

static Access *count_prim(Counter *c, const Expr *e, const Access *where)
{
	if (e->prim == PRIM_MAP_VEC)
		return count_vector(c, e, where);
	if (prim_is_map(e->prim))
		return count_map(c, e, where);
	if (prim_is(e->prim, TRAIT_VIEW))
		return count_view(c, e, where);
	switch (e->prim) {
	case PRIM_REDUCE:
	case PRIM_REDUCE_SEQ:
	case PRIM_REDUCE_SEQ_UNROLL:
	case PRIM_REDUCE_PART: return count_fold(c, e);
	case PRIM_SCAN:
	case PRIM_SCAN_SEQ: return count_scan(c, e, where);
	case PRIM_SCATTER:
	case PRIM_SCAN_BY_INDEX:
	case PRIM_PERMUTE: return count_scatter(c, e, where);
	case PRIM_ITERATE:
	case PRIM_ITERATE_UNTIL: return count_iterate(c, e, where);
	case PRIM_TO_GLOBAL: return kept(c, e, IN_GLOBAL);
	case PRIM_TO_LOCAL: return kept(c, e, IN_LOCAL);
	case PRIM_TO_PRIVATE: return kept(c, e, IN_REGISTERS);
	default: return count_operation(c, e);
	}
}

static Access *count_let(Counter *c, const Expr *e, const Access *where)
{
	Access *value;

	bind(c, count(c, e->kids[0], in_registers(c, e->kids[0]->type,
						  AS_STORED)));
	value = count(c, e->kids[1], where);
	c->count--;
	return value;
}

static Access *count_get(Counter *c, const Expr *e)
{
	Access *tuple = count(c, e->kids[0], in_registers(
		c, e->kids[0]->type, AS_STORED));

	return e->index < tuple->count ? tuple->parts[e->index] : tuple;
}

/* What e is, for a place where it is wanted. */
static Access *count(Counter *c, const Expr *e, const Access *where)
{
	switch (e->kind) {
	case EXPR_INPUT:
		return access_of(c->arena, e->type, e->type->kind == TYPE_SCALAR
				? IN_REGISTERS : IN_GLOBAL, AS_VIEW);
	case EXPR_VAR: return c->scope[c->count - 1 - e->index];
	case EXPR_LITERAL:
	case EXPR_SIZE: return in_registers(c, e->type, AS_VIEW);
	case EXPR_TUPLE: return count_parts(c, e, where);
	case EXPR_GET: return count_get(c, e);
	case EXPR_LET: return count_let(c, e, where);
	case EXPR_PRIM: return count_prim(c, e, where);
	default: return count_operation(c, e);
	}
}

Cost cost_of(const Expr *low, const Device *device)
{
	Counter c = { .tally = { .device = device, .lanes = 1,
				 .cost = { .items = 1, .groups = 1 } },
		      .arena = arena_new() };
	const Access *where = access_of(c.arena, low->type, IN_GLOBAL,
				      AS_STORED);

	stored(&c, low->type, count(&c, low, where), where);
	free(c.scope);
	arena_free(c.arena);
	tally_launch(&c.tally);
	return c.tally.cost;
}

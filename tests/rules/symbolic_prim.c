/* The primitives on lists of symbols, as plainly as possible. */
#include <string.h>

#include "symbolic_run.h"

static int count_of(const Symbolic *s, Value list)
{
	return value_node(s, list)->count;
}

static Value slice(Symbolic *s, Value xs, int64_t from, int64_t count)
{
	Value items[ITEMS_MAX];

	if (from + count > count_of(s, xs))
		return 0;
	for (int64_t i = 0; i < count; i++)
		items[i] = value_item(s, xs, from + i);
	return value_list(s, count, items);
}

/* -- vectors of anything, lanes innermost ---------------------------------- */

static bool is_list(const Symbolic *s, Value v)
{
	return value_node(s, v)->kind == VALUE_LIST;
}

static Value vector_of(Symbolic *s, int width, const Value *lanes)
{
	Value items[ITEMS_MAX], part[16];

	if (!is_list(s, lanes[0]))
		return value_list(s, width, lanes);
	for (int k = 0; k < count_of(s, lanes[0]); k++) {
		for (int l = 0; l < width; l++)
			part[l] = value_item(s, lanes[l], k);
		items[k] = vector_of(s, width, part);
	}
	return value_list(s, count_of(s, lanes[0]), items);
}

static Value lane_of(Symbolic *s, Value vector, const Type *type, int lane)
{
	const int count = count_of(s, vector);
	Value items[ITEMS_MAX];

	if (type->kind == TYPE_VECTOR)
		return value_item(s, vector, lane);
	for (int k = 0; k < count; k++)
		items[k] = lane_of(s, value_item(s, vector, k),
				   type->kind == TYPE_TUPLE ? type->parts[k]
							    : type->element,
				   lane);
	return value_list(s, count, items);
}

static int width_of(const Type *type)
{
	while (type->kind != TYPE_VECTOR)
		type = type->kind == TYPE_TUPLE ? type->parts[0]
						: type->element;
	return type->count;
}

static Value lanes(Symbolic *s, Value v, const Type *type)
{
	const int width = width_of(type);
	Value items[16];

	for (int l = 0; l < width; l++)
		items[l] = lane_of(s, v, type, l);
	return value_list(s, width, items);
}

static Value map_vec(Symbolic *s, const Expr *e, const Env *env, Value v)
{
	const int width = width_of(e->kids[1]->type);
	Value items[16];

	for (int l = 0; l < width; l++) {
		items[l] = symbolic_call(s, e->kids[0], env,
					 lane_of(s, v, e->kids[1]->type, l),
					 0);
		if (!items[l])
			return 0;
	}
	return vector_of(s, width, items);
}

static Value vectors(Symbolic *s, Value xs, int width)
{
	const int count = count_of(s, xs) / width;
	Value items[ITEMS_MAX], some[16];

	for (int i = 0; i < count; i++) {
		for (int l = 0; l < width; l++)
			some[l] = value_item(s, xs, i * width + l);
		items[i] = vector_of(s, width, some);
	}
	return value_list(s, count, items);
}

/* -- loops ----------------------------------------------------------------- */

static Value map_prim(Symbolic *s, const Expr *e, const Env *env, Value xs)
{
	const int count = count_of(s, xs);
	Value items[ITEMS_MAX];

	for (int i = 0; i < count; i++)
		items[i] = symbolic_call(s, e->kids[0], env,
					 value_item(s, xs, i), 0);
	return value_list(s, count, items);
}

static Value fold(Symbolic *s, const Expr *e, const Env *env, Value acc,
		  Value xs, int from, int to)
{
	for (int i = from; i < to && acc; i++)
		acc = symbolic_call(s, e->kids[0], env, acc,
				    value_item(s, xs, i));
	return acc;
}

static Value fold_prim(Symbolic *s, const Expr *e, const Env *env, Value xs)
{
	const Value start = symbolic_eval(s, e->kids[1], env);
	const int parts = e->prim == PRIM_REDUCE_PART
			? (int)e->sizes[0]->value : 1;
	const int size = parts ? count_of(s, xs) / parts : 0;
	Value items[ITEMS_MAX];

	for (int i = 0; i < parts; i++)
		items[i] = fold(s, e, env, start, xs, i * size,
				(i + 1) * size);
	return value_list(s, parts, items);
}

static Value scan(Symbolic *s, const Expr *e, const Env *env, Value xs)
{
	const int count = count_of(s, xs);
	Value items[ITEMS_MAX], acc = symbolic_eval(s, e->kids[1], env);

	for (int i = 0; i < count; i++)
		items[i] = acc = fold(s, e, env, acc, xs, i, i + 1);
	return value_list(s, count, items);
}

static Value iterate(Symbolic *s, const Expr *e, const Env *env, Value state,
		     int64_t steps)
{
	for (; steps > 0 && state; steps--)
		state = symbolic_call(s, e->kids[0], env, state, 0);
	return state;
}

static Value until(Symbolic *s, const Expr *e, const Env *env, Value state,
		   int64_t steps)
{
	Value next;

	if (!steps || !state)
		return state;
	next = symbolic_call(s, e->kids[1], env, state, 0);
	return value_choice(s, symbolic_call(s, e->kids[0], env, state, 0),
			    state, until(s, e, env, next, steps - 1));
}

/* -- views ----------------------------------------------------------------- */

static Value rows(Symbolic *s, Value xs, int64_t count, int64_t size)
{
	Value items[ITEMS_MAX];

	for (int64_t i = 0; i < count; i++)
		items[i] = slice(s, xs, i * size, size);
	return value_list(s, count, items);
}

static Value join(Symbolic *s, Value xss)
{
	Value items[ITEMS_MAX];
	int all = 0;

	for (int i = 0; i < count_of(s, xss); i++) {
		const Value row = value_item(s, xss, i);

		if (all + count_of(s, row) > ITEMS_MAX)
			return 0;
		for (int j = 0; j < count_of(s, row); j++)
			items[all++] = value_item(s, row, j);
	}
	return value_list(s, all, items);
}

static Value transpose(Symbolic *s, Value xss, int64_t inner)
{
	Value items[ITEMS_MAX], column[ITEMS_MAX];
	const int count = count_of(s, xss);

	for (int64_t j = 0; j < inner; j++) {
		for (int i = 0; i < count; i++)
			column[i] = value_item(s, value_item(s, xss, i), j);
		items[j] = value_list(s, count, column);
	}
	return value_list(s, inner, items);
}

static Value zip(Symbolic *s, int count, const Value *arrays)
{
	Value items[ITEMS_MAX], tuple[16];
	const int all = count_of(s, arrays[0]);

	for (int i = 0; i < all; i++) {
		for (int k = 0; k < count; k++)
			tuple[k] = value_item(s, arrays[k], i);
		items[i] = value_list(s, count, tuple);
	}
	return value_list(s, all, items);
}

static Value arrays_prim(Symbolic *s, const Expr *e, const Env *env)
{
	Value arrays[16];

	if (e->kid_count > 16)
		return 0;
	for (int k = 0; k < e->kid_count; k++) {
		arrays[k] = symbolic_eval(s, e->kids[k], env);
		if (!arrays[k])
			return 0;
	}
	return e->prim == PRIM_ZIP ? zip(s, e->kid_count, arrays)
				   : join(s, value_list(s, e->kid_count,
							arrays));
}

static Value repeated(Symbolic *s, Value v, int64_t n)
{
	Value items[ITEMS_MAX];

	for (int64_t i = 0; i < n; i++)
		items[i] = v;
	return value_list(s, n, items);
}

static Value splat(Symbolic *s, Value v, int width)
{
	Value items[16];

	for (int i = 0; i < width; i++)
		items[i] = v;
	return vector_of(s, width, items);
}

static Value strided(Symbolic *s, Value xs, int64_t n)
{
	const int count = count_of(s, xs);
	const int64_t parts = n ? count / n : 0;
	Value items[ITEMS_MAX];

	for (int i = 0; i < count; i++)
		items[i] = value_item(s, xs, i / parts + n * (i % parts));
	return value_list(s, count, items);
}

static Value join_vec(Symbolic *s, Value vs, const Type *type)
{
	Value items[ITEMS_MAX];

	for (int i = 0; i < count_of(s, vs); i++)
		items[i] = lanes(s, value_item(s, vs, i), type);
	return join(s, value_list(s, count_of(s, vs), items));
}

static Value windows(Symbolic *s, Value xs, const Expr *e)
{
	const int64_t count = e->type->length->value;
	Value items[ITEMS_MAX];

	for (int64_t i = 0; i < count; i++)
		items[i] = slice(s, xs, i * e->sizes[1]->value,
				 e->sizes[0]->value);
	return value_list(s, count, items);
}

/* The element of an array of n that stands at i beside it. */
static int64_t beside(Prim pad, int64_t i, int64_t n)
{
	const int64_t rounds = i / n - (i % n < 0), rest = i - rounds * n;

	if (pad == PRIM_PAD_CLAMP)
		return i < 0 ? 0 : i < n ? i : n - 1;
	return pad == PRIM_PAD_WRAP || rounds % 2 == 0 ? rest : n - 1 - rest;
}

static Value padded(Symbolic *s, Value xs, const Expr *e)
{
	const int64_t count = e->type->length->value;
	Value items[ITEMS_MAX];

	if (!count_of(s, xs) && count)
		return 0;
	for (int64_t i = 0; i < count; i++)
		items[i] = value_item(s, xs, beside(e->prim, i
						    - e->sizes[0]->value,
						    count_of(s, xs)));
	return value_list(s, count, items);
}

static Value indices(Symbolic *s, int64_t n)
{
	Value items[ITEMS_MAX];

	for (int64_t i = 0; i < n; i++)
		items[i] = value_number(s, SCALAR_I64, (uint64_t)i);
	return value_list(s, n, items);
}

static Value at(Symbolic *s, Value xs, Value index)
{
	const ValueNode *n = value_node(s, index);

	if (!index || n->kind != VALUE_NUMBER || s->items[n->first + 1]
	    || s->items[n->first] >= (uint32_t)count_of(s, xs))
		return 0;
	return value_item(s, xs, s->items[n->first]);
}

/* Where an index points among n: a term is an index that nothing is known of,
 * the same wherever it stands: neighbours meet, and some are outside. */
static uint32_t place(const Symbolic *s, Value index, int n)
{
	const ValueNode *node = value_node(s, index);

	if (node->kind != VALUE_NUMBER)
		return index / 2 % (uint32_t)(n + 1);
	return s->items[node->first + 1] ? (uint32_t)n : s->items[node->first];
}

/* 0: a place that must be distinct is not. */
static Value scatter(Symbolic *s, const Expr *e, const Env *env)
{
	const int first = e->prim == PRIM_SCATTER;
	const Value d = symbolic_eval(s, e->kids[first], env),
		    is = symbolic_eval(s, e->kids[first + 1], env),
		    xs = symbolic_eval(s, e->kids[first + 2], env);
	Value items[ITEMS_MAX];
	bool stored[ITEMS_MAX] = { false };

	if (!d || !is || !xs)
		return 0;
	for (int j = 0; j < count_of(s, d); j++)
		items[j] = value_item(s, d, j);
	for (int i = 0; i < count_of(s, is); i++) {
		const uint32_t j = place(s, value_item(s, is, i),
					 count_of(s, d));

		if (j >= (uint32_t)count_of(s, d))
			continue;
		if (!first && stored[j])
			return 0;
		stored[j] = true;
		items[j] = first ? symbolic_call(s, e->kids[0], env, items[j],
						 value_item(s, xs, i))
				 : value_item(s, xs, i);
	}
	return value_list(s, count_of(s, d), items);
}

/* 0: an index that names no state. */
static Value scan_by_index(Symbolic *s, const Expr *e, const Env *env)
{
	const Value d = symbolic_eval(s, e->kids[1], env),
		    is = symbolic_eval(s, e->kids[2], env),
		    xs = symbolic_eval(s, e->kids[3], env);
	Value now[ITEMS_MAX], items[ITEMS_MAX];

	if (!d || !is || !xs)
		return 0;
	for (int j = 0; j < count_of(s, d); j++)
		now[j] = value_item(s, d, j);
	for (int i = 0; i < count_of(s, is); i++) {
		const uint32_t j = place(s, value_item(s, is, i),
					 count_of(s, d));

		if (j >= (uint32_t)count_of(s, d))
			return 0;
		items[i] = now[j] = symbolic_call(s, e->kids[0], env, now[j],
						  value_item(s, xs, i));
	}
	return value_list(s, count_of(s, is), items);
}

/* -- all ------------------------------------------------------------------- */

static Value view(Symbolic *s, const Expr *e, Value x)
{
	const int64_t n = e->size_count ? e->sizes[0]->value : 0;
	const int count = count_of(s, x);

	switch (e->prim) {
	case PRIM_UNZIP: return transpose(s, x, e->type->count);
	case PRIM_SPLIT:
	case PRIM_SPLIT_INTO: return rows(s, x, e->type->length->value,
				e->type->element->length->value);
	case PRIM_JOIN: return join(s, x);
	case PRIM_TRANSPOSE: return transpose(s, x, e->type->length->value);
	case PRIM_TAKE: return slice(s, x, 0, n);
	case PRIM_DROP: return slice(s, x, n, count - n);
	case PRIM_SLIDE: return windows(s, x, e);
	case PRIM_PAD_CLAMP:
	case PRIM_PAD_MIRROR:
	case PRIM_PAD_WRAP: return padded(s, x, e);
	case PRIM_HEAD: return count ? value_item(s, x, 0) : 0;
	case PRIM_FILL: return repeated(s, x, n);
	case PRIM_SPLAT: return splat(s, x, (int)n);
	case PRIM_REORDER_STRIDE: return strided(s, x, n);
	case PRIM_SPLIT_VEC: return vectors(s, x, (int)n);
	case PRIM_JOIN_VEC:
		return join_vec(s, x, e->kids[0]->type->element);
	case PRIM_LANES: return lanes(s, x, e->kids[0]->type);
	default: return x; /* reorder, toLocal, ... */
	}
}

static Value loop(Symbolic *s, const Expr *e, const Env *env, Value x)
{
	if (prim_is_map(e->prim))
		return map_prim(s, e, env, x);
	switch (e->prim) {
	case PRIM_MAP_VEC: return map_vec(s, e, env, x);
	case PRIM_SCAN:
	case PRIM_SCAN_SEQ: return scan(s, e, env, x);
	case PRIM_ITERATE:
		return iterate(s, e, env, x, e->sizes[0]->value);
	case PRIM_ITERATE_UNTIL:
		return until(s, e, env, x, e->sizes[0]->value);
	default: return fold_prim(s, e, env, x);
	}
}

static bool too_long(const Type *type)
{
	return type->kind == TYPE_ARRAY && type->length->value > ITEMS_MAX;
}

Value symbolic_prim(Symbolic *s, const Expr *e, const Env *env)
{
	Value x;

	if (too_long(e->type) || e->prim == PRIM_OPENCL)
		return 0;
	if (e->prim == PRIM_ZIP || e->prim == PRIM_CONCAT)
		return arrays_prim(s, e, env);
	if (e->prim == PRIM_GENERATE)
		return indices(s, e->sizes[0]->value);
	if (e->prim == PRIM_SCATTER || e->prim == PRIM_PERMUTE)
		return scatter(s, e, env);
	if (e->prim == PRIM_SCAN_BY_INDEX)
		return scan_by_index(s, e, env);
	x = symbolic_eval(s, e->kids[e->prim == PRIM_AT ? 0
					     : e->kid_count - 1], env);
	if (!x)
		return 0;
	if (e->prim == PRIM_AT)
		return at(s, x, symbolic_eval(s, e->kids[1], env));
	return prim_kid_arity(e->prim, 0) ? loop(s, e, env, x)
					  : view(s, e, x);
}

/* The primitives, as plainly as possible. */
#include <string.h>

#include "eval_naive_run.h"

static Naive *call(Run *r, const Expr *lambda, const Env *env,
		   const Naive *first, const Naive *second)
{
	Env inner[2] = { { first, env }, { second, &inner[0] } };

	return naive_eval(r, lambda->kids[0], second ? &inner[1] : &inner[0]);
}

/* -- vectors of anything, lanes innermost ---------------------------------- */

static Naive *vector_of(Run *r, int width, Naive *const *lanes)
{
	Naive **items, *result;

	if (lanes[0]->count < 0) {
		result = naive_list(r, width, &items);
		memcpy(items, lanes, sizeof *items * (size_t)width);
		return result;
	}
	result = naive_list(r, lanes[0]->count, &items);
	for (int k = 0; k < lanes[0]->count; k++) {
		Naive *part[16];

		for (int l = 0; l < width; l++)
			part[l] = lanes[l]->items[k];
		items[k] = vector_of(r, width, part);
	}
	return result;
}

static Naive *lane_of(Run *r, const Naive *vector, const Type *type, int lane)
{
	Naive **items, *result;

	if (type->kind == TYPE_VECTOR)
		return vector->items[lane];
	result = naive_list(r, vector->count, &items);
	for (int k = 0; k < vector->count; k++)
		items[k] = lane_of(r, vector->items[k],
				   type->kind == TYPE_TUPLE ? type->parts[k]
							    : type->element,
				   lane);
	return result;
}

static int width_of(const Type *type)
{
	while (type->kind != TYPE_VECTOR)
		type = type->kind == TYPE_TUPLE ? type->parts[0]
						: type->element;
	return type->count;
}

/* -- primitives ------------------------------------------------------------ */

static Naive *fold(Run *r, const Expr *e, const Env *env, const Naive *xs,
		   int64_t from, int64_t to)
{
	Naive *acc = naive_eval(r, e->kids[1], env);

	for (int64_t i = from; i < to; i++)
		acc = call(r, e->kids[0], env, acc, xs->items[i]);
	return acc;
}

static Naive *fold_prim(Run *r, const Expr *e, const Env *env)
{
	const Naive *xs = naive_eval(r, e->kids[2], env);
	int64_t n = e->prim == PRIM_REDUCE_PART ? e->sizes[0]->value : 1;
	Naive **items, *result = naive_list(r, n, &items);

	for (int64_t i = 0; i < n; i++)
		items[i] = fold(r, e, env, xs, i * (xs->count / n),
				(i + 1) * (xs->count / n));
	return result;
}

static Naive *scan(Run *r, const Expr *e, const Env *env)
{
	const Naive *xs = naive_eval(r, e->kids[2], env);
	Naive **items, *result = naive_list(r, xs->count, &items);

	for (int64_t i = 0; i < xs->count; i++)
		items[i] = fold(r, e, env, xs, 0, i + 1);
	return result;
}

static Naive *iterate(Run *r, const Expr *e, const Env *env)
{
	bool until = e->prim == PRIM_ITERATE_UNTIL;
	Naive *state = naive_eval(r, e->kids[e->kid_count - 1], env);

	for (int64_t i = 0; i < e->sizes[0]->value; i++) {
		if (until && call(r, e->kids[0], env, state, NULL)->bits)
			break;
		state = call(r, e->kids[e->kid_count - 2], env, state, NULL);
	}
	return state;
}

static int64_t number_of(const Run *r, const Naive *number)
{
	return (int64_t)naive_convert(SCALAR_I64, *number, r->domain).bits;
}

/* op NULL: permute, whose indices are distinct. */
static Naive *scatter(Run *r, const Expr *op, const Expr *const *kids,
		      const Env *env)
{
	const Naive *d = naive_eval(r, kids[0], env),
		    *is = naive_eval(r, kids[1], env),
		    *xs = naive_eval(r, kids[2], env);
	Naive **items, *result = naive_list(r, d->count, &items);

	for (int64_t j = 0; j < d->count; j++)
		items[j] = d->items[j];
	for (int64_t i = 0; i < is->count; i++) {
		const int64_t j = number_of(r, is->items[i]);

		if (j < 0 || j >= d->count)
			continue;
		for (int64_t k = 0; !op && k < i; k++)
			if (number_of(r, is->items[k]) == j)
				longjmp(r->failed, 1);
		items[j] = op ? call(r, op, env, items[j], xs->items[i])
			      : xs->items[i];
	}
	return result;
}

static Naive *scan_by_index(Run *r, const Expr *e, const Env *env)
{
	const Naive *d = naive_eval(r, e->kids[1], env),
		    *is = naive_eval(r, e->kids[2], env),
		    *xs = naive_eval(r, e->kids[3], env);
	Naive **now, **items, *result = naive_list(r, is->count, &items);

	naive_list(r, d->count, &now);
	for (int64_t j = 0; j < d->count; j++)
		now[j] = d->items[j];
	for (int64_t i = 0; i < is->count; i++) {
		const int64_t j = number_of(r, is->items[i]);

		if (j < 0 || j >= d->count)
			longjmp(r->failed, 1);
		items[i] = now[j] = call(r, e->kids[0], env, now[j],
					 xs->items[i]);
	}
	return result;
}

static Naive *map_prim(Run *r, const Expr *e, const Env *env)
{
	const Naive *xs = naive_eval(r, e->kids[1], env);
	Naive **items, *result = naive_list(r, xs->count, &items);

	for (int i = 0; i < xs->count; i++)
		items[i] = call(r, e->kids[0], env, xs->items[i], NULL);
	return result;
}

static Naive *map_vec(Run *r, const Expr *e, const Env *env)
{
	const Naive *v = naive_eval(r, e->kids[1], env);
	Naive *lanes[16];
	int width = width_of(e->kids[1]->type);

	for (int l = 0; l < width; l++)
		lanes[l] = call(r, e->kids[0], env,
				lane_of(r, v, e->kids[1]->type, l), NULL);
	return vector_of(r, width, lanes);
}

static Naive *rows(Run *r, const Naive *xs, int64_t count, int64_t size)
{
	Naive **outer, **inner, *result = naive_list(r, count, &outer);

	for (int64_t i = 0; i < count; i++) {
		outer[i] = naive_list(r, size, &inner);
		for (int64_t j = 0; j < size; j++)
			inner[j] = xs->items[i * size + j];
	}
	return result;
}

static Naive *join(Run *r, const Naive *xss)
{
	int64_t inner = xss->count ? xss->items[0]->count : 0;
	Naive **items, *result = naive_list(r, inner * xss->count, &items);

	for (int i = 0; i < xss->count; i++)
		for (int64_t j = 0; j < inner; j++)
			items[i * inner + j] = xss->items[i]->items[j];
	return result;
}

static Naive *transpose(Run *r, const Naive *xss, int64_t inner)
{
	Naive **outer, **column, *result = naive_list(r, inner, &outer);

	for (int64_t j = 0; j < inner; j++) {
		outer[j] = naive_list(r, xss->count, &column);
		for (int i = 0; i < xss->count; i++)
			column[i] = xss->items[i]->items[j];
	}
	return result;
}

static Naive *zip(Run *r, const Expr *e, const Env *env)
{
	Naive *xs[16], **items, **tuple, *result;

	for (int k = 0; k < e->kid_count; k++)
		xs[k] = naive_eval(r, e->kids[k], env);
	result = naive_list(r, xs[0]->count, &items);
	for (int i = 0; i < xs[0]->count; i++) {
		items[i] = naive_list(r, e->kid_count, &tuple);
		for (int k = 0; k < e->kid_count; k++)
			tuple[k] = xs[k]->items[i];
	}
	return result;
}

static Naive *slice(Run *r, const Naive *xs, int64_t from, int64_t count)
{
	Naive **items, *result = naive_list(r, count, &items);

	for (int64_t i = 0; i < count; i++)
		items[i] = xs->items[from + i];
	return result;
}

static Naive *concat(Run *r, const Expr *e, const Env *env)
{
	Naive **items, *result = naive_list(r, e->type->length->value, &items);

	for (int k = 0; k < e->kid_count; k++) {
		const Naive *xs = naive_eval(r, e->kids[k], env);

		for (int i = 0; i < xs->count; i++)
			*items++ = xs->items[i];
	}
	return result;
}

Naive *naive_repeated(Run *r, Naive *value, int64_t n)
{
	Naive **items, *result = naive_list(r, n, &items);

	for (int64_t i = 0; i < n; i++)
		items[i] = value;
	return result;
}

static Naive *strided(Run *r, const Naive *xs, int64_t n)
{
	int64_t parts = xs->count / n;
	Naive **items, *result = naive_list(r, xs->count, &items);

	for (int64_t i = 0; i < xs->count; i++)
		items[i] = xs->items[i / parts + n * (i % parts)];
	return result;
}

static Naive *vectors(Run *r, const Naive *xs, int width)
{
	Naive **items, *result = naive_list(r, xs->count / width, &items);

	for (int i = 0; i < result->count; i++)
		items[i] = vector_of(r, width, &xs->items[i * width]);
	return result;
}

static Naive *lanes(Run *r, const Naive *v, const Type *type)
{
	int width = width_of(type);
	Naive **items, *result = naive_list(r, width, &items);

	for (int l = 0; l < width; l++)
		items[l] = lane_of(r, v, type, l);
	return result;
}

static Naive *join_vec(Run *r, const Naive *vs, const Type *type)
{
	Naive **items, *result = naive_list(r, vs->count, &items);

	for (int i = 0; i < vs->count; i++)
		items[i] = lanes(r, vs->items[i], type);
	return join(r, result);
}

static Naive *at(Run *r, const Expr *e, const Env *env)
{
	const Naive *xs = naive_eval(r, e->kids[0], env),
		    *i = naive_eval(r, e->kids[1], env);
	Naive index = naive_convert(SCALAR_I64, *i, r->domain);

	if (index.bits >= (uint64_t)xs->count)
		longjmp(r->failed, 1);
	return xs->items[index.bits];
}

static Naive *indices(Run *r, int64_t n)
{
	Naive **items, *result = naive_list(r, n, &items);

	for (int64_t i = 0; i < n; i++)
		items[i] = naive_number(r, (Naive){ .scalar = SCALAR_I64,
						    .count = -1,
						    .bits = (uint64_t)i });
	return result;
}

static Naive *windows(Run *r, const Naive *xs, const Expr *e)
{
	Naive **items, *result = naive_list(r, e->type->length->value, &items);

	for (int64_t i = 0; i < result->count; i++)
		items[i] = slice(r, xs, i * e->sizes[1]->value,
				 e->sizes[0]->value);
	return result;
}

/* The element of an array of n that stands at i beside it. */
static int64_t beside(Prim pad, int64_t i, int64_t n)
{
	int64_t rounds = i / n - (i % n < 0), rest = i - rounds * n;

	if (pad == PRIM_PAD_CLAMP)
		return i < 0 ? 0 : i < n ? i : n - 1;
	return pad == PRIM_PAD_WRAP || rounds % 2 == 0 ? rest : n - 1 - rest;
}

static Naive *padded(Run *r, const Naive *xs, const Expr *e)
{
	Naive **items, *result = naive_list(r, e->type->length->value, &items);

	for (int64_t i = 0; i < result->count; i++)
		items[i] = xs->items[beside(e->prim, i - e->sizes[0]->value,
					    xs->count)];
	return result;
}

Naive *naive_prim(Run *r, const Expr *e, const Env *env)
{
	int64_t n = e->size_count ? e->sizes[0]->value : 0;
	Naive *x;

	if (prim_is_map(e->prim))
		return map_prim(r, e, env);
	switch (e->prim) {
	case PRIM_MAP_VEC: return map_vec(r, e, env);
	case PRIM_REDUCE:
	case PRIM_REDUCE_SEQ:
	case PRIM_REDUCE_SEQ_UNROLL:
	case PRIM_REDUCE_PART: return fold_prim(r, e, env);
	case PRIM_SCAN:
	case PRIM_SCAN_SEQ: return scan(r, e, env);
	case PRIM_ITERATE:
	case PRIM_ITERATE_UNTIL: return iterate(r, e, env);
	case PRIM_SCATTER: return scatter(r, e->kids[0], e->kids + 1, env);
	case PRIM_SCAN_BY_INDEX: return scan_by_index(r, e, env);
	case PRIM_PERMUTE: return scatter(r, NULL, e->kids, env);
	case PRIM_ZIP: return zip(r, e, env);
	case PRIM_CONCAT: return concat(r, e, env);
	case PRIM_AT: return at(r, e, env);
	case PRIM_GENERATE: return indices(r, n);
	default: break;
	}
	x = naive_eval(r, e->kids[0], env);
	switch (e->prim) {
	case PRIM_UNZIP: return transpose(r, x, e->type->count);
	case PRIM_SPLIT: return rows(r, x, x->count / n, n);
	case PRIM_SPLIT_INTO: return rows(r, x, n, x->count / n);
	case PRIM_JOIN: return join(r, x);
	case PRIM_TRANSPOSE: return transpose(r, x, e->type->length->value);
	case PRIM_TAKE: return slice(r, x, 0, n);
	case PRIM_SLIDE: return windows(r, x, e);
	case PRIM_PAD_CLAMP:
	case PRIM_PAD_MIRROR:
	case PRIM_PAD_WRAP: return padded(r, x, e);
	case PRIM_DROP: return slice(r, x, n, x->count - n);
	case PRIM_HEAD: return x->items[0];
	case PRIM_FILL: return naive_repeated(r, x, n);
	case PRIM_SPLAT:
		return vector_of(r, (int)n, naive_repeated(r, x, n)->items);
	case PRIM_REORDER_STRIDE: return strided(r, x, n);
	case PRIM_SPLIT_VEC: return vectors(r, x, (int)n);
	case PRIM_JOIN_VEC: return join_vec(r, x, e->kids[0]->type->element);
	case PRIM_LANES: return lanes(r, x, e->kids[0]->type);
	default: return x; /* reorder, toLocal, ... */
	}
}

/* The elements that the reduces, scans and scatters of a program see on test
 * data. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "ir/data/testdata.h"
#include "ir/eval/eval.h"
#include "ir/eval/operators_pool.h"

enum { NEST_MAX = 64, SAMPLES = 8, ROUNDS = 4, PARTS = 63 };

/* A walk through the body: every variable around the present place has a value,
 * a closed expression, that it takes in one iteration. */
typedef struct Walk {
	const Program *program;
	const Expr *function;
	Rng rng;
	int depth;
	const Expr *values[NEST_MAX];
	const Expr *samples[PARTS];
	int sample_count;
} Walk;

static void walk(Walk *w, const Expr *e);

static const Expr *closed(const Walk *w, const Expr *e)
{
	return expr_substitute(w->program->ir, e, w->depth, w->values);
}

static const Expr *element(Walk *w, const Expr *xs)
{
	Ir *ir = w->program->ir;
	int64_t length = xs->type->length->value;
	int64_t i = (int64_t)rng_below(&w->rng, (uint64_t)length);
	const Expr *kids[] = {
		xs, expr_int(ir, type_scalar(ir, SCALAR_I64), i)
	};

	return expr_prim(ir, PRIM_AT, 0, NULL, 2, kids);
}

static void add(Walk *w, const Expr *sample)
{
	if (w->sample_count < PARTS)
		w->samples[w->sample_count++] = sample;
}

static void walk_inside(Walk *w, const Expr *body, int count,
			const Expr *const *values)
{
	if (w->depth + count > NEST_MAX)
		return;
	for (int i = 0; i < count; i++)
		w->values[w->depth++] = values[i];
	walk(w, body);
	w->depth -= count;
}

static const Expr *lane(Walk *w, const Expr *vector)
{
	return element(w, expr_prim(w->program->ir, PRIM_LANES, 0, NULL, 1,
				    &vector));
}

static bool is_fold(const Expr *e)
{
	return e->prim == PRIM_REDUCE || e->prim == PRIM_REDUCE_SEQ
	    || e->prim == PRIM_REDUCE_SEQ_UNROLL
	    || e->prim == PRIM_REDUCE_PART || e->prim == PRIM_SCAN
	    || e->prim == PRIM_SCAN_SEQ || e->prim == PRIM_SCATTER
	    || e->prim == PRIM_SCAN_BY_INDEX;
}

/* What the function first meets; NULL: there is none. */
static const Expr *initial(Walk *w, const Expr *e)
{
	const Expr *z = closed(w, e->kids[1]);

	if (e->prim != PRIM_SCATTER && e->prim != PRIM_SCAN_BY_INDEX)
		return z;
	return z->type->length->value ? element(w, z) : NULL;
}

static void walk_fold(Walk *w, const Expr *e)
{
	const Expr *xs = closed(w, e->kids[e->kid_count - 1]), *values[2];

	values[0] = initial(w, e);
	if (!xs->type->length->value || !values[0])
		return;
	values[1] = element(w, xs);
	walk_inside(w, e->kids[0]->kids[0], 2, values);
	if (e->kids[0] != w->function)
		return;
	add(w, values[0]);
	for (int i = 0; i < SAMPLES; i++)
		add(w, element(w, xs));
}

static void walk_map(Walk *w, const Expr *e)
{
	const Expr *xs = closed(w, e->kids[1]), *value;

	if (e->prim == PRIM_MAP_VEC) {
		value = lane(w, xs);
	} else {
		if (!xs->type->length->value)
			return;
		value = element(w, xs);
	}
	walk_inside(w, e->kids[0]->kids[0], 1, &value);
}

static void walk(Walk *w, const Expr *e)
{
	const Expr *value;

	for (int i = 0; i < e->kid_count; i++)
		if (!expr_binds(e, i))
			walk(w, e->kids[i]);
	if (e->kind == EXPR_LET) {
		value = closed(w, e->kids[0]);
		walk_inside(w, e->kids[1], 1, &value);
	}
	if (e->kind != EXPR_PRIM)
		return;
	if (is_fold(e))
		walk_fold(w, e);
	else if (prim_is_map(e->prim) || e->prim == PRIM_MAP_VEC)
		walk_map(w, e);
}

/* -- test data with repeated values ---------------------------------------- */

/* Few different values, at other places in every port: ties between some
 * components of a tuple and not the others happen. */
static Array repeated(const Port *port, uint64_t seed, bool field)
{
	enum { DISTINCT = 11 };
	uint64_t stream = hash_string(port->name);
	Port small = *port, whole = *port;
	Array all, few;
	size_t bytes;

	small.rank = 1;
	small.dims[0] = small.elements = DISTINCT;
	few = testdata_draw(&small, seed,
			    field ? TESTDATA_FIELD : TESTDATA_RANDOM);
	whole.scalar = few.scalar;
	all = array_of_port(&whole);
	bytes = scalar_bytes(few.scalar);
	for (int64_t i = 0; i < all.elements; i++) {
		uint64_t from = hash_mix(stream + (uint64_t)i) % DISTINCT;

		memcpy((char *)all.data + (size_t)i * bytes,
		       (char *)few.data + from * bytes, bytes);
	}
	array_free(&few);
	return all;
}

static bool keep_samples(const Walk *w, const Array *inputs, Pool *pool)
{
	int count = w->sample_count, leaves = pool->leaves;
	const Expr *body = w->samples[0];
	Diags *ignored = diags_new();
	Array *outputs = base_calloc((size_t)(count * leaves + 1),
				     sizeof *outputs);
	bool ok;

	if (count > 1)
		body = expr_tuple(w->program->ir, count, w->samples);
	ok = type_leaves(body->type) == count * leaves
	  && eval_run(w->program, body, inputs,
		      pool->field ? EVAL_FIELD : EVAL_DECLARED, outputs,
		      ignored);
	for (int i = 0; ok && i < count; i++)
		pool_add(pool, outputs + i * leaves, 0);
	for (int i = 0; i < count * leaves; i++)
		array_free(&outputs[i]);
	free(outputs);
	diags_free(ignored);
	return ok;
}

bool pool_sample(const Program *program, const Expr *function, uint64_t seed,
		 Pool *pool)
{
	Walk w = { .program = program, .function = function,
		   .rng = rng_seeded(seed, function->hash) };
	Array *inputs;

	for (int i = 0; i < ROUNDS; i++)
		walk(&w, program->body);
	if (!w.sample_count)
		return false;
	inputs = base_calloc((size_t)program->in_port_count + 1,
			     sizeof *inputs);
	for (int i = 0; i < program->in_port_count; i++)
		inputs[i] = repeated(&program->in_ports[i], seed,
				     pool->field);
	keep_samples(&w, inputs, pool);
	for (int i = 0; i < program->in_port_count; i++)
		array_free(&inputs[i]);
	free(inputs);
	return pool->count > 0;
}

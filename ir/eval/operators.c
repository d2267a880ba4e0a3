#include "ir/eval/operators.h"

#include <math.h>
#include <stdio.h>

#include "ir/core/algebra.h"
#include "ir/eval/eval.h"
#include "ir/eval/operators_pool.h"

enum { TRIALS = 512, SIDES = 6, ARGUMENTS = 3, SCALARS_MAX = 4096 };

/* The sides of the laws, computed for every trial (a, b, c). */
enum { SIDE_LEFT, SIDE_RIGHT, SIDE_AB, SIDE_BA, SIDE_EA, SIDE_AE };

/* One operator on trial: a program over three arrays of arguments. */
typedef struct Trial {
	const Program *program;
	const Algebra *algebra;
	Pool pool;
	Program test;
	Array arguments[ARGUMENTS * POOL_LEAVES];
	Array sides[SIDES * POOL_LEAVES];
	int side_count;
} Trial;

/* -- the program that computes both sides ---------------------------------- */

static const Expr *applied(const Trial *t, const Expr *a, const Expr *b)
{
	const Expr *args[] = { a, b };

	return expr_apply(t->program->ir, t->algebra->function, args);
}

static const Expr *all_sides(const Trial *t, const Type *triple)
{
	Ir *ir = t->program->ir;
	const Expr *var = expr_var(ir, 0, triple), *sides[SIDES];
	const Expr *a = expr_get(ir, 0, var), *b = expr_get(ir, 1, var);
	const Expr *c = expr_get(ir, 2, var), *e = t->algebra->neutral;

	sides[SIDE_AB] = applied(t, a, b);
	sides[SIDE_BA] = applied(t, b, a);
	sides[SIDE_LEFT] = applied(t, sides[SIDE_AB], c);
	sides[SIDE_RIGHT] = applied(t, a, applied(t, b, c));
	if (e) {
		sides[SIDE_EA] = applied(t, e, a);
		sides[SIDE_AE] = applied(t, a, e);
	}
	return expr_tuple(ir, t->side_count, sides);
}

static void set_inputs(Trial *t, ProgramInput *inputs, const Type *type)
{
	for (int i = 0; i < ARGUMENTS; i++)
		inputs[i] = (ProgramInput){
			.name = "x", .type = type,
			.first_port = i * t->pool.leaves,
			.port_count = t->pool.leaves };
	t->test = *t->program;
	t->test.inputs = inputs;
	t->test.input_count = ARGUMENTS;
	t->test.in_port_count = ARGUMENTS * t->pool.leaves;
}

static const Expr *test_body(Trial *t, ProgramInput *inputs)
{
	Ir *ir = t->program->ir;
	const Type *one = t->pool.type, *parts[] = { one, one, one };
	const Type *triple = type_tuple(ir, ARGUMENTS, parts);
	const Type *array = type_array(ir, one, size_const(ir, TRIALS));
	const Expr *kids[ARGUMENTS], *map[2], *zip;

	set_inputs(t, inputs, array);
	for (int i = 0; i < ARGUMENTS; i++)
		kids[i] = expr_input(ir, i, array);
	zip = expr_prim(ir, PRIM_ZIP, 0, NULL, ARGUMENTS, kids);
	map[0] = expr_lambda(ir, 1, &triple, all_sides(t, triple));
	map[1] = zip;
	return expr_prim(ir, PRIM_MAP, 0, NULL, 2, map);
}

/* -- running it ------------------------------------------------------------ */

static bool compute(Trial *t, uint64_t seed, EvalDomain domain)
{
	Rng rng = rng_seeded(seed, t->algebra->function->hash);
	Diags *ignored = diags_new();
	ProgramInput inputs[ARGUMENTS];
	const Expr *body = test_body(t, inputs);
	bool ok;

	for (int i = 0; i < ARGUMENTS; i++)
		pool_draw(&t->pool, &rng, TRIALS,
			  t->arguments + i * t->pool.leaves);
	ok = body && eval_run(&t->test, body, t->arguments, domain, t->sides,
			      ignored);
	diags_free(ignored);
	return ok;
}

static void release(Trial *t)
{
	for (int i = 0; i < ARGUMENTS * t->pool.leaves; i++)
		array_free(&t->arguments[i]);
	for (int i = 0; i < t->side_count * t->pool.leaves; i++)
		array_free(&t->sides[i]);
}

/* Partial results join the pool. */
static bool grow(Trial *t, uint64_t seed)
{
	enum { KEPT = 48 };
	bool ok = compute(t, seed, t->pool.field ? EVAL_FIELD
						 : EVAL_DECLARED);

	for (int i = 0; ok && i < KEPT; i++) {
		pool_add(&t->pool, t->sides + SIDE_AB * t->pool.leaves, i);
		pool_add(&t->pool, t->sides + SIDE_LEFT * t->pool.leaves, i);
	}
	release(t);
	return ok;
}

/* -- judging --------------------------------------------------------------- */

/* The default tolerance of language.md for the declared type. */
static double tolerance(Scalar declared)
{
	if (!scalar_is_float(declared))
		return 0;
	return declared == SCALAR_F16 ? 1e-2 : declared == SCALAR_F32 ? 1e-4
	     : 1e-10;
}

static double largest(const Array *array)
{
	double most = 0;

	for (int64_t i = 0; i < array->elements; i++) {
		double x = fabs(array_get(array, i));

		if (isfinite(x) && x > most)
			most = x;
	}
	return most;
}

static bool same_number(const Array *a, const Array *b, int64_t i, double rtol,
			double atol)
{
	double x = array_get(a, i), y = array_get(b, i);

	if (x == y || (isnan(x) && isnan(y)))
		return true;
	return scalar_is_float(a->scalar) && isfinite(x) && isfinite(y)
	    && fabs(x - y) <= atol + rtol * fmax(fabs(x), fabs(y));
}

/* The first trial whose two sides differ, or -1. */
static int64_t differing(const Trial *t, const Array *left,
			 const Array *right)
{
	int64_t first = -1;

	for (int k = 0; k < t->pool.leaves; k++) {
		double rtol = tolerance(t->pool.leaf[k].scalar);
		double atol = rtol * fmax(largest(&left[k]),
					  largest(&right[k]));

		for (int64_t i = 0; i < left[k].elements; i++) {
			int64_t trial = i / t->pool.step[k];

			if (same_number(&left[k], &right[k], i, rtol, atol))
				continue;
			if (first < 0 || trial < first)
				first = trial;
			break;
		}
	}
	return first;
}

typedef struct Law {
	const char *declared;
	int left, right; /* sides; -1: a itself */
	const char *left_text, *right_text;
	int arguments;
} Law;

static const Law associative = {
	"associative", SIDE_LEFT, SIDE_RIGHT, "f(f(a, b), c)", "f(a, f(b, c))",
	3
};
static const Law commutative = {
	"commutative", SIDE_AB, SIDE_BA, "f(a, b)", "f(b, a)", 2
};
static const Law left_neutral = {
	"to have this neutral element e", SIDE_EA, -1, "f(e, a)", "a", 1
};
static const Law right_neutral = {
	"to have this neutral element e", SIDE_AE, -1, "f(a, e)", "a", 1
};

static const Array *side(const Trial *t, int side_number)
{
	return side_number < 0 ? t->arguments
			       : t->sides + side_number * t->pool.leaves;
}

static void warn(const Trial *t, const Law *law, int64_t i, Diags *diags)
{
	char expected[64];
	Text found = { 0 };

	snprintf(expected, sizeof expected, "%s = %s", law->left_text,
		 law->right_text);
	text_printf(&found, "%s = ", law->left_text);
	pool_text(&t->pool, side(t, law->left), i, &found);
	if (law->right >= 0) {
		text_printf(&found, ", %s = ", law->right_text);
		pool_text(&t->pool, side(t, law->right), i, &found);
	}
	text_put(&found, " with ");
	for (int k = 0; k < law->arguments; k++) {
		text_printf(&found, "%s%c = ", k ? ", " : "", "abc"[k]);
		pool_text(&t->pool, t->arguments + k * t->pool.leaves, i,
			  &found);
	}
	diag_add(diags, W0301, &t->algebra->place, text_string(&found),
		 expected, "the operator %s is declared %s, which it is not",
		 t->algebra->name, law->declared);
	text_free(&found);
}

static bool holds(const Trial *t, const Law *law, Diags *diags)
{
	int64_t i = differing(t, side(t, law->left), side(t, law->right));

	if (i < 0)
		return true;
	warn(t, law, i, diags);
	return false;
}

static void judge(const Trial *t, Algebra *algebra, Diags *diags)
{
	if (algebra->assoc && !holds(t, &associative, diags)) {
		algebra->assoc = false;
		algebra->refuted = true;
	}
	if (algebra->comm && !holds(t, &commutative, diags)) {
		algebra->comm = false;
		algebra->refuted = true;
	}
	if (algebra->neutral && (!holds(t, &left_neutral, diags)
				 || !holds(t, &right_neutral, diags))) {
		algebra->neutral = NULL;
		algebra->refuted = true;
	}
}

/* The most lengths around a component. */
static int rank_of(const Type *type)
{
	int most = 0;

	if (type->kind == TYPE_ARRAY)
		return 1 + rank_of(type->element);
	if (type->kind == TYPE_VECTOR)
		return 1;
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		if (rank_of(type->parts[i]) > most)
			most = rank_of(type->parts[i]);
	return most;
}

/* False when nothing was tested. */
static bool test(const Program *program, Algebra *algebra, bool field,
		 uint64_t seed, Diags *diags)
{
	Trial t = { .program = program, .algebra = algebra,
		    .side_count = algebra->neutral ? SIDES : SIDE_EA };
	const Type *type = algebra->function->params[0];
	bool tested = false;
	int64_t scalars;

	if (type_leaves(type) > POOL_LEAVES || !type_scalars(type, &scalars)
	    || scalars > SCALARS_MAX || rank_of(type) >= PORT_RANK_MAX)
		return false;
	t.pool = pool_new(type, field);
	if (pool_sample(program, algebra->function, seed, &t.pool)
	    && grow(&t, seed + 1)) {
		tested = compute(&t, seed + 2, field ? EVAL_FIELD : EVAL_F64);
		if (tested)
			judge(&t, algebra, diags);
		release(&t);
	}
	pool_free(&t.pool);
	return tested;
}

void operators_test(Program *program, uint64_t seed, Diags *diags)
{
	for (int i = 0; i < program->algebra_count; i++)
		test(program, &program->algebra[i], false, seed, diags);
}

/* Laws of operators that touch no float are not rounded, and do not change. */
bool operators_hold_in_field(const Program *program, uint64_t seed,
			     const char **wrong)
{
	Diags *ignored = diags_new();
	bool hold = true;

	for (int i = 0; i < program->algebra_count && hold; i++) {
		Algebra algebra = program->algebra[i];

		algebra.refuted = false;
		*wrong = algebra.name;
		hold = algebra_is_exact(algebra.function)
		    || !(algebra.assoc || algebra.comm || algebra.neutral)
		    || (test(program, &algebra, true, seed, ignored)
			&& !algebra.refuted);
	}
	diags_free(ignored);
	return hold;
}

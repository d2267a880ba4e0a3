/* Index forms over open sizes: sums, products with sizes, quotients and rests
 * by them, cuts, mirror images and wrapped ones mean what the arithmetic means
 * that made them at all values of the sizes, loops over them included; and what
 * is certain to be at least 0 is so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/rng.h"
#include "codegen_opencl/affine.h"
#include "codegen_opencl/tree.h"
#include "ir/core/expr.h"
#include "ir/core/size.h"

enum { SIZES = 3, LOOPS = 3, LANES = 4, POINTS = 40, DEPTH = 4, FORMS = 6000 };

typedef struct Point {
	int64_t sizes[SIZES], loops[LOOPS], lane;
} Point;

typedef struct World {
	Arena *arena;
	Ir *ir;
	AffineTable table;
	Rng rng;
	Var sizes[SIZES], loops[LOOPS]; /* N, M, N//4; loops up to them */
	Point points[POINTS];
} World;

typedef struct Sample {
	const Affine *form;
	int64_t values[POINTS];
} Sample;

static int64_t pick(World *w, int64_t lo, int64_t hi)
{
	return lo + (int64_t)rng_below(&w->rng, (uint64_t)(hi - lo + 1));
}

/* -- the value of a form --------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static int64_t mirrored(int64_t a, int64_t n)
{
	int64_t rest = a - 2 * n * floor_div(a, 2 * n);

	return rest < n ? rest : 2 * n - 1 - rest;
}

static int64_t cut(int64_t a, int64_t n)
{
	return a < 0 ? 0 : a >= n ? n - 1 : a;
}

static int64_t value_at(const World *w, const Affine *form, const Point *at);

static int64_t var_at(const World *w, const Var *var, const Point *at)
{
	return var->kind == VAR_SIZE ? at->sizes[var - w->sizes]
				     : at->loops[var - w->loops];
}

static int64_t atom_at(const World *w, const AffineAtom *a, const Point *at)
{
	int64_t of = a->of ? value_at(w, a->of, at) : 0;
	int64_t by = a->end ? value_at(w, a->end, at) : a->by;

	switch (a->kind) {
	case AFFINE_VAR:
		return var_at(w, a->var, at);
	case AFFINE_SCALED:
		return of * var_at(w, a->var, at);
	case AFFINE_LANE:
		return at->lane;
	case AFFINE_DIV:
		return floor_div(of, by);
	case AFFINE_MOD:
		return of - by * floor_div(of, by);
	case AFFINE_CLAMP:
		return cut(of, by);
	case AFFINE_FOLD:
		return of < 0 ? -1 - of : of;
	default:
		return of < by ? of : 2 * by - 1 - of;
	}
}

static int64_t value_at(const World *w, const Affine *form, const Point *at)
{
	int64_t sum = form->constant;

	for (int i = 0; i < form->count; i++)
		sum += form->terms[i].factor
		       * atom_at(w, form->terms[i].atom, at);
	return sum;
}

/* -- random forms ---------------------------------------------------------- */

static Sample measured(const World *w, const Affine *form)
{
	Sample made = { .form = form };

	for (int i = 0; i < POINTS; i++)
		made.values[i] = value_at(w, form, &w->points[i]);
	return made;
}

static Sample leaf(World *w)
{
	AffineTable *t = &w->table;
	int64_t which = pick(w, 0, LOOPS + 2);

	if (which < LOOPS)
		return measured(w, affine_var(t, &w->loops[which], 0,
					      AFFINE_OPEN - 1));
	if (which == LOOPS)
		return measured(w, affine_lane(t, LANES));
	if (which == LOOPS + 1)
		return measured(w, affine_const(t, pick(w, -9, 9)));
	return measured(w, affine_size(t, &w->sizes[pick(w, 0, SIZES - 1)]));
}

/* A length of at least 1. */
static const Affine *length(World *w)
{
	AffineTable *t = &w->table;
	const Affine *n = affine_size(t, &w->sizes[0]);
	const Affine *m = affine_size(t, &w->sizes[1]);

	switch (pick(w, 0, 5)) {
	case 0: return n;
	case 1: return m;
	case 2: return affine_product_of(t, n, m);
	case 3: return affine_times(t, m, 2);
	case 4: return affine_plus(t, n, pick(w, 1, 5));
	default: return affine_const(t, pick(w, 1, 9));
	}
}

enum { SUM, DIFFERENCE, MULTIPLE, PRODUCT, QUOTIENT, REST, CUT, MIRRORED,
       WRAPPED, OPS };

static int64_t applied(int op, int64_t a, int64_t b, int64_t n)
{
	switch (op) {
	case SUM: return a + b;
	case DIFFERENCE: return a - b;
	case MULTIPLE: return a * 3;
	case PRODUCT: return a * n;
	case QUOTIENT: return floor_div(a, n);
	case CUT: return cut(a, n);
	case MIRRORED: return mirrored(a, n);
	default: return a - n * floor_div(a, n);
	}
}

static const Affine *form_of(AffineTable *t, int op, const Affine *a,
			     const Affine *b, const Affine *n)
{
	const Affine *quotient, *rest;

	switch (op) {
	case SUM: return affine_add(t, a, b);
	case DIFFERENCE: return affine_sub(t, a, b);
	case MULTIPLE: return affine_times(t, a, 3);
	case PRODUCT: return affine_product_of(t, a, n);
	case CUT: return affine_clamp_to(t, a, n);
	case MIRRORED: return affine_mirror_to(t, a, n);
	case WRAPPED: return affine_wrap_to(t, a, n);
	default:
		affine_divide(t, a, n, &quotient, &rest);
		return op == QUOTIENT ? quotient : rest;
	}
}

/* Quotients and rests are of indices; what is wrapped, of some less a few. */
static bool is_for(World *w, int op, const Affine *a)
{
	AffineTable *t = &w->table;

	if (op < QUOTIENT || op == CUT || op == MIRRORED)
		return true;
	return affine_is_natural(t, op == WRAPPED ? affine_plus(t, a, 7) : a);
}

static Sample sample(World *w, int depth)
{
	Sample a, b, made;
	const Affine *n = length(w);
	int op = (int)pick(w, 0, OPS - 1);

	if (depth == 0 || pick(w, 0, 5) == 0)
		return leaf(w);
	a = sample(w, depth - 1);
	b = op < MULTIPLE ? sample(w, depth - 1) : a;
	if (!is_for(w, op, a.form))
		return a;
	made.form = form_of(&w->table, op, a.form, b.form, n);
	for (int i = 0; i < POINTS; i++)
		made.values[i] = applied(op, a.values[i], b.values[i],
					 value_at(w, n, &w->points[i]));
	return made;
}

/* -- what must hold -------------------------------------------------------- */

static void check_at(const World *w, const Affine *form, const Point *at,
		     int64_t expected)
{
	assert_int_equal(value_at(w, form, at), expected);
	assert_true(form->lo <= expected && expected <= form->hi);
}

static void check(World *w, const Sample *s)
{
	bool natural = affine_is_natural(&w->table, s->form);

	for (int i = 0; i < POINTS; i++) {
		const Point *at = &w->points[i];
		const Affine *lane = affine_at_lane(&w->table, s->form,
				affine_const(&w->table, at->lane));

		check_at(w, s->form, at, s->values[i]);
		check_at(w, lane, at, s->values[i]);
		assert_int_equal(lane->width, 1);
		assert_true(!natural || s->values[i] >= 0);
	}
}

static void set_points(World *w)
{
	for (int i = 0; i < POINTS; i++) {
		Point *at = &w->points[i];

		at->sizes[0] = pick(w, 4, 4 + i);
		at->sizes[1] = pick(w, 1, 3 + i / 4);
		at->sizes[2] = at->sizes[0] / 4;
		for (int v = 0; v < LOOPS; v++)
			at->loops[v] = pick(w, 0, at->sizes[v] - 1);
		at->lane = pick(w, 0, LANES - 1);
	}
}

static void set_vars(World *w)
{
	const Size *n = size_var_open(w->ir, "N", 64);
	const Size *all[SIZES] = { n, size_var_open(w->ir, "M", 48),
		size_floordiv(w->ir, n, size_const(w->ir, 4)) };

	for (int i = 0; i < SIZES; i++) {
		w->sizes[i] = (Var){ .kind = VAR_SIZE, .number = i,
				     .most = AFFINE_OPEN, .size = all[i] };
		w->loops[i] = (Var){ .kind = VAR_LOOP,
			.end = affine_size(&w->table, &w->sizes[i]) };
	}
}

static void forms_mean_what_made_them(void **state)
{
	(void)state;
	for (int round = 0; round < FORMS; round++) {
		World w = { .arena = arena_new(), .ir = ir_new() };
		Sample s;

		w.table.arena = w.arena;
		w.table.ir = w.ir;
		w.rng = rng_seeded(20, (uint64_t)round);
		set_vars(&w);
		set_points(&w);
		s = sample(&w, DEPTH);
		if (!w.table.overflow)
			check(&w, &s);
		affine_table_free(&w.table);
		arena_free(w.arena);
		ir_free(w.ir);
	}
}

/* What a loop over rows and lanes reads needs no cut where all of it is there:
 * 4*(N//4) is at most N. */
static void nothing_is_cut_in_the_middle(void **state)
{
	World w = { .arena = arena_new(), .ir = ir_new() };
	AffineTable *t = &w.table;
	const Affine *i, *at, *n;

	(void)state;
	t->arena = w.arena;
	t->ir = w.ir;
	set_vars(&w);
	n = affine_size(t, &w.sizes[0]);
	i = affine_var(t, &w.loops[2], 0, AFFINE_OPEN - 1);
	at = affine_add(t, affine_times(t, i, 4), affine_lane(t, 4));
	assert_ptr_equal(affine_clamp_to(t, at, n), at);
	assert_ptr_equal(affine_wrap_to(t, at, n), at);
	assert_ptr_not_equal(affine_clamp_to(t, affine_plus(t, at, 1), n),
			     affine_plus(t, at, 1));
	affine_table_free(t);
	arena_free(w.arena);
	ir_free(w.ir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms_mean_what_made_them),
		cmocka_unit_test(nothing_is_cut_in_the_middle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

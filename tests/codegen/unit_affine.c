/* Index forms mean what the arithmetic means that made them: random forms of
 * sums, multiples, quotients, rests, cuts and mirror images agree with it at
 * every assignment tried, stay within their ranges, and keep their value when
 * a lane is put in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/rng.h"
#include "codegen_opencl/affine.h"
#include "codegen_opencl/tree.h"

enum { VARS = 3, LANES = 4, POINTS = 40, DEPTH = 5, FORMS = 4000 };

typedef struct Point {
	int64_t vars[VARS];
	int64_t lane;
} Point;

typedef struct World {
	Arena *arena;
	AffineTable table;
	Rng rng;
	Var vars[VARS];
	int64_t lo[VARS], hi[VARS];
	Point points[POINTS];
} World;

/* A form and what it ought to be at every point. */
typedef struct Sample {
	const Affine *form;
	int64_t values[POINTS];
} Sample;

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static int64_t pick(World *w, int64_t lo, int64_t hi)
{
	return lo + (int64_t)rng_below(&w->rng, (uint64_t)(hi - lo + 1));
}

/* -- the value of a form --------------------------------------------------- */

static int64_t value_at(const World *w, const Affine *form, const Point *at);

static int64_t atom_at(const World *w, const AffineAtom *a, const Point *at)
{
	int64_t of = a->of ? value_at(w, a->of, at) : 0;

	switch (a->kind) {
	case AFFINE_VAR:
		return at->vars[a->var - w->vars];
	case AFFINE_LANE:
		return at->lane;
	case AFFINE_DIV:
		return floor_div(of, a->by);
	case AFFINE_MOD:
		return of - a->by * floor_div(of, a->by);
	case AFFINE_CLAMP:
		return of < 0 ? 0 : of >= a->by ? a->by - 1 : of;
	case AFFINE_FOLD:
		return of < 0 ? -1 - of : of;
	default:
		return of < a->by ? of : 2 * a->by - 1 - of;
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

static Sample leaf(World *w)
{
	int64_t which = pick(w, 0, VARS + 1);
	Sample made;

	if (which < VARS)
		made.form = affine_var(&w->table, &w->vars[which],
				       w->lo[which], w->hi[which]);
	else if (which == VARS)
		made.form = affine_lane(&w->table, LANES);
	else
		made.form = affine_const(&w->table, pick(w, -9, 9));
	for (int i = 0; i < POINTS; i++)
		made.values[i] = value_at(w, made.form, &w->points[i]);
	return made;
}

static int64_t mirrored(int64_t a, int64_t n)
{
	int64_t rest = a - 2 * n * floor_div(a, 2 * n);

	return rest < n ? rest : 2 * n - 1 - rest;
}

static int64_t applied(int op, int64_t a, int64_t b, int64_t n)
{
	switch (op) {
	case 0:
		return a + b;
	case 1:
		return a - b;
	case 2:
		return a * n;
	case 3:
		return floor_div(a, n);
	case 4:
		return a - n * floor_div(a, n);
	case 5:
		return a < 0 ? 0 : a >= n ? n - 1 : a;
	default:
		return mirrored(a, n);
	}
}

static const Affine *form_of(AffineTable *t, int op, const Affine *a,
			     const Affine *b, int64_t n)
{
	switch (op) {
	case 0:
		return affine_add(t, a, b);
	case 1:
		return affine_sub(t, a, b);
	case 2:
		return affine_times(t, a, n);
	case 3:
		return affine_div(t, a, n);
	case 4:
		return affine_mod(t, a, n);
	case 5:
		return affine_clamp(t, a, n);
	default:
		return affine_mirror(t, a, n);
	}
}

static Sample sample(World *w, int depth)
{
	Sample a, b, made;
	int op = (int)pick(w, 0, 6);
	int64_t n = pick(w, 1, 12);

	if (depth == 0 || pick(w, 0, 5) == 0)
		return leaf(w);
	a = sample(w, depth - 1);
	b = op < 2 ? sample(w, depth - 1) : a;
	made.form = form_of(&w->table, op, a.form, b.form, n);
	for (int i = 0; i < POINTS; i++)
		made.values[i] = applied(op, a.values[i], b.values[i], n);
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
	for (int i = 0; i < POINTS; i++) {
		const Point *at = &w->points[i];
		const Affine *lane = affine_at_lane(&w->table, s->form,
				affine_const(&w->table, at->lane));

		check_at(w, s->form, at, s->values[i]);
		check_at(w, lane, at, s->values[i]);
		assert_int_equal(lane->width, 1);
	}
}

static void set_points(World *w)
{
	for (int v = 0; v < VARS; v++) {
		w->lo[v] = pick(w, -3, 3);
		w->hi[v] = w->lo[v] + pick(w, 0, 40);
	}
	for (int i = 0; i < POINTS; i++) {
		for (int v = 0; v < VARS; v++)
			w->points[i].vars[v] = pick(w, w->lo[v], w->hi[v]);
		w->points[i].lane = pick(w, 0, LANES - 1);
	}
}

static void forms_mean_what_made_them(void **state)
{
	(void)state;
	for (int round = 0; round < FORMS; round++) {
		World w = { .arena = arena_new() };
		Sample s;

		w.table.arena = w.arena;
		w.rng = rng_seeded(20, (uint64_t)round);
		set_points(&w);
		s = sample(&w, DEPTH);
		check(&w, &s);
		assert_false(w.table.overflow);
		affine_table_free(&w.table);
		arena_free(w.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms_mean_what_made_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

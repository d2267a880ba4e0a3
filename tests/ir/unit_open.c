/* Sizes with open variables: what one is at other values is what it would be
 * with these as numbers; what is certain to be at least 0 is so everywhere; and
 * two are the same only when they are one polynomial. */
#include "ir/core/size_open.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/rng.h"
#include "ir/core/program.h"
#include "ir/front/document.h"

enum { ROUNDS = 20000, DEPTH = 3, TRIES = 6 };

typedef struct Values {
	int64_t n, m;
} Values;

static int64_t value_of(void *context, const char *name)
{
	const Values *values = context;

	return *name == 'N' ? values->n : values->m;
}

/* The same expression over open variables, and over numbers. */
typedef struct Pair {
	const Size *open, *fixed;
} Pair;

typedef const Size *Make(Ir *ir, const Size *a, const Size *b);

static Pair drawn(Ir *ir, Rng *random, const Values *at, int depth)
{
	static Make *const makes[] = { size_add, size_sub, size_mul,
				       size_floordiv, size_mod };
	Pair a, b;
	Make *make;

	if (depth == 0 || rng_below(random, 4) == 0) {
		int64_t number = (int64_t)rng_below(random, 9);

		switch (rng_below(random, 3)) {
		case 0: return (Pair){ size_var_open(ir, "N", 64),
				       size_const(ir, at->n) };
		case 1: return (Pair){ size_var_open(ir, "M", 48),
				       size_const(ir, at->m) };
		default: return (Pair){ size_const(ir, number),
					size_const(ir, number) };
		}
	}
	a = drawn(ir, random, at, depth - 1);
	b = drawn(ir, random, at, depth - 1);
	make = makes[rng_below(random, 5)];
	return (Pair){ make(ir, a.open, b.open), make(ir, a.fixed, b.fixed) };
}

static void check_values(Ir *ir, Rng *random)
{
	Values at = { (int64_t)rng_below(random, 300),
		      (int64_t)rng_below(random, 300) };
	Pair pair = drawn(ir, random, &at, DEPTH);
	int64_t value;

	if (!pair.open || !pair.fixed
	    || !size_at(pair.open, value_of, &at, &value))
		return;
	assert_int_equal(value, pair.fixed->value);
	if (!pair.open->open || !size_is_natural(ir, pair.open))
		return;
	for (int i = 0; i < TRIES; i++) {
		at.n = (int64_t)rng_below(random, 40);
		at.m = (int64_t)rng_below(random, 40);
		if (size_at(pair.open, value_of, &at, &value))
			assert_true(value >= 0);
	}
}

static void values(void **state)
{
	Ir *ir = ir_new();
	Rng random = rng_seeded(7, 1);

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		if (i % 500 == 0) {
			ir_free(ir);
			ir = ir_new();
		}
		check_values(ir, &random);
	}
	ir_free(ir);
}

static void sameness(void **state)
{
	Ir *ir = ir_new();
	const Size *n = size_var_open(ir, "N", 64);
	const Size *fixed = size_var_valued(ir, "N", 64);
	const Size *number = size_const(ir, 64);

	(void)state;
	assert_ptr_not_equal(n, fixed);
	assert_true(size_same(fixed, number));
	assert_false(size_same(n, number));
	assert_false(size_same(n, size_var_open(ir, "M", 64)));
	assert_true(size_same(size_add(ir, n, n),
			      size_mul(ir, n, size_const(ir, 2))));
	ir_free(ir);
}

static void signs(void **state)
{
	Ir *ir = ir_new();
	const Size *n = size_var_open(ir, "N", 64);
	const Size *eight = size_const(ir, 8);
	const Size *whole = size_mul(ir, size_floordiv(ir, n, eight), eight);

	(void)state;
	assert_true(size_is_natural(ir, whole));
	assert_true(size_is_natural(ir, size_sub(ir, n, whole)));
	assert_false(size_is_natural(ir, size_sub(ir, n, size_const(ir, 1))));
	assert_false(size_is_natural(ir, size_sub(ir, n, eight)));
	assert_false(size_is_natural(ir, size_floordiv(ir, size_sub(ir, n,
						       eight), eight)));
	ir_free(ir);
}

/* Exact quotients of open sizes: what is divided and multiplied again is what
 * it was; of numbers nothing changes. */
static void quotients(void **state)
{
	Ir *ir = ir_new();
	const Size *n = size_var_open(ir, "N", 5040);
	const Size *m = size_var_open(ir, "M", 48);

	(void)state;
	for (int64_t a = 1; a <= 10; a++) {
		const Size *by = size_const(ir, a);
		const Size *part = size_div(ir, n, by);

		assert_ptr_equal(size_mul(ir, part, by), n);
		for (int64_t b = 1; b <= 8; b++) {
			const Size *two = size_const(ir, b);
			const Size *both = size_mul(ir, by, two);

			if (5040 % (a * b))
				continue;
			assert_ptr_equal(size_div(ir, part, two),
					 size_div(ir, n, both));
			assert_ptr_equal(size_mul(ir, size_div(ir, n, both),
						  two), part);
		}
	}
	assert_ptr_equal(size_mul(ir, m, size_div(ir, n, m)), n);
	assert_ptr_equal(size_sub(ir, n, size_mul(ir, m, size_div(ir, n, m))),
			 size_const(ir, 0));
	assert_ptr_not_equal(size_mul(ir, size_floordiv(ir, n, m), m), n);
	ir_free(ir);
}

/* -2^63, as far as numbers go. */
static const Size *lowest(Ir *ir)
{
	return size_sub(ir, size_const(ir, -INT64_MAX), size_const(ir, 1));
}

/* What fits nowhere is no size, also where a processor would stop at it. */
static void extremes(void **state)
{
	static Make *const makes[] = { size_div, size_floordiv, size_mod };
	Ir *ir = ir_new();
	const Size *n = size_var_open(ir, "N", 2), *m = size_var_open(ir, "M", 1);
	const Size *times = size_mul(ir, lowest(ir), m), *size;
	Values at = { 2, 1 };
	Text text = { 0 };
	int64_t value;

	(void)state;
	for (size_t i = 0; i < sizeof makes / sizeof *makes; i++) {
		assert_null(makes[i](ir, lowest(ir), size_const(ir, -1)));
		size = makes[i](ir, times, size_sub(ir, n, size_const(ir, 3)));
		assert_true(!size || !size_at(size, value_of, &at, &value));
	}
	size_text(&text, times);
	assert_string_equal(text_string(&text), "0-9223372036854775808*M");
	text_free(&text);
	ir_free(ir);
}

/* A power of 1, 0 or -1 has a value, whatever its exponent. */
static void powers(void **state)
{
	Ir *ir = ir_new();
	const Size *base = size_sub(ir, size_var_open(ir, "N", 3),
				    size_const(ir, 1));
	const Size *size = size_pow(ir, base, size_var_open(ir, "M", 5));

	(void)state;
	for (int64_t n = 0; n <= 2; n++)
		for (int64_t last = 0; last < 2; last++) {
			Values at = { n, INT64_MAX - last };
			const int64_t odd = n - 1, even = odd * odd;
			int64_t value;

			assert_true(size_at(size, value_of, &at, &value));
			assert_int_equal(value, at.m % 2 ? odd : even);
			size_pow(ir, size_const(ir, n - 1),
				 size_const(ir, at.m));
		}
	ir_free(ir);
}

static const Size *parsed(Ir *ir, const char *text, SizeFault *fault)
{
	return size_parse(ir, text, strlen(text), NULL, NULL, fault);
}

/* Of terms and characters there are only so many. */
static void length(void **state)
{
	Ir *ir = ir_new();
	Text many = { 0 }, deep = { 0 };
	SizeFault fault;

	(void)state;
	text_put(&many, "(N");
	for (int i = 2; i < 60; i++)
		text_printf(&many, "+N//%d", i);
	assert_non_null(parsed(ir, text_string(&many) + 1, &fault));
	text_put(&many, ")^8");
	assert_null(parsed(ir, text_string(&many), &fault));
	assert_int_equal(fault.kind, SIZE_OVERFLOW);
	text_put(&deep, "N");
	for (int i = 0; i < 300000; i++)
		text_put(&deep, "//3");
	assert_null(parsed(ir, text_string(&deep), &fault));
	assert_string_equal(fault.found, "900001 characters");
	text_free(&many);
	text_free(&deep);
	ir_free(ir);
}

/* The least N of which a guard says no more than the body does. */
static int64_t least_that_follows(const char *body, bool empty)
{
	const ReadOptions options = { .concrete = true, .open = "all" };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	int64_t least = 0;
	const Program *program;
	Text text = { 0 };
	SizeGuard guard = { NULL, NULL };

	text_printf(&text, "{\"name\": \"p\", \"sizes\": {\"N\": 64}, "
		    "\"inputs\": [{\"name\": \"x\", \"type\": \"[f32; N]\"}],"
		    " \"body\": %s}", body);
	program = program_read(ir, "p", text_string(&text), &options, diags);
	assert_non_null(program);
	do {
		guard.size = size_sub(ir, size_var_open(ir, "N", 64),
				      size_const(ir, ++least));
	} while (size_guards_follow(ir, ir_arena(ir), program->body, 1, &guard,
				    empty));
	text_free(&text);
	diags_free(diags);
	ir_free(ir);
	return least - 1;
}

static void follows(void **state)
{
	static const char *const each = "[\"map\", \"abs\", \"x\"]",
		*const threes = "[\"map\", [\"fun\", [\"w\"], [\"at\", "
				"\"w\", 0]], [\"slide\", 3, 1, \"x\"]]";

	(void)state;
	assert_int_equal(least_that_follows(each, true), 0);
	assert_int_equal(least_that_follows(each, false), 1);
	assert_int_equal(least_that_follows(threes, true), 3);
	assert_int_equal(least_that_follows(threes, false), 3);
}

/* The guards of a body, as text. */
static void has_guards(const char *body, const char *expected)
{
	const ReadOptions options = { .concrete = true, .open = "all" };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	SizeGuards guards = { .arena = ir_arena(ir) };
	const Program *program;
	Text text = { 0 }, found = { 0 };

	text_printf(&text, "{\"name\": \"p\", \"sizes\": {\"N\": 64, \"R\": 16},"
		    " \"inputs\": [{\"name\": \"x\", \"type\": \"[f32; N]\"}],"
		    " \"body\": %s}", body);
	program = program_read(ir, "p", text_string(&text), &options, diags);
	assert_non_null(program);
	size_guards(ir, program->body, &guards);
	for (int i = 0; i < guards.count; i++) {
		text_put(&found, i ? ", " : "");
		size_guard_text(&found, &guards.items[i]);
	}
	assert_string_equal(text_string(&found), expected);
	text_free(&found);
	text_free(&text);
	diags_free(diags);
	ir_free(ir);
}

#define READ(index) "[\"map\", [\"fun\", [\"i\"], [\"at\", \"x\", " index \
	"]], [\"generate\", \"R\", \"id\"]]"

/* An index that is made of whole numbers below R reads within N; nothing is asked
 * under a condition, of what data give, or where it would not hold as it is. */
static void reaches(void **state)
{
	(void)state;
	has_guards(READ("\"i\""), "N-1 >= 0, N-R >= 0");
	has_guards(READ("[\"+\", \"i\", 3]"), "N-1 >= 0, N-R-3 >= 0");
	has_guards(READ("[\"-\", [\"size\", \"N\"], [\"+\", \"i\", 1]]"),
		   "N-1 >= 0");
	has_guards(READ("[\"+\", \"i\", 63]"), "N-1 >= 0");
	has_guards(READ("[\"min\", \"i\", 3]"), "N-1 >= 0");
	has_guards(READ("[\"+\", 1, [\"*\", \"i\", 3]]"),
		   "N-1 >= 0, N-3*R+1 >= 0");
	has_guards(READ("[\"/\", [\"+\", [\"*\", \"i\", 4], 1], 2]"),
		   "N-1 >= 0, N-(4*R-3)//2-1 >= 0");
	has_guards(READ("[\"+\", [\"*\", -1, [\"-\", \"i\", 3]], [\"size\", \"R\"]]"),
		   "N-1 >= 0");
	has_guards("[\"map\", [\"fun\", [\"i\"], [\"if\", [\"<\", \"i\", [\"size\","
		   " \"N\"]], [\"at\", \"x\", \"i\"], 0]], [\"generate\", \"R\","
		   " \"id\"]]", "N-1 >= 0");
	has_guards("[\"map\", [\"fun\", [[\"a\", \"i\"]], [\"*\", \"a\", [\"at\","
		   " \"x\", \"i\"]]], [\"zip\", \"x\", [\"generate\", \"N\", \"id\"]]]",
		   "N-1 >= 0");
	has_guards("[\"reduceSeq\", [\"fun\", [\"s\", \"k\"], [\"+\", \"s\", [\"at\","
		   " \"x\", \"k\"]]], 0, [\"generate\", \"R\", \"id\"]]",
		   "N-1 >= 0, N-R >= 0");
	has_guards("[\"reduceSeq\", [\"fun\", [\"s\", \"a\"], [\"+\", \"s\", [\"*\", "
		   "\"a\", [\"at\", \"x\", [\"i64\", \"s\"]]]]], 0, \"x\"]",
		   "N-1 >= 0");
}

/* What is known takes no memory when it is computed again. */
static void known(void **state)
{
	Ir *ir = ir_new();
	const Size *n = size_var_open(ir, "N", 64);
	const Size *twice = NULL;
	size_t before = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		before = arena_bytes(ir_arena(ir));
		twice = size_add(ir, n, n);
		size_sub(ir, twice, n);
		size_div(ir, size_const(ir, 640), size_const(ir, 64));
	}
	assert_ptr_equal(twice, size_add(ir, n, n));
	assert_int_equal(arena_bytes(ir_arena(ir)), before);
	ir_free(ir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values), cmocka_unit_test(sameness),
		cmocka_unit_test(signs), cmocka_unit_test(quotients),
		cmocka_unit_test(extremes), cmocka_unit_test(powers),
		cmocka_unit_test(length), cmocka_unit_test(follows),
		cmocka_unit_test(reaches),
		cmocka_unit_test(known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

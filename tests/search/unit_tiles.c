/* Tiles: products whose operands lie in any order read panels that are kept in
 * the order in which they are read, and compute what the program does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "search/space/derive.h"
#include "search/space/follow.h"
#include "tests/search/search_device.h"
#include "tests/search/space_values.h"

#define DOT "[\"head\",[\"reduce\",\"+\",0," \
	"[\"map\",\"*\",[\"zip\",\"r\",\"c\"]]]]"
#define PRODUCT(a, b, left, right) "{\"name\":\"product\"," \
	"\"sizes\":{\"M\":1,\"N\":1,\"K\":1},\"inputs\":[" \
	"{\"name\":\"a\",\"type\":\"" a "\"}," \
	"{\"name\":\"b\",\"type\":\"" b "\"}]," \
	"\"body\":[\"map\",[\"fun\",[\"r\"],[\"map\",[\"fun\",[\"c\"]," DOT \
	"]," right "]]," left "]}"

enum { AS_IT_IS, TRANSPOSED };

/* By whether the first and the second matrix are transposed. */
static const char *const products[2][2] = {
	{ PRODUCT("[[f32; K]; M]", "[[f32; N]; K]", "\"a\"",
		  "[\"transpose\",\"b\"]"),
	  PRODUCT("[[f32; K]; M]", "[[f32; K]; N]", "\"a\"", "\"b\"") },
	{ PRODUCT("[[f32; M]; K]", "[[f32; N]; K]", "[\"transpose\",\"a\"]",
		  "[\"transpose\",\"b\"]"),
	  PRODUCT("[[f32; M]; K]", "[[f32; K]; N]", "[\"transpose\",\"a\"]",
		  "\"b\"") },
};

typedef struct Fixture {
	Ir *ir;
	RuleBase *rules;
	Device device;
	const Program *program;
	Derive *derive;
} Fixture;

static Fixture fixture_new(const char *text, int64_t m, int64_t n, int64_t k)
{
	const SizeBinding sizes[] = { { "M", m }, { "N", n }, { "K", k } };
	const ReadOptions options = { .concrete = true, .override_count = 3,
				      .overrides = sizes };
	Fixture f = { .ir = ir_new(), .rules = rulebase_new(),
		      .device = device_of_two_cores() };
	Diags *diags = diags_new();

	f.program = program_read(f.ir, "product", text, &options, diags);
	diags_print(diags, stderr);
	diags_free(diags);
	assert_non_null(f.program);
	f.derive = derive_new(f.rules, f.program, &f.device,
			      (RewriteOptions){ 0 });
	return f;
}

static void fixture_free(Fixture *f)
{
	derive_free(f->derive);
	rulebase_free(f->rules);
	ir_free(f->ir);
}

static Derived follow(const Fixture *f, const char *choices)
{
	Space space = derive_space(f->derive);
	const void *state = follow_choices(&space, choices);

	assert_non_null(state);
	return derive_result(f->derive, state);
}

static bool chose(const Derived *derived, const char *number)
{
	for (int i = 0; i < derived->label_count; i++)
		if (strstr(derived->labels[i], number))
			return true;
	return false;
}

static void check_value(const Program *program, const Expr *low)
{
	SpaceValues values;

	space_values_draw(&values, program);
	space_values_check(&values, low);
	space_values_free(&values);
}

/* Whether an input is read outside of what is kept in memory. */
static bool reads_input(const Expr *e, int index)
{
	if (e->kind == EXPR_INPUT)
		return e->index == index;
	if (e->kind == EXPR_PRIM && (e->prim == PRIM_TO_GLOBAL
				     || e->prim == PRIM_TO_LOCAL))
		return false;
	for (int i = 0; i < e->kid_count; i++)
		if (reads_input(e->kids[i], index))
			return true;
	return false;
}

static int stored(const Expr *e)
{
	int count = e->kind == EXPR_PRIM && e->prim == PRIM_TO_GLOBAL;

	for (int i = 0; i < e->kid_count; i++)
		count += stored(e->kids[i]);
	return count;
}

static const char both[] = "tiles: rows 4 (), lanes 16 (), vectors 2 (), "
	"packed 1 (), left 1 (), dimension 0 (), steps 2 ()";
static const char local[] = "tiles: rows 4 (), lanes 16 (), vectors 1 (), "
	"packed 2 (), left 1 (), dimension 0 (), steps 2 ()";

/* With transposed rows everything that the product reads can be panels; a group
 * copies its own panel of the other matrix. */
static void test_transposed_rows_in_panels(void **state)
{
	static const char *const ways[] = { both, local };

	(void)state;
	for (int right = AS_IT_IS; right <= TRANSPOSED; right++)
		for (int way = 0; way < 2; way++) {
			Fixture f = fixture_new(products[TRANSPOSED][right],
						160, 160, 96);
			Derived derived = follow(&f, ways[way]);

			assert_true(chose(&derived, "left 1"));
			assert_true(chose(&derived, way ? "packed 2"
							: "packed 1"));
			assert_false(reads_input(derived.low, 0));
			assert_int_equal(reads_input(derived.low, 1), way);
			assert_int_equal(stored(derived.low), way ? 1 : 2);
			fixture_free(&f);
		}
}

/* What does not fill a tile reads the same panels: each is stored once. */
static void test_panels_are_stored_once(void **state)
{
	static const char *const ways[] = { both, local };

	(void)state;
	for (int way = 0; way < 2; way++) {
		Fixture f = fixture_new(products[TRANSPOSED][AS_IT_IS], 163,
					187, 31);
		Derived derived = follow(&f, ways[way]);

		assert_true(chose(&derived, "left 1"));
		assert_int_equal(stored(derived.low), way ? 1 : 2);
		fixture_free(&f);
	}
}

/* The panels of a matrix times itself are the same on both sides. */
static void test_panels_of_both_sides(void **state)
{
	Fixture f = fixture_new(PRODUCT("[[f32; M]; K]", "[f32; N]",
					"[\"transpose\",\"a\"]",
					"[\"transpose\",\"a\"]"),
				64, 64, 96);
	Derived derived = follow(&f, "tiles: rows 8 (), lanes 8 (), vectors 1 "
				 "(), packed 1 (), left 1 (), dimension 0 (), "
				 "steps 2 ()");

	(void)state;
	assert_true(chose(&derived, "left 1"));
	assert_true(chose(&derived, "lanes 8"));
	assert_int_equal(stored(derived.low), 1);
	fixture_free(&f);
}

/* Rows that lie in memory as they are read are not kept again. */
static void test_dense_rows_stay(void **state)
{
	(void)state;
	for (int right = AS_IT_IS; right <= TRANSPOSED; right++) {
		Fixture f = fixture_new(products[AS_IT_IS][right], 160, 160,
					96);
		Derived derived = follow(&f, both);

		assert_false(chose(&derived, "left 1"));
		fixture_free(&f);
	}
}

/* At any sizes, in any panels. */
static void test_values(void **state)
{
	static const int64_t sizes[][3] = {
		{ 2, 2, 1 }, { 5, 67, 3 }, { 9, 131, 8 }, { 13, 190, 5 },
		{ 4, 128, 16 },
	};
	static const char *const ways[] = { both, local };

	(void)state;
	for (int which = 0; which < 4; which++)
		for (int s = 0; s < 5; s++)
			for (int way = 0; way < 2; way++) {
				Fixture f = fixture_new(
					products[which / 2][which % 2],
					sizes[s][0], sizes[s][1],
					sizes[s][2]);
				Derived derived = follow(&f, ways[way]);

				check_value(f.program, derived.low);
				fixture_free(&f);
			}
}

/* Few results of long reductions: each band of what is reduced is a product in
 * tiles by itself, whether or not the bands leave rows over. */
static void test_bands(void **state)
{
	static const char way[] = "bands of products: rows 60 (); "
		"tiles: rows 4 (), lanes 16 (), vectors 1 (), packed 0 (), "
		"left 0 (), dimension 0 (), steps 2 ()";

	(void)state;
	for (int which = 0; which < 4; which++)
		for (int64_t k = 600; k < 610; k += 9) {
			Fixture f = fixture_new(products[which / 2][which % 2],
						8, 40, k);
			Derived derived = follow(&f, way);
			const Derivation *all = derived.derivation;

			assert_int_equal(space_uses(all, "product_bands"), 1);
			assert_true(space_uses(all, "outer_product") > 0);
			assert_int_equal(stored(derived.low), 1);
			check_value(f.program, derived.low);
			fixture_free(&f);
		}
}

/* Many results are spread by themselves. */
static void test_no_bands(void **state)
{
	Fixture f = fixture_new(products[TRANSPOSED][AS_IT_IS], 160, 160, 96);
	Derived derived = follow(&f, "bands of products: rows 12 ()");

	(void)state;
	assert_int_equal(space_uses(derived.derivation, "product_bands"), 0);
	fixture_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_transposed_rows_in_panels),
		cmocka_unit_test(test_panels_are_stored_once),
		cmocka_unit_test(test_panels_of_both_sides),
		cmocka_unit_test(test_dense_rows_stay),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_bands),
		cmocka_unit_test(test_no_bands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

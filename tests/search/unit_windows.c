/* Rows of windows in vectors: what no vector fills is computed by one that
 * begins before it, and only borders element by element. Elements that are read
 * again and again are kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/search/search_device.h"
#include "tests/search/space_values.h"

static const char smooth[] = "{\"name\":\"smooth\",\"sizes\":{\"K\":16},"
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; 6]\"}],"
	"\"body\":[\"map\",[\"fun\",[\"r\"],[\"map\",[\"fun\",[\"w\"],"
	"[\"head\",[\"reduce\",\"+\",0,\"w\"]]],"
	"[\"slide\",3,1,[\"pad\",1,1,\"clamp\",\"r\"]]]],\"a\"]}";

static const char nearest[] = "{\"name\":\"nearest\",\"sizes\":{\"K\":16},"
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; 8]; K]\"}],"
	"\"body\":[\"map\",[\"fun\",[\"p\"],[\"head\",[\"reduceSeq\","
	"\"min\",\"inf\",[\"map\",[\"fun\",[\"q\"],[\"head\",["
	"\"reduceSeq\",\"+\",0,[\"map\",[\"fun\",[\"u\",\"v\"],[\"abs\",["
	"\"-\",\"u\",\"v\"]]],[\"zip\",\"p\",\"q\"]]]]],[\"take\",30,"
	"\"a\"]]]]],\"a\"]}";

/* The same with its place, a loop that stays. */
#define IN_ORDER(elements) "{\"name\":\"in_order\",\"sizes\":{\"K\":16}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; " elements "]; K]\"}]," \
	"\"body\":[\"map\",[\"fun\",[\"p\"],[\"get\",1,[\"head\",[" \
	"\"reduceSeq\",[\"fun\",[\"s\",[\"q\",\"j\"]],[\"let\",\"t\",[\"head\",[" \
	"\"reduce\",\"+\",0,[\"map\",[\"fun\",[\"u\",\"v\"],[\"abs\",[\"-\"," \
	"\"u\",\"v\"]]],[\"zip\",\"p\",\"q\"]]]],[\"if\",[\"<\",\"t\",[\"get\",0," \
	"\"s\"]],[\"tuple\",\"t\",\"j\"],\"s\"]]],[\"tuple\",\"inf\",[" \
	"\"i64\",0]],[\"zip\",[\"take\",30,\"a\"],[\"generate\",30,\"id\"]]]]]]," \
	"\"a\"]}"

/* Elements that fit the registers, and such as an item keeps in memory. */
static const char in_order[] = IN_ORDER("16");
static const char long_ones[] = IN_ORDER("40");

static const Program *read(Ir *ir, const char *text, int64_t length)
{
	const SizeBinding size = { "K", length };
	const ReadOptions options = { .concrete = true, .override_count = 1,
				      .overrides = &size };
	Diags *diags = diags_new();
	const Program *program = program_read(ir, "rows", text, &options, diags);

	assert_non_null(program);
	diags_free(diags);
	return program;
}

/* The longest loop over single elements. */
static int64_t longest_loop(const Expr *e)
{
	int64_t longest = 0;

	if (e->kind == EXPR_PRIM && e->prim == PRIM_MAP_SEQ
	    && e->type->element->kind == TYPE_SCALAR)
		longest = e->type->length->value;
	for (int i = 0; i < e->kid_count; i++) {
		int64_t kid = longest_loop(e->kids[i]);

		longest = kid > longest ? kid : longest;
	}
	return longest;
}

/* The elements before the first vector; -1: there are no vectors. */
static int before_vectors(const Derived *derived)
{
	int lanes, before;

	for (int i = 0; i < derived->label_count; i++) {
		const char *label = derived->labels[i];
		const char *place = strstr(label, "before ");

		if (strncmp(label, "windows: ", 9) || !place)
			continue;
		assert_int_equal(sscanf(strstr(label, "lanes "), "lanes %d",
					&lanes), 1);
		assert_int_equal(sscanf(place, "before %d", &before), 1);
		return lanes < 2 ? -1 : before;
	}
	return -1;
}

static bool keeps(const Expr *e)
{
	bool found = e->kind == EXPR_PRIM && e->prim == PRIM_TO_PRIVATE;

	for (int i = 0; i < e->kid_count; i++)
		found |= keeps(e->kids[i]);
	return found;
}

/* What a candidate with so many elements before the vectors must look like. */
typedef bool Looks(const Expr *low, int before);

static bool has_single_borders(const Expr *low, int before)
{
	return !before || longest_loop(low) <= before + 1;
}

static bool keeps_elements(const Expr *low, int before)
{
	(void)before;
	return keeps(low);
}

static int check_length(const char *text, int64_t length, Looks *looks)
{
	const Device device = device_of_two_cores();
	Ir *ir = ir_new();
	RuleBase *rules = rulebase_new();
	const Program *program = read(ir, text, length);
	Derive *derive = derive_new(rules, program, &device,
				    (RewriteOptions){ 0 });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, 1, -1);
	SpaceValues values;
	Candidate candidate;
	int count = 0;

	space_values_draw(&values, program);
	for (int i = 0; i < 25 && strategy_ask(strategy, &candidate)
	     == ASK_CANDIDATE; i++) {
		Derived derived = derive_result(derive, candidate.state);
		int before = before_vectors(&derived);

		space_values_check(&values, derived.low);
		assert_true(before < 0 || looks(derived.low, before));
		count += before >= 0;
	}
	space_values_free(&values);
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(rules);
	ir_free(ir);
	return count;
}

static void test_only_borders_are_single(void **state)
{
	static const int64_t lengths[] = { 4, 5, 10, 17, 18, 19, 31, 34, 37,
					   50, 67, 255 };
	int count = 0;

	(void)state;
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		count += check_length(smooth, lengths[i], has_single_borders);
	assert_true(count > 40);
}

static void test_elements_are_read_once(void **state)
{
	(void)state;
	assert_true(check_length(nearest, 37, keeps_elements) > 2);
	assert_true(check_length(in_order, 37, keeps_elements) > 2);
	assert_true(check_length(long_ones, 37, keeps_elements) > 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_borders_are_single),
		cmocka_unit_test(test_elements_are_read_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

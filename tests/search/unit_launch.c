/* Work-groups of what all work-items compute: a decision of the search where the
 * device is no CPU, and nothing anywhere else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "search/nest/grid.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"

#define DOCUMENT(sizes, inputs, body) "program p \"p\"\n" sizes "\n" inputs \
	"\n" body "\n"

static const char *const programs[] = {
	DOCUMENT("size N = 100000", "input xs : f32[N]",
		 "map (\\x. 2 * x) xs"),
	DOCUMENT("size N = 1021", "input xs : f32[N]",
		 "map (\\x. 2 * x) xs"),
	DOCUMENT("size M = 300; N = 200", "input a : f32[M][N]",
		 "transpose a"),
	DOCUMENT("size N = 40; M = 3000", "input a : f32[M][N]",
		 "map (\\r. map (\\x. 2 * x) r) a"),
};

enum { PROGRAMS = sizeof programs / sizeof *programs, DRAWS = 60 };

typedef struct Groups {
	bool open;                    /* a mapGlobal of several is left */
	int64_t items, of[DEVICE_DIMS], lengths[DEVICE_DIMS];
} Groups;

static Groups groups_of(const Expr *e, Groups groups)
{
	if (e->kind == EXPR_PRIM && e->prim == PRIM_MAP_GLOBAL
	    && e->type->length->value > 1)
		groups.open = true;
	if (e->kind == EXPR_PRIM && e->prim == PRIM_MAP_IN_GROUPS) {
		groups.of[e->index] = e->sizes[0]->value;
		groups.lengths[e->index] = e->type->length->value;
	}
	for (int i = 0; i < e->kid_count; i++)
		groups = groups_of(e->kids[i], groups);
	groups.items = 1;
	for (int d = 0; d < DEVICE_DIMS; d++)
		groups.items *= groups.of[d] ? groups.of[d] : 1;
	return groups;
}

typedef void Check(const Device *device, const Derived *derived);

/* As many candidates as there are, at most DRAWS; their number. */
static int draw(const Device *device, const char *document, Check *check)
{
	const ReadOptions options = { .concrete = true };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	RuleBase *rules = rulebase_new();
	const Program *program = program_read(ir, "p", document, &options,
					      diags);
	Derive *derive;
	Strategy *strategy;
	Candidate candidate;
	int count = 0;

	assert_non_null(program);
	derive = derive_new(rules, program, device, (RewriteOptions){ 0 });
	const Space space = derive_space(derive);

	strategy = strategy_new(&strategy_random, &space, 7, -1);
	while (count < DRAWS
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		const Derived derived = derive_result(derive, candidate.state);

		check(device, &derived);
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, 1 });
		count++;
	}
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(rules);
	diags_free(diags);
	ir_free(ir);
	return count;
}

static void check_decided(const Device *device, const Derived *derived)
{
	const Groups groups = groups_of(derived->low, (Groups){ 0 });
	int64_t all = 1;

	assert_false(groups.open);
	if (groups.items == 1)
		return;
	for (int d = 0; d < DEVICE_DIMS; d++)
		all *= groups.of[d] ? groups.lengths[d] : 1;
	assert_non_null(strstr(derived->choices, "\"launch\""));
	assert_true(groups.items <= 256);
	assert_true(all < 64 || groups.items % device->group_multiple == 0);
}

static void groups_are_whole_multiples(void **state)
{
	static const int64_t multiples[] = { 8, 16, 32, 64 };
	Device device = device_generic();

	(void)state;
	device.type = DEVICE_GPU;
	device.max_group_size = 256;
	device.compute_units = 8;
	for (int d = 0; d < DEVICE_DIMS; d++)
		device.max_item_sizes[d] = 256;
	for (size_t m = 0; m < sizeof multiples / sizeof *multiples; m++) {
		device.group_multiple = multiples[m];
		for (int i = 0; i < PROGRAMS; i++)
			draw(&device, programs[i], check_decided);
	}
}

static void check_made(const Device *device, const Derived *derived)
{
	(void)device;
	assert_non_null(derived->low);
}

/* What borders and remainders leave may have no elements. */
static void empty_maps_are_launched(void **state)
{
	Device device = device_generic();

	(void)state;
	device.type = DEVICE_GPU;
	draw(&device, DOCUMENT("size N = 13; R = 15; C = 17",
		"input x : f32[N]; m : f32[R][C]",
		"(map (\\v. head (reduce (+) 0 v)) $ slide[3, 1] $ "
		"pad[1, 1, const 0] x, join $ slide[4, 3] x, "
		"map (map (\\w. head (reduce (+) 0 (join w)))) $ "
		"map transpose $ slide[3, 1] $ map slide[3, 1] $ "
		"pad[1, 1, const 0] $ map pad[1, 1, const 0] m, "
		"pad[2, 0, const 7] m)"), check_made);
}

/* Folds that are no part of a parallel map are the work of one item. */
static void check_short(const Expr *e)
{
	if (e->kind == EXPR_PRIM && prim_is(e->prim, TRAIT_PARMAP))
		return;
	if (e->kind == EXPR_PRIM && e->prim == PRIM_REDUCE_SEQ)
		assert_true(e->kids[2]->type->length->value <= 64);
	for (int i = 0; i < e->kid_count; i++)
		check_short(e->kids[i]);
}

static void check_not_alone(const Device *device, const Derived *derived)
{
	(void)device;
	check_short(derived->low);
}

/* What is narrow is left as soon as that is certain: draws go on. */
static void no_item_reduces_alone(void **state)
{
	static const char *const sums[] = {
		DOCUMENT("size N = 16777216", "input xs : f32[N]",
			 "reduce (+) 0 xs"),
		DOCUMENT("size N = 100003", "input xs : f32[N]",
			 "reduce (+) 0 xs"),
	};
	Device device = device_generic();

	(void)state;
	device.type = DEVICE_GPU;
	device.max_group_size = device.max_item_sizes[0] = 1024;
	device.compute_units = 132;
	device.group_multiple = 32;
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
		assert_int_equal(draw(&device, sums[i], check_not_alone),
				 DRAWS);
}

static bool is_narrow(const char *body)
{
	const ReadOptions options = { .concrete = true };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	char text[512];
	const Program *program;
	bool narrow;

	snprintf(text, sizeof text, "program p \"p\"\nsize N = 8192\n"
		 "input xs : i32[N]\n%s\n", body);
	program = program_read(ir, "p", text, &options, diags);
	assert_non_null(program);
	narrow = grid_is_narrow(program->body, 32);
	diags_free(diags);
	ir_free(ir);
	return narrow;
}

/* A group that is one item for good is narrow, whatever is left to choose for what
 * it is given, and is not before. */
static void narrow_groups_are_known_at_once(void **state)
{
#define FROM(map, sums) "join $ mapWorkgroup (\\(s, c). " map " (\\e. e + s) c) " \
	"$ zip (toGlobal (" sums " (\\c. head (reduce (+) 0 c)) $ split[8] xs)) " \
	"(split[8] xs)"

	(void)state;
	assert_true(is_narrow(FROM("mapSeq", "mapGlobal")));
	assert_true(is_narrow(FROM("mapSeq", "mapWorkgroup")));
	assert_true(is_narrow(FROM("mapSeq", "map")));
	assert_false(is_narrow(FROM("map", "mapGlobal")));
	assert_false(is_narrow(FROM("map", "mapWorkgroup")));
#undef FROM
}

/* Groups that an author asks for are as they are, however few items they have. */
static void groups_of_an_author_stay(void **state)
{
	static const char *const given[] = {
		DOCUMENT("size N = 64", "input xs : f32[N]",
			 "join $ mapWorkgroup (\\c. mapLocal neg c) $ "
			 "split[8] xs"),
		DOCUMENT("size N = 640", "input xs : f32[N]; ys : f32[N]",
			 "(join $ mapWorkgroup (\\c. mapLocal neg c) $ "
			 "split[8] xs, map (\\y. 2 * y) ys)"),
	};
	Device device = device_generic();

	(void)state;
	device.type = DEVICE_GPU;
	device.group_multiple = 32;
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		assert_true(draw(&device, given[i], check_made) > 0);
}

static void check_untouched(const Device *device, const Derived *derived)
{
	(void)device;
	assert_int_equal(groups_of(derived->low, (Groups){ 0 }).items, 1);
	assert_null(strstr(derived->choices, "\"launch\""));
}

static void cpus_have_nothing_to_decide(void **state)
{
	Device device = device_generic();

	(void)state;
	device.type = DEVICE_CPU;
	for (int i = 0; i < PROGRAMS; i++)
		draw(&device, programs[i], check_untouched);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_are_whole_multiples),
		cmocka_unit_test(empty_maps_are_launched),
		cmocka_unit_test(no_item_reduces_alone),
		cmocka_unit_test(narrow_groups_are_known_at_once),
		cmocka_unit_test(groups_of_an_author_stay),
		cmocka_unit_test(cpus_have_nothing_to_decide),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

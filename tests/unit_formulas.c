/* What schedules ask and compute: each query and formula by what it says of a
 * small program, and names that are there once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "search/space/derive.h"
#include "search/macro.h"
#include "search/schedule/block.h"
#include "tests/search_device.h"

typedef struct Asked {
	Ir *ir;
	RuleBase *rules;
	Derive *derive;
	Task task;
	const Derivation *start;
} Asked;

static Asked asked_new(const char *body)
{
	const ReadOptions options = { .concrete = true };
	const Device device = device_of_two_cores();
	Asked a = { .ir = ir_new(), .rules = rulebase_new() };
	Diags *diags = diags_new();
	char text[512];
	Program *program;

	snprintf(text, sizeof text, "program p\n  size M = 64 ; N = 96\n"
		 "  input A : f32[M][N] ; x : f32[N] ; y : f32[N]\n  %s\n",
		 body);
	program = program_read(a.ir, "p.lift", text, &options, diags);
	if (!program)
		diags_print(diags, stderr);
	assert_non_null(program);
	a.derive = derive_new(a.rules, program, &device,
			      (RewriteOptions){ .rounding = true });
	a.task = (Task){ .program = program, .device = device,
			 .rewriter = derive_rewriter(a.derive),
			 .arena = arena_new() };
	a.start = derivation_start(a.task.rewriter, program->body);
	diags_free(diags);
	return a;
}

static void asked_free(Asked *a)
{
	arena_free(a->task.arena);
	derive_free(a->derive);
	rulebase_free(a->rules);
	ir_free(a->ir);
}

/* The numbers that a list in a block of that form is of. */
static Numbers numbers_of(const char *body, const char *form,
			  const char *list)
{
	Asked a = asked_new(body);
	Diags *diags = diags_new();
	char own[512], reason[256] = "";
	const Path root = path_root();
	Numbers found = { 0 };
	Schedules *all;

	snprintf(own, sizeof own, "schedule s \"\" form %s choose n : %s do"
		 " normalise", form, list);
	all = schedules_with(a.rules, "own", own, diags);
	diags_print(diags, stderr);
	assert_non_null(all);
	if (!block_list(&a.task, all, schedules_find(all, "s"), a.start, &root,
			0, NULL, &found, reason))
		fail_msg("%s: %s: %s", form, list, reason);
	schedules_free(all);
	diags_free(diags);
	asked_free(&a);
	return found;
}

#define SUMS "map (\\x. head (sum:(reduce M e (ys x)))) xs"

typedef struct Answer {
	const char *body, *form, *formula;
	int64_t value;
} Answer;

static const Answer answers[] = {
	{ "map abs x", "map (\\x. f x) xs", "power(extent(x))", 64 },
	{ "map abs x", "map (\\x. f x) xs", "power(extent(x) - 32)", 64 },
	{ "map abs x", "map (\\x. f x) xs", "power(1)", 1 },
	{ "map abs x", "map (\\x. f x) xs", "power(0)", 0 },
	{ "map abs x", "map (\\x. f x) xs", "1 + power(7) * 2", 9 },
	{ "map (\\r. head $ reduce (+) 0 r) A", SUMS, "held(sum)", 2 },
	{ "map (\\r. head $ reduce (+) 0 $ map (*) $ zip r x) A", SUMS,
	  "held(sum)", 3 },
	{ "map (\\r. head $ reduce (+) 0 r) A", SUMS, "across(sum)", 0 },
	{ "map (\\c. head $ reduce (+) 0 c) $ transpose A", SUMS,
	  "across(sum)", 1 },
	{ "map (\\c. head $ reduce (+) 0 $ map abs c) $ transpose A", SUMS,
	  "across(sum)", 1 },
	{ "map (\\v. head $ reduce (+) 0 $ map (\\w. v * w) x) y", SUMS,
	  "across(sum)", 1 },
	{ "map abs x", "map (\\x. f x) xs", "across(x)", 0 },
	{ "map (\\c. head $ reduceSeq (+) 0 c) $ transpose A",
	  "map (\\x. f x) xs", "scalar_fold(x.fold)", 1 },
};

static void test_answers(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
		const Answer *answer = &answers[i];
		char list[128];
		Numbers found;

		snprintf(list, sizeof list, "[%s]", answer->formula);
		found = numbers_of(answer->body, answer->form, list);
		if (found.items[0].value != answer->value)
			fail_msg("%s: %s is %lld", answer->body,
				 answer->formula,
				 (long long)found.items[0].value);
	}
}

/* Each four times as long as the one before, up to the most. */
static void test_strips(void **state)
{
	const Numbers found = numbers_of("map abs x", "map (\\x. f x) xs",
					 "strips(3, 50)");

	(void)state;
	assert_int_equal(found.count, 3);
	for (int i = 0, n = 3; i < 3; i++, n *= 4)
		assert_int_equal(found.items[i].value, n);
}

/* The widths of a place are those of what stands there. */
static void test_widths_of_a_place(void **state)
{
	const Numbers found = numbers_of("map abs x", "map (\\x. f x) xs",
					 "widths_stored_of(xs, extent(x))");

	(void)state;
	assert_true(found.count > 1);
	for (int i = 0; i < found.count; i++)
		assert_true(found.items[i].value > 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_answers),
		cmocka_unit_test(test_strips),
		cmocka_unit_test(test_widths_of_a_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

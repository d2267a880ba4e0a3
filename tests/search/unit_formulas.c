/* What schedules ask and compute: each query and formula by what it says of a
 * small program, and names that are there once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "search/space/derive.h"
#include "rules/derivation.h"
#include "search/schedule/block.h"
#include "search/space/offer.h"
#include "tests/search/search_device.h"

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
	a.task.scratch = a.task.arena;
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

/* The numbers that a list in a block of that form is of, or why there are none. */
static bool numbers_found(const char *body, const char *form, const char *list,
			  Numbers *found, char reason[256])
{
	Asked a = asked_new(body);
	Diags *diags = diags_new();
	char own[512];
	const Path root = path_root();
	Schedules *all;
	bool right;

	snprintf(own, sizeof own, "schedule s \"\" %s %s choose n : %s do"
		 " normalise", form ? "form" : "", form ? form : "", list);
	all = schedules_with(a.rules, "own", own, diags);
	diags_print(diags, stderr);
	assert_non_null(all);
	right = block_list(&a.task, all, schedules_find(all, "s"), a.start,
			   &root, 0, NULL, found, reason);
	schedules_free(all);
	diags_free(diags);
	asked_free(&a);
	return right;
}

static Numbers numbers_of(const char *body, const char *form,
			  const char *list)
{
	char reason[256] = "";
	Numbers found = { 0 };

	if (!numbers_found(body, form, list, &found, reason))
		fail_msg("%s: %s: %s", body, list, reason);
	return found;
}

#define ONE "map (\\x. f x) xs"
#define SLIDES "map (\\x. f x) (h (ws:(slide ys)))"
#define PADDED "map (\\x. f x) (pad xs)"
#define SUMS "map (\\x. head (sum:(reduce M e (ys x)))) xs"

typedef struct Answer {
	const char *body, *form, *formula;
	int64_t value;
} Answer;

static const Answer answers[] = {
	{ "map abs x", ONE, "power(extent(x))", 64 },
	{ "map abs x", ONE, "power(extent(x) - 32)", 64 },
	{ "map abs x", ONE, "power(1)", 1 },
	{ "map abs x", ONE, "power(0)", 0 },
	{ "map abs x", ONE, "1 + power(7) * 2", 9 },
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
	{ "map abs x", ONE, "across(x)", 0 },
	{ "map (\\c. (head $ reduce (+) 0 c) * (head $ reduce max 0 c))"
	  " $ transpose A", ONE, "all_across(here)", 2 },
	{ "map (\\r. (head $ reduce (+) 0 r) * (head $ reduce max 0 r)) A",
	  ONE, "all_across(here)", 0 },
	{ "map (\\c. (head $ reduce (+) 0 c) * (head $ reduceSeq max 0 c))"
	  " $ transpose A", ONE, "all_across(here)", 0 },
	{ "map (\\c. head c) $ transpose A", ONE, "columns(xs)", 1 },
	{ "map (\\r. head r) A", ONE, "columns(xs)", 0 },
	{ "map abs x", ONE, "columns(xs)", 0 },
	{ "map abs x", ONE, "aligned(xs)", 0 },
	{ "map (\\r. head r) A", ONE, "aligned(xs)", 96 },
	{ "map (\\r. head r) $ transpose A", ONE, "aligned(xs)", 96 },
	{ "map (\\r. head r) $ drop[8] A", ONE, "aligned(xs)", 96 },
	{ "map (\\r. head r) $ map (\\q. drop[8] q) A", ONE, "aligned(xs)",
	  8 },
	{ "map (\\r. head r) $ map (\\q. drop[5] q) A", ONE, "aligned(xs)",
	  1 },
	{ "map (\\r. head r) $ split[20] $ take[80] x", ONE, "aligned(xs)",
	  20 },
	{ "map (\\r. head r) $ slide[8, 2] x", ONE, "aligned(xs)", 2 },
	{ "map (\\r. head r) $ split[8] $ join A", ONE, "aligned(xs)", 8 },
	{ "map (\\r. head r) $ split[8] $ concat x y", ONE, "aligned(xs)", 1 },
	{ "map (\\r. head r) $ split[8] $ map abs x", ONE, "aligned(xs)", 8 },
	{ "map (\\v. v + 1.0 + v + v * v) x", ONE, "terms(x.body)", 4 },
	{ "map (\\v. v + (1.0 + v)) x", ONE, "terms(x.body)", 2 },
	{ "map (\\v. v / 2.0) x", ONE, "terms(x.body)", 1 },
	{ "map (\\v. v / 2.0) x", ONE, "float(x.body)", 1 },
	{ "map (\\v. 2) x", ONE, "float(x.body)", 0 },
	{ "map (\\v. v / 2.0) x", ONE, "literal(x.body.second)", 1 },
	{ "map (\\v. v / 2.0) x", ONE, "literal(x.body.first)", 0 },
	{ "map (\\v. v / 2.0) x", ONE, "varies(x.body.first)", 1 },
	{ "map (\\v. v / 2.0) x", ONE, "varies(x.body.second)", 0 },
	{ "map (\\v. let w = v * v in w / (w + v)) x", ONE,
	  "varies(x.body.second.first)", 1 },
	{ "map (\\v. let w = v * v in w / (v * v)) x", ONE, "light(x.body)",
	  1 },
	{ "map (\\r. head $ reduce (+) 0 r) A", ONE, "light(x.body)", 0 },
	{ "map (\\v. 1.0 / v + 2.0 / (v * v)) x", ONE,
	  "divisions(x.body.first.second)", 2 },
	{ "map (\\v. 1.0 / v + 2.0 / (v * 3.0)) x", ONE,
	  "divisions(x.body.first.second)", 1 },
	{ "map (\\v. 1.0 / (v * 3.0)) x", ONE,
	  "divisions(x.body.second)", 0 },
	{ "map abs x", ONE, "lowered(here)", 0 },
	{ "mapSeq abs x", NULL, "lowered(here)", 1 },
	{ "map (\\v. v + 1.0) x", ONE, "repeated(x.body)", 0 },
	{ "map (\\v. v + 1.0 / v) x", ONE, "somewhere(root, quotient)", 0 },
	{ "map (\\v. v + 1.0 / sqrt v) x", ONE, "somewhere(root, quotient)",
	  1 },
	{ "map (\\v. v + 1.0 / sqrt v) x", ONE, "fits(root, quotient)", 0 },
	{ "map (\\v. v + 1.0 + v) x", ONE, "fits(x.body, sum_open<)", 1 },
	{ "map (\\v. v + 1.0 + v) x", ONE, "fits(x.body, sum_open)", 0 },
	{ "map (\\c. head $ reduceSeq (+) 0 c) $ transpose A",
	  "map (\\x. f x) xs", "scalar_fold(x.fold)", 1 },
	{ "map head $ slide[3, 1] x", ONE, "overlap(xs)", 2 },
	{ "map head $ slide[5, 2] x", ONE, "overlap(xs)", 3 },
	{ "map head $ slide[2, 2] x", ONE, "overlap(xs)", 0 },
	{ "map head A", ONE, "overlap(xs)", 0 },
	{ "map head $ slide[3, 1] x", ONE, "extent_inside(xs)", 3 },
	{ "map head A", ONE, "extent_inside(xs)", 96 },
	{ "map abs x", ONE, "extent_inside(xs)", 0 },
	{ "map (\\r. split[2] r) A", ONE, "view(x)", 1 },
	{ "map (\\r. split[2] (map abs r)) A", ONE, "view(x)", 0 },
	{ "map (map abs) A", ONE, "plain_rows(xs)", 1 },
	{ "map (map abs) $ transpose A", ONE, "plain_rows(xs)", 0 },
	{ "map (map abs) $ slide[3, 1] x", ONE, "plain_rows(xs)", 0 },
	{ "map (map abs) $ concat A A", ONE, "plain_rows(xs)", 0 },
	{ "map (map abs) A", ONE, "applies(here, flat)", 1 },
	{ "map (map abs) $ transpose A", ONE, "fits(here, flat)", 0 },
	{ "map (\\(r, s). map (*) $ zip r s) $ zip A A", ONE,
	  "applies(here, flat)", 1 },
	{ "map (\\(w, v). v) $ zip (slide[3, 1] x) (take[94] y)", SLIDES,
	  "among(ws, here.in)", 1 },
	{ "map (\\(w, v). v) $ zip (slide[3, 1] $ map abs x) (take[94] y)",
	  SLIDES, "among(ys, here.in)", 0 },
	{ "map head . split[2] $ slide[3, 1] x", SLIDES, "among(ws, here.in)",
	  1 },
	{ "map head . map (\\w. take[2] w) $ slide[3, 1] x", SLIDES,
	  "among(ws, here.in)", 0 },
	{ "map head $ slide[3, 1] $ map (\\r. head $ reduce (+) 0 r) A", ONE,
	  "extent(x.windowed)", 64 },
	{ "map head $ slide[3, 1] $ map abs x", ONE, "there(x.windowed)", 0 },
	{ "map head $ slide[2, 2] $ map (\\r. head $ reduce (+) 0 r) A", ONE,
	  "there(x.windowed)", 0 },
	{ "map abs x", ONE, "fits(here, one_loop)", 1 },
	{ "map abs x", ONE, "applies(here, one_loop)", 0 },
	{ "map (\\v. iterate[3] (\\s. s * s) v) x", ONE,
	  "applies(here, one_loop)", 1 },
	{ "map abs $ pad[1, 1, clamp] x", PADDED, "extent(xs)", 96 },
	{ "map abs $ pad[1, 1, mirror] x", PADDED, "extent(xs)", 96 },
	{ "map abs $ pad[1, 1, wrap] x", PADDED, "extent(xs)", 96 },
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

#define MOST "9223372036854775807"
#define LEAST "(0 - " MOST " - 1)"

/* What has no result of 64 bits has none: the list says so. */
static void test_faults(void **state)
{
	static const struct { const char *formula, *reason; } faults[] = {
		{ "1 / (extent(x) - 96)", "a number is divided by 0" },
		{ "extent(x) % 0", "a number is divided by 0" },
		{ "multiple(extent(x), 0)", "a number is divided by 0" },
		{ LEAST " / (0 - 1)", "a number has more than 64 bits" },
		{ LEAST " % (0 - 1)", "a number has more than 64 bits" },
		{ "0 - " LEAST, "a number has more than 64 bits" },
		{ MOST " + extent(x)", "a number has more than 64 bits" },
		{ "extent(x) + " MOST, "a number has more than 64 bits" },
		{ "extent(x) * " MOST, "a number has more than 64 bits" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		char list[128], reason[256] = "";
		Numbers none = { 0 };

		snprintf(list, sizeof list, "[%s]", faults[i].formula);
		if (numbers_found("map abs x", ONE, list, &none, reason)
		    || !strstr(reason, faults[i].reason))
			fail_msg("%s: \"%s\"", faults[i].formula, reason);
	}
	assert_int_equal(numbers_of("map abs x", ONE, "[" LEAST " / 2]")
			 .items[0].value, INT64_MIN / 2);
}

/* Each four times as long as the one before, up to the most. */
static void test_strips(void **state)
{
	const Numbers found = numbers_of("map abs x", ONE,
					 "strips(3, 50)");

	(void)state;
	assert_int_equal(found.count, 3);
	for (int i = 0, n = 3; i < 3; i++, n *= 4)
		assert_int_equal(found.items[i].value, n);
}

/* Each half of the one before, the least last; none where there is no room. */
static void test_halves(void **state)
{
	const Numbers found = numbers_of("map abs x", ONE, "halves(3, 30)");

	(void)state;
	assert_int_equal(found.count, 4);
	for (int i = 0, n = 24; i < 4; i++, n /= 2)
		assert_int_equal(found.items[i].value, n);
	assert_int_equal(numbers_of("map abs x", ONE,
				    "halves(3, 2), [1]").count, 1);
}

/* The widths of a place are those of what stands there. */
static void test_widths_of_a_place(void **state)
{
	const Numbers found = numbers_of("map abs x", ONE,
					 "widths_stored_of(xs, extent(x))");

	(void)state;
	assert_true(found.count > 1);
	for (int i = 0; i < found.count; i++)
		assert_true(found.items[i].value > 1);
}

/* -- what is found --------------------------------------------------------- */

/* The steps of a block that is applied to a program's body; NULL: it is not. */
static char *steps_of(const char *body, const char *steps)
{
	Asked a = asked_new(body);
	Diags *diags = diags_new();
	char own[512], reason[256] = "";
	const Path root = path_root();
	const Derivation *now;
	Text text = { 0 };
	Schedules *all;

	snprintf(own, sizeof own, "schedule s \"\" %s", steps);
	all = schedules_with(a.rules, "own", own, diags);
	diags_print(diags, stderr);
	assert_non_null(all);
	now = block_apply(&a.task, all, schedules_find(all, "s"), a.start,
			  &root, 0, NULL, reason);
	if (now)
		derivation_text(&text, now);
	schedules_free(all);
	diags_free(diags);
	asked_free(&a);
	return text.data;
}

static void check_steps(const char *body, const char *steps,
			const char *wanted)
{
	char *found = steps_of(body, steps);

	if (!found != !wanted || (wanted && !strstr(found, wanted)))
		fail_msg("%s: %s: %s", body, steps, found ? found : "nothing");
	free(found);
}

/* The first in reading order of which something holds; the innermost one. */
static void test_found_where(void **state)
{
	static const char body[] = "map (\\v. (v + 1.0) + v + (v + 2.0)) x";

	(void)state;
	check_steps(body, "do find (q:(a + b)) ; at q sum_swap",
		    "\"at\": [0, 0]}");
	check_steps(body, "do find (q:(a + b)) where terms(q) == 3 ;"
		    " at q sum_swap", "\"at\": [0, 0, 0]}");
	check_steps(body, "do find innermost (q:(a + b + c)) ;"
		    " at q sum_swap", "\"at\": [0, 0, 0]}");
	check_steps(body, "do find (q:(a + b)) where terms(q) == 9 ;"
		    " at q sum_swap", NULL);
}

/* A decision after which everything is as it was would be made again. */
static void test_no_step_is_a_fault(void **state)
{
	static const char own[] = "schedule s \"\" form map (\\x. f x) xs"
				  " do try map_flatten";
	Asked a = asked_new("map abs x");
	Diags *diags = diags_new();
	Schedules *all = schedules_with(a.rules, "own", own, diags);
	Work work = { .task = &a.task, .now = a.start };
	const Block *block;
	Site site;

	(void)state;
	assert_non_null(all);
	block = schedules_find(all, "s");
	a.task.schedules = all;
	a.task.faults = ARENA_ARRAY(a.task.arena, const char *,
				    schedules_count(all));
	assert_true(site_first(a.start->expr, NULL, &site));
	offer_apply(&work, &site, block, NULL);
	assert_null(work.now);
	assert_string_equal(a.task.faults[schedules_index(all, block)],
			    "it makes no step");
	schedules_free(all);
	diags_free(diags);
	asked_free(&a);
}

/* A block that asks whether it fits itself is not offered. */
static void test_asked_without_end(void **state)
{
	(void)state;
	check_steps("map abs x", "where fits(here, s) do map_seq", NULL);
	check_steps("map abs x", "where somewhere(here, s) do map_seq", NULL);
}

/* -- names ----------------------------------------------------------------- */

static void test_names_are_there_once(void **state)
{
	static const char *const words[] = { "min", "max", "multiple", "power",
					     "fits", "somewhere" };
	const Query *query, *other;

	(void)state;
	for (int i = 0; (query = query_at(i)); i++) {
		for (int k = i + 1; (other = query_at(k)); k++)
			assert_string_not_equal(query->name, other->name);
		for (size_t k = 0; k < sizeof words / sizeof *words; k++)
			assert_string_not_equal(query->name, words[k]);
	}
}

/* Of blocks, and of a block's numbers. */
static void test_blocks_are_there_once(void **state)
{
	RuleBase *rules = rulebase_new();
	Schedules *all = schedules_new(rules);

	(void)state;
	for (int i = 0; i < schedules_count(all); i++) {
		const Block *block = schedules_at(all, i);

		for (int k = 0; k < i; k++)
			assert_string_not_equal(block_name(block),
				block_name(schedules_at(all, k)));
		for (int n = 1; n < block_number_count(block); n++)
			for (int k = 0; k < n; k++)
				assert_string_not_equal(block_number(block, n),
					block_number(block, k));
	}
	schedules_free(all);
	rulebase_free(rules);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_answers),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_strips),
		cmocka_unit_test(test_halves),
		cmocka_unit_test(test_widths_of_a_place),
		cmocka_unit_test(test_found_where),
		cmocka_unit_test(test_no_step_is_a_fault),
		cmocka_unit_test(test_asked_without_end),
		cmocka_unit_test(test_names_are_there_once),
		cmocka_unit_test(test_blocks_are_there_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

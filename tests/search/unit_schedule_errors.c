/* What is wrong with a schedule is said before it is used; why one does not
 * apply, when it does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/search/schedule_world.h"

typedef struct Wrong {
	const char *text, *message, *expected;
	int line;
} Wrong;

#define MAP "schedule s \"\"\n form map (\\x. f x) xs\n"
#define TEN "1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + "
#define FOUR "map_seq <+ map_seq <+ map_seq <+ map_seq <+ "
#define SIXTEEN FOUR FOUR FOUR FOUR

static const Wrong wrongs[] = {
	{ "rule r", "a schedule is not well formed", "schedule", 1 },
	{ "schedule s\n do map_seq", "not well formed", "in quotes", 2 },
	{ MAP " do map_sec", "no rule or step map_sec", "map_seq", 3 },
	{ MAP " do split_join[k = 4]", "split_join has no k", NULL, 3 },
	{ MAP " do map_seq<", "not used backwards", NULL, 3 },
	{ MAP " do run item[4]", "no schedule item", "items", 3 },
	{ MAP " do run loop[4]", "chooses 0 numbers", NULL, 3 },
	{ MAP " choose rows : few(4)\n do split_join[I = row]",
	  "no number row", "rows", 4 },
	{ MAP " choose m : fee(4)\n do map_seq", "no list fee", "few", 3 },
	{ MAP " choose m : [4], fee(4)\n do map_seq", "no list fee", "few", 3 },
	{ MAP " choose m : [4] if n\n do map_seq", "no number n", NULL, 3 },
	{ MAP " choose m : [4 many]\n do map_seq", "not well formed", "]", 3 },
	{ "schedule s called t \"\"\n do map_seq", "not well formed",
	  "in quotes", 1 },
	{ "schedule s \"\" instead of loop\n do map_seq", "not well formed",
	  "in quotes", 1 },
	{ "schedule s \"\" instead of \"lopo\"\n do map_seq",
	  "none is called so", "loop", 1 },
	{ "schedule s \"\" times often\n do map_seq", "not well formed",
	  "a number", 1 },
	{ "schedule s \"\" is alone, alone\n do map_seq", "not well formed",
	  "each once", 1 },
	{ "order cpu map top : loop", "not well formed", "schedule", 1 },
	{ MAP " do launch[4]", "not well formed", "two numbers", 3 },
	{ MAP " choose m : own_rules(here, 4)\n do own[m]",
	  "no list own_rules", NULL, 3 },
	{ MAP " do at y map_seq", "no place y", NULL, 3 },
	{ MAP " do at her map_seq", "no place her", "here", 3 },
	{ MAP " where fits(x, map_sec)\n do map_seq", "no rule or step map_sec",
	  "map_seq", 3 },
	{ MAP " where extent(z) >= 2\n do map_seq", "no place z", NULL, 3 },
	{ MAP " do at x.boddy map_seq", "not well formed", "body", 3 },
	{ MAP " do find (map f y) outside map_seq", "not well formed", "(",
	  3 },
	{ MAP " do cut x by [4, 4]", "not well formed", "one number", 3 },
	{ MAP " do map_seq map_seq", "not well formed", "; and a step", 3 },
	{ "schedule s \"\"\n form map (\\x. f x\n do map_seq",
	  "not well formed", ")", 3 },
	{ "schedule s \"\"\n form map xs\n do map_seq",
	  "a form is not well formed", "arguments", 2 },
	{ MAP " choose m : [4] ; m : [2]\n do map_seq",
	  "two numbers of one name", "a new name", 3 },
	{ MAP " where somewhere(x, map_seq)\n do map_seq",
	  "no schedule map_seq", NULL, 3 },
	{ MAP " where fits(x, map_seq<)\n do map_seq", "not used backwards",
	  NULL, 3 },
	{ MAP " do find (f y) where n == 1", "no number n", NULL, 3 },
	{ MAP " do find (f y) then", "not well formed", "a step", 3 },
	{ MAP " do find (f y) outside\n do map_seq", "not well formed", "(",
	  4 },
	{ MAP " do normalise with map_id", "not well formed", "(", 3 },
	{ MAP " do normalise with (map_id, map_it)",
	  "no rule or step map_it", "map_id", 3 },
	{ MAP " do normalise with (map_seq<)", "not used backwards", NULL,
	  3 },
	{ MAP " where " TEN TEN TEN TEN "1 > 0\n do map_seq",
	  "not well formed", "fewer terms", 3 },
	{ MAP " do " SIXTEEN SIXTEEN SIXTEEN SIXTEEN "map_seq",
	  "not well formed", "fewer steps", 3 },
	{ "schedule loop \"\" do map_seq", "two schedules of one name",
	  "a new name", 1 },
};

static void check_wrong(const RuleBase *rules, const Wrong *wrong)
{
	Diags *diags = diags_new();
	const Schedules *all = schedules_with(rules, "own.schedules",
					      wrong->text, diags);
	const Diag *diag = diags->items;

	assert_null(all);
	assert_int_equal(diags->errors, 1);
	if (!strstr(diag->message, wrong->message)
	    || diag->place.line != wrong->line
	    || (wrong->expected
		&& (!diag->expected
		    || !strstr(diag->expected, wrong->expected))))
		fail_msg("%s\n%d: %s, expected %s", wrong->text,
			 diag->place.line, diag->message,
			 diag->expected ? diag->expected : "nothing");
	diags_free(diags);
}

static void test_what_is_wrong_is_said_with_its_place(void **state)
{
	RuleBase *rules = rulebase_new();

	(void)state;
	for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
		check_wrong(rules, &wrongs[i]);
	rulebase_free(rules);
}

/* A block that does not fit says what it wants, one whose steps do not apply
 * which does not and why. */
static void test_what_does_not_fit_says_why(void **state)
{
	static const struct {
		const char *block, *reason;
	} cases[] = {
		{ "fold", "fold does not fit: reduce is wanted, map stands" },
		{ "gone", "v is no more: consumed by rule map_flatten" },
		{ "wrong", "rule map_zip_left at map: map_zip_left does" },
		{ "rows", "here.fold is nowhere" },
		{ "none", "no groups of so many items" },
		{ "ruled", "no own rule applies" },
	};
	static const char own[] =
		"schedule gone \"\" form map (\\x. f x) xs do"
		" split_join[I = 8] as (c = c) ; at c.body value v ;"
		" at c map_flatten ; at v map_seq\n"
		"schedule wrong \"\" form map (\\x. f x) xs do cut x by [7] ;"
		" at rest map_seq ; at x (split_join[I = 7] as (c = c)) ;"
		" at c map_zip_left\n"
		"schedule none \"\" do map_global[d = 0] ; launch[0, 0]\n"
		"schedule ruled \"\" do own[0]";
	World w = world_new("examples/scal", "N=4096");
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w.rules, "own", own, diags);
	const Path root = path_root();

	(void)state;
	assert_non_null(all);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char reason[256] = "";
		const Block *block = schedules_find(all, cases[i].block);

		assert_null(block_apply(&w.task, all, block, w.start, &root,
					0, NULL, reason));
		if (!strstr(reason, cases[i].reason))
			fail_msg("%s: %s", cases[i].block, reason);
	}
	schedules_free(all);
	diags_free(diags);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_wrong_is_said_with_its_place),
		cmocka_unit_test(test_what_does_not_fit_says_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Spaces that wrap another one: recorded ones, and those with guides; steps from
 * one candidate to the next. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "search/space/guide.h"
#include "search/strategy/contest.h"
#include "search/strategy/moves.h"
#include "tests/search/digits.h"

static Recorded *record(Digits *digits)
{
	const Space space = digits_space(digits);
	Strategy *strategy = strategy_new(&strategy_exhaustive, &space, 0, -1);
	const TreeNode *before = NULL;
	Diags *diags = diags_new();
	Text text = { 0 };
	Candidate candidate;
	Recorded *recorded;

	recorded_put_head(&text, "digits", "invented");
	while (strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		const Spot *place = candidate.state;
		const TreeNode *node;

		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, digits_cost(place) });
		node = strategy->told[strategy->told_count - 1].node;
		recorded_put(&text, strategy->tree, node, before, node->key,
			     digits_fail(place) ? "wrong" : NULL,
			     digits_cost(place));
		before = node;
	}
	recorded = recorded_read("digits", text_string(&text), diags);
	diags_print(diags, stderr);
	assert_non_null(recorded);
	strategy_free(strategy);
	diags_free(diags);
	text_free(&text);
	return recorded;
}

/* On a recorded space strategies find what they find on the space itself. */
static void test_recorded(void **state)
{
	enum { BUDGET = 50 };
	static const StrategyKind *const kinds[] = {
		&strategy_montecarlo, &strategy_descent, &strategy_random,
		&strategy_uct, &strategy_tag,
	};
	const RaceTerms terms = { .budget = BUDGET, .factor = 1 };
	Digits digits = digits_new();
	Recorded *recorded;

	(void)state;
	digits.dead = digits_dead;
	recorded = record(&digits);
	assert_int_equal(recorded_count(recorded), digits_alive(&digits));
	for (int k = 0; k < 5; k++) {
		DigitsRun real = digits_run(kinds[k], &digits, 5, -1, BUDGET,
					    1);
		Race race;

		race_run(&race, recorded, kinds[k], 5, &terms);
		assert_int_equal(race.evaluations, BUDGET);
		assert_float_equal(race.best[BUDGET - 1] * (float)
				   recorded_best(recorded), real.best, 1e-4);
	}
	recorded_free(recorded);
	arena_free(digits.arena);
}

static void test_recorded_refused(void **state)
{
	static const char *const texts[] = {
		"", "{}", "[]\n", "{\"space\": 1}",
		"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n",
		"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n"
		"{\"keep\":1,\"steps\":[],\"key\":\"0\",\"ns\":1}\n",
		"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n"
		"{\"keep\":0,\"steps\":[[\"a\",2,2]],\"key\":\"0\",\"ns\":1}\n",
		"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n"
		"{\"keep\":0,\"steps\":[[\"a\",1,2]],\"key\":\"0\",\"ns\":-1}\n",
		"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n"
		"{\"keep\":0,\"steps\":[],\"key\":\"0\",\"ns\":1e-320}\n",
		"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n"
		"{\"keep\":0,\"steps\":[],\"key\":\"0\",\"status\":\"wrong\"}\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		Diags *diags = diags_new();

		assert_null(recorded_read("text", texts[i], diags));
		assert_int_equal(diags->items[0].code, E0803);
		diags_free(diags);
	}
}

/* What is forbidden is never proposed, and nothing else is lost. */
static void test_guides(void **state)
{
	const Guide forbid[] = { { GUIDE_FORBID, "digit 2", 0 } };
	Digits digits = digits_new();
	const Space inner = digits_space(&digits);
	Guided *guided = guided_new(&inner, forbid, 1);
	const Space space = guided_space(guided);
	Strategy *strategy = strategy_new(&strategy_random, &space, 1, -1);
	Candidate candidate;
	int count = 0;

	(void)state;
	while (strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		const Spot *place = guided_state(candidate.state);

		for (int i = 0; i < DIGITS; i++)
			assert_int_not_equal(place->digits[i], 2);
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, 1 });
		count++;
	}
	assert_int_equal(count, 3 * 2 * 6 * 2 * 4);
	assert_null(guided_unmet(guided));
	strategy_free(strategy);
	guided_free(guided);
	arena_free(digits.arena);
}

/* -- steps ------------------------------------------------------------------- */

static const char chunks[] =
	"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n"
	"{\"keep\":0,\"steps\":[[\"chunk 1 (all)\",0,2,1],"
	"[\"lanes 4 (width)\",0,2,4]],\"key\":\"1\",\"ns\":1}\n"
	"{\"keep\":1,\"steps\":[[\"lanes 1 (scalar)\",1,2,1]],"
	"\"key\":\"2\",\"ns\":1}\n"
	"{\"keep\":0,\"steps\":[[\"chunk 8 (units)\",1,2,8],"
	"[\"rows 2 (2)\",0,2,2],[\"lanes 4 (width)\",0,2,4]],"
	"\"key\":\"3\",\"ns\":1}\n"
	"{\"keep\":2,\"steps\":[[\"lanes 1 (scalar)\",1,2,1]],"
	"\"key\":\"4\",\"ns\":1}\n"
	"{\"keep\":1,\"steps\":[[\"rows 1 (1)\",1,2,1],"
	"[\"lanes 4 (width)\",0,2,4]],\"key\":\"5\",\"ns\":1}\n"
	"{\"keep\":2,\"steps\":[[\"lanes 1 (scalar)\",1,2,1]],"
	"\"key\":\"6\",\"ns\":1}\n";

/* A step keeps the other numbers by name: where it leads to more of them than
 * before, the new ones are the most promising. */
static void test_steps(void **state)
{
	Diags *diags = diags_new();
	Recorded *recorded = recorded_read("chunks", chunks, diags);
	const Space space = recorded_space(recorded);
	Tree *tree = tree_new(&space);
	TreeNode *found[MOVES_MAX], *from;

	(void)state;
	from = tree_open(tree, tree_open(tree, tree_root(tree), 0), 1);
	assert_int_equal(moves_from(tree, from, MOVE_NUMBERS, found), 2);
	assert_int_equal(found[0]->key, 4);
	assert_int_equal(found[1]->key, 1);
	from = tree_open(tree, tree_open(tree, tree_open(tree,
			tree_root(tree), 1), 1), 1);
	assert_int_equal(from->key, 6);
	assert_int_equal(moves_from(tree, from, MOVE_NUMBERS, found), 3);
	assert_int_equal(found[0]->key, 2);
	tree_free(tree);
	recorded_free(recorded);
	diags_free(diags);
}

static const char counted[] =
	"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n"
	"{\"keep\":0,\"steps\":[[\"one item\",0,3]],\"key\":\"1\",\"ns\":90,"
	"\"features\":{\"steps\":20,\"one item\":0}}\n"
	"{\"keep\":0,\"steps\":[[\"items\",1,3]],\"key\":\"2\",\"ns\":2,"
	"\"features\":{\"steps\":10.5,\"items\":0}}\n"
	"{\"keep\":0,\"steps\":[[\"tiles\",2,3]],\"key\":\"3\",\"ns\":1,"
	"\"features\":{\"steps\":10,\"tiles\":0}}\n";

enum { GRID = 30, ROWS = 17, LANES = 21 };

/* Candidates of two numbers, GRID values each; the fewest steps have those. */
static Recorded *read_grid(Diags *diags)
{
	Text text = { 0 };
	Recorded *recorded;

	recorded_put_head(&text, "grid", "invented");
	for (int i = 0; i < GRID; i++)
		for (int k = 0; k < GRID; k++) {
			text_printf(&text, "{\"keep\":%d,\"steps\":[", k > 0);
			if (!k)
				text_printf(&text, "[\"rows %d\",%d,%d,%d],",
					    i + 1, i, GRID, i + 1);
			text_printf(&text, "[\"lanes %d\",%d,%d,%d]],"
				    "\"key\":\"%x\",\"ns\":%d,\"features\":"
				    "{\"steps\":%d,\"rows\":%d,\"lanes\":%d}}\n",
				    k + 1, k, GRID, k + 1, GRID * i + k + 1,
				    100 + i + k,
				    10 + abs(i + 1 - ROWS) + abs(k + 1 - LANES),
				    i, k);
		}
	recorded = recorded_read("grid", text_string(&text), diags);
	text_free(&text);
	return recorded;
}

/* After the most promising numbers those of the fewest steps, which no draw has to
 * meet. */
static void test_fewest_steps(void **state)
{
	Diags *diags = diags_new();
	Recorded *recorded = read_grid(diags);
	const Space space = recorded_space(recorded);

	(void)state;
	assert_non_null(recorded);
	for (uint64_t seed = 0; seed < 5; seed++) {
		Strategy *strategy = strategy_new(&strategy_portfolio, &space,
						  seed, -1);
		Candidate candidate;

		assert_int_equal(strategy_ask(strategy, &candidate),
				 ASK_CANDIDATE);
		assert_int_equal(candidate.key, 1);
		assert_int_equal(strategy_ask(strategy, &candidate),
				 ASK_CANDIDATE);
		assert_int_equal(candidate.key,
				 GRID * (ROWS - 1) + LANES);
		strategy_free(strategy);
	}
	recorded_free(recorded);
	diags_free(diags);
}

/* What static counts put first is asked for first, whatever is promised; what
 * they put far behind only when nothing else is left. */
static void test_static_counts(void **state)
{
	static const uint64_t order[] = { 3, 2, 1 };
	Diags *diags = diags_new();
	Recorded *recorded = recorded_read("counted", counted, diags);
	const Space space = recorded_space(recorded);

	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		Strategy *strategy = strategy_new(&strategy_portfolio, &space,
						  seed, -1);
		Candidate candidate;

		for (int i = 0; i < 3; i++) {
			assert_int_equal(strategy_ask(strategy, &candidate),
					 ASK_CANDIDATE);
			assert_int_equal(candidate.key, order[i]);
			strategy_tell(strategy, candidate.number, (Outcome){
				OUTCOME_OK,
				recorded_cost(candidate.state).seconds });
		}
		strategy_free(strategy);
	}
	recorded_free(recorded);
	diags_free(diags);
}

enum { OTHERS = 60, LEAST = 24 };

/* One candidate of few steps and OTHERS of many, with these times. */
static Recorded *read_few_and_many(Diags *diags, int few_ns, int many_ns)
{
	Text text = { 0 };
	Recorded *recorded;

	recorded_put_head(&text, "few", "");
	for (int i = 0; i <= OTHERS; i++)
		text_printf(&text, "{\"keep\":0,\"steps\":[[\"%d\",%d,%d]],"
			    "\"key\":\"%x\",\"ns\":%d,\"features\":"
			    "{\"steps\":%d}}\n", i, i, OTHERS + 1, i + 1,
			    i ? many_ns : few_ns, i ? 9 : 1);
	recorded = recorded_read("few", text_string(&text), diags);
	text_free(&text);
	return recorded;
}

/* How many are proposed until there is none. */
static int proposals(Recorded *recorded, bool thorough)
{
	const Space space = recorded_space(recorded);
	Strategy *strategy = strategy_new(&strategy_portfolio, &space, 1, -1);
	Candidate candidate;
	int count = 0;

	strategy->thorough = thorough;
	for (; strategy_ask(strategy, &candidate) == ASK_CANDIDATE; count++)
		strategy_tell(strategy, candidate.number, (Outcome){
			OUTCOME_OK, recorded_cost(candidate.state).seconds });
	strategy_free(strategy);
	return count;
}

/* Where static counts say of all that is left that it is far behind, a search ends
 * early, and a thorough one when all is seen. */
static void test_thorough_end(void **state)
{
	Diags *diags = diags_new();
	Recorded *recorded = read_few_and_many(diags, 1, 100);

	(void)state;
	assert_non_null(recorded);
	assert_in_range(proposals(recorded, false), LEAST, OTHERS);
	assert_int_equal(proposals(recorded, true), OTHERS + 1);
	recorded_free(recorded);
	diags_free(diags);
}

/* Static counts that are wrong about all but one candidate do not end a search
 * before others are seen. */
static void test_no_early_end(void **state)
{
	const RaceTerms terms = { .budget = OTHERS, .factor = 1 };
	Diags *diags = diags_new();
	Recorded *recorded = read_few_and_many(diags, 2, 1);
	Race race;

	(void)state;
	assert_non_null(recorded);
	race_run(&race, recorded, &strategy_portfolio, 1, &terms);
	assert_in_range(race.evaluations, LEAST, OTHERS);
	assert_in_range(race.reached, 1, LEAST);
	recorded_free(recorded);
	diags_free(diags);
}

enum { UNLIKE = 12 }; /* values of each of two numbers */

/* Times from 1 to 1000 that have nothing to do with numbers or counts. */
static Recorded *read_chaos(Diags *diags, uint64_t seed)
{
	Rng rng = rng_seeded(seed, 0);
	Text text = { 0 };
	Recorded *recorded;

	recorded_put_head(&text, "chaos", "");
	for (int i = 0; i < UNLIKE; i++)
		for (int k = 0; k < UNLIKE; k++)
			text_printf(&text, "{\"keep\":0,\"steps\":["
				    "[\"a %d\",%d,%d,%d],[\"b %d\",%d,%d,%d]],"
				    "\"key\":\"%x\",\"ns\":%g,\"features\":"
				    "{\"steps\":1,\"a\":%d,\"b\":%d}}\n",
				    i, i, UNLIKE, i, k, k, UNLIKE, k,
				    UNLIKE * i + k + 1, pow(1000,
				    (double)rng_below(&rng, 1000) / 1000), i, k);
	recorded = recorded_read("chaos", text_string(&text), diags);
	text_free(&text);
	return recorded;
}

/* A search of a space that nothing can be learned of goes on. */
static void test_nothing_learned(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 10; seed++) {
		Diags *diags = diags_new();
		Recorded *recorded = read_chaos(diags, seed);

		assert_non_null(recorded);
		assert_true(proposals(recorded, false) > LEAST);
		recorded_free(recorded);
		diags_free(diags);
	}
}

/* One candidate below the first choice, four below the second. */
static const char skewed[] =
	"{\"space\":\"s\",\"about\":\"\",\"version\":1}\n"
	"{\"keep\":0,\"steps\":[[\"alone\",0,2]],\"key\":\"1\",\"ns\":1}\n"
	"{\"keep\":0,\"steps\":[[\"many\",1,2],[\"a\",0,4]],\"key\":\"2\","
	"\"ns\":3}\n"
	"{\"keep\":1,\"steps\":[[\"b\",1,4]],\"key\":\"3\",\"ns\":3.1}\n"
	"{\"keep\":1,\"steps\":[[\"c\",2,4]],\"key\":\"4\","
	"\"status\":\"run_timeout\"}\n"
	"{\"keep\":1,\"steps\":[[\"d\",3,4]],\"key\":\"5\","
	"\"status\":\"wrong\"}\n";

static Recorded *read_skewed(void)
{
	Diags *diags = diags_new();
	Recorded *recorded = recorded_read("skewed", skewed, diags);

	assert_non_null(recorded);
	diags_free(diags);
	return recorded;
}

/* How often the lone candidate is asked for first, in a thousand searches. */
static int asked_alone(const StrategyKind *kind, const Space *space)
{
	int count = 0;

	for (uint64_t seed = 0; seed < 1000; seed++) {
		Strategy *strategy = strategy_new(kind, space, seed, -1);
		Candidate candidate;

		assert_int_equal(strategy_ask(strategy, &candidate),
				 ASK_CANDIDATE);
		count += candidate.key == 1;
		strategy_free(strategy);
	}
	return count;
}

/* However choices are arranged, every candidate has the same chance; a draw at
 * every choice gives one that is alone more. */
static void test_uniform(void **state)
{
	Recorded *recorded = read_skewed();
	const Space space = recorded_space(recorded);

	(void)state;
	assert_in_range(asked_alone(&strategy_uniform, &space), 150, 250);
	assert_in_range(asked_alone(&strategy_random, &space), 450, 550);
	recorded_free(recorded);
}

/* Slow is more than three times the fastest, or a limit; no other failure is. */
static void test_slow(void **state)
{
	const RaceTerms terms = { .budget = 10, .factor = 1 };
	Recorded *recorded = read_skewed();
	Race race;

	(void)state;
	race_run(&race, recorded, &strategy_random, 1, &terms);
	assert_int_equal(race.evaluations, 5);
	assert_true(fabs(races_slow(&race, 1, 10) - 0.4) < 1e-9);
	recorded_free(recorded);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_uniform),
		cmocka_unit_test(test_slow),
		cmocka_unit_test(test_thorough_end),
		cmocka_unit_test(test_no_early_end),
		cmocka_unit_test(test_nothing_learned),
		cmocka_unit_test(test_recorded),
		cmocka_unit_test(test_recorded_refused),
		cmocka_unit_test(test_guides),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_fewest_steps),
		cmocka_unit_test(test_static_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

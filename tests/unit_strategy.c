/* Strategies on an invented space: every number of up to DIGITS digits in
 * changing bases, some ways dead, some candidates equal, with an invented cost.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/contest.h"
#include "search/guide.h"
#include "search/strategy.h"

enum { DIGITS = 5, SPACE_SIZE = 4 * 3 * 7 * 2 * 5, SEEDS = 20 };

static const int bases[DIGITS] = { 4, 3, 7, 2, 5 };

typedef struct Spot {
	int depth, digits[DIGITS];
} Spot;

typedef struct Digits {
	Arena *arena;
	Spot *root;
	bool (*dead)(const Spot *place);
	int equal; /* candidates with equal number % equal are equal; 0: none */
} Digits;

static int number_of(const Spot *place)
{
	int number = 0;

	for (int i = 0; i < place->depth; i++)
		number = number * bases[i] + place->digits[i];
	return number;
}

static const void *digits_root(void *context)
{
	return ((Digits *)context)->root;
}

static int digits_choices(void *context, const void *state)
{
	const Spot *place = state;

	(void)context;
	return place->depth < DIGITS ? bases[place->depth] : 0;
}

static const char *digits_label(void *context, const void *state, int choice)
{
	(void)state;
	return arena_printf(((Digits *)context)->arena, "digit %d", choice);
}

static const void *digits_child(void *context, const void *state, int choice)
{
	Digits *digits = context;
	Spot *kid = ARENA_NEW(digits->arena, Spot);

	*kid = *(const Spot *)state;
	kid->digits[kid->depth++] = choice;
	return digits->dead && digits->dead(kid) ? NULL : kid;
}

static bool digits_complete(void *context, const void *state)
{
	(void)context;
	return ((const Spot *)state)->depth == DIGITS;
}

static uint64_t digits_key(void *context, const void *state)
{
	const Digits *digits = context;
	int number = number_of(state);

	return (uint64_t)(digits->equal ? number % digits->equal : number);
}

static const SpaceClass digits_class = {
	digits_root, digits_choices, digits_label, digits_child,
	digits_complete, digits_key, NULL, NULL,
};

static Digits digits_new(void)
{
	Arena *arena = arena_new();

	return (Digits){ .arena = arena, .root = ARENA_NEW(arena, Spot) };
}

/* The first digit matters most and its best is not what is promised. */
static double cost(const Spot *place)
{
	static const double family[4] = { 3, 1.5, 1, 20 };
	const int *d = place->digits;

	return family[d[0]] * (1 + fabs(d[1] - 1.0)) * (1 + fabs(d[2] - 2.0))
	     * (2 - d[3]) * (1 + 0.1 * abs(d[4] - 3));
}

typedef struct Run {
	int count, numbers[SPACE_SIZE + 1];
	double best;
	bool done;
} Run;

/* Asks for at most budget candidates, `ahead` of them before the first tell. */
static Run run(const StrategyKind *kind, Digits *digits, uint64_t seed,
	       int depth, int budget, int ahead)
{
	const Space space = { &digits_class, digits };
	Strategy *strategy = strategy_new(kind, &space, seed, depth);
	Candidate waiting[16];
	Run result = { .best = INFINITY };
	int first = 0, last = 0;

	while (result.count < budget || first < last) {
		Asked asked = ASK_WAIT;

		if (last - first < ahead && result.count < budget) {
			asked = strategy_ask(strategy, &waiting[last % 16]);
			result.done |= asked == ASK_DONE;
		}
		if (asked == ASK_CANDIDATE) {
			result.numbers[result.count++] =
				number_of(waiting[last++ % 16].state);
			continue;
		}
		if (first == last)
			break;
		const Candidate *told = &waiting[first++ % 16];
		double seconds = cost(told->state);
		bool fails = number_of(told->state) % 11 == 7;

		strategy_tell(strategy, told->number, (Outcome){
			fails ? OUTCOME_FAILED : OUTCOME_OK, seconds });
		if (!fails && seconds < result.best)
			result.best = seconds;
	}
	strategy_free(strategy);
	return result;
}

static bool is_dead(const Spot *place)
{
	return (place->depth == 2 && place->digits[1] == place->digits[0])
	    || (place->depth == 5 && place->digits[4] == 1);
}

static int alive(const Digits *digits)
{
	int count = 0;
	bool seen[SPACE_SIZE] = { false };

	for (int n = 0; n < SPACE_SIZE; n++) {
		Spot place = { .depth = DIGITS };
		int rest = n, key;

		for (int i = DIGITS - 1; i >= 0; rest /= bases[i--])
			place.digits[i] = rest % bases[i];
		if (digits->dead && (place.digits[1] == place.digits[0]
				     || place.digits[4] == 1))
			continue;
		key = digits->equal ? n % digits->equal : n;
		count += !seen[key];
		seen[key] = true;
	}
	return count;
}

/* Every strategy ends, after each candidate exactly once. */
static void test_exhaustion(void **state)
{
	(void)state;
	for (int k = 0; strategy_kinds[k]; k++)
		for (int variant = 0; variant < 3; variant++) {
			Digits digits = digits_new();
			Run all;

			digits.dead = variant >= 1 ? is_dead : NULL;
			digits.equal = variant == 2 ? 97 : 0;
			all = run(strategy_kinds[k], &digits, 1, -1,
				  SPACE_SIZE + 1, 1 + variant);
			assert_int_equal(all.count, alive(&digits));
			assert_true(all.done);
			arena_free(digits.arena);
		}
}

static void test_no_duplicates(void **state)
{
	(void)state;
	for (int k = 0; strategy_kinds[k]; k++) {
		bool seen[SPACE_SIZE] = { false };
		Digits digits = digits_new();
		Run part = run(strategy_kinds[k], &digits, 3, -1, 300, 4);

		for (int i = 0; i < part.count; i++) {
			assert_false(seen[part.numbers[i]]);
			seen[part.numbers[i]] = true;
		}
		arena_free(digits.arena);
	}
}

static void test_reproducible(void **state)
{
	(void)state;
	for (int k = 0; strategy_kinds[k]; k++) {
		Digits one = digits_new(), two = digits_new();
		Run a = run(strategy_kinds[k], &one, 7, -1, 100, 1);
		Run b = run(strategy_kinds[k], &two, 7, -1, 100, 1);

		assert_int_equal(a.count, b.count);
		assert_memory_equal(a.numbers, b.numbers,
				    sizeof(int) * (size_t)a.count);
		arena_free(one.arena);
		arena_free(two.arena);
	}
}

static void test_seeds_differ(void **state)
{
	Digits digits = digits_new();
	Run a = run(&strategy_random, &digits, 1, -1, 50, 1);
	Run b = run(&strategy_random, &digits, 2, -1, 50, 1);

	(void)state;
	assert_memory_not_equal(a.numbers, b.numbers, sizeof(int) * 50);
	arena_free(digits.arena);
}

/* Within 60 of 840 candidates the descent finds one at most 1.2 times slower
 * than the best, with any seed; uniform draws do not. */
static void test_descent_beats_draws(void **state)
{
	int descents = 0, draws = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		Digits digits = digits_new();

		descents += run(&strategy_montecarlo, &digits, seed, -1, 60, 1)
			.best <= 1.2;
		draws += run(&strategy_random, &digits, seed, -1, 60, 1).best
			<= 1.2;
		arena_free(digits.arena);
	}
	assert_int_equal(descents, SEEDS);
	assert_true(draws < descents);
}

/* The first proposal is the most promising one, and the first four are of the
 * four families. */
static void test_order_of_promise(void **state)
{
	Digits digits = digits_new();
	Run descent = run(&strategy_montecarlo, &digits, 0, -1, 4, 1);
	Run all = run(&strategy_exhaustive, &digits, 0, -1, 4, 1);

	(void)state;
	for (int i = 0; i < 4; i++) {
		assert_int_equal(descent.numbers[i], i * SPACE_SIZE / 4);
		assert_int_equal(all.numbers[i], i);
	}
	arena_free(digits.arena);
}

/* Limited to two choices, the exhaustive search completes each way once. */
static void test_exhaustive_depth(void **state)
{
	Digits digits = digits_new();
	Run all = run(&strategy_exhaustive, &digits, 0, 2, SPACE_SIZE, 1);

	(void)state;
	assert_int_equal(all.count, 4 * 3);
	assert_true(all.done);
	for (int i = 0; i < all.count; i++)
		assert_int_equal(all.numbers[i], i * SPACE_SIZE / 12);
	arena_free(digits.arena);
}

/* -- recorded spaces ------------------------------------------------------- */

static Recorded *record(Digits *digits)
{
	const Space space = { &digits_class, digits };
	Strategy *strategy = strategy_new(&strategy_exhaustive, &space, 0, -1);
	const TreeNode *before = NULL;
	Diags *diags = diags_new();
	Text text = { 0 };
	Candidate candidate;
	Recorded *recorded;

	recorded_put_head(&text, "digits", "invented");
	while (strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		const Spot *place = candidate.state;
		bool fails = number_of(place) % 11 == 7;
		const TreeNode *node;

		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, cost(place) });
		node = strategy->told[strategy->told_count - 1].node;
		recorded_put(&text, strategy->tree, node, before, node->key,
			     fails ? "wrong" : NULL, cost(place));
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
		&strategy_montecarlo, &strategy_random, &strategy_uct,
		&strategy_tag,
	};
	Digits digits = digits_new();
	Recorded *recorded;

	(void)state;
	digits.dead = is_dead;
	recorded = record(&digits);
	assert_int_equal(recorded_count(recorded), alive(&digits));
	for (int k = 0; k < 4; k++) {
		Run real = run(kinds[k], &digits, 5, -1, BUDGET, 1);
		Race race;

		race_run(&race, recorded, kinds[k], 5, BUDGET, 1.0);
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
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		Diags *diags = diags_new();

		assert_null(recorded_read("text", texts[i], diags));
		assert_int_equal(diags->items[0].code, E0803);
		diags_free(diags);
	}
}

/* -- guides ---------------------------------------------------------------- */

/* What is forbidden is never proposed, and nothing else is lost. */
static void test_guides(void **state)
{
	const Guide forbid[] = { { GUIDE_FORBID, "digit 2", 0 } };
	Digits digits = digits_new();
	const Space inner = { &digits_class, &digits };
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

static void test_names(void **state)
{
	(void)state;
	assert_ptr_equal(strategy_named("random"), &strategy_random);
	assert_ptr_equal(strategy_named("montecarlo"), &strategy_montecarlo);
	assert_ptr_equal(strategy_kinds[0], &strategy_portfolio);
	assert_null(strategy_named("Random"));
	assert_null(strategy_named(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exhaustion),
		cmocka_unit_test(test_no_duplicates),
		cmocka_unit_test(test_reproducible),
		cmocka_unit_test(test_seeds_differ),
		cmocka_unit_test(test_descent_beats_draws),
		cmocka_unit_test(test_order_of_promise),
		cmocka_unit_test(test_exhaustive_depth),
		cmocka_unit_test(test_recorded),
		cmocka_unit_test(test_recorded_refused),
		cmocka_unit_test(test_guides),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Strategies on an invented space (digits.h). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/search/digits.h"

enum { SEEDS = 20 };

static double best_of(Digits *digits)
{
	return digits_run(&strategy_exhaustive, digits, 1, -1, SPACE_SIZE + 1,
			  1).best;
}

/* Every strategy ends, after each candidate exactly once; the default earlier, when
 * it expects that the rest is slow, but after the best. */
static void test_exhaustion(void **state)
{
	(void)state;
	for (int k = 0; strategy_kinds[k]; k++)
		for (int variant = 0; variant < 3; variant++) {
			Digits digits = digits_new();
			DigitsRun all;

			digits.dead = variant >= 1 ? digits_dead : NULL;
			digits.equal = variant == 2 ? 97 : 0;
			all = digits_run(strategy_kinds[k], &digits, 1, -1,
					 SPACE_SIZE + 1, 1 + variant);
			assert_true(all.done);
			if (strategy_kinds[k] == &strategy_portfolio) {
				assert_true(all.best == best_of(&digits));
				assert_true(all.count <= digits_alive(&digits));
			} else {
				assert_int_equal(all.count,
						 digits_alive(&digits));
			}
			arena_free(digits.arena);
		}
}

/* Where it is thorough the default ends after all, however slow it expects them to
 * be; else sooner. */
static void test_thorough(void **state)
{
	enum { DIFFERENT = 211 };

	(void)state;
	for (int ahead = 1; ahead <= 3; ahead++)
		for (int i = 0; i < 2; i++) {
			Digits digits = digits_new();
			DigitsRun all;

			digits.equal = DIFFERENT;
			digits.thorough = i == 1;
			all = digits_run(&strategy_portfolio, &digits, 1, -1,
					 SPACE_SIZE + 1, ahead);
			assert_true(all.done);
			assert_true((all.count == DIFFERENT) == (i == 1));
			arena_free(digits.arena);
		}
}

static void test_no_duplicates(void **state)
{
	(void)state;
	for (int k = 0; strategy_kinds[k]; k++) {
		bool seen[SPACE_SIZE] = { false };
		Digits digits = digits_new();
		DigitsRun part = digits_run(strategy_kinds[k], &digits, 3, -1,
					    300, 4);

		for (int i = 0; i < part.count; i++) {
			assert_false(seen[part.numbers[i]]);
			seen[part.numbers[i]] = true;
		}
		arena_free(digits.arena);
	}
}

/* The same seed and the same costs give the same proposals, however many are
 * asked for ahead. */
static void test_reproducible(void **state)
{
	enum { PROPOSALS = 60, AHEAD = 4 };

	(void)state;
	for (int k = 0; strategy_kinds[k]; k++)
		for (int ahead = 1; ahead <= AHEAD; ahead += AHEAD - 1) {
			Digits one = digits_new(), two = digits_new();
			DigitsRun a = digits_run(strategy_kinds[k], &one, 7,
						 -1, PROPOSALS, ahead);
			DigitsRun b = digits_run(strategy_kinds[k], &two, 7,
						 -1, PROPOSALS, ahead);

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
	DigitsRun a = digits_run(&strategy_random, &digits, 1, -1, 50, 1);
	DigitsRun b = digits_run(&strategy_random, &digits, 2, -1, 50, 1);

	(void)state;
	assert_memory_not_equal(a.numbers, b.numbers, sizeof(int) * 50);
	arena_free(digits.arena);
}

/* Of seeds, those with a candidate at most 1.2 times slower than the best after
 * 60 of 840. */
static int successes(const StrategyKind *kind)
{
	int count = 0;

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		Digits digits = digits_new();

		count += digits_run(kind, &digits, seed, -1, 60, 1).best <= 1.2;
		arena_free(digits.arena);
	}
	return count;
}

/* A descent finds more than uniform draws, along what is promised with any
 * seed. */
static void test_descent_beats_draws(void **state)
{
	int draws = successes(&strategy_random);

	(void)state;
	assert_true(draws < successes(&strategy_montecarlo));
	assert_int_equal(successes(&strategy_descent), SEEDS);
	assert_true(draws < SEEDS);
}

/* The first proposal is the most promising one, and the first four are of the
 * four families. */
static void test_order_of_promise(void **state)
{
	Digits digits = digits_new();
	DigitsRun descent = digits_run(&strategy_descent, &digits, 0, -1, 4, 1);
	DigitsRun all = digits_run(&strategy_exhaustive, &digits, 0, -1, 4, 1);

	(void)state;
	for (int i = 0; i < 4; i++) {
		assert_int_equal(descent.numbers[i], i * SPACE_SIZE / 4);
		assert_int_equal(all.numbers[i], i);
	}
	arena_free(digits.arena);
}

static int digit(int number, int place)
{
	for (int i = DIGITS - 1; i > place; i--)
		number /= digit_bases[i];
	return number % digit_bases[place];
}

/* The paper's descent knows no promise: the first four candidates have the four
 * first digits, in any order, and all other digits are equally likely. */
static void test_montecarlo_is_uniform(void **state)
{
	enum { WALKS = 4, MANY = 300 };
	int counts[DIGITS][8] = { { 0 } };

	(void)state;
	for (uint64_t seed = 0; seed < MANY; seed++) {
		Digits digits = digits_new();
		DigitsRun first = digits_run(&strategy_montecarlo, &digits,
					     seed, -1, WALKS, 1);
		int seen = 0;

		for (int i = 0; i < WALKS; i++)
			seen |= 1 << digit(first.numbers[i], 0);
		assert_int_equal(seen, 15);
		counts[0][digit(first.numbers[0], 0)]++;
		for (int i = 1; i < DIGITS; i++)
			counts[i][digit(first.numbers[0], i)]++;
		arena_free(digits.arena);
	}
	for (int i = 0; i < DIGITS; i++)
		for (int k = 0; k < digit_bases[i]; k++) {
			assert_true(counts[i][k] * digit_bases[i] > MANY / 2);
			assert_true(counts[i][k] * digit_bases[i] < 2 * MANY);
		}
}

/* After one walk for each choice the one with the fastest is fixed: the next
 * candidates are below it, one for each choice but that of the walk known. */
static void test_montecarlo_fixes(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		Digits digits = digits_new();
		DigitsRun found = digits_run(&strategy_montecarlo, &digits,
					     seed, -1, 6, 1);
		int best = 0, seen;

		for (int i = 1; i < 4; i++)
			if (digits_told(found.numbers[i])
			    < digits_told(found.numbers[best]))
				best = i;
		seen = 1 << digit(found.numbers[best], 1);
		for (int i = 4; i < 6; i++) {
			assert_int_equal(digit(found.numbers[i], 0),
					 digit(found.numbers[best], 0));
			seen |= 1 << digit(found.numbers[i], 1);
		}
		assert_int_equal(seen, 7);
		arena_free(digits.arena);
	}
}

/* Limited to two choices, the exhaustive search completes each way once. */
static void test_exhaustive_depth(void **state)
{
	Digits digits = digits_new();
	DigitsRun all = digits_run(&strategy_exhaustive, &digits, 0, 2,
				   SPACE_SIZE, 1);

	(void)state;
	assert_int_equal(all.count, 4 * 3);
	assert_true(all.done);
	for (int i = 0; i < all.count; i++)
		assert_int_equal(all.numbers[i], i * SPACE_SIZE / 12);
	arena_free(digits.arena);
}

/* Proposals of numbers that begin with that digit, out of the first 60, when all
 * of these end so. */
static int asked_below(int first, OutcomeKind kind)
{
	int count = 0;

	for (uint64_t seed = 0; seed < 10; seed++) {
		Digits digits = digits_new();
		const Space space = digits_space(&digits);
		Strategy *strategy = strategy_new(&strategy_portfolio, &space,
						  seed, -1);
		Candidate c;

		for (int i = 0; i < 60
		     && strategy_ask(strategy, &c) == ASK_CANDIDATE; i++) {
			const Spot *spot = c.state;
			bool bad = spot->digits[0] == first;

			count += bad;
			strategy_tell(strategy, c.number, (Outcome){
				bad ? kind : OUTCOME_OK, digits_cost(spot) });
		}
		strategy_free(strategy);
		arena_free(digits.arena);
	}
	return count;
}

/* What runs into its limit is no time; it tells more than a failure: what is like
 * it is left alone. */
static void test_censored(void **state)
{
	Digits digits = digits_new();
	const Space space = digits_space(&digits);
	Strategy *strategy = strategy_new(&strategy_portfolio, &space, 1, -1);
	Candidate candidate;

	(void)state;
	assert_int_equal(strategy_ask(strategy, &candidate), ASK_CANDIDATE);
	strategy_tell(strategy, candidate.number,
		      (Outcome){ OUTCOME_CENSORED, 10 });
	assert_true(isinf(tree_root(strategy->tree)->best));
	assert_true(strategy->told[0].censored);
	assert_int_equal(strategy_ask(strategy, &candidate), ASK_CANDIDATE);
	strategy_tell(strategy, candidate.number, (Outcome){ OUTCOME_OK, 1 });
	assert_true(tree_root(strategy->tree)->best == 1);
	assert_false(strategy->told[1].censored);
	strategy_free(strategy);
	arena_free(digits.arena);
	for (int first = 0; first < 4; first++)
		assert_true(asked_below(first, OUTCOME_CENSORED)
			    < asked_below(first, OUTCOME_FAILED));
}

/* Places opened for one proposal but the first, at most, when all fail. */
static int most_opened(bool unmeasured)
{
	Digits digits = digits_new();
	const Space space = digits_space(&digits);
	Strategy *strategy = strategy_new(&strategy_portfolio, &space, 1, -1);
	Candidate c;
	int most = 0;

	strategy->unmeasured = unmeasured;
	for (int i = 0; i < 60; i++) {
		int before = digits.opened;

		assert_int_equal(strategy_ask(strategy, &c), ASK_CANDIDATE);
		strategy_tell(strategy, c.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
		if (i && digits.opened - before > most)
			most = digits.opened - before;
	}
	strategy_free(strategy);
	arena_free(digits.arena);
	return most;
}

/* Where the first that will do is taken, none is compared with others before, once
 * the structures are known: the first candidate brings them. */
static void test_unmeasured(void **state)
{
	(void)state;
	assert_in_range(most_opened(true), 0, DIGITS);
	assert_true(most_opened(false) > DIGITS);
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
		cmocka_unit_test(test_thorough),
		cmocka_unit_test(test_no_duplicates),
		cmocka_unit_test(test_reproducible),
		cmocka_unit_test(test_seeds_differ),
		cmocka_unit_test(test_descent_beats_draws),
		cmocka_unit_test(test_order_of_promise),
		cmocka_unit_test(test_montecarlo_is_uniform),
		cmocka_unit_test(test_montecarlo_fixes),
		cmocka_unit_test(test_exhaustive_depth),
		cmocka_unit_test(test_censored),
		cmocka_unit_test(test_unmeasured),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

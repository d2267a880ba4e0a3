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

#include "search/strategy.h"

enum { DIGITS = 5, SPACE_SIZE = 4 * 3 * 7 * 2 * 5, SEEDS = 20 };

static const int bases[DIGITS] = { 4, 3, 7, 2, 5 };

typedef struct Place {
	int depth, digits[DIGITS];
} Place;

typedef struct Digits {
	Arena *arena;
	Place *root;
	bool (*dead)(const Place *place);
	int equal; /* candidates with equal number % equal are equal; 0: none */
} Digits;

static int number_of(const Place *place)
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
	const Place *place = state;

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
	Place *kid = ARENA_NEW(digits->arena, Place);

	*kid = *(const Place *)state;
	kid->digits[kid->depth++] = choice;
	return digits->dead && digits->dead(kid) ? NULL : kid;
}

static bool digits_complete(void *context, const void *state)
{
	(void)context;
	return ((const Place *)state)->depth == DIGITS;
}

static uint64_t digits_key(void *context, const void *state)
{
	const Digits *digits = context;
	int number = number_of(state);

	return (uint64_t)(digits->equal ? number % digits->equal : number);
}

static const SpaceClass digits_class = {
	digits_root, digits_choices, digits_label, digits_child,
	digits_complete, digits_key,
};

static Digits digits_new(void)
{
	Arena *arena = arena_new();

	return (Digits){ .arena = arena, .root = ARENA_NEW(arena, Place) };
}

/* The first digit matters most and its best is not what is promised. */
static double cost(const Place *place)
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

static bool is_dead(const Place *place)
{
	return (place->depth == 2 && place->digits[1] == place->digits[0])
	    || (place->depth == 5 && place->digits[4] == 1);
}

static int alive(const Digits *digits)
{
	int count = 0;
	bool seen[SPACE_SIZE] = { false };

	for (int n = 0; n < SPACE_SIZE; n++) {
		Place place = { .depth = DIGITS };
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

static void test_names(void **state)
{
	(void)state;
	assert_ptr_equal(strategy_named("random"), &strategy_random);
	assert_ptr_equal(strategy_named("montecarlo"), strategy_kinds[0]);
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
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "tests/search/digits.h"

#include <math.h>
#include <stdlib.h>

const int digit_bases[DIGITS] = { 4, 3, 7, 2, 5 };

int digits_number(const Spot *place)
{
	int number = 0;

	for (int i = 0; i < place->depth; i++)
		number = number * digit_bases[i] + place->digits[i];
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
	return place->depth < DIGITS ? digit_bases[place->depth] : 0;
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
	digits->opened++;
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
	int number = digits_number(state);

	return (uint64_t)(digits->equal ? number % digits->equal : number);
}

static const SpaceClass digits_class = {
	.root = digits_root, .choices = digits_choices,
	.label = digits_label, .child = digits_child,
	.complete = digits_complete, .key = digits_key,
};

Digits digits_new(void)
{
	Arena *arena = arena_new();

	return (Digits){ .arena = arena, .root = ARENA_NEW(arena, Spot) };
}

Space digits_space(Digits *digits)
{
	return (Space){ &digits_class, digits };
}

double digits_cost(const Spot *place)
{
	static const double family[4] = { 3, 1.5, 1, 20 };
	const int *d = place->digits;

	return family[d[0]] * (1 + fabs(d[1] - 1.0)) * (1 + fabs(d[2] - 2.0))
	     * (2 - d[3]) * (1 + 0.1 * abs(d[4] - 3));
}

bool digits_fail(const Spot *place)
{
	return digits_number(place) % 11 == 7;
}

Spot digits_spot(int number)
{
	Spot place = { .depth = DIGITS };

	for (int i = DIGITS - 1; i >= 0; number /= digit_bases[i--])
		place.digits[i] = number % digit_bases[i];
	return place;
}

double digits_told(int number)
{
	Spot place = digits_spot(number);

	return digits_fail(&place) ? INFINITY : digits_cost(&place);
}

DigitsRun digits_run(const StrategyKind *kind, Digits *digits, uint64_t seed,
		     int depth, int budget, int ahead)
{
	const Space space = digits_space(digits);
	Strategy *strategy = strategy_new(kind, &space, seed, depth);
	Candidate waiting[16];
	DigitsRun result = { .best = INFINITY };
	int first = 0, last = 0;

	strategy->thorough = digits->thorough;
	while (result.count < budget || first < last) {
		Asked asked = ASK_WAIT;

		if (last - first < ahead && result.count < budget) {
			asked = strategy_ask(strategy, &waiting[last % 16]);
			result.done |= asked == ASK_DONE;
		}
		if (asked == ASK_CANDIDATE) {
			result.numbers[result.count++] =
				digits_number(waiting[last++ % 16].state);
			continue;
		}
		if (first == last)
			break;
		const Candidate *told = &waiting[first++ % 16];
		double seconds = digits_cost(told->state);
		bool bad = digits_fail(told->state);

		strategy_tell(strategy, told->number, (Outcome){
			bad ? OUTCOME_FAILED : OUTCOME_OK, seconds });
		if (!bad && seconds < result.best)
			result.best = seconds;
	}
	strategy_free(strategy);
	return result;
}

bool digits_dead(const Spot *place)
{
	return (place->depth == 2 && place->digits[1] == place->digits[0])
	    || (place->depth == 5 && place->digits[4] == 1);
}

int digits_alive(const Digits *digits)
{
	int count = 0;
	bool seen[SPACE_SIZE] = { false };

	for (int n = 0; n < SPACE_SIZE; n++) {
		Spot place = digits_spot(n);
		int key;

		if (digits->dead && (place.digits[1] == place.digits[0]
				     || place.digits[4] == 1))
			continue;
		key = digits->equal ? n % digits->equal : n;
		count += !seen[key];
		seen[key] = true;
	}
	return count;
}

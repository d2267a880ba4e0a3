#include "prover/radix.h"

#include <stdlib.h>

#include "prover/term_node.h"

/* factor * (what the other item has - what the one has). */
typedef struct Digit {
	int64_t factor;
	const Term *one, *another;
} Digit;

static int by_factor(const void *a, const void *b)
{
	int64_t x = llabs(((const Digit *)a)->factor);
	int64_t y = llabs(((const Digit *)b)->factor);

	return x > y ? -1 : x < y;
}

static int64_t factor_of(const Term *sum, const Term *term)
{
	for (int i = 0; i < sum->count; i++)
		if (sum->parts[i].term == term)
			return sum->parts[i].factor;
	return 0;
}

static int find_digits(const Term *distance, TermMap *other, Digit *digits)
{
	int count = 0;

	for (int i = 0; i < distance->count; i++) {
		const TermPart *part = &distance->parts[i];
		const Term *another = term_mapped(other, part->term);

		if (another != part->term
		    && factor_of(distance, another) == -part->factor)
			digits[count++] = (Digit){ -part->factor, part->term,
						   another };
	}
	qsort(digits, (size_t)count, sizeof *digits, by_factor);
	return count;
}

/* Only 0 times the factor is as near as the rest of the distance allows. */
static bool is_zero(const Digit *digit, const Term *rest, int64_t lo,
		    int64_t hi)
{
	int64_t least = term_far_sum(lo, rest->hi == TERM_FAR ? -TERM_FAR
							      : -rest->hi);
	int64_t most = term_far_sum(hi, rest->lo == -TERM_FAR ? TERM_FAR
							      : -rest->lo);

	return least > -llabs(digit->factor) && most < llabs(digit->factor);
}

const Term *radix_equal(const Term *distance, int64_t lo, int64_t hi,
			TermMap *other)
{
	Terms *t = other->terms;
	Digit *digits = base_calloc((size_t)distance->count + 1,
				    sizeof *digits);
	int count = distance->kind == TERM_SUM
		    ? find_digits(distance, other, digits) : 0;
	const Term *equal = term_truth(t, true);

	for (int i = 0; i < count; i++) {
		const Term *own = term_times(t, term_sub(t, digits[i].another,
					     digits[i].one), digits[i].factor);
		const Term *rest = term_sub(t, distance, own);

		if (!is_zero(&digits[i], rest, lo, hi))
			continue;
		equal = term_and(t, equal, term_equal(t, digits[i].one,
						      digits[i].another));
		distance = rest;
	}
	free(digits);
	return equal;
}

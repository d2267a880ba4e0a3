/* Digits: an invented space for tests of strategies: every number of up to
 * DIGITS digits in changing bases, some ways dead, some candidates equal, with
 * an invented cost.
 */
#ifndef TESTS_SEARCH_DIGITS_H
#define TESTS_SEARCH_DIGITS_H

#include "search/strategy/strategy.h"

enum { DIGITS = 5, SPACE_SIZE = 4 * 3 * 7 * 2 * 5 };

extern const int digit_bases[DIGITS];

typedef struct Spot {
	int depth, digits[DIGITS];
} Spot;

typedef struct Digits {
	Arena *arena;
	Spot *root;
	bool (*dead)(const Spot *place);
	int equal; /* candidates with equal number % equal are equal; 0: none */
	bool thorough; /* a strategy in it is */
	int opened;    /* places, so far */
} Digits;

Digits digits_new(void);
Space digits_space(Digits *digits);

int digits_number(const Spot *place);
Spot digits_spot(int number);

/* The first digit matters most and its best is not what is promised. */
double digits_cost(const Spot *place);

bool digits_fail(const Spot *place);

/* What a strategy is told of a candidate; INFINITY: it fails. */
double digits_told(int number);

/* For Digits.dead. */
bool digits_dead(const Spot *place);

/* Candidates that are neither dead nor equal to an earlier one. */
int digits_alive(const Digits *digits);

typedef struct DigitsRun {
	int count, numbers[SPACE_SIZE + 1];
	double best;
	bool done;
} DigitsRun;

/* Asks for at most budget candidates, `ahead` of them before the first tell. */
DigitsRun digits_run(const StrategyKind *kind, Digits *digits, uint64_t seed,
		     int depth, int budget, int ahead);

#endif

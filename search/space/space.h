/* Space: a tree of choices that ends in complete candidates (ICFP'15, section
 * 6.1: the rules that apply to an expression, and the numbers in them).
 *
 * To a strategy a state is opaque. The choices of a state are numbered from 0
 * in order of promise, so that always taking choice 0 gives a good candidate
 * before anything has been measured. A state is complete, or it has choices, or
 * it is a dead end; states are values: the same choices from the root give the
 * same state, however often they are asked for. The space owns its states.
 */
#ifndef SEARCH_SPACE_SPACE_H
#define SEARCH_SPACE_SPACE_H

#include <stdbool.h>
#include <stdint.h>

/* One number that describes a candidate: "chunks.items" 6 (a logarithm). What a
 * candidate does not have is absent. The name lives as long as the space. */
typedef struct Feature {
	const char *name;
	double value;
} Feature;

enum { FEATURES_MAX = 64 };

/* A number, and what it comes from, "items 2 CU", which may be so of another one at
 * other sizes; NULL: nothing is known. */
typedef struct SpaceNumber {
	int64_t value;
	const char *origin;
} SpaceNumber;

typedef struct SpaceClass {
	const void *(*root)(void *context);
	int (*choices)(void *context, const void *state);

	/* A few words, "chunk G=64"; lives as long as the space. */
	const char *(*label)(void *context, const void *state, int choice);

	/* The state after a choice; NULL when it leads nowhere. */
	const void *(*child)(void *context, const void *state, int choice);

	/* Whether the state is a candidate. */
	bool (*complete)(void *context, const void *state);

	/* Of a complete state: equal for equal candidates, however reached. */
	uint64_t (*key)(void *context, const void *state);

	/* Whether a choice is a number, and which; NULL: none is. */
	bool (*number)(void *context, const void *state, int choice,
		       SpaceNumber *number);

	/* The name of the number that is chosen in a state, "items"; NULL where
	 * none is. NULL: numbers have no names. */
	const char *(*named)(void *context, const void *state);

	/* Whose numbers are chosen in a state, a block's name; NULL where none
	 * is chosen. NULL: nobody's. */
	const char *(*owner)(void *context, const void *state);

	/* What describes a complete state, at most FEATURES_MAX of them: how
	 * many. NULL: nothing is known of candidates but the way to them. */
	int (*features)(void *context, const void *state, Feature *features);

	/* Seconds that a model of the device gives a complete state, without a
	 * measurement; INFINITY: it cannot be made; 0, or NULL: there is none. */
	double (*modelled)(void *context, const void *state);
} SpaceClass;

typedef struct Space {
	const SpaceClass *class;
	void *context;
} Space;

static inline bool space_gives(const Space *space, const void *state, int choice,
			       SpaceNumber *number)
{
	return space->class->number
	    && space->class->number(space->context, state, choice, number);
}

#endif

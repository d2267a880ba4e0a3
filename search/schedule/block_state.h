/* State: a derivation and what its places are called. A name is a loop or a
 * value, and a set of places; each step moves them (rules/forward.h). A block
 * that another one runs sees none of its names, but they are moved, too. */
#ifndef SEARCH_SCHEDULE_STATE_H
#define SEARCH_SCHEDULE_STATE_H

#include "rules/forward.h"
#include "search/schedule/block.h"

enum { STATE_NAMES_MAX = 192 };

typedef struct StateName {
	int frame;         /* of the block that gave it */
	bool own; /* by form, as, loop or value: rules leave it alone */
	const char *ended; /* the rule that left no place of it, or NULL */
	Places places;
} StateName;

typedef struct State {
	const Derivation *now;
	int frame;
	int count;
	StateName names[STATE_NAMES_MAX];
	int number_count;
	const char *number_names[BLOCK_NUMBERS_MAX];
	Amount numbers[BLOCK_NUMBERS_MAX]; /* given by a block: what they
					    * follow from, too */
} State;

/* The name in this frame; NULL: there is none. */
StateName *state_name(State *state, const char *name);

/* Gives a name to places, instead of those it had. False: too many names. */
bool state_give(State *state, const char *name, bool own, Places places);

/* The same with one place. */
bool state_give_place(const Task *task, State *state, const char *name,
		      bool own, bool loop, const Path *path);
void state_forget(State *state, const char *name);

/* Goes on to a derivation, step by step; given gets the names of the last
 * step's rule, at most FORWARD_NAMES_MAX, unless it is NULL: how many. */
int state_advance(const Task *task, State *state, const Derivation *to,
		  Places *given);

#endif

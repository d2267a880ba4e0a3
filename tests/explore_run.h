/* The inside of Explore. */
#ifndef TESTS_EXPLORE_RUN_H
#define TESTS_EXPLORE_RUN_H

#include "explore.h"
#include "rules/rewrite.h"
#include "symbolic.h"

/* Hashes of expressions, which are the same in every Ir. */
typedef struct Marks {
	uint64_t *items; /* open addressing; 0 is free */
	size_t mask, used;
} Marks;

/* What follows an expression by one step. */
typedef struct Steps {
	int count, capacity;
	const Expr **items;
	bool made;
} Steps;

/* By the number of an expression. */
typedef struct Note {
	signed char steps; /* gone on from by that many */
	Steps here, all;   /* one step at it, and anywhere in it */
} Note;

typedef struct Sight Sight;

struct Explore {
	const RuleBase *base;
	Arena *arena;
	Sight *sight;    /* of left sides */
	Ir *ir;
	size_t begun;    /* bytes in it before the first was gone on from */
	Program *program;
	Rewriter *rewriter;
	Symbolic *symbolic;
	Note *notes;
	uint32_t capacity;
	Marks done[EXPLORE_STEPS_MAX + 1]; /* what was gone on from, by steps */
	Text wrong;      /* the first use that changed a value */
	ExploreCount count;
};

/* False when it was there. */
bool marks_add(Marks *marks, uint64_t hash);

void steps_add(Steps *steps, const Expr *e);

/* Every use of a rule at e is checked, what e becomes is added to steps (when
 * there are steps), but for renamings (explore_uses.c). */
void explore_uses(Explore *x, const Expr *e, Steps *steps);

/* e with symbols for what so many left sides in a row do not reach
 * (explore_general.c). */
Sight *sight_new(Arena *arena, const RuleBase *base);
const Expr *explore_general(Explore *x, const Expr *e, int steps);

#endif

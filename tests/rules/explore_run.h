/* The inside of Explore. */
#ifndef TESTS_RULES_EXPLORE_RUN_H
#define TESTS_RULES_EXPLORE_RUN_H

#include "explore.h"
#include "rules/pattern.h"
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
	bool ended;        /* the last step was made */
	Steps here, all;   /* one step at it, and anywhere in it */
} Note;

typedef struct Sight Sight;

enum { SYMBOLS_MAX = 32 };

/* Equal values are equal symbols: rules may ask for that. */
typedef struct Symbols {
	Explore *x;
	int count;
	bool is_full; /* some value found no symbol */
	bool designates; /* there are as many places as a rule asks for */
	const Expr *of[SYMBOLS_MAX];
} Symbols;

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
	Marks met[EXPLORE_STEPS_MAX + 1]; /* the same with the types it had */
	Marks ended;     /* the last step was made */
	bool on_anything;
	Text wrong;      /* the first use that changed a value */
	ExploreCount count;
};

/* False when it was there. */
bool marks_add(Marks *marks, uint64_t hash);

void steps_add(Steps *steps, const Expr *e);

/* Every use of a rule (or of one only) at e is checked, what e becomes is added
 * to steps (when there are steps), but for renamings (explore_uses.c). */
void explore_uses(Explore *x, const Expr *e, const RuleWay *only,
		  Steps *steps);

/* e with symbols for what so many left sides in a row do not reach
 * (explore_general.c). */
Sight *sight_new(Arena *arena, const RuleBase *base);
const Expr *explore_general(Explore *x, const Expr *e, int steps);

/* Whether there are as many places in it as a rule asks to designate, where
 * these have to be more than any value. */
bool explore_has_places(const Explore *x, const Expr *e);

/* A symbol for a value that uses nothing bound inside; the value itself when
 * there are too many. */
const Expr *explore_symbol(Symbols *symbols, const Expr *e);

/* Whether it uses one of the innermost variables. */
bool explore_uses_inner(const Expr *e, int depth);

/* e with i32 for each array, tuple or vector type that neither a primitive in
 * it nor that left side asks for (explore_types.c). */
const Expr *explore_any_types(Explore *x, const Expr *e, const RuleWay *way);

/* Whether the left side is like e, wherever the designated place. */
bool explore_matches(Ir *ir, const Expr *e, const RuleWay *way);

/* What stands for a value that uses variables bound inside and that a left side
 * does not look into: a function that nothing is known of, of those variables;
 * of functions of each, which may be designated; of both. */
typedef enum { UNSEEN_PLAIN, UNSEEN_PLACES, UNSEEN_BOTH, UNSEEN_KINDS } Unseen;

/* e with symbols and such functions for what that left side does not reach
 * (explore_last.c); NULL: the rule is not for it, or nothing is designated. */
const Expr *explore_last(Explore *x, const Expr *e, const RuleWay *way,
			 Unseen unseen);

#endif

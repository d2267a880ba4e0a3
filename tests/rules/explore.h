/* Explore: every rule at every place of an expression with every number,
 * several steps deep; each use is checked on symbols (symbolic.h).
 *
 * A use of a rule is checked at the node where it is made: the node and what it
 * becomes have one value for all data and all values of the variables around.
 * What is around them stays as it is, so whole expressions are equal, too.
 * That keeps the search small without leaving anything out:
 *
 * - An expression that was gone on from, by as many steps, is not again.
 * - Of an expression those derivations are followed that have a step at its
 *   root; the others are those of its parts.
 * - What is left to be seen of a node by so many left sides in a row is found
 *   from the rules: an array that none of them reaches becomes a symbol, equal
 *   ones the same. Nodes that differ in nothing else are one, and gone on from
 *   once. Functions of maps are kept as they are.
 * - Of rules that differ in a name only which no left side has (toLocal,
 *   toGlobal, toPrivate; the parallel maps and their dimensions) all are
 *   checked, and one is gone on from.
 * - When asked for, uses are checked on anything: after the last step nothing
 *   looks at what was made, so what the one left side does not reach may be
 *   anything. A value becomes a symbol, one that uses variables bound inside
 *   the node a function of them that nothing is known of, a type that nothing
 *   asks for i32; what the rule has a condition on stays. A use on these is
 *   checked once, whatever stood there.
 *
 * Where nothing bounds a number, the first are tried; Count says how often.
 */
#ifndef TESTS_RULES_EXPLORE_H
#define TESTS_RULES_EXPLORE_H

#include "ir/core/program.h"
#include "rules/rule.h"

enum { EXPLORE_STEPS_MAX = 3 };

typedef struct ExploreCount {
	long programs, expressions; /* gone on from */
	long nodes[EXPLORE_STEPS_MAX + 1]; /* gone on from, by steps left */
	long uses;                  /* of rules, checked */
	long renamed;               /* not gone on from */
	long unbounded;             /* numbers of which the first were tried */
	long cut;                   /* numbers of which only 32 were tried */
	long evaluations, restarts;
	long failures;
} ExploreCount;

typedef struct Explore Explore;

/* on_anything: uses are checked on what stands for all that they fit. */
Explore *explore_new(const RuleBase *base, bool on_anything);
void explore_free(Explore *explore);

/* Expressions to explore are made in this Ir, until explore_is_full says that
 * it holds many; explore_restart then starts a new one. What was checked stays
 * known. */
Ir *explore_ir(Explore *explore);
bool explore_is_full(const Explore *explore);
void explore_restart(Explore *explore);

/* All derivations of up to that many steps, until a use changes a value. */
void explore_all(Explore *explore, const Expr *e, int steps);

/* The use that changed a value, for people; "" is none. */
const char *explore_wrong(Explore *explore);

const ExploreCount *explore_count(const Explore *explore);

#endif

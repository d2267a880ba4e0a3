/* Strategy: which candidate of a space to measure next (ICFP'15, section 6).
 *
 * One instance explores one space for one device. It is asked for a candidate
 * and told what the candidate cost; several may be asked for before the first
 * is told. No candidate is proposed twice. The same seed and the same costs
 * give the same proposals.
 *
 * A strategy is one StrategyKind in a file of its own and one row of
 * strategy_kinds.
 */
#ifndef SEARCH_STRATEGY_STRATEGY_H
#define SEARCH_STRATEGY_STRATEGY_H

#include "search/space/tree.h"

typedef struct Strategy Strategy;

typedef struct StrategyKind {
	const char *name, *about; /* about: one line for people */

	/* The strategy's own state, in the arena; NULL when it has none. Called
	 * before the first next. */
	void *(*start)(Strategy *strategy, Arena *arena);

	/* The next candidate, open or from tree_walk. NULL: none while the space
	 * is open means that a cost is waited for, or that what is left is not
	 * worth a measurement. */
	TreeNode *(*next)(Strategy *strategy);

	bool pure; /* takes no suggestions */

	/* Frees what start took beside the arena; may be NULL. */
	void (*stop)(Strategy *strategy);
} StrategyKind;

/* A candidate that was told; INFINITY when it failed or is censored. */
typedef struct Told {
	TreeNode *node;
	double seconds;
	bool censored; /* all that is known is that it is slow */
} Told;

/* What kinds see of an instance. */
struct Strategy {
	const StrategyKind *kind;
	void *own;
	bool started;
	Tree *tree;
	Rng rng;
	int depth;   /* exhaustive: choices tried in full; < 0: all */
	bool thorough; /* a cost is soon known, so that nothing is left out for
			* being slow: it ends with the space */
	bool unmeasured; /* the first that will do is taken: nothing is drawn to be
			  * compared before one is proposed */
	int pending; /* asked for and not told */
	const Told *told; /* in order */
	int told_count;
	struct Proposals *proposals;
};

/* For kinds that go down by what they know of a node's choices: from the root
 * by pick, and where nothing was proposed yet on by finish to a candidate. NULL:
 * the space is exhausted. */
typedef int StrategyPick(Strategy *strategy, const TreeNode *node);
TreeNode *strategy_descend(Strategy *strategy, StrategyPick *pick,
			   TreePick *finish);

/* Ends with a row without a name; the first is the default. */
extern const StrategyKind *const strategy_kinds[];
const StrategyKind *strategy_named(const char *name); /* or NULL */

extern const StrategyKind strategy_portfolio, strategy_montecarlo,
	strategy_descent, strategy_uct, strategy_tag, strategy_random,
	strategy_uniform, strategy_exhaustive;

/* The space outlives the strategy. depth: see above. */
Strategy *strategy_new(const StrategyKind *kind, const Space *space,
		       uint64_t seed, int depth);
void strategy_free(Strategy *strategy);

typedef struct Candidate {
	int number;        /* from 0, in order of proposal */
	int depth;         /* choices that led to it */
	const void *state; /* the space's */
	uint64_t key;
} Candidate;

/* The candidate that these choices of an earlier search lead to (follow.h) is
 * proposed before what the kind chooses. False: a block has to be chosen that
 * is not among them, the candidate is suggested already, static counts say that
 * it is hopeless here (point.h), or there are too many suggestions. */
enum { SUGGESTIONS_MAX = 3 };
bool strategy_suggest(Strategy *strategy, const char *choices);

typedef enum { ASK_CANDIDATE, ASK_WAIT, ASK_DONE } Asked;

/* ASK_WAIT: nothing until one more candidate is told. ASK_DONE: the space is
 * exhausted, or what is left is not worth a measurement. */
Asked strategy_ask(Strategy *strategy, Candidate *candidate);

typedef enum {
	OUTCOME_OK,
	OUTCOME_FAILED, /* seconds do not count */
	OUTCOME_CENSORED, /* it ran into its limit, many times the best: slower
			   * than that, and neither a failure nor a time */
	OUTCOME_SAME    /* an earlier candidate's cost holds for this one */
} OutcomeKind;

typedef struct Outcome {
	OutcomeKind kind;
	double seconds;
} Outcome;

/* Exactly once for each candidate, in any order. */
void strategy_tell(Strategy *strategy, int number, Outcome outcome);

#endif

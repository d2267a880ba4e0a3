/* Plan: which loops run in lanes.
 *
 * In one loop of each nest (or none) the iterations are the lanes of blocks;
 * the other loops are counted one by one. A fold has two ways with lanes:
 * around it (then it folds a block of accumulators), or over its own elements,
 * which are computed a block at a time and then folded in order. The plan
 * estimates both for every loop, in nanoseconds, and takes the cheaper.
 */
#ifndef IR_EVAL_EVAL_PLAN_H
#define IR_EVAL_EVAL_PLAN_H

#include "ir/eval/eval_graph.h"

typedef struct ScopePlan {
	Scope *parent;       /* it is run from */
	Scope *first, *next; /* run from it; the next of its parent */
	double ops;          /* instructions run in it */
	double work;         /* what they cost for each lane */
	double stride;       /* more for each lane, if it has lanes */
	double bytes;        /* memory in it, for each lane */
	double fixed, each;  /* all of it, in lanes: for a block, for a lane */
	double alone;        /* all of it, once, not in lanes */
	bool lanes;          /* its iterations are lanes, where they can be */
} ScopePlan;

typedef struct Plan {
	Graph *graph;
	int *uses; /* of each node, by id */
	uint64_t seed;
} Plan;

/* What stmts need and run. seed: see ir/eval/eval_way.h. */
Plan *plan_new(Graph *graph, const Stmt *stmts, uint64_t seed);

/* Whether accumulator i is only ever folded by one op with an element that does
 * not depend on any accumulator; then *part is its place among the op's
 * arguments. */
bool plan_is_simple(const Plan *plan, const Fold *fold, int i, int *part);

/* Scalar operations in all. */
double plan_cost(const Plan *plan);

/* The scope in which a node is computed. */
Scope *plan_home(const Graph *graph, const Node *node);

#endif

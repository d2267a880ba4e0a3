/* Build: from an expression to the graph of what it computes. */
#ifndef IR_EVAL_EVAL_BUILD_H
#define IR_EVAL_EVAL_BUILD_H

#include "ir/eval/eval_view.h"

typedef const Value *BuildRow(Build *b, const Expr *e, const Env *env);

/* By primitive. */
extern BuildRow *const build_prims[PRIM_COUNT];

/* The value of e where its variables stand for env. */
const Value *build_value(Build *b, const Expr *e, const Env *env);

const Env *build_bind(Build *b, const Env *env, const Value *value,
		      const Type *type, Use use);

/* A scalar function, conversion or reinterpretation e of these arguments. */
const Node *build_scalar(Build *b, const Expr *e, const Node *const *args);

/* The part of yes or of no; what must not be computed for the other one is
 * computed under a branch. */
const Value *build_choice(Build *b, const Node *condition, const Thunk *yes,
			  const Thunk *no);

/* head (reduce lambda initial xs), of whatever kind. */
const Value *build_fold(Build *b, const Expr *lambda, const Env *env,
			const Value *initial, const View *xs);

/* A state taken through a loop of count >= 1 steps. */
typedef struct Stepping {
	const Expr *step; /* of the state and, with xs, an element */
	const Expr *stop; /* of the state: no more steps; or NULL */
	const View *xs;   /* NULL, or count elements */
	int64_t count;
	bool every;       /* wanted: the states after each step, an array */
} Stepping;

const Value *build_steps(Build *b, const Stepping *steps, const Env *env,
			 const Value *initial);

/* A fold of count steps, without a state as yet: there is room for one of that
 * type, and for some components more. */
Fold *build_fold_new(Build *b, const Type *type, int64_t count, int more);

/* Whether what the lambda of that use captures in env computes anything (then it
 * is not pure) or it or they risk anything. */
void build_captures(const ExprUse *use, const Env *env, bool *pure,
		    bool *risky);

/* eval_scatter.c */
BuildRow build_scatter, build_scan_by_index, build_permute;
BuildRow build_ascending; /* eval_ascending.c */

/* New memory for `length` elements: a buffer for each component. */
const Leaf *build_leaves(Build *b, const Type *element, int64_t length);

/* The value kept in memory, if it computes anything; and an array, in any
 * case. */
const Value *build_stored(Build *b, const Value *value, const Type *type);
const View *build_stored_array(Build *b, const View *view,
			       const Type *element);

/* Adds what fills dest (a value in memory) with value. */
void build_fill(Build *b, const Value *value, const Value *dest,
		StmtList *out);

#endif

/* Steps: how a fold, a scan or an iteration goes on, on symbols. For state.c
 * and state_sum.c. */
#ifndef SEARCH_NORMAL_STATE_H
#define SEARCH_NORMAL_STATE_H

#include "search/normal/meaning.h"

enum { STATES_MAX = FORM_PARTS / 4 };

/* A function of a state, and of an element, on symbols. */
typedef struct Steps {
	FormKind kind;
	int count;                 /* components of the state */
	const Type *type;          /* of the state */
	const Type *types[STATES_MAX];
	const Form *states[STATES_MAX], *starts[STATES_MAX], *next[STATES_MAX];
	const Form *loop;          /* over the elements, or NULL */
	const Form *until;         /* or NULL */
	int64_t times;             /* of an iteration */
	bool ordered;
	int group[STATES_MAX];     /* components that need each other: one */
} Steps;

/* A value of symbols; their types and they. */
const Meaning *state_symbols(Normal *n, const Type *type, const Type **types,
			     const Form **variables);

/* The array's element at the loops; the array of elements for all of them. */
const Form *state_at(Normal *n, const Form *array, int count,
		     const Form *const *loops);
const Form *state_for(Normal *n, int count, const Form *const *loops,
		      const Form *element);

/* A fresh loop for each dimension: how many. */
int state_loops(Normal *n, const Type *type, const Form **loops);

/* What comes of the steps, which need each other. */
void state_close(Normal *n, Steps *one, const Form **results);

/* The operator of the document that does the same on these symbols, and may be
 * relied on; the one that comes with the language; NULL, OP_COUNT: none. */
const Expr *state_declared(Normal *n, const Steps *steps,
			   const Form *const *next, const Meaning *const *args);
Op state_monoid(Normal *n, const Form *next, const Form *a, const Form *b);

/* What the function makes of a state and an element. */
void state_next(Normal *n, const Expr *function, const Scope *scope,
		const Meaning *const *args, const Form **next);

/* -- state_sum.c ----------------------------------------------------------- */

/* A reduce or scan whose order may be changed; NULL: it may not. */
const Meaning *state_sum(Normal *n, const Expr *e, const Steps *steps,
			 const Scope *scope, const Meaning *state,
			 const Meaning *element);

#endif

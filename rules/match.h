/* Match: one way of a rule laid over one node: what its names stand for.
 *
 * A function of k parameters is kept as its body, whose k innermost variables
 * are the parameters and whose others are those around the node. Sizes are
 * collected as equations first and solved when the whole side has matched.
 * For rules/ only.
 */
#ifndef RULES_MATCH_H
#define RULES_MATCH_H

#include "rules/locate.h"
#include "rules/pattern.h"

enum { MATCH_EQUATIONS_MAX = 48, MATCH_BINDERS_MAX = 16 };

typedef struct Equation {
	const SizePattern *left;
	int64_t right;
	const Size *open; /* right, where it is open; else NULL */
} Equation;

/* A parameter where it was matched, for its name. */
typedef struct Binder {
	const Expr *binder; /* LAMBDA or LET; NULL: none */
	int parameter;
} Binder;

/* A node of the right side that is built with a mark (mark.h). */
typedef struct PatMark {
	const Pat *pat;
	int number;
} PatMark;

typedef struct Match {
	Ir *ir;
	const Rule *rule;
	const Way *way;
	const Expr *node; /* that it lies over */
	const Path *rest; /* from the designating META to its first argument */
	bool shape;       /* the designating META fits anything */
	const Expr *metas[RULE_METAS_MAX];
	const Type *params[RULE_METAS_MAX][RULE_ARITY_MAX];
	Binder named[RULE_METAS_MAX][RULE_ARITY_MAX];
	const Type *types[RULE_TYPES_MAX];
	bool known[RULE_VARS_MAX];
	int64_t vars[RULE_VARS_MAX];
	bool open;        /* some size is: vars are witnesses of sizes */
	const Size *sizes[RULE_VARS_MAX]; /* given or found (polynomial.h) */
	int equation_count;
	Equation equations[MATCH_EQUATIONS_MAX];
	int depth; /* binders of the pattern around the present node */
	const Type *bound[MATCH_BINDERS_MAX];
	Binder binders[MATCH_BINDERS_MAX];
	const PatMark *marks; /* of what is built; else none */
	int mark_count;
} Match;

/* Lays the way over the node; sizes are not solved. rest is needed when the
 * way has a designated argument. False: it does not fit. */
bool match_node(Match *match, Ir *ir, const Rule *rule, bool back,
		const Expr *node, const Path *rest);

/* The same with any designated argument, which is not looked at. */
bool match_shape(Match *match, Ir *ir, const Rule *rule, bool back,
		 const Expr *node);

/* What the rule's type says of an actual type: binds type variables and adds
 * equations. */
bool match_type(Match *match, const TypePattern *pattern, const Type *type);

bool match_equation(Match *match, const SizePattern *left, int64_t right);

/* The variable of a that is not known and that b lacks, when it is one and those
 * of b that are not known are all among a's; -1 otherwise. */
int match_one_more(const bool known[RULE_VARS_MAX], const SizeTermPattern *a,
		   const SizeTermPattern *b);

#endif

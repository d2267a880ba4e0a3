/* Statement: a rule's names in the order in which its Coq statement binds them,
 * and beside each what an instance puts for it: small numbers (coq_sample.c) or
 * what the rule was applied to (coq_step.c). The inside of coq*.c.
 */
#ifndef RULES_COQ_STATEMENT_H
#define RULES_COQ_STATEMENT_H

#include "rules/coq_print.h"

/* What an instance puts for the rule's names; i: the index of the name. scalar
 * is a type that the rule names, others its functions; of integers, which are
 * words, those that words do not have. */
typedef struct CoqInstance {
	const char *(*size)(void *context, const Size *size);
	const char *(*fact)(void *context, const char *fact);
	const char *(*scalar)(void *context, Scalar scalar);
	const char *(*others)(void *context, Scalar scalar);
	const char *(*type)(void *context, int i, bool lanes);
	const char *(*ops)(void *context, int i);
	const char *(*laws)(void *context, int i);
	const char *(*order)(void *context, int i);
	const char *(*perm)(void *context, int i);
	const char *(*meta)(void *context, int i);
	const char *(*guard)(void *context, const Guard *guard);
	void *context;
} CoqInstance;

typedef struct Statement {
	CoqPrint print;
	const Rule *rule;
	const CoqInstance *at;
	const char *left, *right;
	Text names;        /* of the binders to come, all of one type */
	const char *type;
	Text binders;
	size_t line;       /* where the last line of binders begins */
	Text arguments;    /* those of the instance */
} Statement;

/* Of one rule; statement_free gives everything back. */
void statement_make(Statement *s, const Rule *rule, const CoqInstance *at);
void statement_free(Statement *s);
bool statement_unordered(const Statement *s);

/* Of the instance at small numbers, for one rule. */
CoqInstance coq_sample(Statement *s);

enum { COQ_COLUMNS = 80 };

/* Puts lines, broken at spaces. */
void coq_lines(Text *text, const char *lines);

#endif

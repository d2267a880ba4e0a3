/* Certificate: a derivation being printed for Coq: each program as a term, each
 * step as an equation of two. The inside of coq_certificate.c, coq_expr.c,
 * coq_step.c.
 */
#ifndef RULES_COQ_CERTIFICATE_H
#define RULES_COQ_CERTIFICATE_H

#include "rules/coq_statement.h"
#include "rules/match.h"

enum { COQ_ASSUMED_MAX = 32 };

typedef struct Certificate {
	CoqPrint print;
	int assumed_count;
	const char *assumed[COQ_ASSUMED_MAX]; /* assumed_1, ...: propositions */
} Certificate;

/* An expression below depth binders, whose variables are x_0, ...; where a
 * hole is given, that stands at its place. */
const char *coq_expr(Certificate *c, const Expr *e, int depth);
const char *coq_expr_around(Certificate *c, const Expr *e, const Path *place,
			    const char *hole);

/* The theorem of a rule at a match below depth binders. */
const char *coq_step(Certificate *c, const Match *match, int depth);

/* The name of something that has to be assumed. */
const char *coq_assumed(Certificate *c, const char *proposition);

#endif

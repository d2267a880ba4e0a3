/* Certificate: a derivation being printed for Coq: each program as a term, each
 * step as an equation of two. What the terms are about (coq_names.c) is found
 * while they are printed: sizes, scalar types, conversions, functions in C, the
 * orders that are chosen, and what is assumed of operators. The inside of
 * coq_certificate.c, coq_expr.c, coq_monoid.c, coq_names.c, coq_step.c.
 */
#ifndef RULES_COQ_CERTIFICATE_H
#define RULES_COQ_CERTIFICATE_H

#include "rules/coq_statement.h"
#include "rules/match.h"

enum { COQ_ASSUMED_MAX = 32, COQ_FOREIGN_MAX = 32, COQ_ORDERS_MAX = 16,
       COQ_OWN_MAX = 32, COQ_LAWS_MAX = 32 };

/* From one scalar type to another. */
typedef struct Conversion {
	bool values, bits; /* convert; read the bits as */
} Conversion;

/* The order that a step takes for arrays of one length. */
typedef struct ChosenOrder {
	const char *length, *order, *perm;
} ChosenOrder;

/* Propositions that steps rest on. */
typedef struct Assumed {
	int count;
	const char *propositions[COQ_ASSUMED_MAX];
} Assumed;

typedef struct Certificate {
	CoqPrint print;
	const Program *program;
	int foreign_count, order_count, own_count;
	Assumed assumed;       /* assumed_1, ...: by the use of rules */
	Assumed laws;          /* law_1, ...: by steps `canonical` alone */
	bool within_canonical; /* what is assumed now is one of the latter */
	Conversion conversions[SCALAR_COUNT][SCALAR_COUNT];
	bool canonical; /* one of the steps is of that kind */
	bool words[SCALAR_COUNT]; /* types that are those of the machine */
	int foreign[COQ_FOREIGN_MAX];           /* c_1, ... */
	ChosenOrder orders[COQ_ORDERS_MAX];     /* chosen_1, ... */
	const Rule *own[COQ_OWN_MAX];           /* rules of the user */
} Certificate;

/* An expression below depth binders, whose variables are x_0, ...; where a
 * hole is given, that stands at its place. */
const char *coq_expr(Certificate *c, const Expr *e, int depth);
const char *coq_expr_around(Certificate *c, const Expr *e, const Path *place,
			    const char *hole);

/* The theorem of a rule at a match below depth binders. */
const char *coq_step(Certificate *c, Match *match, int depth);

/* Marks what has no Coq form; a term in its place. */
const char *coq_missing(Certificate *c, const char *what);

/* The name of something that has to be assumed. */
const char *coq_assumed(Certificate *c, const char *proposition);

/* Names of functions about which nothing is known. */
const char *coq_convert(Certificate *c, Scalar from, Scalar to);
const char *coq_bits(Certificate *c, Scalar from, Scalar to);
const char *coq_foreign(Certificate *c, int foreign);

/* The name of the equation that the order of arrays of that length is this. */
const char *coq_chosen(Certificate *c, const ChosenOrder *chosen);

/* The theorem of a rule; that of a user's own is assumed. */
const char *coq_rule(Certificate *c, const Rule *rule);

/* The step `canonical`, which is not a rule: proved by a tactic or, where that
 * finds no proof, assumed as canonical_N; coqc says which. */
void coq_canonical(Certificate *c, const Derivation *step, int number,
		   Text *text);

/* Integers as those of the machine; what such steps know of scalars. */
void coq_canonical_scalars(Certificate *c);
void coq_canonical_facts(const Certificate *c, Text *text);
void coq_canonical_ranges(const Certificate *c, Text *text);

/* Puts everything that has a name, before the programs and steps. */
void coq_names(Certificate *c, Text *text);

/* A proof that the function is a monoid with that neutral element, commutative
 * where that is needed: of integers from proofs/Machine.v, of floats and of
 * what the program declares an assumption. */
const char *coq_monoid(Certificate *c, Needs needs, const Expr *function,
		       const Expr *neutral);

#endif

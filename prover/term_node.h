/* What the files behind term.h share. */
#ifndef PROVE_TERM_NODE_H
#define PROVE_TERM_NODE_H

#include "prover/term.h"

/* The term of that kind with these parts, which are copied. */
const Term *term_node(Terms *t, Term wanted, int count,
		      const TermPart *parts);

/* Ends of ranges: beyond TERM_FAR there is no limit. */
int64_t term_far(int64_t value);
int64_t term_far_sum(int64_t a, int64_t b);
int64_t term_far_product(int64_t a, int64_t b);

#endif

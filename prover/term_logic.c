/* Truth values and choices. */
#include "prover/term_node.h"

static const Term *node_of(Terms *t, Term made, const Term *a, const Term *b,
			   const Term *c)
{
	const TermPart parts[] = { { 1, a }, { 1, b }, { 1, c } };

	return term_node(t, made, 1 + (b != NULL) + (c != NULL), parts);
}

static const Term *truth_of(Terms *t, TermKind kind, const Term *a,
			    const Term *b)
{
	return node_of(t, (Term){ .kind = kind, .hi = 1, .truth = true }, a, b,
		       NULL);
}

/* -- comparisons ----------------------------------------------------------- */

const Term *term_least(Terms *t, const Term *a)
{
	if (a->lo >= 0 || a->hi < 0)
		return term_truth(t, a->lo >= 0);
	return truth_of(t, TERM_LEAST, a, NULL);
}

const Term *term_upto(Terms *t, const Term *a, const Term *b)
{
	return term_least(t, term_sub(t, b, a));
}

const Term *term_below(Terms *t, const Term *a, const Term *b)
{
	return term_least(t, term_plus(t, term_sub(t, b, a), -1));
}

const Term *term_equal(Terms *t, const Term *a, const Term *b)
{
	const Term *d = term_sub(t, a, b);

	if (d->lo > 0 || d->hi < 0)
		return term_truth(t, false);
	if (d->lo == 0 && d->hi == 0)
		return term_truth(t, true);
	return truth_of(t, TERM_ZERO, d, NULL);
}

const Term *term_within(Terms *t, const Term *a, int64_t lo, int64_t hi)
{
	const Term *above = term_truth(t, true), *below = above;

	if (lo > -TERM_FAR)
		above = term_least(t, term_plus(t, a, -lo));
	if (hi < TERM_FAR)
		below = term_least(t, term_plus(t, term_times(t, a, -1), hi));
	return term_and(t, above, below);
}

/* -- connectives ----------------------------------------------------------- */

const Term *term_not(Terms *t, const Term *a)
{
	if (term_is_number(a))
		return term_truth(t, !a->constant);
	if (a->kind == TERM_NOT)
		return a->parts[0].term;
	if (a->kind == TERM_LEAST)
		return term_least(t, term_plus(t, term_times(t,
				  a->parts[0].term, -1), -1));
	return truth_of(t, TERM_NOT, a, NULL);
}

const Term *term_and(Terms *t, const Term *a, const Term *b)
{
	if (term_is_false(a) || term_is_true(b) || a == b)
		return a;
	if (term_is_false(b) || term_is_true(a))
		return b;
	return truth_of(t, TERM_AND, a, b);
}

const Term *term_or(Terms *t, const Term *a, const Term *b)
{
	if (term_is_true(a) || term_is_false(b) || a == b)
		return a;
	if (term_is_true(b) || term_is_false(a))
		return b;
	return truth_of(t, TERM_OR, a, b);
}

/* -- choices --------------------------------------------------------------- */

static const Term *chosen(Terms *t, const Term *which, const Term *yes,
			  const Term *no, int64_t lo, int64_t hi)
{
	if (term_is_number(which))
		return which->constant ? yes : no;
	if (yes == no)
		return yes;
	if (lo == hi)
		return term_number(t, lo);
	return node_of(t, (Term){ .kind = TERM_CHOOSE, .lo = lo, .hi = hi },
		       which, yes, no);
}

const Term *term_choose(Terms *t, const Term *which, const Term *yes,
			const Term *no)
{
	if (yes->truth)
		return term_or(t, term_and(t, which, yes),
			       term_and(t, term_not(t, which), no));
	return chosen(t, which, yes, no, yes->lo < no->lo ? yes->lo : no->lo,
		      yes->hi > no->hi ? yes->hi : no->hi);
}

/* How the two lie is known where their difference has one sign, although they
 * may be equal. */
const Term *term_min(Terms *t, const Term *a, const Term *b)
{
	if (term_sub(t, a, b)->lo >= 0)
		return b;
	return chosen(t, term_upto(t, a, b), a, b,
		      a->lo < b->lo ? a->lo : b->lo,
		      a->hi < b->hi ? a->hi : b->hi);
}

const Term *term_max(Terms *t, const Term *a, const Term *b)
{
	if (term_sub(t, a, b)->hi <= 0)
		return b;
	return chosen(t, term_upto(t, b, a), a, b,
		      a->lo > b->lo ? a->lo : b->lo,
		      a->hi > b->hi ? a->hi : b->hi);
}

const Term *term_div_c(Terms *t, const Term *a, int64_t by)
{
	const Term *minus = term_times(t, a, -1);

	return term_choose(t, term_least(t, a), term_div(t, a, by),
			   term_times(t, term_div(t, minus, by), -1));
}

/* Facts: what the choice of a block asks of an expression. Syntactic, cheap and
 * only advice: a wrong fact gives a poor candidate, never a wrong one.
 */
#ifndef SEARCH_NEST_FACTS_H
#define SEARCH_NEST_FACTS_H

#include "ir/core/expr.h"

/* Whether computing it takes a loop: it contains a fold in any form. */
bool fact_is_heavy(const Expr *e);

/* A reduction, in order or not, that is not unrolled. */
bool fact_is_reduction(const Expr *e);

/* An array of indices. What a map is of, of another array itself. */
bool fact_is_indices(const Expr *e);
const Expr *fact_mapped(const Expr *array);

/* Whether it says in what memory its value is kept. Whether some of it is kept
 * in a work-item's own. */
bool fact_is_kept(const Expr *e);
bool fact_keeps_private(const Expr *e);

/* A loop, in order, whose rounds may be kernels. One over arrays: outside of
 * functions its rounds are programs of their own, one after the other. */
bool fact_has_rounds(const Expr *e);
bool fact_iterates_arrays(const Expr *e);

/* Whether any of it is low-level already; whether any of it is a vector. */
bool fact_is_lowered(const Expr *e);
bool fact_has_vectors(const Expr *e);

/* A function that mapVec can take: scalars and tuples of them in and out, and
 * nothing but scalar functions in between. */
bool fact_is_scalar_function(const Expr *lambda);

/* The same, but its arguments may be arrays, of which it reads elements. */
bool fact_gives_scalars(const Expr *lambda);

/* What a view or a map shows, the last one of several arrays; NULL when e is no
 * such thing. */
const Expr *fact_shown(const Expr *e);

/* A function that only changes indices: views, and maps of such functions, of
 * its argument. */
bool fact_is_view(const Expr *lambda);

/* Whether it uses one of the `count` innermost variables around it in a function. */
bool fact_is_used_inside(const Expr *e, int count);

/* Whether it uses none of the `depth` innermost variables around it. */
bool fact_is_closed_under(const Expr *e, int depth);

/* Length of an array; 0 when it is none or not known. */
int64_t fact_length(const Type *array);

/* reduce M e with M of one type: the operator joins scalars or tuples of
 * scalars, not arrays. */
bool fact_joins_scalars(const Expr *reduce);

/* Number of scalar operations in it: a measure of its code. */
int fact_operations(const Expr *e);

/* The same of a function that gives scalars with all its loops unrolled; -1
 * where it cannot be code without loops. */
int64_t fact_straight(const Expr *lambda);

/* The same of one that gives an array of scalars. */
int64_t fact_straight_array(const Expr *lambda);

#endif

/* Form: the left side of a rule without declarations, for looking at one place
 * of an expression: what stands there, and where its parts are.
 *
 *   map (\row. map (\col. head (sum:(reduce M e xs))) ys) zs
 *
 * Lower-case and upper-case names that nothing binds stand for anything that
 * uses no other bound variable than those they are applied to; name:(form)
 * names a part; fold fits reduce and reduceSeq alike; h (form), h applied to no
 * variable, is anything with such a part somewhere in it, the first in reading
 * order; that may use what is bound on the way to it.
 */
#ifndef RULES_FORM_H
#define RULES_FORM_H

#include "ir/front/print.h"
#include "rules/scan.h"

typedef struct Form Form;

/* Reads a form up to a word that ends it (scan->stops); in ir's arena. NULL
 * after an error. */
Form *form_read(Ir *ir, Scan *scan);

/* A place that the form names; loop: it repeats a function that binds the
 * name. */
typedef void FormVisit(void *context, const char *name, bool loop,
		       const Path *path);

/* Whether the form fits the node at a place; visit gets the names, also when it
 * does not fit after all. miss says of the deepest node that does not fit what
 * was wanted. */
bool form_match(Ir *ir, const Form *form, const Expr *root, const Path *at,
		FormVisit *visit, void *context, char miss[128]);

/* All names that the form gives. */
void form_names(const Form *form, FormVisit *visit, void *context);

#endif

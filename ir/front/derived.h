/* Derived: a primitive that is an expression of others (language.md);
 * the reader puts that in its place. What their definitions share; for ir/
 * only.
 */
#ifndef IR_FRONT_DERIVED_H
#define IR_FRONT_DERIVED_H

#include "ir/front/term.h"

/* Always a failed value, after a message. */
Value derived_wrong_count(Reader *r, const Node *list, const char *expected);

Value derived_function(Reader *r, Function function);

/* The list as a function of the last argument, which it lacks. */
Value derived_partial(Reader *r, const Node *list, const Scope *scope);

/* A primitive of one size, or of none, applied to values and functions. */
Value derived_prim(Reader *r, Prim prim, const Node *list, const Size *size,
		   int count, const Value *kids);

/* 0, 1, ... size - 1. */
Value derived_indices(Reader *r, const Node *list, const Size *size);

ElaborateForm derived_iterate;

/* Those whose definition is written in the language itself
 * (elaborate_template.c): one of that name applied; the names; the arguments
 * as in prim.def, or NULL: there is none. */
ElaborateForm derived_template;
Value derived_gather(Reader *r, const Node *list, Value function, Term *xs);
const char *derived_template_name(int i);
const char *derived_template_signature(const char *name);

/* What stands for one of these with those arguments, where it is not the text: in
 * the language, NULL after a message. scope: the parameters. */
typedef const char *DerivedText(Reader *r, const Node *list,
				const Scope *scope, const char *text);

DerivedText derived_sort, derived_sort_by; /* elaborate_sort.c */

/* Whether the last parameter is a list. */
bool derived_is_of_list(Reader *r, const Scope *scope);

#endif

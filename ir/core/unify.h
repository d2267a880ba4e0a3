/* Unifier: finds the types of literals while a program is read (language.md):
 * a literal has an open type until something asks one of it.
 *
 * Open types are of four classes: a number written as an integer (any number
 * type), a size used as a number (the same, but i64 where nothing asks), one
 * written as a float (a float type), and a fill, which is an array [A; n]
 * unless a vector <A; n> is asked for. Everywhere a NULL Unifier may be
 * given: then nothing is open and unify is equality.
 */
#ifndef IR_CORE_UNIFY_H
#define IR_CORE_UNIFY_H

#include "ir/core/type.h"

typedef struct Unifier Unifier;

typedef enum { OPEN_NUMBER, OPEN_SIZE, OPEN_FLOAT, OPEN_FILL, OPEN_VARIABLE }
	OpenClass;

Unifier *unifier_new(Ir *ir);
void unifier_free(Unifier *unifier);

const Type *unify_open(Unifier *unifier, OpenClass class);
const Type *unify_open_fill(Unifier *unifier, const Type *element,
			    const Size *length);

/* The type with its outermost open bound, if it is; never goes deeper. */
const Type *unify_find(Unifier *unifier, const Type *type);

/* Class of an unbound open type; without a unifier it is OPEN_VARIABLE, a type
 * variable of a rule. */
OpenClass unify_class(Unifier *unifier, const Type *open);

/* Makes both equal; false when they cannot be. */
bool unify(Unifier *unifier, const Type *a, const Type *b);

/* As an array: a fill becomes one. NULL when it is none. */
const Type *unify_array(Unifier *unifier, const Type *type);

/* As lanes: every fill in it becomes a vector. The type in each lane and the
 * width, or NULL. */
const Type *unify_lane(Ir *ir, Unifier *unifier, const Type *type,
		       int *width);

/* Scalar components: as type_leaves, of what is still open, too. */
int unify_leaves(Unifier *unifier, const Type *type);

/* As in programs, with words for what is still open: "(a number, f32)". */
void unify_text(Unifier *unifier, Text *text, const Type *type);

/* The type with everything bound put in; what is still open stays. */
const Type *unify_current(Unifier *unifier, const Type *type);

/* The same with what is still open set to its default: i32, i64, f32, an
 * array. */
const Type *unify_close(Unifier *unifier, const Type *type);

#endif

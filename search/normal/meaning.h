/* Meaning: what an expression stands for while a form is made of it: a
 * scalar's term, a tuple's parts, or an array: how an element comes of an
 * index. A vector is the array of its lanes. For internal use of
 * search/normal.
 */
#ifndef SEARCH_NORMAL_MEANING_H
#define SEARCH_NORMAL_MEANING_H

#include "search/normal/form.h"

typedef struct Meaning Meaning;
typedef const Meaning *Element(Normal *n, const Meaning *array,
			       const Form *index);

/* Variables of an expression, the innermost first. */
typedef struct Scope {
	const struct Scope *up;
	const Meaning *value;
} Scope;

struct Meaning {
	const Type *type;
	const Form *form;         /* of a scalar */
	const Meaning *const *parts; /* of a tuple; what an array views */
	int count;
	Element *element;         /* of an array */
	int64_t first, second;    /* numbers of a view */
	const Expr *function;
	const Scope *scope;
	const Form *const *leaves; /* an array of these components */
	struct Element1 {
		struct Element1 *next;
		const Form *index;
		const Meaning *value;
	} **known;                /* elements that were asked for */
};

/* -- meaning.c ------------------------------------------------------------- */

const Meaning *meaning_scalar(Normal *n, const Form *form);
const Meaning *meaning_tuple(Normal *n, const Type *type, int count,
			 const Meaning *const *parts);
const Meaning *meaning_part(const Meaning *tuple, int i);

/* An array of that type whose elements come so; of: what it views. */
const Meaning *meaning_array(Normal *n, const Type *type, Element *element,
			 Meaning draft);
const Meaning *meaning_at(Normal *n, const Meaning *array, const Form *index);
int64_t meaning_length(const Meaning *array);

/* One or the other, component by component. */
const Meaning *meaning_choice(Normal *n, const Form *c, const Meaning *a,
			  const Meaning *b);

/* Its components, arrays as EACH terms: how many; and back. */
int meaning_leaves(Normal *n, const Meaning *value, const Form **leaves);
const Meaning *meaning_of_leaves(Normal *n, const Type *type,
			     const Form *const *leaves);

/* Types of the components of a type: how many. */
int meaning_components(Normal *n, const Type *type, const Type **types);

/* -- view.c ---------------------------------------------------------------- */

/* The view that a primitive of values is; NULL: it is none. */
const Meaning *view_of(Normal *n, const Expr *e, const Meaning *const *kids);

/* The vector, or vectors, of an array of lanes; and back. */
const Meaning *meaning_vector(Normal *n, const Type *type,
			      const Meaning *lanes);
const Meaning *meaning_lanes(Normal *n, const Meaning *vector);

/* -- evaluate.c ------------------------------------------------------------ */

const Meaning *evaluate(Normal *n, const Expr *e, const Scope *scope);
const Meaning *evaluate_call(Normal *n, const Expr *function,
			   const Scope *scope, int count,
			   const Meaning *const *args);

/* -- state.c --------------------------------------------------------------- */

/* reduce, reduceSeq, scanSeq, iterate, iterateUntil; kids: the values of those
 * that are no functions. */
const Meaning *state_of(Normal *n, const Expr *e, const Scope *scope,
		      const Meaning *const *kids);
const Meaning *state_part(Normal *n, const Expr *e, const Scope *scope,
			const Meaning *const *kids);

/* -- scatter.c ------------------------------------------------------------- */

const Meaning *scatter_of(Normal *n, const Expr *e, const Scope *scope,
			  const Meaning *const *kids);

#endif

/* Small expressions, for what lists stand for. For ir/front/lists*.c only. */
#ifndef IR_FRONT_LISTS_BUILD_H
#define IR_FRONT_LISTS_BUILD_H

#include "ir/core/expr.h"
#include "ir/core/intern.h"
#include "ir/front/lists.h"

/* -- numbers (i64) --------------------------------------------------------- */

const Expr *plain_number(Ir *ir, int64_t value);
const Expr *plain_i64(Ir *ir, const Expr *integer);
bool plain_is_zero(const Expr *integer); /* a literal, perhaps converted */
/* Whether a key is 0, which of `if c then 0 else -1` is c. */
const Expr *plain_is_first(Ir *ir, const Expr *key);
const Expr *plain_op(Ir *ir, Op op, const Expr *a, const Expr *b);

/* -- arrays; bodies are seen from below one binder ------------------------- */

const Expr *plain_indices(Ir *ir, int64_t count);
const Expr *plain_at(Ir *ir, const Expr *array, const Expr *index);
/* The same of an index that is one of the array's: what maps and zips make of
 * that element, for which no array need be. */
const Expr *plain_element(Ir *ir, const Expr *array, const Expr *index);
const Expr *plain_map(Ir *ir, const Expr *body, const Expr *array);
const Expr *plain_zip(Ir *ir, const Expr *a, const Expr *b);
const Expr *plain_numbered(Ir *ir, const Expr *elements); /* with indices */
const Expr *plain_sums(Ir *ir, const Expr *numbers); /* 0, then each sum */
/* elements[i + from], where there is one. */
const Expr *plain_from(Ir *ir, const Expr *elements, const Expr *from);
/* Where each row begins that is not empty, -1 for others: no two are one. */
const Expr *plain_begins(Ir *ir, const Expr *offsets);
int64_t plain_length(const Expr *array);

/* -- any type -------------------------------------------------------------- */

/* if c then a else b, scalar by scalar. */
const Expr *plain_choice(Ir *ir, const Expr *c, const Expr *a, const Expr *b);
const Expr *plain_zero(Ir *ir, const Type *type);

/* lambda applied to one value, its body seen from below `under` binders more. */
const Expr *plain_apply(Ir *ir, const Expr *lambda, int under,
			const Expr *const *values);

/* -- lists and rows -------------------------------------------------------- */

const Expr *plain_list(Ir *ir, const Expr *elements, const Expr *count);
const Expr *list_elements(Ir *ir, const Expr *list);
const Expr *list_count(Ir *ir, const Expr *list);
/* Whether the pair of an element and its index, seen from below `under` binders
 * of count, is one of so many. */
const Expr *list_has(Ir *ir, const Expr *count, int under, const Expr *pair);
const Expr *rows_total(Ir *ir, const Expr *rows);
const Expr *rows_at(Ir *ir, const Expr *rows, const Expr *j);

/* -- the forms ------------------------------------------------------------- */

/* e, whose kids were made plain: kids. */
typedef const Expr *ListForm(Ir *ir, const Expr *e, const Expr *const *kids);

ListForm lists_fold, lists_scan; /* lists_fold.c */
ListForm lists_map, lists_zip, lists_unzip, lists_scatter; /* lists_map.c */
ListForm lists_bucket, lists_rows, lists_up_to, lists_full, lists_concat,
	 lists_at; /* lists_made.c */
ListForm lists_take, lists_drop, lists_join;

/* Whether e maps rows to rows; whether it is what a filter keeps (lists_split.c). */
bool lists_map_rows(const Expr *e);
bool lists_is_filter(const Expr *e);

/* Of a map over rows that leaves each element where it is: what it gives for a row,
 * seen from below the row and a list of the row's values, as many of them as it has
 * elements; the function that gives the values of a row, or NULL: there are none.
 * NULL: it is no such map (lists_values.c). */
const Expr *lists_inside_of(Ir *ir, const Expr *e, const Expr **values);

/* What stands for it, of what it gives for a row: rows, the values of each element
 * (or NULL) and what was made plain before are seen from below `by` binders more, or
 * not at all (lists_inside.c). */
const Expr *lists_inside(Ir *ir, const Expr *body, const Intern *known,
			 const Expr *rows, const Expr *values, int by);

/* What f gives for each of the rows; the row of each of `most` elements
 * (lists_map.c). */
const Expr *lists_map_each(Ir *ir, const Expr *f, const Expr *rows,
			   int64_t count);
const Expr *lists_owners(Ir *ir, const Expr *offsets, int64_t most);

/* A map over rows as two, one after the other; NULL: it is not known how
 * (lists_split.c). */
const Expr *lists_split(Ir *ir, const Expr *e);

/* Of a map over rows that filters what leaves each element where it is: rows of
 * (element, whether it is kept), and the function that counts those of one; NULL: it
 * is none (lists_split.c). */
const Expr *lists_filter_of(Ir *ir, const Expr *e, const Expr **count);

/* What is kept of such rows (lists_made.c). */
const Expr *lists_kept(Ir *ir, const Expr *rows, const Expr *count);

/* A fold of what a filter keeps of an array, perhaps mapped: it goes over the
 * array, and nothing is kept (lists_fold_kept.c). e's kids were made plain: kids. */
bool lists_folds_kept(const Expr *e);
const Expr *lists_fold_kept(Ir *ir, const Expr *e, const Intern *known,
			    const Expr *const *kids);

/* What was made of e. */
const Expr *lists_known(const Intern *known, const Expr *e);

#endif

/* Back: from a form to combinators: loops outermost first, arrays read by equal
 * index vectors zipped, windows and borders as views of their arrays, what the
 * inner loops do not change named outside of them. For internal use of
 * search/normal.
 */
#ifndef SEARCH_NORMAL_BACK_H
#define SEARCH_NORMAL_BACK_H

#include "search/normal/index_form.h"
#include "search/normal/form.h"

enum { BACK_DIMS = 16, BACK_READS = 256 };

/* What is still to be done to an element of a view: an offset in a window, a
 * part of a zip, a component of the element's type. */
typedef struct Last {
	enum { LAST_OFFSET, LAST_PART, LAST_COMPONENT } kind;
	int64_t number;
} Last;

/* A term that is read from an array: an access, a guarded access, a stage. */
typedef struct View {
	const struct View *up;
	const Form *term;
	const Expr *array; /* inside of `depth` binders */
	int depth, loop_count, last_count;
	const Form *loops[BACK_DIMS]; /* that go over it, outermost first */
	Last last[BACK_DIMS];
	int rank[BACK_DIMS];          /* of the loops it began with */
	int rank_count;
} View;

/* A term that a variable stands for. */
typedef struct Named {
	const struct Named *up;
	const Form *term;
	const Expr *expr;  /* inside of `depth` binders */
	int depth;
} Named;

/* Loops that are around a place. */
typedef struct Passed {
	const struct Passed *up;
	const Form *loop;
} Passed;

typedef struct Spot {
	int depth; /* binders around it */
	const View *views;
	const Named *named;
	const Passed *passed;
} Spot;

typedef struct Back {
	Normal *n;
	Ir *ir;
	Domain order; /* all loops, outer ones first */
} Back;

/* Loops and what is in them. reduces: their sum by op. */
typedef struct Nest {
	int count, body_count;
	const Form *const *loops; /* never NULL, also where there is none */
	const Form *const *body;
	const Type *type; /* of the body */
	bool reduces;
	Op op;
	const Form *flat; /* all loops as one, or NULL */
	int units;        /* dimensions of one element around a body */
} Nest;

/* -- back_build.c ---------------------------------------------------------- */

const Expr *back_shift(const Back *b, const Expr *e, int from, int to);
const Expr *back_variable(const Back *b, const Spot *at, int level,
			  const Type *type);
const Expr *back_prim(const Back *b, Prim prim, int64_t first, int64_t second,
		      int count, const Expr *const *kids);
const Expr *back_prim1(const Back *b, Prim prim, int64_t size,
		       const Expr *array);
const Expr *back_at(const Back *b, const Expr *array, const Expr *index);
/* A number as it is written, an i32 if it can be one. */
const Expr *back_offset(const Back *b, int64_t number);
/* By op, of tuples component by component. */
const Expr *back_function(const Back *b, Op op, const Type *type);
const Expr *back_neutral(Back *b, const Spot *at, Op op, const Type *type);

/* The same in the rows of rows of ... of an array. */
typedef const Expr *Deep(const Back *b, const Expr *array, const void *what);
const Expr *back_deep(const Back *b, int depth, const Expr *array,
		      Deep *deep, const void *what);

/* A value of that type of its components, taken from the list. */
const Expr *back_value(const Back *b, const Type *type,
		       const Expr *const **parts);
/* A component of such a value. */
const Expr *back_component(const Back *b, const Expr *value, int component);

/* -- back_spot.c ----------------------------------------------------------- */

const View *back_view(const Spot *at, const Form *term);
void back_add_view(Back *b, Spot *at, View view);
const Expr *back_named(const Back *b, const Spot *at, const Form *term);
void back_name(Back *b, Spot *at, const Form *term, const Expr *expr,
	       int depth);

/* Whether it has a name, and is no input. */
bool back_is_named(const Spot *at, const Form *term);

/* Terms that are read in the terms: how many. */
int back_reads(const Back *b, const Spot *at, int count,
	       const Form *const *terms, const Form **reads);

/* -- back_access.c --------------------------------------------------------- */

/* term is array[indices], outside of the array's range `fill`. */
typedef struct Item {
	const Form *term, *access, *fill;
	const Form *linear[BACK_DIMS]; /* indices without clamping */
	bool clamped[BACK_DIMS];
} Item;

typedef struct Items {
	int count;
	Item list[BACK_READS];
	Map seen;
} Items;

/* Accesses of the array in the term that have no view. */
void back_items(Back *b, const Spot *at, const Form *base, const Form *term,
		Items *items);

/* Whether they differ by constants only. */
bool back_same_view(const Item *a, const Item *b);

/* -- back_view.c ----------------------------------------------------------- */

/* The array is what the base stands for, perhaps one for each step of loops
 * around it (or NULL); views of it for all that the terms read of it. part: a
 * component of its elements, or -1. */
void back_views(Back *b, Spot *at, const Form *base, const Expr *array,
		int part, const Domain *around, int count,
		const Form *const *terms);

/* -- back_zip.c ------------------------------------------------------------ */

/* Arrays that are read by one index vector, since `before`, become one. */
void back_zip_views(Back *b, Spot *at, const Spot *before);

/* -- back_hoist.c ---------------------------------------------------------- */

enum { BACK_HOISTED = 64 };

/* What is worth a name outside of the loops, innermost first: how many. */
int back_hoisted(Back *b, const Spot *at, int loop_count,
		 const Form *const *loops, int count,
		 const Form *const *terms, const Form **found);

/* What some loop around it does not change, but one further inside does: how
 * many. */
int back_stages(Back *b, const Spot *at, int loop_count,
		const Form *const *loops, int count,
		const Form *const *terms, const Form **found);

/* Sums in the terms, outside of other loops and of choices: how many. */
int back_sums(Back *b, const Spot *at, int count, const Form *const *terms,
	      const Form **found);

/* The first, and those that are better computed with it in one loop: how many.
 * back_pair.c */
int back_group(Back *b, const Spot *at, int count, const Form *const *terms,
	       const Form **group);

/* Whether both compute more than elements of arrays that the loops change. */
bool back_share(Back *b, int loop_count, const Form *const *loops,
		const Form *one, const Form *other);

/* Terms that are in the terms more than once, innermost first: how many. */
int back_shared(Back *b, const Spot *at, int count,
		const Form *const *terms, const Form **found);

/* -- back_nest.c ----------------------------------------------------------- */

/* The array of the bodies, or, of a sum, of its terms; with no loops, the
 * body. What loops further inside do not change has names. */
const Expr *back_nest(Back *b, Spot at, const Nest *nest);

/* Of an array of terms, or of tuples of them, their sum. */
const Expr *back_sum(Back *b, const Spot *at, const Nest *nest,
		     const Expr *array);

/* Sums over the same loops: a tuple of them, one alone as it is. */
const Expr *back_sums_at_once(Back *b, const Spot *at, int count,
			      const Form *const *sums);

/* The same after arrays of what its loops would compute again and again. */
const Expr *back_staged(Back *b, Spot at, const Nest *nest);

/* What a loop goes over, and the place in its function whose parameter is at
 * `level`: elements are views, or the loop itself is named. */
const Expr *back_over(Back *b, const Spot *at, Spot *inside,
		      const Form *loop, int level, int count,
		      const Form *const *terms);

/* -- back_term.c ----------------------------------------------------------- */

const Expr *back_term(Back *b, const Spot *at, const Form *term);

#endif

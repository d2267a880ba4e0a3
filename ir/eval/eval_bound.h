/* Bound: beside every value of a graph, how far a kernel may be off it.
 *
 * The error of a value is two numbers, absolute, in f64: what is rounded
 * outside of folds, and what is rounded inside of them for a growth of 1
 * (eval.h). Both are nodes like others: made from the nodes of the value by
 * first-order derivatives, kept in accumulators and arrays beside its own. What
 * is exact (inputs, indices, integers that depend on no comparison of floats)
 * has none. An integer or bool has an error of 0 or, where it may be another,
 * infinity.
 *
 * A sum is added up in any order, and so its parts may be as large as the sum
 * of what it adds, each without its sign: its size. What a fold adds up to
 * keeps its size in an accumulator; it is what is rounded in the fold. The same
 * holds for a + b + c in one expression.
 *
 * Whole numbers round nothing while they and the sizes of sums are less than
 * 2^p: the flag of each fold is made beside its sum, from its terms and its size,
 * so that of two folds one may be exact and the other not.
 *
 * Where a decision (a comparison, an index, a number made whole) depends on an
 * error, that error is taken as 4 (outside + growth folds), growth being that
 * of the program's own folds (fold_growth_decided).
 */
#ifndef IR_EVAL_EVAL_BOUND_H
#define IR_EVAL_EVAL_BOUND_H

#include "ir/eval/eval_graph.h"

typedef struct Shadow {
	const Node *outside, *folds; /* NULL: 0 */
	const Node *size;            /* of a sum; NULL: the value's own */
	const Node *carried;         /* of a running sum: folds, but its own */
	int terms;                   /* that size is of */
	bool running;                /* the state of a fold that adds up */
	bool extreme;                /* the state of a fold by min or max */
	bool stopping; /* its fold notes where the condition is undecided */
	bool made;
} Shadow;

/* The shadows of one array component in memory. */
typedef struct BufferShadow {
	Buffer *outside, *folds, *size;
	bool last; /* an output: as it is seen from outside */
} BufferShadow;

typedef struct Bound {
	Graph *graph;
	const struct Inexact *inexact;
	Shadow *shadows;       /* by node */
	BufferShadow *buffers; /* by buffer */
	const Node *growth;    /* 4 times it */
	bool decides;          /* it is asked for */
} Bound;

/* Adds to stmts, and to all they need, what fills outside[k] and folds[k] for
 * the output in buffer outputs[k]. Whether a decision depends on what a fold
 * rounds. */
bool bound_graph(Graph *graph, double growth, Stmt *stmts, int count,
		 Buffer *const *outputs, Buffer *const *outside,
		 Buffer *const *folds);

/* -- which values have errors: eval_inexact.c ------------------------------ */

enum {
	INEXACT_OUTSIDE = 1, INEXACT_FOLDS = 2, INEXACT_CARRIED = 4,
	INEXACT_ANY = 7,
	INEXACT_GUARDED = 8, /* no value where its branch is not taken */
	INEXACT_PART = 16,   /* a float without an error may be no whole number */
};

typedef struct Inexact {
	const unsigned char *nodes, *buffers; /* by id */
	const bool *sums; /* array accumulators that are running sums */
} Inexact;

const Inexact *inexact_of(Graph *graph, const Stmt *stmts);


/* Units of the unit roundoff that the result of an op on floats of that type is
 * off at most; 0: it is exact for exact arguments. */
double bound_units(const Graph *graph, Op op, Scalar scalar);

/* Whether the graph computes in the declared types: then bounds are of kernels
 * that do so, too, in the program's order. They differ from it by functions that
 * are not exact and by what becomes of that; the rest is bit by bit. */
bool bound_is_declared(const Graph *graph);

/* Whether it makes a decision: comparisons, numbers made whole. */
bool bound_decides(Op op);

/* Whether a conversion rounds. */
bool bound_converts_exactly(const Node *convert);

/* -- what a fold does to its state: eval_step.c ---------------------------- */

typedef enum { STEP_OTHER, STEP_SUM, STEP_EXTREME } StepKind;

/* To accumulator i; in the program's order a sum is as any other step. */
StepKind step_kind(const Graph *graph, const Fold *fold, int i);

/* Whether all it does to array accumulator i is to add to its elements. */
bool step_array_adds(const Fold *fold, int i);

/* The element of array accumulator i, at that index, that a value is made of,
 * or NULL. */
const Node *step_replaces(const Node *value, const Fold *fold, int i,
			  const Node *index);

/* Finds what depends on the state: once, before the others are asked. */
void step_find_ties(const Graph *graph, Fold *fold);

/* Whether a value does not depend on the state, but for whole numbers that depend on
 * nothing else of it, such as the number of the round. */
bool step_is_apart(const Node *node, const Fold *fold);

/* seen for all that next adds to acc in a sum, in inner folds that go on with it,
 * too, until it says false. */
typedef bool StepTerm(void *context, const Node *term);
bool step_terms(const Node *next, const Fold *fold, const Node *acc,
		StepTerm *seen, void *context);

/* -- arrays: eval_bound_memory.c ------------------------------------------- */

/* The shadows of that buffer; once. */
void bound_make_buffers(Bound *b, const Buffer *of);

/* Buffers and after them their shadows, in a longer array. */
Buffer **bound_with_shadows(Bound *b, Buffer **buffers, int *count);

/* Adds to all stores of stmts those of their shadows. */
void bound_stores(Bound *b, Stmt *stmts);

/* The same for arrays that are kept; once. */
void bound_extend_stored(Bound *b, Stored *stored);

const Node *bound_or_zero(Bound *b, const Node *error);

/* -- making shadows: eval_bound_op.c, eval_bound_value.c ------------------- */

Shadow bound_shadow(Bound *b, const Node *node);
Shadow bound_op(Bound *b, const Node *node);
Shadow bound_convert(Bound *b, const Node *node);
Shadow bound_bits(Bound *b, const Node *node);
Shadow bound_select(Bound *b, const Node *node);

/* NULL stands for 0, as argument and as result. */
const Node *bound_number(Bound *b, double value);
const Node *bound_add(Bound *b, const Node *x, const Node *y);
const Node *bound_largest(Bound *b, const Node *x, const Node *y);
const Node *bound_scaled(Bound *b, const Node *slope, const Node *error);
const Node *bound_carry(Bound *b, const Node *sum, const Node *slope,
			const Node *error);
const Node *bound_round(Bound *b, const Node *sum, Scalar scalar,
			double units, const Node *value);
const Node *bound_either(Bound *b, const Node *condition, const Node *yes,
			 const Node *no);

/* What an exact operation rounds otherwise where its arguments differ. */
const Node *bound_after(Bound *b, const Node *sum, Scalar scalar,
			const Node *value);

/* Infinity where the condition holds. */
const Node *bound_unless(Bound *b, const Node *condition);

/* |x - y| may be 0, when that much is between them and what they stand for. */
const Node *bound_within(Bound *b, const Node *x, const Node *y,
			 const Node *error);

const Node *bound_node(Bound *b, BoundOp op, const Node *x, const Node *y,
		       const Node *z);
const Node *bound_unary(Bound *b, Op op, const Node *x);
const Node *bound_binary(Bound *b, Op op, const Node *x, const Node *y);

/* The whole error, for decisions. */
const Node *bound_spread(Bound *b, Shadow shadow);

/* Whether it is a number that is not negative, however it is rounded. */
bool bound_is_positive(const Node *node);

/* What it adds up, absolute. */
const Node *bound_size(Bound *b, const Node *value, Shadow shadow);

/* The folds of n, a sum, from what it carries and from its size. */
Shadow bound_of_sum(Bound *b, const Node *n, Shadow sum);

/* -- whole numbers: eval_whole.c ------------------------------------------- */

/* Whether an array that a program is given holds no other float. */
bool whole_numbers(const Buffer *input);

/* Whether a constant may be another. */
bool whole_not(const Node *constant);

/* What n is off by what is rounded to it; but 0 where it is a whole number, and
 * exact but for that (errors: of all it is made of), and its size is less than
 * 2^p: so are all numbers on the way to it, in any order. */
const Node *whole_or(Bound *b, const Node *n, const Node *size,
		     const Node *errors, const Node *rounded);

#endif

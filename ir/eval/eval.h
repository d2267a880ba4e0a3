/* The reference evaluator: what a program means (ICFP'15, Figure 9), and so the
 * oracle of every kernel (architecture.md).
 *
 * One engine over flat code, evaluated in blocks. Low-level primitives mean
 * what their high-level counterparts mean. Domains: EVAL_DECLARED computes in
 * the declared types in program order; EVAL_F64 computes every float in double
 * (integers exact), for judging devices; EVAL_FIELD computes every float modulo
 * a prime (residue.h), for judging the twins of kernels (field.h).
 */
#ifndef IR_EVAL_EVAL_H
#define IR_EVAL_EVAL_H

#include "ir/core/program.h"
#include "ir/data/array.h"

typedef enum { EVAL_DECLARED, EVAL_F64, EVAL_FIELD } EvalDomain;

/* Evaluates an expression over the program's inputs (concrete sizes). inputs:
 * one Array per input port. outputs: one Array per output port of the body's
 * type, made here (array_free); float outputs are f64 arrays under EVAL_F64.
 * Under EVAL_FIELD float inputs and outputs are u32 arrays of residues.
 * False after a diagnostic (E0403: an index out of range, E0407: an index twice
 * in permute, E0405: no memory for an array in between; its pointer is into what print_json prints of the
 * body). */
bool eval_run(const Program *program, const Expr *body, const Array *inputs,
	      EvalDomain domain, Array *outputs, Diags *diags);

/* The same under EVAL_F64, with a bound for each element on what any kernel may
 * be off that computes it in the declared types: for each output k values[k] as
 * eval_run gives it under EVAL_F64, and of the same shape, in f32, outside[k]:
 * roundings outside of folds, and folds[k]: those inside of folds and scans for
 * a growth of 1 (growth.h). Both are absolute errors, carried to the output
 * by first-order derivatives; the unit roundoffs of the declared types are in
 * them. They depend on no order of adding up. So a right kernel has
 *
 *   |got - want| <= 4 (outside + fold_growth(kernel) folds)
 *                   + the smallest normal number of the output's type.
 *
 * outside = infinity: undecided; a comparison, an index or a conversion on the
 * way, or the range of a type, may turn out otherwise there. Where the output
 * is bool or an integer, outside is 0 or infinity, folds is 0. EVAL_RELAXED:
 * factor of both under --fp relaxed, whose functions and quotients are
 * estimates. */
enum { EVAL_RELAXED = 16 };

bool eval_bounded(const Program *program, const Expr *body,
		  const Array *inputs, Array *values, Array *outside,
		  Array *folds, Diags *diags);

/* Whether an element may be undecided, or lose its bound, by what folds round: a
 * comparison, a quotient. That is decided with fold_growth_decided: a kernel whose
 * folds grow more is held to that growth. Nothing is run. */
bool eval_decides(const Program *program, const Expr *body);

/* Scalar operations that takes, roughly: nothing is run. */
double eval_cost(const Program *program, const Expr *body);

#endif

/* The reference evaluator: what a program means (ICFP'15, Figure 9), and so the
 * judge of every kernel (architecture.md, decision 3).
 *
 * One engine over flat code, evaluated in blocks. Low-level primitives mean
 * what their high-level counterparts mean. Domains: EVAL_DECLARED computes in
 * the declared types in program order; EVAL_F64 computes every float in double
 * (integers exact), for judging devices.
 */
#ifndef IR_EVAL_H
#define IR_EVAL_H

#include "ir/array.h"
#include "ir/program.h"

typedef enum { EVAL_DECLARED, EVAL_F64 } EvalDomain;

/* Evaluates an expression over the program's inputs (concrete sizes). inputs:
 * one Array per input port. outputs: one Array per output port of the body's
 * type, made here (array_free); float outputs are f64 arrays under EVAL_F64.
 * False after a diagnostic (E0403: an index out of range, E0405: no memory for
 * an array in between; its pointer is into what print_json prints of the
 * body). */
bool eval_run(const Program *program, const Expr *body, const Array *inputs,
	      EvalDomain domain, Array *outputs, Diags *diags);

/* Scalar operations that takes, roughly: nothing is run. */
double eval_cost(const Program *program, const Expr *body);

#endif

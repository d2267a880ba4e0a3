/* The field oracle: a kernel's twin (CodegenOptions.field), in which floats are
 * residues modulo a prime (residue.h), gives what the evaluator gives under
 * EVAL_FIELD, bit for bit, whatever the order of sums and whichever laws of the
 * reals rules used: roundings cannot hide a wrong element. Two expressions that
 * differ as polynomials agree on random residues with a probability of about
 * their degree / 2^31 (Schwartz and Zippel).
 *
 * To judge a candidate: testdata_draw(port, seed, TESTDATA_FIELD) for each
 * input port, eval_run(program, program->body, inputs, EVAL_FIELD, ...),
 * codegen with CodegenOptions.field, which gives the same kernels with u32
 * where floats were, run on these inputs; then all bits of the outputs that
 * field_judges says yes to must be equal (an unordered one as a multiset).
 */
#ifndef IR_EVAL_FIELD_H
#define IR_EVAL_FIELD_H

#include "base/text.h"
#include "ir/core/program.h"

/* Whether residues can judge that output of kernels for e, an expression over
 * the program's inputs (its body or what was derived of it). If not, why: a
 * phrase such as "a float becomes an index". Not judged is
 *
 * - what an index, the end of an iterateUntil or a part of a number's bits is
 *   computed from a float for;
 * - what functions in C compute;
 * - everything, where an operator of floats is declared associative,
 *   commutative or to have a neutral element, and is not so in the field.
 *
 * Nor is it an oracle of what was derived by a user's own rules that do not
 * hold in the field (rules/refute.h, derivation_holds_in_field); ours all do. */
bool field_judges(const Program *program, const Expr *e, int output,
		  Text *why);

#endif

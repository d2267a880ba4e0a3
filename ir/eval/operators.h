/* Operators: what a document declares of its operators (associative,
 * commutative, a neutral element) tested by sampling (language.md):
 * on elements that the program itself reduces, on test data with repeated
 * values, on their partial results and on the initial value; floats within the
 * tolerance of their type. A property that fails is withdrawn, with a warning
 * that shows the counter-example. Where floats are residues (residue.h) all
 * of it is exact.
 */
#ifndef IR_EVAL_OPERATORS_H
#define IR_EVAL_OPERATORS_H

#include "ir/core/program.h"

/* Tests every operator that the program (concrete) uses; W0301 for each
 * property that is refuted, which algebra_facts then no longer gives. Operators
 * on values of more than 4096 scalars are believed. */
void operators_test(Program *program, uint64_t seed, Diags *diags);

/* Whether what is declared, and not refuted, of operators also holds of
 * residues; those that it tests in another way are believed not to. *wrong: the
 * name of one of which it does not. */
bool operators_hold_in_field(const Program *program, uint64_t seed,
			     const char **wrong);

#endif

/* Operators: what a document declares of its operators (associative,
 * commutative, a neutral element) tested by sampling (language.md, operators):
 * on elements that the program itself reduces, on test data with repeated
 * values, on their partial results and on the initial value; floats within the
 * tolerance of their type. A property that fails is withdrawn, with a warning
 * that shows the counter-example.
 */
#ifndef IR_OPERATORS_H
#define IR_OPERATORS_H

#include "ir/program.h"

/* Tests every operator that the program (concrete) uses; W0301 for each
 * property that is refuted, which algebra_facts then no longer gives. Operators
 * on values of more than 4096 scalars are believed. */
void operators_test(Program *program, uint64_t seed, Diags *diags);

#endif

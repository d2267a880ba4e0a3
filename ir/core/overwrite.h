/* Overwrite: whether an output may be written over an input (language.md,
 * `into`): element i of the output reads the input at i only, and no other
 * output reads it elsewhere or later.
 *
 * Conservative: for each scalar component of a value it follows at which index
 * the component reads the input (overwrite_layout.h); maps, vectors and the
 * views that are linear in the index keep it known, other forms lose it.
 */
#ifndef IR_CORE_OVERWRITE_H
#define IR_CORE_OVERWRITE_H

#include "ir/core/program.h"

/* body of the program; input: index of an input port; output: of an output
 * port of the body's type. All sizes have values. */
bool overwrite_ok(const Program *program, const Expr *body, int input,
		  int output);

#endif

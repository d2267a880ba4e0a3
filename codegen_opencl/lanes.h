/* Lanes: the values that integers of a kernel have in the items of one warp:
 * what indices and conditions come to where nothing that is loaded decides; and how
 * far they are apart where what is loaded decides the same for all, as where a row
 * begins. */
#ifndef CODEGEN_OPENCL_LANES_H
#define CODEGEN_OPENCL_LANES_H

#include "codegen_opencl/tree.h"

enum { LANES_MAX = 64, LANES_VARS = 256 };

typedef struct Lanes {
	bool known;
	bool apart; /* where they are not known: they are at more than a number that
		     * is the same for all */
	int64_t at[LANES_MAX];
} Lanes;

/* One warp: its items, by what the device says of each, and the variables that
 * are set there, the last one last. */
typedef struct Warp {
	int lanes;
	uint64_t there; /* the items that execute what comes next */
	Lanes ids[LEVELS][DEVICE_DIMS];
	int count;
	const Var *vars[LANES_VARS];
	Lanes values[LANES_VARS];
} Warp;

Lanes lanes_all(int64_t value);

/* Whether all of them are the same, known or not; such ones that are not known. */
bool lanes_same(const Lanes *lanes);
Lanes lanes_some(void);

/* From now on var has that value; more than LANES_VARS are not known. That an
 * integer is not known is kept, too: where it is set may matter. */
void lanes_set(Warp *warp, const Var *var, const Lanes *value);

/* What is assigned more than once is not known: what is, at least, how far the items'
 * values are apart where all of it says so. */
void lanes_assign(Warp *warp, const Var *var, const Lanes *value);

Lanes lanes_var(const Warp *warp, const Var *var);
Lanes lanes_index(const Warp *warp, const Affine *index);
Lanes lanes_literal(const Code *literal);
Lanes lanes_op(Operator op, const Lanes *a, const Lanes *b);

/* Of yes or no, by a condition that is not known: of numbers that are apart and one
 * that is known these, as if it were the one nowhere. */
Lanes lanes_either(const Lanes *condition, const Lanes *yes, const Lanes *no);

/* Those of the items that are there for which it is not 0. */
uint64_t lanes_true(const Warp *warp, const Lanes *condition);

#endif

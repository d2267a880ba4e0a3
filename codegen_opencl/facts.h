/* Facts: what a condition says of indices, as forms. For codegen_opencl/ only. */
#ifndef CODEGEN_OPENCL_FACTS_H
#define CODEGEN_OPENCL_FACTS_H

#include "codegen_opencl/tree.h"

typedef enum { FACT_NATURAL, FACT_NOT_ZERO, FACT_ZERO } FactKind;

typedef struct Fact {
	FactKind kind; /* form >= 0, form != 0, form == 0 */
	const Affine *form;
	const struct Fact *next;
} Fact;

/* Conditions that were given a name. */
typedef struct Condition {
	const Var *var;
	const Code *value;
	const struct Condition *next;
} Condition;

/* The list, and what the statement declares where that is a condition. */
const Condition *condition_declared(Arena *arena, const Stmt *stmt,
				    const Condition *known);

/* What a name stands for. */
const Code *condition_meant(const Code *code, const Condition *known);

/* What follows from the condition that holds (or does not), before the others;
 * not all that does. */
const Fact *facts_of(AffineTable *indices, const Code *condition, bool holds,
		     const Condition *known, const Fact *others);

/* A comparison of two indices as one fact; false for anything else. */
bool fact_compared(AffineTable *indices, const Code *code, bool holds,
		   Fact *fact);

#endif

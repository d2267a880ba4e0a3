/* Apart: whether a load and a store of one buffer, by any two work-items in any
 * rounds of their loops, are ever of one element. For codegen_opencl/ only. */
#ifndef CODEGEN_OPENCL_APART_H
#define CODEGEN_OPENCL_APART_H

#include "codegen_opencl/facts.h"

typedef struct Apart Apart;

/* In one round of that loop of launches, which may be NULL. */
Apart *apart_new(AffineTable *indices, const KernelLoop *loop);

/* The first elements of so many, without lanes. */
void apart_places(Apart *pair, const Affine *load, int load_width,
		  const Affine *store, int store_width);

/* What holds of the load, or of the store. */
void apart_facts(Apart *pair, const Fact *facts, bool of_store);

/* Whether they certainly never are; asked once. */
bool apart_always(Apart *pair);

/* After that: whether the variable is the same for both where they are. */
bool apart_has_same(const Apart *pair, const Var *var);

#endif

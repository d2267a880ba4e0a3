/* Apart: whether a load and a store of one buffer (or two stores) are ever of one
 * element, each with any values of the variables that the two do not share: by any
 * two work-items, or in any two rounds. For codegen_opencl/ only. */
#ifndef CODEGEN_OPENCL_APART_H
#define CODEGEN_OPENCL_APART_H

#include "codegen_opencl/facts.h"

typedef struct Apart Apart;

/* Whether the variable is one number for the load and the store. */
typedef bool ApartShares(const void *context, const Var *var);

Apart *apart_new(AffineTable *indices, ApartShares *shares,
		 const void *context);

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

/* Types of primitives for all sizes: ir/core/typing.h, and beside it those that
 * make or take vectors, whose width is unknown here. */
#include <stdio.h>
#include <string.h>

#include "rules/elaborate.h"

static const Type *fault_at(TypingFault *fault, int kid, const char *expected,
			    const char *message)
{
	*fault = (TypingFault){ .code = E0101, .kid = kid, .size = -1 };
	snprintf(fault->expected, sizeof fault->expected, "%s", expected);
	snprintf(fault->message, sizeof fault->message, "%s", message);
	return NULL;
}

static const Type *vector_of(Draft *draft, const Type *lane,
			     const Size *width, TypingFault *fault)
{
	const Type *vector = draft_vector(draft, lane, width);

	return vector ? vector : fault_at(fault, 0, "no vectors",
					  "a vector of vectors");
}

static const Type *split_vec(Draft *draft, const Type *xs, const Size *width,
			     TypingFault *fault)
{
	const Type *vector;
	const Size *length;

	if (xs->kind != TYPE_ARRAY)
		return fault_at(fault, 0, "an array",
				"splitVec needs an array");
	vector = vector_of(draft, xs->element, width, fault);
	if (!vector)
		return NULL;
	length = size_div(draft->ir, xs->length, width);
	return length ? type_array(draft->ir, vector, length)
		      : fault_at(fault, 0, "a length that it divides",
				 "the width does not divide");
}

static const Type *join_vec(Draft *draft, const Type *xs, TypingFault *fault)
{
	const Size *width, *length;
	const Type *lane = xs->kind != TYPE_ARRAY ? NULL
			 : draft_lane(draft, xs->element, &width);

	length = lane ? size_mul(draft->ir, xs->length, width) : NULL;
	return length ? type_array(draft->ir, lane, length)
		      : fault_at(fault, 0, "an array of vectors",
				 "joinVec needs vectors");
}

static const Type *map_vec(Draft *draft, const Type *result, const Type *xs,
			   TypingFault *fault)
{
	const Size *width;

	if (!draft_lane(draft, xs, &width))
		return fault_at(fault, 1, "a vector", "mapVec needs a vector");
	return vector_of(draft, result, width, fault);
}

static const Type *lanes(Draft *draft, const Type *xs, TypingFault *fault)
{
	const Size *width;
	const Type *lane = draft_lane(draft, xs, &width);

	return lane ? type_array(draft->ir, lane, width)
		    : fault_at(fault, 0, "a vector", "lanes needs a vector");
}

/* A nonnegative length by all signs being positive. */
static bool positive(const Size *size)
{
	for (int i = 0; size && i < size->count; i++)
		if (size->terms[i].factor < 0)
			return false;
	return size != NULL;
}

static bool within(Draft *draft, Prim prim, const Type *xs, const Size *size,
		   TypingFault *fault)
{
	if ((prim != PRIM_TAKE && prim != PRIM_DROP)
	    || xs->kind != TYPE_ARRAY
	    || positive(size_sub(draft->ir, xs->length, size)))
		return true;
	fault_at(fault, 0, "an array that is long enough",
		 "more elements than there may be");
	return false;
}

bool elab_params(Draft *draft, Prim prim, const Size *const *sizes,
		 int count, const Pat *const *kids, int kid, const Type *params[2],
		 TypingFault *fault)
{
	const Typing typing = { draft->ir, NULL };
	const Type *types[ARGS_MAX] = { NULL };
	const Size *width;

	for (int i = 0; i < count; i++)
		types[i] = kids[i] ? kids[i]->type : NULL;
	if (prim != PRIM_MAP_VEC)
		return typing_params(&typing, prim, sizes, count, types, kid,
				     params, fault);
	params[0] = draft_lane(draft, types[1], &width);
	return params[0] || fault_at(fault, 1, "a vector",
				     "mapVec needs a vector");
}

const Type *elab_type(Draft *draft, Prim prim, const Size *const *sizes,
		      int count, const Pat *const *kids, TypingFault *fault)
{
	const Typing typing = { draft->ir, NULL };
	const Type *types[ARGS_MAX];

	for (int i = 0; i < count; i++)
		types[i] = kids[i]->type;
	switch (prim) {
	case PRIM_SPLIT_VEC: return split_vec(draft, types[0], sizes[0], fault);
	case PRIM_JOIN_VEC: return join_vec(draft, types[0], fault);
	case PRIM_MAP_VEC: return map_vec(draft, types[0], types[1], fault);
	case PRIM_LANES: return lanes(draft, types[0], fault);
	case PRIM_SPLAT: return vector_of(draft, types[0], sizes[0], fault);
	default: break;
	}
	if (!within(draft, prim, types[0], sizes[0], fault))
		return NULL;
	return typing_prim(&typing, prim, sizes, count, types, fault);
}

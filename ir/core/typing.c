#include "ir/core/typing_rule.h"

static PrimTyping *const rules[PRIM_COUNT] = {
#define PRIM(id, name, signature, traits, typing) [PRIM_##id] = prim_##typing,
#include "ir/core/prim.def"
#undef PRIM
};

/* No array has lists in its elements. */
static bool is_flat(const Type *type)
{
	if (type->kind == TYPE_ARRAY)
		return !type_has_shape(type->element);
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		if (!is_flat(type->parts[i]))
			return false;
	return true;
}

/* What a rule refuses without a word is a length that no size can be. */
static bool answered(Ask *ask, const Type *type)
{
	if (!type && ask->fault && !ask->fault->message[0])
		ask_array_of(ask, NULL, NULL);
	return type != NULL;
}

static const Type *flat(Ask *ask, const Type *type)
{
	if (!answered(ask, type) || is_flat(type))
		return type;
	return ask_refuse(ask, E0101, -1, "elements without lists in them",
			  "%s would give an array of lists",
			  prim_name(ask->prim));
}

bool typing_params(const Typing *typing, Prim prim, const Size *const *sizes,
		   int kid_count, const Type *const *types, int kid,
		   const Type *params[2], TypingFault *fault)
{
	Ask ask = { .typing = typing, .prim = prim, .sizes = sizes,
		    .count = kid_count, .types = types, .want = kid,
		    .fault = fault };

	if (!answered(&ask, rules[prim](&ask)))
		return false;
	params[0] = ask.params[0];
	params[1] = ask.params[1];
	return true;
}

const Type *typing_prim(const Typing *typing, Prim prim,
			const Size *const *sizes, int kid_count,
			const Type *const *types, TypingFault *fault)
{
	Ask ask = { .typing = typing, .prim = prim, .sizes = sizes,
		    .count = kid_count, .types = types, .want = -1,
		    .fault = fault };

	return flat(&ask, rules[prim](&ask));
}

/* Typing of the primitives that take one state to the next: scans and
 * iterations (ICFP'15, Figure 4; language.md); and of functions in C. */
#include "ir/core/typing_rule.h"

/* Whether what the function at a kid gives is the state it takes. */
static bool gives_state(Ask *ask, int kid, const Type *state)
{
	char expected[200];

	if (ask_match(ask, ask->types[kid], state))
		return true;
	typing_put(ask->typing, expected, sizeof expected, state);
	ask_refuse(ask, E0101, kid, expected,
		   "the function of %s must give what it %s",
		   prim_name(ask->prim),
		   ask->prim == PRIM_SCAN_SEQ || ask->prim == PRIM_SCAN
		   ? "accumulates" : "takes");
	return false;
}

const Type *prim_scan_seq(Ask *ask)
{
	const Type *xs = ask_sequence(ask, 2), *state = ask->types[1];

	if (!xs)
		return NULL;
	if (ask->want == 0) {
		ask->params[0] = state;
		return ask->params[1] = xs->element;
	}
	if (!gives_state(ask, 0, state))
		return NULL;
	return ask_as_list(ask, 2, type_array(ask_ir(ask), state,
					      xs->length));
}

/* Its states are elements: op combines two of them. */
const Type *prim_scan(Ask *ask)
{
	const Type *xs = ask_sequence(ask, 2);

	if (!xs || !ask_initial(ask, 1, xs->element))
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = ask->params[1] = xs->element;
	if (!gives_state(ask, 0, xs->element))
		return NULL;
	return ask_as_list(ask, 2, type_array(ask_ir(ask), xs->element,
					      xs->length));
}

const Type *prim_iterate(Ask *ask)
{
	const Type *state = type_uncounted(ask_ir(ask), ask->types[1]);

	if (ask->want == 0)
		return ask->params[0] = state;
	return gives_state(ask, 0, state) ? state : NULL;
}

const Type *prim_iterate_until(Ask *ask)
{
	const Type *truth = type_scalar(ask_ir(ask), SCALAR_BOOL);
	const Type *state = type_uncounted(ask_ir(ask), ask->types[2]);

	if (ask->want >= 0)
		return ask->params[0] = state;
	if (!ask_match(ask, ask->types[0], truth))
		return ask_refuse(ask, E0101, 0, "bool",
				  "the condition of iterateUntil must be bool");
	return gives_state(ask, 1, state) ? state : NULL;
}

const Type *prim_opencl(Ask *ask)
{
	if (ask->want == 0)
		return ask->params[0] = ask->types[1];
	return ask->types[0];
}

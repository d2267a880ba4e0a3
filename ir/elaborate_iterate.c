/* iterate and iterateUntil on values of one type: folds over indices that they
 * do not look at. */
#include "ir/derived.h"

static const Value failed = { NULL, NULL, NULL };

static Value iterated(Reader *r, const Node *list, const Size *size,
		      Value function, Value initial)
{
	const Function first = { .kind = FUNCTION_GET, .at = list };
	Value *both = ARENA_ARRAY(r->arena, Value, 2), kids[3];

	both[0] = function;
	both[1] = derived_function(r, first);
	kids[0] = derived_function(r, (Function){ .kind = FUNCTION_COMPOSE,
						.at = list, .count = 2,
						.given = both });
	kids[1] = initial;
	kids[2] = derived_indices(r, list, size);
	kids[0] = derived_prim(r, PRIM_REDUCE_SEQ, list, NULL, 3, kids);
	return derived_prim(r, PRIM_HEAD, list, NULL, 1, kids);
}

static Value iterate_of(Reader *r, const Node *list, const Scope *scope,
			Value function)
{
	const Size *size = read_size(r, list->kids[1], scope);
	const Node *at = list->kids[list->count - 1];
	Term *initial = elaborate_term(r, at, scope);

	if (!size || !initial || elaborate_failed(function))
		return failed;
	if (function.function)
		return iterated(r, list, size, function,
				elaborate_value(initial));
	read_error(r, E0102, list->kids[list->count - 2],
		   term_type_text(r, function.term->type), "a function",
		   "%s needs a function here", list->kids[0]->string);
	return failed;
}

Value derived_iterate(Reader *r, const Node *list, const Scope *scope)
{
	if (list->count == 3)
		return derived_partial(r, list, scope);
	if (list->count != 4)
		return derived_wrong_count(r, list, "3, or all but the last");
	return iterate_of(r, list, scope, elaborate(r, list->kids[2], scope));
}

/* \s. if c s then s else f s */
static Value until(Reader *r, const Node *at, const Scope *scope)
{
	const Node *s = derived_name(r, at, "s"), *c = derived_name(r, at, "$stop");
	const Node *f = derived_name(r, at, "$step");
	const Node *test = derived_list(r, at, 2, (const Node *[]){ c, s });
	const Node *step = derived_list(r, at, 2, (const Node *[]){ f, s });
	const Node *body = derived_list(r, at, 4, (const Node *[]){
		derived_name(r, at, "if"), test, s, step });
	const Node *fun = derived_list(r, at, 3, (const Node *[]){
		derived_name(r, at, "fun"), derived_list(r, at, 1, &s), body });

	return elaborate(r, fun, scope);
}

Value derived_iterate_until(Reader *r, const Node *list,
				const Scope *scope)
{
	const Scope *inner;
	Value stop, step;

	if (list->count == 4)
		return derived_partial(r, list, scope);
	if (list->count != 5)
		return derived_wrong_count(r, list, "4, or all but the last");
	stop = elaborate(r, list->kids[2], scope);
	step = elaborate(r, list->kids[3], scope);
	if (elaborate_failed(stop) || elaborate_failed(step))
		return failed;
	inner = derived_scope(r, derived_scope(r, scope, "$stop", stop), "$step",
			   step);
	return iterate_of(r, list, scope, until(r, list, inner));
}

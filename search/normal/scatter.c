/* Scatters: what an operator makes, step by step, of elements of arrays and of
 * what is stored there; permutations, which store alone. */
#include "search/normal/state.h"

/* By what: the operator of the language, else of the document, else as it is
 * written. */
static void name_operator(Normal *n, const Expr *e, const Scope *scope,
			  const Type *type, Form *draft)
{
	const Type *types[STATES_MAX];
	const Form *a[STATES_MAX], *b[STATES_MAX], *next[STATES_MAX];
	Steps steps = { .type = type };
	const Meaning *args[] = { state_symbols(n, type, types, a),
				  state_symbols(n, type, types, b) };

	steps.count = meaning_components(n, type, types);
	state_next(n, e->kids[0], scope, args, next);
	draft->op = steps.count == 1 ? state_monoid(n, next[0], a[0], b[0])
				     : OP_COUNT;
	if (draft->op != OP_COUNT)
		return;
	draft->function = state_declared(n, &steps, next, args);
	if (!draft->function)
		draft->function = e->kids[0];
	if (draft->function->open)
		normal_stop(n, "it scatters by a function of what is around");
}

const Meaning *scatter_of(Normal *n, const Expr *e, const Scope *scope,
			  const Meaning *const *kids)
{
	const Form *parts[FORM_PARTS], *results[STATES_MAX], *all;
	const Type *types[STATES_MAX];
	Form draft = { .kind = FORM_SCATTER, .op = OP_COUNT, .binds = 1,
		       .count = 1, .parts = parts };
	const Form *step;

	kids += e->prim == PRIM_SCATTER;
	if (!meaning_length(kids[1]))
		return kids[0];
	if (type_has_array(e->type->element))
		normal_stop(n, "it scatters arrays");
	if (e->prim == PRIM_SCATTER)
		name_operator(n, e, scope, e->type->element, &draft);
	parts[0] = form_fresh(n, n->i64, meaning_length(kids[1]));
	step = linear_atom(n, parts[0]);
	draft.outer = meaning_leaves(n, kids[0], parts + 1);
	draft.count += draft.outer;
	parts[draft.count++] = meaning_at(n, kids[1], step)->form;
	draft.count += meaning_leaves(n, meaning_at(n, kids[2], step),
				      parts + draft.count);
	for (int i = 0; i < draft.outer; i++)
		types[i] = parts[1 + i]->type;
	draft.type = draft.outer == 1 ? types[0]
		   : type_tuple(n->ir, draft.outer, types);
	all = form_close(n, draft);
	for (int i = 0; i < draft.outer; i++)
		results[i] = draft.outer == 1 ? all
			   : form_get(n, i, all, types[i]);
	return meaning_of_leaves(n, e->type, results);
}

/* Primitives: everything here follows the signatures in prim.def. */
#include <string.h>

#include "ir/front/term.h"

enum { ARGS_MAX = 64 };

static const Value failed = { NULL, NULL, NULL };

/* Arguments of a primitive while they are collected. */
typedef struct Args {
	int kid_count, size_count;
	Value *kids;
	const Node **kid_nodes;
	const Size *sizes[4];
	const Node *size_nodes[4];
} Args;

static Args args_new(Reader *r, int most)
{
	return (Args){ .kids = ARENA_ARRAY(r->arena, Value, most + 1),
		       .kid_nodes = ARENA_ARRAY(r->arena, const Node *,
						most + 1) };
}

static int letters(Prim prim)
{
	const char *signature = prim_rows[prim].signature;

	return (int)strcspn(signature, "*");
}

static bool is_space(Prim prim)
{
	return prim == PRIM_TO_LOCAL || prim == PRIM_TO_GLOBAL
	    || prim == PRIM_TO_PRIVATE;
}

static const char *needs(Reader *r, Prim prim)
{
	int count = letters(prim);
	bool partial = count > 1 && !prim_is_variadic(prim)
		    && prim_rows[prim].signature[count - 1] == 'x';

	if (prim_is_variadic(prim))
		return arena_printf(r->arena, "%d to %d", count, ARGS_MAX);
	return arena_printf(r->arena, "%d%s", count,
			    partial ? ", or all but the last" : "");
}

static Value wrong_count(Reader *r, Prim prim, const Node *at, int count)
{
	read_error(r, E0103, at,
		   arena_printf(r->arena, "%d argument%s", count,
				count == 1 ? "" : "s"),
		   needs(r, prim), "%s has the wrong number of arguments",
		   prim_name(prim));
	return failed;
}

/* -- building -------------------------------------------------------------- */

static Term *refused(Reader *r, const Node *at, const Args *args,
		     const TypingFault *fault)
{
	const Node *place = at;

	if (fault->size >= 0)
		place = args->size_nodes[fault->size];
	else if (fault->kid >= 0)
		place = args->kid_nodes[fault->kid];
	read_error(r, fault->code, place,
		   fault->found[0] ? fault->found : NULL,
		   fault->expected[0] ? fault->expected : NULL, "%s",
		   fault->message);
	return NULL;
}

static bool check_kid(Reader *r, Prim prim, const Args *args, int kid)
{
	const Value *value = &args->kids[kid];
	bool function = prim_kid_arity(prim, kid) > 0;

	if (function == (value->function != NULL))
		return true;
	read_error(r, E0102, args->kid_nodes[kid],
		   function ? term_type_text(r, value->term->type)
			    : "a function",
		   function ? "a function" : "a value",
		   function ? "%s needs a function here"
			    : "%s needs a value here", prim_name(prim));
	return false;
}

static bool param_types(Reader *r, Prim prim, const Node *at,
			const Args *args, int kid, const Type *const *types,
			const Type *params[2])
{
	const Typing typing = { r->ir, r->unifier };
	TypingFault fault = { 0 };

	if (typing_params(&typing, prim, args->sizes, args->kid_count, types,
			  kid, params, &fault))
		return true;
	refused(r, at, args, &fault);
	return false;
}

static const Type *result_type(Reader *r, Prim prim, const Node *at,
			       const Args *args, const Type *const *types)
{
	const Typing typing = { r->ir, r->unifier };
	TypingFault fault = { 0 };
	const Type *type = typing_prim(&typing, prim, args->sizes,
				       args->kid_count, types, &fault);

	if (!type)
		refused(r, at, args, &fault);
	return type;
}

static bool make_lambda(Reader *r, Prim prim, const Node *at,
			const Args *args, int kid, const Type **types,
			Term **kids, const Pending **pending)
{
	const Type *params[2];

	if (!param_types(r, prim, at, args, kid, types, params))
		return false;
	kids[kid] = elaborate_lambda(r, args->kids[kid], args->kid_nodes[kid],
				     prim_kid_arity(prim, kid), params,
				     pending);
	if (kids[kid])
		types[kid] = kids[kid]->type;
	return kids[kid] != NULL;
}

static Term *prim_term(Reader *r, Prim prim, int dim, const Node *at,
		       const Args *args, const Type *type, Term *const *kids)
{
	Term *term = term_new(r, EXPR_PRIM, at, type, args->kid_count, kids);
	const Size **sizes;
	const Node **nodes;

	if (!term)
		return NULL;
	sizes = ARENA_ARRAY(r->arena, const Size *, args->size_count + 1);
	nodes = ARENA_ARRAY(r->arena, const Node *, args->size_count + 1);
	for (int i = 0; i < args->size_count; i++) {
		sizes[i] = args->sizes[i];
		nodes[i] = args->size_nodes[i];
	}
	term->prim = prim;
	term->index = dim;
	term->sizes = sizes;
	term->size_nodes = nodes;
	return term;
}

static Value build(Reader *r, Prim prim, int dim, const Node *at,
		   const Args *args)
{
	int count = args->kid_count;
	const Type **types = ARENA_ARRAY(r->arena, const Type *, count + 1);
	Term **kids = ARENA_ARRAY(r->arena, Term *, count + 1), *term;
	const Pending *pending = NULL;
	const Type *type;

	for (int i = 0; i < count; i++) {
		if (!check_kid(r, prim, args, i))
			return failed;
		kids[i] = args->kids[i].term;
		types[i] = kids[i] ? term_counted(r, kids[i]->type,
				arena_printf(r->arena, "length %d",
					     r->variables++)) : NULL;
	}
	for (int i = 0; i < count; i++)
		if (args->kids[i].function
		    && !make_lambda(r, prim, at, args, i, types, kids,
				    &pending))
			return failed;
	type = result_type(r, prim, at, args, types);
	if (!type)
		return failed;
	if (prim == PRIM_JOIN)
		type = term_counted_as(r, type, kids[0]);
	term = prim_term(r, prim, dim, at, args, type, kids);
	return elaborate_value(term_wrap(r, term, pending, NULL));
}

/* -- arguments ------------------------------------------------------------- */

static bool add_kid(Args *args, Value value, const Node *node)
{
	if (elaborate_failed(value))
		return false;
	args->kids[args->kid_count] = value;
	args->kid_nodes[args->kid_count++] = node;
	return true;
}

static bool add_arg(Reader *r, char letter, const Node *node,
		    const Scope *scope, Args *args)
{
	if (letter == 'm')
		return true;
	if (letter != 'n')
		return add_kid(args, elaborate(r, node, scope), node);
	args->size_nodes[args->size_count] = node;
	args->sizes[args->size_count] = read_size(r, node, scope);
	return args->sizes[args->size_count++] != NULL;
}

static bool add_args(Reader *r, Prim prim, const Node *list,
		     const Scope *scope, Args *args)
{
	const char *letter = prim_rows[prim].signature;

	for (int i = 1; i < list->count; i++) {
		bool more = *letter && *letter != '*';

		if (!add_arg(r, more ? *letter : 'x', list->kids[i], scope,
			     args))
			return false;
		letter += more;
	}
	return true;
}

static Value partial(Reader *r, Prim prim, int dim, const Node *list,
		     const Args *args)
{
	Function *function = ARENA_NEW(r->arena, Function);
	Args *kept = ARENA_NEW(r->arena, Args);

	*kept = *args;
	*function = (Function){ .kind = FUNCTION_PRIM, .at = list,
				.use = r->use, .prim = prim, .dim = dim,
				.count = args->kid_count, .given = kept->kids,
				.given_at = kept->kid_nodes,
				.sizes = kept->sizes,
				.size_nodes = kept->size_nodes };
	return (Value){ NULL, function, NULL };
}

/* toLocal and its kin go around a function or around a value. */
static Value space(Reader *r, Prim prim, const Node *list, const Scope *scope)
{
	Value *inner = ARENA_NEW(r->arena, Value), arg;
	Function *function = ARENA_NEW(r->arena, Function);
	Value value = { NULL, function, NULL };
	Args args;

	*inner = elaborate(r, list->kids[1], scope);
	if (elaborate_failed(*inner))
		return failed;
	*function = (Function){ .kind = FUNCTION_SPACE, .at = list,
				.use = r->use, .prim = prim, .count = 1,
				.given = inner };
	if (list->count == 2 && inner->term) {
		args = args_new(r, 1);
		add_kid(&args, *inner, list->kids[1]);
		return build(r, prim, 0, list, &args);
	}
	if (list->count == 2)
		return value;
	if (list->count > 3)
		return wrong_count(r, prim, list, list->count - 1);
	arg = elaborate(r, list->kids[2], scope);
	return elaborate_failed(arg) ? failed
		: elaborate_apply(r, value, list, 1, &arg);
}

static Value spread(Reader *r, Prim prim, const Node *at, Value arg);

Value elaborate_prim(Reader *r, Prim prim, int dim, const Node *list,
		     const Scope *scope)
{
	int given = list->count - 1, need = letters(prim);
	bool variadic = prim_is_variadic(prim);
	char last = prim_rows[prim].signature[need - 1];
	Args args;

	if (is_space(prim))
		return space(r, prim, list, scope);
	if (variadic && given == 1 && need > 1)
		return spread(r, prim, list,
			      elaborate(r, list->kids[1], scope));
	if (given > need ? !variadic || given > ARGS_MAX
			 : given < need - (last == 'x' && !variadic))
		return wrong_count(r, prim, list, given);
	args = args_new(r, given);
	if (!add_args(r, prim, list, scope, &args))
		return failed;
	if (given < need)
		return partial(r, prim, dim, list, &args);
	return build(r, prim, dim, list, &args);
}

/* -- as functions ---------------------------------------------------------- */

Value elaborate_prim_bare(Reader *r, Prim prim, int dim, const Node *at)
{
	const Args none = { 0 };

	if (!strcmp(prim_rows[prim].signature, "x") || prim_is_variadic(prim))
		return partial(r, prim, dim, at, &none);
	return wrong_count(r, prim, at, 0);
}

/* zip or concat of the parts of one tuple. */
static Value spread(Reader *r, Prim prim, const Node *at, Value arg)
{
	Term *tuple = elaborate_failed(arg) ? NULL
		: elaborate_as_term(r, arg, at);
	const Type *type = tuple ? term_type(r, tuple) : NULL;
	const Pending *pending = NULL;
	Term *const *parts;
	Args args;
	Value value;

	if (!tuple)
		return failed;
	if (!type_is(type, SHAPE_NONE))
		return wrong_count(r, prim, at, 1);
	args = args_new(r, type->count);
	parts = pattern_spread(r, tuple, type->count, NULL, &pending);
	for (int i = 0; parts && i < type->count; i++)
		add_kid(&args, elaborate_value(parts[i]), parts[i]->at);
	value = parts ? build(r, prim, 0, at, &args) : failed;
	if (value.term)
		value.term = term_wrap(r, value.term, pending, NULL);
	return value;
}

static Value apply_variadic(Reader *r, const Function *function,
			    const Node *at, int count, const Value *values)
{
	Args args = args_new(r, count);

	if (count == 1)
		return spread(r, function->prim, at, values[0]);
	if (count > ARGS_MAX)
		return wrong_count(r, function->prim, at, count);
	for (int i = 0; i < count; i++)
		add_kid(&args, values[i],
			values[i].term ? values[i].term->at : at);
	return build(r, function->prim, 0, at, &args);
}

Value elaborate_prim_apply(Reader *r, const Function *function,
			   const Node *at, int count, const Value *values)
{
	Args args = args_new(r, function->count + 1);
	Function tuple = { .kind = FUNCTION_ID, .at = at };
	Value last = values[0];

	if (prim_is_variadic(function->prim))
		return apply_variadic(r, function, at, count, values);
	if (count > 1)
		last = elaborate_apply(r, (Value){ NULL, &tuple, NULL }, at,
				       count, values);
	args.kid_count = function->count;
	args.size_count = prim_size_count(function->prim);
	for (int i = 0; i < function->count; i++) {
		args.kids[i] = function->given[i];
		args.kid_nodes[i] = function->given_at[i];
	}
	for (int i = 0; i < args.size_count; i++) {
		args.sizes[i] = function->sizes[i];
		args.size_nodes[i] = function->size_nodes[i];
	}
	if (!add_kid(&args, last, last.term ? last.term->at : at))
		return failed;
	return build(r, function->prim, function->dim, at, &args);
}

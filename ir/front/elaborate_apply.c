/* Functions applied to arguments, and functions as lambdas of primitives. */
#include <string.h>

#include "ir/front/term.h"

typedef Value Applier(Reader *r, const Function *function, const Node *at,
		      int count, const Value *args);

static const Value failed = { NULL, NULL, NULL };

/* Where argument i stands, when the application at `at` shows it. */
static const Node *arg_node(const Node *at, int count, int i)
{
	return at->kind == NODE_LIST && at->count == count + 1
		? at->kids[i + 1] : at;
}

static Term **arg_terms(Reader *r, const Node *at, int count,
			const Value *args)
{
	Term **terms = ARENA_ARRAY(r->arena, Term *, count);

	for (int i = 0; i < count; i++) {
		terms[i] = elaborate_as_term(r, args[i],
					     arg_node(at, count, i));
		if (!terms[i])
			return NULL;
	}
	return terms;
}

/* Several arguments are one tuple. */
static Term *one_arg(Reader *r, const Node *at, int count, const Value *args)
{
	Term **terms = arg_terms(r, at, count, args);

	if (!terms)
		return NULL;
	return count == 1 ? terms[0] : term_tuple(r, at, count, terms);
}

/* The value inside lets: a term at once, a function when it becomes one. */
static Value inside(Reader *r, Value value, const Pending *pending)
{
	if (value.term)
		value.term = term_wrap(r, value.term, pending, NULL);
	if (value.function) {
		const Pending *all = pending;

		pattern_add_pending(r, value.pending, &all);
		value.pending = all;
	}
	return value;
}

/* -- fun ------------------------------------------------------------------- */

static bool wrong_count(Reader *r, const Node *at, int parameters, int count)
{
	read_error(r, E0103, at,
		   arena_printf(r->arena, "%d argument%s", count,
				count == 1 ? "" : "s"),
		   arena_printf(r->arena, "%d", parameters),
		   "a function has the wrong number of arguments");
	return false;
}

static bool bind_each(Reader *r, const Pattern *patterns, const Node *at,
		      int count, const Value *args, const Scope **scope,
		      const Pending **pending)
{
	const Scope *first = *scope;

	for (int i = 0; i < count; i++)
		if (!pattern_bind(r, &patterns[i], args[i], at, scope, first,
				  pending))
			return false;
	return true;
}

static bool bind_spread(Reader *r, const Pattern *patterns, const Node *at,
			int parameters, Value arg, const Scope **scope,
			const Pending **pending)
{
	Pattern all = { .at = at, .count = parameters, .parts = patterns };
	Pattern *kept = ARENA_NEW(r->arena, Pattern);
	const Type *type = arg.term ? term_type(r, arg.term) : NULL;

	*kept = all;
	if (type && type_is(type, SHAPE_NONE) && type->count == parameters)
		return pattern_bind(r, kept, arg, at, scope, *scope, pending);
	return wrong_count(r, at, parameters, 1);
}

static bool bind_tuple(Reader *r, const Pattern *pattern, const Node *at,
		       int count, const Value *args, const Scope **scope,
		       const Pending **pending)
{
	Term *tuple = one_arg(r, at, count, args);

	return tuple && pattern_bind(r, pattern, elaborate_value(tuple), at,
				     scope, *scope, pending);
}

static bool bind_args(Reader *r, const Function *function, const Node *at,
		      int count, const Value *args, const Scope **scope,
		      const Pending **pending)
{
	const Node *list = function->at->kids[1];
	const Pattern *patterns = pattern_list(r, list);

	if (!patterns)
		return false;
	if (count == list->count)
		return bind_each(r, patterns, at, count, args, scope, pending);
	if (count == 1)
		return bind_spread(r, patterns, at, list->count, args[0],
				   scope, pending);
	if (list->count == 1)
		return bind_tuple(r, patterns, at, count, args, scope,
				  pending);
	return wrong_count(r, at, list->count, count);
}

static Value apply_fun(Reader *r, const Function *function, const Node *at,
		       int count, const Value *args)
{
	const Node *use = r->use;
	const Scope *scope = function->scope;
	const Pending *pending = NULL;
	Value value = failed;

	r->use = function->use;
	if (bind_args(r, function, at, count, args, &scope, &pending))
		value = elaborate(r, function->at->kids[2], scope);
	value = inside(r, value, pending);
	r->use = use;
	return value;
}

/* -- the other kinds ------------------------------------------------------- */

static Value apply_op(Reader *r, const Function *function, const Node *at,
		      int count, const Value *args)
{
	Term **terms = arg_terms(r, at, count, args);

	return terms ? elaborate_op(r, function->op, at, count, terms)
		     : failed;
}

static Value apply_convert(Reader *r, const Function *function,
			   const Node *at, int count, const Value *args)
{
	Term *arg = one_arg(r, at, count, args);

	return arg ? elaborate_value(elaborate_convert(r, function->scalar, at,
						       arg))
		   : failed;
}

static Value apply_get(Reader *r, const Function *function, const Node *at,
		       int count, const Value *args)
{
	Term *tuple = one_arg(r, at, count, args);
	const Type *type = tuple ? term_type(r, tuple) : NULL;

	if (!tuple)
		return failed;
	if (type_is(type, SHAPE_NONE) && function->index < type->count)
		return elaborate_value(term_get(r, function->index, tuple,
						at));
	read_error(r, E0101, tuple->at, term_type_text(r, type),
		   arena_printf(r->arena, "a tuple with a part %d",
				function->index),
		   "get %d needs a tuple with that part", function->index);
	return failed;
}

static Value apply_compose(Reader *r, const Function *function,
			   const Node *at, int count, const Value *args)
{
	Value value = elaborate_apply(r, function->given[function->count - 1],
				      at, count, args);

	for (int i = function->count - 2; i >= 0; i--) {
		if (elaborate_failed(value))
			return failed;
		value = elaborate_apply(r, function->given[i], at, 1, &value);
	}
	return value;
}

static Value apply_space(Reader *r, const Function *function, const Node *at,
			 int count, const Value *args)
{
	Function keep = { .kind = FUNCTION_PRIM, .at = function->at,
			  .prim = function->prim };
	Value value = elaborate_apply(r, function->given[0], at, count, args);

	if (elaborate_failed(value))
		return failed;
	return elaborate_prim_apply(r, &keep, at, 1, &value);
}

static Value apply_id(Reader *r, const Function *function, const Node *at,
		      int count, const Value *args)
{
	(void)function;
	if (count == 1)
		return args[0];
	return elaborate_value(one_arg(r, at, count, args));
}

static Applier *const appliers[FUNCTION_KINDS] = {
	[FUNCTION_FUN] = apply_fun,
	[FUNCTION_OP] = apply_op,
	[FUNCTION_PRIM] = elaborate_prim_apply,
	[FUNCTION_CONVERT] = apply_convert,
	[FUNCTION_GET] = apply_get,
	[FUNCTION_COMPOSE] = apply_compose,
	[FUNCTION_SPACE] = apply_space,
	[FUNCTION_ID] = apply_id,
	[FUNCTION_LIST] = elaborate_list_apply,
	[FUNCTION_OPENCL] = elaborate_opencl_apply,
};

Value elaborate_apply(Reader *r, Value function, const Node *at, int count,
		      const Value *args)
{
	const Function *f = function.function;

	if (!f) {
		read_error(r, E0102, at,
			   term_type_text(r, function.term->type),
			   "a function", "only functions can be applied");
		return failed;
	}
	return inside(r, appliers[f->kind](r, f, at, count, args),
		      function.pending);
}

/* -- lambdas --------------------------------------------------------------- */

/* The author's names for count parameters, where the function has them. */
static const Pattern *const *lambda_names(Reader *r, const Function *function,
					  int count)
{
	const Node *list;
	const Pattern *patterns, **names;
	Pattern *all;

	if (function->kind != FUNCTION_FUN)
		return NULL;
	list = function->at->kids[1];
	patterns = pattern_list(r, list);
	names = ARENA_ARRAY(r->arena, const Pattern *, count);
	if (!patterns)
		return NULL;
	if (list->count == 1 && count > 1 && patterns[0].count == count)
		patterns = patterns[0].parts;
	else if (list->count > 1 && count == 1) {
		all = ARENA_NEW(r->arena, Pattern);
		*all = (Pattern){ .at = list, .count = list->count,
				  .parts = patterns };
		patterns = all;
	} else if (list->count != count) {
		return NULL;
	}
	for (int i = 0; i < count; i++)
		names[i] = &patterns[i];
	return names;
}

static bool set_operator(Reader *r, const Function *function, Term *lambda)
{
	const Node *neutral;

	if (!function->op_global || lambda->index != 2)
		return true;
	lambda->op_global = function->op_global;
	neutral = json_member(function->op_global->node, "neutral");
	if (!neutral)
		return true;
	lambda->neutral = elaborate_term(r, neutral, NULL);
	if (!lambda->neutral)
		return false;
	if (unify(r->unifier, lambda->neutral->type, lambda->params[0]))
		return true;
	read_error(r, E0101, neutral,
		   term_type_text(r, lambda->neutral->type),
		   term_type_text(r, lambda->params[0]),
		   "the neutral element is not of the operator's type");
	return false;
}

Term *elaborate_lambda(Reader *r, Value function, const Node *at, int count,
		       const Type *const *params, const Pending **pending)
{
	int *variables = ARENA_ARRAY(r->arena, int, count);
	const Type **types = ARENA_ARRAY(r->arena, const Type *, count);
	Value args[2], applied = { NULL, function.function, NULL };
	Term *body, *lambda;

	pattern_add_pending(r, function.pending, pending);
	for (int i = 0; i < count; i++) {
		variables[i] = r->variables++;
		types[i] = params[i];
		args[i] = elaborate_value(term_var(r, variables[i], params[i],
						   at));
	}
	body = elaborate_as_term(r, elaborate_apply(r, applied, at, count,
						    args), at);
	if (!body)
		return NULL;
	lambda = term_new(r, EXPR_LAMBDA, at, body->type, 1, &body);
	if (!lambda)
		return NULL;
	lambda->index = count;
	lambda->variables = variables;
	lambda->params = types;
	lambda->names = lambda_names(r, function.function, count);
	return set_operator(r, function.function, lambda) ? lambda : NULL;
}

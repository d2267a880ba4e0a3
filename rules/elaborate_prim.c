/* Primitives applied: their functions, sizes, dimensions and types. */
#include <string.h>

#include "rules/elaborate.h"
#include "rules/pat.h"

/* Whether it uses one of count binders from a level on. */
static bool uses(const Pat *pat, int level, int count)
{
	if (pat->kind == PAT_VAR)
		return pat->index >= level && pat->index < level + count;
	for (int i = 0; i < pat->kid_count; i++)
		if (uses(pat->kids[i], level, count))
			return true;
	return false;
}

/* \s t. M s t */
static bool is_eta(const Pat *body, int level, int count)
{
	if (body->kind != PAT_META || body->kid_count != count)
		return false;
	for (int i = 0; i < count; i++)
		if (body->kids[i]->kind != PAT_VAR
		    || body->kids[i]->index != level + i)
			return false;
	return true;
}

/* \s t. M s t, \c. map f (split[n] c): what can be written without its
 * parameters has their names for the loop, not for the result. */
static bool is_plain(const Pat *body, int level, int count)
{
	const int last = body->kid_count - 1;

	if (body->kind == PAT_VAR)
		return count == 1 && body->index == level;
	if (is_eta(body, level, count))
		return true;
	if (count != 1 || last < 0 || (body->kind == PAT_META && last)
	    || (body->kind == PAT_PRIM && prim_is_variadic(body->prim))
	    || (body->kind != PAT_PRIM && body->kind != PAT_META))
		return false;
	for (int i = 0; i < last; i++)
		if (uses(body->kids[i], level, 1))
			return false;
	return is_plain(body->kids[last], level, 1);
}

static const Pat *function_of(Elab *e, const Syn *syn, const Arg *arg,
			      int arity, const Type *const *params)
{
	const char **names = ARENA_ARRAY(e->draft->arena, const char *, arity);
	const Pat *body;
	Arg vars[2] = { { NULL, NULL } };
	Pat *lambda;

	if (!arg->syn)
		return elab_refuse(e, syn, "a value", "a function",
				   "a function is needed");
	for (int i = 0; i < arity; i++)
		vars[i].pat = pat_var(e->draft->arena, e->level + i, params[i]);
	e->level += arity;
	body = elab_apply(e, arg->syn, arity, vars);
	e->level -= arity;
	if (!body)
		return NULL;
	lambda = pat_new(e->draft->arena, PAT_LAMBDA, body->type, 1, &body);
	if (arg->syn->kind == SYN_LAMBDA && arg->syn->param_count == arity) {
		for (int i = 0; i < arity && !is_plain(body, e->level, arity);
		     i++)
			names[i] = arg->syn->params[i]->name;
		lambda->params = arg->syn->params;
	}
	lambda->index = arity;
	lambda->names = names;
	return lambda;
}

static bool set_dim(Elab *e, const Syn *syn, Pat *pat)
{
	int var;

	if (!syn->dim)
		return true;
	if (syn->dim[0] >= '0' && syn->dim[0] <= '2' && !syn->dim[1]) {
		pat->dim = -1 - (syn->dim[0] - '0');
		return true;
	}
	var = draft_var(e->draft, syn->dim);
	pat->dim = var;
	return (var >= 0 && e->draft->rule->vars[var].kind == VAR_DIM)
	    || elab_refuse(e, syn, syn->dim, "0, 1, 2 or a declared dim",
			   "an unknown dimension");
}

static bool set_sizes(Elab *e, const Syn *syn, Pat *pat,
		      const Size *const *given)
{
	const Size **written = ARENA_ARRAY(e->draft->arena, const Size *,
					   PRIM_SIZES_MAX);
	const SizePattern **sizes = ARENA_ARRAY(e->draft->arena,
						const SizePattern *,
						PRIM_SIZES_MAX);

	pat->size_count = prim_size_count(pat->prim);
	if (pat->size_count != syn->size_count
	    || (pat->size_count && !given[0]))
		return elab_refuse(e, syn, NULL, NULL,
				   pat->size_count < syn->size_count
				   ? "a size that is not needed"
				   : "a size is missing");
	for (int i = 0; i < pat->size_count; i++) {
		written[i] = given[i];
		sizes[i] = draft_size_pattern(e->draft, given[i]);
		if (!sizes[i])
			return elab_refuse(e, syn, NULL, "sums of products",
					   "a size that is no polynomial");
	}
	pat->written = written;
	pat->sizes = sizes;
	return true;
}

static bool lengths_sound(const Draft *draft, const Type *type)
{
	if (type->kind == TYPE_ARRAY)
		return draft_size_pattern(draft, type->length)
		    && lengths_sound(draft, type->element);
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		if (!lengths_sound(draft, type->parts[i]))
			return false;
	return true;
}

static const Pat *refuse_fault(Elab *e, const Syn *syn, const Pat *pat,
			       const TypingFault *fault)
{
	Text found = { 0 };

	if (fault->kid >= 0 && fault->kid < pat->kid_count)
		draft_type_text(e->draft, &found, pat->kids[fault->kid]->type);
	else
		text_put(&found, fault->found);
	scan_error(e->draft->scan, syn->at, text_string(&found),
		   fault->expected, "%s", fault->message);
	text_free(&found);
	return NULL;
}

/* The number of parts, where the rule names their length. */
static const Size *part_count(Elab *e, const Syn *syn, const Pat *xs)
{
	if (!syn->size_count || xs->type->kind != TYPE_ARRAY)
		return NULL;
	return size_div(e->draft->ir, xs->type->length, syn->sizes[0]);
}

static bool value_kids(Elab *e, Prim prim, int count, const Arg *args,
		       const Pat **kids)
{
	for (int i = 0; i < count; i++) {
		if (prim_kid_arity(prim, i))
			continue;
		kids[i] = elab_value(e, &args[i]);
		if (!kids[i])
			return false;
	}
	return true;
}

static bool function_kids(Elab *e, const Syn *syn, Prim prim,
			  const Size *const *sizes, int count,
			  const Arg *args, const Pat **kids)
{
	TypingFault fault = { .kid = -1 };

	for (int i = 0; i < count; i++) {
		int arity = prim_kid_arity(prim, i);
		const Type *params[2];

		if (!arity)
			continue;
		if (!elab_params(e->draft, prim, sizes, count, kids, i,
				 params, &fault)) {
			scan_error(e->draft->scan, syn->at, fault.found,
				   fault.expected, "%s", fault.message);
			return false;
		}
		kids[i] = function_of(e, syn, &args[i], arity, params);
		if (!kids[i])
			return false;
	}
	return true;
}

const Pat *elab_prim(Elab *e, const Syn *syn, Prim prim, int count,
		     const Arg *args)
{
	const Pat *kids[ARGS_MAX] = { NULL };
	const Size *sizes[PRIM_SIZES_MAX] = { syn->sizes[0], syn->sizes[1] };
	TypingFault fault = { .kid = -1 };
	Pat *pat;

	if (count < prim_kid_min(prim)
	    || (count > prim_kid_min(prim) && !prim_is_variadic(prim)))
		return elab_refuse(e, syn, NULL, NULL,
				   "wrong number of arguments");
	if (!value_kids(e, prim, count, args, kids))
		return NULL;
	if (prim == PRIM_REDUCE_PART)
		sizes[0] = part_count(e, syn, kids[count - 1]);
	if (!function_kids(e, syn, prim, sizes, count, args, kids))
		return NULL;
	pat = pat_new(e->draft->arena, PAT_PRIM, NULL, count, kids);
	pat->prim = prim;
	if (!set_dim(e, syn, pat) || !set_sizes(e, syn, pat, sizes))
		return NULL;
	pat->type = elab_type(e->draft, prim, sizes, count, kids, &fault);
	if (!pat->type)
		return refuse_fault(e, syn, pat, &fault);
	if (!lengths_sound(e->draft, pat->type))
		return elab_refuse_type(e, syn, pat->type, pat->type,
					"a length that is no sum of products: "
					"does the size divide?");
	return pat;
}

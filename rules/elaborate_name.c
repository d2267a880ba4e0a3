/* Names applied: the rule's own functions, scalar functions, permutations. */
#include <string.h>

#include "rules/elaborate.h"
#include "rules/pat.h"

/* -- the rule's own functions and scalar functions ------------------------- */

static const Pat *apply_meta(Elab *e, const Syn *syn, int index, int count,
			     const Arg *args)
{
	DraftMeta *meta = &e->draft->metas[index];
	const Pat *values[ARGS_MAX];
	Pat *pat;

	if (!elab_values(e, count, args, values))
		return NULL;
	if (count)
		count = elab_spread(e, count, values, meta->arity);
	if (count != meta->arity)
		return elab_refuse(e, syn, NULL, NULL, count < meta->arity
				   ? "a function misses an argument"
				   : "too many arguments");
	for (int i = 0; i < count; i++) {
		const Type *wanted = meta->params[i];

		if (!type_same(values[i]->type, wanted))
			return elab_refuse_type(e, syn, values[i]->type, wanted,
						"types differ");
	}
	meta->used = true;
	pat = pat_new(e->draft->arena, PAT_META, meta->result, count, values);
	pat->index = index;
	return pat;
}

static const Pat *typed_literal(Elab *e, const Pat *literal, const Type *type)
{
	Pat *pat;

	if (literal->type)
		return literal;
	pat = pat_new(e->draft->arena, PAT_LITERAL, type, 0, NULL);
	pat->value = literal->value;
	return pat;
}

static bool op_values(Elab *e, const Syn *syn, Op op, int count,
		      const Arg *args, const Pat **values)
{
	for (int i = 0; i < count; i++) {
		values[i] = elab_number_or_value(e, &args[i]);
		if (!values[i])
			return false;
	}
	if (count && values[0]->type)
		count = elab_spread(e, count, values, op_rows[op].arity);
	return count == op_rows[op].arity
	    || elab_refuse(e, syn, NULL, NULL, "wrong number of arguments");
}

const Pat *elab_op(Elab *e, const Syn *syn, Op op, int count,
		   const Arg *args)
{
	const Pat *values[ARGS_MAX] = { NULL };
	const Type *type = NULL;
	int arity = op_rows[op].arity;
	Pat *pat;

	if (!op_values(e, syn, op, count, args, values))
		return NULL;
	for (int i = 0; i < arity; i++)
		type = type ? type : values[i]->type;
	if (!type)
		return elab_refuse(e, syn, NULL, NULL,
				   "numbers without a type");
	for (int i = 0; i < arity; i++) {
		values[i] = typed_literal(e, values[i], type);
		if (!type_same(values[i]->type, type))
			return elab_refuse_type(e, syn, values[i]->type, type,
						"types differ");
	}
	if (op_rows[op].result == RESULT_BOOL)
		type = type_scalar(e->draft->ir, SCALAR_BOOL);
	pat = pat_new(e->draft->arena, PAT_OP, type, arity, values);
	pat->op = op;
	return pat;
}

static const Pat *apply_reorder(Elab *e, const Syn *syn, int perm,
				const Arg *arg)
{
	const Pat *xs = elab_value(e, arg);
	Pat *pat;

	if (!xs)
		return NULL;
	if (xs->type->kind != TYPE_ARRAY
	    || xs->type->length != e->draft->perm_lengths[perm])
		return elab_refuse(e, syn, NULL,
				   "an array of the declared length",
				   "a permutation of another length");
	pat = pat_new(e->draft->arena, PAT_REORDER, xs->type, 1, &xs);
	pat->index = perm;
	return pat;
}

static int perm_named(Elab *e, int count, const Arg *args)
{
	int var;

	if (count != 2 || !args[0].syn || args[0].syn->kind != SYN_NAME)
		return -1;
	var = draft_var(e->draft, args[0].syn->name);
	return var >= 0 && e->draft->rule->vars[var].kind == VAR_PERM ? var
								       : -1;
}

/* -- names and forms ------------------------------------------------------- */

static const Pat *bound_name(Elab *e, const char *name)
{
	for (int i = e->bound - 1; i >= 0; i--)
		if (!strcmp(e->scope[i].name, name))
			return e->scope[i].pat;
	return NULL;
}

static const Pat *apply_fold(Elab *e, const Syn *syn, int count,
			     const Arg *args)
{
	const Pat *fold;

	if (count != 3)
		return elab_refuse(e, syn, NULL, NULL,
				   "wrong number of arguments");
	fold = elab_prim(e, syn, PRIM_REDUCE_SEQ, count, args);
	return fold ? elab_prim(e, syn, PRIM_HEAD, 1,
				&(Arg){ .pat = fold }) : NULL;
}

static const Pat *truth(Elab *e, bool value)
{
	Pat *pat = pat_new(e->draft->arena, PAT_LITERAL,
			   type_scalar(e->draft->ir, SCALAR_BOOL), 0, NULL);

	pat->value = value;
	return pat;
}

const Pat *elab_name(Elab *e, const Syn *syn, int count,
		     const Arg *args)
{
	const Pat *bound = bound_name(e, syn->name);
	int meta = draft_meta(e->draft, syn->name), dim;
	Prim prim = prim_named(syn->name, &dim);
	Op op = op_named(syn->name);

	if (prim != PRIM_COUNT)
		prim = prim_with_mode(prim, syn->mode);
	if (bound)
		return count ? elab_refuse(e, syn, NULL, NULL,
					   "a value is applied")
			     : bound;
	if (meta >= 0)
		return apply_meta(e, syn, meta, count, args);
	if (!count && (!strcmp(syn->name, "true")
		       || !strcmp(syn->name, "false")))
		return truth(e, syn->name[0] == 't');
	if (!strcmp(syn->name, "id") && count == 1)
		return elab_value(e, args);
	if (!strcmp(syn->name, "fold"))
		return apply_fold(e, syn, count, args);
	if (!strcmp(syn->name, "splat"))
		return elab_prim(e, syn, PRIM_SPLAT, count, args);
	if (prim == PRIM_REORDER && perm_named(e, count, args) >= 0)
		return apply_reorder(e, syn, perm_named(e, count, args),
				     &args[1]);
	if (prim != PRIM_COUNT)
		return elab_prim(e, syn, prim, count, args);
	if (op != OP_COUNT)
		return elab_op(e, syn, op, count, args);
	return elab_refuse(e, syn, syn->name,
			   "a declared name, a primitive or a scalar function",
			   "an unknown name");
}

#include "rules/elaborate.h"

#include <string.h>

#include "rules/pat.h"

const Pat *elab_refuse(Elab *e, const Syn *syn, const char *found,
		       const char *expected, const char *message)
{
	scan_error(e->draft->scan, syn->at, found, expected, "%s", message);
	return NULL;
}

const Pat *elab_refuse_type(Elab *e, const Syn *syn, const Type *found,
			    const Type *expected, const char *message)
{
	Text a = { 0 }, b = { 0 };

	draft_type_text(e->draft, &a, found);
	draft_type_text(e->draft, &b, expected);
	elab_refuse(e, syn, text_string(&a), text_string(&b), message);
	text_free(&a);
	text_free(&b);
	return NULL;
}

const Pat *elab_number_or_value(Elab *e, const Arg *arg)
{
	return arg->pat ? arg->pat : elab_apply(e, arg->syn, 0, NULL);
}

const Pat *elab_value(Elab *e, const Arg *arg)
{
	const Pat *value = elab_number_or_value(e, arg);

	if (value && !value->type)
		return elab_refuse(e, arg->syn, NULL, NULL,
				   "a number without a type");
	return value;
}

bool elab_values(Elab *e, int count, const Arg *args, const Pat **values)
{
	for (int i = 0; i < count; i++) {
		values[i] = elab_value(e, &args[i]);
		if (!values[i])
			return false;
	}
	return true;
}

int elab_spread(Elab *e, int count, const Pat **values, int arity)
{
	const Pat *tuple = values[0];

	if (count != 1 || arity < 2 || tuple->type->kind != TYPE_TUPLE
	    || tuple->type->count != arity)
		return count;
	for (int i = 0; i < arity; i++)
		values[i] = pat_get(e->draft->ir, i, tuple);
	return arity;
}

static const Pat *apply_apply(Elab *e, const Syn *syn, int count,
			      const Arg *args)
{
	Arg all[ARGS_MAX + ARGS_MAX] = { { NULL, NULL } };
	int own = syn->count - 1;

	if (own + count > ARGS_MAX)
		return elab_refuse(e, syn, NULL, NULL, "too many arguments");
	for (int i = 0; i < own; i++)
		all[i].syn = syn->kids[i + 1];
	for (int i = 0; i < count; i++)
		all[own + i] = args[i];
	return elab_apply(e, syn->kids[0], own + count, all);
}

static const Pat *apply_compose(Elab *e, const Syn *syn, int count,
				const Arg *args)
{
	const Pat *value;

	if (!count)
		return elab_refuse(e, syn, "a function", "a value",
				   "a composition is not applied");
	value = elab_apply(e, syn->kids[syn->count - 1], count, args);
	for (int i = syn->count - 2; value && i >= 0; i--)
		value = elab_apply(e, syn->kids[i], 1, &(Arg){ .pat = value });
	return value;
}

static bool bind(Elab *e, const Syn *syn, const SynParam *param,
		 const Pat *value)
{
	if (param->name) {
		if (e->bound == SCOPE_MAX)
			return elab_refuse(e, syn, NULL, NULL,
					   "too many names");
		e->scope[e->bound].name = param->name;
		e->scope[e->bound++].pat = value;
		return true;
	}
	if (value->type->kind != TYPE_TUPLE
	    || value->type->count != param->count)
		return elab_refuse(e, syn, NULL, "a tuple of as many parts",
				   "a parameter does not fit");
	for (int i = 0; i < param->count; i++)
		if (!bind(e, syn, param->parts[i],
			  pat_get(e->draft->ir, i, value)))
			return false;
	return true;
}

static const Pat *apply_lambda(Elab *e, const Syn *syn, int count,
			       const Arg *args)
{
	const Pat *values[ARGS_MAX], *body = NULL;
	int bound = e->bound;
	bool fits = true;

	if (!elab_values(e, count, args, values))
		return NULL;
	if (count)
		count = elab_spread(e, count, values, syn->param_count);
	if (count != syn->param_count)
		return elab_refuse(e, syn, NULL, NULL,
				   "wrong number of arguments");
	for (int i = 0; fits && i < count; i++)
		fits = bind(e, syn, syn->params[i], values[i]);
	if (fits)
		body = elab_value(e, &(Arg){ .syn = syn->kids[0] });
	e->bound = bound;
	return body;
}

static const Pat *apply_tuple(Elab *e, const Syn *syn)
{
	const Pat *parts[ARGS_MAX];

	for (int i = 0; i < syn->count; i++) {
		parts[i] = elab_value(e, &(Arg){ .syn = syn->kids[i] });
		if (!parts[i])
			return NULL;
	}
	return pat_tuple(e->draft->ir, syn->count, parts);
}

static const Pat *apply_let(Elab *e, const Syn *syn)
{
	const SynParam param = { .name = syn->name };
	const char **names = ARENA_NEW(e->draft->arena, const char *);
	const Pat *kids[2];
	int bound = e->bound;
	Pat *let;

	kids[0] = elab_value(e, &(Arg){ .syn = syn->kids[0] });
	if (!kids[0] || !bind(e, syn, &param, pat_var(e->draft->arena, e->level,
						      kids[0]->type)))
		return NULL;
	e->level++;
	kids[1] = elab_value(e, &(Arg){ .syn = syn->kids[1] });
	e->level--;
	e->bound = bound;
	if (!kids[1])
		return NULL;
	names[0] = syn->name;
	let = pat_new(e->draft->arena, PAT_LET, kids[1]->type, 2, kids);
	let->names = names;
	return let;
}

static const Pat *apply_if(Elab *e, const Syn *syn)
{
	const Pat *kids[3];

	for (int i = 0; i < 3; i++) {
		kids[i] = elab_value(e, &(Arg){ .syn = syn->kids[i] });
		if (!kids[i])
			return NULL;
	}
	if (kids[0]->type->kind != TYPE_SCALAR
	    || kids[0]->type->scalar != SCALAR_BOOL)
		return elab_refuse(e, syn->kids[0], NULL, "bool",
				   "a condition");
	if (!type_same(kids[1]->type, kids[2]->type))
		return elab_refuse_type(e, syn, kids[1]->type, kids[2]->type,
					"types differ");
	return pat_new(e->draft->arena, PAT_IF, kids[1]->type, 3, kids);
}

static const Pat *apply_infix(Elab *e, const Syn *syn)
{
	const Arg args[] = { { .syn = syn->kids[0] }, { .syn = syn->kids[1] } };

	return elab_op(e, syn, syn->op, 2, args);
}

static const Pat *apply_number(Elab *e, const Syn *syn)
{
	Pat *pat = pat_new(e->draft->arena, PAT_LITERAL, NULL, 0, NULL);

	pat->value = syn->value;
	if (strchr(syn->name, '.'))
		return elab_refuse(e, syn, syn->name, "an integer",
				   "a literal with a fraction");
	return pat;
}

const Pat *elab_apply(Elab *e, const Syn *syn, int count, const Arg *args)
{
	switch (syn->kind) {
	case SYN_NAME: return elab_name(e, syn, count, args);
	case SYN_APPLY: return apply_apply(e, syn, count, args);
	case SYN_COMPOSE: return apply_compose(e, syn, count, args);
	case SYN_LAMBDA: return apply_lambda(e, syn, count, args);
	default: break;
	}
	if (count)
		return elab_refuse(e, syn, "a value", "a function",
				   "a value is applied");
	switch (syn->kind) {
	case SYN_NUMBER: return apply_number(e, syn);
	case SYN_TUPLE: return apply_tuple(e, syn);
	case SYN_INFIX: return apply_infix(e, syn);
	case SYN_IF: return apply_if(e, syn);
	default: return apply_let(e, syn);
	}
}

const Pat *draft_elaborate(Draft *draft, const Syn *side)
{
	Elab e = { .draft = draft };
	int on = draft->rule->on;
	Arg argument = { NULL, NULL };
	const Pat *pat;

	if (on < 0) {
		pat = elab_apply(&e, side, 0, NULL);
	} else {
		Pat *meta = pat_new(draft->arena, PAT_META,
				    draft->metas[on].result, 0, NULL);

		meta->index = on;
		draft->metas[on].used = true;
		argument.pat = meta;
		pat = elab_apply(&e, side, 1, &argument);
	}
	if (pat && !pat->type)
		return elab_refuse(&e, side, NULL, NULL,
				   "a number without a type");
	return pat;
}

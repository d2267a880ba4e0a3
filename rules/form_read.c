/* From the syntax of a form to its nodes: as elaborate.c, without types. */
#include <string.h>

#include "rules/form_node.h"

enum { SCOPE_MAX = 64, ARGS_MAX = 16 };

typedef struct Arg {
	const Syn *syn;
	const FormNode *node;
} Arg;

typedef struct Reader {
	Draft *draft;
	int level, bound;
	struct {
		const char *name;
		const FormNode *node;
	} scope[SCOPE_MAX];
} Reader;

static const FormNode *apply(Reader *r, const Syn *syn, int count,
			     const Arg *args);

static const FormNode *refuse(Reader *r, const Syn *syn, const char *expected)
{
	scan_error(r->draft->scan, syn->at, NULL, expected,
		   "a form is not well formed");
	return NULL;
}

static FormNode *node_new(Reader *r, PatKind kind, int count,
			  const FormNode *const *kids)
{
	FormNode *node = ARENA_NEW(r->draft->arena, FormNode);
	const FormNode **copy = ARENA_ARRAY(r->draft->arena, const FormNode *,
					    count + 1);

	if (count)
		memcpy(copy, kids, sizeof *copy * (size_t)count);
	node->kind = kind;
	node->kid_count = count;
	node->kids = copy;
	return node;
}

static const FormNode *value(Reader *r, const Arg *arg)
{
	return arg->node ? arg->node : apply(r, arg->syn, 0, NULL);
}

static bool values(Reader *r, int count, const Arg *args,
		   const FormNode **nodes)
{
	for (int i = 0; i < count; i++) {
		nodes[i] = value(r, &args[i]);
		if (!nodes[i])
			return false;
	}
	return true;
}

/* -- binders --------------------------------------------------------------- */

static bool bind(Reader *r, const Syn *syn, const SynParam *param,
		 const FormNode *node)
{
	if (param->name) {
		if (r->bound == SCOPE_MAX)
			return refuse(r, syn, "fewer names") != NULL;
		r->scope[r->bound].name = param->name;
		r->scope[r->bound++].node = node;
		return true;
	}
	for (int i = 0; i < param->count; i++) {
		FormNode *get = node_new(r, PAT_GET, 1, &node);

		get->index = i;
		if (!bind(r, syn, param->parts[i], get))
			return false;
	}
	return true;
}

static const FormNode *apply_lambda(Reader *r, const Syn *syn, int count,
				    const Arg *args)
{
	const FormNode *nodes[ARGS_MAX], *body = NULL;
	int bound = r->bound;
	bool fit = true;

	if (count != syn->param_count)
		return refuse(r, syn, "as many arguments as parameters");
	if (!values(r, count, args, nodes))
		return NULL;
	for (int i = 0; fit && i < count; i++)
		fit = bind(r, syn, syn->params[i], nodes[i]);
	if (fit)
		body = apply(r, syn->kids[0], 0, NULL);
	r->bound = bound;
	return body;
}

static const FormNode *function_of(Reader *r, const Syn *syn, const Arg *arg,
				   int arity)
{
	Arg vars[2] = { { NULL, NULL } };
	const FormNode *body;
	FormNode *lambda;

	if (!arg->syn)
		return refuse(r, syn, "a function");
	for (int i = 0; i < arity; i++) {
		FormNode *var = node_new(r, PAT_VAR, 0, NULL);

		var->index = r->level + i;
		vars[i].node = var;
	}
	r->level += arity;
	body = apply(r, arg->syn, arity, vars);
	r->level -= arity;
	if (!body)
		return NULL;
	lambda = node_new(r, PAT_LAMBDA, 1, &body);
	lambda->index = arity;
	if (arg->syn->kind == SYN_LAMBDA && arg->syn->param_count == arity)
		lambda->params = arg->syn->params;
	return lambda;
}

static const FormNode *apply_let(Reader *r, const Syn *syn)
{
	const SynParam param = { .name = syn->name };
	const FormNode *kids[2];
	FormNode *var = node_new(r, PAT_VAR, 0, NULL), *let;
	int bound = r->bound;

	var->index = r->level;
	kids[0] = apply(r, syn->kids[0], 0, NULL);
	if (!kids[0] || !bind(r, syn, &param, var))
		return NULL;
	r->level++;
	kids[1] = apply(r, syn->kids[1], 0, NULL);
	r->level--;
	r->bound = bound;
	if (!kids[1])
		return NULL;
	let = node_new(r, PAT_LET, 2, kids);
	let->name = syn->name;
	return let;
}

/* -- names ----------------------------------------------------------------- */

static const FormNode *apply_prim(Reader *r, const Syn *syn, Prim prim,
				  int count, const Arg *args)
{
	const FormNode *kids[ARGS_MAX];
	FormNode *node;

	if (count < prim_kid_min(prim)
	    || (count > prim_kid_min(prim) && !prim_is_variadic(prim)))
		return refuse(r, syn, "the primitive's arguments");
	for (int i = 0; i < count; i++) {
		int arity = prim_kid_arity(prim, i);

		kids[i] = arity ? function_of(r, syn, &args[i], arity)
				: value(r, &args[i]);
		if (!kids[i])
			return NULL;
	}
	node = node_new(r, PAT_PRIM, count, kids);
	node->prim = prim;
	return node;
}

static const FormNode *apply_fold(Reader *r, const Syn *syn, int count,
				  const Arg *args)
{
	const FormNode *fold = apply_prim(r, syn, PRIM_REDUCE_SEQ, count,
					  args);
	FormNode *any, *head;

	if (!fold)
		return NULL;
	any = node_new(r, PAT_PRIM, fold->kid_count, fold->kids);
	any->prim = PRIM_REDUCE_SEQ;
	any->any_fold = true;
	fold = any;
	head = node_new(r, PAT_PRIM, 1, &fold);
	head->prim = PRIM_HEAD;
	return head;
}

static const FormNode *apply_op(Reader *r, const Syn *syn, Op op, int count,
				const Arg *args)
{
	const FormNode *kids[ARGS_MAX];
	FormNode *node;

	if (count != op_rows[op].arity)
		return refuse(r, syn, "the function's arguments");
	if (!values(r, count, args, kids))
		return NULL;
	node = node_new(r, PAT_OP, count, kids);
	node->op = op;
	return node;
}

static const FormNode *apply_name(Reader *r, const Syn *syn, int count,
				  const Arg *args)
{
	const FormNode *kids[ARGS_MAX];
	int dim;
	Prim prim = prim_named(syn->name, &dim);
	Op op = op_named(syn->name);
	FormNode *meta;

	for (int i = r->bound - 1; i >= 0; i--)
		if (!strcmp(r->scope[i].name, syn->name))
			return count ? refuse(r, syn, "a value that is not "
					      "applied")
				     : r->scope[i].node;
	if (!strcmp(syn->name, "fold"))
		return apply_fold(r, syn, count, args);
	if (prim != PRIM_COUNT)
		return apply_prim(r, syn, prim, count, args);
	if (op != OP_COUNT && count)
		return apply_op(r, syn, op, count, args);
	if (!values(r, count, args, kids))
		return NULL;
	meta = node_new(r, PAT_META, count, kids);
	meta->name = syn->name;
	return meta;
}

/* -- the rest -------------------------------------------------------------- */

static const FormNode *apply_apply(Reader *r, const Syn *syn, int count,
				   const Arg *args)
{
	Arg all[ARGS_MAX + ARGS_MAX] = { { NULL, NULL } };
	int own = syn->count - 1;

	if (own + count > ARGS_MAX)
		return refuse(r, syn, "fewer arguments");
	for (int i = 0; i < own; i++)
		all[i].syn = syn->kids[i + 1];
	for (int i = 0; i < count; i++)
		all[own + i] = args[i];
	return apply(r, syn->kids[0], own + count, all);
}

static const FormNode *apply_compose(Reader *r, const Syn *syn, int count,
				     const Arg *args)
{
	const FormNode *node;

	if (!count)
		return refuse(r, syn, "a composition that is applied");
	node = apply(r, syn->kids[syn->count - 1], count, args);
	for (int i = syn->count - 2; node && i >= 0; i--)
		node = apply(r, syn->kids[i], 1, &(Arg){ .node = node });
	return node;
}

static const FormNode *apply_part(Reader *r, const Syn *syn, int count,
				  const Arg *args)
{
	const FormNode *node = apply(r, syn->kids[0], count, args);
	FormNode *part = ARENA_NEW(r->draft->arena, FormNode);

	if (!node)
		return NULL;
	*part = *node;
	part->part = syn->name;
	return part;
}

static const FormNode *apply_kids(Reader *r, const Syn *syn, PatKind kind)
{
	const FormNode *kids[ARGS_MAX];
	FormNode *node;

	for (int i = 0; i < syn->count; i++) {
		kids[i] = apply(r, syn->kids[i], 0, NULL);
		if (!kids[i])
			return NULL;
	}
	node = node_new(r, kind, syn->count, kids);
	node->op = syn->op;
	node->value = syn->value;
	return node;
}

static const FormNode *apply(Reader *r, const Syn *syn, int count,
			     const Arg *args)
{
	switch (syn->kind) {
	case SYN_NAME: return apply_name(r, syn, count, args);
	case SYN_APPLY: return apply_apply(r, syn, count, args);
	case SYN_COMPOSE: return apply_compose(r, syn, count, args);
	case SYN_LAMBDA: return apply_lambda(r, syn, count, args);
	case SYN_PART: return apply_part(r, syn, count, args);
	default: break;
	}
	if (count)
		return refuse(r, syn, "a function");
	switch (syn->kind) {
	case SYN_NUMBER: return apply_kids(r, syn, PAT_LITERAL);
	case SYN_TUPLE: return apply_kids(r, syn, PAT_TUPLE);
	case SYN_INFIX: return apply_kids(r, syn, PAT_OP);
	case SYN_IF: return apply_kids(r, syn, PAT_IF);
	default: return apply_let(r, syn);
	}
}

Form *form_read(Ir *ir, Scan *scan)
{
	Arena *arena = ir_arena(ir);
	Draft *draft = ARENA_NEW(arena, Draft);
	Reader reader = { .draft = draft };
	Form *form = ARENA_NEW(arena, Form);
	const Syn *syn;

	*draft = (Draft){ .ir = ir, .arena = arena, .scan = scan,
			  .rule = ARENA_NEW(arena, Rule) };
	syn = draft_expression(draft);
	form->node = syn ? apply(&reader, syn, 0, NULL) : NULL;
	return form->node ? form : NULL;
}

/* -- what it is ------------------------------------------------------------ */

bool form_node_is_loop(const FormNode *node)
{
	for (int i = 0; i < node->kid_count; i++)
		if (node->kids[i]->kind == PAT_LAMBDA)
			return true;
	return false;
}

const char *form_node_word(const FormNode *node)
{
	switch (node->kind) {
	case PAT_PRIM: return node->any_fold ? "a fold" : prim_name(node->prim);
	case PAT_OP: return op_rows[node->op].name;
	case PAT_LITERAL: return "a number";
	case PAT_TUPLE: return "a tuple";
	case PAT_LET: return "let";
	case PAT_IF: return "if";
	case PAT_LAMBDA: return "a function";
	default: return "a variable of the form";
	}
}

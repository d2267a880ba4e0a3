#include "ir/eval/eval_build.h"

#include <assert.h>

#include "base/hash.h"
#include "ir/eval/eval_index.h"

static const Value *kid(Build *b, const Expr *e, const Env *env, int i)
{
	return build_value(b, e->kids[i], env);
}

const Env *build_bind(Build *b, const Env *env, const Value *value,
		      const Type *type, Use use)
{
	Env *inner = ARENA_NEW(b->graph->arena, Env);

	inner->value = use == USE_MANY ? build_stored(b, value, type) : value;
	inner->outer = env;
	return inner;
}

/* -- scalars --------------------------------------------------------------- */

static const Value *build_literal(Build *b, const Expr *e, const Env *env)
{
	const Value *value = value_scalar(b, node_const(b->graph,
						e->type->scalar, e->bits));

	(void)env;
	if (e->type->kind != TYPE_VECTOR)
		return value;
	return value_array(b, view_fill(b, value, e->type->count));
}

static const Value *build_size(Build *b, const Expr *e, const Env *env)
{
	const Node *size = index_const(b->graph, e->sizes[0]->value);

	(void)env;
	return value_scalar(b, node_convert(b->graph, e->type->scalar, size));
}

const Node *build_scalar(Build *b, const Expr *e, const Node *const *args)
{
	Scalar scalar = e->type->scalar;

	if (e->kind == EXPR_OP)
		return node_op(b->graph, e->op, args);
	if (e->kind == EXPR_BITS && b->graph->domain != EVAL_FIELD)
		return node_bits(b->graph, e->kids[0]->type->scalar, scalar,
				 args[0]);
	return node_convert(b->graph, scalar, args[0]);
}

static const Value *expr_of_thunk(Build *b, const Thunk *thunk)
{
	return build_value(b, thunk->expr, thunk->env);
}

static const Thunk *expr_thunk(Build *b, const Expr *e, const Env *env)
{
	Thunk *thunk = ARENA_NEW(b->graph->arena, Thunk);

	*thunk = (Thunk){ .build = expr_of_thunk, .expr = e, .env = env };
	return thunk;
}

static const Value *node_of_thunk(Build *b, const Thunk *thunk)
{
	return value_scalar(b, node_const(b->graph, SCALAR_BOOL,
					  (uint64_t)thunk->part));
}

/* and, or: the second argument may be what must not be computed. */
static const Value *build_early(Build *b, const Expr *e, const Env *env)
{
	const Thunk known = { .build = node_of_thunk,
			      .part = e->op == OP_OR };
	const Thunk *second = expr_thunk(b, e->kids[1], env);
	const Node *first = kid(b, e, env, 0)->node;

	return e->op == OP_AND ? build_choice(b, first, second, &known)
			       : build_choice(b, first, &known, second);
}

static const Value *build_op(Build *b, const Expr *e, const Env *env)
{
	const Node *args[3];
	const View *vectors[3];
	bool early = e->kind == EXPR_OP
		  && (e->op == OP_AND || e->op == OP_OR);

	if (e->type->kind == TYPE_VECTOR) {
		for (int i = 0; i < e->kid_count; i++)
			vectors[i] = kid(b, e, env, i)->view;
		return value_array(b, view_lanewise(b, e, e->kid_count,
						    vectors));
	}
	if (early && usage_find(b->usage, e->kids[1])->risky)
		return build_early(b, e, env);
	for (int i = 0; i < e->kid_count; i++)
		args[i] = kid(b, e, env, i)->node;
	return value_scalar(b, build_scalar(b, e, args));
}

static const Value *build_if(Build *b, const Expr *e, const Env *env)
{
	return build_choice(b, kid(b, e, env, 0)->node,
			    expr_thunk(b, e->kids[1], env),
			    expr_thunk(b, e->kids[2], env));
}

/* -- structure ------------------------------------------------------------- */

static const Value *build_input(Build *b, const Expr *e, const Env *env)
{
	(void)env;
	return b->inputs[e->index];
}

static const Value *build_var(Build *b, const Expr *e, const Env *env)
{
	(void)b;
	for (int i = 0; i < e->index; i++)
		env = env->outer;
	return env->value;
}

static const Value *build_tuple(Build *b, const Expr *e, const Env *env)
{
	const Value *parts[64];

	for (int i = 0; i < e->kid_count; i++)
		parts[i] = kid(b, e, env, i);
	return value_tuple(b, e->kid_count, parts);
}

static const Value *build_get(Build *b, const Expr *e, const Env *env)
{
	return value_part(kid(b, e, env, 0), e->index);
}

static const Value *build_let(Build *b, const Expr *e, const Env *env)
{
	const ExprUse *use = usage_find(b->usage, e);

	env = build_bind(b, env, kid(b, e, env, 0), e->kids[0]->type,
			 use->params[0]);
	return kid(b, e, env, 1);
}

static BuildRow *const kind_builds[EXPR_KINDS] = {
	[EXPR_INPUT] = build_input,
	[EXPR_VAR] = build_var,
	[EXPR_LITERAL] = build_literal,
	[EXPR_SIZE] = build_size,
	[EXPR_OP] = build_op,
	[EXPR_CONVERT] = build_op,
	[EXPR_BITS] = build_op,
	[EXPR_IF] = build_if,
	[EXPR_TUPLE] = build_tuple,
	[EXPR_GET] = build_get,
	[EXPR_LET] = build_let,
};

/* -- each once ------------------------------------------------------------- */

/* e with what its free variables stand for and, if that matters, a guard. */
typedef struct Known {
	const Expr *expr;
	Guard guard;
	int count;
	const Value *const *values;
	const Value *result;
} Known;

static bool known_equal(const void *stored, const void *wanted)
{
	const Known *a = stored, *b = wanted;

	if (a->expr != b->expr || !guard_same(&a->guard, &b->guard))
		return false;
	for (int i = 0; i < a->count; i++)
		if (!value_same(a->values[i], b->values[i]))
			return false;
	return true;
}

static Known known_of(Build *b, const Expr *e, const Env *env)
{
	const ExprUse *use = usage_find(b->usage, e);
	const Value **values = ARENA_ARRAY(b->graph->arena, const Value *,
					   use->free_count + 1);
	bool risky = use->risky;
	int at = 0;

	for (int i = 0; i < use->free_count; i++) {
		for (; at < use->free[i]; at++)
			env = env->outer;
		values[i] = env->value;
		risky |= value_is_risky(values[i]);
	}
	return (Known){ .expr = e, .guard = risky ? b->guard : (Guard){ 0 },
			.count = use->free_count, .values = values };
}

static uint64_t known_hash(const Known *known)
{
	uint64_t h = known->expr->hash;

	for (int i = 0; i < known->count; i++)
		h = hash_combine(h, value_hash(known->values[i]));
	return h;
}

static const Value *build_new(Build *b, const Expr *e, const Env *env)
{
	const Expr *around = b->graph->making;
	const Value *value;

	b->graph->making = e;
	value = e->kind == EXPR_PRIM ? build_prims[e->prim](b, e, env)
				     : kind_builds[e->kind](b, e, env);
	if (usage_find(b->usage, e)->store)
		value = build_stored(b, value, e->type);
	b->graph->making = around;
	return value;
}

const Value *build_value(Build *b, const Expr *e, const Env *env)
{
	const Known *found;
	Known *known;
	uint64_t hash;

	if (!e->kid_count)
		return build_new(b, e, env);
	known = ARENA_NEW(b->graph->arena, Known);
	*known = known_of(b, e, env);
	hash = known_hash(known);
	found = intern_find(&b->known, hash, known, known_equal);
	if (found)
		return found->result;
	known->result = build_new(b, e, env);
	intern_add(&b->known, hash, known);
	return known->result;
}

/* if, and, or: only the branch taken is evaluated (language.md); branches that
 * do nothing but arithmetic may both be. */
#include "codegen_opencl/view.h"

/* The scalars of a value without arrays, left to right. */
static int leaf_values(Gen *g, const View *view, const Type *type,
		       const Code **out)
{
	int count = 0;

	if (type->kind != TYPE_TUPLE) {
		*out = view_value(g, view);
		return 1;
	}
	for (int i = 0; i < type->count; i++)
		count += leaf_values(g, view_get(g, view, i), type->parts[i],
				     out + count);
	return count;
}

static const View *of_leaves(Gen *g, const Type *type,
			     const Code *const **leaves)
{
	const View **parts;

	if (type->kind != TYPE_TUPLE)
		return view_code(g, *(*leaves)++);
	parts = ARENA_ARRAY(g->arena, const View *, type->count);
	for (int i = 0; i < type->count; i++)
		parts[i] = of_leaves(g, type->parts[i], leaves);
	return view_tuple(g, type->count, parts);
}

typedef struct Branch {
	const Expr *expr;
	bool literal; /* expr is NULL: this truth value */
	Block *block;
	const Code **leaves;
} Branch;

/* One that is computed in any case knows what was loaded before, and what it loads
 * is known after it. */
static void evaluate(Gen *g, Branch *branch, const Type *type, const Env *env,
		     bool always)
{
	Scope *around = g->scope, scope;

	branch->leaves = ARENA_ARRAY(g->arena, const Code *,
				     type_leaves(type));
	branch->block = block_new(g->arena);
	if (!branch->expr) {
		branch->leaves[0] = code_literal(g->arena, SCALAR_BOOL,
						 branch->literal);
		return;
	}
	gen_open(g, &scope, branch->block);
	if (always)
		scope.known = around->known;
	leaf_values(g, gen_eval(g, branch->expr, env), type, branch->leaves);
	gen_close(g);
	if (always)
		around->known = scope.known;
}

/* Declarations of arithmetic only: they may be computed in vain. */
static bool is_harmless(const Block *block)
{
	enum { FEW = 8 };

	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind != STMT_DECLARE || !stmt->value
		    || code_loads(stmt->value, NULL))
			return false;
	}
	return block->count <= FEW;
}

static const View *chosen(Gen *g, const Code *condition, Branch *yes,
			  Branch *no, const Type *type)
{
	int count = type_leaves(type);
	const Code **leaves = ARENA_ARRAY(g->arena, const Code *, count);
	const Code *const *next = leaves;

	block_splice(g->scope->block, yes->block);
	block_splice(g->scope->block, no->block);
	if (count > 1)
		condition = gen_name(g, condition, VAR_TEMP);
	for (int i = 0; i < count; i++)
		leaves[i] = code_choose(g->arena, condition, yes->leaves[i],
					no->leaves[i]);
	return of_leaves(g, type, &next);
}

static void assign_in(Gen *g, Block *block, Var *var, const Code *value)
{
	block_add(block, (Stmt){ .kind = STMT_ASSIGN, .var = var,
				 .value = code_splat(g->arena, value,
						     var->width, var->mask) });
}

static const View *branched(Gen *g, const Code *condition, Branch *yes,
			    Branch *no, const Type *type)
{
	int count = type_leaves(type);
	const Code **leaves = ARENA_ARRAY(g->arena, const Code *, count);
	const Code *const *next = leaves;

	for (int i = 0; i < count; i++) {
		const Code *a = yes->leaves[i], *b = no->leaves[i];
		Var *var = gen_variable(g, VAR_TEMP, a->scalar,
					a->width > b->width ? a->width
							    : b->width);

		assign_in(g, yes->block, var, a);
		assign_in(g, no->block, var, b);
		leaves[i] = code_var(g->arena, var);
	}
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = condition,
			   .body = yes->block, .other = no->block });
	return of_leaves(g, type, &next);
}

static const Code *root(Gen *g, const Code *value, OpWay *way)
{
	switch (g->options->root) {
	case ROOT_NEWTON:
		*way = WAY_OWN;
		return code_own(g->arena, OP_RSQRT, &value);
	case ROOT_QUOTIENT:
		*way = WAY_ROOT;
		return code_root_quotient(g->arena, value);
	default:
		return code_op(g->arena, OP_RSQRT, &value);
	}
}

static bool has_lanes(const Code *code)
{
	return (code->scalar == SCALAR_F32 || code->scalar == SCALAR_F64)
	       && code->width >= 4;
}

/* By what is not the device's; NULL: there is nothing. */
static const Code *replaced(Gen *g, Op op, const Code *const *args, OpWay *way)
{
	bool lanes = has_lanes(args[0])
		     || (op_rows[op].arity > 1 && has_lanes(args[1]));
	const Code *made = NULL;

	if (op == OP_RSQRT && lanes && args[0]->scalar == SCALAR_F32)
		return root(g, args[0], way);
	*way = WAY_POWER;
	if (g->options->functions && op == OP_POW && !g->options->field)
		made = gen_power(g, args[0], args[1]);
	if (made)
		return made;
	*way = WAY_OWN;
	return g->options->functions && lanes ? code_own(g->arena, op, args)
					      : NULL;
}

const Code *gen_op(Gen *g, Op op, const Code *const *args)
{
	OpWay way = WAY_DEVICE;
	const Code *made = replaced(g, op, args, &way);

	g->ways->types[made ? way : WAY_DEVICE][op] |= 1u << args[0]->scalar;
	if (!made && g->options->compared_bounds)
		made = gen_bounded(g, op, args);
	if (made)
		return made;
	return (g->options->exact ? code_op_exact : code_op)(g->arena, op,
							     args);
}

static const View *logic(Gen *g, const Expr *e, const Code *first,
			 Branch *second)
{
	const Code *args[] = { first, second->leaves[0] };

	block_splice(g->scope->block, second->block);
	return view_code(g, gen_op(g, e->op, args));
}

/* What is left when the condition is known. */
static const View *decided(Gen *g, const Expr *e, const Env *env, bool holds)
{
	if (e->kind == EXPR_IF)
		return gen_eval(g, e->kids[holds ? 1 : 2], env);
	if (holds == (e->op == OP_AND))
		return gen_eval(g, e->kids[1], env);
	return view_code(g, code_literal(g->arena, SCALAR_BOOL, holds));
}

/* "and true", "or false": the other side alone. */
static bool is_idle(const Expr *e, const Branch *second)
{
	const Code *code = second->leaves[0];

	return code->kind == CODE_LITERAL && !second->block->count
	    && (code->bits != 0) == (e->op == OP_AND);
}

const View *gen_if(Gen *g, const Expr *e, const Env *env)
{
	const Code *condition = gen_code(g, e->kids[0], env);
	bool is_logic = e->kind == EXPR_OP;
	Branch yes = { .expr = e->kids[1] };
	Branch no = { .expr = is_logic ? e->kids[1] : e->kids[2] };
	bool lanes = condition->width > 1;

	if (condition->kind == CODE_LITERAL)
		return decided(g, e, env, condition->bits != 0);
	if (is_logic && e->op == OP_AND)
		no = (Branch){ .literal = false };
	if (is_logic && e->op == OP_OR)
		yes = (Branch){ .literal = true };
	g->guarded += lanes;
	evaluate(g, &yes, e->type, env, lanes);
	evaluate(g, &no, e->type, env, lanes);
	g->guarded -= lanes;
	if (g->stopped)
		return view_code(g, code_int(g->arena, SCALAR_I32, 0));
	if (is_logic && is_idle(e, e->op == OP_AND ? &yes : &no))
		return view_code(g, condition);
	if (!lanes && !(is_harmless(yes.block) && is_harmless(no.block)))
		return branched(g, gen_name(g, condition, VAR_TEMP), &yes,
				&no, e->type);
	if (is_logic)
		return logic(g, e, condition, e->op == OP_AND ? &yes : &no);
	return chosen(g, condition, &yes, &no, e->type);
}

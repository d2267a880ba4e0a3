#include "symbolic_rule.h"

#include "rules/build.h"
#include "rules/solve.h"

enum { LEAVES_MAX = 128 };

bool rule_needs(const Rule *rule, Needs needs)
{
	for (int i = 0; i < rule->guard_count; i++)
		if (rule->guards[i].needs == needs)
			return true;
	return false;
}

static bool uses_ops(const Pat *pat)
{
	if (pat->kind == PAT_OP)
		return true;
	for (int i = 0; i < pat->kid_count; i++)
		if (uses_ops(pat->kids[i]))
			return true;
	return false;
}

static const Type *i32_type(Ir *ir)
{
	return type_scalar(ir, SCALAR_I32);
}

/* -- types ----------------------------------------------------------------- */

static const Type *type_of(Ir *ir, SidesTypes types)
{
	const Type *parts[] = { i32_type(ir), type_scalar(ir, SCALAR_U8) };

	if (types == SIDES_PAIR)
		return type_tuple(ir, 2, parts);
	if (types == SIDES_ARRAY)
		return type_array(ir, parts[0], size_const(ir, 2));
	return parts[0];
}

static bool set_types(Match *m, SidesTypes types)
{
	const Rule *rule = m->rule;
	const bool ops = uses_ops(rule->ways[0].from)
		      || uses_ops(rule->ways[0].to);

	for (int i = 0; i < rule->type_count; i++)
		m->types[i] = ops ? type_scalar(m->ir, SCALAR_F64)
				  : type_of(m->ir, types);
	for (int i = 0; i < rule->guard_count; i++) {
		const TypePattern *type;

		if (rule->guards[i].function < 0)
			continue;
		type = rule->metas[rule->guards[i].neutral].result;
		if (type->kind != TP_VAR)
			return false;
		m->types[type->var] = i32_type(m->ir);
	}
	return !ops || types == SIDES_SCALAR;
}

static const Type *type_made(Match *m, const TypePattern *pattern)
{
	const Type *parts[8] = { NULL };
	int64_t length = 0;

	for (int i = 0; i < pattern->count; i++) {
		parts[i] = type_made(m, pattern->parts[i]);
		if (!parts[i])
			return NULL;
	}
	if (pattern->length)
		solve_value(m, pattern->length, &length);
	switch (pattern->kind) {
	case TP_VAR: return m->types[pattern->var];
	case TP_SCALAR: return type_scalar(m->ir, pattern->scalar);
	case TP_TUPLE: return type_tuple(m->ir, pattern->count, parts);
	case TP_ARRAY: return type_array(m->ir, parts[0],
					 size_const(m->ir, length));
	default: return type_is_width(length)
			? type_vector(m->ir, parts[0], (int)length) : NULL;
	}
}

/* -- functions that nothing is known of ------------------------------------ */

typedef struct Leaves {
	Ir *ir;
	int count;
	const Expr *items[LEAVES_MAX];
} Leaves;

static const Expr *prim_of(Ir *ir, Prim prim, int64_t size, const Expr *x)
{
	const Size *sizes[] = { size_const(ir, size) };

	return expr_prim(ir, prim, 0, sizes, 1, &x);
}

static const Expr *element(Ir *ir, const Expr *xs, int64_t i)
{
	const Expr *kids[] = {
		xs, expr_int(ir, type_scalar(ir, SCALAR_I64), i),
	};

	return expr_prim(ir, PRIM_AT, 0, NULL, 2, kids);
}

static void add_leaves(Leaves *leaves, const Expr *e)
{
	Ir *ir = leaves->ir;

	if (e->type->kind == TYPE_TUPLE)
		for (int i = 0; i < e->type->count; i++)
			add_leaves(leaves, expr_get(ir, i, e));
	else if (e->type->kind == TYPE_VECTOR)
		add_leaves(leaves, prim_of(ir, PRIM_LANES, 0, e));
	else if (e->type->kind == TYPE_ARRAY)
		for (int64_t i = 0; i < e->type->length->value; i++)
			add_leaves(leaves, element(ir, e, i));
	else if (leaves->count < LEAVES_MAX)
		leaves->items[leaves->count++] = e;
}

/* % is a free function: nested in this way it tells all arguments, and the
 * functions by their numbers, apart. */
static const Expr *term(Leaves *leaves, const Type *type, int number)
{
	const Type *i32 = i32_type(leaves->ir);
	const Expr *args[] = { expr_int(leaves->ir, i32, number), NULL };

	for (int i = 0; i < leaves->count; i++) {
		args[1] = expr_convert(leaves->ir, i32, leaves->items[i]);
		args[0] = expr_op_of(leaves->ir, OP_REM, args);
	}
	return expr_convert(leaves->ir, type, args[0]);
}

static const Expr *function_value(Ir *ir, const Type *type, int number,
				  int count, const Expr *const *args);

/* Each element depends on a symbol of its own, too. */
static const Expr *array_value(Ir *ir, const Type *type, int number, int count,
			       const Expr *const *args)
{
	const Type *i32 = i32_type(ir);
	const Expr *moved[RULE_ARITY_MAX + 8], *kids[2];

	for (int i = 0; i < count; i++)
		moved[i] = expr_shift(ir, args[i], 1, 0);
	moved[count] = expr_var(ir, 0, i32);
	kids[0] = expr_lambda(ir, 1, &i32,
			      function_value(ir, type->element, number,
					     count + 1, moved));
	kids[1] = expr_input(ir, 1000 + number,
			     type_array(ir, i32, type->length));
	return expr_prim(ir, PRIM_MAP, 0, NULL, 2, kids);
}

static const Expr *vector_value(Ir *ir, const Type *type, int number,
				int count, const Expr *const *args)
{
	const Type *lanes = type_array(ir, type->element,
				       size_const(ir, type->count));

	return prim_of(ir, PRIM_HEAD, 0,
		       prim_of(ir, PRIM_SPLIT_VEC, type->count,
			       array_value(ir, lanes, number, count, args)));
}

static const Expr *function_value(Ir *ir, const Type *type, int number,
				  int count, const Expr *const *args)
{
	Leaves leaves = { .ir = ir };
	const Expr *parts[8];

	if (type->kind == TYPE_ARRAY)
		return array_value(ir, type, number, count, args);
	if (type->kind == TYPE_VECTOR)
		return vector_value(ir, type, number, count, args);
	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			parts[i] = function_value(ir, type->parts[i],
						  number * 8 + i + 1, count,
						  args);
		return expr_tuple(ir, type->count, parts);
	}
	for (int i = 0; i < count; i++)
		add_leaves(&leaves, args[i]);
	return term(&leaves, type, number);
}

/* -- what the rule's names stand for --------------------------------------- */

static void set_operators(Match *m, Op operator)
{
	for (int i = 0; i < m->rule->guard_count; i++) {
		const Guard *guard = &m->rule->guards[i];
		const Type *i32 = i32_type(m->ir);
		const Expr *args[] = { expr_var(m->ir, 1, i32),
				       expr_var(m->ir, 0, i32) };

		if (guard->function < 0)
			continue;
		m->metas[guard->function] = expr_op_of(m->ir, operator, args);
		m->params[guard->function][0] = i32;
		m->params[guard->function][1] = i32;
		m->metas[guard->neutral] = expr_int(m->ir, i32, 0);
	}
}

static bool set_meta(Match *m, int i)
{
	const Meta *meta = &m->rule->metas[i];
	const Type *result = type_made(m, meta->result);
	const Expr *args[RULE_ARITY_MAX];

	for (int k = 0; k < meta->arity; k++) {
		m->params[i][k] = type_made(m, meta->params[k]);
		if (!m->params[i][k])
			return false;
		args[k] = expr_var(m->ir, meta->arity - 1 - k,
				   m->params[i][k]);
	}
	if (result && !m->metas[i])
		m->metas[i] = meta->arity
			? function_value(m->ir, result, i + 1, meta->arity,
					 args)
			: expr_input(m->ir, i, result);
	return result != NULL;
}

bool sides_made(Sides *sides, Ir *ir, const Rule *rule, SidesTypes types,
		Op operator)
{
	Match *m = &sides->match;
	Way side = { .to = rule->ways[0].from };

	m->ir = ir;
	m->rule = rule;
	for (int i = 0; i < rule->var_count; i++)
		m->known[i] = true;
	if (!set_types(m, types))
		return false;
	set_operators(m, operator);
	for (int i = 0; i < rule->meta_count; i++)
		if (!set_meta(m, i))
			return false;
	m->way = &side;
	sides->left = build_side(m);
	side.to = rule->ways[0].to;
	sides->right = build_side(m);
	m->way = NULL;
	return sides->left && sides->right
	    && type_same(sides->left->type, sides->right->type);
}

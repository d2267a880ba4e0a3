#include "tests/search/spelling_turns.h"

/* -- operands -------------------------------------------------------------- */

/* The operator that means the same with its operands swapped. */
static Op mirrored(Op op)
{
	switch (op) {
	case OP_LT: return OP_GT;
	case OP_GT: return OP_LT;
	case OP_LE: return OP_GE;
	case OP_GE: return OP_LE;
	case OP_EQ: case OP_NE: case OP_AND: case OP_OR:
	case OP_BITAND: case OP_BITOR: case OP_BITXOR: return op;
	default: return OP_COUNT;
	}
}

static const Expr *swap(Ir *ir, const Expr *e)
{
	const Op op = e->kind == EXPR_OP ? mirrored(e->op) : OP_COUNT;

	if (op == OP_COUNT)
		return NULL;
	return expr_op_of(ir, op, (const Expr *[]){ e->kids[1], e->kids[0] });
}

static const Expr *negate(Ir *ir, const Expr *e)
{
	if (e->kind != EXPR_IF)
		return NULL;
	return expr_if(ir, expr_op_of(ir, OP_NOT, &e->kids[0]), e->kids[2],
		       e->kids[1]);
}

/* -- borders, by the index of each element --------------------------------- */

static const Type *index_type(Ir *ir)
{
	return type_scalar(ir, SCALAR_I64);
}

static const Expr *number(Ir *ir, int64_t value)
{
	return expr_int(ir, index_type(ir), value);
}

static const Expr *two(Ir *ir, Op op, const Expr *a, const Expr *b)
{
	return expr_op_of(ir, op, (const Expr *[]){ a, b });
}

/* Of an array that stands outside of the one function around. */
static const Expr *element(Ir *ir, const Expr *array, const Expr *index)
{
	const Expr *kids[] = { expr_shift(ir, array, 1, 0), index };

	return expr_prim(ir, PRIM_AT, 0, NULL, 2, kids);
}

/* map (\i. body) generate[length] */
static const Expr *by_index(Ir *ir, const Size *length, const Expr *body)
{
	const Type *index = index_type(ir);
	const Expr *kids[] = {
		expr_lambda(ir, 1, &index, body),
		expr_prim(ir, PRIM_GENERATE, 0, &length, 0, NULL),
	};

	return expr_prim(ir, PRIM_MAP, 0, NULL, 2, kids);
}

static const Expr *clamp(Ir *ir, const Expr *e)
{
	const Expr *i = expr_var(ir, 0, index_type(ir));
	int64_t length;

	if (!expr_is(e, PRIM_PAD_CLAMP))
		return NULL;
	length = e->kids[0]->type->length->value;
	if (length < 1)
		return NULL;
	i = two(ir, OP_SUB, i, number(ir, e->sizes[0]->value));
	i = two(ir, OP_MIN, i, number(ir, length - 1));
	i = two(ir, OP_MAX, number(ir, 0), i);
	return by_index(ir, e->type->length, element(ir, e->kids[0], i));
}

/* Element i of an array, where all that it needs is known. */
static const Expr *take(Ir *ir, const Expr *array, const Expr *i)
{
	if (expr_is(array, PRIM_FILL))
		return array->kids[0];
	return expr_prim(ir, PRIM_AT, 0, NULL, 2,
			 (const Expr *[]){ array, i });
}

/* Of element i of arrays one after the other, the first of which begins at
 * `before`, the scalar at the `depth` indices of the functions inside. */
static const Expr *choose(Ir *ir, const Expr *const *arrays, int count,
			  int64_t before, int depth)
{
	const Expr *i = expr_var(ir, depth, index_type(ir));
	const int64_t end = before + arrays[0]->type->length->value;
	const Expr *own = take(ir, expr_shift(ir, arrays[0], depth + 1, 0),
			       before ? two(ir, OP_SUB, i, number(ir, before))
				      : i);

	for (int k = depth - 1; k >= 0; k--)
		own = take(ir, own, expr_var(ir, k, index_type(ir)));
	if (count == 1)
		return own;
	return expr_if(ir, two(ir, OP_LT, i, number(ir, end)), own,
		       choose(ir, arrays + 1, count - 1, end, depth));
}

/* One choice for each scalar: `if` chooses between no arrays. */
static const Expr *choices(Ir *ir, const Expr *e, const Type *type, int depth)
{
	if (type->kind == TYPE_ARRAY)
		return by_index(ir, type->length,
				choices(ir, e, type->element, depth + 1));
	return choose(ir, e->kids, e->kid_count, 0, depth - 1);
}

static const Expr *concat(Ir *ir, const Expr *e)
{
	if (!expr_is(e, PRIM_CONCAT))
		return NULL;
	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i]->type->length->value < 1)
			return NULL;
	return choices(ir, e, e->type, 0);
}

const SpellingTurn spelling_turns[] = {
	{ "swap", swap },
	{ "negate", negate },
	{ "clamp", clamp },
	{ "concat", concat },
	{ 0 },
};

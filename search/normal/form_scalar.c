/* Scalar functions and accesses. Whole numbers are reckoned with where no
 * result can leave the type; all else of floats and data is kept as it is, but
 * for the order of operands that may be exchanged. */
#include "search/normal/form.h"

#include <string.h>

const Form *form_literal(Normal *n, const Type *type, uint64_t bits)
{
	return form_of(n, (Form){ .kind = FORM_LITERAL, .type = type,
				  .number = (int64_t)bits });
}

const Form *form_number(Normal *n, const Type *type, uint64_t bits)
{
	const int64_t value = (int64_t)bits;

	if (type->kind != TYPE_SCALAR || !scalar_is_int(type->scalar)
	    || (type->scalar == SCALAR_U64 && value < 0)
	    || value == INT64_MIN || value == INT64_MAX)
		return form_literal(n, type, bits);
	return linear_typed(n, linear_const(n, value), type);
}

/* Whether equal operands in another order give equal bits. */
static bool commutes(Op op, const Type *type)
{
	switch (op) {
	case OP_ADD: case OP_MUL: case OP_EQ: case OP_NE: case OP_AND:
	case OP_OR: case OP_BITAND: case OP_BITOR: case OP_BITXOR:
		return true;
	case OP_MIN: case OP_MAX:
		return !scalar_is_float(type->scalar);
	default:
		return false;
	}
}

/* -- whole numbers --------------------------------------------------------- */

/* Whether every value of the index is one of the type's. */
static bool fits(const Form *index, const Type *type)
{
	const int bits = 8 * (int)scalar_bytes(type->scalar)
		       - scalar_is_signed(type->scalar);
	const int64_t top = bits >= 63 ? INT64_MAX - 1
				       : (INT64_C(1) << bits) - 1;

	return index->high <= top
	    && index->low >= (scalar_is_signed(type->scalar) ? -top : 0);
}

static const Form *product(Normal *n, const Form *a, const Form *b)
{
	int64_t by;

	if (linear_is_const(b, &by) && by > INT32_MIN && by < INT32_MAX)
		return linear_scaled(n, a, by);
	if (linear_is_const(a, &by) && by > INT32_MIN && by < INT32_MAX)
		return linear_scaled(n, b, by);
	return NULL;
}

static const Form *quotient(Normal *n, Op op, const Form *a, const Form *b)
{
	int64_t by;

	if (a->low < 0 || !linear_is_const(b, &by) || by < 1)
		return NULL;
	return op == OP_DIV ? linear_div(n, a, by) : linear_mod(n, a, by);
}

/* The result in 64 bits; NULL where indices are not enough. */
static const Form *reckoned(Normal *n, Op op, const Form *a, const Form *b)
{
	switch (op) {
	case OP_ADD: return linear_sum(n, a, 1, b);
	case OP_SUB: return linear_sum(n, a, -1, b);
	case OP_NEG: return linear_scaled(n, a, -1);
	case OP_MUL: return product(n, a, b);
	case OP_DIV:
	case OP_REM: return quotient(n, op, a, b);
	case OP_MIN: return linear_least(n, a, b);
	case OP_MAX: return linear_greatest(n, a, b);
	default: return NULL;
	}
}

static const Form *compared(Normal *n, Op op, const Form *a, const Form *b)
{
	const Form *both[] = { linear_sum(n, b, -1, a),
			       linear_sum(n, a, -1, b) };

	switch (op) {
	case OP_LE: return form_cond(n, 1, both);
	case OP_LT: both[0] = linear_plus(n, both[0], -1);
		    return form_cond(n, 1, both);
	case OP_EQ: return form_cond(n, 2, both);
	default: return NULL;
	}
}

/* Literals are as large as they like; what is reckoned with is not. */
static bool is_moderate(const Form *index)
{
	const int64_t limit = INT64_C(1) << 62;

	return index->low > -limit && index->high < limit;
}

static const Form *by_index(Normal *n, Op op, const Type *type,
			    const Form *const *args)
{
	const Form *a = args[0], *b = op_rows[op].arity > 1 ? args[1] : a;
	const Form *made;

	if (op_rows[op].arity > 2 || a->kind != FORM_INDEX
	    || b->kind != FORM_INDEX || !is_moderate(a) || !is_moderate(b))
		return NULL;
	a = linear_typed(n, a, n->i64);
	b = linear_typed(n, b, n->i64);
	if (op_rows[op].result == RESULT_BOOL)
		return compared(n, op, a, b);
	made = reckoned(n, op, a, b);
	return made && fits(made, type) ? linear_typed(n, made, type) : NULL;
}

/* -- bools and literals ---------------------------------------------------- */

static const Form *both_hold(Normal *n, const Form *a, const Form *b)
{
	const Form *parts[FORM_PARTS];

	if (a->kind == FORM_LITERAL)
		return a->number ? b : a;
	if (b->kind == FORM_LITERAL)
		return b->number ? a : b;
	if (a->kind != FORM_COND || b->kind != FORM_COND
	    || a->count + b->count > FORM_PARTS)
		return NULL;
	memcpy(parts, a->parts, (size_t)a->count * sizeof *parts);
	memcpy(parts + a->count, b->parts, (size_t)b->count * sizeof *parts);
	return form_cond(n, a->count + b->count, parts);
}

static const Form *opposite(Normal *n, const Form *a)
{
	const Form *index;

	if (a->kind == FORM_LITERAL)
		return form_literal(n, a->type, !a->number);
	if (a->kind != FORM_COND || a->count != 1)
		return NULL;
	index = linear_not(n, a->parts[0]);
	return form_cond(n, 1, &index);
}

static const Form *negated(Normal *n, const Form *a)
{
	if (a->kind != FORM_LITERAL || a->type->kind != TYPE_SCALAR
	    || !scalar_is_float(a->type->scalar))
		return NULL;
	return form_literal(n, a->type,
			    (uint64_t)a->number ^ UINT64_C(1) << 63);
}

static const Form *simpler(Normal *n, Op op, const Form *const *args)
{
	if (args[0]->type->kind != TYPE_SCALAR)
		return NULL;
	switch (op) {
	case OP_AND: return both_hold(n, args[0], args[1]);
	case OP_NOT: return opposite(n, args[0]);
	case OP_NEG: return negated(n, args[0]);
	default: return NULL;
	}
}

/* -- operations ------------------------------------------------------------ */

/* Two in their order: what is the same operation again comes first. */
static void arrange(Op op, const Form **args)
{
	const bool first = args[0]->kind == FORM_OP && args[0]->op == op;
	const bool second = args[1]->kind == FORM_OP && args[1]->op == op;
	const Form *a = args[0];

	if (first != second ? first : form_order(a, args[1]) <= 0)
		return;
	args[0] = args[1];
	args[1] = a;
}

const Form *form_op(Normal *n, Op op, const Type *type,
		    const Form *const *args)
{
	const Form *parts[3] = { NULL }, *made;

	memcpy(parts, args, (size_t)op_rows[op].arity * sizeof *parts);
	if (op == OP_GT || op == OP_GE) {
		parts[0] = args[1];
		parts[1] = args[0];
		op = op == OP_GT ? OP_LT : OP_LE;
	}
	made = by_index(n, op, type, parts);
	made = made ? made : simpler(n, op, parts);
	if (made)
		return made;
	if (op_rows[op].arity == 2 && commutes(op, parts[0]->type))
		arrange(op, parts);
	return form_of(n, (Form){ .kind = FORM_OP, .op = op, .type = type,
				  .count = op_rows[op].arity,
				  .parts = parts });
}

const Form *form_convert(Normal *n, const Type *type, const Form *value)
{
	if (value->type == type)
		return value;
	if (value->kind == FORM_INDEX) {
		if (type->kind == TYPE_SCALAR && scalar_is_int(type->scalar)
		    && fits(value, type))
			return linear_typed(n, value, type);
		value = linear_typed(n, value, n->i64);
	}
	return form_of(n, (Form){ .kind = FORM_CONVERT, .type = type,
				  .count = 1, .parts = &value });
}

/* -- accesses -------------------------------------------------------------- */

const Form *form_access(Normal *n, const Form *array, const Form *index)
{
	const Form *parts[FORM_PARTS] = { array };
	int count = 1;

	if (array->kind == FORM_EACH) {
		const Form *opened[2];

		form_open(n, array, opened);
		return form_put(n, opened[1], opened[0], index);
	}
	if (array->kind == FORM_ACCESS) {
		count = array->count;
		memcpy(parts, array->parts, (size_t)count * sizeof *parts);
	}
	if (count == FORM_PARTS)
		normal_stop(n, "an array has too many dimensions");
	parts[count++] = linear_of(n, index);
	return form_of(n, (Form){ .kind = FORM_ACCESS, .count = count,
				  .parts = parts,
				  .type = array->type->element });
}

const Form *form_get(Normal *n, int component, const Form *of,
		     const Type *type)
{
	return form_of(n, (Form){ .kind = FORM_GET, .count = 1, .parts = &of,
				  .number = component, .type = type });
}

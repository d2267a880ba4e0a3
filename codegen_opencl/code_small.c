/* Integers of vectors that fit 16 bits, computed in 16 bits: bytes are widened
 * to int by programs, as C does, but a sum of a few of them needs no more than
 * half of it, and a register holds twice as many. What is computed is the same,
 * since nothing wraps; the results are widened again, until that is undone by
 * what they are used for. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/range.h"

/* An integer type of at most 32 bits, all of whose values a IntRange holds. */
static bool is_short(Scalar scalar)
{
	return scalar_is_int(scalar) && scalar_bytes(scalar) <= 4;
}

static IntRange literal(const Code *code)
{
	int64_t bits = 8 * (int64_t)scalar_bytes(code->scalar);
	int64_t size = (int64_t)1 << (bits < 64 ? bits : 0);
	int64_t value = (int64_t)(code->bits & (uint64_t)(size - 1));

	if (bits == 64 && (scalar_is_signed(code->scalar)
			   || code->bits <= INT64_MAX))
		return (IntRange){ (int64_t)code->bits, (int64_t)code->bits };
	if (bits == 64)
		return range_of(code->scalar);
	if (value > range_of(code->scalar).hi)
		value -= size;
	return (IntRange){ value, value };
}

static IntRange magnitude(IntRange a)
{
	int64_t top = -a.lo > a.hi ? -a.lo : a.hi;

	return (IntRange){ a.lo > 0 ? a.lo : 0, top };
}

static IntRange shifted(IntRange a, IntRange count)
{
	return (IntRange){ a.lo >> count.hi, a.hi >> count.lo };
}

/* What an operation gives, if nothing wraps; false: it is none of these. */
static bool result(Op op, const IntRange *a, IntRange *r)
{
	switch (op) {
	case OP_ADD:
		*r = range_sum(a[0], a[1]);
		return true;
	case OP_SUB:
		*r = range_difference(a[0], a[1]);
		return true;
	case OP_MUL:
		if (a[0].hi > INT32_MAX && a[1].hi > INT32_MAX)
			return false;
		*r = range_product(a[0], a[1]);
		return true;
	case OP_NEG:
		*r = (IntRange){ -a[0].hi, -a[0].lo };
		return true;
	case OP_ABS:
		*r = magnitude(a[0]);
		return true;
	case OP_MIN:
		*r = range_min(a[0], a[1]);
		return true;
	case OP_MAX:
		*r = range_max(a[0], a[1]);
		return true;
	case OP_DIV:
		*r = range_either(a[0], (IntRange){ 0, 0 });
		return a[1].lo > 1 && a[1].lo == a[1].hi;
	case OP_SHR:
		if (a[1].lo < 0 || a[1].lo != a[1].hi || a[1].hi >= 16)
			return false;
		*r = shifted(a[0], a[1]);
		return true;
	default:
		return false;
	}
}

/* -- what code gives ------------------------------------------------------- */

static IntRange range(const Code *code);

/* Whether it is an operation whose range result() knows. */
static bool narrows(const Code *code, Op *op)
{
	if (code->kind != CODE_PREFIX && code->kind != CODE_INFIX
	    && code->kind != CODE_CALL)
		return false;
	*op = operator_rows[code->op].op;
	return *op != OP_COUNT && op_rows[*op].narrows;
}

/* Of one integer to another. */
static bool is_conversion(const Code *code)
{
	return code->kind == CODE_CALL && code->op == OPERATOR_CONVERT
	    && scalar_is_int(code->scalar)
	    && code->count == 1 && is_short(code->args[0]->scalar)
	    && code->args[0]->scalar != SCALAR_BOOL;
}

/* Bits that are set are counted. */
static bool is_count(const Code *code)
{
	return code->kind == CODE_CALL
	    && operator_rows[code->op].op == OP_POPCOUNT;
}

/* Of the first two arguments, in each lane. */
static bool is_select(const Code *code)
{
	return code->kind == CODE_CALL && code->op == OPERATOR_SELECT
	    && scalar_is_int(code->scalar);
}

/* So that nothing overflows here. */
static const IntRange operands = { INT32_MIN, UINT32_MAX };

static bool of_parts(const Code *code, IntRange *r)
{
	IntRange parts[2];
	Op op;

	if (is_count(code)) {
		*r = (IntRange){ 0, 8 * (int64_t)scalar_bytes(code->scalar) };
		return true;
	}
	if (is_select(code)) {
		*r = range_either(range(code->args[0]), range(code->args[1]));
		return true;
	}
	if (code->kind == CODE_LANES || is_conversion(code)) {
		*r = range(code->args[0]);
		return code->count == 1;
	}
	if (!narrows(code, &op) || code->count > 2)
		return false;
	for (int i = 0; i < code->count; i++) {
		parts[i] = range(code->args[i]);
		if (!range_is_within(parts[i], operands))
			return false;
	}
	return result(op, parts, r);
}

static IntRange range(const Code *code)
{
	const IntRange type = range_of(code->scalar);
	IntRange r;

	if (code->kind == CODE_LITERAL)
		return literal(code);
	return of_parts(code, &r) && range_is_within(r, type) ? r : type;
}

/* -- in 16 bits ------------------------------------------------------------ */

/* What was widened without a change of its value. */
static const Code *narrower(const Code *code)
{
	return is_conversion(code) && code->width > 1
	    && scalar_bytes(code->args[0]->scalar) <= 2
	    && range_is_within(range(code->args[0]), range_of(code->scalar))
	     ? code->args[0] : NULL;
}

/* The arguments and their ranges; whether one of them is a narrower vector, and
 * the others are literals. */
static bool narrow_args(Op op, const Code *const *args, const Code **small,
			IntRange *ranges)
{
	int count = op == OP_NEG || op == OP_ABS ? 1 : 2, vectors = 0;

	for (int i = 0; i < count; i++) {
		small[i] = args[i];
		if (args[i]->kind != CODE_LITERAL) {
			small[i] = narrower(args[i]);
			vectors++;
		}
		if (!small[i])
			return false;
		ranges[i] = range(small[i]);
	}
	return vectors > 0;
}

/* The type of 16 bits that holds the arguments and the result. */
static bool find_type(int count, const IntRange *ranges, Scalar *type)
{
	static const Scalar types[] = { SCALAR_I16, SCALAR_U16 };

	for (int t = 0; t < 2; t++) {
		int i = 0;

		*type = types[t];
		while (i < count && range_is_within(ranges[i], range_of(*type)))
			i++;
		if (i == count)
			return true;
	}
	return false;
}

/* Whether there is anything to ask of the arguments. */
static bool may_be_small(Op op, Scalar scalar)
{
	return (scalar == SCALAR_I32 || scalar == SCALAR_U32)
	    && op_rows[op].narrows;
}

const Code *code_small(Arena *arena, Op op, const Code *const *args)
{
	int count = op == OP_NEG || op == OP_ABS ? 1 : 2;
	const Code *small[2];
	Scalar scalar = args[0]->scalar, type;
	IntRange ranges[3];

	if (!may_be_small(op, scalar)
	    || !narrow_args(op, args, small, ranges)
	    || !result(op, ranges, &ranges[2])
	    || !range_is_within(ranges[2], range_of(scalar)))
		return NULL;
	ranges[count] = ranges[2];
	if (!find_type(count + 1, ranges, &type))
		return NULL;
	for (int i = 0; i < count; i++)
		small[i] = small[i]->kind == CODE_LITERAL
			 ? code_int(arena, type, ranges[i].lo)
			 : code_convert(arena, type, small[i]);
	return code_convert(arena, scalar, code_op(arena, op, small));
}

const Code *code_unwidened(const Code *code, Scalar to)
{
	const Code *inner = is_short(to) && to != SCALAR_BOOL
			  ? narrower(code) : NULL;

	return inner ? inner : code;
}

#include "codegen_opencl/code_node.h"

#include <string.h>

const Code *code_var(Arena *arena, Var *var)
{
	Code *made = ARENA_NEW(arena, Code);

	*made = (Code){ .kind = CODE_VAR, .var = var, .scalar = var->scalar,
			.width = var->width, .mask = var->mask };
	return made;
}

const Code *code_literal(Arena *arena, Scalar scalar, uint64_t bits)
{
	Code *made = ARENA_NEW(arena, Code);

	*made = (Code){ .kind = CODE_LITERAL, .scalar = scalar, .width = 1,
			.bits = bits };
	return made;
}

const Code *code_int(Arena *arena, Scalar scalar, int64_t value)
{
	double number = (double)value;
	uint64_t bits = (uint64_t)value;

	if (scalar_is_float(scalar))
		memcpy(&bits, &number, sizeof bits);
	return code_literal(arena, scalar, bits);
}

const Code *code_index(Arena *arena, Scalar scalar, const Affine *index)
{
	Code *made = ARENA_NEW(arena, Code);

	if (affine_is_const(index))
		return code_int(arena, scalar, index->constant);
	*made = (Code){ .kind = CODE_INDEX, .scalar = scalar,
			.width = index->width, .index = index };
	return made;
}

const Code *code_with(Arena *arena, Code code, int count,
			     const Code *const *args)
{
	Code *made = ARENA_NEW(arena, Code);
	const Code **copy = ARENA_ARRAY(arena, const Code *, count);

	memcpy(copy, args, sizeof *copy * (size_t)count);
	*made = code;
	made->count = count;
	made->args = copy;
	return made;
}

const Code *code_lanes(Arena *arena, int count, const Code *const *lanes)
{
	Code made = { .kind = CODE_LANES, .scalar = lanes[0]->scalar,
		      .width = count };
	const Code *masks[16];

	if (made.scalar != SCALAR_BOOL)
		return code_with(arena, made, count, lanes);
	made.mask = 4;
	for (int i = 0; i < count; i++)
		masks[i] = code_prefix(arena, OPERATOR_NEG,
				       code_convert(arena, SCALAR_I32,
						    lanes[i]));
	return code_with(arena, made, count, masks);
}

/* The integer type of a mask's lanes. */
static Scalar mask_scalar(const Code *mask)
{
	static const Scalar scalars[] = { [1] = SCALAR_I8, [2] = SCALAR_I16,
					  [4] = SCALAR_I32, [8] = SCALAR_I64 };

	return scalars[mask->mask];
}

const Code *code_lane(Arena *arena, const Code *vector, int lane)
{
	Code made = { .kind = CODE_LANE, .scalar = vector->scalar, .width = 1,
		      .lane = lane };
	const Code *whole;

	if (vector->width == 1)
		return vector;
	if (vector->scalar != SCALAR_BOOL)
		return code_with(arena, made, 1, &vector);
	made.scalar = mask_scalar(vector);
	whole = code_with(arena, made, 1, &vector);
	return code_convert(arena, SCALAR_BOOL, whole);
}

const Code *code_load(Arena *arena, Buffer *buffer, const Affine *index,
		      int width)
{
	Code *made = ARENA_NEW(arena, Code);

	*made = (Code){ .kind = CODE_LOAD, .scalar = buffer->scalar,
			.buffer = buffer, .index = index, .width = width };
	if (buffer->scalar == SCALAR_BOOL)
		made->scalar = SCALAR_U8;
	return made;
}

bool code_is_atomic(const Code *code)
{
	return code->kind == CODE_VAR || code->kind == CODE_LITERAL
	    || (code->kind == CODE_LANE && code->args[0]->kind == CODE_VAR);
}

/* -- nodes ----------------------------------------------------------------- */

int code_widest(int count, const Code *const *args)
{
	int width = 1;

	for (int i = 0; i < count; i++)
		if (args[i]->width > width)
			width = args[i]->width;
	return width;
}

const Code *code_infix(Arena *arena, Operator op, Scalar scalar,
		       const Code *a, const Code *b)
{
	const Code *args[] = { a, b };
	Code made = { .kind = CODE_INFIX, .op = op, .scalar = scalar,
		      .width = code_widest(2, args) };

	if (scalar == SCALAR_BOOL && made.width > 1)
		made.mask = a->scalar == SCALAR_BOOL
			    ? a->mask : (int)scalar_bytes(a->scalar);
	return code_with(arena, made, 2, args);
}

const Code *code_both(Arena *arena, const Code *a, const Code *b)
{
	return a && b ? code_infix(arena, OPERATOR_AND, SCALAR_BOOL, a, b)
	     : a ? a : b;
}

const Code *code_prefix(Arena *arena, Operator op, const Code *a)
{
	return code_with(arena, (Code){ .kind = CODE_PREFIX, .op = op,
					.scalar = a->scalar, .mask = a->mask,
					.width = a->width }, 1, &a);
}

const Code *code_call_own(Arena *arena, Operator op, const char *name,
			  Scalar scalar, int count, const Code *const *args)
{
	Code *made = ARENA_NEW(arena, Code);

	*made = *code_call(arena, op, scalar, 0, count, args);
	made->name = name;
	made->helper = true;
	return made;
}

const Code *code_call(Arena *arena, Operator op, Scalar scalar, int mask,
		      int count, const Code *const *args)
{
	const Code made = { .kind = CODE_CALL, .op = op, .scalar = scalar,
			    .mask = mask, .width = code_widest(count, args),
			    .helper = operator_rows[op].helper };
	const Code *wide[3];

	for (int i = 0; i < count; i++)
		wide[i] = code_splat(arena, args[i], made.width, 4);
	return code_with(arena, made, count, wide);
}

const Code *code_call_plain(Arena *arena, Operator op, Scalar scalar,
			    const Code *value)
{
	return code_with(arena, (Code){ .kind = CODE_CALL, .op = op,
					.scalar = scalar,
					.width = value->width,
					.helper = operator_rows[op].helper },
			 1, &value);
}

const Code *code_cast(Arena *arena, Scalar to, const Code *a)
{
	if (a->scalar == to)
		return a;
	return code_with(arena, (Code){ .kind = CODE_CAST, .scalar = to,
					.width = 1 }, 1, &a);
}

static bool is_small(Scalar scalar)
{
	return scalar_is_int(scalar) && scalar_bytes(scalar) < 4;
}

const Code *code_narrow(Arena *arena, Scalar scalar, const Code *value)
{
	Code *promoted;

	if (value->width > 1 || !is_small(scalar))
		return value;
	promoted = ARENA_NEW(arena, Code);
	*promoted = *value;
	promoted->scalar = SCALAR_I32;
	return code_cast(arena, scalar, promoted);
}

/* -- masks ----------------------------------------------------------------- */

const Code *code_splat(Arena *arena, const Code *value, int width, int mask)
{
	Code made = { .kind = CODE_LANES, .scalar = value->scalar,
		      .width = width };

	if (width == 1)
		return value;
	if (value->scalar != SCALAR_BOOL) {
		if (value->width == width)
			return value;
		return code_with(arena, made, 1, &value);
	}
	made.mask = mask;
	if (value->width == width) {
		if (value->mask == mask)
			return value;
		made.kind = CODE_CALL;
		made.op = OPERATOR_CONVERT;
		return code_with(arena, made, 1, &value);
	}
	value = code_prefix(arena, OPERATOR_NEG,
			    code_convert(arena, SCALAR_I32, value));
	return code_with(arena, made, 1, &value);
}

const Code *code_stored(Arena *arena, const Code *value, int width)
{
	const Code *mask, *one;

	if (value->scalar != SCALAR_BOOL || width == 1)
		return code_splat(arena, value, width, 0);
	mask = code_splat(arena, value, width, value->mask ? value->mask : 1);
	one = code_int(arena, mask_scalar(mask), 1);
	mask = code_infix(arena, OPERATOR_BITAND, SCALAR_BOOL, mask, one);
	return code_call_plain(arena, OPERATOR_CONVERT, SCALAR_U8, mask);
}

const Code *code_fetched(Arena *arena, const Code *load, Scalar scalar)
{
	if (scalar != SCALAR_BOOL)
		return load;
	return code_convert(arena, SCALAR_BOOL, load);
}

/* Both bools as masks of one size. */
void code_even_masks(Arena *arena, const Code **a, const Code **b)
{
	int width = (*a)->width > (*b)->width ? (*a)->width : (*b)->width;
	int mask = (*a)->mask > (*b)->mask ? (*a)->mask : (*b)->mask;

	*a = code_splat(arena, *a, width, mask);
	*b = code_splat(arena, *b, width, mask);
}

/* -- conversions ----------------------------------------------------------- */

/* Without the fraction, the nearest integer of the type, 0 for a NaN; PoCL 3.1's
 * own function takes 16 cycles for a scalar. */
static Operator cut_of(Scalar from, int width)
{
	return width > 1 || from == SCALAR_F16 ? OPERATOR_CONVERT_SAT
		: from == SCALAR_F32 ? OPERATOR_CUT_FLOAT : OPERATOR_CUT_DOUBLE;
}

static const Code *convert(Arena *arena, Scalar to, const Code *value,
			   bool within)
{
	Scalar from = value->scalar;
	Operator op = OPERATOR_CONVERT;

	if (from == to)
		return value;
	if (to == SCALAR_BOOL)
		return code_infix(arena, OPERATOR_NE, SCALAR_BOOL, value,
				  code_int(arena, from, 0));
	if (scalar_is_float(from) && scalar_is_int(to) && !within)
		op = cut_of(from, value->width);
	else if (value->width == 1)
		return code_cast(arena, to, value);
	if (from == SCALAR_BOOL)
		value = code_infix(arena, OPERATOR_BITAND, SCALAR_BOOL, value,
				   code_int(arena, mask_scalar(value), 1));
	return code_call_plain(arena, op, to, value);
}

const Code *code_convert(Arena *arena, Scalar to, const Code *value)
{
	return convert(arena, to, code_unwidened(value, to), false);
}

const Code *code_convert_within(Arena *arena, Scalar to, const Code *value)
{
	return convert(arena, to, value, true);
}

const Code *code_bits(Arena *arena, Scalar to, const Code *value)
{
	if (value->scalar == to)
		return value;
	return code_call_plain(arena, OPERATOR_BITS, to, value);
}

/* -- choices and comparisons of indices ------------------------------------ */

const Code *code_choose(Arena *arena, const Code *condition, const Code *yes,
			const Code *no)
{
	const Code *args[3] = { condition, yes, no };
	Code made = { .kind = CODE_COND, .scalar = yes->scalar, .width = 1 };
	int width = code_widest(3, args), bytes;

	if (width == 1)
		return code_narrow(arena, yes->scalar,
			      code_with(arena, made, 3, args));
	if (condition->width == 1) {
		made.width = width;
		if (yes->scalar == SCALAR_BOOL)
			code_even_masks(arena, &args[1], &args[2]);
		made.mask = args[1]->mask;
		args[1] = code_splat(arena, args[1], width, made.mask);
		args[2] = code_splat(arena, args[2], width, made.mask);
		return code_with(arena, made, 3, args);
	}
	if (yes->scalar == SCALAR_BOOL)
		code_even_masks(arena, &args[1], &args[2]);
	bytes = yes->scalar != SCALAR_BOOL ? (int)scalar_bytes(yes->scalar)
		: args[1]->mask ? args[1]->mask : 4;
	made = (Code){ .kind = CODE_CALL, .op = OPERATOR_SELECT,
		       .scalar = yes->scalar, .width = width,
		       .mask = yes->scalar == SCALAR_BOOL ? bytes : 0 };
	return code_with(arena, made, 3, (const Code *[]){
			 code_splat(arena, args[2], width, bytes),
			 code_splat(arena, args[1], width, bytes),
			 code_splat(arena, condition, width, bytes) });
}

const Code *code_all(Arena *arena, const Code *condition)
{
	if (condition->width == 1)
		return condition;
	return code_with(arena, (Code){ .kind = CODE_CALL, .op = OPERATOR_ALL,
					.scalar = SCALAR_BOOL, .width = 1 },
			 1, &condition);
}

const Code *code_any_nan(Arena *arena, const Code *vector)
{
	return code_with(arena, (Code){ .kind = CODE_CALL,
					.op = OPERATOR_ANY_NAN,
					.scalar = SCALAR_BOOL, .width = 1,
					.helper = true }, 1, &vector);
}

const Code *code_below(Arena *arena, const Affine *a, const Affine *b)
{
	Scalar scalar = affine_is_wide(a) || affine_is_wide(b) ? SCALAR_I64
							      : SCALAR_I32;

	return code_infix(arena, OPERATOR_LT, SCALAR_BOOL,
			  code_index(arena, scalar, a),
			  code_index(arena, scalar, b));
}

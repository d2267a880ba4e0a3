/* Numbers that are computed, as indices of elements: of one that is where the
 * number says, or of as many as a vector has lanes. */
#include "codegen_opencl/view.h"

/* Whether no value of the type lies beyond so many elements. */
static bool all_fit(Scalar scalar, int64_t length)
{
	int bits = (int)(8 * scalar_bytes(scalar)) - scalar_is_signed(scalar);

	return bits < 62 && length >= (INT64_C(1) << bits);
}

/* The number in a type that has the last index, too, where that is open. */
static const Code *with_room(Gen *g, const Code *index, const Size *length)
{
	const Scalar least = g->indices.wide ? SCALAR_I64 : SCALAR_I32;

	return length->open
	       && scalar_bytes(index->scalar) < scalar_bytes(least)
	       ? code_convert(g->arena, least, index) : index;
}

/* Lanes that the condition around does not want must read something, too. */
static const Code *kept_inside(Gen *g, const Code *number, const Size *length)
{
	const Code *index = with_room(g, number, length);
	const Code *pair[2] = { index, code_int(g->arena, index->scalar, 0) };
	const Affine *last = affine_plus(&g->indices, gen_size(g, length), -1);

	if (scalar_is_signed(index->scalar))
		pair[0] = code_op(g->arena, OP_MAX, pair);
	if (!length->open && all_fit(index->scalar, length->value))
		return pair[0];
	pair[1] = affine_is_const(last)
		? code_int(g->arena, index->scalar, last->constant)
		: code_index(g->arena, index->scalar, last);
	return code_op(g->arena, OP_MIN, pair);
}

const Code *index_fixed(Gen *g, const Code *code)
{
	Var *var;

	if (code->kind != CODE_VAR || code->var->kind != VAR_REGISTER)
		return gen_name(g, code, VAR_TEMP);
	var = var_new(g->arena, VAR_TEMP, code->scalar, code->width, 0);
	gen_add(g, (Stmt){ .kind = STMT_DECLARE, .var = var, .value = code });
	return code_var(g->arena, var);
}

/* Forms of indices have terms that are subtracted: where no promotion makes it so
 * the number itself is a signed one. */
static const Code *with_sign(Gen *g, const Code *code, int64_t most)
{
	if (code->scalar != SCALAR_U32 && code->scalar != SCALAR_U64)
		return code;
	return code_convert(g->arena, most >= INT32_MAX ? SCALAR_I64
							: SCALAR_I32, code);
}

/* Of a form. */
static const Affine *form_within(Gen *g, const Affine *index,
				 const Size *length)
{
	if (g->guarded || affine_is_const(index))
		return affine_clamp_to(&g->indices, index,
				       gen_size(g, length));
	return index;
}

const Affine *index_within(Gen *g, const View *view, const Size *length)
{
	AffineTable *t = &g->indices;
	const Affine *index = index_of(g, view);
	int64_t most = length->open ? affine_open(t) - 1 : length->value - 1;
	const Code *code;

	if (index)
		return form_within(g, index, length);
	code = view_value(g, view);
	index = index_of(g, view_code(g, code));
	if (index)
		return form_within(g, index, length);
	index = length->open ? NULL : index_of_row(g, code, length->value);
	if (index)
		return index;
	if (g->guarded)
		code = kept_inside(g, code, length);
	code = index_fixed(g, with_sign(g, code, most));
	if (code->kind == CODE_LANE)
		return affine_at_lane(t, affine_lane_of(t, code->args[0]->var,
					code->args[0]->width, 0, most),
				     affine_const(t, code->lane));
	if (code->width > 1)
		return affine_lane_of(t, code->var, code->width, 0, most);
	return affine_var(t, code->var, 0, most);
}

/* The scalar functions of language.md as expressions of OpenCL C. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/functions.h"

/* -- integers -------------------------------------------------------------- */

/* The unsigned type in which arithmetic of that type wraps. */
static Scalar ring(Scalar scalar)
{
	return scalar_bytes(scalar) == 8 ? SCALAR_U64 : SCALAR_U32;
}

static bool wraps_by_itself(const Code *a, int width)
{
	return width > 1 || scalar_is_float(a->scalar)
	    || a->scalar == ring(a->scalar);
}

static const Code *in_ring(Arena *arena, const Code *a)
{
	Scalar to = ring(a->scalar);

	if (a->kind == CODE_CAST && a->args[0]->scalar == to)
		return a->args[0];
	return code_cast(arena, to, a);
}

typedef struct OpForm OpForm;
typedef const Code *OpLower(Arena *arena, const OpForm *form,
			    const Code *const *args);

struct OpForm {
	OpLower *lower;
	const char *name;
	int rank;
};

static const Code *op_ring(Arena *arena, const OpForm *form,
			   const Code *const *args)
{
	Scalar scalar = args[0]->scalar;

	if (wraps_by_itself(args[0], code_widest(2, args)))
		return code_infix(arena, form->name, form->rank, scalar, args[0],
			     args[1]);
	return code_cast(arena, scalar,
		    code_infix(arena, form->name, form->rank, ring(scalar),
			  in_ring(arena, args[0]), in_ring(arena, args[1])));
}

static const Code *op_neg(Arena *arena, const OpForm *form,
			  const Code *const *args)
{
	if (wraps_by_itself(args[0], args[0]->width))
		return code_prefix(arena, form->name, args[0]);
	return code_cast(arena, args[0]->scalar,
		    code_prefix(arena, form->name, in_ring(arena, args[0])));
}

static bool is_safe_divisor(const Code *code)
{
	return code->kind == CODE_LITERAL && code->bits
	    && code->bits != UINT64_MAX;
}

static const Code *helper_call(Arena *arena, const char *name, Scalar scalar,
			       int count, const Code *const *args)
{
	Code *made = ARENA_NEW(arena, Code);

	*made = *code_call(arena, name, scalar, 0, count, args);
	made->helper = true;
	return made;
}

/* Of vectors of f64 PoCL 3.1's own is wrong for large quotients, or does not
 * end: lane by lane. */
static const Code *float_rest(Arena *arena, Scalar scalar,
			      const Code *const *args)
{
	bool vector = args[0]->width > 1 || args[1]->width > 1;

	return vector && scalar == SCALAR_F64
		? helper_call(arena, "fmod_@", scalar, 2, args)
		: code_call(arena, "fmod", scalar, 0, 2, args);
}

static const Code *op_div(Arena *arena, const OpForm *form,
			  const Code *const *args)
{
	Scalar scalar = args[0]->scalar;
	bool rest = form->name[0] == '%';

	if (scalar_is_float(scalar))
		return rest ? float_rest(arena, scalar, args)
			    : code_infix(arena, "/", RANK_MUL, scalar, args[0],
				    args[1]);
	if (is_safe_divisor(args[1]))
		return code_narrow(arena, scalar,
			      code_infix(arena, form->name, form->rank, scalar,
				    args[0], args[1]));
	return helper_call(arena, rest ? "rem_@" : "div_@", scalar, 2, args);
}

static const Code *op_abs(Arena *arena, const OpForm *form,
			  const Code *const *args)
{
	Scalar scalar = args[0]->scalar, magnitude = (Scalar)(scalar + 1);

	(void)form;
	if (scalar_is_float(scalar))
		return code_call(arena, "fabs", scalar, 0, 1, args);
	if (!scalar_is_signed(scalar))
		return args[0];
	if (args[0]->width > 1)
		return helper_call(arena, "abs_@", scalar, 1, args);
	return code_convert(arena, scalar,
			    code_call(arena, "abs", magnitude, 0, 1, args));
}

static const Code *op_sign(Arena *arena, const OpForm *form,
			   const Code *const *args)
{
	const Code *a = args[0], *zero = code_int(arena, a->scalar, 0);
	const Code *above, *below;

	(void)form;
	if (scalar_is_float(a->scalar))
		return code_call(arena, "sign", a->scalar, 0, 1, args);
	if (!scalar_is_signed(a->scalar))
		return code_call(arena, "min", a->scalar, 0, 2, (const Code *[]){
			    a, code_int(arena, a->scalar, 1) });
	above = code_infix(arena, ">", RANK_LESS, SCALAR_BOOL, a, zero);
	below = code_infix(arena, "<", RANK_LESS, SCALAR_BOOL, a, zero);
	if (a->width > 1)
		return code_infix(arena, "-", RANK_ADD, a->scalar, below, above);
	return code_convert(arena, a->scalar,
			    code_infix(arena, "-", RANK_ADD, SCALAR_I32, above,
				  below));
}

static const Code *op_extreme(Arena *arena, const OpForm *form,
			      const Code *const *args)
{
	bool is_float = scalar_is_float(args[0]->scalar);

	return code_call(arena, form->name + !is_float, args[0]->scalar, 0, 2,
		    args);
}

static const Code *op_call(Arena *arena, const OpForm *form,
			   const Code *const *args)
{
	return code_call(arena, form->name, args[0]->scalar, 0, form->rank, args);
}

static const Code *op_popcount(Arena *arena, const OpForm *form,
			       const Code *const *args)
{
	return args[0]->width > 1
		? helper_call(arena, "popcount_@", args[0]->scalar, 1, args)
		: op_call(arena, form, args);
}

static const Code *op_class(Arena *arena, const OpForm *form,
			    const Code *const *args)
{
	int mask = args[0]->width > 1 ? (int)scalar_bytes(args[0]->scalar) : 0;

	return code_call(arena, form->name, SCALAR_BOOL, mask, 1, args);
}

static const Code *op_compare(Arena *arena, const OpForm *form,
			      const Code *const *args)
{
	const Code *a = args[0], *b = args[1];

	if (a->scalar == SCALAR_BOOL)
		code_even_masks(arena, &a, &b);
	return code_infix(arena, form->name, form->rank, SCALAR_BOOL, a, b);
}

/* name is "&&"; on masks its second half, "&". */
static const Code *op_logic(Arena *arena, const OpForm *form,
			    const Code *const *args)
{
	const Code *a = args[0], *b = args[1];

	if (code_widest(2, args) == 1)
		return code_infix(arena, form->name, form->rank, SCALAR_BOOL, a, b);
	code_even_masks(arena, &a, &b);
	return code_infix(arena, form->name + 1,
		     form->rank == RANK_AND ? RANK_BITAND : RANK_BITOR,
		     SCALAR_BOOL, a, b);
}

static const Code *op_not(Arena *arena, const OpForm *form,
			  const Code *const *args)
{
	(void)form;
	return code_prefix(arena, args[0]->width > 1 ? "~" : "!", args[0]);
}

static const Code *op_bits(Arena *arena, const OpForm *form,
			   const Code *const *args)
{
	return code_narrow(arena, args[0]->scalar,
		      code_infix(arena, form->name, form->rank, args[0]->scalar,
			    args[0], args[1]));
}

static const Code *op_bitnot(Arena *arena, const OpForm *form,
			     const Code *const *args)
{
	return code_narrow(arena, args[0]->scalar,
		      code_prefix(arena, form->name, args[0]));
}

static const Code *shift_count(Arena *arena, const Code *count)
{
	uint64_t bits = 8 * scalar_bytes(count->scalar) - 1;

	if (count->kind == CODE_LITERAL)
		return code_literal(arena, count->scalar, count->bits & bits);
	return code_infix(arena, "&", RANK_BITAND, count->scalar, count,
		     code_literal(arena, count->scalar, bits));
}

static const Code *op_shift(Arena *arena, const OpForm *form,
			    const Code *const *args)
{
	int width = code_widest(2, args);
	Scalar scalar = args[0]->scalar;
	const Code *count = shift_count(arena, args[1]);

	if (width == 1 && form->name[0] == '<' && scalar != ring(scalar))
		return code_cast(arena, scalar,
			    code_infix(arena, form->name, form->rank, ring(scalar),
				  in_ring(arena, args[0]), count));
	return code_narrow(arena, scalar,
		      code_infix(arena, form->name, form->rank, scalar,
			    code_splat(arena, args[0], width, 0), count));
}

static const OpForm forms[OP_COUNT] = {
	[OP_ADD] = { op_ring, "+", RANK_ADD },
	[OP_SUB] = { op_ring, "-", RANK_ADD },
	[OP_MUL] = { op_ring, "*", RANK_MUL },
	[OP_DIV] = { op_div, "/", RANK_MUL },
	[OP_REM] = { op_div, "%", RANK_MUL },
	[OP_NEG] = { op_neg, "-", 0 },
	[OP_ABS] = { op_abs, NULL, 0 },
	[OP_SIGN] = { op_sign, NULL, 0 },
	[OP_MIN] = { op_extreme, "fmin", 0 },
	[OP_MAX] = { op_extreme, "fmax", 0 },
	[OP_FMA] = { op_call, "fma", 3 },
	[OP_SQRT] = { op_call, "sqrt", 1 },
	[OP_RSQRT] = { op_call, "rsqrt", 1 },
	[OP_CBRT] = { op_call, "cbrt", 1 },
	[OP_EXP] = { op_call, "exp", 1 },
	[OP_EXP2] = { op_call, "exp2", 1 },
	[OP_EXPM1] = { op_call, "expm1", 1 },
	[OP_LOG] = { op_call, "log", 1 },
	[OP_LOG2] = { op_call, "log2", 1 },
	[OP_LOG10] = { op_call, "log10", 1 },
	[OP_LOG1P] = { op_call, "log1p", 1 },
	[OP_POW] = { op_call, "pow", 2 },
	[OP_HYPOT] = { op_call, "hypot", 2 },
	[OP_SIN] = { op_call, "sin", 1 },
	[OP_COS] = { op_call, "cos", 1 },
	[OP_TAN] = { op_call, "tan", 1 },
	[OP_ASIN] = { op_call, "asin", 1 },
	[OP_ACOS] = { op_call, "acos", 1 },
	[OP_ATAN] = { op_call, "atan", 1 },
	[OP_ATAN2] = { op_call, "atan2", 2 },
	[OP_SINH] = { op_call, "sinh", 1 },
	[OP_COSH] = { op_call, "cosh", 1 },
	[OP_TANH] = { op_call, "tanh", 1 },
	[OP_ERF] = { op_call, "erf", 1 },
	[OP_FLOOR] = { op_call, "floor", 1 },
	[OP_CEIL] = { op_call, "ceil", 1 },
	[OP_ROUND] = { op_call, "round", 1 },
	[OP_TRUNC] = { op_call, "trunc", 1 },
	[OP_ISNAN] = { op_class, "isnan", 0 },
	[OP_ISINF] = { op_class, "isinf", 0 },
	[OP_LT] = { op_compare, "<", RANK_LESS },
	[OP_LE] = { op_compare, "<=", RANK_LESS },
	[OP_GT] = { op_compare, ">", RANK_LESS },
	[OP_GE] = { op_compare, ">=", RANK_LESS },
	[OP_EQ] = { op_compare, "==", RANK_EQUAL },
	[OP_NE] = { op_compare, "!=", RANK_EQUAL },
	[OP_AND] = { op_logic, "&&", RANK_AND },
	[OP_OR] = { op_logic, "||", RANK_OR },
	[OP_NOT] = { op_not, NULL, 0 },
	[OP_BITAND] = { op_bits, "&", RANK_BITAND },
	[OP_BITOR] = { op_bits, "|", RANK_BITOR },
	[OP_BITXOR] = { op_bits, "^", RANK_BITXOR },
	[OP_BITNOT] = { op_bitnot, "~", 0 },
	[OP_SHL] = { op_shift, "<<", RANK_SHIFT },
	[OP_SHR] = { op_shift, ">>", RANK_SHIFT },
	[OP_POPCOUNT] = { op_popcount, "popcount", 1 },
	[OP_CLZ] = { op_call, "clz", 1 },
};

const Code *code_op(Arena *arena, Op op, const Code *const *args)
{
	const Code *small = code_small(arena, op, args);

	return small ? small : forms[op].lower(arena, &forms[op], args);
}

const Code *code_op_exact(Arena *arena, Op op, const Code *const *args)
{
	if ((op != OP_MIN && op != OP_MAX) || !scalar_is_float(args[0]->scalar))
		return code_op(arena, op, args);
	return helper_call(arena, op == OP_MIN ? "min_@" : "max_@",
			   args[0]->scalar, 2, args);
}

const Code *code_extreme_of_number(Arena *arena, Op op,
				   const Code *const *args)
{
	return helper_call(arena, op == OP_MIN ? "lesser_@" : "greater_@",
			   args[0]->scalar, 2, args);
}

const Code *code_own(Arena *arena, Op op, const Code *const *args)
{
	const OpForm *form = &forms[op];
	bool wide = args[0]->scalar == SCALAR_F64;
	const char *name = form->lower == op_call
				   ? function_name(form->name, wide) : NULL;

	return name ? helper_call(arena, name, args[0]->scalar, form->rank,
				  args) : NULL;
}

const Code *code_root_quotient(Arena *arena, const Code *value)
{
	return code_infix(arena, "/", RANK_MUL, SCALAR_F32,
			  code_int(arena, SCALAR_F32, 1),
			  code_call(arena, "sqrt", SCALAR_F32, 0, 1, &value));
}

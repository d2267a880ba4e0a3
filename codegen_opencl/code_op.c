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
	Operator by;
	Operator other; /* in its place: see each */
};

static const Code *op_ring(Arena *arena, const OpForm *form,
			   const Code *const *args)
{
	Scalar scalar = args[0]->scalar;

	if (wraps_by_itself(args[0], code_widest(2, args)))
		return code_infix(arena, form->by, scalar, args[0], args[1]);
	return code_cast(arena, scalar,
		    code_infix(arena, form->by, ring(scalar),
			  in_ring(arena, args[0]), in_ring(arena, args[1])));
}

static const Code *op_neg(Arena *arena, const OpForm *form,
			  const Code *const *args)
{
	if (wraps_by_itself(args[0], args[0]->width))
		return code_prefix(arena, form->by, args[0]);
	return code_cast(arena, args[0]->scalar,
		    code_prefix(arena, form->by, in_ring(arena, args[0])));
}

static bool is_safe_divisor(const Code *code)
{
	return code->kind == CODE_LITERAL && code->bits
	    && code->bits != UINT64_MAX;
}

/* Of vectors of f64 PoCL 3.1's own is wrong for large quotients, or does not
 * end: lane by lane. */
static const Code *float_rest(Arena *arena, Scalar scalar,
			      const Code *const *args)
{
	bool vector = args[0]->width > 1 || args[1]->width > 1;

	return code_call(arena, vector && scalar == SCALAR_F64
				? OPERATOR_FMOD_LANES : OPERATOR_FMOD,
			 scalar, 0, 2, args);
}

/* By what may be 0 or -1 with the other. */
static const Code *op_div(Arena *arena, const OpForm *form,
			  const Code *const *args)
{
	Scalar scalar = args[0]->scalar;

	if (scalar_is_float(scalar) && form->by == OPERATOR_REM)
		return float_rest(arena, scalar, args);
	if (scalar_is_float(scalar))
		return code_infix(arena, form->by, scalar, args[0], args[1]);
	if (is_safe_divisor(args[1]))
		return code_narrow(arena, scalar,
				   code_infix(arena, form->by, scalar, args[0],
					      args[1]));
	return code_call(arena, form->other, scalar, 0, 2, args);
}

static const Code *op_abs(Arena *arena, const OpForm *form,
			  const Code *const *args)
{
	Scalar scalar = args[0]->scalar, magnitude = (Scalar)(scalar + 1);

	if (scalar_is_float(scalar))
		return code_call(arena, OPERATOR_FABS, scalar, 0, 1, args);
	if (!scalar_is_signed(scalar))
		return args[0];
	if (args[0]->width > 1)
		return code_call(arena, form->other, scalar, 0, 1, args);
	return code_convert(arena, scalar,
			    code_call(arena, form->by, magnitude, 0, 1, args));
}

static const Code *op_sign(Arena *arena, const OpForm *form,
			   const Code *const *args)
{
	const Code *a = args[0], *zero = code_int(arena, a->scalar, 0);
	const Code *above, *below;

	if (scalar_is_float(a->scalar))
		return code_call(arena, form->by, a->scalar, 0, 1, args);
	if (!scalar_is_signed(a->scalar))
		return code_call(arena, OPERATOR_MIN, a->scalar, 0, 2,
				 (const Code *[]){
				 a, code_int(arena, a->scalar, 1) });
	above = code_infix(arena, OPERATOR_GT, SCALAR_BOOL, a, zero);
	below = code_infix(arena, OPERATOR_LT, SCALAR_BOOL, a, zero);
	if (a->width > 1)
		return code_infix(arena, OPERATOR_SUB, a->scalar, below, above);
	return code_convert(arena, a->scalar,
			    code_infix(arena, OPERATOR_SUB, SCALAR_I32, above,
				       below));
}

/* Of floats; of integers by the other. */
static const Code *op_extreme(Arena *arena, const OpForm *form,
			      const Code *const *args)
{
	bool is_float = scalar_is_float(args[0]->scalar);

	return code_call(arena, is_float ? form->by : form->other,
			 args[0]->scalar, 0, 2, args);
}

static const Code *op_call(Arena *arena, const OpForm *form,
			   const Code *const *args)
{
	return code_call(arena, form->by, args[0]->scalar, 0,
			 op_rows[operator_rows[form->by].op].arity, args);
}

/* Of vectors by the other. */
static const Code *op_popcount(Arena *arena, const OpForm *form,
			       const Code *const *args)
{
	return code_call(arena, args[0]->width > 1 ? form->other : form->by,
			 args[0]->scalar, 0, 1, args);
}

static const Code *op_class(Arena *arena, const OpForm *form,
			    const Code *const *args)
{
	int mask = args[0]->width > 1 ? (int)scalar_bytes(args[0]->scalar) : 0;

	return code_call(arena, form->by, SCALAR_BOOL, mask, 1, args);
}

static const Code *op_compare(Arena *arena, const OpForm *form,
			      const Code *const *args)
{
	const Code *a = args[0], *b = args[1];

	if (a->scalar == SCALAR_BOOL)
		code_even_masks(arena, &a, &b);
	return code_infix(arena, form->by, SCALAR_BOOL, a, b);
}

/* On masks the other. */
static const Code *op_logic(Arena *arena, const OpForm *form,
			    const Code *const *args)
{
	const Code *a = args[0], *b = args[1];

	if (code_widest(2, args) == 1)
		return code_infix(arena, form->by, SCALAR_BOOL, a, b);
	code_even_masks(arena, &a, &b);
	return code_infix(arena, form->other, SCALAR_BOOL, a, b);
}

/* On masks the other. */
static const Code *op_not(Arena *arena, const OpForm *form,
			  const Code *const *args)
{
	return code_prefix(arena, args[0]->width > 1 ? form->other : form->by,
			   args[0]);
}

static const Code *op_bits(Arena *arena, const OpForm *form,
			   const Code *const *args)
{
	return code_narrow(arena, args[0]->scalar,
			   code_infix(arena, form->by, args[0]->scalar, args[0],
				      args[1]));
}

static const Code *op_bitnot(Arena *arena, const OpForm *form,
			     const Code *const *args)
{
	return code_narrow(arena, args[0]->scalar,
			   code_prefix(arena, form->by, args[0]));
}

static const Code *shift_count(Arena *arena, const Code *count)
{
	uint64_t bits = 8 * scalar_bytes(count->scalar) - 1;

	if (count->kind == CODE_LITERAL)
		return code_literal(arena, count->scalar, count->bits & bits);
	return code_infix(arena, OPERATOR_BITAND, count->scalar, count,
			  code_literal(arena, count->scalar, bits));
}

static const Code *op_shift(Arena *arena, const OpForm *form,
			    const Code *const *args)
{
	int width = code_widest(2, args);
	Scalar scalar = args[0]->scalar;
	const Code *count = shift_count(arena, args[1]);

	if (width == 1 && form->by == OPERATOR_SHL && scalar != ring(scalar))
		return code_cast(arena, scalar,
				 code_infix(arena, form->by, ring(scalar),
					    in_ring(arena, args[0]), count));
	return code_narrow(arena, scalar,
			   code_infix(arena, form->by, scalar,
				      code_splat(arena, args[0], width, 0),
				      count));
}

#define FORM(op, lower, by, other) \
	[OP_##op] = { lower, OPERATOR_##by, OPERATOR_##other }

static const OpForm forms[OP_COUNT] = {
	FORM(ADD,      op_ring,     ADD,      COUNT),
	FORM(SUB,      op_ring,     SUB,      COUNT),
	FORM(MUL,      op_ring,     MUL,      COUNT),
	FORM(DIV,      op_div,      DIV,      DIV_TOTAL),
	FORM(REM,      op_div,      REM,      REM_TOTAL),
	FORM(NEG,      op_neg,      NEG,      COUNT),
	FORM(ABS,      op_abs,      ABS,      ABS_LANES),
	FORM(SIGN,     op_sign,     SIGN,     COUNT),
	FORM(MIN,      op_extreme,  FMIN,     MIN),
	FORM(MAX,      op_extreme,  FMAX,     MAX),
	FORM(FMA,      op_call,     FMA,      COUNT),
	FORM(SQRT,     op_call,     SQRT,     COUNT),
	FORM(RSQRT,    op_call,     RSQRT,    COUNT),
	FORM(CBRT,     op_call,     CBRT,     COUNT),
	FORM(EXP,      op_call,     EXP,      COUNT),
	FORM(EXP2,     op_call,     EXP2,     COUNT),
	FORM(EXPM1,    op_call,     EXPM1,    COUNT),
	FORM(LOG,      op_call,     LOG,      COUNT),
	FORM(LOG2,     op_call,     LOG2,     COUNT),
	FORM(LOG10,    op_call,     LOG10,    COUNT),
	FORM(LOG1P,    op_call,     LOG1P,    COUNT),
	FORM(POW,      op_call,     POW,      COUNT),
	FORM(HYPOT,    op_call,     HYPOT,    COUNT),
	FORM(SIN,      op_call,     SIN,      COUNT),
	FORM(COS,      op_call,     COS,      COUNT),
	FORM(TAN,      op_call,     TAN,      COUNT),
	FORM(ASIN,     op_call,     ASIN,     COUNT),
	FORM(ACOS,     op_call,     ACOS,     COUNT),
	FORM(ATAN,     op_call,     ATAN,     COUNT),
	FORM(ATAN2,    op_call,     ATAN2,    COUNT),
	FORM(SINH,     op_call,     SINH,     COUNT),
	FORM(COSH,     op_call,     COSH,     COUNT),
	FORM(TANH,     op_call,     TANH,     COUNT),
	FORM(ERF,      op_call,     ERF,      COUNT),
	FORM(FLOOR,    op_call,     FLOOR,    COUNT),
	FORM(CEIL,     op_call,     CEIL,     COUNT),
	FORM(ROUND,    op_call,     ROUND,    COUNT),
	FORM(TRUNC,    op_call,     TRUNC,    COUNT),
	FORM(ISNAN,    op_class,    ISNAN,    COUNT),
	FORM(ISINF,    op_class,    ISINF,    COUNT),
	FORM(LT,       op_compare,  LT,       COUNT),
	FORM(LE,       op_compare,  LE,       COUNT),
	FORM(GT,       op_compare,  GT,       COUNT),
	FORM(GE,       op_compare,  GE,       COUNT),
	FORM(EQ,       op_compare,  EQ,       COUNT),
	FORM(NE,       op_compare,  NE,       COUNT),
	FORM(AND,      op_logic,    AND,      BITAND),
	FORM(OR,       op_logic,    OR,       BITOR),
	FORM(NOT,      op_not,      NOT,      BITNOT),
	FORM(BITAND,   op_bits,     BITAND,   COUNT),
	FORM(BITOR,    op_bits,     BITOR,    COUNT),
	FORM(BITXOR,   op_bits,     BITXOR,   COUNT),
	FORM(BITNOT,   op_bitnot,   BITNOT,   COUNT),
	FORM(SHL,      op_shift,    SHL,      COUNT),
	FORM(SHR,      op_shift,    SHR,      COUNT),
	FORM(POPCOUNT, op_popcount, POPCOUNT, POPCOUNT_LANES),
	FORM(CLZ,      op_call,     CLZ,      COUNT),
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
	return code_call(arena, op == OP_MIN ? OPERATOR_MIN_EXACT
					     : OPERATOR_MAX_EXACT,
			 args[0]->scalar, 0, 2, args);
}

const Code *code_extreme_of_number(Arena *arena, Op op,
				   const Code *const *args)
{
	return code_call(arena, op == OP_MIN ? OPERATOR_LESSER
					     : OPERATOR_GREATER,
			 args[0]->scalar, 0, 2, args);
}

const Code *code_own(Arena *arena, Op op, const Code *const *args)
{
	const OpForm *form = &forms[op];
	bool wide = args[0]->scalar == SCALAR_F64;
	const char *name = form->lower == op_call
		? function_name(operator_rows[form->by].text, wide) : NULL;

	return name ? code_call_own(arena, form->by, name, args[0]->scalar,
				    op_rows[op].arity, args) : NULL;
}

const Code *code_root_quotient(Arena *arena, const Code *value)
{
	return code_infix(arena, OPERATOR_DIV, SCALAR_F32,
			  code_int(arena, SCALAR_F32, 1),
			  code_call(arena, OPERATOR_SQRT, SCALAR_F32, 0, 1,
				    &value));
}

const Code *code_between(Arena *arena, const Code *number, int64_t least,
			 int64_t most)
{
	const Code *pair[2] = { number, code_int(arena, number->scalar, least) };

	pair[0] = code_op(arena, OP_MAX, pair);
	pair[1] = code_int(arena, number->scalar, most);
	return code_op(arena, OP_MIN, pair);
}

/* Scalar functions: fields of the record ops of proofs/Ops.v, whatever they
 * mean; those of bool are Coq's. */
#include <inttypes.h>

#include "rules/coq_print.h"

static const char *const names[OP_COUNT] = {
	[OP_ADD] = "o_add", [OP_SUB] = "o_sub", [OP_MUL] = "o_mul",
	[OP_DIV] = "o_div", [OP_REM] = "o_rem", [OP_NEG] = "o_neg",
	[OP_ABS] = "o_abs", [OP_SIGN] = "o_sign", [OP_MIN] = "o_min",
	[OP_MAX] = "o_max", [OP_FMA] = "o_fma", [OP_SQRT] = "o_sqrt",
	[OP_RSQRT] = "o_rsqrt", [OP_EXP] = "o_exp", [OP_LOG] = "o_log",
	[OP_POW] = "o_pow", [OP_SIN] = "o_sin", [OP_COS] = "o_cos",
	[OP_LT] = "o_lt", [OP_LE] = "o_le", [OP_GT] = "o_gt", [OP_GE] = "o_ge",
	[OP_EQ] = "o_eq", [OP_NE] = "o_ne", [OP_BITAND] = "o_and",
	[OP_BITOR] = "o_or", [OP_BITXOR] = "o_xor",
};

static const char *ops_of(CoqPrint *p, const Type *type)
{
	if (type->kind == TYPE_OPEN && p->draft) {
		p->numbers[type->number] = true;
		return arena_printf(p->arena, "ops_%s",
				    p->draft->rule->types[type->number]);
	}
	return arena_printf(p->arena, "ops_%s", scalar_name(type->scalar));
}

const char *coq_literal(CoqPrint *p, const Type *type, double value)
{
	if (type->kind == TYPE_SCALAR && type->scalar == SCALAR_BOOL)
		return value != 0 ? "true" : "false";
	if (value != (double)(int64_t)value)
		p->missing = "a literal that is no integer";
	return arena_printf(p->arena, "(o_lit %s (%" PRId64 ")%%Z)",
			    ops_of(p, type), (int64_t)value);
}

const char *coq_op(CoqPrint *p, Op op, const Type *type, int count,
		   const char *const *kids)
{
	const char *term;

	if (op == OP_AND || op == OP_OR)
		return arena_printf(p->arena, "(%s %s %s)", op == OP_AND
				    ? "andb" : "orb", kids[0], kids[1]);
	if (!names[op])
		p->missing = op_rows[op].name;
	term = arena_printf(p->arena, "(%s %s",
			    names[op] ? names[op] : "missing",
			    ops_of(p, type));
	for (int i = 0; i < count; i++)
		term = arena_printf(p->arena, "%s %s", term, kids[i]);
	return arena_printf(p->arena, "%s)", term);
}

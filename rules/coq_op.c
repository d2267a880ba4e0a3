/* Scalar functions: fields o_NAME of the record ops of proofs/Ops.v, whatever
 * they mean; those of bool are Coq's. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

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
	[OP_AND] = "andb", [OP_OR] = "orb", [OP_NOT] = "negb",
};

const char *coq_ops(CoqPrint *p, const Type *type)
{
	if (type->kind == TYPE_OPEN && p->draft) {
		p->numbers[type->number] = true;
		return arena_printf(p->arena, "ops_%s",
				    p->draft->rule->types[type->number]);
	}
	if (type->kind == TYPE_VECTOR)
		return arena_printf(p->arena, "(ops_vec %s %d)",
				    coq_ops(p, type->element), type->count);
	p->scalars[type->scalar] = true;
	return arena_printf(p->arena, "ops_%s", scalar_name(type->scalar));
}

/* Printed as such: nothing is lost, and it is not -0. */
static bool is_small_integer(double value)
{
	return value > -1e15 && value < 1e15 && value == (double)(int64_t)value
	    && !(value == 0 && signbit(value));
}

const char *coq_literal(CoqPrint *p, const Type *type, double value)
{
	if (type->kind == TYPE_SCALAR && type->scalar == SCALAR_BOOL)
		return value != 0 ? "true" : "false";
	if (!is_small_integer(value)) {
		uint64_t bits;

		memcpy(&bits, &value, sizeof bits);
		return arena_printf(p->arena, "(o_bits %s %" PRIu64 "%%Z)",
				    coq_ops(p, type), bits);
	}
	return arena_printf(p->arena, "(o_lit %s (%" PRId64 ")%%Z)",
			    coq_ops(p, type), (int64_t)value);
}

static bool gives_bool(Op op, const Type *type)
{
	return op_rows[op].result == RESULT_BOOL
	    || type->scalar == SCALAR_BOOL;
}

/* Comparisons, and functions of bool, are those of the lanes. */
static const char *lane_by_lane(CoqPrint *p, Op op, const Type *type,
				int count, const char *const *kids)
{
	const char *const none[1] = { "" };

	return coq_apply(p, arena_printf(p->arena, "%s %s",
					 count == 1 ? "map" : "each2",
					 coq_op(p, op, type->element, 0, none)),
			 count, kids);
}

const char *coq_op(CoqPrint *p, Op op, const Type *type, int count,
		   const char *const *kids)
{
	const OpRow *row = &op_rows[op];
	const char *head = names[op];

	if (type->kind == TYPE_VECTOR && gives_bool(op, type))
		return lane_by_lane(p, op, type, count, kids);
	if (head && head[1] != '_')
		return coq_apply(p, head, count, kids);
	if (head)
		head = arena_printf(p->arena, "%s %s", head, coq_ops(p, type));
	else
		head = arena_printf(p->arena, "o_%s%s %s \"%s\"%%string",
				    row->result == RESULT_BOOL ? "test"
							       : "call",
				    row->result == RESULT_BOOL ? ""
				    : count == 1 ? "1" : "2",
				    coq_ops(p, type), row->name);
	return coq_apply(p, head, count, kids);
}

/* Integer functions of indices as indices again, so that x[i - 1] is as plain
 * to the views as x[i]. What is no linear form, or might leave its type, is
 * computed as any other number. */
#include "base/checked.h"
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/view.h"

/* Forms beyond this are left to the device: no sum or product of two others
 * overflows. */
#define FORM_LIMIT (INT64_C(1) << 40)

static bool is_small(const Affine *a)
{
	return a->lo > -FORM_LIMIT && a->hi < FORM_LIMIT;
}

static bool fits(Scalar scalar, const Affine *a)
{
	int bits = (int)(8 * scalar_bytes(scalar)) - scalar_is_signed(scalar);
	int64_t end = INT64_C(1) << (bits > 62 ? 62 : bits);

	return a->hi < end && a->lo >= (scalar_is_signed(scalar) ? -end : 0);
}

const Affine *index_of(Gen *g, const View *view)
{
	const Code *code = view->code;
	int64_t value;

	if (view->kind != VIEW_CODE)
		return NULL;
	if (code->kind == CODE_INDEX)
		return code->index;
	if (code->kind != CODE_LITERAL || !scalar_is_int(code->scalar))
		return NULL;
	value = (int64_t)code->bits;
	if (value <= -FORM_LIMIT || value >= FORM_LIMIT
	    || (value < 0 && !scalar_is_signed(code->scalar)))
		return NULL;
	return affine_const(&g->indices, value);
}

/* -- functions ------------------------------------------------------------- */

typedef const Affine *Fold(AffineTable *t, const Affine *a, const Affine *b);

static const Affine *fold_mul(AffineTable *t, const Affine *a, const Affine *b)
{
	int64_t most;

	if (!affine_is_const(b))
		return affine_is_const(a) ? fold_mul(t, b, a) : NULL;
	if (!checked_mul(a->lo, b->constant, &most)
	    || !checked_mul(a->hi, b->constant, &most))
		return NULL;
	return affine_times(t, a, b->constant);
}

static const Affine *fold_div(AffineTable *t, const Affine *a, const Affine *b)
{
	if (!affine_is_const(b) || b->constant < 1 || a->lo < 0)
		return NULL;
	return affine_div(t, a, b->constant);
}

static const Affine *fold_rem(AffineTable *t, const Affine *a, const Affine *b)
{
	if (!affine_is_const(b) || b->constant < 1 || a->lo < 0)
		return NULL;
	return affine_mod(t, a, b->constant);
}

static const Affine *fold_neg(AffineTable *t, const Affine *a, const Affine *b)
{
	(void)b;
	return affine_times(t, a, -1);
}

static const Affine *fold_abs(AffineTable *t, const Affine *a, const Affine *b)
{
	(void)b;
	return a->lo >= 0 ? a : a->hi <= 0 ? affine_times(t, a, -1) : NULL;
}

/* a cut to lo..hi. */
static const Affine *cut(AffineTable *t, const Affine *a, int64_t lo,
			 int64_t hi)
{
	return affine_plus(t, affine_clamp(t, affine_plus(t, a, -lo),
					   hi - lo + 1), lo);
}

static const Affine *fold_min(AffineTable *t, const Affine *a, const Affine *b)
{
	if (!affine_is_const(b))
		return affine_is_const(a) ? fold_min(t, b, a) : NULL;
	if (b->constant <= a->lo)
		return b;
	return cut(t, a, a->lo, b->constant);
}

static const Affine *fold_max(AffineTable *t, const Affine *a, const Affine *b)
{
	if (!affine_is_const(b))
		return affine_is_const(a) ? fold_max(t, b, a) : NULL;
	if (b->constant >= a->hi)
		return b;
	return cut(t, a, b->constant, a->hi);
}

/* 2 to the count, which lies below the width of the type. */
static const Affine *power(AffineTable *t, const Affine *count)
{
	return affine_is_const(count) && count->constant < 31
	       ? affine_const(t, INT64_C(1) << count->constant) : NULL;
}

static const Affine *fold_shl(AffineTable *t, const Affine *a, const Affine *b)
{
	const Affine *factor = power(t, b);

	return factor ? fold_mul(t, a, factor) : NULL;
}

static const Affine *fold_shr(AffineTable *t, const Affine *a, const Affine *b)
{
	const Affine *divisor = power(t, b);

	return divisor ? fold_div(t, a, divisor) : NULL;
}

/* i & 7 is i % 8. */
static const Affine *fold_and(AffineTable *t, const Affine *a, const Affine *b)
{
	if (!affine_is_const(b) || b->constant < 0
	    || (b->constant & (b->constant + 1)))
		return NULL;
	return fold_rem(t, a, affine_const(t, b->constant + 1));
}

static Fold *const folds[OP_COUNT] = {
	[OP_ADD] = affine_add, [OP_SUB] = affine_sub, [OP_MUL] = fold_mul,
	[OP_DIV] = fold_div, [OP_REM] = fold_rem, [OP_NEG] = fold_neg,
	[OP_ABS] = fold_abs, [OP_MIN] = fold_min, [OP_MAX] = fold_max,
	[OP_SHL] = fold_shl, [OP_SHR] = fold_shr, [OP_BITAND] = fold_and,
};

/* -- comparisons ----------------------------------------------------------- */

/* Whether difference < 0, > 0 or == 0 everywhere (1), nowhere (0), or now and
 * then (-1). */
static int is_below(const Affine *d)
{
	return d->hi < 0 ? 1 : d->lo >= 0 ? 0 : -1;
}

static int is_above(const Affine *d)
{
	return d->lo > 0 ? 1 : d->hi <= 0 ? 0 : -1;
}

static int is_zero(const Affine *d)
{
	return d->lo == 0 && d->hi == 0 ? 1 : d->lo > 0 || d->hi < 0 ? 0 : -1;
}

typedef struct Comparison {
	int (*decide)(const Affine *difference);
	bool negated;
} Comparison;

static const Comparison comparisons[OP_COUNT] = {
	[OP_LT] = { is_below, false }, [OP_GE] = { is_below, true },
	[OP_GT] = { is_above, false }, [OP_LE] = { is_above, true },
	[OP_EQ] = { is_zero, false }, [OP_NE] = { is_zero, true },
};

static const View *compared(Gen *g, Op op, const Affine *a, const Affine *b)
{
	const Affine *difference = affine_sub(&g->indices, a, b);
	int decided = comparisons[op].decide(difference);
	Scalar scalar = affine_is_wide(a) || affine_is_wide(b) ? SCALAR_I64
							       : SCALAR_I32;
	const Code *args[2];

	if (decided >= 0)
		return view_code(g, code_literal(g->arena, SCALAR_BOOL,
				 (uint64_t)(decided
					    != comparisons[op].negated)));
	args[0] = index_number(g, code_index(g->arena, scalar, a));
	args[1] = index_number(g, code_index(g->arena, scalar, b));
	return view_code(g, code_op(g->arena, op, args));
}

/* -- from and to numbers --------------------------------------------------- */

/* Modulo the width of the type, if it is known; else as it is. */
static const Affine *shift_count(AffineTable *t, Scalar scalar,
				 const Affine *count)
{
	int64_t bits = 8 * (int64_t)scalar_bytes(scalar);

	if (!affine_is_const(count))
		return count;
	return affine_const(t, count->constant & (bits - 1));
}

const View *index_op(Gen *g, const Expr *e, const View *const *args)
{
	const Affine *a = index_of(g, args[0]), *b, *made;

	if (!a || !is_small(a))
		return NULL;
	b = e->kid_count > 1 ? index_of(g, args[1]) : a;
	if (!b || !is_small(b))
		return NULL;
	if (comparisons[e->op].decide)
		return compared(g, e->op, a, b);
	if (e->op == OP_SHL || e->op == OP_SHR)
		b = shift_count(&g->indices, e->type->scalar, b);
	made = folds[e->op] ? folds[e->op](&g->indices, a, b) : NULL;
	if (!made || !is_small(made) || !fits(e->type->scalar, made))
		return NULL;
	return view_code(g, code_index(g->arena, e->type->scalar, made));
}

const View *index_convert(Gen *g, Scalar to, const View *arg)
{
	const Affine *a = index_of(g, arg);
	const Code *number;

	if (!a || affine_is_const(a) || to == SCALAR_BOOL)
		return NULL;
	if (scalar_is_int(to))
		return fits(to, a) ? view_code(g, code_index(g->arena, to, a))
				   : NULL;
	number = index_number(g, code_index(g->arena, affine_is_wide(a)
					    ? SCALAR_I64 : SCALAR_I32, a));
	return view_code(g, code_convert(g->arena, to, number));
}

/* rest + factor * lane, where that is all that varies. */
static const Code *along_lanes(Gen *g, Scalar scalar, const Affine *index)
{
	AffineTable *t = &g->indices;
	const Affine *first, *second;
	const Code *lanes[16];
	int64_t step, distance;

	first = affine_at_lane(t, index, affine_const(t, 0));
	second = affine_at_lane(t, index, affine_const(t, 1));
	if (!affine_distance(t, first, second, &step))
		return NULL;
	for (int i = 0; i < index->width; i++) {
		second = affine_at_lane(t, index, affine_const(t, i));
		if (!affine_distance(t, first, second, &distance)
		    || distance != step * i)
			return NULL;
		lanes[i] = code_int(g->arena, scalar, distance);
	}
	return code_infix(g->arena, OPERATOR_ADD, scalar,
			  code_index(g->arena, scalar, first),
			  code_lanes(g->arena, index->width, lanes));
}

const Code *index_number(Gen *g, const Code *code)
{
	AffineTable *t = &g->indices;
	const Code *sum, *lanes[16];

	if (code->kind != CODE_INDEX || code->width == 1)
		return code;
	sum = along_lanes(g, code->scalar, code->index);
	if (sum)
		return sum;
	for (int i = 0; i < code->width; i++)
		lanes[i] = code_index(g->arena, code->scalar,
				      affine_at_lane(t, code->index,
						     affine_const(t, i)));
	return code_lanes(g->arena, code->width, lanes);
}

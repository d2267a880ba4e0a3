#include "codegen_opencl/masks.h"

#include "codegen_opencl/code_node.h"

/* Indices in the lanes: one, and what is added to it in each, from lo to hi. */
typedef struct Spread {
	const Affine *first;
	int64_t lo, hi;
} Spread;

typedef struct Masks {
	AffineTable *t;
	Arena *arena;
	bool every;
} Masks;

static bool added_to(const Code *lanes, Spread *spread)
{
	spread->lo = INT64_MAX;
	spread->hi = INT64_MIN;
	for (int i = 0; i < lanes->count; i++) {
		const int64_t value = (int64_t)lanes->args[i]->bits;

		if (lanes->args[i]->kind != CODE_LITERAL)
			return false;
		spread->lo = value < spread->lo ? value : spread->lo;
		spread->hi = value > spread->hi ? value : spread->hi;
	}
	return true;
}

static bool spread_of(AffineTable *t, const Code *code, Spread *spread)
{
	if (code->kind == CODE_LANES && code->count == 1)
		return spread_of(t, code->args[0], spread);
	*spread = (Spread){ code->index, 0, 0 };
	if (code->kind == CODE_INDEX && code->width == 1)
		return true;
	if (code->kind == CODE_LITERAL && scalar_is_int(code->scalar)) {
		spread->first = affine_const(t, (int64_t)code->bits);
		return true;
	}
	if (code->kind != CODE_INFIX || code->op != OPERATOR_ADD
	    || code->args[0]->kind != CODE_INDEX || code->args[0]->width > 1
	    || code->args[1]->kind != CODE_LANES)
		return false;
	spread->first = code->args[0]->index;
	return added_to(code->args[1], spread);
}

static const Code *compared(const Masks *m, Operator op, const Spread *a,
			    int64_t of_a, const Spread *b, int64_t of_b)
{
	const Affine *first = affine_plus(m->t, a->first, of_a);
	const Affine *second = affine_plus(m->t, b->first, of_b);
	const Scalar scalar = affine_is_wide(first) || affine_is_wide(second)
			      ? SCALAR_I64 : SCALAR_I32;

	return code_infix(m->arena, op, SCALAR_BOOL,
			  code_index(m->arena, scalar, first),
			  code_index(m->arena, scalar, second));
}

/* Of a comparison, by the lanes of either side that decide about it: in some lane
 * the first is small, the second great; in every lane even the greatest is as small
 * as the least of the second. */
static const Code *below(const Masks *m, Operator op, const Spread *a,
			 const Spread *b)
{
	return m->every ? compared(m, op, a, a->hi, b, b->lo)
			: compared(m, op, a, a->lo, b, b->hi);
}

static const Code *above(const Masks *m, Operator op, const Spread *a,
			 const Spread *b)
{
	return m->every ? compared(m, op, a, a->lo, b, b->hi)
			: compared(m, op, a, a->hi, b, b->lo);
}

static const Code *of_mask(const Masks *m, const Code *mask);

static const Code *of_both(const Masks *m, const Code *first,
			   const Code *second)
{
	if (m->every && (!first || !second))
		return NULL;
	return code_both(m->arena, first, second);
}

static const Code *of_comparison(const Masks *m, const Code *mask)
{
	Spread a, b;

	if (!spread_of(m->t, mask->args[0], &a)
	    || !spread_of(m->t, mask->args[1], &b))
		return NULL;
	switch (mask->op) {
	case OPERATOR_LT:
	case OPERATOR_LE:
		return below(m, mask->op, &a, &b);
	case OPERATOR_GT:
	case OPERATOR_GE:
		return above(m, mask->op, &a, &b);
	case OPERATOR_EQ:
		return of_both(m, above(m, OPERATOR_GE, &a, &b),
			       below(m, OPERATOR_LE, &a, &b));
	default:
		return NULL;
	}
}

static const Code *of_mask(const Masks *m, const Code *mask)
{
	if (mask->kind == CODE_LANES && mask->count == 1
	    && mask->args[0]->kind == CODE_PREFIX
	    && mask->args[0]->op == OPERATOR_NEG
	    && mask->args[0]->args[0]->kind == CODE_CAST)
		return mask->args[0]->args[0]->args[0];
	if (mask->kind == CODE_CALL && mask->op == OPERATOR_CONVERT)
		return of_mask(m, mask->args[0]);
	if (mask->kind != CODE_INFIX)
		return NULL;
	if (mask->op == OPERATOR_BITAND)
		return of_both(m, of_mask(m, mask->args[0]),
			       of_mask(m, mask->args[1]));
	return of_comparison(m, mask);
}

const Code *mask_some(AffineTable *t, Arena *arena, const Code *mask)
{
	return of_mask(&(Masks){ t, arena, false }, mask);
}

const Code *mask_every(AffineTable *t, Arena *arena, const Code *mask)
{
	return of_mask(&(Masks){ t, arena, true }, mask);
}

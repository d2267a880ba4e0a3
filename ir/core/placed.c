#include "ir/core/placed.h"

enum { PLACE_MAX = INT32_MAX }; /* of indices that sums are made of */

/* first + step * i of the only variable i. */
typedef struct Line {
	int64_t first, step;
} Line;

static bool line_of(const Expr *e, Line *line);

static Line line_plus(Line a, Line b, int64_t times)
{
	return (Line){ a.first + times * b.first, a.step + times * b.step };
}

static bool line_of_op(const Expr *e, Line *line)
{
	Line a = { 0, 0 }, b = { 0, 0 };

	if (e->kid_count > 2 || !line_of(e->kids[0], &a)
	    || (e->kid_count > 1 && !line_of(e->kids[1], &b)))
		return false;
	if (e->op == OP_ADD)
		*line = line_plus(a, b, 1);
	else if (e->op == OP_SUB)
		*line = line_plus(a, b, -1);
	else if (e->op == OP_NEG)
		*line = line_plus(b, a, -1);
	else if (e->op == OP_MUL && !(a.step && b.step))
		*line = a.step ? line_plus((Line){ 0, 0 }, a, b.first)
			       : line_plus((Line){ 0, 0 }, b, a.first);
	else
		return false;
	return line->first >= -PLACE_MAX && line->first <= PLACE_MAX
	    && line->step >= -1 && line->step <= 1;
}

static bool line_of(const Expr *e, Line *line)
{
	if (e->type->kind != TYPE_SCALAR || e->type->scalar != SCALAR_I64)
		return false;
	switch (e->kind) {
	case EXPR_VAR:
		*line = (Line){ 0, 1 };
		return e->index == 0;
	case EXPR_LITERAL:
		*line = (Line){ (int64_t)e->bits, 0 };
		return line->first >= -PLACE_MAX && line->first <= PLACE_MAX;
	case EXPR_SIZE:
		*line = (Line){ e->sizes[0]->value, 0 };
		return size_is_const(e->sizes[0]) && line->first <= PLACE_MAX;
	case EXPR_OP:
		return line_of_op(e, line);
	default:
		return false;
	}
}

bool placed_in_line(const Expr *permute, int64_t *first, int64_t *step)
{
	const Expr *is = permute->kids[1];
	const Size *from = is->type->length, *to = permute->type->length;
	Line line = { 0, 1 };
	int64_t last;

	if (is->kind != EXPR_PRIM || !size_is_const(from) || !size_is_const(to))
		return false;
	if (is->prim == PRIM_MAP || is->prim == PRIM_MAP_SEQ
	    || is->prim == PRIM_MAP_SEQ_UNROLL) {
		if (!expr_is(is->kids[1], PRIM_GENERATE)
		    || !line_of(is->kids[0]->kids[0], &line))
			return false;
	} else if (is->prim != PRIM_GENERATE) {
		return false;
	}
	last = line.first + line.step * (from->value - 1);
	*first = line.first;
	*step = line.step;
	return line.step && from->value && line.first >= 0 && last >= 0
	    && line.first < to->value && last < to->value;
}

const Expr *placed_at_once(const Expr *scatter)
{
	static const bool atomic[OP_COUNT] = {
		[OP_ADD] = true,    [OP_MIN] = true,   [OP_MAX] = true,
		[OP_BITAND] = true, [OP_BITOR] = true, [OP_BITXOR] = true,
	};
	const Type *type = scatter->type->element;
	const Expr *body = scatter->kids[0]->kids[0];

	if (type->kind != TYPE_SCALAR || body->kind != EXPR_OP
	    || !atomic[body->op]
	    || (type->scalar != SCALAR_I32 && type->scalar != SCALAR_U32))
		return NULL;
	for (int i = 0; i < 2; i++)
		if (body->kids[i]->kind == EXPR_VAR && body->kids[i]->index == 1
		    && !expr_uses(body->kids[1 - i], 1))
			return body->kids[1 - i];
	return NULL;
}

/* Types as Coq types: tuples are pairs to the right, vectors what their lanes'
 * vty makes of them. */
#include "rules/coq_print.h"

static bool is_vector(const CoqPrint *p, const Type *type)
{
	return type->kind == TYPE_VECTOR
	    || (p->draft && type->kind == TYPE_OPEN
		&& type->number >= DRAFT_VECTORS);
}

static const char *variable(CoqPrint *p, const Type *type)
{
	return p->draft->rule->types[type->number];
}

/* Of the right-nested pairs: the parts from the given one on. */
static const char *pairs(CoqPrint *p, const Type *tuple, int from,
			 const char *pair,
			 const char *each(CoqPrint *, const Type *))
{
	const char *first = each(p, tuple->parts[from]);

	if (from == tuple->count - 1)
		return first;
	return arena_printf(p->arena, "(%s %s %s)", pair, first,
			    pairs(p, tuple, from + 1, pair, each));
}

/* Lanes are of a scalar type or a type variable, inside tuples and arrays. */
const char *coq_vty(CoqPrint *p, const Type *lane)
{
	if (lane->kind == TYPE_TUPLE)
		return pairs(p, lane, 0, "vpair", coq_vty);
	if (lane->kind == TYPE_ARRAY)
		return arena_printf(p->arena, "(varr %s %s)",
				    coq_vty(p, lane->element),
				    coq_size(p, lane->length));
	if (lane->kind != TYPE_OPEN)
		return arena_printf(p->arena, "(vscalar %s)",
				    coq_type(p, lane));
	p->lanes[lane->number] = true;
	return variable(p, lane);
}

static const char *vector(CoqPrint *p, const Type *type)
{
	const Size *width;
	const char *lane = coq_lane(p, type, &width);

	return arena_printf(p->arena, "(vc %s %s)", lane,
			    coq_size(p, width));
}

const char *coq_lane(CoqPrint *p, const Type *type, const Size **width)
{
	const Type *lane;
	int count;

	if (p->draft) {
		lane = draft_lane(p->draft, type, width);
	} else {
		lane = type_lane(p->ir, type, &count);
		*width = size_const(p->ir, count);
	}
	return coq_vty(p, lane);
}

/* Rows are an array of lists, each of at most as many as all have. */
static const char *list(CoqPrint *p, const Type *type)
{
	const Type *elements = type->parts[0];
	const char *one = arena_printf(p->arena, "(upto %s %s)",
				       coq_type(p, elements->element),
				       coq_size(p, elements->length));

	p->lists = true;
	return type->shape == SHAPE_LIST ? one
		: arena_printf(p->arena, "(arr %s %s)", one,
			       coq_size(p, type->length));
}

const char *coq_type(CoqPrint *p, const Type *type)
{
	switch (type->kind) {
	case TYPE_TUPLE:
		if (type->shape)
			return list(p, type);
		return pairs(p, type, 0, "pr", coq_type);
	case TYPE_ARRAY:
		return arena_printf(p->arena, "(arr %s %s)",
				    coq_type(p, type->element),
				    coq_size(p, type->length));
	case TYPE_SCALAR:
		p->scalars[type->scalar] |= type->scalar != SCALAR_BOOL;
		return arena_printf(p->arena, "t_%s",
				    scalar_name(type->scalar));
	default:
		return is_vector(p, type) ? vector(p, type)
					  : variable(p, type);
	}
}

const char *coq_let(CoqPrint *p, int number, const Type *type,
		    const char *const *kids)
{
	return arena_printf(p->arena, "(let x_%d : %s := %s in %s)", number,
			    coq_type(p, type), kids[0], kids[1]);
}

const char *coq_apply(CoqPrint *p, const char *head, int count,
		      const char *const *kids)
{
	const char *term = arena_printf(p->arena, "(%s", head);

	for (int i = 0; i < count; i++)
		term = arena_printf(p->arena, "%s %s", term, kids[i]);
	return arena_printf(p->arena, "%s)", term);
}

const char *coq_tuple(CoqPrint *p, int count, const char *const *parts)
{
	const char *tuple = parts[count - 1];

	for (int i = count - 2; i >= 0; i--)
		tuple = arena_printf(p->arena, "(P %s %s)", parts[i], tuple);
	return tuple;
}

const char *coq_get(CoqPrint *p, int index, int count, const char *tuple)
{
	for (int i = 0; i < index; i++)
		tuple = arena_printf(p->arena, "(p2 %s)", tuple);
	return index == count - 1 ? tuple
				  : arena_printf(p->arena, "(p1 %s)", tuple);
}

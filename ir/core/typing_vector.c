/* Typing of vectors: lanes innermost, and fill, which is an array unless a
 * vector is asked for. */
#include "ir/core/typing_rule.h"

static bool is_width(Ask *ask)
{
	const Size *n = ask->sizes[0];

	if (n->known && !n->open && type_is_width(n->value))
		return true;
	ask_refuse_size(ask, 0, n, "2, 4, 8 or 16", "is no vector width", NULL);
	return false;
}

static const Type *vector_of(Ask *ask, const Type *lane, int kid)
{
	const Type *closed = unify_close(ask->typing->unifier, lane);
	const Type *vector
		= type_vector(ask_ir(ask), closed, (int)ask->sizes[0]->value);

	if (vector)
		return vector;
	return ask_refuse(ask, E0101, kid, "elements that are no vectors",
			  "%s of vectors", prim_name(ask->prim));
}

const Type *prim_split_vec(Ask *ask)
{
	const Type *xs = ask_array(ask, 0), *vector;
	const Size *rows;

	if (!xs || !is_width(ask))
		return NULL;
	rows = ask_divided(ask, xs->length);
	vector = rows ? vector_of(ask, xs->element, 0) : NULL;
	return vector ? type_array(ask_ir(ask), vector, rows) : NULL;
}

static const Type *lane_of(Ask *ask, const Type *type, int kid, int *width)
{
	const Type *lane
		= unify_lane(ask_ir(ask), ask->typing->unifier, type, width);

	if (!lane)
		ask_refuse(ask, E0101, kid, "vectors of one width",
			   "%s needs vectors", prim_name(ask->prim));
	return lane;
}

const Type *prim_join_vec(Ask *ask)
{
	const Type *xs = ask_array(ask, 0), *lane;
	int width;

	lane = xs ? lane_of(ask, xs->element, 0, &width) : NULL;
	if (!lane)
		return NULL;
	return ask_array_of(ask, lane,
			    size_mul(ask_ir(ask), xs->length,
				     size_const(ask_ir(ask), width)));
}

const Type *prim_map_vec(Ask *ask)
{
	int width;
	const Type *lane = lane_of(ask, ask->types[1], 1, &width), *vector;

	if (!lane)
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = lane;
	vector = type_vector(ask_ir(ask),
			     unify_close(ask->typing->unifier, ask->types[0]),
			     width);
	if (vector)
		return vector;
	return ask_refuse(ask, E0101, 0, "no vectors inside",
			  "the function of mapVec gives a vector");
}

const Type *prim_lanes(Ask *ask)
{
	int width;
	const Type *lane = lane_of(ask, ask->types[0], 0, &width);

	if (!lane)
		return NULL;
	return type_array(ask_ir(ask), lane, size_const(ask_ir(ask), width));
}

const Type *prim_fill(Ask *ask)
{
	if (ask->typing->unifier)
		return unify_open_fill(ask->typing->unifier, ask->types[0],
				       ask->sizes[0]);
	return type_array(ask_ir(ask), ask->types[0], ask->sizes[0]);
}

const Type *prim_splat(Ask *ask)
{
	return is_width(ask) ? vector_of(ask, ask->types[0], 0) : NULL;
}

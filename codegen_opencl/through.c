/* Inverse views: where the argument of a view is computed, when what the view
 * shows goes to some place. */
#include "codegen_opencl/view.h"
#include "ir/core/legal.h"

/* Whether some of the place is in registers: the lanes of one that holds a
 * vector cannot be stored one by one. */
static bool has_registers(const View *place)
{
	for (int i = 0; i < place->count; i++)
		if (has_registers(place->parts[i]))
			return true;
	return place->kind == VIEW_REGISTER
	    || (place->of && has_registers(place->of));
}

static bool is_view_function(const Expr *lambda, bool registers);

/* Whether each element of what the view shows is another of its argument. */
static bool has_inverse(const Expr *e, bool registers)
{
	switch (e->prim) {
	case PRIM_JOIN: case PRIM_SPLIT: case PRIM_SPLIT_INTO:
	case PRIM_TRANSPOSE: case PRIM_REORDER: case PRIM_REORDER_STRIDE:
	case PRIM_JOIN_VEC: case PRIM_LANES: case PRIM_UNZIP:
		return true;
	case PRIM_SPLIT_VEC:
		return !registers;
	case PRIM_HEAD:
		return gen_length(e->kids[0]->type) == 1;
	case PRIM_TAKE:
		return size_same(e->kids[0]->type->length, e->type->length);
	case PRIM_DROP:
		return !e->sizes[0]->count || legal_drops_elements(e);
	case PRIM_MAP:
		return is_view_function(e->kids[0], registers);
	default:
		return false;
	}
}

/* A chain of such views of the function's parameter. */
static bool is_view_function(const Expr *lambda, bool registers)
{
	const Expr *e = lambda->kids[0];

	for (; e->kind == EXPR_PRIM; e = e->kids[e->kid_count - 1])
		if (!has_inverse(e, registers))
			return false;
	return e->kind == EXPR_VAR && e->index == 0;
}

static const View *zip_of_tuple(Gen *g, int count, const View *tuple)
{
	const View **parts = ARENA_ARRAY(g->arena, const View *, count);

	for (int i = 0; i < count; i++)
		parts[i] = view_get(g, tuple, i);
	return view_zip(g, count, parts);
}

static const View *through(Gen *g, const Expr *e, const Env *env,
			   const View *to)
{
	int64_t n = e->size_count ? e->sizes[0]->value : 0;
	int width;

	switch (e->prim) {
	case PRIM_JOIN:
		return view_rows(g, VIEW_SPLIT, to,
				 e->kids[0]->type->element);
	case PRIM_SPLIT:
	case PRIM_SPLIT_INTO:
		return view_rows(g, VIEW_JOIN, to, e->type->element);
	case PRIM_TRANSPOSE:
		return view_by(g, VIEW_TRANSPOSE, to, 0, 0);
	case PRIM_REORDER_STRIDE:
		return view_strided(g, to, size_div(g->ir, e->type->length,
						    e->sizes[0]), e->sizes[0]);
	case PRIM_JOIN_VEC:
		type_lane(g->ir, e->kids[0]->type->element, &width);
		return view_by(g, VIEW_SPLIT_VEC, to, width, 0);
	case PRIM_SPLIT_VEC:
		return view_by(g, VIEW_JOIN_VEC, to, n, 0);
	case PRIM_LANES:
		return view_at(g, to, affine_lane(&g->indices,
						 (int)gen_length(e->type)));
	case PRIM_HEAD:
		return view_by(g, VIEW_SINGLE, to, 0, 0);
	case PRIM_DROP:
		return view_new(g, (View){ .kind = VIEW_AFTER, .of = to,
					   .index = gen_size(g, e->sizes[0]) });
	case PRIM_UNZIP:
		return zip_of_tuple(g, e->type->count, to);
	case PRIM_MAP:
		return view_new(g, (View){ .kind = VIEW_UNMAP, .of = to,
					   .expr = e->kids[0], .env = env });
	default: /* take, reorder */
		return to;
	}
}

const View *gen_through(Gen *g, const Expr *e, const Env *env, const View *to)
{
	return e->kind == EXPR_PRIM && has_inverse(e, has_registers(to))
	       ? through(g, e, env, to) : NULL;
}

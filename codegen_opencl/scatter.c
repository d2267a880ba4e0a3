/* scatter, permute: the array that is changed, then each element stored where its
 * index says; nowhere, where that is outside. What is there before and after is
 * in memory: registers have no indices that data give, so few of them become an
 * array.
 *
 * scatter is a loop over the elements in their order. No two elements of permute
 * go to one place: whatever computes its indices, in any order and at once,
 * writes them through a view that stores elements. */
#include "codegen_opencl/view.h"

/* The kids of either. */
enum { PERMUTE_TO, SCATTER_FUNCTION = PERMUTE_TO, SCATTER_TO };

static int first_kid(const Expr *e)
{
	return e->prim == PRIM_SCATTER ? SCATTER_TO : PERMUTE_TO;
}

/* Below the length and not negative, in one comparison of unsigned numbers. */
const Code *gen_is_inside(Gen *g, const Code *index, const Size *length)
{
	const Scalar scalar = scalar_bytes(index->scalar) < 8 ? SCALAR_U32
							      : SCALAR_U64;
	const Code *args[2];

	args[0] = code_convert(g->arena, scalar, index);
	args[1] = length->open
		? code_convert(g->arena, scalar,
			       code_index(g->arena, SCALAR_I32,
					  gen_size(g, length)))
		: code_int(g->arena, scalar, length->value);
	return code_op(g->arena, OP_LT, args);
}

static void store(Gen *g, const Expr *e, const Env *env, const View *place,
		  const View *x)
{
	const Steps steps = { e, e->kids[SCATTER_FUNCTION], e->type->element };
	const View *args[2] = { place, x };

	if (e->prim == PRIM_SCATTER)
		gen_step(g, &steps, env, args);
	else
		gen_copy(g, x, place, e->type->element, e);
}

/* A name of its own for an index where it is inside: what is computed of it is
 * computed there, where it is in range. */
static const View *named_here(Gen *g, const Code *index)
{
	Var *var = var_new(g->arena, VAR_TEMP, index->scalar, 1, 0);

	gen_add(g, (Stmt){ .kind = STMT_DECLARE, .var = var, .value = index });
	return view_code(g, code_var(g->arena, var));
}

/* What is stored where the index is inside, which is looked at. */
void gen_store_inside(Gen *g, const Expr *e, const Env *env, const View *to,
		      const Code *value, const View *x)
{
	const Size *length = e->type->length;
	Block *body = block_new(g->arena);
	const Affine *known;
	Scope scope;

	gen_open(g, &scope, body);
	known = index_within(g, named_here(g, value), length);
	store(g, e, env, view_at(g, to, known), x);
	gen_close(g);
	gen_add(g, (Stmt){ .kind = STMT_IF,
			   .value = gen_is_inside(g, value, length),
			   .body = body });
}

/* One element; its place is known to be in the array, or looked at. */
static void scatter_one(Gen *g, const Expr *e, const Env *env, const View *to,
			const View *index, const View *x)
{
	const Affine *known = index_of(g, index);
	const Code *value;

	x = view_forced(g, x);
	if (known && affine_is_natural(&g->indices, known)
	    && affine_is_below(&g->indices, known,
			       gen_size(g, e->type->length))) {
		store(g, e, env, view_at(g, to, known), x);
		return;
	}
	value = gen_name(g, view_value(g, index), VAR_TEMP);
	if (!gen_collect(g, e, to, value, x))
		gen_store_inside(g, e, env, to, value, x);
}

const View *gen_permuted(Gen *g, const Expr *e, const View *xs,
			 const View *to)
{
	return view_new(g, (View){ .kind = VIEW_PERMUTED, .of = to, .count = 1,
				   .parts = view_copied(g, 1, &xs),
				   .expr = e });
}

void view_send(Gen *g, const View *view, const Code *index)
{
	scatter_one(g, view->expr, NULL, view->of, view_code(g, index),
		    view->parts[0]);
}

void gen_scatter_to(Gen *g, const Expr *e, const Env *env, const View *to)
{
	const int first = first_kid(e);
	const Expr *places = e->kids[first + 1];
	const View *is, *xs;
	Loop loop;

	if (gen_length(e->type) < 1)
		return;
	gen_write(g, e->kids[first], env, to);
	xs = gen_eval(g, e->kids[first + 2], env);
	if (e->prim == PRIM_PERMUTE) {
		gen_write(g, places, env, gen_permuted(g, e, xs, to));
		return;
	}
	is = gen_eval(g, places, env);
	for (loop = gen_loop_over(g, places->type,
				  gen_unrolls(g, gen_length(places->type), xs,
					      NULL), e);
	     gen_next(g, &loop);)
		scatter_one(g, e, env, to, view_at(g, is, loop.index),
			    view_at(g, xs, loop.index));
}

const View *gen_scatter(Gen *g, const Expr *e, const Env *env)
{
	const View *place = gen_is_long(e) ? gen_temp(g, e->type, e)
					   : gen_private(g, e->type, e);

	gen_write(g, e, env, place);
	return place;
}

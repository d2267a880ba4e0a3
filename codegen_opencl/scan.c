/* scanSeq: a loop over a state of any type that stores each state, or what a map
 * makes of it, or of it and other elements. */
#include "codegen_opencl/view.h"

/* A map of the states, or of what they are zipped with. */
typedef struct Reader {
	const Expr *map, *array;
	int part; /* of the zip, that the states are */
} Reader;

static bool is_scan(Gen *g, const Expr *e, const Env *env)
{
	return expr_is(e, PRIM_SCAN_SEQ) && !gen_pinned(g, e, env);
}

static const Expr *part_of(const Expr *array, int part)
{
	return expr_is(array, PRIM_ZIP) ? array->kids[part] : array;
}

/* The part that is a scan, the only one; -1: there is none, or several. */
static int scanned_part(Gen *g, const Expr *array, const Env *env)
{
	const int count = expr_is(array, PRIM_ZIP) ? array->kid_count : 1;
	int found = -1;

	for (int i = 0; i < count && !gen_pinned(g, array, env); i++) {
		if (!is_scan(g, part_of(array, i), env))
			continue;
		if (found >= 0)
			return -1;
		found = i;
	}
	return found;
}

/* What a scan is zipped with; NULL where there is nothing. */
static const View *const *beside(Gen *g, const Reader *reader, const Env *env)
{
	const Expr *array = reader->array;
	const View **parts;

	if (!expr_is(array, PRIM_ZIP))
		return NULL;
	parts = ARENA_ARRAY(g->arena, const View *, array->kid_count);
	for (int i = 0; i < array->kid_count; i++)
		parts[i] = i == reader->part ? NULL
			 : gen_eval(g, array->kids[i], env);
	return parts;
}

/* The element of the array for this state. */
static const View *element_at(Gen *g, const Reader *reader,
			      const View *const *parts, const View *state,
			      const Affine *index)
{
	const View **all;

	if (!parts)
		return state;
	all = ARENA_ARRAY(g->arena, const View *, reader->array->kid_count);
	for (int i = 0; i < reader->array->kid_count; i++)
		all[i] = i == reader->part ? state
					   : view_at(g, parts[i], index);
	return view_tuple(g, reader->array->kid_count, all);
}

/* The loop; reader NULL: the states are stored. */
static void scan_to(Gen *g, const Expr *e, const Env *env,
		    const Reader *reader, const View *to)
{
	const Steps steps = { e, e->kids[0], e->type->element };
	int64_t count = gen_length(e->type);
	const View *const *parts = reader ? beside(g, reader, env) : NULL;
	const View *xs = gen_eval(g, e->kids[2], env);
	const View *state = gen_state(g, &steps), *x;
	bool unroll = gen_unrolls(g, count, xs, to);
	Loop loop;

	gen_write(g, e->kids[1], env, state);
	for (loop = gen_loop_over(g, e->type, unroll, e);
	     gen_next(g, &loop);) {
		const View *args[2] = { state, view_at(g, xs, loop.index) };
		const View *place = view_at(g, to, loop.index);

		gen_step(g, &steps, env, args);
		if (!reader) {
			gen_copy(g, state, place, steps.type, e);
			continue;
		}
		x = element_at(g, reader, parts, state, loop.index);
		gen_apply_to(g, reader->map->kids[0], env, &x, place);
	}
}

void gen_scan_to(Gen *g, const Expr *e, const Env *env, const View *to)
{
	scan_to(g, e, env, NULL, to);
}

const Expr *gen_mapped_scan(Gen *g, const Expr *e, const Env *env)
{
	const bool loop = e->kind == EXPR_PRIM && prim_is_map(e->prim)
		       && !prim_is(e->prim, TRAIT_PARMAP);
	const int part = loop ? scanned_part(g, e->kids[1], env) : -1;
	const Expr *scan = part < 0 ? NULL : part_of(e->kids[1], part);

	return scan && !((expr_has(e->kids[0]) | expr_has(scan->kids[0]))
			 & HAS_PARALLEL) ? scan : NULL;
}

bool gen_scan_map_to(Gen *g, const Expr *map, const Env *env, const View *to)
{
	const Expr *array = map->kids[1];
	const int part = scanned_part(g, array, env);

	if (part < 0)
		return false;
	scan_to(g, part_of(array, part), env, &(Reader){ map, array, part },
		to);
	return true;
}

/* Few values are private, more have a place in global memory. */
const View *gen_scan(Gen *g, const Expr *e, const Env *env)
{
	const View *place = gen_is_long(e) ? gen_temp(g, e->type, e)
						: gen_private(g, e->type, e);

	gen_write(g, e, env, place);
	return place;
}

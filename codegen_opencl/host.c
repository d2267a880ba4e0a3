/* Between kernels: the program's top level, cut at global synchronisation
 * points.
 *
 * A parallel value that something else reads goes to a buffer, and so does the
 * result of a long sequential computation; both are kernels. What is cheap is
 * computed again in each kernel that reads it. */
#include "codegen_opencl/view.h"
#include "ir/core/placed.h"

/* -- what is worth a kernel ------------------------------------------------ */

enum { WORK_MAX = 64 };

static int64_t work_of(const Expr *e)
{
	int64_t work = 1, times = 1;

	if (e->kind == EXPR_PRIM && (prim_is_map(e->prim)
				     || e->prim == PRIM_REDUCE_SEQ
				     || e->prim == PRIM_REDUCE_SEQ_UNROLL
				     || e->prim == PRIM_SCAN_SEQ
				     || e->prim == PRIM_SCATTER
				     || e->prim == PRIM_SCAN_BY_INDEX
				     || e->prim == PRIM_PERMUTE))
		times = gen_length(e->kids[e->kid_count - 1]->type);
	if (e->kind == EXPR_PRIM && (e->prim == PRIM_ITERATE
				     || e->prim == PRIM_ITERATE_UNTIL))
		times = e->sizes[0]->value;
	for (int i = 0; i < e->kid_count && work <= WORK_MAX; i++) {
		int64_t kid = work_of(e->kids[i]);

		if (e->kids[i]->kind == EXPR_LAMBDA)
			kid = times > WORK_MAX ? times : kid * times;
		work += kid;
	}
	return work;
}

static bool is_cheap(const Expr *e)
{
	return !(expr_has(e) & HAS_TO_GLOBAL)
	    && (work_of(e) <= WORK_MAX
		|| expr_is(e, PRIM_TO_PRIVATE));
}

static const View *stored(Gen *g, const Expr *e, const Env *env)
{
	const View *place = gen_temp(g, e->type, e);

	host_write(g, e, env, place);
	return place;
}

/* -- values ---------------------------------------------------------------- */

static Pin *pin(Gen *g, const Expr *e, const Env *env, const View *view)
{
	Pin *made = ARENA_NEW(g->arena, Pin);

	*made = (Pin){ e, env, view, NULL, g->pins };
	g->pins = made;
	return made;
}

static const Env *host_let(Gen *g, const Expr *e, const Env *env,
			   const View *place);

static void prepare(Gen *g, const Expr *e, const Env *env);

static bool is_rounds(const Expr *e)
{
	return host_iterates(e) || host_folds(e);
}

static bool is_root(const Expr *e)
{
	return e->kind == EXPR_PRIM && (prim_is(e->prim, TRAIT_PARMAP)
					|| e->prim == PRIM_TO_GLOBAL
					|| gen_is_long(e)
					|| is_rounds(e));
}

static void prepare_value(Gen *g, const Expr *e, const Env *env)
{
	const Env *inner;

	if (e->kind == EXPR_LAMBDA
	    || !(expr_has(e) & (HAS_KERNEL | HAS_LONG))
	    || gen_pinned(g, e, env))
		return;
	if (is_root(e)) {
		pin(g, e, env, host_eval(g, e, env));
	} else if (e->kind == EXPR_LET) {
		inner = host_let(g, e, env, NULL);
		pin(g, e, env, inner->view)->inner = inner;
		prepare_value(g, e->kids[1], inner);
	} else {
		prepare(g, e, env);
	}
}

/* Computes what is parallel in the arguments of e first, and long scans and
 * folds, which are in memory that all items share; nothing else, since the rest
 * may stand in a branch that is not taken. */
static void prepare(Gen *g, const Expr *e, const Env *env)
{
	for (int i = 0; i < e->kid_count; i++)
		prepare_value(g, e->kids[i], env);
}

static const View *later(Gen *g, const Expr *e, const Env *env)
{
	return view_new(g, (View){ .kind = VIEW_LATER, .expr = e, .env = env,
				   .later = ARENA_NEW(g->arena, Later) });
}

static const Env *host_let(Gen *g, const Expr *e, const Env *env,
			   const View *place)
{
	Env *made = ARENA_NEW(g->arena, Env);

	if (place)
		host_write(g, e->kids[0], env, place);
	*made = (Env){ place ? place : gen_eval(g, e->kids[0], env), env };
	return made;
}

static const View *eval_prim(Gen *g, const Expr *e, const Env *env)
{
	if (prim_is(e->prim, TRAIT_VIEW) && e->prim != PRIM_AT)
		return gen_node(g, e, env);
	if (prim_is(e->prim, TRAIT_PARMAP) || e->prim == PRIM_TO_GLOBAL
	    || is_rounds(e))
		return stored(g, e, env);
	if (prim_is_map(e->prim) && !(expr_has(e->kids[0]) & HAS_PARALLEL))
		return gen_node(g, e, env);
	if (e->prim == PRIM_REDUCE_PART)
		return gen_eval(g, gen_reduce_part(g, e), env);
	if (e->prim == PRIM_ASCENDING)
		return gen_eval(g, gen_ascending(g, e), env);
	prepare(g, e, env);
	return is_cheap(e) && !gen_is_long(e) ? later(g, e, env)
						    : stored(g, e, env);
}

static bool is_integer(const Expr *e)
{
	return e->type->kind == TYPE_SCALAR && scalar_is_int(e->type->scalar);
}

/* What is made of the number of a round of launches, and of constants, as an
 * index, so that indices in the round's kernels are forms of it; else NULL. */
static const View *round_index(Gen *g, const Expr *e, const Env *env)
{
	const bool leaf = e->kind == EXPR_VAR || e->kind == EXPR_LITERAL
		       || e->kind == EXPR_SIZE;
	const View *kids[3] = { NULL }, *made;

	if (!is_integer(e)
	    || !(leaf || e->kind == EXPR_OP || e->kind == EXPR_CONVERT))
		return NULL;
	for (int i = 0; i < e->kid_count; i++)
		if (!(kids[i] = round_index(g, e->kids[i], env)))
			return NULL;
	made = leaf ? gen_node(g, e, env)
	     : e->kind == EXPR_OP ? index_op(g, e, kids)
	     : index_convert(g, e->type->scalar, kids[0]);
	return made && index_of(g, made) ? made : NULL;
}

static const View *host_scalar(Gen *g, const Expr *e, const Env *env)
{
	const View *index = g->loop ? round_index(g, e, env) : NULL;

	if (index)
		return index;
	prepare(g, e, env);
	return is_cheap(e) ? later(g, e, env) : stored(g, e, env);
}

const View *host_eval(Gen *g, const Expr *e, const Env *env)
{
	switch (e->kind) {
	case EXPR_PRIM:
		return eval_prim(g, e, env);
	case EXPR_LET:
		return gen_eval(g, e->kids[1], host_let(g, e, env, NULL));
	case EXPR_OP:
	case EXPR_CONVERT:
	case EXPR_BITS:
	case EXPR_IF:
		return host_scalar(g, e, env);
	default:
		return gen_node(g, e, env);
	}
}

const View *host_later(Gen *g, const View *view)
{
	Later *memo = view->later;
	Scope *scope = g->scope;
	const Spread *spread = g->spread;
	int width = g->width;

	if (memo->kernel == g->kernel)
		return memo->view;
	g->scope = &g->prologue;
	g->spread = NULL;
	g->width = 1;
	memo->view = view_named(g, gen_node(g, view->expr, view->env),
				view->expr->type);
	memo->kernel = g->kernel;
	g->scope = scope;
	g->spread = spread;
	g->width = width;
	return memo->view;
}

/* -- results --------------------------------------------------------------- */

static void write_let(Gen *g, const Expr *e, const Env *env, const View *to)
{
	const View *place = NULL;

	if (expr_has(e->kids[0]) & (HAS_PARALLEL | HAS_LONG))
		place = gen_part_of_result(g, e->kids[1], 0, to);
	host_write(g, e->kids[1], host_let(g, e, env, place), to);
}

/* What e is written from; of a map in the loop of a scan, what the scan is. */
static void prepare_written(Gen *g, const Expr *e, const Env *env)
{
	const Expr *scan = gen_mapped_scan(g, e, env);
	const Expr *array = scan ? e->kids[1] : NULL;

	if (!scan || array == scan) {
		prepare(g, scan ? scan : e, env);
		return;
	}
	for (int i = 0; i < array->kid_count; i++)
		if (array->kids[i] == scan)
			prepare(g, scan, env);
		else
			prepare_value(g, array->kids[i], env);
}

static void in_kernel(Gen *g, const Expr *e, const Env *env, const View *to)
{
	prepare_written(g, e, env);
	if (g->stopped)
		return;
	kernel_open(g);
	gen_write(g, e, env, to);
	kernel_close(g);
}

static void write_parts(Gen *g, const Expr *e, const Env *env,
			const View *to)
{
	const Affine *first = affine_const(&g->indices, 0);

	for (int i = 0; i < e->kid_count; i++) {
		const View *part = e->kind == EXPR_TUPLE ? view_get(g, to, i)
			: e->prim == PRIM_ZIP
			? view_by(g, VIEW_PART, to, i, 0)
			: view_slice(g, to, first);

		if (e->kind == EXPR_TUPLE || gen_length(e->kids[i]->type))
			host_write(g, e->kids[i], env, part);
		if (e->kind == EXPR_PRIM)
			first = affine_add(&g->indices, first,
					   gen_size(g, e->kids[i]->type
						       ->length));
	}
}

static void write_concat(Gen *g, const Expr *e, const Env *env,
			 const View *to)
{
	int around = g->concat;

	g->concat = around ? around : ++g->concats;
	write_parts(g, e, env, to);
	g->concat = around;
}

/* What computes the indices of a permutation is spread as any array that is
 * written; in launches after those of what its elements replace. */
static void write_permute(Gen *g, const Expr *e, const Env *env,
			  const View *to)
{
	const View *placed = gen_placed(g, e, to), *xs;
	const int around = g->concat;

	g->concat = 0;
	host_write(g, e->kids[0], env, to);
	if (placed) {
		host_write(g, e->kids[2], env, placed);
	} else {
		xs = gen_eval(g, e->kids[2], env);
		host_write(g, e->kids[1], env, gen_permuted(g, e, NULL, xs, to));
	}
	g->concat = around;
}

static void write_prim(Gen *g, const Expr *e, const Env *env, const View *to)
{
	const View *place;

	if (host_iterates(e)) {
		host_iterate(g, e, env, to);
	} else if (host_folds(e)) {
		host_fold(g, e, env, to);
	} else if (e->prim == PRIM_REDUCE_PART) {
		host_write(g, gen_reduce_part(g, e), env, to);
	} else if (e->prim == PRIM_CONCAT) {
		write_concat(g, e, env, to);
	} else if (e->prim == PRIM_ZIP) {
		write_parts(g, e, env, to);
	} else if (e->prim == PRIM_PERMUTE) {
		write_permute(g, e, env, to);
	} else if (e->prim == PRIM_TO_GLOBAL) {
		host_write(g, e->kids[0], env, to);
	} else if (prim_is(e->prim, TRAIT_PARMAP)
		   || !(place = gen_through(g, e, env, to))) {
		in_kernel(g, e, env, to);
	} else {
		host_write(g, e->kids[e->kid_count - 1], env, place);
	}
}

/* One array of what rounds leave: the last of them writes it where it goes. */
static bool write_part(Gen *g, const Expr *e, const Env *env, const View *to)
{
	const Expr *of = e->kids[0];
	const View **parts;

	if (!host_iterates(of) || gen_pinned(g, of, env))
		return false;
	parts = ARENA_ARRAY(g->arena, const View *, of->type->count);
	for (int i = 0; i < of->type->count; i++)
		parts[i] = i == e->index ? to
			 : gen_temp(g, of->type->parts[i], of);
	host_write(g, of, env, view_tuple(g, of->type->count, parts));
	return true;
}

/* What is long is written where it goes, through views of it; together with the
 * rest it would be stored apart and copied. */
static bool shows_long(Gen *g, const Expr *e, const Env *env)
{
	int64_t first, step;

	if (e->kind != EXPR_PRIM)
		return false;
	if (e->prim == PRIM_PERMUTE)
		return gen_is_long(e->kids[2])
		    && placed_in_line(e, &first, &step);
	if (e->prim == PRIM_CONCAT) {
		for (int i = 0; i < e->kid_count; i++)
			if (shows_long(g, e->kids[i], env))
				return true;
		return false;
	}
	while (e->kind == EXPR_PRIM && prim_is(e->prim, TRAIT_VIEW)
	       && e->kid_count)
		e = e->kids[e->kid_count - 1];
	return gen_is_long(e) || gen_mapped_scan(g, e, env);
}

/* A variable, or a part of one. */
static bool is_named(const Expr *e)
{
	while (e->kind == EXPR_GET)
		e = e->kids[0];
	return e->kind == EXPR_VAR;
}

void host_write(Gen *g, const Expr *e, const Env *env, const View *to)
{
	if (expr_is(e, PRIM_UNSET))
		gen_unset(to);
	if (g->stopped || expr_is(e, PRIM_UNSET)
	    || (e->kind == EXPR_GET && write_part(g, e, env, to)))
		return;
	if (e->kind == EXPR_LET)
		write_let(g, e, env, to);
	else if (is_named(e) && view_is_there(gen_eval(g, e, env), to))
		return;
	else if (e->kind == EXPR_TUPLE && expr_has(e) & HAS_KERNEL)
		write_parts(g, e, env, to);
	else if (shows_long(g, e, env)
		 || (e->kind == EXPR_PRIM && expr_has(e) & HAS_KERNEL))
		write_prim(g, e, env, to);
	else
		in_kernel(g, e, env, to);
}

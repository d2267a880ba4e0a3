#include "search/invariants.h"

#include "search/macro.h"
#include "search/nest/facts.h"

enum { NAMES_MAX = 32 };

static bool is_loop(const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (prim_is_map(e->prim) || e->prim == PRIM_REDUCE
		|| e->prim == PRIM_REDUCE_SEQ);
}

/* -- around the outermost loop --------------------------------------------- */

/* A value worth naming: the number a reduction gives, or an array that takes
 * reductions to compute. */
static bool is_worth(const Expr *e)
{
	if (e->kind != EXPR_PRIM || e->type->kind == TYPE_VECTOR)
		return false;
	if (e->prim == PRIM_HEAD)
		e = e->kids[0];
	return is_loop(e) && fact_is_heavy(e);
}

/* The first such value in e, `depth` binders below the loop, that uses none
 * of them. */
static bool find_invariant(const Expr *e, int depth, Path *path)
{
	int length = path->depth;

	if (depth && is_worth(e) && fact_is_closed_under(e, depth))
		return true;
	for (int i = 0; i < e->kid_count && length < PATH_MAX_DEPTH; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find_invariant(e->kids[i], depth + expr_binds(e, i), path))
			return true;
		path->depth = length;
	}
	return false;
}

/* The outermost loop with such a value, and the value. */
static bool find_loop(const Expr *e, Path *loop, Path *value)
{
	int length = loop->depth;

	*value = *loop;
	if (is_loop(e) && find_invariant(e, 0, value))
		return true;
	for (int i = 0; i < e->kid_count && length < PATH_MAX_DEPTH; i++) {
		loop->kids[loop->depth++] = (unsigned char)i;
		if (find_loop(e->kids[i], loop, value))
			return true;
		loop->depth = length;
	}
	return false;
}

void invariants_name(Work *work)
{
	for (int i = 0; i < NAMES_MAX && work->now; i++) {
		Path loop = path_root(), value;
		Work attempt = *work;

		if (!find_loop(work->now->expr, &loop, &value))
			return;
		work_rule_within(&attempt, &loop, "share", &value);
		if (!attempt.now)
			return;
		*work = attempt;
	}
}

/* -- out of all loops ------------------------------------------------------ */

static bool is_map(const Expr *e)
{
	return expr_is(e, PRIM_MAP);
}

/* What is looked for in a scope: a node below `depth` binders of it, inside of
 * a loop. */
typedef bool Wanted(const Expr *e, int depth, Path *path);

static bool find(const Expr *e, int depth, bool inside, Wanted *wanted,
		 Path *path)
{
	int length = path->depth;

	if (inside && wanted(e, depth, path))
		return true;
	for (int i = 0; i < e->kid_count && length < PATH_MAX_DEPTH; i++) {
		bool function = e->kids[i]->kind == EXPR_LAMBDA;

		if (function && !inside && fact_iterates_arrays(e))
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (find(e->kids[i], depth + expr_binds(e, i),
			 inside || (function && is_loop(e)), wanted, path))
			return true;
		path->depth = length;
	}
	return false;
}

/* An array that takes reductions. */
static bool is_closed(const Expr *e, int depth, Path *path)
{
	(void)path;
	return is_map(e) && fact_is_heavy(e->kids[0])
	    && fact_is_closed_under(e, depth);
}

/* The first number in a function's body, `depth` binders further inside, that is
 * reduced to and depends on nothing around the function, for `around`
 * binders. */
static bool find_own(const Expr *e, int depth, int around, int parameters,
		     Path *path)
{
	int length = path->depth;
	bool own = expr_is(e, PRIM_HEAD)
		&& fact_is_heavy(e);

	for (int i = 0; i < depth + parameters + around && own; i++)
		own = !expr_uses(e, i)
		   || (i >= depth && i < depth + parameters);
	if (own)
		return true;
	for (int i = 0; i < e->kid_count && length < PATH_MAX_DEPTH; i++) {
		if (e->kids[i]->kind == EXPR_LAMBDA)
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (find_own(e->kids[i], depth + expr_binds(e, i), around,
			     parameters, path))
			return true;
		path->depth = length;
	}
	return false;
}

/* A map over an array of its own, with such a number among others: path is that
 * of the number. */
static bool has_own(const Expr *e, int depth, Path *path)
{
	int length = path->depth;

	if (!is_map(e) || !fact_is_closed_under(e->kids[1], depth)
	    || fact_is_closed_under(e->kids[0], depth))
		return false;
	path->kids[path->depth++] = 0;
	path->kids[path->depth++] = 0;
	if (find_own(e->kids[0]->kids[0], 0, depth, e->kids[0]->index, path))
		return true;
	path->depth = length;
	return false;
}

/* The map around a place. */
static Path map_around(const Work *work, const Path *at)
{
	Path map = *at;

	do
		map.depth--;
	while (!is_map(work_node(work, &map)));
	return map;
}

static bool lift_one(Work *work, const Path *scope)
{
	const Expr *e = work_node(work, scope);
	Path path = *scope;
	Work attempt = *work;

	if (find(e, 0, false, is_closed, &path)) {
		work_rule_within(&attempt, scope, "share", &path);
	} else if (find(e, 0, false, has_own, &path)) {
		const Path map = map_around(work, &path);

		keep_folds(&attempt, &map, &path);
	} else {
		return false;
	}
	if (attempt.now)
		*work = attempt;
	return attempt.now != NULL;
}

static void lift_in(Work *work, const Path *scope);

/* In the scopes of loops over arrays at or below a place. */
static void lift_below(Work *work, const Path *at)
{
	const Expr *e = work_node(work, at);

	if (at->depth >= PATH_MAX_DEPTH - 2)
		return;
	for (int i = 0; i < e->kid_count; i++) {
		const Path kid = path_kid(at, i), body = path_kid(&kid, 0);

		if (e->kids[i]->kind != EXPR_LAMBDA)
			lift_below(work, &kid);
		else if (fact_iterates_arrays(e))
			lift_in(work, &body);
		e = work_node(work, at);
	}
}

static void lift_in(Work *work, const Path *scope)
{
	for (int i = 0; i < NAMES_MAX && lift_one(work, scope); i++)
		;
	lift_below(work, scope);
}

void invariants_lift(Work *work)
{
	const Path root = path_root();

	lift_in(work, &root);
}

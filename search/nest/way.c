/* Ways from a place of a program to others, and how loops there are cut. */
#include "rules/forward.h"
#include "search/nest/facts.h"
#include "search/nest/query.h"
#include "search/nest/reduction.h"
#include "search/nest/walk.h"
#include "search/nest/windows.h"

const char *const place_ways[WAYS] = {
	[WAY_BODY] = "body", [WAY_IN] = "in", [WAY_INIT] = "init",
	[WAY_UP] = "up", [WAY_FIRST] = "first", [WAY_SECOND] = "second",
	[WAY_VALUE] = "value", [WAY_FOLD] = "fold", [WAY_USE] = "use",
	[WAY_LEAD] = "lead", [WAY_WINDOWED] = "windowed",
	[WAY_REDUCED] = "reduced",
};

int64_t place_extent(const Expr *node)
{
	const Type *type = forward_is_loop(node)
			 ? node->kids[node->kid_count - 1]->type : node->type;

	return fact_length(type);
}

static bool down(const Expr *root, int kid, Path *path)
{
	const Expr *node = locate_node(root, path);

	if (!node || kid < 0 || kid >= node->kid_count
	    || path->depth == PATH_MAX_DEPTH)
		return false;
	*path = path_kid(path, kid);
	return true;
}

static bool body(const Expr *root, Path *path)
{
	const Expr *node = locate_node(root, path);

	for (int i = 0; i < node->kid_count; i++)
		if (node->kids[i]->kind == EXPR_LAMBDA)
			return down(root, i, path) && down(root, 0, path);
	return false;
}

static bool up(const Expr *root, Path *path)
{
	if (!path->depth)
		return false;
	path->depth--;
	if (locate_node(root, path)->kind == EXPR_LAMBDA)
		path->depth--;
	return true;
}

/* The one reduction that a map, or a fold in order, computes for each element. */
static bool fold(const Expr *node, Path *path)
{
	const Path at = *path;

	return (expr_is(node, PRIM_MAP) || expr_is(node, PRIM_REDUCE_SEQ))
	    && fold_of_map(node, &at, path);
}

/* The variable that so many binders of the walk stand before. */
static Walk look_use(void *context, const Expr *e, int binders)
{
	(void)context;
	return e->kind == EXPR_VAR && e->index == binders ? WALK_HERE : WALK_ON;
}

/* Of the element that a loop's function is given. */
static bool use(const Expr *root, Path *path)
{
	return body(root, path)
	    && walk_first(locate_node(root, path), look_use, NULL, path);
}

/* A reduction, or a map that takes one for each element, seen through views. */
static Walk look_reduced(void *context, const Expr *e, int binders)
{
	const bool map = expr_is(e, PRIM_MAP);

	(void)context;
	(void)binders;
	if (fact_is_reduction(e) || (map && fact_is_heavy(e->kids[0])))
		return WALK_HERE;
	return e->kind == EXPR_PRIM && !map && prim_is(e->prim, TRAIT_VIEW)
		? WALK_ON : WALK_PAST;
}

bool place_go(const Expr *root, PlaceWay way, Path *path)
{
	const Expr *node = locate_node(root, path);

	if (!node)
		return false;
	switch (way) {
	case WAY_BODY: return body(root, path);
	case WAY_IN: return down(root, node->kid_count - 1, path);
	case WAY_FOLD: return fold(node, path);
	case WAY_USE: return use(root, path);
	case WAY_WINDOWED: return expr_is(node, PRIM_MAP)
			       && windows_computed(node, path);
	case WAY_REDUCED: return walk_first(node, look_reduced, NULL, path);
	case WAY_LEAD: return !expr_is(node, PRIM_ZIP) || down(root, 0, path);
	case WAY_UP: return up(root, path);
	case WAY_INIT: case WAY_SECOND: return down(root, 1, path);
	default: return down(root, 0, path);
	}
}

Path place_of(const Work *work, const Path *at, PlaceWay way)
{
	Path place = *at;

	return work->now && place_go(work->now->expr, way, &place) ? place
								   : *at;
}

CutWay place_cut_way(const Expr *node, const Path *at)
{
	const Path first = path_kid(at, 0), second = path_kid(at, 1);

	if (expr_is(node, PRIM_MAP))
		return (CutWay){ "map_cut", first, second, true };
	if (expr_is(node, PRIM_REDUCE))
		return (CutWay){ "reduce_cut_seq", path_kid(&second, 0), *at,
				 false };
	if (expr_is(node, PRIM_REDUCE_SEQ))
		return (CutWay){ "fold_cut", path_kid(&second, 0), *at,
				 false };
	return (CutWay){ 0 };
}

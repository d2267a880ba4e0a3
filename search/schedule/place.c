#include <string.h>

#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/schedule/run.h"

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

/* The one reduction that a map computes for each element. */
static bool fold(const Expr *node, Path *path)
{
	const Path at = *path;

	return expr_is(node, PRIM_MAP) && fold_of_map(node, &at, path);
}

/* The first use of the variable that so many binders stand before. */
static bool find_use(const Expr *e, int binders, Path *path)
{
	int depth = path->depth;

	if (e->kind == EXPR_VAR)
		return e->index == binders;
	for (int i = 0; i < e->kid_count && depth < PATH_MAX_DEPTH; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find_use(e->kids[i], binders + expr_binds(e, i), path))
			return true;
		path->depth = depth;
	}
	return false;
}

/* Of the element that a loop's function is given. */
static bool use(const Expr *root, Path *path)
{
	return body(root, path) && find_use(locate_node(root, path), 0, path);
}

static bool go(const Expr *root, PlaceWay way, Path *path)
{
	const Expr *node = locate_node(root, path);

	if (!node)
		return false;
	switch (way) {
	case WAY_BODY: return body(root, path);
	case WAY_IN: return down(root, node->kid_count - 1, path);
	case WAY_FOLD: return fold(node, path);
	case WAY_USE: return use(root, path);
	case WAY_LEAD: return !expr_is(node, PRIM_ZIP) || down(root, 0, path);
	case WAY_UP: return up(root, path);
	case WAY_INIT: case WAY_SECOND: return down(root, 1, path);
	default: return down(root, 0, path);
	}
}

static bool refuse_unknown(Run *run, const char *name)
{
	return run_refuse(run, "no place is called %s", name);
}

bool place_all(Run *run, const NamedPlace *place, Places *found)
{
	const Expr *root = run->state.now->expr;
	StateName *name = state_name(&run->state, place->name);
	const Path **items;

	if (!name)
		return refuse_unknown(run, place->name);
	if (!name->places.count)
		return run_refuse(run, "%s is no more: consumed by rule %s",
				  place->name, name->ended ? name->ended
							   : "none");
	*found = name->places;
	if (!place->count)
		return true;
	found->loop = false;
	found->count = 0;
	items = ARENA_ARRAY(run->task->arena, const Path *,
			    name->places.count);
	for (int i = 0; i < name->places.count; i++) {
		Path path = path_root();
		bool there = true;

		memcpy(path.kids, name->places.items[i]->kids,
		       (size_t)name->places.items[i]->depth);
		path.depth = name->places.items[i]->depth;
		for (int k = 0; there && k < place->count; k++)
			there = go(root, place->ways[k], &path);
		if (there)
			items[found->count++] = path_kept(run->task->arena,
							  &path);
	}
	found->items = items;
	return found->count
	    || run_refuse(run, "%s.%s is nowhere", place->name,
			  place_ways[place->ways[place->count - 1]]);
}

bool place_one(Run *run, const NamedPlace *place, Path *found)
{
	Places all;

	if (!place_all(run, place, &all))
		return false;
	found->depth = all.items[0]->depth;
	memcpy(found->kids, all.items[0]->kids, (size_t)found->depth);
	return true;
}

bool place_named(Run *run, const char *name, Path *found)
{
	const NamedPlace place = { .name = name };

	return place_one(run, &place, found);
}

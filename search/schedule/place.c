#include <string.h>

#include "search/schedule/run.h"

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
	items = ARENA_ARRAY(run->task->scratch, const Path *,
			    name->places.count);
	for (int i = 0; i < name->places.count; i++) {
		Path path = path_root();
		bool there = true;

		memcpy(path.kids, name->places.items[i]->kids,
		       (size_t)name->places.items[i]->depth);
		path.depth = name->places.items[i]->depth;
		for (int k = 0; there && k < place->count; k++)
			there = place_go(root, place->ways[k], &path);
		if (there)
			items[found->count++] = path_kept(run->task->scratch,
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

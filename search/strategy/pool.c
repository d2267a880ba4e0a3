#include "search/strategy/pool.h"

#include <math.h>
#include <stdlib.h>

#include "search/strategy/moves.h"

enum {
	DRAWS_FIRST = 256, DRAWS = 24, /* at the start, at each proposal */
	DRAWN_MAX = POOL_KEPT, /* no draws, nor neighbours by static counts,
				* while there are so many */
	COUNT_MAX = 2 * POOL_KEPT,
	BEAM = 4 /* of the fewest steps: neighbours of these enter */
};

enum { ENTERED = 1, SPREAD }; /* marks of nodes: in the pool; with neighbours */

void pool_clear(Pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		free(pool->entries[i].gaps);
	free(pool->entries);
}

static void enter(Pool *pool, TreeNode *node, const Point *best)
{
	Point point;

	if (!node || node->mark || pool_is_full(pool))
		return;
	point = point_of(pool->strategy->tree, node, pool->arena);
	if (point_is_hopeless(&point, best))
		return;
	if (pool->count == pool->capacity) {
		pool->capacity = pool->capacity * 2 + 256;
		pool->entries = base_realloc(pool->entries, sizeof(PoolEntry)
					     * (size_t)pool->capacity);
	}
	node->mark = ENTERED;
	pool->entries[pool->count++] = (PoolEntry){ .node = node,
						    .point = point };
}

static void draw(Pool *pool, const Point *best)
{
	Tree *tree = pool->strategy->tree;
	int count = pool->drawn ? DRAWS : DRAWS_FIRST;

	for (int i = 0; i < count && pool->count < DRAWN_MAX; i++)
		enter(pool, tree_peek(tree, tree_root(tree), i % 2
				      ? tree_pick_any : tree_pick_front,
				      &pool->strategy->rng), best);
	pool->drawn = true;
}

void pool_compact(Pool *pool)
{
	int kept = 0;

	for (int i = 0; i < pool->count; i++)
		if (pool->entries[i].node)
			pool->entries[kept++] = pool->entries[i];
		else
			free(pool->entries[i].gaps);
	pool->count = kept;
}

void pool_renew(Pool *pool, const Point *best)
{
	for (int i = 0; i < pool->count; i++)
		if (pool->entries[i].node->closed)
			pool->entries[i].node = NULL;
	pool_compact(pool);
	draw(pool, best);
}

void pool_enter_moves(Pool *pool, TreeNode *from, const Point *best)
{
	TreeNode *found[MOVES_MAX];
	int moves = moves_from(pool->strategy->tree, from,
			       MOVE_NUMBERS | MOVE_BLOCKS, found);

	for (int i = 0; i < moves; i++)
		enter(pool, found[i], best);
}

bool pool_is_full(const Pool *pool)
{
	return pool->count == COUNT_MAX;
}

/* -- static counts --------------------------------------------------------- */

/* The open entries of the fewest steps, the fewest first; at most BEAM. */
static int fewest_steps(const Pool *pool, const PoolEntry *found[BEAM])
{
	int count = 0;

	for (int i = 0; i < pool->count; i++) {
		const PoolEntry *entry = &pool->entries[i];
		int at = count;

		if (entry->node->closed || !isfinite(entry->point.steps))
			continue;
		for (; at > 0 && found[at - 1]->point.steps
		     > entry->point.steps; at--)
			if (at < BEAM)
				found[at] = found[at - 1];
		if (at < BEAM)
			found[at] = entry;
		count += count < BEAM;
	}
	return count;
}

TreeNode *pool_cheapest(Pool *pool, const Point *best)
{
	const PoolEntry *found[BEAM];
	TreeNode *nodes[BEAM];
	bool more = true;
	int count = 0;

	if (!pool->drawn)
		draw(pool, best);
	while (more) {
		count = fewest_steps(pool, found);
		more = false;
		for (int i = 0; i < count; i++)
			nodes[i] = found[i]->node;
		for (int i = 0; i < count && pool->count < DRAWN_MAX; i++) {
			more |= nodes[i]->mark != SPREAD;
			if (nodes[i]->mark != SPREAD)
				pool_enter_moves(pool, nodes[i], best);
			nodes[i]->mark = SPREAD;
		}
	}
	return count ? nodes[0] : NULL;
}

/* Pool: open candidates for a surrogate to choose from: drawn at random, and those
 * next to the best ones. None is in it twice, nor any that static counts speak
 * against (point.h) beside the one that is told (NULL: none is).
 */
#ifndef SEARCH_STRATEGY_POOL_H
#define SEARCH_STRATEGY_POOL_H

#include "search/strategy/point.h"
#include "search/strategy/strategy.h"

typedef struct PoolEntry {
	TreeNode *node; /* NULL: to be dropped */
	Point point;
	int known; /* gaps to so many of what was told */
	Gap *gaps;
} PoolEntry;

typedef struct Pool {
	Strategy *strategy;
	Arena *arena; /* of points */
	PoolEntry *entries;
	int count, capacity;
	bool drawn;
} Pool;

void pool_clear(Pool *pool);

/* The closed ones leave, others are drawn. */
void pool_renew(Pool *pool, const Point *best);

/* What moves from a candidate lead to enters. */
void pool_enter_moves(Pool *pool, TreeNode *from, const Point *best);

/* The open candidate of the fewest steps by static counts that moves from the
 * pool's lead to; NULL where nothing is counted. */
TreeNode *pool_cheapest(Pool *pool, const Point *best);

/* Of a full pool, ordered by a guess, about half stays. */
bool pool_is_full(const Pool *pool);
enum { POOL_KEPT = 1024 };

/* Those without a node leave. */
void pool_compact(Pool *pool);

#endif

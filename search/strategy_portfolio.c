/* The default: several ways to search under one budget, since none of them is
 * the best everywhere. First one candidate of each structural family; then, in
 * turns of ten: five that a surrogate expects most of, two by upper confidence
 * bounds on the tree, so that a wrong surrogate cannot starve it, two steps
 * from the best of the two leading structures, and one uniform draw.
 */
#include "search/strategy.h"

#include "search/families.h"
#include "search/moves.h"
#include "search/surrogate.h"

enum { FAMILIES = 6, LEADERS = 2, TURNS = 10 };

typedef struct Portfolio {
	TreeNode *families[FAMILIES];
	int family_count, family;
	int turn, climbs;
	Surrogate *surrogate;
} Portfolio;

typedef TreeNode *Method(Strategy *strategy, Portfolio *portfolio);

static void *start(Strategy *strategy, Arena *arena)
{
	Portfolio *p = ARENA_NEW(arena, Portfolio);

	p->family_count = families_of(strategy->tree, p->families, FAMILIES);
	p->surrogate = surrogate_new(strategy);
	return p;
}

static void stop(Strategy *strategy)
{
	surrogate_free(((Portfolio *)strategy->own)->surrogate);
}

static TreeNode *family(Strategy *strategy, Portfolio *p)
{
	(void)strategy;
	while (p->family < p->family_count) {
		TreeNode *node = p->families[p->family++];

		if (!node->closed)
			return node;
	}
	return NULL;
}

static TreeNode *guess(Strategy *strategy, Portfolio *p)
{
	(void)strategy;
	return surrogate_learn(p->surrogate) ? surrogate_best(p->surrogate)
					     : NULL;
}

static TreeNode *bounds(Strategy *strategy, Portfolio *p)
{
	(void)p;
	return strategy_uct.next(strategy);
}

/* From the two leaders in turn. */
static TreeNode *climb(Strategy *strategy, Portfolio *p)
{
	TreeNode *leaders[LEADERS], *found[MOVES_MAX];
	int count, moves = 0;

	if (!surrogate_learn(p->surrogate))
		return NULL;
	count = surrogate_leaders(p->surrogate, leaders, LEADERS);
	for (int i = 0; i < count && !moves; i++)
		moves = moves_from(strategy->tree,
				   leaders[(p->climbs + i) % count],
				   MOVE_NUMBERS, found);
	p->climbs++;
	return surrogate_lowest(p->surrogate, found, moves);
}

static TreeNode *chance(Strategy *strategy, Portfolio *p)
{
	(void)p;
	return tree_peek(strategy->tree, tree_root(strategy->tree),
			 tree_pick_any, &strategy->rng);
}

static Method *const turns[TURNS] = {
	guess, bounds, guess, climb, guess, guess, bounds, guess, climb, chance,
};

static TreeNode *next(Strategy *strategy)
{
	Portfolio *p = strategy->own;
	TreeNode *found = family(strategy, p);

	if (!found)
		found = turns[p->turn++ % TURNS](strategy, p);
	if (!found)
		found = chance(strategy, p);
	if (found && !found->closed)
		tree_propose(found);
	return found;
}

const StrategyKind strategy_portfolio = {
	.name = "portfolio",
	.about = "a start set of all structures, then a surrogate, the tree, "
		 "hill climbing and chance in turns",
	.start = start,
	.next = next,
	.stop = stop,
};

/* The default: several ways to search under one budget, since none of them is
 * the best everywhere. First the most promising structure of the fewest steps by
 * static counts (cost/), with its most promising numbers; then the candidate of the
 * fewest steps of all that can be found without a measurement; where a model of the
 * device gives times, the fastest by these. Then by turns steps
 * from the best candidates and what a surrogate expects most of, and in between
 * further structures, upper confidence bounds on the tree and uniform draws, so that
 * neither a wrong surrogate nor a local optimum can hold it. Whatever made the
 * best better, steps from there come next. Of what is expected to be slow one
 * candidate in RARE is drawn; when nothing else is left the search ends, but not
 * before TURNS are told, nor where it is thorough.
 */
#include "search/strategy/strategy.h"

#include <math.h>

#include "search/strategy/families.h"
#include "search/strategy/moves.h"
#include "search/strategy/surrogate.h"

enum { LEADERS = 3, FIRST = 2, WARM = 2, TURNS = 24, DRAWS = 16, RARE = 24 };

static const double STEP = 0.01; /* clearly better */

typedef struct Portfolio {
	TreeNode *families[FAMILIES_FIRST];
	int family_count, family;
	int turn, climbs;
	int slow; /* left to chance and proposed so far */
	bool learned, timed; /* timed: the families are those of a model */
	double best; /* when it proposed last */
	Surrogate *surrogate;
} Portfolio;

typedef TreeNode *Method(Strategy *strategy, Portfolio *portfolio);

static void *start(Strategy *strategy, Arena *arena)
{
	Portfolio *p = ARENA_NEW(arena, Portfolio);

	p->family_count = families_timed(strategy->tree, &strategy->rng,
					 !strategy->unmeasured, p->families,
					 FAMILIES_FIRST);
	p->timed = p->family_count > 0;
	if (!p->timed)
		p->family_count = families_of(strategy->tree, p->families,
					      FAMILIES_FIRST);
	p->surrogate = surrogate_new(strategy);
	p->best = INFINITY;
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

		if (!node->closed && !surrogate_is_slow(p->surrogate, node))
			return node;
	}
	return NULL;
}

/* Where a model gives times, further of the families instead, while there are any. */
static TreeNode *cheapest(Strategy *strategy, Portfolio *p)
{
	TreeNode *found = p->timed ? family(strategy, p) : NULL;

	return found ? found : surrogate_cheapest(p->surrogate);
}

/* While nothing is known, where several are asked for ahead: as in first turns. */
static TreeNode *guess(Strategy *strategy, Portfolio *p)
{
	return p->learned ? surrogate_best(p->surrogate)
			  : cheapest(strategy, p);
}

static TreeNode *bounds(Strategy *strategy, Portfolio *p)
{
	TreeNode *found = strategy_uct.next(strategy);

	return found && surrogate_is_slow(p->surrogate, found) ? NULL : found;
}

/* From the leaders in turn; a guess when no step from them is left. */
static TreeNode *climb(Strategy *strategy, Portfolio *p)
{
	TreeNode *leaders[LEADERS], *found[MOVES_MAX], *best;
	int count, moves = 0;

	if (!p->learned)
		return family(strategy, p);
	count = surrogate_leaders(p->surrogate, leaders, LEADERS);
	for (int i = 0; i < count && !moves; i++)
		moves = moves_from(strategy->tree,
				   leaders[(p->climbs + i) % count],
				   MOVE_NUMBERS, found);
	p->climbs++;
	best = moves ? surrogate_lowest(p->surrogate, found, moves) : NULL;
	return best ? best : surrogate_best(p->surrogate);
}

/* What is slow by all that is known has a small share: all of that may be wrong. */
static TreeNode *chance(Strategy *strategy, Portfolio *p)
{
	for (int i = 0; i < DRAWS; i++) {
		TreeNode *drawn = tree_peek(strategy->tree,
					    tree_root(strategy->tree),
					    tree_pick_any, &strategy->rng);

		if (!drawn || !surrogate_is_slow(p->surrogate, drawn))
			return drawn;
		if (RARE * p->slow < strategy->told_count) {
			p->slow++;
			return drawn;
		}
	}
	return NULL;
}

/* Where everything is said to be slow: after few that may be wrong, then the
 * search ends when that is nearly sure. */
static TreeNode *at_last(Strategy *strategy, Portfolio *p)
{
	if (strategy->pending)
		return NULL;
	if (strategy->told_count >= TURNS && !strategy->thorough)
		return surrogate_last(p->surrogate);
	return tree_peek(strategy->tree, tree_root(strategy->tree),
			 tree_pick_any, &strategy->rng);
}

/* Turn by turn; after the last the one behind the first two is next. */
static Method *const turns[FIRST + TURNS] = {
	family, cheapest,
	climb, guess, climb, guess, climb, family, climb, guess,
	climb, guess, climb, guess, climb, guess, climb, bounds,
	climb, guess, climb, guess, climb, guess, climb, chance,
};

static Method *turn(Portfolio *p)
{
	int number = p->turn++;

	return turns[number < FIRST ? number
				    : FIRST + (number - FIRST) % TURNS];
}

/* Where nothing is measured: one walk at most for each. */
static TreeNode *promising(Strategy *strategy, Portfolio *p)
{
	TreeNode *found = family(strategy, p);

	return found ? found
		: tree_peek(strategy->tree, tree_root(strategy->tree),
			    tree_pick_front, &strategy->rng);
}

/* What earlier searches suggested takes the place of first turns. */
static void warm_up(const Strategy *strategy, Portfolio *p)
{
	int suggested = strategy->told_count + strategy->pending;

	if (!p->turn)
		p->turn = suggested < WARM ? suggested : WARM;
}

/* Whether the best became clearly better since the last proposal. */
static bool progress(const Strategy *strategy, Portfolio *p)
{
	double before = p->best, now = tree_root(strategy->tree)->best;

	p->best = now;
	return isfinite(before) && now < before * (1 - STEP);
}

static TreeNode *next(Strategy *strategy)
{
	Portfolio *p = strategy->own;
	TreeNode *found;

	if (strategy->unmeasured)
		return promising(strategy, p);
	p->learned = surrogate_learn(p->surrogate);
	found = progress(strategy, p) ? climb(strategy, p) : NULL;
	warm_up(strategy, p);
	for (int tries = 0; !found && tries < FIRST + TURNS; tries++)
		found = turn(p)(strategy, p);
	return found ? found : at_last(strategy, p);
}

const StrategyKind strategy_portfolio = {
	.name = "portfolio",
	.about = "the fewest steps by static counts, then steps from the best, a "
		 "surrogate, further structures, the tree and chance in turns",
	.start = start,
	.next = next,
	.stop = stop,
};

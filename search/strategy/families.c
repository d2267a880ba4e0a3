#include "search/strategy/families.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "search/strategy/moves.h"
#include "search/strategy/point.h"

enum { LOOKS = 300, MOST = 24 }; /* states looked at; found at most */

typedef struct Waiting {
	TreeNode *node;
	double penalty;
	int blocks; /* chosen before */
} Waiting;

typedef struct Queue {
	int count;
	Waiting items[LOOKS];
} Queue;

static void push(Queue *queue, TreeNode *node, double penalty, int blocks)
{
	if (queue->count < LOOKS && !node->closed)
		queue->items[queue->count++] =
			(Waiting){ node, penalty, blocks };
}

/* The one with the least penalty, of equal ones the first. */
static Waiting pop(Queue *queue)
{
	Waiting least;
	int at = 0;

	for (int i = 1; i < queue->count; i++)
		if (queue->items[i].penalty < queue->items[at].penalty)
			at = i;
	least = queue->items[at];
	queue->count--;
	for (int i = at; i < queue->count; i++)
		queue->items[i] = queue->items[i + 1];
	return least;
}

static bool has_numbers(const Tree *tree, const TreeNode *node)
{
	SpaceNumber number;

	return space_gives(tree_space(tree), node->state, 0, &number);
}

/* The first number that leads on. */
static void push_first(Tree *tree, Queue *queue, const Waiting *from)
{
	for (int i = 0; i < from->node->count; i++) {
		TreeNode *below = tree_open(tree, from->node, i);

		if (below->closed)
			continue;
		push(queue, below, from->penalty, from->blocks);
		return;
	}
}

static void push_all(Tree *tree, Queue *queue, const Waiting *from)
{
	double weight = 1 + from->blocks;

	for (int i = 0; i < from->node->count; i++)
		push(queue, tree_open(tree, from->node, i),
		     from->penalty + weight * log(1 + i), from->blocks + 1);
}

/* Candidates in order of promise. */
static int look(Tree *tree, TreeNode **found, int most)
{
	Queue *queue = base_calloc(1, sizeof *queue);
	int count = 0;

	push(queue, tree_root(tree), 0, 0);
	for (int looks = 0; queue->count && count < most && looks < LOOKS;
	     looks++) {
		Waiting from = pop(queue);

		if (from.node->complete)
			found[count++] = from.node;
		else if (has_numbers(tree, from.node))
			push_first(tree, queue, &from);
		else
			push_all(tree, queue, &from);
	}
	free(queue);
	return count;
}

/* -- in order -------------------------------------------------------------- */

/* Seconds by a model; 0: there is none. */
static double modelled(const Tree *tree, const TreeNode *node)
{
	const Space *space = tree_space(tree);

	return space->class->modelled
		? space->class->modelled(space->context, node->state) : 0;
}

/* Where a model says how long it takes, that counts as its steps. */
static Point rank_of(const Tree *tree, const TreeNode *node, Arena *arena)
{
	Point point = point_of(tree, node, arena);
	const double seconds = modelled(tree, node);

	if (seconds > 0)
		point.steps = log2(seconds);
	return point;
}

/* One candidate to a place before it, those between one further on. */
static void move_up(TreeNode **found, Point *points, int from, int to)
{
	TreeNode *node = found[from];
	Point point = points[from];

	for (int i = from; i > to; i--) {
		found[i] = found[i - 1];
		points[i] = points[i - 1];
	}
	found[to] = node;
	points[to] = point;
}

/* Those of the fewest steps first, of equal ones in order of promise. */
static void put_in_order(TreeNode **found, Point *points, int count)
{
	for (int i = 1; i < count; i++) {
		int to = i;

		while (to > 0 && points[i].steps < points[to - 1].steps)
			to--;
		move_up(found, points, i, to);
	}
}

/* Features that a candidate does not share with the most similar one before. */
static double unlike(const Point *points, int before, int candidate)
{
	double least = INFINITY;

	for (int i = 0; i < before; i++)
		least = fmin(least, point_gap(&points[candidate],
					      &points[i]).unlike);
	return least;
}

/* Behind the first, each is the one least like those before it. */
static void spread(TreeNode **found, Point *points, int count)
{
	for (int place = 1; place < count; place++) {
		int far = place;

		for (int i = place + 1; i < count; i++)
			if (unlike(points, place, i)
			    > unlike(points, place, far))
				far = i;
		move_up(found, points, far, place);
	}
}

static int keep_cheap(const Tree *tree, TreeNode **found, int count)
{
	Arena *arena = arena_new();
	Point points[MOST];
	int kept = 0;

	for (int i = 0; i < count; i++)
		points[i] = rank_of(tree, found[i], arena);
	put_in_order(found, points, count);
	while (kept < count && !point_is_hopeless(&points[kept], &points[0]))
		kept++;
	spread(found, points, kept);
	arena_free(arena);
	return kept;
}

int families_of(Tree *tree, TreeNode **found, int most)
{
	TreeNode *all[MOST];
	int more = 2 * most < MOST ? 2 * most : MOST;
	int count = keep_cheap(tree, all, look(tree, all, more));

	for (int i = 0; i < count && i < most; i++)
		found[i] = all[i];
	return count < most ? count : most;
}

bool families_beat(Tree *tree, const TreeNode *node)
{
	TreeNode *first[FAMILIES_FIRST];
	Arena *arena = arena_new();
	int count = families_of(tree, first, FAMILIES_FIRST);
	Point point = rank_of(tree, node, arena);
	Point cheapest = count ? rank_of(tree, first[0], arena) : point;
	bool beaten = point_is_hopeless(&point, &cheapest);

	arena_free(arena);
	return beaten;
}

/* -- by a model ------------------------------------------------------------ */

typedef struct Timed {
	TreeNode *node;
	double seconds;
	bool start; /* steps from it were looked at */
} Timed;

enum { DRAWS = 256, STEPS = 64, STARTS = 4, TIMED = MOST + DRAWS + STARTS,
       SECONDS = 4 }; /* of the processor, to draw; the same to step on */

static int by_seconds(const void *a, const void *b)
{
	const double x = ((const Timed *)a)->seconds;
	const double y = ((const Timed *)b)->seconds;

	return (x > y) - (x < y);
}

static void add(const Tree *tree, Timed *all, int *count, TreeNode *node)
{
	for (int i = 0; i < *count; i++)
		if (all[i].node == node)
			return;
	all[(*count)++] = (Timed){ node, modelled(tree, node), false };
}

/* Where steps from a candidate lead, each to a faster one; at most STEPS are
 * looked at. */
static TreeNode *step_on(Tree *tree, const Timed *from, clock_t until)
{
	TreeNode *best = from->node, *at = NULL, *found[MOVES_MAX];
	double least = from->seconds;
	int looks = 0;

	while (at != best && looks < STEPS && clock() < until) {
		const int count = moves_from(tree, best,
					     MOVE_NUMBERS | MOVE_BLOCKS, found);

		at = best;
		for (int i = 0; i < count && looks < STEPS && clock() < until; i++, looks++) {
			const double seconds = modelled(tree, found[i]);

			if (seconds >= least)
				continue;
			least = seconds;
			best = found[i];
		}
	}
	return best;
}

/* Whether those that were starts before have another structure. */
static bool is_other(const Tree *tree, const Timed *all, int i)
{
	Arena *arena = arena_new();
	Point point = point_of(tree, all[i].node, arena);
	bool other = true;

	for (int k = 0; k < i; k++) {
		Point start = point_of(tree, all[k].node, arena);

		other &= !all[k].start || point_gap(&point, &start).unlike > 0;
	}
	arena_free(arena);
	return other;
}

static void step_on_all(Tree *tree, Timed *all, int *count, clock_t until)
{
	const int drawn = *count;

	qsort(all, (size_t)drawn, sizeof *all, by_seconds);
	for (int i = 0, starts = 0; i < drawn && starts < STARTS; i++) {
		if (!isfinite(all[i].seconds) || !is_other(tree, all, i))
			continue;
		all[i].start = true;
		starts++;
		add(tree, all, count, step_on(tree, &all[i], until));
	}
	qsort(all, (size_t)*count, sizeof *all, by_seconds);
}

int families_timed(Tree *tree, Rng *rng, bool drawn, TreeNode **found,
		   int most)
{
	TreeNode *first[MOST], *node;
	Timed all[TIMED];
	int looked, count = 0;
	const clock_t until = clock() + SECONDS * CLOCKS_PER_SEC;

	if (!look(tree, first, 1) || modelled(tree, first[0]) <= 0)
		return 0;
	looked = look(tree, first, MOST);
	for (int i = 0; i < looked; i++)
		add(tree, all, &count, first[i]);
	for (int i = 0; drawn && i < DRAWS && clock() < until; i++) {
		node = tree_peek(tree, tree_root(tree),
				 i % 2 ? tree_pick_any : tree_pick_front, rng);
		if (node)
			add(tree, all, &count, node);
	}
	if (drawn)
		step_on_all(tree, all, &count, until + SECONDS * CLOCKS_PER_SEC);
	else
		qsort(all, (size_t)count, sizeof *all, by_seconds);
	for (int i = 0; i < count && i < most; i++)
		found[i] = all[i].node;
	return count < most ? count : most;
}

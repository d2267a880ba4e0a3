#include "search/families.h"

#include <math.h>
#include <stdlib.h>

#include "search/point.h"

enum { LOOKS = 300, MOST = 24 }; /* states looked at; found at most */

static const double DEAR = 4; /* 16 times the steps of the cheapest */

typedef struct Waiting {
	TreeNode *node;
	double penalty;
	int macros; /* chosen before */
} Waiting;

typedef struct Queue {
	int count;
	Waiting items[LOOKS];
} Queue;

static void push(Queue *queue, TreeNode *node, double penalty, int macros)
{
	if (queue->count < LOOKS && !node->closed)
		queue->items[queue->count++] =
			(Waiting){ node, penalty, macros };
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
	const Space *space = tree_space(tree);
	int64_t value;

	return space->class->number
	    && space->class->number(space->context, node->state, 0, &value);
}

/* The first number that leads on. */
static void push_first(Tree *tree, Queue *queue, const Waiting *from)
{
	for (int i = 0; i < from->node->count; i++) {
		TreeNode *below = tree_open(tree, from->node, i);

		if (below->closed)
			continue;
		push(queue, below, from->penalty, from->macros);
		return;
	}
}

static void push_all(Tree *tree, Queue *queue, const Waiting *from)
{
	double weight = 1 + from->macros;

	for (int i = 0; i < from->node->count; i++)
		push(queue, tree_open(tree, from->node, i),
		     from->penalty + weight * log(1 + i), from->macros + 1);
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

static int keep_cheap(const Tree *tree, TreeNode **found, int count)
{
	Arena *arena = arena_new();
	double costs[MOST], least = INFINITY;
	int kept = 0;

	for (int i = 0; i < count; i++) {
		costs[i] = point_of(tree, found[i], arena).cost;
		least = fmin(least, costs[i]);
	}
	for (int i = 0; i < count; i++)
		if (costs[i] <= least + DEAR)
			found[kept++] = found[i];
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

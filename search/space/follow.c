#include "search/space/follow.h"

#include <math.h>
#include <string.h>

#include "search/space/decisions.h"
#include "search/space/derive.h"

/* Where we are on the known way. */
typedef struct Way {
	Tree *tree;
	const Decision *all;
	int count;
	int at;      /* the decision last taken, or those still to come */
	bool inside; /* at is a decision that was taken */
	int strange; /* choices of blocks that are not on the way */
} Way;

static const char *label_of(const Way *way, const TreeNode *node, int choice)
{
	const Space *space = tree_space(way->tree);

	return space->class->label(space->context, node->state, choice);
}

static int block_named(const Way *way, const TreeNode *node, const char *name)
{
	for (int i = 0; i < node->count; i++)
		if (!strcmp(label_of(way, node, i), name))
			return i;
	return -1;
}

static int choose_block(Way *way, const TreeNode *node)
{
	for (int at = way->at + way->inside; at < way->count; at++) {
		int choice = block_named(way, node, way->all[at].name);

		if (choice < 0)
			continue;
		way->at = at;
		way->inside = true;
		return choice;
	}
	way->strange++;
	return 0;
}

/* The number of that name in this decision or a later one; NULL: none. */
static const DecisionNumber *number_named(const Way *way, const char *name)
{
	for (int at = way->at; at < way->count; at++)
		for (int i = 0; i < way->all[at].count; i++)
			if (!strcmp(way->all[at].numbers[i].name, name))
				return &way->all[at].numbers[i];
	return NULL;
}

/* Less than 0 where both come from the same. */
static double distance(const SpaceNumber *number, const DecisionNumber *wanted)
{
	if (number->origin && wanted->from
	    && !strcmp(number->origin, wanted->from))
		return -1;
	return fabs(log(((double)number->value + 1e-9)
			/ ((double)wanted->value + 1e-9)));
}

static int choose_number(const Way *way, const TreeNode *node)
{
	const Space *space = tree_space(way->tree);
	const char *name = space->class->named
		? space->class->named(space->context, node->state) : NULL;
	const DecisionNumber *wanted = name ? number_named(way, name) : NULL;
	double nearest = HUGE_VAL;
	SpaceNumber number;
	int best = 0;

	for (int i = 0; i < node->count && wanted; i++)
		if (space_gives(space, node->state, i, &number)
		    && distance(&number, wanted) < nearest) {
			nearest = distance(&number, wanted);
			best = i;
		}
	return best;
}

/* Whether candidates can be below: those that were proposed count. */
static bool leads_on(const TreeNode *node)
{
	return node->complete || node->count > 0;
}

/* The preferred choice first; when it leads nowhere, the others in order. */
static TreeNode *take(const Way *way, TreeNode *node, int preferred)
{
	TreeNode *below = tree_open(way->tree, node, preferred);

	for (int i = 0; i < node->count && !leads_on(below); i++)
		below = tree_open(way->tree, node, i);
	return leads_on(below) ? below : NULL;
}

static TreeNode *follow_from(Tree *tree, TreeNode *at, const Decision *all,
			     int count, int *strange)
{
	Way way = { .tree = tree, .all = all, .count = count };
	SpaceNumber number;

	while (at && !at->complete && at->count)
		at = take(&way, at, space_gives(tree_space(tree), at->state, 0,
						&number)
			  ? choose_number(&way, at) : choose_block(&way, at));
	*strange = way.strange;
	return at && at->complete ? at : NULL;
}

/* The program in its other spelling; NULL: it has one. A clustering is a decision
 * like any other. */
static TreeNode *other_root(Tree *tree)
{
	TreeNode *root = tree_root(tree);
	const Way way = { .tree = tree };
	int other = -1;

	for (int i = 0; !root->complete && i < root->count && other < 0; i++) {
		const char *label = label_of(&way, root, i);

		if (!strcmp(label, DERIVE_WRITTEN)
		    || !strcmp(label, DERIVE_CANONICAL))
			other = i;
	}
	return other < 0 ? NULL : tree_open(tree, root, other);
}

TreeNode *follow_in_tree(Tree *tree, const char *choices, int *strange)
{
	Arena *arena = arena_new();
	int count, more = 0;
	const Decision *all = decisions_read(arena, choices, &count);
	TreeNode *node = follow_from(tree, tree_root(tree), all, count,
				     strange);
	TreeNode *root = node && !*strange ? NULL : other_root(tree);
	TreeNode *other = root && leads_on(root)
		? follow_from(tree, root, all, count, &more) : NULL;

	arena_free(arena);
	if (!other || (node && more >= *strange))
		return node;
	*strange = more;
	return other;
}

const void *follow_choices(const Space *space, const char *choices)
{
	Tree *tree = tree_new(space);
	int strange;
	TreeNode *node = follow_in_tree(tree, choices, &strange);
	const void *state = node ? node->state : NULL;

	tree_free(tree);
	return state;
}

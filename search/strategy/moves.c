#include "search/strategy/moves.h"

#include <math.h>
#include <string.h>

enum { WAY_MAX = 64 };

/* The choices that lead to a candidate. */
typedef struct Way {
	Tree *tree;
	int length;
	TreeNode *nodes[WAY_MAX]; /* at which each is made */
	int choices[WAY_MAX];
} Way;

/* In a space that knows no numbers every choice is one. */
static bool number_of(const Tree *tree, const TreeNode *node, int choice,
		      int64_t *value)
{
	const Space *space = tree_space(tree);

	SpaceNumber number = { choice, NULL };
	const bool is = !space->class->number
		|| space_gives(space, node->state, choice, &number);

	*value = number.value;
	return is;
}

static const char *label_of(const Tree *tree, const TreeNode *node, int choice)
{
	const Space *space = tree_space(tree);

	return space->class->label(space->context, node->state, choice);
}

static bool way_to(Way *way, TreeNode *candidate)
{
	way->length = candidate->depth;
	if (way->length > WAY_MAX)
		return false;
	for (TreeNode *n = candidate; n->parent; n = n->parent) {
		way->nodes[n->depth - 1] = n->parent;
		way->choices[n->depth - 1] = n->choice;
	}
	return true;
}

/* The choice of a node that is most like one on the way. */
static int most_like(const Way *way, const TreeNode *node, int index)
{
	int64_t wanted, value;
	double nearest = INFINITY;
	const TreeNode *was = way->nodes[index];
	bool numbers = number_of(way->tree, was, way->choices[index], &wanted);
	int best = 0;

	for (int i = 0; i < node->count; i++) {
		bool number = number_of(way->tree, node, i, &value);
		double d = numbers != number ? INFINITY
			 : number && value == wanted ? 0
			 : number ? fabs(log((1.0 + (double)value)
					     / (1.0 + (double)wanted)))
			 : strcmp(label_of(way->tree, node, i),
				  label_of(way->tree, was,
					   way->choices[index])) ? INFINITY : 0;

		if (d < nearest) {
			nearest = d;
			best = i;
		}
	}
	return best;
}

static const char *name_of(const Tree *tree, const TreeNode *node)
{
	const Space *space = tree_space(tree);
	const char *name = space->class->named
		? space->class->named(space->context, node->state) : NULL;

	return name ? name : "";
}

static bool chooses_number(const Way *way, const TreeNode *node)
{
	int64_t value;

	return number_of(way->tree, node, 0, &value);
}

/* Where on the way, from index on, what a node chooses was chosen: the next
 * block, or the number of that name before the next block; -1: nowhere. */
static int counterpart(const Way *way, const TreeNode *node, int index)
{
	bool number = chooses_number(way, node);
	const char *name = name_of(way->tree, node);

	for (int i = index; i < way->length; i++) {
		const TreeNode *was = way->nodes[i];

		if (!chooses_number(way, was))
			return number ? -1 : i;
		if (number && !strcmp(name, name_of(way->tree, was)))
			return i;
	}
	return -1;
}

/* From a node on as the way goes after index; NULL when that ends nowhere or
 * where it was proposed before. */
static TreeNode *follow(const Way *way, TreeNode *node, int index)
{
	TreeNode *at = node;

	while (!at->complete) {
		int choice = 0, was;

		if (!at->count)
			return NULL;
		was = counterpart(way, at, index);
		if (was >= 0) {
			choice = most_like(way, at, was);
			index = was + 1;
		}
		at = tree_open(way->tree, at, choice);
	}
	return at->closed ? NULL : at;
}

/* The choice with the next value up (direction 1) or down (-1); -1: none. */
static int step(const Tree *tree, const TreeNode *node, int choice,
		int direction)
{
	int64_t from, value, nearest = 0;
	int best = -1;

	if (!number_of(tree, node, choice, &from))
		return -1;
	for (int i = 0; i < node->count; i++) {
		if (!number_of(tree, node, i, &value)
		    || (value - from) * direction <= 0)
			continue;
		if (best < 0 || (nearest - value) * direction > 0) {
			nearest = value;
			best = i;
		}
	}
	return best;
}

static int add(TreeNode **found, int count, TreeNode *node)
{
	if (!node || count == MOVES_MAX)
		return count;
	for (int i = 0; i < count; i++)
		if (found[i] == node)
			return count;
	found[count] = node;
	return count + 1;
}

static int other_blocks(const Way *way, int index, TreeNode **found, int count)
{
	TreeNode *at = way->nodes[index];

	for (int i = 0; i < at->count; i++)
		if (i != way->choices[index])
			count = add(found, count,
				    follow(way, tree_open(way->tree, at, i),
					   index + 1));
	return count;
}

static int other_numbers(const Way *way, int index, TreeNode **found,
			 int count)
{
	TreeNode *at = way->nodes[index];

	for (int direction = -1; direction <= 1; direction += 2) {
		int choice = step(way->tree, at, way->choices[index],
				  direction);

		if (choice >= 0)
			count = add(found, count,
				    follow(way, tree_open(way->tree, at,
							  choice),
					   index + 1));
	}
	return count;
}

int moves_from(Tree *tree, TreeNode *candidate, MoveKinds kinds,
	       TreeNode *found[MOVES_MAX])
{
	Way way = { .tree = tree };
	int count = 0;
	int64_t value;

	if (!way_to(&way, candidate))
		return 0;
	for (int i = 0; i < way.length; i++) {
		bool number = number_of(tree, way.nodes[i], way.choices[i],
					&value);

		if (number && (kinds & MOVE_NUMBERS))
			count = other_numbers(&way, i, found, count);
		else if (!number && (kinds & MOVE_BLOCKS))
			count = other_blocks(&way, i, found, count);
	}
	return count;
}

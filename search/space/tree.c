#include "search/space/tree.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/map.h"

struct Tree {
	Space space;
	Arena *arena;
	TreeNode *root;
	Map seen; /* the candidates found, by their keys */
};

/* -- nodes ----------------------------------------------------------------- */

static void close_node(TreeNode *node)
{
	while (node && !node->closed) {
		node->closed = true;
		node = node->parent;
		if (!node || --node->open > 0)
			return;
	}
}

static TreeNode *make_node(Tree *tree, TreeNode *parent, int choice,
			   const void *state)
{
	const SpaceClass *class = tree->space.class;
	void *context = tree->space.context;
	TreeNode *node = ARENA_NEW(tree->arena, TreeNode);
	bool fresh;

	node->parent = parent;
	node->choice = choice;
	node->depth = parent ? parent->depth + 1 : 0;
	node->state = state;
	node->best = INFINITY;
	node->complete = state && class->complete(context, state);
	if (node->complete) {
		node->key = class->key(context, state);
		fresh = map_put(&tree->seen, tree->arena, node->key, node);
	} else {
		node->count = state ? class->choices(context, state) : 0;
		node->open = node->count;
		fresh = node->count > 0;
	}
	if (!fresh)
		close_node(node);
	return node;
}

TreeNode *tree_open(Tree *tree, TreeNode *node, int choice)
{
	const void *state;

	assert(choice >= 0 && choice < node->count);
	if (!node->kids)
		node->kids = ARENA_ARRAY(tree->arena, TreeNode *, node->count);
	if (!node->kids[choice]) {
		state = tree->space.class->child(tree->space.context,
						 node->state, choice);
		node->kids[choice] = make_node(tree, node, choice, state);
	}
	return node->kids[choice];
}

Tree *tree_new(const Space *space)
{
	Tree *tree = base_calloc(1, sizeof *tree);

	tree->space = *space;
	tree->arena = arena_new();
	tree->root = make_node(tree, NULL, 0,
			       space->class->root(space->context));
	return tree;
}

void tree_free(Tree *tree)
{
	if (!tree)
		return;
	arena_free(tree->arena);
	free(tree);
}

TreeNode *tree_root(Tree *tree)
{
	return tree->root;
}

/* -- walks ----------------------------------------------------------------- */

bool tree_is_open(const TreeNode *node, int choice)
{
	return !node->kids || !node->kids[choice]
	    || !node->kids[choice]->closed;
}

int tree_pick_first(const TreeNode *node, Rng *rng)
{
	(void)rng;
	for (int i = 0; i < node->count; i++)
		if (tree_is_open(node, i))
			return i;
	return -1;
}

int tree_pick_any(const TreeNode *node, Rng *rng)
{
	uint64_t skip = rng_below(rng, (uint64_t)node->open);

	for (int i = 0; i < node->count; i++)
		if (tree_is_open(node, i) && skip-- == 0)
			return i;
	return -1;
}

int tree_pick_front(const TreeNode *node, Rng *rng)
{
	return rng_below(rng, 2) ? tree_pick_first(node, rng)
				 : tree_pick_any(node, rng);
}

const Space *tree_space(const Tree *tree)
{
	return &tree->space;
}

void tree_propose(TreeNode *candidate)
{
	assert(candidate->complete && !candidate->closed);
	for (TreeNode *n = candidate; n; n = n->parent)
		n->asked++;
	close_node(candidate);
}

TreeNode *tree_peek(Tree *tree, TreeNode *node, TreePick *pick, Rng *rng)
{
	TreeNode *at = node;

	while (!node->closed) {
		if (at->complete)
			return at;
		at = tree_open(tree, at, pick(at, rng));
		while (at != node && at->closed)
			at = at->parent;
	}
	return NULL;
}

TreeNode *tree_walk(Tree *tree, TreeNode *node, TreePick *pick, Rng *rng)
{
	TreeNode *found = tree_peek(tree, node, pick, rng);

	if (found)
		tree_propose(found);
	return found;
}

void tree_tell(TreeNode *candidate, double seconds)
{
	for (TreeNode *n = candidate; n; n = n->parent) {
		n->told++;
		if (seconds < n->best)
			n->best = seconds;
	}
}

/* Tree: the part of a space that a strategy has looked at, with what was
 * measured in it.
 *
 * A node is made when it is first opened and stays. It is closed when nothing
 * new can be proposed below it: it is a dead end, its candidate was proposed or
 * equals another node's, or all its choices are closed. So every walk through
 * open nodes ends at a candidate that was never proposed, or shows that there
 * is none; no draw is fruitless.
 */
#ifndef SEARCH_SPACE_TREE_H
#define SEARCH_SPACE_TREE_H

#include "base/arena.h"
#include "base/rng.h"
#include "search/space/space.h"

typedef struct TreeNode {
	struct TreeNode *parent; /* NULL: the root */
	int depth, choice;       /* choice: of the parent's */
	const void *state;       /* NULL: a choice that leads nowhere */
	uint64_t key;            /* of a candidate */
	int count, open;         /* choices, and how many are not closed */
	struct TreeNode **kids;  /* NULL: not opened yet */
	bool complete, closed;
	int asked, told;         /* candidates at or below this node */
	double best;             /* seconds of the fastest; INFINITY: none */
	int mark;                /* the strategy's own */
} TreeNode;

typedef struct Tree Tree;

Tree *tree_new(const Space *space);
void tree_free(Tree *tree);
TreeNode *tree_root(Tree *tree);

/* The node behind a choice of a node; known: NULL, where it was not opened. */
TreeNode *tree_open(Tree *tree, TreeNode *node, int choice);
static inline TreeNode *tree_known(const TreeNode *node, int choice)
{
	return node->kids ? node->kids[choice] : NULL;
}

/* Which of a node's choices to follow: one whose node is not closed (nodes not
 * opened yet are not). */
typedef int TreePick(const TreeNode *node, Rng *rng);
TreePick tree_pick_first, tree_pick_any, tree_pick_front;

/* Whether a choice can still lead to something new. */
bool tree_is_open(const TreeNode *node, int choice);

/* A candidate at or below node that was never proposed, or NULL. It counts as
 * proposed from now on. */
TreeNode *tree_walk(Tree *tree, TreeNode *node, TreePick *pick, Rng *rng);

/* The same, but it does not count as proposed: it is looked at only. */
TreeNode *tree_peek(Tree *tree, TreeNode *node, TreePick *pick, Rng *rng);

/* An open candidate counts as proposed from now on. */
void tree_propose(TreeNode *candidate);

const Space *tree_space(const Tree *tree);

/* What a candidate costs: seconds, or INFINITY for one that failed. */
void tree_tell(TreeNode *candidate, double seconds);

#endif

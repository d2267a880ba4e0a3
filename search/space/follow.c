#include "search/space/follow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/space/derive.h"

/* Where we are on the known way: inside the text of one decision. */
typedef struct Way {
	Tree *tree;
	const char *at; /* the decision last taken, or those still to come */
	bool inside;    /* at is a decision that was taken */
	int strange;    /* choices of macros that are not on the way */
} Way;

static const char *next_decision(const char *at)
{
	const char *end = strchr(at, ';');

	if (!end)
		return NULL;
	return end + 1 + strspn(end + 1, " ");
}

static size_t name_length(const char *decision)
{
	return strcspn(decision, ":;");
}

/* A choice of macros is labelled by a name alone, one of numbers has a number
 * and where it comes from in parentheses. */
static bool is_number(const char *label)
{
	return strchr(label, '(') != NULL;
}

static const char *label_of(const Way *way, const TreeNode *node, int choice)
{
	const Space *space = tree_space(way->tree);

	return space->class->label(space->context, node->state, choice);
}

static int macro_named(const Way *way, const TreeNode *node,
		       const char *decision)
{
	size_t length = name_length(decision);

	for (int i = 0; i < node->count; i++) {
		const char *label = label_of(way, node, i);

		if (strlen(label) == length
		    && !strncmp(label, decision, length))
			return i;
	}
	return -1;
}

static int choose_macro(Way *way, const TreeNode *node)
{
	const char *at = way->at;

	if (at && way->inside)
		at = next_decision(at);
	for (; at; at = next_decision(at)) {
		int choice = macro_named(way, node, at);

		if (choice < 0)
			continue;
		way->at = at;
		way->inside = true;
		return choice;
	}
	way->strange++;
	return 0;
}

/* The number of that name in this decision or a later one; 0: none. */
static double number_named(const char *at, const char *name, size_t length)
{
	for (const char *s = at; s && *s; s = strpbrk(s + 1, ":,")) {
		const char *word = s + strspn(s, ":, ");

		if (!strncmp(word, name, length) && word[length] == ' ')
			return strtod(word + length, NULL);
	}
	return 0;
}

static double value_of(const char *label, size_t *name_bytes)
{
	const char *digits = label + strcspn(label, "0123456789");

	*name_bytes = (size_t)(digits - label);
	while (*name_bytes && label[*name_bytes - 1] == ' ')
		--*name_bytes;
	return strtod(digits, NULL);
}

static int choose_number(const Way *way, const TreeNode *node)
{
	double nearest = HUGE_VAL;
	int best = 0;

	for (int i = 0; way->at && i < node->count; i++) {
		const char *label = label_of(way, node, i);
		size_t length;
		double value = value_of(label, &length);
		double wanted = number_named(way->at, label, length);
		double distance = fabs(log((value + 1e-9) / (wanted + 1e-9)));

		if (wanted > 0 && distance < nearest) {
			nearest = distance;
			best = i;
		}
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

static TreeNode *follow_from(Tree *tree, TreeNode *at, const char *choices,
			     int *strange)
{
	Way way = { .tree = tree, .at = choices };

	while (at && !at->complete && at->count)
		at = take(&way, at, is_number(label_of(&way, at, 0))
			  ? choose_number(&way, at) : choose_macro(&way, at));
	*strange = way.strange;
	return at && at->complete ? at : NULL;
}

/* The program in its other spelling; NULL: it has one. */
static TreeNode *other_root(Tree *tree)
{
	TreeNode *root = tree_root(tree);
	const Way way = { .tree = tree };
	const char *label = root->complete || !root->count ? ""
			  : label_of(&way, root, root->count - 1);

	return !strcmp(label, DERIVE_WRITTEN) || !strcmp(label, DERIVE_CANONICAL)
	     ? tree_open(tree, root, root->count - 1) : NULL;
}

TreeNode *follow_in_tree(Tree *tree, const char *choices, int *strange)
{
	TreeNode *node = follow_from(tree, tree_root(tree), choices, strange);
	TreeNode *root = node && !*strange ? NULL : other_root(tree), *other;
	int more = 0;

	other = root && leads_on(root)
	      ? follow_from(tree, root, choices, &more) : NULL;
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

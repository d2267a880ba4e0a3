/* Writing what recorded_read reads. */
#include <inttypes.h>

#include "search/strategy/recorded.h"

void recorded_put_head(Text *text, const char *name, const char *about)
{
	text_put(text, "{\"space\": ");
	text_json(text, name);
	text_put(text, ", \"about\": ");
	text_json(text, about);
	text_put(text, ", \"by\": \"lift-tune\", \"version\": 1}\n");
}

static const TreeNode *ancestor(const TreeNode *node, int depth)
{
	while (node->depth > depth)
		node = node->parent;
	return node;
}

static int shared_depth(const TreeNode *node, const TreeNode *before)
{
	int depth = before ? before->depth : 0;

	if (depth > node->depth)
		depth = node->depth;
	while (depth && ancestor(node, depth) != ancestor(before, depth))
		depth--;
	return depth;
}

static void put_step(Text *text, const Space *space, const TreeNode *step)
{
	const TreeNode *at = step->parent;
	SpaceNumber number;

	text_char(text, '[');
	text_json(text, space->class->label(space->context, at->state,
					    step->choice));
	text_printf(text, ", %d, %d", step->choice, at->count);
	if (space_gives(space, at->state, step->choice, &number))
		text_printf(text, ", %" PRId64, number.value);
	text_char(text, ']');
}

static void put_features(Text *text, const Space *space, const TreeNode *node)
{
	Feature features[FEATURES_MAX];
	int count = space->class->features
		? space->class->features(space->context, node->state, features)
		: 0;

	text_put(text, ", \"features\": {");
	for (int i = 0; i < count; i++) {
		text_put(text, i ? ", " : "");
		text_json(text, features[i].name);
		text_printf(text, ": %.5g", features[i].value);
	}
	text_char(text, '}');
}

void recorded_put(Text *text, const Tree *tree, const TreeNode *node,
		  const TreeNode *before, uint64_t key, const char *status,
		  double seconds)
{
	const Space *space = tree_space(tree);
	int keep = shared_depth(node, before);

	text_printf(text, "{\"keep\": %d, \"steps\": [", keep);
	for (int depth = keep + 1; depth <= node->depth; depth++) {
		text_put(text, depth > keep + 1 ? ", " : "");
		put_step(text, space, ancestor(node, depth));
	}
	text_printf(text, "], \"key\": \"%016" PRIx64 "\"", key);
	if (status) {
		text_put(text, ", \"status\": ");
		text_json(text, status);
	} else {
		text_printf(text, ", \"ns\": %.6g", seconds * 1e9);
	}
	put_features(text, space, node);
	text_put(text, "}\n");
}

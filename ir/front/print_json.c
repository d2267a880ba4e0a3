/* Printing as JSON, and places in what is printed. */
#include "ir/front/print.h"

#include <stdlib.h>
#include <string.h>

#include "ir/front/print_tree.h"

void print_json(Text *text, const Program *program, const Expr *e)
{
	Arena *arena = arena_new();

	print_layout(text, print_tree(arena, program, e), 0);
	arena_free(arena);
}

/* -- places ---------------------------------------------------------------- */

static bool is_at(const Step *at, const unsigned char *kids, int depth)
{
	if (!at || at->depth != depth)
		return false;
	for (; at->up; at = at->up)
		if (at->kid != kids[at->depth - 1])
			return false;
	return true;
}

static const Tree *find_at(const Tree *tree, const unsigned char *kids,
			   int depth, Text *pointer)
{
	size_t length = pointer->length;

	if (is_at(tree->at, kids, depth))
		return tree;
	for (int i = 0; i < tree->count; i++) {
		const Tree *found;

		text_printf(pointer, "/%d", i);
		found = find_at(tree->items[i], kids, depth, pointer);
		if (found)
			return found;
		pointer->length = length;
		pointer->data[length] = '\0';
	}
	return NULL;
}

/* A node without a place of its own (the parameter of a composition, a lambda
 * shown as its body) has that of its body or of what is around it. */
void print_pointer(Text *pointer, const Program *program, const Expr *root,
		   const Path *path)
{
	Arena *arena = arena_new();
	const Tree *tree = print_tree(arena, program, root);
	unsigned char kids[PATH_MAX_DEPTH + 1];
	Text found = { 0 };
	int depth = path->depth;

	memcpy(kids, path->kids, (size_t)depth);
	text_put(&found, "");
	if (depth < PATH_MAX_DEPTH
	    && !find_at(tree, kids, depth, &found)) {
		kids[depth] = 0;
		if (!find_at(tree, kids, depth + 1, &found))
			while (depth > 0
			       && !find_at(tree, kids, --depth, &found))
				;
	}
	text_put(pointer, text_string(&found));
	text_free(&found);
	arena_free(arena);
}

static const Tree *item_at(const Tree *tree, const char **pointer)
{
	char *end;
	long item;

	if (**pointer != '/' || (*pointer)[1] < '0' || (*pointer)[1] > '9')
		return NULL;
	item = strtol(*pointer + 1, &end, 10);
	*pointer = end;
	return item < tree->count ? tree->items[item] : NULL;
}

bool print_find(const Program *program, const Expr *root, const char *pointer,
		Path *path)
{
	Arena *arena = arena_new();
	const Tree *tree = print_tree(arena, program, root);
	bool found;

	if (!strncmp(pointer, "/body", 5))
		pointer += 5;
	while (tree && *pointer)
		tree = item_at(tree, &pointer);
	found = tree && tree->at && tree->at->depth <= PATH_MAX_DEPTH;
	if (found) {
		path->depth = tree->at->depth;
		for (const Step *s = tree->at; s->up; s = s->up)
			path->kids[s->depth - 1] = (unsigned char)s->kid;
	}
	arena_free(arena);
	return found;
}

/* Trees: their leaves and lists. */
#include <string.h>

#include "ir/front/print_tree.h"

const Step *tree_step(Printer *p, const Step *up, int kid)
{
	Step *made = ARENA_NEW(p->arena, Step);

	*made = (Step){ up, kid, up ? up->depth + 1 : 0 };
	return made;
}

Tree *tree_raw(Printer *p, const char *json, const Step *at)
{
	Tree *tree = ARENA_NEW(p->arena, Tree);

	*tree = (Tree){ .atom = arena_strdup(p->arena, json), .at = at,
			.width = (int)strlen(json) };
	return tree;
}

Tree *tree_quoted(Printer *p, const char *string, const Step *at)
{
	Text text = { 0 };
	Tree *tree;

	text_json(&text, string);
	tree = tree_raw(p, text_string(&text), at);
	text_free(&text);
	return tree;
}

Tree *tree_list(Printer *p, const Step *at)
{
	Tree *tree = ARENA_NEW(p->arena, Tree);

	*tree = (Tree){ .at = at, .width = 2 };
	return tree;
}

void tree_add(Printer *p, Tree *tree, Tree *item)
{
	if (tree->count == tree->capacity) {
		Tree **old = tree->items;

		tree->capacity = tree->capacity * 2 + 4;
		tree->items = ARENA_ARRAY(p->arena, Tree *, tree->capacity);
		if (tree->count)
			memcpy(tree->items, old,
			       sizeof *old * (size_t)tree->count);
	}
	tree->width += item->width + (tree->count ? 2 : 0);
	tree->items[tree->count++] = item;
}

Tree *tree_built_in(Printer *p, const char *name, const Step *at)
{
	if (names_hide(p->program, name))
		name = arena_printf(p->arena, ".%s", name);
	return tree_quoted(p, name, at);
}

Tree *tree_number(Printer *p, int number)
{
	return tree_raw(p, arena_printf(p->arena, "%d", number), NULL);
}

Tree *tree_type(Printer *p, const Type *type)
{
	return tree_quoted(p, type_string(p->program->ir, type), NULL);
}

Tree *tree_size(Printer *p, const Size *size)
{
	Text text = { 0 };
	Tree *tree;

	size_text(&text, size);
	tree = size_is_const(size) ? tree_raw(p, text_string(&text), NULL)
				   : tree_quoted(p, text_string(&text), NULL);
	text_free(&text);
	return tree;
}

Tree *tree_bound(Printer *p, const Bound *bound, const Step *at)
{
	Tree *tree;

	if (!bound->count)
		return tree_quoted(p, bound->name ? bound->name : "_", at);
	tree = tree_list(p, at);
	for (int i = 0; i < bound->count; i++)
		tree_add(p, tree, tree_bound(p, &bound->parts[i], NULL));
	return tree;
}

/* A function in C as JSON: an object, written on one line as one leaf. */
#include "ir/core/foreign.h"
#include "ir/front/print_tree.h"

static void put_flat(Text *text, const Tree *tree)
{
	if (tree->atom) {
		text_put(text, tree->atom);
		return;
	}
	text_char(text, '[');
	for (int i = 0; i < tree->count; i++) {
		text_put(text, i ? ", " : "");
		put_flat(text, tree->items[i]);
	}
	text_char(text, ']');
}

static void put_member(Text *text, const char *key, const char *string)
{
	text_printf(text, "\"%s\": ", key);
	text_json(text, string);
	text_put(text, ", ");
}

static Tree *object_tree(Printer *p, const Expr *e)
{
	const Foreign *foreign = foreign_at(p->program->ir, e->index);
	Text text = { 0 }, type = { 0 };
	Tree *tree;

	type_text(&type, foreign->from);
	text_put(&type, " -> ");
	type_text(&type, foreign->to);
	text_char(&text, '{');
	put_member(&text, "name", foreign->name);
	put_member(&text, "type", text_string(&type));
	put_member(&text, "source", foreign->source);
	text_put(&text, "\"means\": ");
	put_flat(&text, print_function(p, e->kids[0], NULL, NULL));
	text_char(&text, '}');
	tree = tree_raw(p, text_string(&text), NULL);
	text_free(&text);
	text_free(&type);
	return tree;
}

Tree *print_opencl(Printer *p, const Expr *e, bool applied,
		   const Names *names, const Step *at)
{
	Tree *function = tree_list(p, applied ? NULL : at), *tree;

	tree_add(p, function, tree_quoted(p, "opencl", NULL));
	tree_add(p, function, object_tree(p, e));
	if (!applied)
		return function;
	tree = tree_list(p, at);
	tree_add(p, tree, function);
	tree_add(p, tree, print_kid(p, e, 1, names, at));
	return tree;
}

/* Binders: \x (y, z) (w : f32[n]). e and let p = e ; q = f in g */
#include <string.h>

#include "ir/front/notation_draft.h"

const char *notation_name(NotationDraft *d, const char *expected)
{
	NotationScan *s = &d->scan;
	const char *name;

	if (words_over(s) || (s->word.kind != WORD_NAME
			      && s->word.kind != WORD_STRING))
		return words_unexpected(s, expected);
	name = s->word.kind == WORD_NAME ? words_text(s) : words_string(s);
	if (s->word.kind == WORD_NAME && notation_is_reserved(name))
		return words_unexpected(s, expected);
	if (name)
		words_next(s);
	return name;
}

static Node *name_node(NotationDraft *d)
{
	int at = d->scan.word.at;
	const char *name = notation_name(d, "a name or a pattern");

	return name ? node_string(d, at, d->scan.last - at, name) : NULL;
}

/* (name : type), of which the name is read */
static Node *typed(NotationDraft *d, const Word *opened, const Node *name)
{
	const char *type;

	words_next(&d->scan);
	type = notation_type(d);
	if (!type || !notation_close(d, opened, ")"))
		return NULL;
	return node_string(d, opened->at, d->scan.last - opened->at,
			   arena_printf(d->arena, "%s: %s", name->string,
					type));
}

static Node *parts(NotationDraft *d)
{
	const Word opened = d->scan.word;
	NodeList list = { 0 };

	words_next(&d->scan);
	do {
		if (!node_add(d, &list, notation_pattern(d)))
			return NULL;
	} while (words_accept(&d->scan, ","));
	if (list.count == 1 && list.items[0]->kind == NODE_STRING
	    && words_is(&d->scan, ":"))
		return typed(d, &opened, list.items[0]);
	if (!notation_close(d, &opened, ")"))
		return NULL;
	return node_of(d, NODE_LIST, opened.at, &list);
}

Node *notation_pattern(NotationDraft *d)
{
	Node *pattern;

	if (!words_is(&d->scan, "("))
		return name_node(d);
	pattern = notation_enter(d) ? parts(d) : NULL;
	d->depth--;
	return pattern;
}

Node *notation_function(NotationDraft *d, const char *mark)
{
	int at = d->scan.word.at;
	NodeList params = { 0 }, fun = { 0 };
	Node *list, *body;

	while (!words_is(&d->scan, mark))
		if (!node_add(d, &params, notation_pattern(d)))
			return NULL;
	list = node_of(d, NODE_LIST, at, &params);
	words_next(&d->scan);
	body = notation_expression(d);
	if (!params.count)
		return body;
	if (!node_add(d, &fun, node_string(d, at, 1, "fun"))
	    || !node_add(d, &fun, list) || !node_add(d, &fun, body))
		return NULL;
	return node_of(d, NODE_LIST, at, &fun);
}

Node *notation_lambda(NotationDraft *d)
{
	Node *function;
	int at = d->scan.word.at;

	words_next(&d->scan);
	if (words_is(&d->scan, "."))
		return words_unexpected(&d->scan, "a parameter");
	function = notation_function(d, ".");
	if (function) {
		function->length += function->offset - at;
		function->offset = at;
	}
	return function;
}

/* A pattern, or name : type. */
static Node *bound(NotationDraft *d)
{
	Node *pattern = notation_pattern(d);
	const char *type;

	if (!pattern || pattern->kind != NODE_STRING
	    || strchr(pattern->string, ':') || !words_accept(&d->scan, ":"))
		return pattern;
	type = notation_type(d);
	return type ? node_string(d, pattern->offset,
				  d->scan.last - pattern->offset,
				  arena_printf(d->arena, "%s: %s",
					       pattern->string, type))
		    : NULL;
}

static bool binding(NotationDraft *d, NodeList *let)
{
	return node_add(d, let, bound(d))
	    && (words_accept(&d->scan, "=")
		|| words_unexpected(&d->scan, "= and what the name stands for"))
	    && node_add(d, let, notation_expression(d));
}

Node *notation_let(NotationDraft *d)
{
	NodeList let = { 0 };
	int at = d->scan.word.at;

	words_next(&d->scan);
	if (!node_add(d, &let, node_string(d, at, 3, "let")))
		return NULL;
	do {
		if (!binding(d, &let))
			return NULL;
	} while (words_accept(&d->scan, ";"));
	if (!words_accept(&d->scan, "in"))
		return words_unexpected(&d->scan,
					"; and another name, or in");
	return node_add(d, &let, notation_expression(d))
		? node_of(d, NODE_LIST, at, &let) : NULL;
}

/* Atoms of the notation: names, numbers and what stands in brackets. */
#include <string.h>

#include "ir/core/prim.h"
#include "ir/front/notation_draft.h"

/* -- brackets -------------------------------------------------------------- */

static int indentation(const char *text, int at)
{
	int start = at, column = 0;

	while (start > 0 && text[start - 1] != '\n')
		start--;
	while (text[start] == ' ' || text[start] == '\t') {
		start++;
		column++;
	}
	return column;
}

/* The end of the last line before the one that no longer is indented further
 * than that of the bracket; where the part ends if there is none. */
static int seems_missing(const NotationScan *s, int opened)
{
	int deep = indentation(s->text, opened);
	int end = s->last;

	for (int at = opened; at < end; at++) {
		int next = at + 1;

		if (s->text[at] != '\n')
			continue;
		while (s->text[next] == ' ' || s->text[next] == '\t')
			next++;
		if (next < end && !strchr("\n#)]}", s->text[next])
		    && indentation(s->text, next) <= deep)
			end = at;
	}
	while (end > 0 && strchr(" \t\n", s->text[end - 1]))
		end--;
	return end;
}

bool notation_close(NotationDraft *d, const Word *opened, const char *close)
{
	NotationScan *s = &d->scan;
	const char *found = arena_strndup(d->arena, s->text + opened->at, 1);
	int at;

	if (words_accept(s, close))
		return true;
	at = words_over(s) ? seems_missing(s, opened->at) : s->word.at + 1;
	words_fail(s, E1102, at > 0 ? at - 1 : 0, 1,
		   arena_printf(d->arena, "%s of line %d, not closed", found,
				opened->line), close,
		   "a bracket is not closed");
	return false;
}

/* -- atoms ----------------------------------------------------------------- */

Node *notation_number(NotationDraft *d, bool negative, int at)
{
	const char *text = words_text(&d->scan);

	words_next(&d->scan);
	return node_number(d, at, negative ? arena_printf(d->arena, "-%s", text)
					   : text);
}

/* mapLocal(1) */
static bool takes_dimension(const NotationDraft *d, const char *name)
{
	int dim;
	Prim prim = prim_named(name, &dim);

	return prim != PRIM_COUNT && prim_is(prim, TRAIT_DIM)
	    && words_is(&d->scan, "(") && d->scan.word.touches;
}

static Node *name_with_dimension(NotationDraft *d, int at, const char *name)
{
	const Word opened = d->scan.word;
	const char *dim;

	words_next(&d->scan);
	dim = words_text(&d->scan);
	if (d->scan.word.kind != WORD_NUMBER)
		return words_unexpected(&d->scan, "a dimension, 0 to 2");
	words_next(&d->scan);
	if (!notation_close(d, &opened, ")"))
		return NULL;
	return node_string(d, at, d->scan.last - at,
			   arena_printf(d->arena, "%s(%s)", name, dim));
}

Node *notation_word(NotationDraft *d)
{
	int at = d->scan.word.at;
	const char *word = words_text(&d->scan);
	Node *node;

	if (!strcmp(word, "true") || !strcmp(word, "false")) {
		words_next(&d->scan);
		node = node_new(d, NODE_BOOL, at, d->scan.last - at);
		if (node)
			node->integer = *word == 't';
		return node;
	}
	word = notation_name(d, "an expression");
	if (!word)
		return NULL;
	if (takes_dimension(d, word))
		return name_with_dimension(d, at, word);
	return node_string(d, at, d->scan.last - at, word);
}

static Node *quoted(NotationDraft *d)
{
	const Word word = d->scan.word;
	const char *string = words_string(&d->scan);

	words_next(&d->scan);
	return node_string(d, word.at, word.length, string);
}

/* (+) */
static Node *operator_name(NotationDraft *d)
{
	NotationScan *s = &d->scan;
	const char *word;
	Word word_at = s->word;
	NotationScan after = *s;

	if (words_over(s) || (s->word.kind != WORD_MARK
			      && s->word.kind != WORD_NAME))
		return NULL;
	word = words_text(s);
	words_next(&after);
	if ((!notation_infix(word) && strcmp(word, "~"))
	    || !words_is(&after, ")"))
		return NULL;
	*s = after;
	return node_string(d, word_at.at, word_at.length, word);
}

static Node *parenthesised(NotationDraft *d)
{
	const Word opened = d->scan.word;
	NodeList tuple = { 0 };
	Node *node;

	words_next(&d->scan);
	node = operator_name(d);
	if (node)
		return notation_close(d, &opened, ")") ? node : NULL;
	if (!node_add(d, &tuple, node_string(d, opened.at, 1, "tuple")))
		return NULL;
	do {
		if (!node_add(d, &tuple, notation_expression(d)))
			return NULL;
	} while (words_accept(&d->scan, ","));
	if (!notation_close(d, &opened, ")"))
		return NULL;
	return tuple.count == 2 ? tuple.items[1]
				: node_of(d, NODE_LIST, opened.at, &tuple);
}

static Node *array_literal(NotationDraft *d)
{
	const Word opened = d->scan.word;
	NodeList array = { 0 };

	words_next(&d->scan);
	if (!node_add(d, &array, node_string(d, opened.at, 1, "array")))
		return NULL;
	do {
		if (!node_add(d, &array, notation_expression(d)))
			return NULL;
	} while (words_accept(&d->scan, ","));
	return notation_close(d, &opened, "]")
		? node_of(d, NODE_LIST, opened.at, &array) : NULL;
}

static bool member(NotationDraft *d, NodeList *members)
{
	int at = d->scan.word.at;
	const char *key = notation_name(d, "a key");

	return key && (words_accept(&d->scan, "=")
		       || words_unexpected(&d->scan, "= and a value"))
	    && node_put(d, members, key, at, notation_expression(d));
}

/* { name = "f" ; means = \x. x } */
static Node *object(NotationDraft *d)
{
	const Word opened = d->scan.word;
	NodeList members = { 0 };

	words_next(&d->scan);
	do {
		if (!member(d, &members))
			return NULL;
	} while (words_accept(&d->scan, ";"));
	return notation_close(d, &opened, "}")
		? node_of(d, NODE_OBJECT, opened.at, &members) : NULL;
}

bool notation_at_atom(const NotationDraft *d)
{
	const Word *word = &d->scan.word;

	if (words_over(&d->scan))
		return false;
	if (word->kind == WORD_NAME)
		return !notation_is_reserved(words_text(&d->scan))
		    || words_is(&d->scan, "true")
		    || words_is(&d->scan, "false");
	return word->kind == WORD_NUMBER || word->kind == WORD_STRING
	    || words_is(&d->scan, "(") || words_is(&d->scan, "[")
	    || words_is(&d->scan, "{");
}

Node *notation_atom(NotationDraft *d)
{
	if (!notation_at_atom(d))
		return words_unexpected(&d->scan, "an expression");
	if (d->scan.word.kind == WORD_NUMBER)
		return notation_number(d, false, d->scan.word.at);
	if (d->scan.word.kind == WORD_STRING)
		return quoted(d);
	if (words_is(&d->scan, "("))
		return parenthesised(d);
	if (words_is(&d->scan, "["))
		return array_literal(d);
	return words_is(&d->scan, "{") ? object(d) : notation_word(d);
}

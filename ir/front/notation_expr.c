/* Expressions of the notation, as in docs/notation.md:
 *   expression = \p ... . expression | let ... in expression
 *              | if expression then expression else expression
 *              | chain [ $ expression ]
 *   chain      = infix { . infix }          (f . g is f after g)
 *   infix      = operators by level, all grouped from the left
 *   unary      = { - | ~ } application
 *   application = atom { atom }
 *   atom       = name | number | "name" | ( ... ) | [ ... ] | { ... },
 *                then [ sizes ] or [ index ] without a space before it
 */
#include <string.h>

#include "ir/front/notation_draft.h"

/* An expression, or an application to which more may be added: its list. */
typedef struct Applied {
	Node *node;
	bool open;
	NodeList list;
	int at;
	bool sized;      /* the first is a name with sizes that wait for their */
	SizedName sizes; /* place in the list */
	NodeList waiting;
} Applied;

static bool at_index(const NotationDraft *d)
{
	return words_is(&d->scan, "[") && d->scan.word.touches;
}

/* a[i] */
static Node *index_of(NotationDraft *d, Node *array)
{
	const Word opened = d->scan.word;
	NodeList at = { 0 };

	words_next(&d->scan);
	if (!node_add(d, &at, node_string(d, opened.at, 1, "at"))
	    || !node_add(d, &at, array)
	    || !node_add(d, &at, notation_expression(d))
	    || !notation_close(d, &opened, "]"))
		return NULL;
	return node_of(d, NODE_LIST, array->offset, &at);
}

/* -- sizes in brackets ----------------------------------------------------- */

/* An integer or a size expression. */
static Node *size(NotationDraft *d, bool last)
{
	const char *text = d->scan.text + d->scan.word.at;
	Node *node = node_raw(d, ",]", last ? "a size" : "a size and a comma");

	if (!node || node->kind == NODE_INTEGER)
		return node;
	node->kind = NODE_STRING;
	node->string = arena_strndup(d->arena, text, (size_t)node->length);
	return node;
}

/* The first of an application, with its sizes. */
static bool sizes(NotationDraft *d, Applied *a)
{
	const Word opened = d->scan.word;

	words_next(&d->scan);
	for (int i = 0; i < a->sizes.count; i++) {
		if (i && !words_accept(&d->scan, ","))
			return words_unexpected(&d->scan, ", and a size");
		if (!node_add(d, &a->waiting,
			      size(d, i + 1 == a->sizes.count)))
			return false;
	}
	if (a->sizes.mode && words_accept(&d->scan, ",")
	    && !node_add(d, &a->waiting, notation_expression(d)))
		return false;
	return notation_close(d, &opened, "]");
}

static bool place_sizes(NotationDraft *d, Applied *a)
{
	if (!a->sized || a->list.count <= a->sizes.at)
		return true;
	a->sized = false;
	for (int i = 0; i < a->waiting.count; i++)
		if (!node_add(d, &a->list, a->waiting.items[i]))
			return false;
	return true;
}

/* -- applications ---------------------------------------------------------- */

static Node *finished(NotationDraft *d, Applied *a)
{
	if (!a->open)
		return a->node;
	if (a->sized)
		return words_unexpected(&d->scan, "what comes before the size");
	return node_of(d, NODE_LIST, a->at, &a->list);
}

static bool apply(NotationDraft *d, Applied *a, Node *argument)
{
	if (!argument)
		return false;
	if (!a->open) {
		a->open = true;
		if (!node_add(d, &a->list, a->node))
			return false;
	}
	return node_add(d, &a->list, argument) && place_sizes(d, a);
}

static Node *atom(NotationDraft *d)
{
	Node *node = notation_enter(d) ? notation_atom(d) : NULL;

	while (node && at_index(d))
		node = index_of(d, node);
	d->depth--;
	return node;
}

/* An argument: a name with sizes alone is a function of the rest. */
static Node *argument(NotationDraft *d)
{
	SizedName sized;
	Applied a = { .at = d->scan.word.at };

	if (d->scan.word.kind != WORD_NAME || words_over(&d->scan)
	    || !notation_sized(words_text(&d->scan), &sized))
		return atom(d);
	a.node = notation_word(d);
	a.sizes = sized;
	if (!a.node || !at_index(d))
		return a.node;
	a.open = a.sized = true;
	if (!node_add(d, &a.list, a.node) || !sizes(d, &a)
	    || !place_sizes(d, &a))
		return NULL;
	return finished(d, &a);
}

static bool read_first(NotationDraft *d, Applied *a)
{
	const NotationScan start = d->scan;

	a->at = start.word.at;
	if (start.word.kind == WORD_NAME && notation_at_atom(d)
	    && notation_sized(words_text(&start), &a->sizes)) {
		a->node = notation_word(d);
		if (!a->node)
			return false;
		if (!at_index(d))
			return true;
		a->open = a->sized = true;
		return node_add(d, &a->list, a->node) && sizes(d, a)
		    && place_sizes(d, a);
	}
	a->node = atom(d);
	return a->node != NULL;
}

static bool read_application(NotationDraft *d, Applied *a)
{
	if (!read_first(d, a))
		return false;
	while (notation_at_atom(d))
		if (!apply(d, a, argument(d)))
			return false;
	return true;
}

/* -- operators ------------------------------------------------------------- */

static Node *prefixed(NotationDraft *d, const char *op, int at, Node *of)
{
	NodeList list = { 0 };

	if (!node_add(d, &list, node_string(d, at, 1, op))
	    || !node_add(d, &list, of))
		return NULL;
	return node_of(d, NODE_LIST, at, &list);
}

static bool is_number(const NotationScan *s)
{
	return s->word.kind == WORD_NUMBER || words_is(s, "inf");
}

static bool unary(NotationDraft *d, Applied *a)
{
	int at = d->scan.word.at;
	bool minus = words_is(&d->scan, "-");

	if (!minus && !words_is(&d->scan, "~"))
		return read_application(d, a);
	words_next(&d->scan);
	if (minus && d->scan.word.touches && is_number(&d->scan)) {
		*a = (Applied){ .node = notation_number(d, true, at), .at = at };
	} else {
		Node *of;

		if (!notation_enter(d) || !unary(d, a))
			return false;
		d->depth--;
		of = finished(d, a);
		*a = (Applied){ .at = at, .node = of ? prefixed(
			d, minus ? "neg" : "~", at, of) : NULL };
	}
	return a->node != NULL;
}

static bool infix(NotationDraft *d, Applied *a, int level);

static const char *at_infix(const NotationDraft *d, int level)
{
	const char *word;

	if (words_over(&d->scan) || (d->scan.word.kind != WORD_MARK
				     && d->scan.word.kind != WORD_NAME))
		return NULL;
	word = words_text(&d->scan);
	return notation_infix(word) && notation_infix(word) >= level ? word
								     : NULL;
}

/* op applied to what stands left of it and right of it; a + b + c is one
 * application of three. */
static Node *operation(NotationDraft *d, const char *op, Node *left,
		       bool joins, NodeList *list)
{
	int at = left->offset, op_at = d->scan.word.at;
	Applied right = { 0 };

	words_next(&d->scan);
	if (!joins) {
		*list = (NodeList){ 0 };
		if (!node_add(d, list, node_string(d, op_at, (int)strlen(op),
						   op))
		    || !node_add(d, list, left))
			return NULL;
	}
	if (!infix(d, &right, notation_infix(op) + 1)
	    || !node_add(d, list, finished(d, &right)))
		return NULL;
	return node_of(d, NODE_LIST, at, list);
}

static bool infix(NotationDraft *d, Applied *a, int level)
{
	const char *op, *before = NULL;
	NodeList list = { 0 };

	if (!unary(d, a))
		return false;
	while ((op = at_infix(d, level))) {
		Node *left = finished(d, a);
		bool joins = before && !strcmp(op, before)
			  && notation_chains(op);

		if (!left)
			return false;
		*a = (Applied){ .at = left->offset,
				.node = operation(d, op, left, joins, &list) };
		if (!a->node)
			return false;
		before = op;
	}
	return true;
}

static bool chain(NotationDraft *d, Applied *a)
{
	NodeList list = { 0 };
	int at = d->scan.word.at;

	if (!infix(d, a, LEVEL_OR))
		return false;
	if (!words_is(&d->scan, "."))
		return true;
	if (!node_add(d, &list, node_string(d, at, 1, "compose"))
	    || !node_add(d, &list, finished(d, a)))
		return false;
	while (words_accept(&d->scan, ".")) {
		Applied next = { 0 };

		if (!infix(d, &next, LEVEL_OR)
		    || !node_add(d, &list, finished(d, &next)))
			return false;
	}
	*a = (Applied){ .at = at, .node = node_of(d, NODE_LIST, at, &list) };
	return a->node != NULL;
}

static Node *dollar(NotationDraft *d)
{
	Applied a = { 0 };

	if (!chain(d, &a))
		return NULL;
	if (words_accept(&d->scan, "$")
	    && !apply(d, &a, notation_expression(d)))
		return NULL;
	return finished(d, &a);
}

static Node *choice(NotationDraft *d)
{
	static const char *const words[] = { "if", "then", "else" };
	NodeList list = { 0 };
	int at = d->scan.word.at;

	if (!node_add(d, &list, node_string(d, at, 2, "if")))
		return NULL;
	for (int i = 0; i < 3; i++) {
		if (!words_accept(&d->scan, words[i]))
			return words_unexpected(&d->scan, words[i]);
		if (!node_add(d, &list, notation_expression(d)))
			return NULL;
	}
	return node_of(d, NODE_LIST, at, &list);
}

Node *notation_expression(NotationDraft *d)
{
	Node *node;

	if (!notation_enter(d))
		return NULL;
	if (words_is(&d->scan, "\\"))
		node = notation_lambda(d);
	else if (words_is(&d->scan, "let"))
		node = notation_let(d);
	else if (words_is(&d->scan, "if"))
		node = choice(d);
	else
		node = dollar(d);
	d->depth--;
	return node;
}

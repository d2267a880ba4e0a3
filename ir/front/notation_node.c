/* Values of the notation's reader. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/front/notation_draft.h"

enum { VALUES_MAX = 20000, DEPTH_MAX = 200, STRING_MAX = 4096,
       SOURCE_MAX = 65536 };

Node *node_new(NotationDraft *d, NodeKind kind, int at, int length)
{
	Node *node;

	if (d->values++ == VALUES_MAX)
		return words_fail(&d->scan, E0002, at, 1,
				  "more than 20000 values",
				  "at most 20000 values",
				  "the document is too large");
	node = ARENA_NEW(d->arena, Node);
	*node = (Node){ .kind = kind, .offset = at,
			.length = length < 1 ? 1 : length, .key_offset = -1 };
	return node;
}

Node *node_string(NotationDraft *d, int at, int length, const char *string)
{
	Node *node;

	if (!string)
		return NULL;
	if (strlen(string) > SOURCE_MAX)
		return words_fail(&d->scan, E0002, at, 1, "more than 64 KiB",
				  "a string of at most 4 KiB (source: 64 KiB)",
				  "a string is too long");
	node = node_new(d, NODE_STRING, at, length);
	if (node)
		node->string = string;
	return node;
}

static bool is_digits(const char *text)
{
	text += *text == '-';
	if (!*text)
		return false;
	while (isdigit((unsigned char)*text))
		text++;
	return !*text;
}

static bool is_decimal(const char *text)
{
	char *end;

	if (strpbrk(text, "xX") || !strpbrk(text, "0123456789"))
		return false;
	(void)strtod(text, &end);
	return !*end && isfinite(strtod(text, NULL));
}

Node *node_number(NotationDraft *d, int at, const char *text)
{
	int length = (int)strlen(text);
	Node *node;
	int64_t value;

	errno = 0;
	value = strtoll(text, NULL, 10);
	if (is_digits(text) && !errno) {
		node = node_new(d, NODE_INTEGER, at, length);
		if (node)
			node->integer = value;
		return node;
	}
	if (is_digits(text) || !is_decimal(text))
		return node_string(d, at, length, text);
	node = node_new(d, NODE_REAL, at, length);
	if (node)
		node->real = strtod(text, NULL);
	return node;
}

Node *node_copy(NotationDraft *d, const Node *value)
{
	Node *node = value ? node_new(d, value->kind, value->offset,
				      value->length) : NULL;

	if (node)
		*node = *value;
	return node;
}

bool node_add(NotationDraft *d, NodeList *list, Node *value)
{
	if (!value)
		return false;
	if (list->count == list->capacity) {
		Node **more;

		list->capacity = list->capacity * 2 + 4;
		more = ARENA_ARRAY(d->arena, Node *, list->capacity);
		if (list->count)
			memcpy(more, list->items, sizeof *more
						  * (size_t)list->count);
		list->items = more;
	}
	list->items[list->count++] = value;
	return true;
}

static bool is_there(const NodeList *members, const char *key)
{
	for (int i = 0; i < members->count; i++)
		if (!strcmp(members->items[i]->key, key))
			return true;
	return false;
}

bool node_put(NotationDraft *d, NodeList *members, const char *key,
	      int key_at, Node *value)
{
	if (!value || !key)
		return false;
	if (is_there(members, key))
		return words_fail(&d->scan, E0001, key_at, (int)strlen(key),
				  key, "each name once",
				  "a name is given twice");
	value->key = key;
	value->key_offset = key_at;
	value->key_length = (int)strlen(key);
	return node_add(d, members, value);
}

Node *node_of(NotationDraft *d, NodeKind kind, int at, const NodeList *list)
{
	Node *node = node_new(d, kind, at, d->scan.last - at);

	if (!node)
		return NULL;
	for (int i = 0; i < list->count; i++) {
		list->items[i]->up = node;
		list->items[i]->index = i;
	}
	node->count = list->count;
	node->kids = (const Node *const *)list->items;
	return node;
}

/* The first of the stops outside of brackets, in this line. */
static int stop_at(const char *text, int at, const char *stops)
{
	for (int depth = 0; text[at] && text[at] != '\n'; at++) {
		if (!depth && strchr(stops, text[at]))
			return at;
		depth += text[at] == '(' || text[at] == '[';
		depth -= text[at] == ')' || text[at] == ']';
	}
	return at;
}

Node *node_raw(NotationDraft *d, const char *stops, const char *expected)
{
	NotationScan *s = &d->scan;
	int at = s->word.at, end = stop_at(s->text, at, stops), stop = end;
	const char *raw;

	if (words_over(s))
		return words_unexpected(s, expected);
	while (end > at && isspace((unsigned char)s->text[end - 1]))
		end--;
	if (end == at)
		return words_unexpected(s, expected);
	raw = arena_strndup(d->arena, s->text + at, (size_t)(end - at));
	s->word.at = stop;
	s->word.length = 0;
	words_next(s);
	return node_number(d, at, raw);
}

bool notation_enter(NotationDraft *d)
{
	if (d->depth++ < DEPTH_MAX)
		return true;
	return words_fail(&d->scan, E0002, d->scan.word.at, 1,
			  "more than 200 levels", "at most 200 levels",
			  "the program is nested too deep");
}

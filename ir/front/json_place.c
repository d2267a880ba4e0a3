/* Places of values: line, column and JSON pointer. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ir/front/json.h"

Place json_offset_place(const JsonText *json, int offset, int length)
{
	Place place = { .file = json->file, .source = json->text, .line = 1,
			.column = 1, .width = length < 1 ? 1 : length };
	const char *line = json->text, *here = json->text + offset, *end;

	while ((end = memchr(line, '\n', (size_t)(here - line)))) {
		place.line++;
		line = end + 1;
	}
	place.column = (int)(here - line) + 1;
	end = length > 0 ? memchr(here, '\n', (size_t)length) : NULL;
	if (end)
		place.width = end > here ? (int)(end - here) : 1;
	return place;
}

static void put_key(Text *text, const char *key)
{
	for (; *key; key++) {
		if (*key == '~')
			text_put(text, "~0");
		else if (*key == '/')
			text_put(text, "~1");
		else
			text_char(text, *key);
	}
}

static void put_pointer(Text *text, const Node *node)
{
	if (!node->up)
		return;
	put_pointer(text, node->up);
	text_char(text, '/');
	if (node->key)
		put_key(text, node->key);
	else
		text_printf(text, "%d", node->index);
}

const char *json_pointer(Arena *arena, const Node *node)
{
	Text text = { 0 };
	const char *pointer;

	put_pointer(&text, node);
	pointer = arena_strdup(arena, text_string(&text));
	text_free(&text);
	return pointer;
}

/* Definitions may come from a file of their own. */
static const JsonText *source_of(const JsonText *json, const Node *node)
{
	while (node->up)
		node = node->up;
	return node->source ? node->source : json;
}

Place json_place(const JsonText *json, const Node *node)
{
	Place place = json_offset_place(source_of(json, node), node->offset,
					node->length);

	place.pointer = json_pointer(json->arena, node);
	return place;
}

Place json_key_place(const JsonText *json, const Node *node)
{
	Place place = json_offset_place(source_of(json, node),
					node->key_offset, node->key_length);

	place.pointer = json_pointer(json->arena, node);
	return place;
}

Place json_part_place(const JsonText *json, const Node *node, int from)
{
	int inside = node->length - 2;
	bool plain = inside >= 0 && (int)strlen(node->string) == inside;
	Place place;

	if (!plain || from < 0 || from > inside)
		return json_place(json, node);
	place = json_offset_place(source_of(json, node),
				  node->offset + 1 + from, 1);
	place.pointer = json_pointer(json->arena, node);
	return place;
}

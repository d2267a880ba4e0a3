#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "ir/front/json.h"

typedef struct Convert {
	const JsonText *json;
	const JsonSpan *spans;
	int count, next;
	bool failed;
} Convert;

static const Node *convert(Convert *c, json_t *value, const Node *up,
			   const char *key, int index);

static void convert_list(Convert *c, json_t *list, Node *node)
{
	int count = (int)json_array_size(list);
	const Node **kids = ARENA_ARRAY(c->json->arena, const Node *,
					count ? count : 1);

	for (int i = 0; i < count && !c->failed; i++)
		kids[i] = convert(c, json_array_get(list, (size_t)i), node,
				  NULL, i);
	node->kids = kids;
	node->count = count;
}

static void convert_object(Convert *c, json_t *object, Node *node)
{
	int count = (int)json_object_size(object), i = 0;
	const Node **kids = ARENA_ARRAY(c->json->arena, const Node *,
					count ? count : 1);
	const char *key;
	json_t *value;

	json_object_foreach(object, key, value) {
		if (c->failed)
			return;
		kids[i] = convert(c, value, node,
				  arena_strdup(c->json->arena, key), i);
		i++;
	}
	node->kids = kids;
	node->count = count;
}

static void refuse_null(Convert *c, const Node *node)
{
	Place place = json_place(c->json, node);

	diag_add(c->json->diags, E0003, &place, "null",
		 "a value, or the key left out", "null means nothing here");
	c->failed = true;
}

static const Node *convert(Convert *c, json_t *value, const Node *up,
			   const char *key, int index)
{
	Node *node = ARENA_NEW(c->json->arena, Node);
	JsonSpan span = { 0, 1, -1, 0 };

	if (c->next < c->count)
		span = c->spans[c->next++];
	*node = (Node){ .up = up, .key = key, .index = index,
			.offset = span.offset, .length = span.length,
			.key_offset = span.key_offset,
			.key_length = span.key_length,
			.source = up ? NULL : c->json };
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		node->kind = NODE_OBJECT;
		convert_object(c, value, node);
		break;
	case JSON_ARRAY:
		node->kind = NODE_LIST;
		convert_list(c, value, node);
		break;
	case JSON_STRING:
		node->kind = NODE_STRING;
		node->string = arena_strdup(c->json->arena,
					    json_string_value(value));
		break;
	case JSON_INTEGER:
		node->kind = NODE_INTEGER;
		node->integer = json_integer_value(value);
		break;
	case JSON_REAL:
		node->kind = NODE_REAL;
		node->real = json_real_value(value);
		break;
	case JSON_TRUE: case JSON_FALSE:
		node->kind = NODE_BOOL;
		node->integer = json_is_true(value);
		break;
	case JSON_NULL:
		refuse_null(c, node);
		break;
	}
	return node;
}

typedef struct ErrorRow {
	enum json_error_code code;
	const char *message, *expected;
} ErrorRow;

static const ErrorRow error_rows[] = {
	{ json_error_duplicate_key, "a key is given twice in one object",
	  "each key once" },
	{ json_error_invalid_utf8, "the text is not UTF-8", "UTF-8" },
	{ json_error_premature_end_of_input, "the text ends too early",
	  "the end of every list, object and string" },
	{ json_error_end_of_input_expected, "the text goes on after the end "
	  "of the document", "one document" },
	{ json_error_null_character, "a string holds the character U+0000",
	  "none" },
	{ json_error_null_byte_in_key, "a key holds the character U+0000",
	  "none" },
};

static void syntax_error(const JsonText *json, const json_error_t *error)
{
	const char *message = "the text is not JSON", *expected = "JSON";
	int size = (int)strlen(json->text), offset = error->position;
	JsonFault fault;
	Place place;

	for (size_t i = 0; i < sizeof error_rows / sizeof *error_rows; i++)
		if (json_error_code(error) == error_rows[i].code) {
			message = error_rows[i].message;
			expected = error_rows[i].expected;
		}
	if (offset > 0)
		offset--;
	if (json_bracket_fault(json, offset, &fault)) {
		place = json_offset_place(json, fault.offset, 1);
		diag_add(json->diags, E0001, &place, fault.found,
			 fault.expected, "%s", fault.message);
		return;
	}
	place = json_offset_place(json, offset < size ? offset : size, 1);
	diag_add(json->diags, E0001, &place, error->text, expected, "%s",
		 message);
}

const Node *json_read(const JsonText *json)
{
	Convert c = { .json = json };
	json_error_t error;
	const Node *root;
	json_t *value;

	c.spans = json_scan(json, &c.count);
	if (!c.spans)
		return NULL;
	value = json_loads(json->text,
			   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	if (!value) {
		syntax_error(json, &error);
		return NULL;
	}
	root = convert(&c, value, NULL, NULL, 0);
	json_decref(value);
	return c.failed ? NULL : root;
}

const Node *json_member(const Node *object, const char *key)
{
	for (int i = 0; i < object->count; i++)
		if (!strcmp(object->kids[i]->key, key))
			return object->kids[i];
	return NULL;
}

const char *json_found(Arena *arena, const Node *node)
{
	switch (node->kind) {
	case NODE_OBJECT: return "an object";
	case NODE_LIST: return node->count ? "a list" : "an empty list";
	case NODE_STRING:
		return arena_printf(arena, "\"%.60s\"%s", node->string,
				    strlen(node->string) > 60 ? "..." : "");
	case NODE_INTEGER:
		return arena_printf(arena, "%" PRId64, node->integer);
	case NODE_REAL: return arena_printf(arena, "%.17g", node->real);
	case NODE_BOOL: return node->integer ? "true" : "false";
	}
	return NULL;
}

/* Json: one value of a document, with its place in the text (language.md,
 * Limits).
 *
 * A tree in an arena, made from what jansson parsed; jansson keeps no places,
 * so a scan of our own, which also enforces the limits before jansson sees the
 * text, numbers the values in the order of the text.
 */
#ifndef IR_FRONT_JSON_H
#define IR_FRONT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

typedef enum { NODE_OBJECT, NODE_LIST, NODE_STRING, NODE_INTEGER, NODE_REAL,
	       NODE_BOOL } NodeKind;

typedef struct Node {
	NodeKind kind;
	const struct Node *up; /* NULL: the whole document */
	const char *key;       /* in an object; else NULL */
	int index;             /* in up */
	int offset, length;    /* of the value in the text */
	int key_offset, key_length;
	const char *string;
	int64_t integer;       /* INTEGER, BOOL */
	double real;
	int count;             /* OBJECT, LIST */
	const struct Node *const *kids;
	const struct JsonText *source; /* of a whole document of its own */
} Node;

/* A text that is read and where its faults go. */
typedef struct JsonText {
	Arena *arena; /* of the nodes */
	const char *file, *text;
	Diags *diags;
} JsonText;

/* The document, or NULL after an error. */
const Node *json_read(const JsonText *text);

/* The value of that key, or NULL. */
const Node *json_member(const Node *object, const char *key);

/* "an object", "a list", "a string", ... with the value when it is short. */
const char *json_found(Arena *arena, const Node *node);

/* The place of a value; of the key before it; or of the part of a string
 * from byte `from` of its content. */
Place json_place(const JsonText *text, const Node *node);
Place json_key_place(const JsonText *text, const Node *node);
Place json_part_place(const JsonText *text, const Node *node, int from);
Place json_offset_place(const JsonText *text, int offset, int length);

/* The JSON pointer of a value. */
const char *json_pointer(Arena *arena, const Node *node);

/* -- between the parts of this module -- */

typedef struct JsonFault {
	int offset;
	const char *message, *found, *expected;
} JsonFault;

/* What is wrong with the brackets up to that byte, where a parser stopped;
 * false when they match, or when what is wrong with them comes later. */
bool json_bracket_fault(const JsonText *text, int before, JsonFault *fault);

typedef struct JsonSpan {
	int offset, length, key_offset, key_length;
} JsonSpan;

/* The places of all values in the order of the text, or NULL after an error
 * of a limit. *count may fall short when the text is not JSON. */
JsonSpan *json_scan(const JsonText *text, int *count);

#endif

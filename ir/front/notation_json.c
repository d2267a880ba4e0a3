/* Documents written as JSON: keys in the order of language.md, one input, size
 * or definition to a line, expressions in one line where they fit. */
#include "ir/front/notation.h"

#include <inttypes.h>

#include "ir/front/notation_printer.h"

static void put(Text *out, const Node *node, int indent);

static void put_items(Text *out, const Node *node, int indent)
{
	bool object = node->kind == NODE_OBJECT;
	int deeper = indent == ONE_LINE ? ONE_LINE : indent + PRINT_STEP;

	text_char(out, object ? '{' : '[');
	for (int i = 0; i < node->count; i++) {
		if (i) {
			text_char(out, ',');
			print_gap(out, deeper);
		}
		if (object) {
			text_json(out, node->kids[i]->key);
			text_put(out, ": ");
		}
		put(out, node->kids[i], deeper);
	}
	text_char(out, object ? '}' : ']');
}

static void put_here(Text *out, const Node *node, int indent)
{
	switch (node->kind) {
	case NODE_STRING: text_json(out, node->string); break;
	case NODE_INTEGER: text_printf(out, "%" PRId64, node->integer); break;
	case NODE_REAL: print_real(out, node->real); break;
	case NODE_BOOL: text_put(out, node->integer ? "true" : "false"); break;
	case NODE_LIST:
	case NODE_OBJECT: put_items(out, node, indent); break;
	}
}

static void put(Text *out, const Node *node, int indent)
{
	Text line = { 0 };

	put_here(&line, node, ONE_LINE);
	if (indent == ONE_LINE || print_column(out) + (int)line.length <= PRINT_COLUMNS)
		text_put(out, text_string(&line));
	else
		put_here(out, node, indent);
	text_free(&line);
}

/* Each item on a line of its own. */
static void put_lines(Text *out, const Node *node)
{
	bool object = node->kind == NODE_OBJECT;

	text_put(out, object ? "{" : "[");
	for (int i = 0; i < node->count; i++) {
		text_put(out, i ? ",\n    " : "\n    ");
		if (object) {
			text_json(out, node->kids[i]->key);
			text_put(out, ": ");
		}
		put(out, node->kids[i], 4 + PRINT_STEP);
	}
	text_put(out, object ? "\n  }" : "\n  ]");
}

void notation_json(Text *text, const Node *document)
{
	static const struct {
		const char *key;
		bool lines;
	} rows[] = {
		{ "name", false },     { "doc", false },
		{ "sizes", false },    { "open", false },
		{ "inputs", true },    { "operators", true },
		{ "defs", true },      { "body", false },
		{ "outputs", false },  { "tolerance", false },
	};
	const char *before = "{\n  ";

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const Node *part = json_member(document, rows[i].key);

		if (!part)
			continue;
		text_put(text, before);
		text_json(text, rows[i].key);
		text_put(text, ": ");
		before = ",\n  ";
		if (rows[i].lines && part->count)
			put_lines(text, part);
		else
			put(text, part, 2);
	}
	text_put(text, "\n}\n");
}

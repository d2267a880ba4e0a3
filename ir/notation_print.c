/* Documents written in the notation: clause by clause, and the body. */
#include "ir/notation.h"

#include <string.h>

#include "ir/notation_printer.h"

static void begin(Text *out, const char *word, bool first)
{
	text_printf(out, "\n  %s", first ? word : "");
	for (size_t i = 0; !first && i < strlen(word); i++)
		text_char(out, ' ');
	text_char(out, ' ');
}

static void print_doc(Text *out, const Node *object)
{
	const Node *doc = json_member(object, "doc");

	if (!doc)
		return;
	text_char(out, ' ');
	text_json(out, doc->string);
}

static void print_sizes(Text *out, const Node *sizes)
{
	text_put(out, "\n  size ");
	for (int i = 0; i < sizes->count; i++) {
		text_put(out, i ? " ; " : "");
		print_name(out, sizes->kids[i]->key);
		text_put(out, " = ");
		print_node(out, sizes->kids[i], LEVEL_LOOSE, ONE_LINE);
	}
}

static void print_bound(Text *out, const Node *bound)
{
	if (bound->kind == NODE_STRING)
		text_put(out, bound->string);
	else
		print_number(out, bound, LEVEL_LOOSE);
}

static void print_input(Text *out, const Node *input)
{
	const Node *range = json_member(input, "range");

	print_name(out, json_member(input, "name")->string);
	text_put(out, " : ");
	print_type(out, json_member(input, "type")->string);
	if (range && range->count == 2) {
		text_put(out, " in [");
		print_bound(out, range->kids[0]);
		text_put(out, ", ");
		print_bound(out, range->kids[1]);
		text_char(out, ']');
	}
	print_doc(out, input);
}

static void print_outputs(Text *out, const Node *outputs)
{
	text_put(out, "\n  output ");
	for (int i = 0; i < outputs->count; i++) {
		const Node *output = outputs->kids[i];
		bool plain = output->kind == NODE_STRING;
		const Node *into = plain ? NULL : json_member(output, "into");

		text_put(out, i ? " ; " : "");
		print_name(out, plain ? output->string
			   : json_member(output, "name")->string);
		if (into) {
			text_put(out, " into ");
			print_name(out, into->string);
		}
	}
}

static void print_tolerance(Text *out, const Node *tolerance)
{
	text_put(out, "\n  tolerance ");
	for (int i = 0; i < tolerance->count; i++) {
		text_printf(out, "%s%s ", i ? " ; " : "",
			    tolerance->kids[i]->key);
		print_node(out, tolerance->kids[i], LEVEL_LOOSE, ONE_LINE);
	}
}

/* name p q = body, or name = value */
static void print_definition(Text *out, const char *name, const Node *value)
{
	int indent = print_column(out) + PRINT_STEP;

	print_name(out, name);
	if (node_is_function(value)) {
		text_char(out, ' ');
		print_params(out, value);
		value = value->kids[2];
	}
	text_put(out, " = ");
	print_node(out, value, LEVEL_LOOSE, indent);
}

static void print_operator(Text *out, const Node *operator)
{
	print_definition(out, operator->key, json_member(operator, "fun"));
	for (int i = 0; i < operator->count; i++) {
		const Node *law = operator->kids[i];

		if (!strcmp(law->key, "fun"))
			continue;
		text_put(out, " ; ");
		if (!strcmp(law->key, "doc")) {
			text_json(out, law->string);
			continue;
		}
		text_put(out, law->key);
		if (law->kind == NODE_BOOL && strcmp(law->key, "neutral")) {
			text_put(out, law->integer ? "" : " false");
			continue;
		}
		text_char(out, ' ');
		print_node(out, law, LEVEL_LOOSE, ONE_LINE);
	}
}

static void print_head(Text *out, const Node *document)
{
	text_put(out, "program ");
	print_name(out, json_member(document, "name")->string);
	print_doc(out, document);
}

void notation_print(Text *out, const Node *document)
{
	const Node *sizes = json_member(document, "sizes");
	const Node *inputs = json_member(document, "inputs");
	const Node *outputs = json_member(document, "outputs");
	const Node *tolerance = json_member(document, "tolerance");
	const Node *operators = json_member(document, "operators");
	const Node *defs = json_member(document, "defs");

	print_head(out, document);
	if (sizes && sizes->count)
		print_sizes(out, sizes);
	for (int i = 0; i < inputs->count; i++) {
		begin(out, "input", !i);
		print_input(out, inputs->kids[i]);
	}
	if (outputs && outputs->count)
		print_outputs(out, outputs);
	if (tolerance && tolerance->count)
		print_tolerance(out, tolerance);
	for (int i = 0; operators && i < operators->count; i++) {
		begin(out, "operator", true);
		print_operator(out, operators->kids[i]);
	}
	for (int i = 0; defs && i < defs->count; i++) {
		begin(out, "where", !i);
		print_definition(out, defs->kids[i]->key, defs->kids[i]);
	}
	text_put(out, "\n  ");
	print_node(out, json_member(document, "body"), LEVEL_LOOSE, 2 + PRINT_STEP);
	text_char(out, '\n');
}

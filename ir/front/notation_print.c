/* Documents written in the notation: clause by clause, and the body. */
#include "ir/front/notation.h"

#include <string.h>

#include "ir/front/notation_printer.h"
#include "ir/front/notation_use.h"

/* Items of a clause fill lines, all under the first. */
static void begin(Text *out, const char *word)
{
	text_printf(out, "\n  %s ", word);
}

static void put_item(Text *out, const Text *item, bool first, bool alone,
		     int indent)
{
	bool stays = !alone && print_column(out) + 2 + (int)item->length
			       <= PRINT_COLUMNS;

	if (!first) {
		text_put(out, stays ? "; " : "");
		if (!stays)
			print_gap(out, indent);
	}
	text_bytes(out, item->data, item->length);
}

static void print_doc(Text *out, const Node *object)
{
	const Node *doc = json_member(object, "doc");

	if (!doc)
		return;
	text_char(out, ' ');
	text_json(out, doc->string);
}

/* Items of the same text behind their names are one: M, N = 1024. */
typedef struct Items {
	Text *out;
	int indent;
	const Node *list;
	const char *(*name)(const Node *item);
	void (*rest)(Text *out, const Node *item);
} Items;

static bool is_alike(const Items *items, const Text *rest, int which)
{
	Text other = { 0 };
	bool same;

	if (which == items->list->count)
		return false;
	items->rest(&other, items->list->kids[which]);
	same = !strcmp(text_string(rest), text_string(&other));
	text_free(&other);
	return same;
}

/* One item from that one on; the one after it. */
static int put_alike(const Items *items, int first, bool *alone)
{
	const Node *item_of = items->list->kids[first];
	bool told = item_of->kind == NODE_OBJECT && json_member(item_of, "doc");
	Text item = { 0 }, rest = { 0 };
	int end = first;

	items->rest(&rest, items->list->kids[first]);
	do {
		text_put(&item, end > first ? ", " : "");
		print_name(&item, items->name(items->list->kids[end++]));
	} while (is_alike(items, &rest, end));
	text_put(&item, text_string(&rest));
	put_item(items->out, &item, !first, *alone || told, items->indent);
	*alone = told;
	text_free(&item);
	text_free(&rest);
	return end;
}

static void print_items(Items items, const char *word)
{
	bool alone = false;

	begin(items.out, word);
	items.indent = print_column(items.out);
	for (int i = 0; i < items.list->count;)
		i = put_alike(&items, i, &alone);
}

static const char *size_name(const Node *size)
{
	return size->key;
}

static void print_size(Text *out, const Node *size)
{
	text_put(out, " = ");
	print_node(out, size, LEVEL_LOOSE, ONE_LINE);
}

static void print_open(Text *out, const Node *open)
{
	begin(out, "open");
	for (int i = 0; i < open->count; i++) {
		text_put(out, i ? ", " : "");
		print_name(out, open->kids[i]->string);
	}
}

static void print_bound(Text *out, const Node *bound)
{
	if (bound->kind == NODE_STRING)
		text_put(out, bound->string);
	else
		print_number(out, bound, LEVEL_LOOSE);
}

/* What stands behind the names. */
static void print_input(Text *out, const Node *input)
{
	const Node *range = json_member(input, "range");

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

static const char *input_name(const Node *input)
{
	return json_member(input, "name")->string;
}

static void print_outputs(Text *out, const Node *outputs)
{
	begin(out, "output");
	for (int i = 0; i < outputs->count; i++) {
		const Node *output = outputs->kids[i];
		bool plain = output->kind == NODE_STRING;
		const Node *into = plain ? NULL : json_member(output, "into");

		text_put(out, i ? ", " : "");
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
	begin(out, "tolerance");
	for (int i = 0; i < tolerance->count; i++) {
		text_printf(out, "%s%s ", i ? "; " : "",
			    tolerance->kids[i]->key);
		print_node(out, tolerance->kids[i], LEVEL_LOOSE, ONE_LINE);
	}
}

/* name p q = body, or name = value; what does not fit stands below. */
static void print_definition(Text *out, const char *name, const Node *value)
{
	int indent = print_column(out) + PRINT_STEP;

	print_name(out, name);
	if (node_is_function(value)) {
		text_char(out, ' ');
		print_params(out, value);
		value = value->kids[2];
	}
	text_put(out, " =");
	print_fill(out, value, LEVEL_LOOSE, indent, 0);
}

/* One behind the word, several below it. Without those of the prelude. */
static void print_definitions(Text *out, const Node *document)
{
	const Node *defs = json_member(document, "defs");
	Arena *arena = arena_new();
	const Node **own = ARENA_ARRAY(arena, const Node *, defs->count + 1);
	int count = 0;

	for (int i = 0; i < defs->count; i++)
		if (!notation_is_given(arena, document, defs->kids[i]))
			own[count++] = defs->kids[i];
	if (count)
		begin(out, "where");
	for (int i = 0; i < count; i++) {
		if (count > 1) {
			out->length -= i ? 0 : 1;
			print_gap(out, 2 + PRINT_STEP);
		}
		print_definition(out, own[i]->key, own[i]);
	}
	arena_free(arena);
}

static void print_uses(Text *out, const Node *uses)
{
	begin(out, "use");
	for (int i = 0; i < uses->count; i++) {
		text_put(out, i ? "; " : "");
		text_json(out, uses->kids[i]->string);
	}
}

static void print_law(Text *out, const Node *law)
{
	if (!strcmp(law->key, "doc")) {
		text_json(out, law->string);
		return;
	}
	text_put(out, law->key);
	if (law->kind == NODE_BOOL && strcmp(law->key, "neutral")) {
		text_put(out, law->integer ? "" : " false");
		return;
	}
	text_char(out, ' ');
	print_node(out, law, LEVEL_LOOSE, ONE_LINE);
}

static void print_operator(Text *out, const Node *operator)
{
	int indent;

	begin(out, "operator");
	indent = print_column(out) + PRINT_STEP;
	print_definition(out, operator->key, json_member(operator, "fun"));
	for (int i = 0; i < operator->count; i++) {
		Text law = { 0 };

		if (!strcmp(operator->kids[i]->key, "fun"))
			continue;
		print_law(&law, operator->kids[i]);
		text_char(out, ';');
		print_gap(out, print_column(out) + 2 + (int)law.length
			       <= PRINT_COLUMNS ? ONE_LINE : indent);
		text_put(out, text_string(&law));
		text_free(&law);
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
	const Node *open = json_member(document, "open");
	const Node *inputs = json_member(document, "inputs");
	const Node *outputs = json_member(document, "outputs");
	const Node *tolerance = json_member(document, "tolerance");
	const Node *operators = json_member(document, "operators");
	const Node *defs = json_member(document, "defs");

	print_head(out, document);
	if (json_member(document, "use"))
		print_uses(out, json_member(document, "use"));
	if (sizes && sizes->count)
		print_items((Items){ out, 0, sizes, size_name, print_size },
			    "size");
	if (open && open->count)
		print_open(out, open);
	if (inputs->count)
		print_items((Items){ out, 0, inputs, input_name, print_input },
			    "input");
	if (outputs && outputs->count)
		print_outputs(out, outputs);
	if (tolerance && tolerance->count)
		print_tolerance(out, tolerance);
	for (int i = 0; operators && i < operators->count; i++)
		print_operator(out, operators->kids[i]);
	if (defs && defs->count)
		print_definitions(out, document);
	text_put(out, "\n  ");
	print_node(out, json_member(document, "body"), LEVEL_LOOSE, 2 + PRINT_STEP);
	text_char(out, '\n');
}

void notation_expression_print(Text *out, const Node *expression)
{
	print_node(out, expression, LEVEL_LOOSE, ONE_LINE);
}

void notation_of_json(Text *out, const char *json)
{
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	const JsonText source = { arena, "", json, diags };
	const Node *document = json_read(&source);

	if (document)
		notation_print(out, document);
	else
		text_put(out, json); /* beyond a document's limits */
	diags_free(diags);
	arena_free(arena);
}

/* Expressions written in the notation, in one line where they fit. */
#include <ctype.h>
#include <string.h>

#include "ir/front/notation_printer.h"

int print_column(const Text *out)
{
	size_t at = out->length;

	while (at > 0 && out->data[at - 1] != '\n')
		at--;
	return (int)(out->length - at);
}

static void new_line(Text *out, int indent)
{
	text_char(out, '\n');
	for (int i = 0; i < indent; i++)
		text_char(out, ' ');
}

/* A space, or a new line where parts stand below each other. */
void print_gap(Text *out, int indent)
{
	if (indent == ONE_LINE)
		text_char(out, ' ');
	else
		new_line(out, indent);
}

static int width(const Node *node, int level)
{
	Text line = { 0 };
	int length;

	print_node(&line, node, level, ONE_LINE);
	length = (int)line.length;
	text_free(&line);
	return length;
}

void print_fill(Text *out, const Node *node, int level, int indent, int tail)
{
	bool fits = indent == ONE_LINE
		 || print_column(out) + 1 + width(node, level) + tail
		    <= PRINT_COLUMNS;

	print_gap(out, fits ? ONE_LINE : indent);
	print_node(out, node, level, indent);
}

/* An operand that no line has room for begins in this one. */
static void print_operand(Text *out, const Node *node, int level, int indent)
{
	if (indent != ONE_LINE
	    && indent + width(node, level) + 3 > PRINT_COLUMNS) {
		text_char(out, ' ');
		print_node(out, node, level, indent);
		return;
	}
	print_fill(out, node, level, indent, 3);
}

bool node_is(const Node *node, const char *head, int least)
{
	return node->kind == NODE_LIST && node->count >= least
	    && node->kids[0]->kind == NODE_STRING
	    && !strcmp(node->kids[0]->string, head);
}

static void print_choice(Text *out, const Node *node, int indent)
{
	static const char *const words[] = { "if ", "then ", "else " };

	for (int i = 0; i < 3; i++) {
		if (i)
			print_gap(out, indent);
		text_put(out, words[i]);
		print_node(out, node->kids[i + 1],
		      i == 2 ? LEVEL_LOOSE : LEVEL_DOLLAR, indent);
	}
}

static void print_compose(Text *out, const Node *node, int indent)
{
	for (int i = 1; i < node->count; i++) {
		if (i == 1) {
			print_node(out, node->kids[i], LEVEL_POINT + 1,
				   indent);
			continue;
		}
		text_put(out, " .");
		print_fill(out, node->kids[i], LEVEL_POINT + 1, indent, 2);
	}
}

/* Of a chain, a chain of the same operator on the left is one apart. */
static void print_infix(Text *out, const Node *node, int own, int indent)
{
	const char *op = node->kids[0]->string;

	print_node(out, node->kids[1], own + node_is(node->kids[1], op, 3)
				      * notation_chains(op), indent);
	for (int i = 2; i < node->count; i++) {
		text_printf(out, " %s", op);
		print_operand(out, node->kids[i], own + 1, indent);
	}
}

/* A name with sizes alone, such as split[4], is an atom as well. */
static bool is_atom(const Node *node, Form form)
{
	SizedName sized;

	return form == AS_TUPLE || form == AS_ARRAY || form == AS_INDEX
	    || (form == AS_APPLICATION && node->count > 1
		&& print_bracketed(node, &sized)
		&& node->count == 1 + sized.count + sized.mode);
}

/* What is printed first at a level that no operator has: without printing what
 * is inside, which looks at what is printed first of its own parts. */
static char first_of(const Node *node, int level)
{
	Text text = { 0 };
	char first;
	Form form;

	if (node->kind == NODE_LIST && node->count) {
		form = node_form(node);
		if (form == AS_INDEX)
			return first_of(node->kids[1], LEVEL_ATOM);
		if (form == AS_ARRAY)
			return '[';
		if (form != AS_APPLICATION
		    || (level > LEVEL_APPLIED && !is_atom(node, form)))
			return '(';
		node = node->kids[0];
		if (node->kind == NODE_LIST && node->count)
			return first_of(node, LEVEL_ATOM) == '[' ? '[' : '(';
	}
	if (node->kind == NODE_OBJECT)
		return '{';
	print_node(&text, node, level, ONE_LINE);
	first = text.length ? *text.data : '0';
	text_free(&text);
	return first;
}

/* -x, where no digit follows: -3 is a number. */
static bool is_negation(const Node *node)
{
	char first;

	if (!node_is(node, "neg", 2) || node->count != 2
	    || (node->kids[1]->kind == NODE_STRING
		&& !strcmp(node->kids[1]->string, "inf")))
		return false;
	first = first_of(node->kids[1], LEVEL_APPLIED);
	return isalpha((unsigned char)first) || strchr("_([", first);
}

static void print_negation(Text *out, const Node *node, int indent)
{
	text_char(out, '-');
	print_node(out, node->kids[1], LEVEL_APPLIED, indent);
}

static void print_items(Text *out, const Node *node, const char *brackets,
			int indent)
{
	int deeper = indent == ONE_LINE ? ONE_LINE : indent + 1;

	text_char(out, brackets[0]);
	for (int i = 1; i < node->count; i++) {
		if (i == 1) {
			print_node(out, node->kids[i], LEVEL_LOOSE, deeper);
			continue;
		}
		text_char(out, ',');
		print_fill(out, node->kids[i], LEVEL_LOOSE, deeper, 1);
	}
	text_char(out, brackets[1]);
}

static void print_object(Text *out, const Node *node, int indent)
{
	int deeper = indent == ONE_LINE ? ONE_LINE : indent + PRINT_STEP;

	text_put(out, "{ ");
	for (int i = 0; i < node->count; i++) {
		const Node *value = node->kids[i];

		if (i) {
			text_char(out, ';');
			print_gap(out, deeper);
		}
		print_name(out, value->key);
		text_put(out, " = ");
		if (value->kind == NODE_STRING)
			text_json(out, value->string);
		else
			print_node(out, value, LEVEL_LOOSE, deeper);
	}
	text_put(out, " }");
}

static int infix_of(const Node *node)
{
	const char *op = node->count >= 3 && node->kind == NODE_LIST
			 && node->kids[0]->kind == NODE_STRING
		       ? node->kids[0]->string : NULL;

	return op && (node->count == 3 || notation_chains(op))
	       ? notation_infix(op) : 0;
}

static bool is_indexed(const Node *node)
{
	SizedName sized;
	const Node *array = node->kind == NODE_LIST && node->count == 3
			  ? node->kids[1] : NULL;

	return node_is(node, "at", 3) && array
	    && !(array->kind == NODE_STRING
		 && (notation_sized(array->string, &sized)
		     || !print_is_word(array->string)))
	    && array->kind != NODE_INTEGER && array->kind != NODE_REAL
	    && array->kind != NODE_BOOL;
}

Form node_form(const Node *node)
{
	if (node_is_function(node))
		return AS_LAMBDA;
	if (node_is_let(node))
		return AS_LET;
	if (node_is(node, "if", 4) && node->count == 4)
		return AS_IF;
	if (node_is(node, "tuple", 3))
		return AS_TUPLE;
	if (node_is(node, "array", 2))
		return AS_ARRAY;
	if (is_indexed(node))
		return AS_INDEX;
	if (infix_of(node))
		return AS_INFIX;
	if (is_negation(node))
		return AS_NEGATION;
	return node_is(node, "compose", 3) ? AS_COMPOSE : AS_APPLICATION;
}

bool node_is_atom(const Node *node)
{
	return node->kind != NODE_LIST || is_atom(node, node_form(node));
}

static int own_level(const Node *node, Form form)
{
	if (is_atom(node, form))
		return LEVEL_ATOM;
	switch (form) {
	case AS_LAMBDA: case AS_LET: case AS_IF: return LEVEL_LOOSE;
	case AS_INFIX: return infix_of(node);
	case AS_NEGATION: return LEVEL_SIGNED;
	case AS_COMPOSE: return LEVEL_POINT;
	default: return LEVEL_APPLIED;
	}
}

static void print_form(Text *out, const Node *node, Form form, int level,
		       int indent)
{
	switch (form) {
	case AS_LAMBDA: print_lambda(out, node, indent); break;
	case AS_LET: print_let(out, node, indent); break;
	case AS_IF: print_choice(out, node, indent); break;
	case AS_TUPLE: print_items(out, node, "()", indent); break;
	case AS_ARRAY: print_items(out, node, "[]", indent); break;
	case AS_INFIX: print_infix(out, node, infix_of(node), indent); break;
	case AS_NEGATION: print_negation(out, node, indent); break;
	case AS_COMPOSE: print_compose(out, node, indent); break;
	case AS_INDEX:
		print_node(out, node->kids[1], LEVEL_ATOM, indent);
		text_char(out, '[');
		print_node(out, node->kids[2], LEVEL_LOOSE, indent);
		text_char(out, ']');
		break;
	case AS_APPLICATION: print_application(out, node, level, indent); break;
	}
}

static void print_list(Text *out, const Node *node, int level, int indent)
{
	Form form = node_form(node);
	bool opened = own_level(node, form) < level;
	int inside = indent == ONE_LINE ? ONE_LINE : indent + opened;

	text_put(out, opened ? "(" : "");
	print_form(out, node, form, opened ? LEVEL_LOOSE : level, inside);
	text_put(out, opened ? ")" : "");
}

static void print_here(Text *out, const Node *node, int level, int indent)
{
	switch (node->kind) {
	case NODE_STRING: print_string(out, node->string, level); break;
	case NODE_INTEGER:
	case NODE_REAL: print_number(out, node, level); break;
	case NODE_BOOL:
		text_put(out, node->integer ? "true" : "false");
		break;
	case NODE_OBJECT: print_object(out, node, indent); break;
	case NODE_LIST:
		if (node->count)
			print_list(out, node, level, indent);
		else
			text_put(out, "()");
		break;
	}
}

void print_node(Text *out, const Node *node, int level, int indent)
{
	Text line = { 0 };

	if (indent == ONE_LINE) {
		print_here(out, node, level, ONE_LINE);
		return;
	}
	print_here(&line, node, level, ONE_LINE);
	if (print_column(out) + (int)line.length <= PRINT_COLUMNS)
		text_put(out, text_string(&line));
	else
		print_here(out, node, level, indent);
	text_free(&line);
}

/* Binders: \x (y, z). e and let p = e ; q = f in g */
#include <string.h>

#include "ir/front/notation_printer.h"

/* name : type */
static void print_typed(Text *out, const char *text)
{
	text_printf(out, "%.*s : ", (int)strcspn(text, ": "), text);
	print_type(out, strchr(text, ':') + 1);
}

static void print_pattern(Text *out, const Node *pattern)
{
	if (pattern->kind == NODE_LIST) {
		for (int i = 0; i < pattern->count; i++) {
			text_put(out, i ? ", " : "(");
			print_pattern(out, pattern->kids[i]);
		}
		text_char(out, ')');
		return;
	}
	if (!strchr(pattern->string, ':')) {
		print_name(out, pattern->string);
		return;
	}
	text_char(out, '(');
	print_typed(out, pattern->string);
	text_char(out, ')');
}

static bool is_pattern(const Node *node)
{
	if (node->kind != NODE_LIST)
		return node->kind == NODE_STRING;
	for (int i = 0; i < node->count; i++)
		if (!is_pattern(node->kids[i]))
			return false;
	return node->count > 0;
}

bool node_is_function(const Node *node)
{
	return node_is(node, "fun", 3) && node->count == 3
	    && node->kids[1]->kind == NODE_LIST && is_pattern(node->kids[1]);
}

void print_params(Text *out, const Node *function)
{
	const Node *params = function->kids[1];

	for (int i = 0; i < params->count; i++) {
		text_put(out, i ? " " : "");
		print_pattern(out, params->kids[i]);
	}
}

/* The body of a binder: behind it, or below. */
static void print_below(Text *out, const Node *body, int indent)
{
	print_gap(out, indent);
	print_node(out, body, LEVEL_LOOSE, indent);
}

void print_lambda(Text *out, const Node *node, int indent)
{
	text_char(out, '\\');
	print_params(out, node);
	text_char(out, '.');
	print_below(out, node->kids[2], indent);
}

bool node_is_let(const Node *node)
{
	if (!node_is(node, "let", 4) || node->count % 2)
		return false;
	for (int i = 1; i + 1 < node->count; i += 2)
		if (!is_pattern(node->kids[i]))
			return false;
	return true;
}

/* p = e, without what is around it. */
static void print_binding(Text *out, const Node *let, int which, int indent)
{
	const Node *bound = let->kids[which];

	if (bound->kind == NODE_STRING && strchr(bound->string, ':'))
		print_typed(out, bound->string);
	else
		print_pattern(out, bound);
	text_put(out, " = ");
	print_node(out, let->kids[which + 1], LEVEL_LOOSE, indent);
}

void print_let(Text *out, const Node *node, int indent)
{
	int last = node->count - 1, deeper = indent == ONE_LINE ? ONE_LINE
								: indent + 4;

	text_put(out, "let ");
	for (int i = 1; i < last; i += 2) {
		Text line = { 0 };

		print_binding(&line, node, i, ONE_LINE);
		if (i > 1) {
			text_char(out, ';');
			print_gap(out, print_column(out) + 2 + (int)line.length
				       <= PRINT_COLUMNS ? ONE_LINE : deeper);
		}
		print_binding(out, node, i, deeper);
		text_free(&line);
	}
	print_gap(out, indent);
	text_put(out, "in ");
	print_node(out, node->kids[last], LEVEL_LOOSE, indent);
}

/* Applications: split[4] xs, map f $ zip xs ys. */
#include <ctype.h>
#include <string.h>

#include "ir/front/notation_printer.h"

static bool fits_brackets(const Node *size)
{
	if (size->kind == NODE_INTEGER)
		return true;
	return size->kind == NODE_STRING && *size->string
	    && !strpbrk(size->string, ",[]\n#\"")
	    && !isspace((unsigned char)*size->string)
	    && !isspace((unsigned char)size->string[strlen(size->string) - 1])
	    && strspn(size->string, "0123456789") < strlen(size->string);
}

/* How many arguments stand in brackets behind the name; at: from which on. */
int print_bracketed(const Node *node, SizedName *sized)
{
	int modes;

	if (node->kids[0]->kind != NODE_STRING
	    || !notation_sized(node->kids[0]->string, sized)
	    || node->count <= sized->at + sized->count
	    || (!strcmp(node->kids[0]->string, "gather") && node->count != 4)
	    || (sized->mode && node->count <= sized->count + 1))
		return 0;
	for (int i = 0; i < sized->count; i++)
		if (!fits_brackets(node->kids[1 + sized->at + i]))
			return 0;
	modes = sized->mode ? 1 : 0;
	return sized->count + modes;
}

static void print_brackets(Text *out, const Node *node,
			   const SizedName *sized, int count)
{
	text_char(out, '[');
	for (int i = 0; i < count; i++) {
		const Node *size = node->kids[1 + sized->at + i];

		text_put(out, i ? ", " : "");
		if (i >= sized->count)
			print_node(out, size, LEVEL_LOOSE, ONE_LINE);
		else if (size->kind == NODE_STRING)
			text_put(out, size->string);
		else
			print_number(out, size, LEVEL_LOOSE);
	}
	text_char(out, ']');
}

/* What is applied; split[4] in parentheses, or what follows would be its. */
static void print_head_of(Text *out, const Node *head, int level, int indent)
{
	bool opened = head->kind == NODE_LIST && node_is_atom(head)
		   && node_form(head) == AS_APPLICATION;

	text_put(out, opened ? "(" : "");
	print_node(out, head, level, indent);
	text_put(out, opened ? ")" : "");
}

/* f . g $ x */
static bool is_composed(const Node *node)
{
	return node->count == 2 && node_is(node->kids[0], "compose", 3);
}

/* A lambda begins in the line of what it is given to. */
static void print_argument(Text *out, const Node *argument, int indent)
{
	if (!node_is_function(argument)) {
		print_fill(out, argument, LEVEL_ATOM, indent, 2);
		return;
	}
	text_char(out, ' ');
	print_node(out, argument, LEVEL_ATOM, indent);
}

/* The function and its arguments but, behind $, the last. */
static void print_link(Text *out, const Node *node, bool dollar, int indent)
{
	SizedName sized = { 0, 0, false };
	int inside = print_bracketed(node, &sized);
	int deeper = indent == ONE_LINE ? ONE_LINE : indent + PRINT_STEP;

	if (inside) {
		text_put(out, node->kids[0]->string);
		print_brackets(out, node, &sized, inside);
	} else {
		print_head_of(out, node->kids[0],
			      dollar && is_composed(node) ? LEVEL_POINT
							  : LEVEL_ATOM,
			      deeper);
	}
	for (int i = 1; i < node->count - dollar; i++)
		if (!inside || i <= sized.at || i > sized.at + inside)
			print_argument(out, node->kids[i], deeper);
}

/* What stands behind $, or NULL: the last argument. */
static const Node *behind_dollar(const Node *node)
{
	SizedName sized = { 0, 0, false };
	const Node *last;
	int inside;

	if (node->kind != NODE_LIST || node->count < 2
	    || node_form(node) != AS_APPLICATION)
		return NULL;
	last = node->kids[node->count - 1];
	if (is_composed(node))
		return last;
	inside = print_bracketed(node, &sized);
	if (inside && node->count == 1 + sized.at + inside)
		return NULL;
	return last->kind == NODE_LIST && last->count > 0
	    && !node_is_atom(last) ? last : NULL;
}

static void print_dollar(Text *out, int indent, bool fits)
{
	text_put(out, " $");
	print_gap(out, fits ? ONE_LINE : indent);
}

/* f a $ g b $ x: links fill lines, all of one indentation. */
void print_application(Text *out, const Node *node, int level, int indent)
{
	const Node *next = level <= LEVEL_DOLLAR ? behind_dollar(node) : NULL;
	int deeper = indent == ONE_LINE ? ONE_LINE : indent + PRINT_STEP;

	print_link(out, node, next != NULL, indent);
	while (next) {
		const Node *after = node_is_atom(next) ? NULL
						       : behind_dollar(next);
		Text line = { 0 };

		if (indent == ONE_LINE)
			; /* it fits */
		else if (after)
			print_link(&line, next, true, ONE_LINE);
		else
			print_node(&line, next, LEVEL_LOOSE, ONE_LINE);
		print_dollar(out, deeper, indent == ONE_LINE
			|| node_is_function(next)
			|| print_column(out) + 5 + (int)line.length
			   <= PRINT_COLUMNS);
		text_free(&line);
		if (after)
			print_link(out, next, true, deeper);
		else
			print_node(out, next, LEVEL_LOOSE, deeper);
		next = after;
	}
}

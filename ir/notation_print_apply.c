/* Applications: split[4] xs, map f $ zip xs ys. */
#include <ctype.h>
#include <string.h>

#include "ir/notation_printer.h"

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

/* Arguments are atoms, but the last one may stand behind $. */
static bool takes_dollar(const Node *last, int level)
{
	return level <= LEVEL_DOLLAR && last->kind == NODE_LIST
	    && last->count > 0;
}


static bool fits(const Text *out, const Node *node, int level)
{
	Text line = { 0 };
	bool fits;

	print_node(&line, node, level, ONE_LINE);
	fits = print_column(out) + 1 + (int)line.length <= PRINT_COLUMNS;
	text_free(&line);
	return fits;
}

/* Behind what is there: what has room, and a lambda that closes a line. */
static bool stays(const Text *out, const Node *argument, bool dollar)
{
	if (dollar && node_is_function(argument))
		return true;
	return (dollar || node_is_atom(argument))
	    && fits(out, argument, dollar ? LEVEL_LOOSE : LEVEL_ATOM);
}

static void print_argument(Text *out, const Node *argument, bool last,
			   int level, int indent)
{
	bool dollar = last && takes_dollar(argument, level)
		   && !node_is_atom(argument);

	if (dollar)
		text_put(out, " $");
	print_gap(out, indent == ONE_LINE || stays(out, argument, dollar) ? ONE_LINE
								: indent);
	print_node(out, argument, dollar ? LEVEL_LOOSE : LEVEL_ATOM, indent);
}

/* What is applied; split[4] in parentheses, or what follows would be its. */
static void print_head_of(Text *out, const Node *head, int indent)
{
	bool opened = head->kind == NODE_LIST && node_is_atom(head)
		   && node_form(head) == AS_APPLICATION;

	text_put(out, opened ? "(" : "");
	print_node(out, head, LEVEL_ATOM, indent);
	text_put(out, opened ? ")" : "");
}

void print_application(Text *out, const Node *node, int level,
			      int indent)
{
	SizedName sized = { 0, 0, false };
	int inside = print_bracketed(node, &sized), rest = node->count - 1 - inside;
	int deeper = indent == ONE_LINE ? ONE_LINE : indent + PRINT_STEP;
	int printed = 0;

	if (rest == 1 && node_is(node->kids[0], "compose", 3)
	    && level <= LEVEL_DOLLAR) {
		print_node(out, node->kids[0], LEVEL_POINT, indent);
		text_put(out, " $");
		print_gap(out, indent);
		print_node(out, node->kids[1], LEVEL_LOOSE, indent);
		return;
	}
	if (inside) {
		text_put(out, node->kids[0]->string);
		print_brackets(out, node, &sized, inside);
	} else {
		print_head_of(out, node->kids[0], deeper);
	}
	for (int i = 1; i < node->count; i++) {
		if (inside && i > sized.at && i <= sized.at + inside)
			continue;
		printed++;
		print_argument(out, node->kids[i], printed == rest, level,
			       deeper);
	}
}

/* Words of the notation: names, quoted where they are none, and numbers. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/core/prim.h"
#include "ir/front/notation_printer.h"

bool print_is_word(const char *name)
{
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz"
			       "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

	return length && !name[length] && !isdigit((unsigned char)*name)
	    && !notation_is_reserved(name) && !notation_is_clause(name);
}

/* mapLocal(1) */
static bool has_dimension(const char *name)
{
	int dim;
	Prim prim = prim_named(name, &dim);

	return prim != PRIM_COUNT && strchr(name, '(');
}

/* A number that JSON has no place for is a string there, and a word here. */
static bool is_literal(const char *text)
{
	NotationDraft d = { .arena = arena_new() };
	const char *digits = text + (*text == '-');
	JsonText source = { .arena = d.arena, .text = digits };
	Node *node;
	bool is = false;

	if (isdigit((unsigned char)*digits)) {
		d.scan = words_start(&source);
		is = d.scan.word.kind == WORD_NUMBER
		  && !digits[d.scan.word.length];
	}
	if (is) {
		node = node_number(&d, 0, text);
		is = node && node->kind == NODE_STRING;
	}
	arena_free(d.arena);
	return is || !strcmp(text, "-inf");
}

void print_name(Text *out, const char *name)
{
	if (print_is_word(name))
		text_put(out, name);
	else
		text_json(out, name);
}

void print_string(Text *out, const char *name, int level)
{
	bool opened = *name == '-' && level > LEVEL_SIGNED;

	if (notation_infix(name) || !strcmp(name, "~"))
		text_printf(out, "(%s)", name);
	else if (is_literal(name))
		text_printf(out, opened ? "(%s)" : "%s", name);
	else if (print_is_word(name) || has_dimension(name))
		text_put(out, name);
	else
		text_json(out, name);
}

void print_real(Text *out, double value)
{
	char digits[40];

	for (int precision = 1; precision <= 17; precision++) {
		snprintf(digits, sizeof digits, "%.*g", precision, value);
		if (strtod(digits, NULL) == value)
			break;
	}
	text_put(out, digits);
	if (!strpbrk(digits, ".e"))
		text_put(out, ".0");
}

void print_number(Text *out, const Node *node, int level)
{
	bool negative = node->kind == NODE_INTEGER ? node->integer < 0
						   : signbit(node->real);
	bool opened = negative && level > LEVEL_SIGNED;

	text_put(out, opened ? "(" : "");
	if (node->kind == NODE_INTEGER)
		text_printf(out, "%" PRId64, node->integer);
	else
		print_real(out, node->real);
	text_put(out, opened ? ")" : "");
}

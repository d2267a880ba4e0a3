/* Layout: on one line when it fits, else broken before items; a last list may
 * begin on the line of what comes before it. */
#include <string.h>

#include "ir/front/print_tree.h"

enum { LINE = 88, STEP = 2 };

static int column(const Text *text)
{
	const char *start = text_string(text);
	const char *newline = strrchr(start, '\n');

	return (int)(text->length - (size_t)(newline ? newline + 1 - start
						     : 0));
}

static void one_line(Text *text, const Tree *tree)
{
	if (tree->atom) {
		text_put(text, tree->atom);
		return;
	}
	text_char(text, '[');
	for (int i = 0; i < tree->count; i++) {
		if (i)
			text_put(text, ", ");
		one_line(text, tree->items[i]);
	}
	text_char(text, ']');
}

static void new_line(Text *text, int indent)
{
	text_char(text, '\n');
	for (int i = 0; i < indent; i++)
		text_char(text, ' ');
}

static void laid_out(Text *text, const Tree *tree, int indent, int tail);

/* A last list that fits on no line of its own begins on this one. */
static bool hangs(const Tree *item, bool last, int indent, int tail)
{
	return last && !item->atom && item->count > 1
	    && indent + item->width + tail > LINE;
}

/* tail: characters that follow on the last line. */
static void broken(Text *text, const Tree *tree, int indent, int tail)
{
	bool fresh = false;

	text_char(text, '[');
	for (int i = 0; i < tree->count; i++) {
		const Tree *item = tree->items[i];
		bool last = i == tree->count - 1;
		int after = last ? tail + 1 : 1;
		bool fits = column(text) + 2 + item->width + after <= LINE;

		if (i)
			text_char(text, ',');
		if (i && !fresh && (fits || hangs(item, last, indent + STEP,
						  after)))
			text_char(text, ' ');
		else if (i)
			new_line(text, indent + STEP);
		fresh |= i && column(text) == indent + STEP;
		laid_out(text, item, indent + STEP, after);
	}
	text_char(text, ']');
}

static void laid_out(Text *text, const Tree *tree, int indent, int tail)
{
	if (tree->atom || column(text) + tree->width + tail <= LINE)
		one_line(text, tree);
	else
		broken(text, tree, indent, tail);
}

void print_layout(Text *text, const Tree *tree, int indent)
{
	laid_out(text, tree, indent, 2);
}

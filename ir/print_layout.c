/* Layout: on one line when it fits, else broken before items; a last list may
 * begin on the line of what comes before it. */
#include <string.h>

#include "ir/print_tree.h"

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

static void broken(Text *text, const Tree *tree, int indent)
{
	bool fresh = false;

	text_char(text, '[');
	for (int i = 0; i < tree->count; i++) {
		const Tree *item = tree->items[i];
		bool last = i == tree->count - 1;
		bool fits = column(text) + item->width + 4 <= LINE;

		if (i)
			text_char(text, ',');
		if (i && (fresh || !fits) && !(last && !fresh && !item->atom
					       && item->count > 1)) {
			new_line(text, indent + STEP);
			fresh = !fits || fresh;
		} else if (i) {
			text_char(text, ' ');
		}
		print_layout(text, item, indent + STEP);
	}
	text_char(text, ']');
}

void print_layout(Text *text, const Tree *tree, int indent)
{
	if (tree->atom || column(text) + tree->width + 2 <= LINE)
		one_line(text, tree);
	else
		broken(text, tree, indent);
}

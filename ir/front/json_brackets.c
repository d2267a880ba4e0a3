/* Where a bracket of a JSON text is missing, or is one too many. A parser names
 * the end of what is around it; people indent, so what is closed too late shows
 * in the first line that begins no further to the right than the line of a
 * bracket that is still open, and what is closed too early in a line that begins
 * further to the right than those beside it. */
#include <string.h>

#include "ir/front/json.h"

enum { DEPTH_MAX = 300 };

typedef struct Open {
	int at, line, indent; /* indent: of its line */
	int inside;           /* of the first line in it; -1: none yet */
} Open;

typedef struct Brackets {
	const JsonText *json;
	const char *text;
	int at, line, indent, last; /* last: the end of what came before */
	int depth;
	Open open[DEPTH_MAX];
	bool indented;              /* some line is */
	JsonFault shown, wrong;     /* the first by lines, and of brackets that
				       do not match; offset -1: none */
} Brackets;

static const char *named(Brackets *b, const Open *open)
{
	return arena_printf(b->json->arena, "%c of line %d, not closed",
			    b->text[open->at], open->line);
}

static const char *closing(const Brackets *b, const Open *open)
{
	return b->text[open->at] == '[' ? "]" : "}";
}

static void miss(Brackets *b, int offset)
{
	const Open *open = &b->open[b->depth - 1];

	if (b->shown.offset < 0)
		b->shown = (JsonFault){ offset > 0 ? offset - 1 : 0,
			"a bracket is not closed", named(b, open),
			closing(b, open) };
}

/* What closed last, when what follows seems to stand in it. */
static void surplus(Brackets *b)
{
	int at = b->last - 1;

	while (at > 0 && strchr(", \t\r\n", b->text[at]))
		at--;
	if (b->shown.offset < 0 && at > 0 && strchr("]}", b->text[at]))
		b->shown = (JsonFault){ at, "a bracket is one too many",
			arena_strndup(b->json->arena, b->text + at, 1),
			"what follows, which is indented further" };
}

static void blame(Brackets *b, const char *message, const char *found,
		  const char *expected)
{
	if (b->wrong.offset < 0)
		b->wrong = (JsonFault){ b->at, message, found, expected };
}

/* The first thing of a line. */
static void begin_line(Brackets *b)
{
	Open *open = b->depth ? &b->open[b->depth - 1] : NULL;
	bool closes = strchr("]}", b->text[b->at]);

	b->indented |= b->indent > 0;
	if (!open || open->line == b->line)
		return;
	if (closes ? b->indent < open->indent : b->indent <= open->indent)
		miss(b, b->last);
	else if (!closes && open->inside >= 0 && b->indent > open->inside)
		surplus(b);
	else if (!closes && open->inside < 0)
		open->inside = b->indent;
}

static void open_one(Brackets *b)
{
	if (b->depth < DEPTH_MAX)
		b->open[b->depth++] = (Open){ b->at, b->line, b->indent,
					      -1 };
}

static void close_one(Brackets *b)
{
	const Open *open = b->depth ? &b->open[b->depth - 1] : NULL;
	const char *found = arena_strndup(b->json->arena, b->text + b->at, 1);

	if (!open) {
		blame(b, "a bracket closes nothing", found, "none");
		return;
	}
	if (*closing(b, open) != b->text[b->at])
		blame(b, "a bracket is closed by another",
		      arena_printf(b->json->arena, "%s for the %s", found,
				   named(b, open)), closing(b, open));
	b->depth--;
}

static void skip_string(Brackets *b)
{
	for (b->at++; b->text[b->at] && !strchr("\"\n", b->text[b->at]); b->at++)
		if (b->text[b->at] == '\\' && b->text[b->at + 1])
			b->at++;
	if (b->text[b->at] != '"')
		b->at--;
}

/* From the end of a line to the first thing of one that is not empty. */
static void next_line(Brackets *b)
{
	int start = b->at + 1;

	b->line++;
	b->at = start + (int)strspn(b->text + start, " \t\r");
	b->indent = b->at - start;
	if (!b->text[b->at] || b->text[b->at] == '\n') {
		b->at--;
		return;
	}
	begin_line(b);
	b->at--;
}

static void walk(Brackets *b)
{
	for (b->at = 0; b->text[b->at]; b->at++) {
		char c = b->text[b->at];

		if (c == '\n') {
			next_line(b);
			continue;
		}
		if (c == '"')
			skip_string(b);
		else if (c == '[' || c == '{')
			open_one(b);
		else if (c == ']' || c == '}')
			close_one(b);
		if (!strchr(" \t\r", c))
			b->last = b->at + 1;
	}
	if (b->depth && b->wrong.offset < 0) {
		b->at = b->last > 0 ? b->last - 1 : 0;
		blame(b, "a bracket is not closed",
		      named(b, &b->open[b->depth - 1]),
		      closing(b, &b->open[b->depth - 1]));
	}
}

bool json_bracket_fault(const JsonText *json, int before, JsonFault *fault)
{
	Brackets b = { .json = json, .text = json->text, .line = 1,
		       .shown = { .offset = -1 }, .wrong = { .offset = -1 } };

	walk(&b);
	if (b.wrong.offset < 0)
		return false; /* they match */
	*fault = b.wrong;
	if (b.indented && b.shown.offset >= 0
	    && b.shown.offset < fault->offset)
		*fault = b.shown;
	return fault->offset <= before;
}

#include "tests/rules/rule_mutant.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum { NAMES_MAX = 32, NAME_MAX_LENGTH = 24 };

typedef struct Name {
	char text[NAME_MAX_LENGTH];
	char type[96]; /* as declared; of a size "" */
} Name;

/* One rule, taken apart: what stands before the arrow, and the right side. */
typedef struct Original {
	const char *text, *arrow, *right;
	RuleMutantVisit *visit;
	void *context;
	Name names[NAMES_MAX];
	int count;
} Original;

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (is_word(text[length]))
		length++;
	return length;
}

static bool is_here(const char *text, const char *start, const char *word)
{
	size_t length = strlen(word);

	return !strncmp(text, word, length) && !is_word(text[length])
	    && (text == start || !is_word(text[-1]));
}

/* -- making one ------------------------------------------------------------ */

static void emit(Original *o, const char *fault, const char *change,
		 const char *left, size_t left_length, const char *right)
{
	Text text = { 0 };
	RuleMutant mutant = { fault, change, NULL };

	text_bytes(&text, left, left_length);
	text_printf(&text, " => %s", right);
	mutant.text = text_string(&text);
	o->visit(o->context, &mutant);
	text_free(&text);
}

/* Another right side. */
static void emit_right(Original *o, const char *fault, const char *change,
		       Text *right)
{
	if (strcmp(text_string(right), o->right) != 0)
		emit(o, fault, change, o->text,
		     (size_t)(o->arrow - o->text), text_string(right));
	text_free(right);
}

/* The right side with [from, from + length) replaced. */
static void emit_replaced(Original *o, const char *fault, const char *from,
			  size_t length, const char *to)
{
	Text right = { 0 }, change = { 0 };

	text_bytes(&right, o->right, (size_t)(from - o->right));
	text_put(&right, to);
	text_put(&right, from + length);
	text_bytes(&change, from, length);
	text_printf(&change, " -> %s", *to ? to : "nothing");
	emit_right(o, fault, text_string(&change), &right);
	text_free(&change);
}

/* The right side, from `start` to `end` with two words exchanged. */
static void emit_exchanged(Original *o, const char *fault, const char *a,
			   const char *b, const char *start, const char *end)
{
	Text right = { 0 }, change = { 0 };
	bool has_a = false, has_b = false;

	text_bytes(&right, o->right, (size_t)(start - o->right));
	for (const char *c = start; c < end; c++) {
		const char *other = is_here(c, start, a) ? b
				  : is_here(c, start, b) ? a : NULL;

		has_a |= other == b;
		has_b |= other == a;
		if (!other) {
			text_char(&right, *c);
			continue;
		}
		text_put(&right, other);
		c += word_length(c) - 1;
	}
	text_put(&right, end);
	text_printf(&change, "%s and %s", a, b);
	if (has_a && has_b)
		emit_right(o, fault, text_string(&change), &right);
	else
		text_free(&right);
	text_free(&change);
}

/* -- conditions ------------------------------------------------------------ */

static void drop_condition(Original *o)
{
	const char *where = strstr(o->text, "\n  where ");
	const char *line_end = where ? strchr(where + 1, '\n') : NULL;
	Text left = { 0 };

	if (!where || where > o->arrow)
		return;
	text_bytes(&left, o->text, (size_t)(where - o->text));
	text_bytes(&left, line_end, (size_t)(o->arrow - line_end));
	emit(o, "condition dropped", "where", text_string(&left), left.length,
	     o->right);
	text_free(&left);
}

static void weaken_condition(Original *o)
{
	const char *where = strstr(o->text, "where cmonoid");
	Text left = { 0 };

	if (!where || where > o->arrow)
		return;
	text_bytes(&left, o->text, (size_t)(where - o->text));
	text_put(&left, "where monoid");
	where += strlen("where cmonoid");
	text_bytes(&left, where, (size_t)(o->arrow - where));
	emit(o, "condition weakened", "cmonoid -> monoid", text_string(&left),
	     left.length, o->right);
	text_free(&left);
}

/* -- names ----------------------------------------------------------------- */

static void add_name(Original *o, const char *name, size_t length,
		     const char *type, size_t type_length)
{
	Name *added = &o->names[o->count];

	if (o->count == NAMES_MAX || length >= NAME_MAX_LENGTH
	    || type_length >= sizeof added->type)
		return;
	o->count++;
	memcpy(added->text, name, length);
	added->text[length] = '\0';
	memcpy(added->type, type, type_length);
	added->type[type_length] = '\0';
}

static void read_sizes(Original *o)
{
	const char *at = strstr(o->text, "\n  size ");

	if (!at || at > o->arrow)
		return;
	at += strlen("\n  size ");
	while (is_word(*at)) {
		size_t length = word_length(at);

		add_name(o, at, length, "", 0);
		at += length + (at[length] == ' ');
	}
}

/* "f : A -> B": one or more names of a type; what follows it. */
static const char *read_group(Original *o, const char *at)
{
	const char *colon = strchr(at, ':');
	const char *type = colon + 2;
	const char *line_end = strchr(type, '\n'), *next = strstr(type, " ; ");
	size_t length = (size_t)((next && next < line_end ? next : line_end)
				 - type);

	for (; at < colon; at += word_length(at) + 1)
		add_name(o, at, word_length(at), type, length);
	return type + length;
}

/* "  let f : A -> B ; x : A[n]" */
static void read_values(Original *o)
{
	const char *at = strstr(o->text, "\n  let ");

	if (!at || at > o->arrow)
		return;
	for (at += strlen("\n  let "); is_word(*at);) {
		at = read_group(o, at);
		at += strspn(at, " ;");
	}
}

static void exchange_names(Original *o)
{
	for (int i = 0; i < o->count; i++)
		for (int k = i + 1; k < o->count; k++)
			if (!strcmp(o->names[i].type, o->names[k].type))
				emit_exchanged(o, *o->names[i].type
					? "variables exchanged"
					: "sizes exchanged", o->names[i].text,
					o->names[k].text, o->right,
					strchr(o->right, '\0'));
}

/* -- parameters of functions ----------------------------------------------- */

/* The first two names between a backslash and its dot. */
static void exchange_parameters(Original *o)
{
	for (const char *c = strchr(o->right, '\\'); c;
	     c = strchr(c + 1, '\\')) {
		const char *end = strchr(c, '.');
		char names[2][NAME_MAX_LENGTH];
		int found = 0;

		for (const char *n = c; n < end && found < 2; n++) {
			size_t length = word_length(n);

			if (!length || length >= NAME_MAX_LENGTH)
				continue;
			memcpy(names[found], n, length);
			names[found++][length] = '\0';
			n += length - 1;
		}
		if (found == 2)
			emit_exchanged(o, "parameters exchanged", names[0],
				       names[1], c, end);
	}
}

/* -- numbers and primitives ------------------------------------------------ */

static void change_numbers(Original *o)
{
	for (const char *c = strchr(o->right, '['); c; c = strchr(c + 1, '[')) {
		size_t length = strcspn(c + 1, ",]");
		Text twice = { 0 }, more = { 0 };

		text_put(&twice, "2*(");
		text_bytes(&twice, c + 1, length);
		text_char(&twice, ')');
		emit_replaced(o, "factor changed", c + 1, length,
			      text_string(&twice));
		text_bytes(&more, c + 1, length);
		text_put(&more, "+1");
		emit_replaced(o, "number changed", c + 1, length,
			      text_string(&more));
		text_free(&twice);
		text_free(&more);
	}
}

static void change_primitives(Original *o)
{
	static const char *const twins[][2] = {
		{ "take", "drop" }, { "drop", "take" }, { "p1", "p2" },
		{ "reduce", "reduceSeq" }, { "reduceSeq", "reduce" },
		{ "clamp", "mirror" }, { "mirror", "wrap" },
		{ "wrap", "clamp" },
	};

	for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
		for (const char *c = o->right; *c; c++)
			if (is_here(c, o->right, twins[i][0]))
				emit_replaced(o, "primitive exchanged", c,
					      strlen(twins[i][0]), twins[i][1]);
}

static void drop_views(Original *o)
{
	static const char *const views[] = {
		"transpose . ", " . transpose", "transpose ",
		"map transpose . ",
		"head . ", "reorder s . ", " . reorder s",
	};

	for (size_t i = 0; i < sizeof views / sizeof *views; i++)
		for (const char *c = strstr(o->right, views[i]); c;
		     c = strstr(c + 1, views[i]))
			emit_replaced(o, "view left out", c, strlen(views[i]),
				      "");
}

static const char *find_arrow(const char *text)
{
	const char *both = strstr(text, " <=> "), *one = strstr(text, " => ");

	return both ? both : one;
}

void rule_mutate(const char *text, RuleMutantVisit *visit, void *context)
{
	Original o = { .text = text, .arrow = find_arrow(text),
		       .visit = visit, .context = context };

	o.right = strchr(o.arrow, '>') + 2;
	read_sizes(&o);
	read_values(&o);
	drop_condition(&o);
	weaken_condition(&o);
	exchange_names(&o);
	exchange_parameters(&o);
	change_numbers(&o);
	change_primitives(&o);
	drop_views(&o);
}

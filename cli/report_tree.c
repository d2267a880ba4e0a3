/* The choices of all candidates as a tree that can be unfolded, and every
 * number in them against time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report.h"
#include "search/space/choices.h"

/* One decision, "chunks: items 64 (32 CU)", below those before it. */
typedef struct Twig {
	const char *label;
	int tested;
	double best; /* ns; INFINITY: nothing works */
	struct Twig *first, *next; /* below; beside */
} Twig;

static Twig *twig_below(Twig *at, Arena *arena, const char *label)
{
	Twig **link = &at->first;

	for (; *link; link = &(*link)->next)
		if (!strcmp((*link)->label, label))
			return *link;
	*link = ARENA_NEW(arena, Twig);
	(*link)->label = label;
	(*link)->best = INFINITY;
	return *link;
}

static void count_row(Twig *twig, const DbStored *row)
{
	twig->tested++;
	if (report_is_good(row) && row->time_ns < twig->best)
		twig->best = row->time_ns;
}

static void grow(Twig *root, Arena *arena, const DbStored *row)
{
	int count;
	const Decision *all = decisions_read(arena, row->choices, &count);
	Twig *twig = root;

	count_row(root, row);
	for (int i = 0; i < count; i++) {
		twig = twig_below(twig, arena,
				  choices_decision(arena, &all[i]));
		count_row(twig, row);
	}
}

static void put_twig(Text *html, const Twig *twig, double fastest, int depth)
{
	text_printf(html, "<details%s><summary>", depth < 1 ? " open" : "");
	report_escape(html, twig->label);
	text_printf(html, " <small>%d tested", twig->tested);
	if (isfinite(twig->best)) {
		text_put(html, ", best ");
		seconds_text(html, twig->best * 1e-9);
		text_printf(html, "</small> <meter max=\"1\" value=\"%.3f\">"
			    "</meter>", fastest / twig->best);
	} else {
		text_put(html, ", none works</small>");
	}
	text_put(html, "</summary>\n");
	for (const Twig *t = twig->first; t; t = t->next)
		put_twig(html, t, fastest, depth + 1);
	text_put(html, "</details>\n");
}

void report_tree(Text *html, Arena *arena, const ReportGroup *group)
{
	Twig root = { .label = "the program", .best = INFINITY };

	for (int i = 0; i < group->count; i++)
		grow(&root, arena, group->rows[i]);
	text_put(html, "<div class=\"tree\">\n");
	put_twig(html, &root, group->fastest, 0);
	text_put(html, "</div>\n");
}

/* -- numbers --------------------------------------------------------------- */

enum { NUMBERS_SHOWN = 24, VALUES_SHOWN = 32 };

typedef struct NumberValues {
	const char *name; /* "chunks: items" */
	int count;
	struct { double value, best; int tested; } values[VALUES_SHOWN];
} NumberValues;

static NumberValues *named(NumberValues *list, int *count, Arena *arena,
			   const Decision *decision, int number)
{
	const char *full = arena_printf(arena, "%s: %s", decision->name,
					decision->numbers[number].name);

	for (int i = 0; i < *count; i++)
		if (!strcmp(list[i].name, full))
			return &list[i];
	if (*count == NUMBERS_SHOWN)
		return NULL;
	list[*count] = (NumberValues){ .name = full };
	return &list[(*count)++];
}

static void add_value(NumberValues *number, double value, const DbStored *row)
{
	int at = 0;

	while (at < number->count && number->values[at].value != value)
		at++;
	if (at == VALUES_SHOWN)
		return;
	if (at == number->count) {
		number->values[at].value = value;
		number->values[at].best = INFINITY;
		number->count++;
	}
	number->values[at].tested++;
	if (report_is_good(row) && row->time_ns < number->values[at].best)
		number->values[at].best = row->time_ns;
}

static void add_numbers(NumberValues *list, int *count, Arena *arena,
			const DbStored *row, const Decision *decision)
{
	for (int i = 0; i < decision->count; i++) {
		NumberValues *number = named(list, count, arena, decision, i);

		if (number)
			add_value(number, (double)decision->numbers[i].value,
				  row);
	}
}

static void add_row(NumberValues *list, int *count, Arena *arena,
		    const DbStored *row)
{
	int decisions;
	const Decision *all = decisions_read(arena, row->choices, &decisions);

	for (int i = 0; i < decisions; i++)
		add_numbers(list, count, arena, row, &all[i]);
}

static void put_number(Text *html, const NumberValues *number, double fastest)
{
	text_put(html, "<tr><th>");
	report_escape(html, number->name);
	text_put(html, "</th><td>");
	for (int i = 0; i < number->count; i++) {
		text_printf(html, "<span class=\"value\">%.0f <meter max=\"1\" "
			    "value=\"%.3f\"></meter> <small>%d</small></span> ",
			    number->values[i].value,
			    isfinite(number->values[i].best)
			    ? fastest / number->values[i].best : 0,
			    number->values[i].tested);
	}
	text_put(html, "</td></tr>\n");
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void report_numbers(Text *html, Arena *arena, const ReportGroup *group)
{
	NumberValues *list = ARENA_ARRAY(arena, NumberValues, NUMBERS_SHOWN);
	int count = 0;

	for (int i = 0; i < group->count; i++)
		add_row(list, &count, arena, group->rows[i]);
	if (!count)
		return;
	text_put(html, "<table class=\"numbers\">\n");
	for (int i = 0; i < count; i++) {
		qsort(list[i].values, (size_t)list[i].count,
		      sizeof list[i].values[0], by_value);
		put_number(html, &list[i], group->fastest);
	}
	text_put(html, "</table>\n");
}

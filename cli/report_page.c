/* The page around the pictures. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/report.h"
#include "cli/stored.h"
#include "search/space/choices.h"

enum { KERNELS_SHOWN = 5 };

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width\">\n"
	"<meta name=\"generator\" content=\"lift-tune\">\n"
	"<title>lift-tune: what was tuned</title>\n<style>\n"
	":root{color-scheme:light dark;--ink:#222;--ground:#fff;--grid:#bbb;"
	"--dot:#0072b2;--line:#d55e00;--bar:#999}\n"
	"@media(prefers-color-scheme:dark){:root{--ink:#ddd;--ground:#181818;"
	"--grid:#555;--dot:#56b4e9;--line:#e69f00;--bar:#777}}\n"
	"body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);"
	"background:var(--ground);max-width:56rem;margin:0 auto;"
	"padding:1rem}\n"
	"svg{width:100%;height:auto;font-size:12px;fill:var(--ink)}\n"
	".grid{stroke:var(--grid);stroke-width:.5}.tested{fill:var(--dot);"
	"fill-opacity:.7}.failed{fill:none;stroke:var(--dot)}"
	".best{fill:none;stroke:var(--line);stroke-width:2}"
	".fixed{stroke:var(--bar);stroke-dasharray:3 3}\n"
	"table{border-collapse:collapse;width:100%}td,th{padding:.2rem .5rem;"
	"text-align:left;vertical-align:top;border-bottom:1px solid "
	"var(--grid)}td.number{text-align:right;white-space:nowrap}\n"
	"code,pre{font-size:.85em;overflow-wrap:anywhere;white-space:pre-wrap}"
	"\n.wide{overflow-x:auto}.value{white-space:nowrap;margin-right:.8rem;"
	"display:inline-block}meter{width:4rem}details details{margin-left:"
	"1rem}small{opacity:.75}\n</style></head><body>\n";

void report_escape(Text *html, const char *text)
{
	for (; *text; text++)
		if (strchr("<>&\"'", *text))
			text_printf(html, "&#%d;", *text);
		else
			text_char(html, *text);
}

void report_choices(Text *html, const DbStored *row)
{
	Arena *arena = arena_new();
	const char *text = choices_text(arena, row->choices);

	report_escape(html, text ? text : "");
	arena_free(arena);
}

static void put_cell(Text *html, const char *text)
{
	text_put(html, "<td>");
	report_escape(html, text);
	text_put(html, "</td>");
}

static void put_summary_row(Text *html, const ReportGroup *group, int number)
{
	const DbStored *row = group->rows[0];

	text_printf(html, "<tr><td><a href=\"#g%d\">", number);
	report_escape(html, row->program);
	text_put(html, "</a></td>");
	put_cell(html, row->sizes);
	put_cell(html, row->device);
	text_put(html, "<td class=\"number\">");
	if (group->fastest > 0)
		seconds_text(html, group->fastest * 1e-9);
	text_put(html, "</td><td class=\"number\">");
	if (group->fastest > 0 && group->work.bytes > 0)
		rate_text(html, &group->work, group->fastest * 1e-9);
	text_printf(html, "</td><td class=\"number\">%d</td></tr>\n",
		    group->count);
}

static void put_summary(Text *html, const ReportGroup *groups, int count)
{
	text_put(html, "<h1>What was tuned</h1>\n<div class=\"wide\"><table>\n"
		 "<tr><th>program</th><th>sizes</th><th>device</th><th>best"
		 "</th><th>rate</th><th>evaluations</th></tr>\n");
	for (int i = 0; i < count; i++)
		put_summary_row(html, &groups[i], i);
	text_put(html, "</table></div>\n");
}

/* The best rows that are not in shown yet. */
static const DbStored *next_best(const ReportGroup *group,
				 const DbStored *const *shown, int count)
{
	const DbStored *best = NULL;

	for (int i = 0; i < group->count; i++) {
		const DbStored *row = group->rows[i];
		bool is_shown = !report_is_good(row);

		for (int k = 0; k < count; k++)
			is_shown |= shown[k]->kernel == row->kernel;
		if (!is_shown && (!best || row->time_ns < best->time_ns))
			best = row;
	}
	return best;
}

static void put_kernel(Text *html, const ReportGroup *group,
		       const DbStored *row)
{
	text_printf(html, "<tr><td class=\"number\">%" PRId64
		    "</td><td class=\"number\">", row->derivation);
	seconds_text(html, row->time_ns * 1e-9);
	text_put(html, "</td><td class=\"number\">");
	if (group->rate_best > 0)
		text_printf(html, "%.0f %%", 100 * group->rate / row->time_ns
			    * group->fastest / group->rate_best);
	text_put(html, "</td><td>");
	report_choices(html, row);
	text_printf(html, " <small>(steps %s%s%s)</small>",
		    row->label ? row->label : "of no label",
		    row->unconfirmed ? UNCONFIRMED : "",
		    stored_is_unproved(row) ? UNPROVED : "");
	text_put(html, "<details><summary>expression</summary><pre>");
	report_escape(html, row->expression ? row->expression : "");
	text_put(html, "</pre></details></td></tr>\n");
}

static void put_kernels(Text *html, const ReportGroup *group)
{
	const DbStored *shown[KERNELS_SHOWN];
	int count = 0;

	text_put(html, "<h3>The best kernels</h3>\n<div class=\"wide\"><table>"
		 "<tr><th>ID</th><th>time</th><th title=\"of the highest rate "
		 "that any kernel reached on this device\">share</th><th>"
		 "choices and expression</th></tr>\n");
	for (const DbStored *row; count < KERNELS_SHOWN
	     && (row = next_best(group, shown, count)); count++) {
		shown[count] = row;
		put_kernel(html, group, row);
	}
	text_put(html, "</table></div>\n");
}

static void put_group(Text *html, Arena *arena, const ReportGroup *group,
		      int number)
{
	const DbStored *row = group->rows[0];

	text_printf(html, "<section id=\"g%d\"><h2>", number);
	report_escape(html, row->program);
	text_put(html, " <small>");
	report_escape(html, row->sizes);
	text_put(html, "</small></h2>\n<p>");
	report_escape(html, row->device);
	text_put(html, ", driver ");
	report_escape(html, row->driver);
	text_put(html, "</p>\n<h3>The search</h3>\n<p>Each dot is a tested "
		 "expression, circles below failed; the line is the best so "
		 "far, a bar marks where a better one was found.</p>\n");
	report_search(html, group);
	if (group->fastest > 0)
		put_kernels(html, group);
	text_put(html, "<h3>The choices</h3>\n<p>Bars: the best time over the "
		 "best below each choice.</p>\n");
	report_tree(html, arena, group);
	text_put(html, "<h3>The numbers</h3>\n");
	report_numbers(html, arena, group);
	text_put(html, "</section>\n");
}

void report_page(Text *html, const ReportGroup *groups, int count)
{
	Arena *arena = arena_new();

	text_put(html, head);
	put_summary(html, groups, count);
	for (int i = 0; i < count; i++)
		put_group(html, arena, &groups[i], i);
	text_put(html, "</body></html>\n");
	arena_free(arena);
}

/* The search as a picture. */
#include <math.h>
#include <string.h>

#include "cli/report.h"
#include "cli/stored.h"

enum { WIDTH = 720, HEIGHT = 320, LEFT = 70, RIGHT = 16, TOP = 14, BOTTOM = 40 };

typedef struct Axes {
	double low, high; /* logarithms of the times at the ends */
	int count;
} Axes;

bool report_is_good(const DbStored *row)
{
	return row->time_ns > 0
	    && (!strcmp(row->status, "ok") || !strcmp(row->status, "slow"));
}

static Axes axes_of(const ReportGroup *group)
{
	Axes axes = { INFINITY, -INFINITY, group->count };

	for (int i = 0; i < group->count; i++) {
		if (!report_is_good(group->rows[i]))
			continue;
		axes.low = fmin(axes.low, log10(group->rows[i]->time_ns));
		axes.high = fmax(axes.high, log10(group->rows[i]->time_ns));
	}
	axes.low -= 0.05;
	axes.high += 0.05;
	return axes;
}

static double x_of(const Axes *axes, double number)
{
	return LEFT + (number + 0.5) * (WIDTH - LEFT - RIGHT) / axes->count;
}

static double y_of(const Axes *axes, double ns)
{
	return TOP + (axes->high - log10(ns)) / (axes->high - axes->low)
		     * (HEIGHT - TOP - BOTTOM);
}

static void put_time(Text *svg, const Axes *axes, double ns)
{
	double y = y_of(axes, ns);

	text_printf(svg, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
		    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT, y,
		    WIDTH - RIGHT, LEFT - 6, y + 4);
	seconds_text(svg, ns * 1e-9);
	text_put(svg, "</text>\n");
}

/* Times of the form 1, 2, 5 times a power of ten. */
static void put_axes(Text *svg, const Axes *axes)
{
	static const double steps[] = { 1, 2, 5 };
	bool wide = axes->high - axes->low > 2.5;

	for (int power = (int)floor(axes->low); power <= axes->high; power++)
		for (int i = 0; i < (wide ? 1 : 3); i++) {
			double ns = steps[i] * pow(10, power);

			if (log10(ns) >= axes->low && log10(ns) <= axes->high)
				put_time(svg, axes, ns);
		}
	text_printf(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">"
		    "evaluations (1 to %d)</text>\n",
		    (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, axes->count);
}

static void put_title(Text *svg, const DbStored *row)
{
	text_put(svg, "<title>");
	report_escape(svg, row->status);
	text_put(svg, ": ");
	report_choices(svg, row);
	text_put(svg, stored_is_unproved(row) ? UNPROVED : "");
	text_put(svg, "</title>");
}

static void put_tested(Text *svg, const Axes *axes, const DbStored *row, int i)
{
	if (report_is_good(row))
		text_printf(svg, "<circle class=\"tested\" cx=\"%.1f\" "
			    "cy=\"%.1f\" r=\"3\">", x_of(axes, i),
			    y_of(axes, row->time_ns));
	else
		text_printf(svg, "<circle class=\"failed\" cx=\"%.1f\" "
			    "cy=\"%d\" r=\"3\">", x_of(axes, i),
			    HEIGHT - BOTTOM + 6);
	put_title(svg, row);
	text_put(svg, "</circle>\n");
}

/* A bar where a better one was found and the search went on from there. */
static void put_bars(Text *svg, const Axes *axes, const ReportGroup *group)
{
	double best = INFINITY;

	for (int i = 0; i < group->count; i++) {
		const DbStored *row = group->rows[i];

		if (!report_is_good(row) || row->time_ns >= best)
			continue;
		best = row->time_ns;
		text_printf(svg, "<path class=\"fixed\" d=\"M%.1f %dV%d\"/>\n",
			    x_of(axes, i), TOP, HEIGHT - BOTTOM);
	}
}

/* Steps down from one best to the next. */
static void put_steps(Text *svg, const Axes *axes, const ReportGroup *group)
{
	double best = INFINITY;

	text_put(svg, "<path class=\"best\" d=\"");
	for (int i = 0; i < group->count; i++) {
		const DbStored *row = group->rows[i];

		if (!report_is_good(row) || row->time_ns >= best)
			continue;
		if (isfinite(best))
			text_printf(svg, "H%.1fV%.1f", x_of(axes, i),
				    y_of(axes, row->time_ns));
		else
			text_printf(svg, "M%.1f %.1f", x_of(axes, i),
				    y_of(axes, row->time_ns));
		best = row->time_ns;
	}
	if (isfinite(best))
		text_printf(svg, "H%d", WIDTH - RIGHT);
	text_put(svg, "\"/>\n");
}

void report_search(Text *html, const ReportGroup *group)
{
	Axes axes = axes_of(group);

	if (axes.low > axes.high)
		return;
	text_printf(html, "<svg viewBox=\"0 0 %d %d\" role=\"img\" "
		    "aria-label=\"every tested expression and the best so "
		    "far\">\n", WIDTH, HEIGHT);
	put_axes(html, &axes);
	put_bars(html, &axes, group);
	for (int i = 0; i < group->count; i++)
		put_tested(html, &axes, group->rows[i], i);
	put_steps(html, &axes, group);
	text_put(html, "</svg>\n");
}

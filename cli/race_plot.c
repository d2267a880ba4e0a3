#include "cli/race_plot.h"

#include <stdio.h>

#include "cli/svg.h"

enum {
	WIDTH = 640, HEIGHT = 360, LEFT = 56, RIGHT = 130, TOP = 36,
	BOTTOM = 44, TICKS = 5
};

static double x_of(double evaluations, int budget)
{
	return LEFT + evaluations * (WIDTH - LEFT - RIGHT) / budget;
}

static double y_of(double share)
{
	return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

static void put_axes(Text *svg, int budget)
{
	char label[16];

	for (int i = 0; i <= TICKS; i++) {
		double share = (double)i / TICKS, at = share * budget;

		text_printf(svg, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n",
			    LEFT, y_of(share), WIDTH - RIGHT);
		snprintf(label, sizeof label, "%.0f %%", 100 * share);
		svg_label(svg, LEFT - 6, y_of(share) + 4, "end", label);
		snprintf(label, sizeof label, "%.0f", at);
		svg_label(svg, x_of(at, budget), HEIGHT - BOTTOM + 18,
			  "middle", label);
	}
	svg_label(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle",
		  "evaluations");
}

static void put_line(Text *svg, int number, const char *name,
		     const Race *races, int seeds, int budget)
{
	const char *colour = svg_colours[number % SVG_COLOURS];
	double y = TOP + 10 + 18.0 * number;

	text_printf(svg, "<path fill=\"none\" stroke=\"%s\" "
		    "stroke-width=\"2\" d=\"M%d %.1f", colour, LEFT, y_of(0));
	for (int n = 1; n <= budget; n++)
		text_printf(svg, "L%.1f %.1f", x_of(n, budget),
			    y_of(races_hits(races, seeds, n)));
	text_printf(svg, "\"/>\n<path stroke=\"%s\" stroke-width=\"3\" "
		    "d=\"M%d %.1fh18\"/>\n", colour, WIDTH - RIGHT + 10, y);
	svg_label(svg, WIDTH - RIGHT + 34, y + 4, "start", name);
}

void race_plot(Text *svg, const char *title, int count,
	       const char *const *names, const Race *const *races, int seeds,
	       int budget)
{
	text_printf(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		    "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
		    "font-size=\"12\" fill=\"#808080\">\n"
		    "<!-- written by lift-tune -->\n"
		    "<style>.grid{stroke:#808080;stroke-opacity:.3}</style>\n",
		    WIDTH, HEIGHT);
	svg_label(svg, LEFT, 20, "start", title);
	put_axes(svg, budget);
	for (int k = 0; k < count; k++)
		put_line(svg, k, names[k], races[k], seeds, budget);
	text_put(svg, "</svg>\n");
}

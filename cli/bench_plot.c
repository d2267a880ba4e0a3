/* A dot for each side of each program: how many times the tuned kernel's time
 * it takes, on a logarithmic axis. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/svg.h"

enum { WIDTH = 760, LEFT = 170, RIGHT = 150, TOP = 40, LINE = 22,
       BOTTOM = 44, LOW = -2, HIGH = 6 };

static double x_of(double times)
{
	double at = fmin(fmax(log2(times), LOW), HIGH);

	return LEFT + (at - LOW) * (WIDTH - LEFT - RIGHT) / (HIGH - LOW);
}

static void put_axis(Text *svg, int height)
{
	char label[16];

	for (int i = LOW; i <= HIGH; i++) {
		double x = x_of(exp2(i));

		text_printf(svg, "<path class=\"%s\" d=\"M%.1f %dV%d\"/>\n",
			    i ? "grid" : "one", x, TOP - 6, height - BOTTOM);
		snprintf(label, sizeof label, "%g", exp2(i));
		svg_label(svg, x, height - BOTTOM + 16, "middle", label);
	}
	svg_label(svg, (LEFT + WIDTH - RIGHT) / 2.0, height - 8, "middle",
		  "time / time of the tuned kernel");
}

static const char *colour_of(const char *name)
{
	int i = 0;

	while (bench_libraries[i].label
	       && strcmp(bench_libraries[i].label, name) != 0)
		i++;
	return svg_colours[i % SVG_COLOURS];
}

static void put_row(Text *svg, int row, const BenchResult *r)
{
	double y = TOP + LINE * row + LINE / 2.0;

	svg_label(svg, LEFT - 10, y + 4, "end", r->label);
	for (int i = 1; i < r->side_count; i++)
		if (r->sides[i].good && r->sides[i].ratio > 0)
			text_printf(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" "
				    "r=\"5\" fill=\"%s\"/>\n",
				    x_of(1 / r->sides[i].ratio), y,
				    colour_of(r->sides[i].name));
}

static void put_legend(Text *svg)
{
	for (int i = 0; bench_libraries[i].label; i++) {
		double y = TOP + 10 + LINE * (double)i;

		text_printf(svg, "<circle cx=\"%d\" cy=\"%.1f\" r=\"5\" "
			    "fill=\"%s\"/>\n", WIDTH - RIGHT + 20, y,
			    svg_colours[i % SVG_COLOURS]);
		svg_label(svg, WIDTH - RIGHT + 32, y + 4, "start",
			  bench_libraries[i].label);
	}
}

void bench_plot(Text *svg, BenchResult *const *results, int count)
{
	int rows = count > SVG_COLOURS ? count : SVG_COLOURS;
	int height = TOP + LINE * rows + BOTTOM;

	text_printf(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		    "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
		    "font-size=\"12\" fill=\"#808080\">\n"
		    "<!-- written by lift-tune -->\n<style>.grid{stroke:"
		    "#808080;stroke-opacity:.3}.one{stroke:#808080}</style>\n", WIDTH,
		    height);
	put_axis(svg, height);
	for (int i = 0; i < count; i++)
		put_row(svg, i, results[i]);
	put_legend(svg);
	text_put(svg, "</svg>\n");
}

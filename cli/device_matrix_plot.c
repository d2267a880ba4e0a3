#include <stdio.h>

#include "cli/device_matrix.h"
#include "cli/svg.h"

enum {
	COLUMNS = 3, PANEL = 230, HEIGHT = 150, LEFT = 44, TOP = 34, GAP = 16,
	AXIS = 34
};

static double left_of(int panel)
{
	return LEFT + (panel % COLUMNS) * (PANEL + GAP);
}

static double bottom_of(int panel)
{
	return TOP + (panel / COLUMNS) * (HEIGHT + TOP + AXIS) + HEIGHT;
}

static void put_axes(Text *svg, int panel, const char *title)
{
	double x = left_of(panel), y = bottom_of(panel);

	svg_label(svg, x, y - HEIGHT - 10, "start", title);
	for (int i = 0; i <= 4; i++) {
		char label[32];

		text_printf(svg, "<path class=\"grid\" d=\"M%.1f %.1fh%d\"/>\n",
			    x, y - i * HEIGHT / 4.0, PANEL);
		snprintf(label, sizeof label, "%.2g", i / 4.0);
		if (panel % COLUMNS == 0)
			svg_label(svg, x - 5, y - i * HEIGHT / 4.0 + 4, "end",
				  label);
	}
}

static void put_bar(Text *svg, int panel, int sites, int a, int b,
		    double slowdown)
{
	double group = (double)PANEL / sites, width = group / (sites + 1);
	double x = left_of(panel) + b * group + (a + 0.5) * width;
	double height = slowdown > 0 ? HEIGHT / slowdown : 0;

	if (slowdown > 0)
		text_printf(svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
			    "height=\"%.1f\" fill=\"%s\"/>\n", x,
			    bottom_of(panel) - (height < HEIGHT * 1.1
						? height : HEIGHT * 1.1),
			    width * 0.9, height < HEIGHT * 1.1
			    ? height : HEIGHT * 1.1, svg_colours[a]);
	else
		svg_label(svg, x + width / 2, bottom_of(panel) - 3, "middle",
			  "\xc3\x97");
}

/* matrices[0] alone, or the mean of all. */
static void put_panel(Text *svg, int panel, const char *title,
		      const DeviceMatrix *matrices, int count)
{
	int sites = matrices[0].site_count;

	put_axes(svg, panel, title);
	for (int b = 0; b < sites; b++) {
		for (int a = 0; a < sites; a++)
			put_bar(svg, panel, sites, a, b,
				device_matrix_mean(matrices, count, a, b));
		svg_label(svg, left_of(panel) + (b + 0.5) * PANEL / sites,
			  bottom_of(panel) + 15, "middle",
			  device_matrix_letter(b));
	}
}

static void put_legend(Text *svg, double y, const Device *devices, int sites)
{
	for (int a = 0; a < sites; a++) {
		Text line = { 0 };

		text_printf(svg, "<rect x=\"%d\" y=\"%.1f\" width=\"12\" "
			    "height=\"12\" fill=\"%s\"/>\n", LEFT,
			    y + 18 * a - 10, svg_colours[a]);
		text_printf(&line, "%s: best for %s, driver %s",
			    device_matrix_letter(a), devices[a].name,
			    devices[a].driver);
		svg_label(svg, LEFT + 18, y + 18 * a, "start",
			  text_string(&line));
		text_free(&line);
	}
}

void device_matrix_plot(Text *svg, const DeviceMatrix *matrices, int count,
			const Device *devices)
{
	int sites = matrices[0].site_count, panels = count + (count > 1);
	double legend = bottom_of(panels - 1) + AXIS + 14;

	text_printf(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		    "viewBox=\"0 0 %d %.0f\" font-family=\"sans-serif\" "
		    "font-size=\"12\" fill=\"#808080\">\n"
		    "<!-- written by lift-tune -->\n"
		    "<style>.grid{stroke:#808080;stroke-opacity:.3}</style>\n",
		    LEFT + COLUMNS * (PANEL + GAP), legend + 18 * sites);
	for (int i = 0; i < count; i++)
		put_panel(svg, i, matrices[i].program, &matrices[i], 1);
	if (count > 1)
		put_panel(svg, count, "geometric mean", matrices, count);
	put_legend(svg, legend, devices, sites);
	text_put(svg, "</svg>\n");
}

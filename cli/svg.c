#include "cli/svg.h"

const char *const svg_colours[SVG_COLOURS] = {
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a7a00", "#56b4e9",
	"#e69f00", "#555555",
};

void svg_label(Text *svg, double x, double y, const char *anchor,
	       const char *text)
{
	text_printf(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x,
		    y, anchor);
	for (; *text; text++)
		if (*text == '<' || *text == '&')
			text_printf(svg, "&#%d;", *text);
		else
			text_char(svg, *text);
	text_put(svg, "</text>\n");
}

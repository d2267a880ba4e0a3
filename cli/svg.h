/* SVG: what the pictures of bench have in common. */
#ifndef CLI_SVG_H
#define CLI_SVG_H

#include "base/text.h"

enum { SVG_COLOURS = 8 };

/* Told apart by those who see colours differently, too. */
extern const char *const svg_colours[SVG_COLOURS];

/* anchor: "start", "middle" or "end". */
void svg_label(Text *svg, double x, double y, const char *anchor,
	       const char *text);

#endif

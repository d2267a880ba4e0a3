#include "space_rounds_gen.h"

#include <stdio.h>
#include <string.h>

/* What an element becomes: itself, or a constant, under some condition. */
static void next_element(RoundsGen *g, const char *own)
{
	const bool kept = rounds_pick(g, 3) != 0;

	if (!rounds_pick(g, 4)) {
		rounds_number(g, 2);
		return;
	}
	text_put(g->text, "[\"if\", ");
	rounds_condition(g, 2);
	text_put(g->text, ", ");
	if (kept && !rounds_pick(g, 3))
		text_printf(g->text, "\"%s\"", own);
	else
		rounds_number(g, 2);
	text_put(g->text, ", ");
	if (kept)
		text_printf(g->text, "\"%s\"", own);
	else if (rounds_pick(g, 2))
		text_printf(g->text, "[\"%s\", %d]", g->element,
			    1 + rounds_pick(g, 4));
	else
		rounds_number(g, 1);
	text_char(g->text, ']');
}

/* An array in scope, perhaps in another order. */
static void source(RoundsGen *g, const char *name)
{
	int k = 1 + rounds_pick(g, g->columns);

	while (g->columns % k)
		k--;
	if (rounds_pick(g, 6) || (g->rows && g->rows != g->columns))
		text_printf(g->text, "\"%s\"", name);
	else if (g->rows)
		text_printf(g->text, "[\"transpose\", \"%s\"]", name);
	else
		text_printf(g->text,
			    "[\"join\", [\"transpose\", [\"split\", "
			    "%d, \"%s\"]]]",
			    k, name);
}

/* What a map goes over; in vectors of so many lanes, where that is not 0. */
static void elements_of(RoundsGen *g, const char *name, int lanes)
{
	if (lanes)
		text_printf(g->text, "[\"splitVec\", %d, ", lanes);
	if (g->row)
		text_printf(g->text, "\"%s\"", name);
	else
		source(g, name);
	text_put(g->text, lanes ? "], " : ", ");
}

/* Lanes that the columns are a multiple of, or 0. */
static int some_lanes(RoundsGen *g, const char *map)
{
	const int lanes = 2 << rounds_pick(g, 3);

	return strcmp(map, "map") && g->columns % lanes == 0 && rounds_pick(g, 3)
	       ? lanes : 0;
}

/* Vectors are mapped one by one, or some in a round. */
static void open_vectors(RoundsGen *g, const char *map, int lanes, int some)
{
	if (lanes)
		text_printf(g->text, some > 1 ? "[\"joinVec\", [\"join\", "
			    : "[\"joinVec\", ");
	text_printf(g->text, "[\"%s\", ", map);
	if (some > 1)
		text_put(g->text, "[\"mapSeqUnroll\", ");
	if (lanes)
		text_put(g->text, "[\"mapVec\", ");
}

/* A map over a row named or an array and up to one other, by elements. */
static void map_elements(RoundsGen *g, const char *map, const char *xs,
			 const char *ys)
{
	const int before = g->numbers.count, lanes = some_lanes(g, map);
	const int vectors = lanes ? g->columns / lanes : 0;
	const int some = vectors && vectors % 3 == 0 ? 3
		       : vectors && vectors % 2 == 0 ? 2 : 1;
	const char *own = rounds_enter(g, &g->numbers, 'v', 0);

	open_vectors(g, map, lanes, some);
	text_printf(g->text, "[\"fun\", [\"%s\", ", own);
	if (ys)
		text_printf(g->text, "\"%s\", ",
			    rounds_enter(g, &g->numbers, 'v', 0));
	text_printf(g->text, "\"%s\"], ",
		    rounds_enter(g, &g->numbers, 'j', g->columns));
	next_element(g, own);
	text_put(g->text, lanes ? some > 1 ? "]]], " : "]], " : "], ");
	if (some > 1)
		text_printf(g->text, "[\"split\", %d, ", some);
	text_put(g->text, "[\"zip\", ");
	elements_of(g, xs, lanes);
	if (ys)
		elements_of(g, ys, lanes);
	if (lanes)
		text_printf(g->text, "[\"splitVec\", %d, ", lanes);
	text_printf(g->text, "[\"generate\", %d, \"id\"]", g->columns);
	text_put(g->text, lanes ? some > 1 ? "]]]]]]" : "]]]]" : "]]");
	g->numbers.count = before;
}

static void map_rows(RoundsGen *g)
{
	static const char *const maps[][2] = {
		{"mapGlobal", "mapSeq"},
		{"mapGlobal(1)", "mapGlobal"},
		{"mapWorkgroup", "mapLocal"},
		{"mapGlobal", "mapSeqUnroll"},
	};
	const char *const *nest = maps[rounds_pick(g, 4)];
	const int before = g->numbers.count;
	char row[8], other[8];
	const char *xs = rounds_array(g),
		   *ys = rounds_pick(g, 2) ? rounds_array(g) : NULL;
	const bool named = !rounds_pick(g, 3);

	snprintf(row, sizeof row, "r%d", g->made++ % 10000);
	snprintf(other, sizeof other, "q%d", g->made++ % 10000);
	text_printf(g->text, "[\"%s\", [\"fun\", [\"%s\", ", nest[0], row);
	if (ys)
		text_printf(g->text, "\"%s\", ", other);
	text_printf(g->text, "\"%s\"], ",
		    rounds_enter(g, &g->numbers, 'j', g->rows));
	g->row = row;
	if (named) {
		text_printf(g->text, "[\"let\", \"c%d\", ", g->made);
		rounds_number(g, 1);
		text_put(g->text, ", ");
		rounds_enter(g, &g->numbers, 'c', 0);
	}
	map_elements(g, nest[1], row, ys ? other : NULL);
	text_printf(g->text, "%s], [\"zip\", ", named ? "]" : "");
	source(g, xs);
	text_put(g->text, ", ");
	if (ys) {
		source(g, ys);
		text_put(g->text, ", ");
	}
	text_printf(g->text, "[\"generate\", %d, \"id\"]]]", g->rows);
	g->row = NULL;
	g->numbers.count = before;
}

void rounds_mapped(RoundsGen *g)
{
	if (g->rows)
		map_rows(g);
	else
		map_elements(g, "mapGlobal", rounds_array(g),
			     rounds_pick(g, 2) ? rounds_array(g) : NULL);
}

/* -- stores at computed places ----------------------------------------------
 */

/* \i. an index; each one once. */
static void put_places(RoundsGen *g, int from)
{
	const int n = g->columns;
	const Name *k = rounds_number_of(g, true);

	text_put(g->text, "[\"mapGlobal\", [\"fun\", [\"p\"], ");
	switch (rounds_pick(g, k ? 4 : 2)) {
	case 0:
		text_printf(g->text, "[\"-\", %d, \"p\"]", n - 1);
		break;
	case 1:
		text_printf(g->text, "[\"%%\", [\"+\", \"p\", %d], %d]",
			    rounds_pick(g, n), n);
		break;
	case 2:
		text_printf(g->text, "[\"%%\", [\"+\", \"p\", \"%s\"], %d]",
			    k->text, n);
		break;
	default:
		text_printf(g->text, "[\"+\", \"p\", \"%s\"]", k->text);
	}
	text_printf(g->text, "], [\"generate\", %d, \"id\"]]", from);
}

static void permuted(RoundsGen *g)
{
	const int count = 1 + rounds_pick(g, g->columns);

	text_put(g->text, "[\"permute\", ");
	if (rounds_pick(g, 2))
		text_printf(g->text, "\"%s\"", rounds_array(g));
	else
		rounds_mapped(g);
	text_put(g->text, ", ");
	put_places(g, count);
	text_printf(g->text, ", [\"take\", %d, ", count);
	if (rounds_pick(g, 2))
		text_printf(g->text, "\"%s\"", rounds_array(g));
	else
		map_elements(g, "map", rounds_array(g), NULL);
	text_put(g->text, "]]");
}

static void scattered(RoundsGen *g)
{
	static const char *const ops[]
		= {"\"+\"", "\"max\"", "[\"fun\", [\"p\", \"q\"], \"q\"]"};
	const int step = 1 + rounds_pick(g, 3);

	text_printf(g->text,
		    "[\"scatter\", %s, \"%s\", [\"map\", [\"fun\", "
		    "[\"j\"], [\"%%\", [\"*\", \"j\", %d], %d]], "
		    "[\"generate\", %d, \"id\"]], ",
		    rounds_one_of(g, ops, 3), rounds_array(g), step,
		    1 + rounds_pick(g, g->columns), g->columns);
	map_elements(g, "map", rounds_array(g), NULL);
	text_char(g->text, ']');
}

/* -- neighbours and views ---------------------------------------------------
 */

static void neighbours(RoundsGen *g)
{
	const char *const modes[] = {"wrap", "clamp", "mirror"};
	const int left = rounds_pick(g, 2);

	text_printf(g->text,
		    "[\"mapGlobal\", [\"fun\", [\"w\"], [\"%s\", "
		    "[\"at\", \"w\", 0], [\"at\", \"w\", 1]]], [\"slide\", 2, "
		    "1, [\"pad\", %d, %d, \"%s\", \"%s\"]]]",
		    rounds_pick(g, 2) ? "max" : "-", left, 1 - left,
		    rounds_one_of(g, modes, 3), rounds_array(g));
}

static void parts(RoundsGen *g)
{
	const int at = 1 + rounds_pick(g, g->columns - 1);

	text_printf(g->text,
		    "[\"concat\", [\"mapGlobal\", [\"fun\", [\"p\"], [\"-\", "
		    "3, \"p\"]], "
		    "[\"take\", %d, \"%s\"]], [\"mapGlobal\", [\"fun\", "
		    "[\"p\"], [\"max\", 2, \"p\"]], "
		    "[\"drop\", %d, \"%s\"]]]",
		    at, rounds_array(g), at, rounds_array(g));
}

static void reordered(RoundsGen *g)
{
	int k = 1 + rounds_pick(g, g->columns);

	while (g->columns % k)
		k--;
	text_printf(g->text,
		    "[\"mapGlobal\", [\"fun\", [\"p\"], [\"-\", 3, \"p\"]], "
		    "[\"join\", "
		    "[\"transpose\", [\"split\", %d, \"%s\"]]]]",
		    k, rounds_array(g));
}

void rounds_made(RoundsGen *g)
{
	switch (g->rows ? 8 : rounds_pick(g, 9)) {
	case 0:
		permuted(g);
		return;
	case 1:
		scattered(g);
		return;
	case 2:
		neighbours(g);
		return;
	case 3:
		parts(g);
		return;
	case 4:
		reordered(g);
		return;
	default:
		rounds_mapped(g);
	}
}

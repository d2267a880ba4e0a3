#include "space_rounds_gen.h"

enum { LOOPS = 2 };

static void loop(RoundsGen *g, int count);
static int fold(RoundsGen *g, const char *prim, int count);

/* An array between two kernels. */
static void in_two(RoundsGen *g)
{
	const int before = g->arrays.count, name = g->made++;

	text_printf(g->text, "[\"let\", \"t%d\", [\"toGlobal\", ", name);
	rounds_mapped(g);
	text_put(g->text, "], ");
	rounds_name(&g->arrays, 't', name);
	rounds_mapped(g);
	text_char(g->text, ']');
	g->arrays.count = before;
}

/* A state of rounds that were scanned. */
static void scanned(RoundsGen *g)
{
	const int arrays = g->arrays.count, numbers = g->numbers.count;
	int rounds;

	text_printf(g->text,
		    g->rows ? "[\"mapGlobal\", [\"mapSeq\", [\"fun\", [\"p\"], "
			      "[\"max\", \"p\", 1]]], [\"at\", "
			    : "[\"mapGlobal\", [\"fun\", [\"p\"], [\"max\", "
			      "\"p\", 1]], "
			      "[\"at\", ");
	g->loops++;
	rounds = fold(g, "scanSeq", 1);
	g->loops--;
	text_printf(g->text, ", %d]]", rounds_pick(g, rounds));
	g->arrays.count = arrays;
	g->numbers.count = numbers;
}

static void computed(RoundsGen *g)
{
	const int way = rounds_pick(g, 9);

	if (way < 2 && g->loops < LOOPS)
		loop(g, 1);
	else if (way == 2)
		in_two(g);
	else if (way == 3 && g->loops < LOOPS)
		scanned(g);
	else
		rounds_made(g);
}

/* A part of the next state: an array of the state as it is, or a new one. */
static void part(RoundsGen *g, int count)
{
	if (count > 1 && rounds_pick(g, 3) == 0)
		text_printf(
			g->text, "\"%s\"",
			g->arrays
				.of[g->arrays.count - 1 - rounds_pick(g, count)]
				.text);
	else
		computed(g);
}

static void next_state(RoundsGen *g, int count)
{
	const int own
		= rounds_pick(g, count); /* at least this one is computed */
	const bool shared = count > 1 && !rounds_pick(g, 5);
	const int before = g->arrays.count, name = g->made++;

	if (shared) {
		text_printf(g->text, "[\"let\", \"t%d\", [\"toGlobal\", ",
			    name);
		rounds_mapped(g);
		text_put(g->text, "], ");
		rounds_name(&g->arrays, 't', name);
	}
	if (count > 1)
		text_put(g->text, "[\"tuple\", ");
	for (int i = 0; i < count; i++) {
		if (i)
			text_put(g->text, ", ");
		if (i == own)
			computed(g);
		else
			part(g, count);
	}
	text_put(g->text, count > 1 ? shared ? "]]" : "]" : "");
	g->arrays.count = before;
}

static void start(RoundsGen *g, int count)
{
	if (count > 1)
		text_put(g->text, "[\"tuple\", ");
	for (int i = 0; i < count; i++) {
		text_put(g->text, i ? ", " : "");
		if (rounds_pick(g, 4))
			text_printf(g->text, "\"%s\"", rounds_array(g));
		else if (rounds_pick(g, 3) == 0)
			text_printf(g->text,
				    g->rows ? "[\"map\", [\"map\", [\"fun\", "
					      "[\"p\"], "
					      "[\"max\", \"p\", 1]]], \"%s\"]"
					    : "[\"map\", [\"fun\", [\"p\"], "
					      "[\"max\", \"p\", 1]], \"%s\"]",
				    rounds_array(g));
		else if (g->rows)
			text_printf(g->text,
				    "[\"fill\", %d, [\"fill\", %d, "
				    "[\"%s\", %d]]]",
				    g->rows, g->columns, g->element, i);
		else
			text_printf(g->text, "[\"fill\", %d, [\"%s\", %d]]",
				    g->columns, g->element, i);
	}
	if (count > 1)
		text_char(g->text, ']');
}

/* The parameters of a function of the state, which are in scope then. */
static void state_names(RoundsGen *g, int count)
{
	for (int i = 0; i < count; i++)
		text_printf(g->text, "%s\"%s\"", i ? ", " : "",
			    rounds_enter(g, &g->arrays, 's', 0));
}

static int fold(RoundsGen *g, const char *prim, int count)
{
	static const int lengths[] = {1, 2, 3, 4, 5, 7, 8, 11};
	const int rounds = lengths[rounds_pick(g, 8)];
	Text *outer = g->text, from = {0};
	Text body = {0};

	g->text = &from;
	start(g, count);
	g->text = &body;
	text_printf(&body, "[\"%s\", [\"fun\", [%s", prim,
		    count > 1 ? "[" : "");
	state_names(g, count);
	text_printf(&body, "%s, \"%s\"], ", count > 1 ? "]" : "",
		    rounds_enter(g, &g->numbers, 'k', rounds));
	next_state(g, count);
	g->text = outer;
	text_printf(outer, "%s], %s, [\"generate\", %d, \"id\"]]",
		    text_string(&body), text_string(&from), rounds);
	text_free(&from);
	text_free(&body);
	return rounds;
}

static void until(RoundsGen *g, int count)
{
	const int before = g->arrays.count;

	text_put(g->text, "[\"fun\", [");
	state_names(g, count);
	text_printf(g->text, "], [\"%c\", ", "<>"[rounds_pick(g, 2)]);
	rounds_element(g);
	text_printf(g->text, ", %d]], ", rounds_pick(g, 4));
	g->arrays.count = before;
}

static void iteration(RoundsGen *g, bool ends, int count)
{
	Text *outer = g->text, from = {0};

	g->text = &from;
	start(g, count);
	g->text = outer;
	text_printf(outer, "[\"%s\", %d, ", ends ? "iterateUntil" : "iterate",
		    1 + rounds_pick(g, 9));
	if (ends)
		until(g, count);
	text_put(outer, "[\"fun\", [");
	state_names(g, count);
	text_put(outer, "], ");
	next_state(g, count);
	text_printf(outer, "], %s]", text_string(&from));
	text_free(&from);
}

/* Rounds whose result is a state. */
static void loop(RoundsGen *g, int count)
{
	const int arrays = g->arrays.count, numbers = g->numbers.count;
	const int kind = rounds_pick(g, 8);

	g->loops++;
	if (kind == 0) {
		iteration(g, true, count);
	} else if (kind < 3) {
		iteration(g, false, count);
	} else {
		text_put(g->text, "[\"head\", ");
		fold(g, "reduceSeq", count);
		text_char(g->text, ']');
	}
	g->loops--;
	g->arrays.count = arrays;
	g->numbers.count = numbers;
}

static void body(RoundsGen *g)
{
	const int count = 1 + rounds_pick(g, PARTS), name = g->made++;

	if (!rounds_pick(g, 6)) {
		text_printf(g->text, "[\"let\", \"l%d\", ", name);
		loop(g, 1);
		text_put(g->text, ", ");
		rounds_name(&g->arrays, 'l', name);
		loop(g, count);
		text_char(g->text, ']');
		return;
	}

	if (rounds_pick(g, 6)) {
		loop(g, count);
		return;
	}
	text_put(g->text, count > 1 ? "[\"unzip\", " : "");
	fold(g, "scanSeq", count);
	text_put(g->text, count > 1 ? "]" : "");
}

void space_rounds(Text *text, Rng *rng, Scalar element)
{
	static const int lengths[] = {2, 3, 5, 8, 9, 12, 18};
	RoundsGen g = {.text = text,
		       .rng = rng,
		       .element = scalar_name(element),
		       .is_float = scalar_is_float(element)};

	g.columns = lengths[rounds_pick(&g, 7)];
	g.rows = rounds_pick(&g, 2) ? lengths[rounds_pick(&g, 4)] : 0;
	if (g.rows && !rounds_pick(&g, 3))
		g.columns = g.rows;
	text_printf(text, "{\"name\": \"random\", \"inputs\": [");
	for (int i = 0; i < 2; i++) {
		text_printf(text, "%s{\"name\": \"%s\", \"type\": \"",
			    i ? ", " : "", rounds_enter(&g, &g.arrays, 'x', 0));
		if (g.rows)
			text_printf(text, "[[%s; %d]; %d]\"}", g.element,
				    g.columns, g.rows);
		else
			text_printf(text, "[%s; %d]\"}", g.element, g.columns);
	}
	text_put(text, "], \"body\":\n");
	body(&g);
	text_put(text, "}\n");
}

#include "space_rounds_gen.h"

#include <assert.h>
#include <stdio.h>

int rounds_pick(RoundsGen *g, int bound)
{
	return (int)rng_below(g->rng, (uint64_t)bound);
}

const char *rounds_one_of(RoundsGen *g, const char *const *all, int count)
{
	return all[rounds_pick(g, count)];
}

const char *rounds_name(Names *names, char kind, int number)
{
	Name *name = &names->of[names->count++];

	assert(names->count <= NAMES);
	snprintf(name->text, sizeof name->text, "%c%d", kind, number % 10000);
	name->bound = 0;
	return name->text;
}

const char *rounds_enter(RoundsGen *g, Names *names, char kind, int bound)
{
	const char *name = rounds_name(names, kind, g->made++);

	names->of[names->count - 1].bound = bound;
	return name;
}

const char *rounds_array(RoundsGen *g)
{
	const int newest = g->arrays.count - 1;

	return g->arrays
		.of[rounds_pick(g, 3)
			    ? newest
				      - rounds_pick(g, newest < PARTS
							       ? newest + 1
							       : PARTS)
			    : rounds_pick(g, newest + 1)]
		.text;
}

const Name *rounds_number_of(RoundsGen *g, bool index)
{
	const Name *found = NULL;

	for (int i = 0; i < g->numbers.count; i++)
		if (!g->numbers.of[i].bound == !index
		    && (!found || rounds_pick(g, 2)))
			found = &g->numbers.of[i];
	return found;
}

/* A whole number from 0 to below n. */
static void index_below(RoundsGen *g, int n)
{
	const Name *i = rounds_number_of(g, true);

	if (!i || !rounds_pick(g, 8)) {
		text_printf(g->text, "%d", rounds_pick(g, n));
		return;
	}
	switch (i->bound <= n ? rounds_pick(g, 6) : 5) {
	case 0:
	case 1:
		text_printf(g->text, "\"%s\"", i->text);
		return;
	case 2:
		text_printf(g->text, "[\"-\", %d, \"%s\"]", n - 1, i->text);
		return;
	case 3:
		text_printf(g->text, "[\"min\", [\"+\", \"%s\", 1], %d]",
			    i->text, n - 1);
		return;
	case 4:
		text_printf(g->text, "[\"max\", [\"-\", \"%s\", 1], 0]",
			    i->text);
		return;
	default:
		text_printf(g->text, "[\"%%\", [\"+\", \"%s\", %d], %d]",
			    i->text, rounds_pick(g, 3), n);
	}
}

void rounds_condition(RoundsGen *g, int depth)
{
	static const char *const tests[] = {"==", "!=", "<", "<=", ">", ">="};
	const Name *i = rounds_number_of(g, true),
		   *j = rounds_number_of(g, true);

	if (depth > 0 && !rounds_pick(g, 3)) {
		text_printf(g->text, "[\"%s\", ",
			    rounds_pick(g, 4) ? "and" : "or");
		rounds_condition(g, depth - 1);
		text_put(g->text, ", ");
		rounds_condition(g, depth - 1);
		text_char(g->text, ']');
		return;
	}
	text_printf(g->text, "[\"%s\", \"%s\", ", rounds_one_of(g, tests, 6),
		    i->text);
	if (j == i || !rounds_pick(g, 3))
		text_printf(g->text, "%d]", rounds_pick(g, i->bound));
	else if (rounds_pick(g, 2))
		text_printf(g->text, "\"%s\"]", j->text);
	else
		text_printf(g->text, "[\"%c\", \"%s\", %d]]",
			    "+-"[rounds_pick(g, 2)], j -> text,
			    1 + rounds_pick(g, 2));
}

void rounds_element(RoundsGen *g)
{
	if (g->row && rounds_pick(g, 2)) {
		text_printf(g->text, "[\"at\", \"%s\", ", g->row);
	} else if (g->rows) {
		text_printf(g->text, "[\"at\", [\"at\", \"%s\", ",
			    rounds_array(g));
		index_below(g, g->rows);
		text_put(g->text, "], ");
	} else {
		text_printf(g->text, "[\"at\", \"%s\", ", rounds_array(g));
	}
	index_below(g, g->columns);
	text_char(g->text, ']');
}

/* Of all elements of a row or of an array. */
static void row_fold(RoundsGen *g)
{
	text_printf(g->text, "[\"head\", [\"reduceSeq\", \"%s\", [\"%s\", 0], ",
		    rounds_pick(g, 2) ? "max" : "min", g->element);
	if (g->rows && !(g->row && rounds_pick(g, 2))) {
		text_printf(g->text, "[\"at\", \"%s\", ", rounds_array(g));
		index_below(g, g->rows);
		text_put(g->text, "]]]");
	} else {
		text_printf(g->text, "\"%s\"]]",
			    g->rows ? g->row : rounds_array(g));
	}
}

void rounds_number(RoundsGen *g, int depth)
{
	static const char *const ops[] = {"+", "-", "max", "min", "+", "*"};
	const Name *v = rounds_number_of(g, false),
		   *i = rounds_number_of(g, true);

	switch (rounds_pick(g, depth > 0 ? 9 : 4)) {
	case 0:
		rounds_element(g);
		return;
	case 8:
		row_fold(g);
		return;
	case 1:
		text_printf(g->text, "[\"%s\", \"%s\"]", g->element, i->text);
		return;
	case 2:
	case 3:
		if (v)
			text_printf(g->text, "\"%s\"", v->text);
		else
			text_printf(g->text, "[\"%s\", %d]", g->element,
				    1 + rounds_pick(g, 4));
		return;
	case 4:
		text_put(g->text, "[\"if\", ");
		rounds_condition(g, 1);
		text_put(g->text, ", ");
		rounds_number(g, depth - 1);
		text_put(g->text, ", ");
		break;
	default: /* means of floats: none grows without end */
		text_printf(g->text,
			    g->is_float ? "[\"*\", 0.5, [\"%s\", "
					: "[\"%s\", ",
			    rounds_one_of(g, ops, g->is_float ? 5 : 6));
		rounds_number(g, depth - 1);
		text_put(g->text, ", ");
		rounds_number(g, depth - 1);
		text_put(g->text, g->is_float ? "]]" : "]");
		return;
	}
	rounds_number(g, depth - 1);
	text_char(g->text, ']');
}

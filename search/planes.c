#include "search/planes.h"

#include "search/nest/facts.h"
#include "search/nest/tiles.h"
#include "search/nest/walk.h"

/* In map (\(a, b). map (\(c, d). head (reduce M e (map F zip))) ..) .., below
 * it. */
static const char inner_at[] = "0.0", array_at[] = "0.0.0.0.0.2",
	zip_at[] = "0.0.0.0.0.2.1";

enum { COLUMN = 1, ROW = 2 }; /* what a part of the zip is of */

static bool is_pair(const Expr *e)
{
	return expr_is(e, PRIM_ZIP) && e->kid_count == 2;
}

/* What of e is of: both bits when of both, none when of neither. */
static int side(const Expr *e)
{
	int sides = 0;

	while (e->kind == EXPR_GET)
		e = e->kids[0];
	if (e->kind == EXPR_VAR)
		return e->index == 0 ? COLUMN : e->index == 1 ? ROW : 0;
	if (!expr_is(e, PRIM_ZIP))
		return fact_is_closed_under(e, 2) ? 0 : COLUMN | ROW;
	for (int i = 0; i < e->kid_count; i++)
		sides |= side(e->kids[i]);
	return sides;
}

/* Two pairs of a part of a row and a part of a column each. */
static bool are_crossed(const Expr *zip)
{
	return is_pair(zip) && is_pair(zip->kids[0]) && is_pair(zip->kids[1])
	    && side(zip->kids[0]) == (COLUMN | ROW)
	    && side(zip->kids[1]) == (COLUMN | ROW);
}

/* A zip of arrays of which each is part of a row, or of a column, and more than
 * one of the same. */
static bool are_planes(const Expr *zip)
{
	int parts = 0;

	if (!expr_is(zip, PRIM_ZIP) || side(zip) != (COLUMN | ROW))
		return false;
	if (are_crossed(zip))
		return true;
	for (int i = 0; i < zip->kid_count; i++) {
		const Expr *part = zip->kids[i];

		parts += expr_is(part, PRIM_ZIP) ? part->kid_count : 1;
		if (side(part) != COLUMN && side(part) != ROW)
			return false;
	}
	return parts > 2;
}

static bool fits(const Expr *map)
{
	const Expr *e = tiles_reduced(map);

	return e && expr_is(e, PRIM_MAP) && are_planes(e->kids[1]);
}

/* Three or four arrays become a zip of two: of rows, and of columns. A part of
 * both sides may remain, of three in an order that is not met: then it fails. */
static void nest(Work *work, const Path *array)
{
	const Path zip = path_by(array, "1");
	const Expr *node = work_node(work, &zip);
	const int first = side(node->kids[0]);

	if (node->kid_count == 2)
		return;
	work_rule(work, &zip, node->kid_count == 3 ? "zip_nest"
		  : first == side(node->kids[1]) ? "zip_nest_pairs"
		  : first == side(node->kids[2]) ? "zip_nest_cross"
		  : "zip_nest_outer");
	work_rule(work, array, "map_map");
	if (node->kid_count == 3 && first != side(node->kids[1]))
		work_rule_back(work, array, "map_zip_pair");
}

/* Of two pairs, the second turned round where the sides differ: a pair of rows
 * and one of columns. */
static void uncross(Work *work, const Path *array)
{
	const Path zip = path_by(array, "1"), second = path_by(array, "1.1");
	const Expr *node = work_node(work, &zip);

	if (!node || !are_crossed(node))
		return;
	if (side(node->kids[0]->kids[0]) != side(node->kids[1]->kids[0])) {
		work_rule(work, &second, "zip_flip");
		work_tidy(work, array);
	}
	work_rule(work, &zip, "zip_zip_cross");
	work_rule(work, array, "map_map");
}

static void flip(Work *work, const Path *array)
{
	const Path zip = path_by(array, "1");

	work_rule(work, &zip, "zip_flip");
	work_rule(work, array, "map_map");
}

/* What is zipped becomes part of the rows, and of the columns. */
static void pull(Work *work, const Path *at)
{
	const Path zip = path_by(at, zip_at), inner = path_by(at, inner_at);
	const Path row = path_by(&zip, "0"), column = path_by(&zip, "1");
	const Expr *node = work_node(work, &zip);

	if (node && expr_is(node->kids[1], PRIM_ZIP))
		work_rule_back_within(work, &inner, "map_map", &column);
	node = work_node(work, &zip);
	if (node && expr_is(node->kids[0], PRIM_ZIP))
		work_rule_back_within(work, at, "map_map", &row);
}

static void join(Work *work, const Path *at)
{
	const Path array = path_by(at, array_at), zip = path_by(at, zip_at);
	const Expr *node;

	uncross(work, &array);
	nest(work, &array);
	node = work_node(work, &zip);
	if (!node || side(node->kids[0]) == side(node->kids[1])) {
		work_fail(work);
		return;
	}
	if (side(node->kids[0]) == COLUMN)
		flip(work, &array);
	pull(work, at);
}

static Walk join_there(Work *work, const Path *at)
{
	Work attempt = *work;

	if (!fits(work_node(work, at)))
		return WALK_ON;
	join(&attempt, at);
	if (attempt.now)
		*work = attempt;
	return WALK_PAST;
}

void planes_join(Work *work, const Path *at)
{
	walk_changes(work, at, join_there);
}

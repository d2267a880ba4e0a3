#include "search/triples.h"

#include "search/nest/facts.h"
#include "search/nest/tiles.h"
#include "search/nest/walk.h"

/* In map (\r. map (\c. head (reduce M e (map F zip))) ys) xs, below it. */
static const char inner_at[] = "0.0", array_at[] = "0.0.0.0.0.2",
	zip_at[] = "0.0.0.0.0.2.1";

enum { COLUMN, ROW }; /* indices of the variables in the zip */

static bool is_variable(const Expr *e, int index)
{
	return e->kind == EXPR_VAR && e->index == index;
}

static bool is_third(const Expr *e)
{
	return fact_is_closed_under(e, 2);
}

static bool is_pair(const Expr *e)
{
	return expr_is(e, PRIM_ZIP) && e->kid_count == 2;
}

/* A row, a column and an array that is neither, in any order. */
static bool are_three(const Expr *const parts[3])
{
	int rows = 0, columns = 0, others = 0;

	for (int i = 0; i < 3; i++) {
		rows += is_variable(parts[i], ROW);
		columns += is_variable(parts[i], COLUMN);
		others += is_third(parts[i]);
	}
	return rows == 1 && columns == 1 && others == 1;
}

/* zip a b c, zip (zip a b) c or zip a (zip b c). */
static bool is_triple(const Expr *zip)
{
	const Expr *const *kids = zip->kids;

	if (!expr_is(zip, PRIM_ZIP))
		return false;
	if (zip->kid_count == 3)
		return are_three((const Expr *[]){ kids[0], kids[1], kids[2] });
	if (zip->kid_count == 2 && is_pair(kids[0]))
		return are_three((const Expr *[]){ kids[0]->kids[0],
						   kids[0]->kids[1], kids[1] });
	return zip->kid_count == 2 && is_pair(kids[1])
	    && are_three((const Expr *[]){ kids[0], kids[1]->kids[0],
					   kids[1]->kids[1] });
}

static bool fits(const Expr *map)
{
	const Expr *e = tiles_reduced(map);

	return e && expr_is(e, PRIM_MAP) && is_triple(e->kids[1]);
}

/* -- the order of the three ------------------------------------------------ */

static void flip(Work *work, const Path *array)
{
	const Path zip = path_by(array, "1");

	work_rule(work, &zip, "zip_flip");
	work_rule(work, array, "map_map");
}

/* zip (zip a b) c */
static void nest(Work *work, const Path *array)
{
	const Path zip = path_by(array, "1");
	const Expr *node = work_node(work, &zip);

	if (node->kid_count == 3) {
		work_rule(work, &zip, "zip_nest");
		work_rule(work, array, "map_map");
	} else if (is_pair(node->kids[1])) {
		work_rule(work, array, "map_zip_pair");
	}
}

/* The third array is one of the first two; the row is not the last. */
static void arrange(Work *work, const Path *array)
{
	const Path zip = path_by(array, "1");
	const Expr *node;

	nest(work, array);
	node = work_node(work, &zip);
	if (node && is_third(node->kids[1])) {
		flip(work, array);
		work_rule(work, array, "map_zip_pair");
		node = work_node(work, &zip);
	}
	if (node && is_variable(node->kids[1], ROW))
		flip(work, array);
}

/* What is zipped becomes part of the rows, or of the columns. */
static void pull(Work *work, const Path *at)
{
	const Path zip = path_by(at, zip_at), inner = path_by(at, inner_at);
	const Path first = path_by(&zip, "0"), second = path_by(&zip, "1");
	const Expr *node = work_node(work, &zip);

	if (node && is_pair(node->kids[0]))
		work_rule_back_within(work, at, "map_map", &first);
	else
		work_rule_back_within(work, &inner, "map_map", &second);
}

static Walk nest_there(Work *work, const Path *at)
{
	const Path array = path_by(at, array_at);
	Work attempt = *work;

	if (!fits(work_node(work, at)))
		return WALK_ON;
	arrange(&attempt, &array);
	pull(&attempt, at);
	if (attempt.now)
		*work = attempt;
	return WALK_PAST;
}

void triples_nest(Work *work, const Path *at)
{
	walk_changes(work, at, nest_there);
}

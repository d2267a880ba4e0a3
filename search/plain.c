#include "search/plain.h"

#include "search/macro.h"
#include "search/nest/bands.h"

Path plain_without(Path path, const Path *let)
{
	for (int i = let->depth; i + 1 < path.depth; i++)
		path.kids[i] = path.kids[i + 1];
	path.depth--;
	return path;
}

/* Whether b, used at a place, is a name that is used there only: outside of
 * functions it would be none. */
static bool is_fragile(const Work *work, const Expr *b, const Path *at,
		       Path *let)
{
	return b->kind == EXPR_VAR
	    && bands_let_of(work->now->expr, at, b->index, let)
	    && bands_uses(work_node(work, let)->kids[1], 0) == 1;
}

/* map (\c. map f (zip c b)) (transpose xs), at 1 of *at, by rows; a name for b
 * may be gone after it, then that is above *let. */
static bool turn(Work *work, Path *at, Path *let)
{
	const Path columns = path_by(at, "1");
	const Path use = path_by(&columns, "0.0.1.1");
	const Expr *b = work_node(work, &use);
	bool fragile = b && is_fragile(work, b, &use, let);

	if (!work_try(work, &columns, "columns_by_rows"))
		return false;
	if (fragile)
		*at = plain_without(*at, let);
	else
		*let = *at;
	return true;
}

/* What is reduced of each column, at the reduce's array, becomes an array of
 * such columns at 1; whether they are made with the elements of one more array,
 * map F (zip xs b), not of elements alone. */
static bool pull(Work *work, Path *at, Path *let)
{
	const Path part = path_by(at, "0.0.0.2"), zip = path_by(&part, "1");
	const Path columns = path_by(at, "1");
	const Expr *read = work_node(work, &part);

	*let = *at;
	if (!read || !expr_is(read, PRIM_MAP))
		return false;
	if (expr_is(read->kids[1], PRIM_ZIP)
	    && !expr_uses(read->kids[1]->kids[0], 0)) {
		work_rule(work, &zip, "zip_flip");
		work_rule(work, &part, "map_map");
	}
	work_rule_back_within(work, at, "map_map", &part);
	if (turn(work, at, let))
		return true;
	work_rule_back(work, &columns, "transpose_map");
	return false;
}

bool plain_columns(Work *work, Path *at, Path *let)
{
	Path reduce;
	const Expr *map = work_node(work, at);

	if (!map || !reduce_of_map(map, at, &reduce)) {
		work_fail(work);
		return false;
	}
	if (reduce.depth > at->depth + 3) {
		reduce.depth--;
		keep_folds(work, at, &reduce);
		*at = path_by(at, "1.0");
	}
	work_tidy(work, at);
	return pull(work, at, let);
}

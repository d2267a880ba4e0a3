#include "search/nest/bands.h"

#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/space/hardware.h"

/* The matrix whose columns a map reads, or NULL. */
static const Expr *matrix_of(const Expr *map)
{
	const Expr *array = map->kids[1];

	if (expr_is(array, PRIM_ZIP))
		array = array->kids[0];
	return expr_is(array, PRIM_TRANSPOSE) ? array->kids[0] : NULL;
}

bool bands_let_of(const Expr *root, const Path *at, int index, Path *let)
{
	for (*let = *at; let->depth > 0;) {
		int kid = let->kids[--let->depth];
		const Expr *e = locate_node(root, let);

		index -= expr_binds(e, kid);
		if (index < 0)
			return e->kind == EXPR_LET;
	}
	return false;
}

static bool is_kept(const Expr *e)
{
	while (expr_is(e, PRIM_UNZIP) || e->kind == EXPR_GET)
		e = e->kids[0];
	return expr_is(e, PRIM_TO_GLOBAL);
}

/* Results of bands, and the like: a few rows in memory. */
static bool are_parts(const Expr *root, const Path *map, const Expr *matrix)
{
	const Expr *e = matrix;
	Path let;

	if (fact_length(matrix->type) > hardware_alone())
		return false;
	while (e->kind == EXPR_GET)
		e = e->kids[0];
	if (e->kind == EXPR_VAR && bands_let_of(root, map, e->index, &let))
		e = locate_node(root, &let)->kids[0];
	return is_kept(e);
}

/* Whether it reduces columns that are in memory as rows, elements alone or with
 * those of one more array. */
static bool reduces_columns(const Task *task, const Expr *root,
			    const Expr *map, const Path *at)
{
	const Expr *matrix, *reduce;
	Path path;

	if (!expr_is(map, PRIM_MAP))
		return false;
	matrix = matrix_of(map);
	if (!matrix || are_parts(root, at, matrix))
		return false;
	reduce = reduce_of_map(map, at, &path);
	return reduce && fact_length(reduce->kids[2]->type)
			 == fact_length(matrix->type)
	    && rewrite_fits(task->rewriter, root, &path, "reduce_chunks",
			    false);
}

static bool is_outside(const Expr *root, const Path *path)
{
	for (Path p = *path; p.depth > 0;) {
		p.depth--;
		if (locate_node(root, &p)->kind == EXPR_LAMBDA)
			return false;
	}
	return true;
}

/* Whether two places hold one input, or one variable. */
static bool is_same(const Expr *root, const Expr *a, const Path *at,
		    const Expr *b, const Path *there)
{
	if (a->kind != EXPR_VAR || b->kind != EXPR_VAR)
		return a == b && !a->open;
	return a->index - locate_binders(root, at)
	    == b->index - locate_binders(root, there);
}

/* Whether the map at a place is one of rows of the matrix that the map at
 * `columns` reads. */
static bool maps_rows(const Expr *root, const Expr *map, const Path *at,
		      const Path *columns)
{
	const Expr *matrix = matrix_of(locate_node(root, columns));
	const Expr *array = expr_is(map, PRIM_MAP) ? map->kids[1] : NULL;

	if (array && expr_is(array, PRIM_ZIP))
		array = array->kids[0];
	return array && is_same(root, array, at, matrix, columns)
	    && fact_is_heavy(map->kids[0]);
}

/* Whether the map at `columns` uses the name of what the map at `rows` is part
 * of. */
static bool depends(const Expr *root, const Path *columns, const Path *rows)
{
	Path let = path_common(columns, rows);
	const Expr *e = locate_node(root, &let), *map;

	if (e->kind != EXPR_LET || rows->kids[let.depth] != 0)
		return false;
	map = locate_node(root, columns);
	return expr_uses(map, locate_binders(root, columns)
			      - locate_binders(root, &let) - 1);
}

static bool any(const Expr *node, const void *context)
{
	(void)context;
	return expr_is(node, PRIM_MAP);
}

bool bands_of_map(const Task *task, const Expr *root, const Path *given,
		  Bands *bands)
{
	const Expr *map = locate_node(root, given);
	bool columns = reduces_columns(task, root, map, given);
	const Path whole = path_root();
	Path at;

	for (bool more = locate_first(root, &whole, any, NULL, &at); more;
	     more = locate_next(root, &whole, any, NULL, &at)) {
		const Expr *other = locate_node(root, &at);

		if (path_starts(&at, given) || path_starts(given, &at)
		    || !is_outside(root, &at))
			continue;
		*bands = (Bands){ BANDS_BESIDE, columns ? *given : at,
				  columns ? at : *given };
		if ((columns || reduces_columns(task, root, other, &at))
		    && maps_rows(root, columns ? other : map, &bands->rows,
				 &bands->columns)
		    && !depends(root, &bands->columns, &bands->rows))
			return true;
	}
	*bands = (Bands){ BANDS_ALONE, *given, *given };
	return columns;
}

int bands_uses(const Expr *e, int index)
{
	int count = e->kind == EXPR_VAR && e->index == index;

	for (int i = 0; i < e->kid_count; i++)
		count += bands_uses(e->kids[i], index + expr_binds(e, i));
	return count;
}

/* let t = map f A in ..., t used once, with the columns of A. */
bool bands_of_let(const Task *task, const Expr *root, const Path *let,
		  Bands *bands)
{
	const Path body = path_by(let, "1");
	const Expr *node = locate_node(root, let);
	Path at;

	*bands = (Bands){ BANDS_FED, *let, path_by(let, "0") };
	if (bands_uses(node->kids[1], 0) != 1)
		return false;
	for (bool more = locate_first(root, &body, any, NULL, &at); more;
	     more = locate_next(root, &body, any, NULL, &at)) {
		const Expr *map = locate_node(root, &at);
		int binders = locate_binders(root, &at)
			    - locate_binders(root, let);

		bands->columns = at;
		if (is_outside(root, &at)
		    && reduces_columns(task, root, map, &at)
		    && bands_uses(map->kids[0], binders - 1) == 1)
			return maps_rows(root, node->kids[0], &bands->rows,
					 &at);
	}
	return false;
}

int64_t bands_length(const Expr *root, const Bands *bands)
{
	return fact_length(matrix_of(locate_node(root,
						 &bands->columns))->type);
}

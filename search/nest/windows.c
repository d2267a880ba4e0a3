#include "search/nest/windows.h"

#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/nest/straight.h"
#include "search/space/hardware.h"

static bool is_map(const Expr *e)
{
	return expr_is(e, PRIM_MAP);
}

const Expr *windows_row(const Expr *map, Path *path)
{
	const Expr *body = map->kids[0]->kids[0];

	if (!is_map(body))
		return map;
	*path = path_by(path, "0.0");
	return body;
}

bool windows_have_rows(const Site *site)
{
	return is_map(site->node->kids[0]->kids[0]);
}

bool windows_give_arrays(const Site *site)
{
	Path path = site->path;
	const Type *row = windows_row(site->node, &path)->type;

	return row->element->kind == TYPE_ARRAY;
}

int64_t windows_operations(const Site *site)
{
	Path path = site->path;
	const Expr *lambda = windows_row(site->node, &path)->kids[0];
	int64_t count = fact_straight_array(lambda);

	return count > 0 ? count : straight_operations(lambda);
}

bool windows_small(const Site *site)
{
	return 2 * hardware_flight() * windows_operations(site)
	       <= hardware_code();
}

/* What one round of a loop over vectors computes. */
static int64_t round_size(const Site *site, const Number *given)
{
	Path path = site->path;

	return given[0].value
	     * straight_size(windows_row(site->node, &path)->kids[0]);
}

bool windows_leave_room(const Site *site, const Number *given)
{
	return (given[2].value + 3) * round_size(site, given)
	       <= 2 * hardware_code();
}

bool windows_unrolled(const Site *site, const Number *given)
{
	return given[2].value * round_size(site, given)
	       <= hardware_code() + hardware_code() / 2;
}

bool windows_are_scanned(const Expr *e)
{
	if (e->kind != EXPR_PRIM)
		return false;
	if (e->prim == PRIM_SCAN_SEQ)
		return true;
	for (int i = 0; i < e->kid_count && prim_is(e->prim, TRAIT_VIEW); i++)
		if (windows_are_scanned(e->kids[i]))
			return true;
	return false;
}

bool windows_reduce_rows(const Device *device, const Site *site)
{
	Path path, array = path_by(&site->path, "1");
	const Expr *reduce = reduce_of_map(site->node, &site->path, &path);
	Layout layout;

	if (!reduce || windows_have_rows(site)
	    || fact_length(reduce->kids[2]->type)
	       < 4 * hardware_lanes(device, reduce->kids[1]->type))
		return false;
	layout = layout_of_array(site->root, &array);
	return reduce_takes_vectors(reduce)
	    && reduce_is_dense(site->root, &path) && !layout_is_dense(&layout);
}

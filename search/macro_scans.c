/* A map in one work-item whose function scans: neighbouring elements as the
 * lanes of vectors, a few vectors side by side, each lane with a scan of its
 * own. */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/space/hardware.h"

/* A map of what a map's function scans, a scalar function of each state. */
static bool is_mapped(const Expr *map)
{
	const Expr *body = map->kids[0]->kids[0];

	return expr_is(body, PRIM_MAP)
	    && fact_is_scalar_function(body->kids[0])
	    && fact_is_closed_under(body->kids[0], map->kids[0]->index);
}

/* The scan that a map's function is, or a map of its states. */
static const Expr *scan_of(const Expr *map)
{
	const Expr *scan = map->kids[0]->kids[0];

	if (is_mapped(map))
		scan = scan->kids[1];
	return expr_is(scan, PRIM_SCAN_SEQ) ? scan : NULL;
}

bool fits_scans(const Site *site)
{
	const Expr *scan = scan_of(site->node);
	Path array = path_by(&site->path, is_mapped(site->node) ? "0.0.1.2"
								: "0.0.2");

	if (!scan || site->length < 2 || !fact_is_scalar_function(scan->kids[0])
	    || !fact_is_closed_under(scan->kids[1], site->node->kids[0]->index))
		return false;
	if (expr_is(scan->kids[2], PRIM_MAP))
		array = path_by(&array, "1");
	return layout_is_dense_across(site->root, &site->path, &array);
}

static bool scans_fit(const Task *task, const Derivation *from,
		      const Site *site)
{
	(void)task;
	(void)from;
	return fits_scans(site);
}

static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)given;
	numbers_width_stored(list, &task->device,
			     scan_of(site->node)->type->element, site->length);
	if (list->count > 1)
		list->count--;
}

/* As many as have registers; or those of a part of a page, which stay in the
 * nearest cache. */
static void list_vectors(const Task *task, const Site *site,
			 const Number *given, Numbers *list)
{
	const Type *state = scan_of(site->node)->type->element;
	int64_t w = given[0].value, n = site->length / w, scalars;
	int64_t most = hardware_registers(&task->device) / 2;

	if (!type_scalars(state, &scalars) || n < 1)
		return;
	numbers_several(list, 1, most / scalars < n ? most / scalars : n, 1,
			"vector");
	for (int64_t v = 4 * most; v * w * scalars <= hardware_private() / 2;
	     v *= 4)
		if (v <= n)
			numbers_add(list, v, "strip");
}

/* The map over a state's vectors. */
static void each_vector(Work *work, const Path *map, bool unroll)
{
	work_rule(work, map, unroll ? "map_unroll" : "map_seq");
}

/* The states of a map's scans in vectors. *at becomes the place of what is
 * transposed, a map of states: scanned, its function apart. */
static void in_order(Work *work, Path *at, const Path *map, int64_t w)
{
	Path scan = path_by(map, "0");

	if (!work_try(work, map, "scan_interchange_rows"))
		work_rule(work, map, "scan_interchange_each");
	if (map->depth > at->depth) {
		work_rule_back(work, at, "transpose_map");
		scan = path_by(at, "0.1");
	}
	*at = path_by(at, "0");
	work_tidy(work, &scan);
	work_rule_with(work, &scan, "scan_view_vectors", "w",
		       amount_number(w));
	work_tidy(work, at);
}

/* One strip of whole vectors. */
static void in_vectors(Work *work, Path at, int64_t w, bool unroll)
{
	const Expr *map = work_node(work, &at);
	Path body = path_by(&at, "0.0.1"), inner = path_by(&at, "1");

	if (!map)
		return;
	if (!is_mapped(map)) {
		in_order(work, &at, &at, w);
	} else {
		work_rule_back_within(work, &at, "map_map", &body);
		in_order(work, &at, &inner, w);
		inner = path_by(&at, "0.0");
		work_rule(work, &inner, "joinVec_map");
		inner = path_by(&inner, "0");
		each_vector(work, &inner, unroll);
		work_rule(work, &at, "map_seq");
	}
	body = path_by(&at, "1.0.0");
	each_vector(work, &body, unroll);
}

static void scans(Work *work, Path at, int64_t length, int64_t w, int64_t v)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, length);
	int64_t strip, rest;

	while (w > length)
		w /= 2;
	if (v > length / w)
		v = length / w;
	if (w < 2) {
		work_rule(work, &at, "map_seq");
		return;
	}
	strip = w * v;
	rest = length % strip;
	if (rest) {
		Path after;

		work_cut(work, &at, "map_cut",
			 amount_multiple(arena, n, strip));
		after = path_by(&at, "1");
		scans(work, after, rest, w, v);
		at = path_by(&at, "0");
	}
	if (length / strip > 1) {
		work_rule_with(work, &at, "split_join", "I",
			       amount_number(strip));
		at = path_by(&at, "0");
		work_rule(work, &at, "map_seq");
		at = path_by(&at, "0.0");
	}
	in_vectors(work, at, w,
		   v <= hardware_registers(&work->task->device) / 2);
}

static void apply_scans(Work *work, const Site *site, const Number *given)
{
	scans(work, site->path, site->length, given[0].value, given[1].value);
}

const Macro macro_scans = {
	.name = "scans",
	.about = "the scans of neighbouring elements in the lanes of vectors",
	.fits = scans_fit,
	.count = 2,
	.numbers = { { "lanes", list_width }, { "vectors", list_vectors } },
	.apply = apply_scans,
};

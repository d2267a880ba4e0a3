/* The borders of a stencil apart: what touches padding at either end of a map
 * of windows. */
#include "search/edges.h"
#include "search/facts.h"
#include "search/hardware.h"
#include "search/macro.h"
#include "search/straight.h"

void cut_edges(Work *work, Path *at, int64_t length, Edges edges,
	       void (*border)(Work *work, const Path *at, int64_t length))
{
	const Task *task = work->task;
	Path edge;

	if (edges.before) {
		work_cut(work, at, "map_cut", amount_number(edges.before));
		edge = path_by(at, "0");
		border(work, &edge, edges.before);
		*at = path_by(at, "1");
	}
	if (edges.after) {
		work_cut(work, at, "map_cut",
			 amount_shorter(task->arena, task->program,
					length - edges.before, edges.after));
		edge = path_by(at, "1");
		border(work, &edge, edges.after);
		*at = path_by(at, "0");
	}
}

static Edges edges_of(const Site *site)
{
	return edges_of_map(site->root, &site->path, site->node);
}

/* A map of windows or indices, small enough for code without loops. */
static bool has_borders(const Site *site)
{
	const Expr *function = site->node->kids[0], *body = function->kids[0];
	Edges edges = edges_of(site);

	return !expr_is(body, PRIM_MAP)
	    && straight_operations(function) <= hardware_code()
	    && edges.before + edges.after > 0
	    && edges.before + edges.after < site->length;
}

/* -- in one dimension of a grid -------------------------------------------- */

static bool borders_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	(void)task;
	(void)from;
	return site->dims && has_borders(site);
}

/* One item computes a border. */
static void by_one_item(Work *work, const Path *at, int64_t length)
{
	Path map = path_by(at, "0");

	work_rule_with(work, at, "split_join", "I", amount_number(length));
	work_rule_dim(work, &map, "map_global", 0);
	macro_lower(work, at);
}

static void apply_borders(Work *work, const Site *site, const Number *given)
{
	Path at = site->path;

	(void)given;
	cut_edges(work, &at, site->length, edges_of(site), by_one_item);
}

const Macro macro_borders = {
	.name = "borders",
	.about = "what touches padding in work-items of its own",
	.fits = borders_fit,
	.apply = apply_borders,
};

/* -- in a work-item: what stands in for windows ---------------------------- */

static bool row_fits(const Task *task, const Derivation *from,
		     const Site *site)
{
	(void)task;
	(void)from;
	return !site->dims && has_borders(site);
}

/* What touches padding, or as many as make whole registers. */
static void list_before(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	int64_t w = hardware_lanes(&task->device, site->node->type);
	Edges edges = edges_of(site);
	int64_t aligned = (edges.before + w - 1) / w * w;

	(void)given;
	if (aligned + edges.after < site->length)
		numbers_add(list, aligned, "vectors aligned");
	numbers_add(list, edges.before, "borders");
}

static void by_loop(Work *work, const Path *at, int64_t length)
{
	(void)length;
	work_rule(work, at, "map_seq");
}

static void apply_row(Work *work, const Site *site, const Number *given)
{
	const Path function = path_by(&site->path, "0");
	Path at = site->path;

	straight_in_order(work, &function);
	cut_edges(work, &at, site->length,
		  (Edges){ given[0].value, edges_of(site).after }, by_loop);
}

const Macro macro_row_borders = {
	.name = "borders of a row",
	.about = "what touches padding in loops of its own",
	.fits = row_fits,
	.count = 1,
	.numbers = { { "before", list_before } },
	.apply = apply_row,
};

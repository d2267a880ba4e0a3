/* A map in one work-item that gives a few values for each element, fewer than
 * vectors have lanes (the colours of a pixel): all values in line, so that
 * neighbours fill vectors whatever element they belong to. */
#include "search/edges.h"
#include "search/facts.h"
#include "search/hardware.h"
#include "search/macro.h"
#include "search/straight.h"

/* Values of each element, by its parts or by their indices: of what is the same
 * for all elements, neighbours would be gathered. */
static bool is_of_element(const Expr *map)
{
	const Expr *parts = map->kids[0]->kids[0]->kids[1];

	return expr_is(parts, PRIM_GENERATE)
	    || !fact_is_closed_under(parts, map->kids[0]->index);
}

static Edges edges_of(const Site *site)
{
	return edges_of_map(site->root, &site->path, site->node);
}

/* The inner map gives scalars without loops, and fills no vector. */
static bool flat_fits(const Task *task, const Derivation *from,
		      const Site *site)
{
	const Expr *inner = site->node->kids[0]->kids[0];
	Edges edges = edges_of(site);
	int64_t lanes;

	(void)from;
	if (!expr_is(inner, PRIM_MAP) || !is_of_element(site->node)
	    || inner->type->element->kind != TYPE_SCALAR
	    || straight_operations(inner->kids[0]) > hardware_code())
		return false;
	lanes = hardware_lanes(&task->device, inner->type->element);
	return fact_length(inner->type) > 1
	    && fact_length(inner->type) < lanes
	    && edges.before + edges.after < site->length;
}

static void by_element(Work *work, const Path *at, int64_t length)
{
	Path inner = path_by(at, "0.0");

	(void)length;
	work_rule(work, at, "map_seq");
	work_rule(work, &inner, "map_unroll");
}

static void apply_flat(Work *work, const Site *site, const Number *given)
{
	Path at = site->path, function = path_by(&site->path, "0");

	(void)given;
	straight_in_order(work, &function);
	cut_edges(work, &at, site->length, edges_of(site), by_element);
	work_rule(work, &at, "map_flatten_pairs");
}

const Macro macro_flat = {
	.name = "in line",
	.about = "the values of all elements in line",
	.fits = flat_fits,
	.apply = apply_flat,
};

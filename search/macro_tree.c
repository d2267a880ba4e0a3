/* A reduction in a work-group as a tree over local memory, the one that vendors'
 * guides end with (M. Harris: Optimizing Parallel Reduction in CUDA): each item
 * reduces a column of what the group has to, which goes to local memory; then
 * half as many items add the second half to the first, again and again. */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/macro.h"

static bool tree_fits(const Task *task, const Derivation *from,
		      const Site *site)
{
	const Expr *array = site->node->kids[2];

	return hardware_is_shared(&task->device, site->length)
	    && fact_joins_scalars(site->node)
	    && !expr_is(array, PRIM_TO_LOCAL)
	    && rewrite_fits(task->rewriter, from->expr, &site->path,
			    "reduce_strided", false);
}

static void list_items(const Task *task, const Site *site, const Number *given,
		       Numbers *list)
{
	(void)given;
	numbers_group_size(list, &task->device, site->length / 2);
}

/* One step: element l of the first half takes what is half a length on. */
static void halve(Work *work, const Path *at, int64_t half)
{
	Path array = path_by(at, "2"), map = path_by(at, "2.0");
	Path pair = path_by(at, "2.0.0.0");

	work_rule_with(work, at, "reduce_strided", "k", amount_number(half));
	work_rule(work, &pair, "reduce_first");
	work_rule(work, &array, "store_local");
	work_rule_dim(work, &map, "map_local", 0);
}

static void apply_tree(Work *work, const Site *site, const Number *given)
{
	int64_t half = 1;
	Path at = site->path;

	local_parts(work, &at, site->length, given->value, "reduce_strided",
		    amount_number(given->value));
	while (2 * half < given->value)
		half *= 2;
	if (given->value > 1 && 2 * half > given->value)
		work_rule_with(work, &at, "reduce_pad", "r",
			       amount_number(2 * half - given->value));
	for (; given->value > 1 && half > 0; half /= 2)
		halve(work, &at, half);
	work_rule(work, &at, "reduce_seq");
}

const Macro macro_lane_tree = {
	.name = "tree",
	.about = "each item of the group reduces a column, then half of them "
		 "at a time add up the results",
	.fits = tree_fits,
	.count = 1, .numbers = { { "items", list_items } },
	.apply = apply_tree,
};

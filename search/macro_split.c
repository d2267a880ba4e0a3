/* A reduce in one work-item as a map: neighbouring elements go to different
 * results, which are computed in the lanes of vectors, several in one loop, and
 * reduced in the end: the other way to what accumulators do. */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/nest/site.h"
#include "search/space/hardware.h"

static const Type *element_of(const Site *site)
{
	return site->node->kids[1]->type;
}

static bool split_fits(const Task *task, const Derivation *from,
		       const Site *site)
{
	int64_t lanes = hardware_lanes(&task->device, element_of(site));

	return lanes > 1 && site->length >= 2 * lanes
	    && fact_joins_scalars(site->node)
	    && reduce_takes_vectors(site->node)
	    && reduce_is_dense(site->root, &site->path)
	    && rewrite_fits(task->rewriter, from->expr, &site->path,
			    "reduce_strided", false);
}

/* As many as a round of a loop takes, half of that, or those of one vector. */
static void list_results(const Task *task, const Site *site,
			 const Number *given, Numbers *list)
{
	int64_t lanes = hardware_lanes(&task->device, element_of(site));
	int64_t most = most_accumulators(task, site->node, lanes, 1);

	(void)given;
	while (most > 1 && 2 * most * lanes > site->length)
		most /= 2;
	numbers_add(list, most * lanes, "a block");
	if (most > 1)
		numbers_add(list, most * lanes / 2, "half a block");
	numbers_add(list, lanes, "a vector");
}

/* The map at `at`, all of its elements in vectors. */
static void in_vectors(Work *work, const Path *at, int64_t lanes,
		       int64_t results)
{
	const Number numbers[] = { { .value = lanes },
				   { .value = results / lanes } };
	Site site;

	if (!work->now || !site_first(work->now->expr, at, &site)
	    || site.kind != SITE_MAP || !fits_columns(&site))
		work_fail(work);
	else
		macro_columns.apply(work, &site, numbers);
}

static void apply_split(Work *work, const Site *site, const Number *given)
{
	const Task *task = work->task;
	int64_t results = given->value;
	Amount n = amount_length(task->arena, task->program, site->length);
	Path at = site->path, array;

	if (n.value % results) {
		work_cut(work, &at, "reduce_cut_seq",
			 amount_multiple(task->arena, n, results));
		at = path_by(&at, "1.0");
	}
	work_rule_with(work, &at, "reduce_strided", "k",
		       amount_number(results));
	array = path_by(&at, "2");
	work_tidy(work, &array);
	work_rule(work, &array, "store_private");
	work_rule(work, &at, "reduce_seq");
	in_vectors(work, &array, hardware_lanes(&task->device,
						element_of(site)), results);
}

const Macro macro_split = {
	.name = "side by side",
	.about = "neighbouring elements are reduced to different results, in "
		 "vectors",
	.fits = split_fits,
	.count = 1, .numbers = { { "results", list_results } },
	.apply = apply_split,
};

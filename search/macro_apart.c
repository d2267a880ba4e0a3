/* Reductions inside two nested maps computed to memory before something is done
 * with their results, so that they can be made tiles. */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/macro.h"

static bool is_map(const Expr *e)
{
	return e->kind == EXPR_PRIM && e->prim == PRIM_MAP;
}

static bool is_head(const Expr *e)
{
	return e->kind == EXPR_PRIM && e->prim == PRIM_HEAD;
}

/* The reduce inside of two nested maps with something done with its result. */
static bool find_product(const Expr *map, const Path *at, Path *inner,
			 Path *fold)
{
	const Expr *within = map->kids[0]->kids[0];

	*inner = path_by(at, "0.0");
	if (!is_map(within)
	    || is_head(within->kids[0]->kids[0])
	    || !reduce_of_map(within, inner, fold))
		return false;
	fold->depth--;
	return true;
}

/* So few operations that the results would cost more to keep. */
static bool is_small(const Expr *function)
{
	int64_t operations = fact_straight(function);

	return operations >= 0 && operations <= hardware_code() / 8;
}

static bool apart_fits(const Task *task, const Derivation *from,
		       const Site *site)
{
	Path inner, fold;

	(void)task;
	(void)from;
	return site->length >= 2
	    && find_product(site->node, &site->path, &inner, &fold)
	    && !is_small(site->node->kids[0]->kids[0]->kids[0]);
}

static void apply_apart(Work *work, const Site *site, const Number *given)
{
	Path inner, fold, folds, product = path_by(&site->path, "1.0");

	(void)given;
	find_product(site->node, &site->path, &inner, &fold);
	folds = path_by(&inner, "1.0");
	keep_folds(work, &inner, &fold);
	keep_folds(work, &site->path, &folds);
	work_rule(work, &product, "store_global");
	work_tidy(work, &site->path);
	work_try(work, &site->path, "map_flatten_zip");
}

const Macro macro_apart = {
	.name = "products first",
	.about = "all reductions are computed to memory before their results "
		 "are used",
	.fits = apart_fits,
	.apply = apply_apart,
};

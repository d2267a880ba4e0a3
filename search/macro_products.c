/* All pairs of two arrays with few elements and long reductions: in bands of
 * what is reduced, each band's products in items of their own, and then the
 * partial results (rule product_bands): a Gram matrix, A'B of two tall
 * matrices. */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/macro.h"
#include "search/tiles.h"

static bool is_map(const Expr *e)
{
	return expr_is(e, PRIM_MAP);
}

static const Expr *reduce_of(const Site *site)
{
	return tiles_pairs(site->node)->kids[0]->kids[0]->kids[0];
}

static int64_t length_of(const Site *site)
{
	return fact_length(reduce_of(site)->kids[2]->type);
}

static int64_t columns_of(const Site *site)
{
	return fact_length(tiles_pairs(site->node)->kids[1]->type);
}

/* Whether the results of a good number of bands are few beside what the bands
 * read. */
static bool is_long(const Site *site)
{
	int64_t length = length_of(site) / hardware_flight();

	return site->length <= length && columns_of(site) <= length;
}

static bool products_fit(const Task *task, const Derivation *from,
			 const Site *site)
{
	const Expr *inner = tiles_pairs(site->node);
	Path reduce = path_by(&site->path, "0.0.0.0.0");

	(void)from;
	return inner && site->dims == 7 && columns_of(site) >= 2
	    && site->length >= 2 && is_map(reduce_of(site)->kids[2])
	    && is_long(site)
	    && rewrite_fits(task->rewriter, site->root, &reduce,
			    "reduce_chunks", false);
}

/* Rows of a band: so that there is a good number of bands. */
static void list_rows(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	int64_t length = length_of(site);
	Numbers items = { 0 };

	(void)given;
	numbers_items(&items, &task->device, length / hardware_flight(),
		      site->length + columns_of(site));
	for (int i = 0; i < items.count; i++)
		numbers_add(list, length / items.items[i].value, "items %s",
			    items.items[i].origin);
}

/* Each band is one of the third dimension of work-items: the first two are left
 * for tiles. */
static void divide(Work *work, const Path *at, int64_t rows)
{
	Path bands = path_by(at, "1.0"), both = path_by(&bands, "1");

	work_rule_with(work, at, "product_bands", "k", amount_number(rows));
	work_tidy(work, &both);
	work_rule_dim(work, &bands, "map_global", 2);
	work_rule(work, &bands, "store_global");
}

/* What is left over is added in the kernel that adds the bands' results. */
static void apply_products(Work *work, const Site *site, const Number *given)
{
	Arena *arena = work->task->arena;
	int64_t length = length_of(site), rows = given[0].value;
	Path at = site->path, sums = at, body = path_by(&at, "0.0");
	Amount all = amount_length(arena, work->task->program, length);

	if (length % rows) {
		work_rule_with(work, &at, "product_cut", "n1",
			       amount_multiple(arena, all, rows));
		sums = path_by(&at, "1.0");
	}
	divide(work, &sums, rows);
	work_tidy(work, &at);
	work_rule_dim(work, &at, "map_global", 0);
	macro_lower(work, &body);
}

const Macro macro_products = {
	.name = "bands of products",
	.about = "all pairs reduced in bands, each with tiles of its own",
	.fits = products_fit,
	.count = 1,
	.numbers = { { "rows", list_rows } },
	.apply = apply_products,
};

/* Reductions of all pairs computed to memory before something is done with their
 * results (a function of each, a reduction of each row, of all), so that they can
 * be made tiles. */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/nest/straight.h"
#include "search/planes.h"
#include "search/space/hardware.h"

static bool is_map(const Expr *e)
{
	return expr_is(e, PRIM_MAP);
}

static bool is_head(const Expr *e)
{
	return expr_is(e, PRIM_HEAD);
}

/* What is reduced for all pairs: inside the function of a map, */
typedef struct Product {
	Path map;
	Path inner; /* a map, */
	Path fold;  /* whose function reduces; what it gives is inner's */
	bool plain; /* and nothing else */
} Product;

/* The first map in e, outside of functions, that reduces for each element. */
static bool find_inner(const Expr *e, Path *path)
{
	int depth = path->depth;

	if (is_map(e) && fact_is_heavy(e->kids[0]))
		return true;
	for (int i = 0; i < e->kid_count && depth < PATH_MAX_DEPTH; i++) {
		if (e->kids[i]->kind == EXPR_LAMBDA)
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (find_inner(e->kids[i], path))
			return true;
		path->depth = depth;
	}
	return false;
}

/* Whether it is, or is paired with, one array for all elements of the map
 * `depth` binders further out. */
static bool is_same_for_all(const Expr *array, int depth)
{
	if (!expr_is(array, PRIM_ZIP))
		return fact_is_closed_under(array, depth);
	for (int i = 0; i < array->kid_count; i++)
		if (is_same_for_all(array->kids[i], depth))
			return true;
	return false;
}

static bool find_product(const Expr *map, Product *product)
{
	const Expr *body = map->kids[0]->kids[0], *inner = body;
	int depth = map->kids[0]->index;

	product->inner = path_by(&product->map, "0.0");
	if (!find_inner(body, &product->inner))
		return false;
	for (int i = product->map.depth + 2; i < product->inner.depth; i++) {
		depth += expr_binds(inner, product->inner.kids[i]);
		inner = inner->kids[product->inner.kids[i]];
	}
	if (!is_same_for_all(inner->kids[1], depth))
		return false;
	product->plain = is_head(inner->kids[0]->kids[0]);
	if ((product->plain && inner == body)
	    || !reduce_of_map(inner, &product->inner, &product->fold))
		return false;
	product->fold.depth--;
	return straight_size(inner->kids[0]) > hardware_code() / 8;
}

/* The map whose elements a site is about: that of a reduction goes over what is
 * reduced. */
static bool find(const Site *site, Product *product)
{
	const Expr *map = site->node;

	product->map = site->path;
	if (site->kind == SITE_REDUCE) {
		map = map->kids[2];
		product->map = path_kid(&product->map, 2);
	}
	if (expr_is(map, PRIM_JOIN)) {
		map = map->kids[0];
		product->map = path_kid(&product->map, 0);
	}
	return is_map(map) && fact_length(map->kids[1]->type) >= 2
	    && find_product(map, product);
}

static bool apart_fits(const Task *task, const Derivation *from,
		       const Site *site)
{
	Product product;

	(void)task;
	(void)from;
	return find(site, &product);
}

/* Of three arrays that the map over the columns reads, the last one if only what
 * is done with the products needed it. */
static void leave_last(Work *work, const Path *map)
{
	const Path inner = path_by(map, "0.0"), array = path_by(map, "0.0.1");
	Work attempt = *work;

	work_rule(&attempt, &array, "zip_nest");
	work_rule(&attempt, &inner, "map_map");
	work_rule(&attempt, &inner, "map_zip_left");
	if (attempt.now)
		*work = attempt;
}

static void apply_apart(Work *work, const Site *site, const Number *given)
{
	Product product;
	Path folds, stored;

	(void)given;
	find(site, &product);
	folds = product.inner;
	if (!product.plain) {
		keep_folds(work, &product.inner, &product.fold);
		folds = path_by(&product.inner, "1.0");
	}
	keep_folds(work, &product.map, &folds);
	stored = path_by(&product.map, "1.0");
	work_rule(work, &stored, "store_global");
	work_tidy(work, &product.map);
	stored = path_by(&product.map, "1");
	if (work_is(work, &stored, PRIM_ZIP))
		stored = path_by(&stored, "0");
	stored = path_by(&stored, "0");
	leave_last(work, &stored);
	planes_join(work, &stored);
	work_try(work, &product.map, "map_flatten_zip");
}

const Macro macro_apart = {
	.name = "products first",
	.about = "all reductions are computed to memory before their results "
		 "are used",
	.fits = apart_fits,
	.apply = apply_apart,
};

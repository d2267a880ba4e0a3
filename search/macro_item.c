/* A map in one work-item: a loop, vectors, or several elements at once
 * (derivations.md, section 5: vec, rows). */
#include "search/facts.h"
#include "search/layout.h"
#include "search/macro.h"

enum { UNROLL_MOST = 16, STATEMENTS = 200 };

static bool is_scalar_map(const Site *site)
{
	return fact_is_scalar_function(site->node->kids[0]);
}

static bool always(const Task *task, const Derivation *from, const Site *site)
{
	(void)task;
	(void)from;
	(void)site;
	return true;
}

static void apply_loop(Work *work, const Site *site, const Number *given)
{
	(void)given;
	work_rule(work, &site->path, "map_seq");
}

const Macro macro_loop = {
	.name = "loop",
	.about = "a loop over the elements",
	.fits = always,
	.apply = apply_loop,
};

static bool unrolled_fits(const Task *task, const Derivation *from,
			  const Site *site)
{
	(void)task;
	(void)from;
	return site->length <= UNROLL_MOST
	    && !type_has_array(site->node->type->element)
	    && !fact_is_heavy(site->node->kids[0])
	    && site->length * (1 + fact_operations(site->node->kids[0]))
		<= STATEMENTS;
}

static void apply_unrolled(Work *work, const Site *site, const Number *given)
{
	(void)given;
	work_rule(work, &site->path, "map_unroll");
}

const Macro macro_unrolled = {
	.name = "unrolled",
	.about = "the elements one after the other, without a loop",
	.fits = unrolled_fits,
	.apply = apply_unrolled,
};

/* -- vectors --------------------------------------------------------------- */

static bool vectors_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	Path array = path_by(&site->path, "1");
	Layout layout = layout_of_array(site->root, &array);

	(void)task;
	(void)from;
	return site->length >= 2 && is_scalar_map(site)
	    && layout_is_dense(&layout);
}

static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)given;
	numbers_width(list, &task->device, site->node->kids[1]->type->element,
		      site->length);
	if (list->count > 1)
		list->count--;
}

static void list_unroll(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	int64_t most = site->length / given[0].value;
	int64_t code = 1 + fact_operations(site->node->kids[0]);

	(void)task;
	if (most > STATEMENTS / code)
		most = STATEMENTS / code;
	if (most > 4)
		most = 4;
	numbers_unroll(list, most < 1 ? 1 : most);
}

static void apply_vectors(Work *work, const Site *site, const Number *given)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, site->length);
	int64_t w = given[0].value, u = given[1].value;
	Path at = site->path, array, inner;

	if (w < 2 || w * u > n.value) {
		work_fail(work);
		return;
	}
	if (n.value % (w * u)) {
		Path rest = path_by(&at, "1");

		work_rule_with(work, &at, "map_cut", "n1",
			       amount_multiple(arena, n, w * u));
		work_tidy(work, &at);
		work_rule(work, &rest, "map_seq");
		at = path_by(&at, "0");
	}
	work_rule_with(work, &at, "vectorise", "I", amount_number(w));
	at = path_by(&at, "0");
	array = path_by(&at, "1");
	work_tidy(work, &array);
	if (u > 1) {
		work_rule_with(work, &at, "split_join", "I",
			       amount_number(u));
		at = path_by(&at, "0");
		inner = path_by(&at, "0.0");
		work_rule(work, &inner, "map_unroll");
	}
	work_rule(work, &at, "map_seq");
}

const Macro macro_vectors = {
	.name = "vectors",
	.about = "a loop over vectors, several in a round",
	.fits = vectors_fit,
	.count = 2,
	.numbers = { { "lanes", list_width }, { "vectors", list_unroll } },
	.apply = apply_vectors,
};

/* -- several elements at once ---------------------------------------------- */

/* The one reduce in the function's body that is not inside a further
 * function; false when there is none or are several. */
static bool only_reduce(const Expr *body, Path *path)
{
	int depth = path->depth, found = 0;
	Path place = { 0 };

	if (body->kind == EXPR_PRIM && body->prim == PRIM_REDUCE)
		return true;
	for (int i = 0; i < body->kid_count; i++) {
		if (body->kids[i]->kind == EXPR_LAMBDA)
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (only_reduce(body->kids[i], path)) {
			place = *path;
			found++;
		}
		path->depth = depth;
	}
	if (found == 1)
		*path = place;
	return found == 1;
}

/* The reduce that the map computes for each element. */
static const Expr *reduce_of(const Site *site, Path *path)
{
	const Expr *reduce;

	*path = path_by(&site->path, "0.0");
	if (!only_reduce(site->node->kids[0]->kids[0], path))
		return NULL;
	reduce = site->node->kids[0]->kids[0];
	for (int i = site->path.depth + 2; i < path->depth; i++)
		reduce = reduce->kids[path->kids[i]];
	return fact_joins_scalars(reduce) && path->depth > 0
	    && fact_is_closed_under(reduce->kids[0], 1) ? reduce : NULL;
}

static bool rows_fit(const Task *task, const Derivation *from,
		     const Site *site)
{
	Path path;

	(void)task;
	(void)from;
	return site->length >= 2 && reduce_of(site, &path);
}

static void list_rows(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	(void)task;
	(void)given;
	for (int64_t r = 4; r >= 2; r /= 2)
		if (r <= site->length)
			numbers_add(list, r, "%lld rows", (long long)r);
	if (site->length >= 8)
		numbers_add(list, 8, "8 rows");
}

static void list_row_width(const Task *task, const Site *site,
			   const Number *given, Numbers *list)
{
	Path path;
	const Expr *reduce = reduce_of(site, &path);
	int64_t n = fact_length(reduce->kids[2]->type);

	(void)given;
	if (reduce_takes_vectors(reduce)
	    && reduce_is_dense(site->root, &path))
		numbers_width(list, &task->device, reduce->kids[1]->type, n);
	else
		numbers_add(list, 1, "no vectors");
}

static void list_row_accumulators(const Task *task, const Site *site,
				  const Number *given, Numbers *list)
{
	Path path;
	const Expr *reduce = reduce_of(site, &path);
	int64_t most = most_accumulators(task, reduce, given[1].value,
					 given[0].value);
	int64_t n = fact_length(reduce->kids[2]->type) / given[1].value;

	numbers_unroll(list, most < n ? most : n > 0 ? n : 1);
}

/* Whether the function still looks at the element beside what `fold` gives. */
static bool is_pair_map(const Work *work, const Path *at)
{
	const Expr *map = work_node(work, at);

	return map && map->kind == EXPR_PRIM && map->prim == PRIM_MAP
	    && map->kids[1]->kind == EXPR_PRIM
	    && map->kids[1]->prim == PRIM_ZIP;
}

/* The map at `at` over a few rows, whose fold is at `fold`: one loop for the
 * folds of all rows, then what is done with their results. */
static void interchange(Work *work, const Path *at, const Path *fold)
{
	Path folds = path_by(at, "1.0"), body = path_by(at, "1.0.0.0.0.0");

	work_rule_within(work, at, "map_keep", fold);
	if (!is_pair_map(work, at)) {
		work_fail(work);
		return;
	}
	work_rule(work, &folds, "fold_interchange_rows");
	work_tidy(work, &folds);
	work_rule(work, &folds, "store_private");
	work_rule(work, &body, "map_unroll");
	work_try(work, at, "map_zip_left");
	work_rule(work, at, "map_unroll");
}

static void apply_rows(Work *work, const Site *site, const Number *given)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, site->length);
	int64_t r = given[0].value, w = given[1].value, u = given[2].value;
	Path at = site->path, reduce, fold;
	Site rows = *site;

	if (n.value % r) {
		Path rest = path_by(&at, "1");

		work_rule_with(work, &at, "map_cut", "n1",
			       amount_multiple(arena, n, r));
		work_tidy(work, &at);
		work_rule(work, &rest, "map_seq");
		macro_lower(work, &rest);
		at = path_by(&at, "0");
	}
	if (n.value / r > 1) {
		work_rule_with(work, &at, "split_join", "I",
			       amount_number(r));
		at = path_by(&at, "0");
		work_rule(work, &at, "map_seq");
		at = path_by(&at, "0.0");
	}
	rows.path = at;
	rows.node = work_node(work, &at);
	if (!rows.node || !reduce_of(&rows, &reduce)) {
		work_fail(work);
		return;
	}
	if (w * u > 1) {
		accumulate(work, &reduce, w, u, &fold);
	} else {
		work_rule(work, &reduce, "reduce_seq");
		work_tidy(work, &reduce);
		fold = reduce;
		fold.depth--;
	}
	interchange(work, &at, &fold);
}

const Macro macro_rows = {
	.name = "rows",
	.about = "the reductions of several elements in one loop",
	.fits = rows_fit,
	.count = 3,
	.numbers = { { "rows", list_rows }, { "lanes", list_row_width },
		     { "accumulators", list_row_accumulators } },
	.apply = apply_rows,
};

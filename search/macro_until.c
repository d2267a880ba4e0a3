/* A map in one work-item whose function makes steps: the elements in the lanes
 * of several vectors, one loop for all of them, so that none waits for another;
 * when steps are made until a condition holds, it looks at that after every
 * few. Such are also those that change something only if it does not hold. */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/layout.h"
#include "search/macro.h"

static bool is_until(const Expr *loop)
{
	return loop->prim == PRIM_ITERATE_UNTIL;
}

/* The one loop of steps in a function's body, outside of further functions. */
static bool find_steps(const Expr *e, Path *path, const Expr **found)
{
	int depth = path->depth;
	Path place;
	int count = 0;

	if (e->kind == EXPR_PRIM && (e->prim == PRIM_ITERATE || is_until(e))) {
		*found = e;
		return true;
	}
	for (int i = 0; i < e->kid_count && depth < PATH_MAX_DEPTH; i++) {
		if (e->kids[i]->kind == EXPR_LAMBDA)
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (find_steps(e->kids[i], path, found)) {
			place = *path;
			count++;
		}
		path->depth = depth;
	}
	if (count == 1)
		*path = place;
	return count == 1;
}

static const Expr *steps_of(const Site *site)
{
	Path path = site->path;
	const Expr *found;

	return find_steps(site->node->kids[0]->kids[0], &path, &found)
		? found : NULL;
}

static bool fits(const Site *site, Prim loop)
{
	Path array = path_by(&site->path, "1");
	Layout layout = layout_of_array(site->root, &array);
	const Expr *steps = steps_of(site);

	return site->length >= 2 && layout_is_dense(&layout)
	    && fact_is_scalar_function(site->node->kids[0])
	    && steps && steps->prim == loop;
}

/* The rules that end steps when they would change nothing any more. */
static const char *const ending[] = { "iterate_until", "iterate_while" };

enum { ENDINGS = sizeof ending / sizeof ending[0] };

static bool can_end(const Task *task, const Derivation *from,
		    const Site *site)
{
	Path loop = path_by(&site->path, "0.0");
	const Expr *found;
	bool ends = false;

	if (!fits(site, PRIM_ITERATE)
	    || !find_steps(site->node->kids[0]->kids[0], &loop, &found))
		return false;
	for (int i = 0; i < ENDINGS && !ends; i++)
		ends = rewrite_fits(task->rewriter, from->expr, &loop,
				    ending[i], false);
	return ends;
}

static bool until_fits(const Task *task, const Derivation *from,
		       const Site *site)
{
	return fits(site, PRIM_ITERATE_UNTIL) || can_end(task, from, site);
}

static bool steps_fit(const Task *task, const Derivation *from,
		      const Site *site)
{
	(void)task;
	(void)from;
	return fits(site, PRIM_ITERATE);
}

/* -- its numbers ----------------------------------------------------------- */

static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)given;
	numbers_width(list, &task->device, steps_of(site)->type, site->length);
	if (list->count > 1)
		list->count--;
}

/* As many chains of steps as the registers hold states of. */
static void list_vectors(const Task *task, const Site *site,
			 const Number *given, Numbers *list)
{
	int64_t leaves = type_leaves(steps_of(site)->type) + 1;
	int64_t most = hardware_registers(&task->device) / leaves;

	if (most > site->length / given[0].value)
		most = site->length / given[0].value;
	numbers_several(list, 1, most > 1 ? most : 1, 1, "vector");
}

static void list_steps(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	int64_t most = steps_of(site)->sizes[0]->value;

	(void)task;
	(void)given;
	for (int64_t k = hardware_flight(); k >= 1; k /= 2)
		if (most % k == 0)
			numbers_add(list, k, "every %lld", (long long)k);
}

/* -- one block ------------------------------------------------------------- */

static bool has_steps(const Expr *e)
{
	Path path = { 0 };
	const Expr *found;

	return find_steps(e, &path, &found);
}

/* What the function names before its loop is computed first, for each element,
 * beside the elements. */
static bool keep_names(Work *work, const Path *map)
{
	const Path value = path_by(map, "0.0.0"), body = path_by(map, "0.0");
	const Expr *e = work_node(work, &body);
	bool any = false;

	for (; e && e->kind == EXPR_LET && !has_steps(e->kids[0]);
	     e = work_node(work, &body), any = true)
		work_rule_within(work, map, "map_keep", &value);
	return any;
}

/* The elements of a map of a loop's results and of its elements, kept in
 * registers; *map is then below their name. */
static void keep_elements(Work *work, Path *map)
{
	const Path elements = path_by(map, "1.1"), kept = path_by(map, "0");

	work_rule_within(work, map, "share", &elements);
	work_rule(work, &kept, "store_private");
	*map = path_by(map, "1");
}

/* The map at a place, whose function is a loop, as one loop. */
static void interchange(Work *work, const Path *map, bool until, int64_t often)
{
	const Path test = path_by(map, "0.0.0");
	const Path step = path_by(map, until ? "1.0.0.0" : "0.0");

	if (until) {
		work_rule_with(work, map, "until_interchange", "k",
			       amount_number(often));
		work_rule(work, &test, "reduce_unroll");
	} else {
		work_rule(work, map, "iterate_interchange");
	}
	work_rule(work, &step, "map_unroll");
}

static void in_one_loop(Work *work, Path map, int64_t often)
{
	bool names = keep_names(work, &map);
	Path loop, steps;
	const Expr *found, *body;

	steps = path_by(&map, "0.0");
	body = work_node(work, &steps);
	if (!body || !find_steps(body, &steps, &found)) {
		work_fail(work);
		return;
	}
	keep_folds(work, &map, &steps);
	loop = path_by(&map, "1.0");
	interchange(work, &loop, is_until(found), often);
	if (names)
		keep_elements(work, &map);
	loop = path_by(&map, "1.0");
	work_rule(work, &loop, "store_private");
	work_try(work, &map, "map_zip_left");
	work_rule(work, &map, "map_unroll");
}

/* How w*v elements at a place are computed. */
typedef void Block(Work *work, const Path *at, const Number *given);

static void in_lanes(Work *work, const Path *map, int64_t w)
{
	const Path vectors = path_by(map, "0");

	work_rule_with(work, map, "vectorise", "I", amount_number(w));
	work_rule(work, &vectors, "map_unroll");
}

/* v rows of w neighbours, a lane for each column. */
static void neighbours(Work *work, const Path *at, const Number *given)
{
	const Path rows = path_by(at, "0"), columns = path_by(at, "0.0");
	const Path column = path_by(&columns, "0.0");
	int64_t w = given[0].value;

	work_rule_with(work, at, "split_join", "I", amount_number(w));
	work_rule(work, &rows, "map_columns");
	in_one_loop(work, column, given[2].value);
	in_lanes(work, &columns, w);
}

/* w groups of v neighbours, a lane for each group. */
static void groups(Work *work, const Path *at, const Number *given)
{
	const Path groups = path_by(at, "0"), group = path_by(at, "0.0.0");

	work_rule_with(work, at, "split_join", "I",
		       amount_number(given[1].value));
	in_one_loop(work, group, given[2].value);
	in_lanes(work, &groups, given[0].value);
}

/* -- all of the array ------------------------------------------------------ */

static void in_blocks(Work *work, const Site *site, const Number *given,
		      Block *block)
{
	int64_t w = given[0].value, size = w * given[1].value;
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, site->length);
	Path at = site->path;

	if (w < 2 || size > n.value) {
		work_fail(work);
		return;
	}
	if (n.value % size) {
		Path rest;

		work_cut(work, &at, "map_cut",
			 amount_multiple(arena, n, size));
		rest = path_by(&at, "1");
		macro_lower(work, &rest);
		at = path_by(&at, "0");
	}
	if (n.value / size > 1) {
		work_rule_with(work, &at, "split_join", "I",
			       amount_number(size));
		at = path_by(&at, "0");
		work_rule(work, &at, "map_seq");
		at = path_by(&at, "0.0");
	}
	block(work, &at, given);
}

/* Steps that may end: until they would change nothing any more. */
static void end_early(Work *work, const Site *site)
{
	Path loop = path_by(&site->path, "0.0");
	const Expr *body = work_node(work, &loop), *found;

	if (!body || !find_steps(body, &loop, &found) || is_until(found))
		return;
	for (int i = 0; i < ENDINGS; i++)
		if (work_try(work, &loop, ending[i]))
			return;
	work_fail(work);
}

static void apply_until(Work *work, const Site *site, const Number *given)
{
	end_early(work, site);
	in_blocks(work, site, given, neighbours);
}

static void apply_steps(Work *work, const Site *site, const Number *given)
{
	in_blocks(work, site, given, neighbours);
}

const Macro macro_until = {
	.name = "until",
	.about = "bounded loops of several vectors in one",
	.fits = until_fits,
	.count = 3,
	.numbers = { { "lanes", list_width }, { "vectors", list_vectors },
		     { "test", list_steps } },
	.apply = apply_until,
};

const Macro macro_steps = {
	.name = "steps",
	.about = "loops of several vectors in one",
	.fits = steps_fit,
	.count = 2,
	.numbers = { { "lanes", list_width }, { "vectors", list_vectors } },
	.apply = apply_steps,
};

/* What stands in for it: the vectors are made of elements that lie apart. */
static void apply_groups(Work *work, const Site *site, const Number *given)
{
	end_early(work, site);
	in_blocks(work, site, given, groups);
}

const Macro macro_until_groups = {
	.name = "until in groups",
	.about = "bounded loops of neighbours in one, groups of them in the "
		 "lanes of vectors",
	.fits = until_fits,
	.count = 3,
	.numbers = { { "lanes", list_width }, { "vectors", list_vectors },
		     { "test", list_steps } },
	.apply = apply_groups,
};

/* A map or reduce in a work-group: how it is spread over the group's items, and
 * what goes through local memory (ICFP'15, figures 7a and 7d). */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/macro.h"

/* Group sizes that divide n. */
static void list_dividing(const Task *task, int64_t n, Numbers *list)
{
	Numbers sizes = { 0 };

	numbers_group_size(&sizes, &task->device, n);
	for (int i = 0; i < sizes.count; i++)
		if (n % sizes.items[i].value == 0)
			numbers_add(list, sizes.items[i].value, "%s",
				    sizes.items[i].origin);
}

/* -- reductions ------------------------------------------------------------ */

static bool is_local(const Expr *array)
{
	return expr_is(array, PRIM_TO_LOCAL);
}

static bool columns_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	return hardware_is_shared(&task->device, site->length)
	    && fact_joins_scalars(site->node)
	    && !is_local(site->node->kids[2])
	    && rewrite_fits(task->rewriter, from->expr, &site->path,
			    "reduce_strided", false);
}

static bool lone_lane_fits(const Task *task, const Derivation *from,
			   const Site *site)
{
	return site->length >= 4 && fact_joins_scalars(site->node)
	    && !is_local(site->node->kids[2])
	    && rewrite_fits(task->rewriter, from->expr, &site->path,
			    "reduce_chunks", false);
}

static bool chunks_fit(const Task *task, const Derivation *from,
		       const Site *site)
{
	return hardware_is_shared(&task->device, site->length)
	    && lone_lane_fits(task, from, site);
}

static void list_lanes(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)given;
	numbers_group_size(list, &task->device, site->length / 2);
}

void local_parts(Work *work, Path *at, int64_t length, int64_t size,
		 const char *rule, Amount number)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, length);
	Path array, map;

	if (n.value % size) {
		work_cut(work, at, "reduce_cut_seq",
			 amount_multiple(arena, n, size));
		*at = path_by(at, "1.0");
	}
	work_rule_with(work, at, rule, "k", number);
	array = path_by(at, "2");
	map = path_by(at, "2.0");
	work_tidy(work, &array);
	work_rule(work, &array, "store_local");
	work_rule_dim(work, &map, "map_local", 0);
}

static void apply_columns(Work *work, const Site *site, const Number *given)
{
	Path at = site->path;

	local_parts(work, &at, site->length, given->value, "reduce_strided",
		    amount_number(given->value));
	work_rule(work, &at, "reduce_seq");
}

const Macro macro_lane_columns = {
	.name = "lanes in turn",
	.about = "neighbouring items of the group read neighbouring elements",
	.fits = columns_fit,
	.count = 1, .numbers = { { "items", list_lanes } },
	.apply = apply_columns,
};

static void apply_chunks(Work *work, const Site *site, const Number *given)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, site->length);
	Path at = site->path;

	local_parts(work, &at, site->length, given->value, "reduce_chunks",
		    amount_over(arena, n, given->value));
	work_rule(work, &at, "reduce_seq");
}

const Macro macro_lane_chunks = {
	.name = "lanes in chunks",
	.about = "each item of the group reduces a chunk",
	.fits = chunks_fit,
	.count = 1, .numbers = { { "items", list_lanes } },
	.apply = apply_chunks,
};

/* What stands in for chunks of items: groups of one. */
static void apply_lone_lane(Work *work, const Site *site, const Number *given)
{
	const Number one = { .value = 1 };

	(void)given;
	apply_chunks(work, site, &one);
}

const Macro macro_lone_lane = {
	.name = "one lane",
	.about = "the group's only item reduces its chunk",
	.fits = lone_lane_fits,
	.apply = apply_lone_lane,
};

static bool copy_fits(const Task *task, const Derivation *from,
		      const Site *site)
{
	const Type *array = site->node->kids[2]->type;

	(void)from;
	return hardware_is_shared(&task->device, site->length)
	    && !is_local(site->node->kids[2])
	    && !type_has_array(array->element)
	    && hardware_fits_local(&task->device, array);
}

static void apply_copy(Work *work, const Site *site, const Number *given)
{
	Path array = path_by(&site->path, "2");

	(void)given;
	if (!work_is(work, &array, PRIM_MAP))
		work_rule(work, &array, "copy");
	work_rule(work, &array, "store_local");
	work_rule(work, &site->path, "reduce_seq");
}

const Macro macro_lane_copy = {
	.name = "local copy",
	.about = "the group computes all elements to local memory, one item "
		 "reduces them",
	.fits = copy_fits,
	.apply = apply_copy,
};

/* -- maps ------------------------------------------------------------------ */

static bool local_fits(const Task *task, const Derivation *from,
		       const Site *site)
{
	Numbers sizes = { 0 };

	(void)from;
	list_dividing(task, site->length, &sizes);
	return site->level == LEVEL_GROUP && sizes.count > 0;
}

static void list_local(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)given;
	list_dividing(task, site->length, list);
}

static void apply_local_items(Work *work, const Site *site,
			      const Number *given)
{
	Path at = site->path;

	if (given->value < site->length) {
		work_rule_with(work, &at, "split_join", "I",
			       amount_number(site->length / given->value));
		at = path_by(&at, "0");
	}
	work_rule_dim(work, &at, "map_local", 0);
}

const Macro macro_local_items = {
	.name = "items of the group",
	.about = "each item of the group computes a chunk",
	.fits = local_fits,
	.count = 1, .numbers = { { "items", list_local } },
	.apply = apply_local_items,
};

/* What stands in for items of their own: groups of one. */
static bool is_group(const Task *task, const Derivation *from,
		     const Site *site)
{
	(void)task;
	(void)from;
	return site->level == LEVEL_GROUP;
}

static void apply_lone_item(Work *work, const Site *site, const Number *given)
{
	const Number one = { .value = 1 };

	(void)given;
	apply_local_items(work, site, &one);
}

const Macro macro_lone_item = {
	.name = "one item of the group",
	.about = "the group's only item computes all of its chunk",
	.fits = is_group,
	.apply = apply_lone_item,
};

/* Group sizes that divide the length, without the length itself. */
static void list_rounds(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	Numbers sizes = { 0 };

	(void)given;
	list_dividing(task, site->length, &sizes);
	for (int i = 0; i < sizes.count; i++)
		if (sizes.items[i].value < site->length)
			numbers_add(list, sizes.items[i].value, "%s",
				    sizes.items[i].origin);
}

static bool rounds_fit(const Task *task, const Derivation *from,
		       const Site *site)
{
	Numbers sizes = { 0 };

	(void)from;
	list_rounds(task, site, NULL, &sizes);
	return site->level == LEVEL_GROUP && sizes.count > 0;
}

static void apply_local_rounds(Work *work, const Site *site,
			       const Number *given)
{
	Path at = path_by(&site->path, "0"), map = path_by(&at, "0.0");

	work_rule_with(work, &site->path, "split_join", "I",
		       amount_number(given->value));
	work_rule_dim(work, &map, "map_local", 0);
	work_rule(work, &at, "map_seq");
}

const Macro macro_local_rounds = {
	.name = "rounds of the group",
	.about = "in each round neighbouring items compute neighbouring "
		 "elements",
	.fits = rounds_fit,
	.count = 1, .numbers = { { "items", list_rounds } },
	.apply = apply_local_rounds,
};

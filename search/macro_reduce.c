/* A reduce at the top, spread over work-items: each reduces its part, and one
 * item reduces the partial results in a kernel of its own. */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/macro.h"

static bool is_stored(const Expr *array)
{
	return expr_is(array, PRIM_TO_GLOBAL);
}

static bool spreads(const Task *task, const Derivation *from, const Site *site,
		    const char *rule)
{
	return site->length >= 2 && fact_joins_scalars(site->node)
	    && !is_stored(site->node->kids[2])
	    && rewrite_fits(task->rewriter, from->expr, &site->path, rule,
			    false);
}

static bool chunks_fit(const Task *task, const Derivation *from,
		       const Site *site)
{
	return spreads(task, from, site, "reduce_chunks");
}

static bool strided_fits(const Task *task, const Derivation *from,
			 const Site *site)
{
	return spreads(task, from, site, "reduce_strided");
}

static void list_items(const Task *task, const Site *site, const Number *given,
		       Numbers *list)
{
	(void)given;
	numbers_items(list, &task->device, site->length / 2, 1);
}

static void list_groups(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	(void)given;
	numbers_groups(list, &task->device, site->length / 2, 1);
}

static const Type *element_of(const Site *site)
{
	const Expr *array = site->node->kids[2];

	if (expr_is(array, PRIM_MAP))
		array = array->kids[1];
	return array->type->element;
}

Amount chunk_length(const Task *task, const Type *element, int64_t n,
		    int64_t parts)
{
	Amount length = amount_over(task->arena,
		amount_length(task->arena, task->program, n), parts);
	int64_t unit = hardware_block(&task->device, element);

	for (; unit > 1; unit /= 2)
		if (hardware_is_small(unit, length.value))
			return amount_multiple(task->arena, length, unit);
	return length;
}

/* Splits off what is left after the first `whole` elements; *at is then the
 * place of the reduce of these. */
static void cut(Work *work, Path *at, int64_t n, Amount whole)
{
	if (whole.value == n)
		return;
	work_cut(work, at, "reduce_cut_seq", whole);
	*at = path_by(at, "1.0");
}

/* The partial results, an array at 2, computed before they are reduced. */
static void store_parts(Work *work, const Path *at, int64_t parts)
{
	Path array = path_by(at, "2");

	work_rule(work, &array, "store_global");
	if (parts <= hardware_alone())
		work_rule(work, at, "reduce_seq");
}

/* Whole chunks only. */
static void spread_whole(Work *work, const Path *at, Amount length,
			 int64_t parts, const char *map)
{
	Path array = path_by(at, "2");

	work_rule_with(work, at, "reduce_chunks", "k", length);
	work_tidy(work, &array);
	work_rule_dim(work, &array, map, 0);
	store_parts(work, at, parts);
}

/* With the rest as the work of one more item. */
static void spread_rest(Work *work, const Path *at, Amount length,
			int64_t parts, const char *map)
{
	Path chunks = path_by(at, "2.0"), rest = path_by(at, "2.1");
	Path item = path_by(at, "2.1.0");

	work_rule_two(work, at, "reduce_rest", "k", length, "m",
		      amount_number(parts));
	work_tidy(work, at);
	work_rule_dim(work, &chunks, map, 0);
	work_rule(work, &rest, "reduce_seq");
	work_tidy(work, &rest);
	work_rule(work, &rest, "one_item");
	work_tidy(work, &rest);
	work_rule_dim(work, &item, "map_global", 0);
	store_parts(work, at, parts);
}

static void spread(Work *work, const Site *site, Amount length, int64_t parts,
		   const char *map)
{
	if (length.value * parts == site->length)
		spread_whole(work, &site->path, length, parts, map);
	else
		spread_rest(work, &site->path, length, parts, map);
}

static void apply_chunks(Work *work, const Site *site, const Number *given)
{
	spread(work, site, chunk_length(work->task, element_of(site),
					site->length, given->value),
	       given->value, "map_global");
}

const Macro macro_chunks = {
	.name = "chunks",
	.about = "each item reduces a chunk, one item the results",
	.fits = chunks_fit,
	.count = 1, .numbers = { { "items", list_items } },
	.apply = apply_chunks,
};

static void apply_strided(Work *work, const Site *site, const Number *given)
{
	Arena *arena = work->task->arena;
	Amount length = amount_over(arena,
		amount_length(arena, work->task->program, site->length),
		given->value);
	Path at = site->path, array;

	cut(work, &at, site->length, amount_times(arena, length,
						  given->value));
	array = path_by(&at, "2");
	work_rule_with(work, &at, "reduce_strided", "k",
		       amount_number(given->value));
	work_tidy(work, &array);
	work_rule_dim(work, &array, "map_global", 0);
	store_parts(work, &at, given->value);
}

const Macro macro_strided = {
	.name = "strided",
	.about = "neighbouring items read neighbouring elements",
	.fits = strided_fits,
	.count = 1, .numbers = { { "items", list_items } },
	.apply = apply_strided,
};

static bool groups_fit(const Task *task, const Derivation *from,
		       const Site *site)
{
	return site->length >= 4
	    && spreads(task, from, site, "reduce_chunks");
}

static void apply_groups(Work *work, const Site *site, const Number *given)
{
	const Task *task = work->task;
	Amount length = amount_over(task->arena,
		amount_length(task->arena, task->program, site->length),
		given->value);

	length = amount_multiple(task->arena, length,
				 hardware_unit(&task->device,
					       length.value));
	spread(work, site, length, given->value, "map_workgroup");
}

const Macro macro_groups = {
	.name = "groups",
	.about = "each work-group reduces a chunk, one item the results",
	.fits = groups_fit,
	.count = 1, .numbers = { { "groups", list_groups } },
	.apply = apply_groups,
};

/* -- row by row ------------------------------------------------------------ */

/* What is computed in rows that a reduction goes over one after the other, NULL
 * when it does not: chunks of them would begin and end inside of rows. */
static const Expr *joined_rows(const Expr *reduce)
{
	const Expr *array = reduce->kids[2];

	if (expr_is(array, PRIM_MAP))
		array = array->kids[1];
	if (!expr_is(array, PRIM_JOIN))
		return NULL;
	array = array->kids[0];
	return expr_is(array, PRIM_MAP) ? array
								   : NULL;
}

static bool by_rows_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	const Expr *rows = joined_rows(site->node);

	return rows && spreads(task, from, site, "reduce_chunks")
	    && fact_length(rows->type) >= 2 * task->device.compute_units
	    && fact_length(rows->type->element)
	       >= hardware_lanes(&task->device, site->node->kids[1]->type);
}

static void apply_by_rows(Work *work, const Site *site, const Number *given)
{
	const Type *row = joined_rows(site->node)->type->element;

	(void)given;
	work_rule_with(work, &site->path, "reduce_chunks", "k",
		       amount_length(work->task->arena, work->task->program,
				     fact_length(row)));
	work_tidy(work, &site->path);
}

const Macro macro_by_rows = {
	.name = "row by row",
	.about = "joined rows are reduced one by one, then their results",
	.fits = by_rows_fit,
	.apply = apply_by_rows,
};

/* -- without parallelism in the reduction ---------------------------------- */

static bool stored_fits(const Task *task, const Derivation *from,
			const Site *site)
{
	const Expr *array = site->node->kids[2];

	(void)task;
	(void)from;
	return site->length >= 2 && expr_is(array, PRIM_MAP)
	    && !type_has_array(array->type->element);
}

static void apply_stored(Work *work, const Site *site, const Number *given)
{
	Path array = path_by(&site->path, "2");

	(void)given;
	work_rule(work, &array, "store_global");
}

const Macro macro_stored = {
	.name = "stored",
	.about = "all elements are computed to memory, then reduced",
	.fits = stored_fits,
	.apply = apply_stored,
};

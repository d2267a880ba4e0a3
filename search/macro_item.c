/* A map in one work-item: a loop, vectors, or several elements at once. */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/layout.h"
#include "search/macro.h"

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
	(void)from;
	return site->length <= hardware_registers(&task->device) / 2
	    && !type_has_array(site->node->type->element)
	    && !fact_is_heavy(site->node->kids[0])
	    && site->length * (1 + fact_operations(site->node->kids[0]))
		<= hardware_code();
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

/* Indices cost little: what is computed from them decides. */
static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	const Expr *array = site->node->kids[1];
	bool indices = expr_is(array, PRIM_GENERATE);

	(void)given;
	numbers_width_stored(list, &task->device,
			     (indices ? site->node : array)->type->element,
			     site->length);
	if (list->count > 1)
		list->count--;
}

/* Twice the code of other blocks, since what is left over has none like it. */
static void list_unroll(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	int64_t most = site->length / given[0].value;
	int64_t operations = 1 + fact_operations(site->node->kids[0]);

	(void)task;
	if (fact_is_heavy(site->node->kids[0]))
		most = 1;
	if (most > 2 * hardware_code() / operations)
		most = 2 * hardware_code() / operations;
	if (most > hardware_flight() / 2)
		most = hardware_flight() / 2;
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
		Path rest;

		work_cut(work, &at, "map_cut",
			 amount_multiple(arena, n, w * u));
		rest = path_by(&at, "1");
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

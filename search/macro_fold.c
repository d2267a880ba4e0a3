/* A reduce in one work-item: how many accumulators, of how many lanes. */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/layout.h"
#include "search/macro.h"

/* The function applied to each element by a map in the argument, or NULL. */
static const Expr *mapped(const Expr *reduce)
{
	const Expr *array = reduce->kids[2];

	return expr_is(array, PRIM_MAP)
		? array->kids[0] : NULL;
}

/* Whether each element takes a loop of its own: nothing is gained by more
 * than one at a time. */
static bool is_heavy(const Expr *reduce)
{
	const Expr *function = mapped(reduce);

	return fact_is_heavy(reduce->kids[0])
	    || (function && fact_is_heavy(function));
}

bool reduce_takes_vectors(const Expr *reduce)
{
	const Expr *function = mapped(reduce);

	return fact_is_scalar_function(reduce->kids[0])
	    && (!function || fact_gives_scalars(function));
}

/* Arrays of scalars in an element, if any, are so short that neighbouring
 * elements are loaded together and sorted by place. */
static bool has_short_rows(const Type *element)
{
	enum { SHORT = 4 };

	for (int i = 0; element->kind == TYPE_TUPLE && i < element->count; i++)
		if (!has_short_rows(element->parts[i]))
			return false;
	return element->kind != TYPE_ARRAY
	    || (element->element->kind == TYPE_SCALAR
		&& fact_length(element) <= SHORT);
}

bool reduce_is_dense(const Expr *root, const Path *at)
{
	const Expr *function = mapped(locate_node(root, at));
	Path array = path_by(at, function ? "2.1" : "2");
	Layout layout = layout_of_array(root, &array);

	return layout_is_dense(&layout)
	    || (function && layout_has_dense_rows(&layout)
		&& has_short_rows(function->params[0]));
}

int64_t most_accumulators(const Task *task, const Expr *reduce, int64_t w,
			  int64_t rows)
{
	const Expr *function = mapped(reduce);
	const Type *element = function ? function->params[0]
				       : reduce->kids[2]->type->element;
	int64_t lanes = hardware_lanes(&task->device, reduce->kids[1]->type);
	int64_t each = w > lanes ? w / lanes : 1;
	int64_t most = hardware_flight();

	each *= rows * type_leaves(reduce->kids[1]->type)
	      + type_leaves(element);
	while (most > 1 && most * each > hardware_registers(&task->device))
		most /= 2;
	return most;
}

/* -- the accumulators ------------------------------------------------------ */

static bool is_mapped(const Work *work, const Path *at)
{
	const Expr *reduce = work_node(work, at);

	return reduce && mapped(reduce);
}

/* Several accumulators, still as one array of scalars: at 2, a head. */
static void add_accumulators(Work *work, const Path *at, int64_t count)
{
	work_rule_with(work, at, is_mapped(work, at) ? "reduce_accs"
						     : "reduce_accs_plain",
		       "k", amount_number(count));
}

static void in_scalars(Work *work, const Path *at, int64_t u, Path *fold)
{
	Path body = path_by(at, "2.0.0.0");

	add_accumulators(work, at, u);
	*fold = path_by(at, "2");
	work_tidy(work, fold);
	work_rule(work, &body, "map_unroll");
}

/* What the vectors hold: at 2.0, a head. */
static void in_lanes(Work *work, const Path *at, int64_t w)
{
	Path fold = path_by(at, "2.0");

	work_rule_with(work, at, "reduce_lanes", "w", amount_number(w));
	work_tidy(work, &fold);
}

/* u vectors, at 2.0.0.2, added up as vectors. */
static void in_vectors(Work *work, const Path *at, int64_t w, int64_t u)
{
	Path array = path_by(at, "2"), body = path_by(at, "2.0.0.0.0");
	Path sum = path_by(at, "2.0.0"), vectors = path_by(at, "2.0.0.2");

	add_accumulators(work, at, w * u);
	work_rule_with(work, &array, "view_vectors", "w", amount_number(w));
	work_tidy(work, &array);
	work_rule(work, &body, "map_unroll");
	work_rule_with(work, at, "reduce_lanes", "w", amount_number(w));
	work_tidy(work, &vectors);
	work_rule(work, &sum, "reduce_unroll");
}

/* The lanes of a vector, at 2, as halves that are added up, and again: as a
 * tree. *lanes is then the place of the lanes. */
static void in_halves(Work *work, const Path *at, int64_t w, Path *lanes)
{
	Path sum = path_by(at, "2.0.0");

	*lanes = path_by(at, "2");
	for (int64_t half = w / 2; half >= 2; half /= 2) {
		work_rule_with(work, at, "reduce_lanes", "w",
			       amount_number(half));
		work_rule(work, &sum, "reduce_unroll");
		*lanes = path_by(lanes, "0.0.2.0");
	}
}

static void in_tree(Work *work, const Path *at, int64_t w, int64_t u,
		    Path *fold)
{
	Path lanes;

	if (u == 1)
		in_lanes(work, at, w);
	else
		in_vectors(work, at, w, u);
	in_halves(work, at, w, &lanes);
	*fold = path_by(&lanes, u == 1 ? "0" : "0.0.2");
}

void accumulate(Work *work, const Path *site, int64_t w, int64_t u, Path *fold)
{
	const Expr *reduce = work_node(work, site);
	Path at = *site;
	Amount n;

	if (!reduce)
		return;
	n = amount_length(work->task->arena, work->task->program,
			  fact_length(reduce->kids[2]->type));
	if (w * u > n.value || w * u < 2) {
		work_fail(work);
		return;
	}
	if (n.value % (w * u)) {
		work_cut(work, &at, "reduce_cut_seq",
			 amount_multiple(work->task->arena, n, w * u));
		at = path_by(&at, "1.0");
	}
	if (w == 1)
		in_scalars(work, &at, u, fold);
	else
		in_tree(work, &at, w, u, fold);
	work_rule(work, &at, "reduce_seq");
	work_rule(work, &at, "reduce_unroll");
}

static bool accumulators_fit(const Task *task, const Derivation *from,
			     const Site *site)
{
	return site->length >= 2 && fact_joins_scalars(site->node)
	    && !is_heavy(site->node)
	    && rewrite_fits(task->rewriter, from->expr, &site->path,
			    "reduce_accs_plain", false);
}

/* Sums of wide integers of narrow ones. */
static bool is_wide(const Type *sum)
{
	for (int i = 0; sum->kind == TYPE_TUPLE && i < sum->count; i++)
		if (!is_wide(sum->parts[i]))
			return false;
	return sum->kind == TYPE_TUPLE
	    || (sum->kind == TYPE_SCALAR && scalar_is_int(sum->scalar)
		&& scalar_bytes(sum->scalar) == 8);
}

void numbers_width_of(Numbers *list, const Device *device,
		      const Expr *reduce)
{
	const Expr *function = mapped(reduce);
	const Type *sum = reduce->kids[1]->type;
	const Type *each = function ? function->params[0] : sum;
	int64_t n = fact_length(reduce->kids[2]->type);

	if (is_wide(sum) && !type_has_array(each))
		numbers_width_summed(list, device, sum, each, n);
	else
		numbers_width(list, device, sum, n);
}

static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)given;
	if (reduce_takes_vectors(site->node)
	    && reduce_is_dense(site->root, &site->path))
		numbers_width_of(list, &task->device, site->node);
	else
		numbers_add(list, 1, "no vectors");
}

static void list_accumulators(const Task *task, const Site *site,
			      const Number *given, Numbers *list)
{
	int64_t w = given[0].value;
	int64_t most = most_accumulators(task, site->node, w, 1);

	if (most > site->length / w)
		most = site->length / w;
	numbers_unroll(list, most);
	if (w == 1 && list->count > 1)
		list->count--;
}

static void apply_accumulators(Work *work, const Site *site,
			       const Number *given)
{
	Path fold;

	accumulate(work, &site->path, given[0].value, given[1].value, &fold);
}

const Macro macro_accumulators = {
	.name = "accumulators",
	.about = "several accumulators in turn, scalars or vectors",
	.fits = accumulators_fit,
	.count = 2,
	.numbers = { { "lanes", list_width },
		     { "accumulators", list_accumulators } },
	.apply = apply_accumulators,
};

/* -- one accumulator ------------------------------------------------------- */

static bool always(const Task *task, const Derivation *from, const Site *site)
{
	(void)task;
	(void)from;
	(void)site;
	return true;
}

static void apply_fold(Work *work, const Site *site, const Number *given)
{
	(void)given;
	work_rule(work, &site->path, "reduce_seq");
	work_tidy(work, &site->path);
}

const Macro macro_fold = {
	.name = "fold",
	.about = "one accumulator, from the first element to the last",
	.fits = always,
	.apply = apply_fold,
};

/* Elements of which the code is not too much. */
static int64_t most_elements(const Site *site)
{
	int64_t most = hardware_code()
		     / (1 + fact_operations(site->node->kids[0]));

	return most < site->length ? most : site->length;
}

static bool blocks_fit(const Task *task, const Derivation *from,
		       const Site *site)
{
	return site->length >= 2 && !is_heavy(site->node)
	    && !accumulators_fit(task, from, site)
	    && most_elements(site) >= 2;
}

static void list_blocks(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	(void)task;
	(void)given;
	numbers_unroll(list, most_elements(site));
	if (list->count > 1)
		list->count--;
}

static void apply_blocks(Work *work, const Site *site, const Number *given)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, site->length);
	int64_t u = given->value;
	Path at = site->path, inner;

	apply_fold(work, site, NULL);
	if (n.value % u) {
		work_cut(work, &at, "fold_cut",
			 amount_multiple(arena, n, u));
		at = path_by(&at, "1.0");
	}
	work_rule_with(work, &at, "fold_blocks", "k", amount_number(u));
	inner = path_by(&at, "0.0.0");
	work_rule(work, &inner, "reduce_unroll");
}

const Macro macro_blocks = {
	.name = "blocks",
	.about = "one accumulator, several elements in a round",
	.fits = blocks_fit,
	.count = 1, .numbers = { { "elements", list_blocks } },
	.apply = apply_blocks,
};

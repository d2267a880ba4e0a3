#include "search/pairs.h"

#include "ir/algebra.h"
#include "search/facts.h"

static bool is_prim(const Expr *e, Prim prim)
{
	return e->kind == EXPR_PRIM && e->prim == prim;
}

/* Whether e, below `depth` binders, reads the array: an input, or a variable
 * with its index outside of the binders. */
static bool reads(const Expr *e, int depth, const Expr *array, int index)
{
	if (array->kind == EXPR_INPUT
		    ? e == array
		    : e->kind == EXPR_VAR && e->index - depth == index)
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (reads(e->kids[i], depth + expr_binds(e, i), array, index))
			return true;
	return false;
}

/* Whether a part of an array, below `depth` binders, and another array read
 * one and the same. */
static bool read_same(const Expr *part, int depth, const Expr *other)
{
	if (part->type->kind == TYPE_ARRAY
	    && (part->kind == EXPR_INPUT
		|| (part->kind == EXPR_VAR && part->index >= depth))
	    && reads(other, 0, part, part->index - depth))
		return true;
	for (int i = 0; i < part->kid_count; i++)
		if (read_same(part->kids[i], depth + expr_binds(part, i),
			      other))
			return true;
	return false;
}

/* Whether the pair that was made there of two reductions is worth it: its
 * operator is known, and one array is read once instead of twice. */
static bool is_worth(const Task *task, const Expr *made)
{
	const Expr *pair = made->kind == EXPR_LET ? made->kids[0] : made;
	const Expr *reduce, *zip;

	if (!is_prim(pair, PRIM_HEAD))
		return false;
	reduce = pair->kids[0];
	if (!is_prim(reduce, PRIM_REDUCE))
		return false;
	zip = reduce->kids[2];
	return fact_joins_scalars(reduce) && !reduce->kids[0]->open
	    && algebra_monoid(task->program, reduce->kids[0], reduce->kids[1])
	    && is_prim(zip, PRIM_ZIP)
	    && read_same(zip->kids[0], 0, zip->kids[1]);
}

/* One of a reduction at or below e, outside of functions, and another one below
 * the node at `at`; `depth` variables are bound from there to e. */
static bool make_of(Work *work, const Path *at, const Expr *e, int depth,
		    const Path *path)
{
	if (e->kind == EXPR_LAMBDA || path->depth == PATH_MAX_DEPTH)
		return false;
	if (is_prim(e, PRIM_HEAD) && is_prim(e->kids[0], PRIM_REDUCE)
	    && fact_is_closed_under(e, depth)) {
		Work attempt = *work;

		work_rule_within(&attempt, at, "reduce_pair", path);
		if (attempt.now
		    && is_worth(work->task, work_node(&attempt, at))) {
			*work = attempt;
			return true;
		}
	}
	for (int i = 0; i < e->kid_count; i++) {
		const Path kid = path_kid(path, i);

		if (make_of(work, at, e->kids[i], depth + expr_binds(e, i),
			    &kid))
			return true;
	}
	return false;
}

static bool make_below(Work *work, const Path *at)
{
	const Expr *e = work_node(work, at);

	if (!e || e->kind == EXPR_LAMBDA || at->depth == PATH_MAX_DEPTH)
		return false;
	if (make_of(work, at, e, 0, at))
		return true;
	for (int i = 0; i < e->kid_count; i++) {
		const Path kid = path_kid(at, i);

		if (make_below(work, &kid))
			return true;
	}
	return false;
}

bool pairs_make(Work *work)
{
	const Path root = path_root();

	return make_below(work, &root);
}

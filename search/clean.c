#include "search/clean.h"

#include "search/facts.h"

/* Views that cancel, views moved inwards below maps, maps fused. */
static const char tidy_rules[] =
	"join_split split_join_id joinVec_splitVec splitVec_joinVec "
	"transpose_transpose take_all drop_none concat_empty concat_to_empty "
	"unzip_zip splitVec_lanes lanes_splitVec "
	"split_map take_map drop_map transpose_map splitVec_map head_map "
	"take_zip drop_zip splitVec_zip "
	"fill_map split_fill join_fill splitVec_fill transpose_fill head_fill "
	"map_map reduceSeq_map mapVec_mapVec mapVec_right "
	"zip_map_left zip_map_right map_zip_left map_zip_right";

/* Also what would undo decisions made later. */
static const char clean_rules[] =
	"map_id reorder_id join_head join_map< reduce_rows ";

void clean_sets(Task *task)
{
	RuleSet more = rewrite_set(task->rewriter, clean_rules);

	task->tidy = rewrite_set(task->rewriter, tidy_rules);
	task->clean = task->tidy;
	for (int back = 0; back < 2; back++)
		for (int i = 0; i < RULE_SET_MAX / 64; i++)
			task->clean.bits[back][i] |= more.bits[back][i];
}

/* -- what a loop computes again and again ---------------------------------- */

static bool is_loop(const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (prim_is_map(e->prim) || e->prim == PRIM_REDUCE
		|| e->prim == PRIM_REDUCE_SEQ);
}

/* A value worth naming: the number a reduction gives, or an array that takes
 * reductions to compute. */
static bool is_worth(const Expr *e)
{
	if (e->kind != EXPR_PRIM || e->type->kind == TYPE_VECTOR)
		return false;
	if (e->prim == PRIM_HEAD)
		e = e->kids[0];
	return is_loop(e) && fact_is_heavy(e);
}

/* The first such value in e, `depth` binders below the loop, that uses none
 * of them. */
static bool find_invariant(const Expr *e, int depth, Path *path)
{
	int length = path->depth;

	if (depth && is_worth(e) && fact_is_closed_under(e, depth))
		return true;
	for (int i = 0; i < e->kid_count && length < PATH_MAX_DEPTH; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find_invariant(e->kids[i], depth + expr_binds(e, i), path))
			return true;
		path->depth = length;
	}
	return false;
}

/* The outermost loop with such a value, and the value. */
static bool find_loop(const Expr *e, Path *loop, Path *value)
{
	int length = loop->depth;

	*value = *loop;
	if (is_loop(e) && find_invariant(e, 0, value))
		return true;
	for (int i = 0; i < e->kid_count && length < PATH_MAX_DEPTH; i++) {
		loop->kids[loop->depth++] = (unsigned char)i;
		if (find_loop(e->kids[i], loop, value))
			return true;
		loop->depth = length;
	}
	return false;
}

static void name_invariants(Work *work)
{
	enum { NAMES_MAX = 32 };

	for (int i = 0; i < NAMES_MAX && work->now; i++) {
		Path loop = path_root(), value;
		Work attempt = *work;

		if (!find_loop(work->now->expr, &loop, &value))
			return;
		work_rule_within(&attempt, &loop, "share", &value);
		if (!attempt.now)
			return;
		*work = attempt;
	}
}

void clean(Work *work)
{
	const Path root = path_root();

	work->now = rewrite_all(work->task->rewriter, work->now, &root,
				&work->task->clean);
	name_invariants(work);
}

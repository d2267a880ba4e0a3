#include "search/clean.h"

#include "ir/core/algebra.h"
#include "search/again.h"
#include "search/nest/flow.h"
#include "search/nest/walk.h"
#include "search/pairs.h"

/* Views that cancel, views moved inwards below maps, maps fused. */
static const char tidy_rules[] =
	"join_split split_join_id joinVec_splitVec splitVec_joinVec "
	"transpose_transpose take_all drop_none concat_empty concat_to_empty "
	"unzip_zip splitVec_lanes lanes_splitVec "
	"split_map take_map drop_map transpose_map splitVec_map head_map "
	"take_zip drop_zip head_zip splitVec_zip "
	"fill_map split_fill join_fill splitVec_fill transpose_fill head_fill "
	"map_map reduceSeq_map mapVec_mapVec mapVec_right "
	"zip_map_left zip_map_right map_zip_left map_zip_right "
	"map_zip_outer map_zip_first";

/* Also what would undo decisions made later. */
static const char clean_rules[] =
	"map_id reorder_id join_head join_map< reduce_rows "
	"scan_pair scan_keep scan_keep_first reduce_scan reduce_states";

void clean_sets(Task *task)
{
	RuleSet more = rewrite_set(task->rewriter, clean_rules);

	task->tidy = rewrite_set(task->rewriter, tidy_rules);
	task->clean = task->tidy;
	for (int back = 0; back < 2; back++)
		for (int i = 0; i < RULE_SET_MAX / 64; i++)
			task->clean.bits[back][i] |= more.bits[back][i];
}

/* -- initial values -------------------------------------------------------- */

static bool starts_elsewhere(const Program *program, const Expr *reduce)
{
	const Expr *function = reduce->kids[0];

	return !function->open && algebra_facts(program, function).neutral
	    && !algebra_monoid(program, function, reduce->kids[1]);
}

static bool is_index(const Work *work, const Path *at)
{
	return work->task->indexes && flow_indexes_at(work->now->expr, at);
}

/* Reductions from a value that is not neutral, by those from the neutral one:
 * only these can be done in parts. */
static Walk start_neutral(Work *work, const Path *at)
{
	const Expr *e = work_node(work, at);

	if (expr_is(e, PRIM_REDUCE)
	    && starts_elsewhere(work->task->program, e)
	    && !is_index(work, at))
		work_try(work, at, "reduce_from");
	return WALK_ON;
}

/* Everything that needs no choice. */
static void simplify(Work *work)
{
	const Path root = path_root();

	work->now = rewrite_all(work->task->rewriter, work->now, &root,
				&work->task->clean);
}

/* Winners that are lost without (tests/winners): start_neutral, drawdown_rows;
 * again_store, covariance, nine_point_steps, three_matrices; pairs_make, cosine,
 * gesummv, least_largest, product_complex, row_variance; simplify, those that are
 * not as they are read back. */
void clean(Work *work)
{
	enum { PAIRS_MAX = 16 };
	const Path root = path_root();

	walk_changes(work, &root, start_neutral);
	again_store(work);
	simplify(work);
	for (int i = 0; i < PAIRS_MAX && pairs_make(work); i++)
		simplify(work);
	again_store_views(work);
}

#include "search/folds.h"

#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/space/hardware.h"

static bool is_outer(const Expr *e, const Path *at)
{
	const Path map = path_by(at, "2");
	const Expr *inner;
	Path place;

	if (!expr_is(e, PRIM_REDUCE)
	    || !expr_is(e->kids[2], PRIM_MAP))
		return false;
	inner = fold_of_map(e->kids[2], &map, &place);
	return inner && fact_is_closed_under(inner->kids[0], 1)
	    && fact_length(inner->kids[2]->type) > hardware_flight()
	    && fact_length(e->kids[2]->type) >= 2;
}

/* Outside of functions. */
static const Expr *find_outer(const Expr *e, Path *path)
{
	int depth = path->depth;
	const Expr *found = is_outer(e, path) ? e : NULL;

	for (int i = 0; i < e->kid_count && depth < PATH_MAX_DEPTH - 8
	     && e->kind != EXPR_LAMBDA && !found; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		found = find_outer(e->kids[i], path);
		if (!found)
			path->depth = depth;
	}
	return found;
}

int64_t folds_length(const Expr *lambda)
{
	Path path = path_root();
	const Expr *outer = find_outer(lambda->kids[0], &path);

	return outer ? fact_length(outer->kids[2]->type) : 0;
}

void folds_in_blocks(Work *work, const Path *function, int64_t block)
{
	const Expr *lambda = work_node(work, function), *outer;
	Path at = path_by(function, "0"), array, inner, map;
	Amount n;

	outer = lambda ? find_outer(lambda->kids[0], &at) : NULL;
	if (!outer) {
		work_fail(work);
		return;
	}
	n = amount_length(work->task->arena, work->task->program,
			  fact_length(outer->kids[2]->type));
	if (n.value % block) {
		work_cut(work, &at, "reduce_cut_seq",
			 amount_multiple(work->task->arena, n, block));
		at = path_by(&at, "1.0");
	}
	array = path_by(&at, "2");
	inner = path_by(&at, "0.0.0");
	map = path_by(&inner, "2");
	work_rule(work, &at, "reduce_seq");
	work_rule_with(work, &at, "fold_blocks", "k", amount_number(block));
	work_rule(work, &array, "split_map");
	work_rule(work, &at, "reduceSeq_map");
	macro_run(work, &map, "in_one_loop", 0, NULL);
	work_rule(work, &inner, "reduce_unroll");
}

#include "search/straight.h"

#include "search/facts.h"
#include "search/hardware.h"

int64_t straight_operations(const Expr *lambda)
{
	int64_t count = fact_straight(lambda);

	return count > 0 ? count : count < 0 ? hardware_code() + 1 : 1;
}

/* The first use of a primitive below a place. */
static bool find(const Expr *e, Prim prim, Path *path)
{
	int depth = path->depth;

	if (e->kind == EXPR_PRIM && e->prim == prim)
		return true;
	for (int i = 0; i < e->kid_count && depth < PATH_MAX_DEPTH; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find(e->kids[i], prim, path))
			return true;
		path->depth = depth;
	}
	return false;
}

void straight_in_order(Work *work, const Path *function)
{
	Path at = *function;

	while (work->now && find(work_node(work, function), PRIM_REDUCE, &at)) {
		work_rule(work, &at, "reduce_seq");
		work_tidy(work, &at);
		at = *function;
	}
}

void straight_unroll(Work *work, const Path *function)
{
	Path at = *function;

	while (work->now && find(work_node(work, function), PRIM_REDUCE_SEQ,
				 &at)) {
		work_rule(work, &at, "reduce_unroll");
		at = *function;
	}
}

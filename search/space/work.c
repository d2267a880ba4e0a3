#include "search/space/work.h"

#include "search/nest/facts.h"
#include "search/nest/query.h"
#include "search/nest/walk.h"

const Expr *work_node(const Work *work, const Path *at)
{
	return work->now ? locate_node(work->now->expr, at) : NULL;
}

static void use(Work *work, const Path *at, const RuleUse *rule)
{
	if (work->now)
		work->now = rewrite_use(work->task->rewriter, work->now, at,
					rule);
}

void work_rule_with(Work *work, const Path *at, const char *rule,
		    const char *name, Amount amount)
{
	use(work, at, &(RuleUse){ .rule = rule, .count = 1, .values = {
		amount_given(work->task->scratch, work->task->program,
			     work_node(work, at), name, amount) } });
}

/* A value kept in memory, outside of functions; only the given one when it is
 * not NULL. */
static Walk look_kept(void *wanted, const Expr *e, int binders)
{
	(void)binders;
	if (wanted ? e == wanted : fact_is_kept(e))
		return WALK_HERE;
	return e->kind == EXPR_LAMBDA ? WALK_PAST : WALK_ON;
}

const Expr *work_kept(const Work *work, const Path *at)
{
	const Expr *node = work_node(work, at);
	Path place = path_root(), array;

	if (!node)
		return NULL;
	array = path_kid(at, node->kid_count - 1);
	node = work_node(work, &array);
	return walk_first(node, look_kept, NULL, &place);
}

void work_name_kept(Work *work, Path *at, const Expr *kept)
{
	Path place = *at;

	if (!kept || !work->now)
		return;
	walk_first(work_node(work, at), look_kept, (void *)kept, &place);
	use(work, at, &(RuleUse){ .rule = "share", .within = &place });
	*at = place_of(work, at, WAY_SECOND);
}

void work_fail(Work *work)
{
	work->now = NULL;
}

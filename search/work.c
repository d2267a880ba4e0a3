#include "search/work.h"

#include <assert.h>

const Expr *work_node(const Work *work, const Path *at)
{
	return work->now ? locate_node(work->now->expr, at) : NULL;
}

bool work_is(const Work *work, const Path *at, Prim prim)
{
	const Expr *node = work_node(work, at);

	return node && node->kind == EXPR_PRIM && node->prim == prim;
}

static void use(Work *work, const Path *at, const RuleUse *rule)
{
	if (work->now)
		work->now = rewrite_use(work->task->rewriter, work->now, at,
					rule);
}

void work_rule(Work *work, const Path *at, const char *rule)
{
	use(work, at, &(RuleUse){ .rule = rule });
}

void work_rule_back(Work *work, const Path *at, const char *rule)
{
	use(work, at, &(RuleUse){ .rule = rule, .back = true });
}

void work_rule_with(Work *work, const Path *at, const char *rule,
		    const char *name, Amount amount)
{
	use(work, at, &(RuleUse){ .rule = rule, .count = 1, .values = {
		{ name, amount.value, amount.origin } } });
}

void work_rule_two(Work *work, const Path *at, const char *rule,
		   const char *first, Amount one, const char *second,
		   Amount two)
{
	use(work, at, &(RuleUse){ .rule = rule, .count = 2, .values = {
		{ first, one.value, one.origin },
		{ second, two.value, two.origin } } });
}

void work_rule_dim(Work *work, const Path *at, const char *rule, int dim)
{
	use(work, at, &(RuleUse){ .rule = rule, .count = 1, .values = {
		{ "d", dim, NULL } } });
}

void work_rule_within(Work *work, const Path *at, const char *rule,
		      const Path *within)
{
	use(work, at, &(RuleUse){ .rule = rule, .within = within });
}

bool work_try(Work *work, const Path *at, const char *rule)
{
	const Derivation *next = work->now
		? rewrite(work->task->rewriter, work->now, at, rule) : NULL;

	if (next)
		work->now = next;
	return next != NULL;
}

void work_tidy(Work *work, const Path *under)
{
	if (work->now)
		work->now = rewrite_all(work->task->rewriter, work->now, under,
					&work->task->tidy);
}

void work_fail(Work *work)
{
	work->now = NULL;
}

Path path_by(const Path *path, const char *kids)
{
	Path result = *path;

	for (; *kids; kids++)
		if (*kids != '.') {
			assert(*kids >= '0' && *kids <= '9');
			result = path_kid(&result, *kids - '0');
		}
	return result;
}

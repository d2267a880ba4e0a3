#include "search/space/work.h"

#include <assert.h>

const Expr *work_node(const Work *work, const Path *at)
{
	return work->now ? locate_node(work->now->expr, at) : NULL;
}

bool work_is(const Work *work, const Path *at, Prim prim)
{
	const Expr *node = work_node(work, at);

	return node && expr_is(node, prim);
}

static bool find(const Expr *e, Prim prim, Path *path)
{
	int depth = path->depth;

	if (expr_is(e, prim))
		return true;
	for (int i = 0; i < e->kid_count && depth < PATH_MAX_DEPTH; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find(e->kids[i], prim, path))
			return true;
		path->depth = depth;
	}
	return false;
}

bool work_find(const Work *work, Path *at, Prim prim)
{
	const Expr *e = work_node(work, at);

	return e && find(e, prim, at);
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

void work_rule_back_within(Work *work, const Path *at, const char *rule,
			   const Path *within)
{
	use(work, at, &(RuleUse){ .rule = rule, .back = true,
				  .within = within });
}

/* The first value kept in memory at or below a place, outside of functions;
 * only the given one when it is not NULL. */
static bool find_kept(const Expr *e, const Expr *wanted, Path *path)
{
	int depth = path->depth;

	if (wanted ? e == wanted
		   : e->kind == EXPR_PRIM && (e->prim == PRIM_TO_GLOBAL
					      || e->prim == PRIM_TO_LOCAL
					      || e->prim == PRIM_TO_PRIVATE))
		return true;
	if (e->kind == EXPR_LAMBDA)
		return false;
	for (int i = 0; i < e->kid_count && depth < PATH_MAX_DEPTH; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find_kept(e->kids[i], wanted, path))
			return true;
		path->depth = depth;
	}
	return false;
}

const Expr *work_kept(const Work *work, const Path *at)
{
	const Expr *node = work_node(work, at);
	Path place = path_root(), array;

	if (!node)
		return NULL;
	array = path_kid(at, node->kid_count - 1);
	node = work_node(work, &array);
	return find_kept(node, NULL, &place) ? locate_node(node, &place) : NULL;
}

void work_name_kept(Work *work, Path *at, const Expr *kept)
{
	Path place = *at;

	if (!kept || !work->now)
		return;
	find_kept(work_node(work, at), kept, &place);
	work_rule_within(work, at, "share", &place);
	*at = path_kid(at, 1);
}

/* A rule that makes two parts of the array of the node at *at. */
static void cut(Work *work, Path *at, const RuleUse *rule)
{
	const Expr *kept = work_kept(work, at);

	use(work, at, rule);
	work_name_kept(work, at, kept);
}

void work_cut(Work *work, Path *at, const char *rule, Amount first)
{
	cut(work, at, &(RuleUse){ .rule = rule, .count = 1, .values = {
		{ "n1", first.value, first.origin } } });
	work_tidy(work, at);
}

void work_overlap(Work *work, Path *at, Amount before, Amount twice)
{
	Path part;

	cut(work, at, &(RuleUse){ .rule = "map_overlap", .count = 2,
				  .values = {
		{ "q", before.value, before.origin },
		{ "d", twice.value, twice.origin } } });
	part = path_by(at, "0");
	work_tidy(work, &part);
	part = path_by(at, "1.0");
	work_tidy(work, &part);
}

static bool try_use(Work *work, const Path *at, const RuleUse *rule)
{
	Work attempt = *work;

	use(&attempt, at, rule);
	if (attempt.now)
		*work = attempt;
	return attempt.now != NULL;
}

bool work_try(Work *work, const Path *at, const char *rule)
{
	return try_use(work, at, &(RuleUse){ .rule = rule });
}

bool work_try_back(Work *work, const Path *at, const char *rule)
{
	return try_use(work, at, &(RuleUse){ .rule = rule, .back = true });
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

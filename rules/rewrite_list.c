/* What could be applied where, and with which parameters. */
#include "rules/rewriter.h"
#include "rules/solve.h"

/* -- parameters of a match ------------------------------------------------- */

static int64_t smallest(const RuleParam *param)
{
	int64_t value = 1;

	return param_values(param, &value, 1) ? value : 1;
}

/* What is open, each taken as its smallest value to find the next. False when
 * some has no legal value. */
static bool open_params(Match *match, RuleParam *params, int *count)
{
	int var;

	*count = 0;
	while (*count < RULE_VALUES_MAX
	       && solve_open(match, &var, &params[*count])) {
		RuleParam *param = &params[(*count)++];

		if (param_values(param, &match->vars[var], 1) < 1)
			return false;
		match->known[var] = true;
		match->vars[var] = smallest(param);
		if (!solve_sizes(match))
			return false;
	}
	return true;
}

int rewrite_params(Rewriter *rw, const Expr *root, const Path *at,
		   const RuleUse *use, RuleParam params[RULE_VALUES_MAX])
{
	const Rule *rule = rulebase_find(rw->base, use->rule);
	const Expr *node = locate_node(root, at);
	Match match;
	int count;

	if (!rule || !node || node->kind == EXPR_LAMBDA
	    || !rewriter_match(rw, &match, rule, use->back, node, at,
			       use->within)
	    || !rewriter_give(rw, &match, use->count, use->values)
	    || !open_params(&match, params, &count))
		return -1;
	return count;
}

/* -- listing --------------------------------------------------------------- */

typedef struct Lister {
	Rewriter *rw;
	bool everywhere;
	RewriteVisit *visit;
	void *context;
	Path path;
} Lister;

/* Any inner node may be designated; that it fits is seen when it is used. */
static bool fits(Lister *lister, const RuleWay *way, const Expr *node,
		 Match *match, RewriteSite *site)
{
	Rewriter *rw = lister->rw;
	Assumption assumed;

	site->designates = way->rule->ways[way->back].designated != NULL;
	site->kind = RULE_EXACT;
	site->param_count = 0;
	if (site->designates)
		return match_shape(match, rw->ir, way->rule, way->back, node);
	if (!match_node(match, rw->ir, way->rule, way->back, node, NULL)
	    || !solve_sizes(match)
	    || !open_params(match, site->params, &site->param_count)
	    || !rewriter_guard(rw, match, &assumed))
		return false;
	site->kind = assumed.kind;
	return true;
}

static bool list_ways(Lister *lister, const RuleWays *ways, const Expr *node)
{
	for (int i = 0; i < ways->count; i++) {
		const RuleWay *way = &ways->items[i];
		RewriteSite site;
		Match match;

		if (!fits(lister, way, node, &match, &site))
			continue;
		site.rule = way->rule;
		site.back = way->back;
		site.at = lister->path;
		if (!lister->visit(lister->context, &site))
			return false;
	}
	return true;
}

static bool list_here(Lister *lister, const Expr *node)
{
	const RuleBase *base = lister->rw->base;

	return node->kind == EXPR_LAMBDA
	    || (list_ways(lister, &base->by_head[head_of(node)], node)
		&& (!lister->everywhere
		    || list_ways(lister, &base->anywhere, node)));
}

static bool list_node(Lister *lister, const Expr *node)
{
	if (!list_here(lister, node))
		return false;
	for (int i = 0; i < node->kid_count; i++) {
		bool more;

		if (lister->path.depth == PATH_MAX_DEPTH)
			return true;
		lister->path.kids[lister->path.depth++] = (unsigned char)i;
		more = list_node(lister, node->kids[i]);
		lister->path.depth--;
		if (!more)
			return false;
	}
	return true;
}

void rewrite_list(Rewriter *rw, const Expr *root, const Path *under,
		  bool everywhere, RewriteVisit *visit, void *context)
{
	Lister lister = { .rw = rw, .everywhere = everywhere, .visit = visit,
			  .context = context, .path = *under };
	const Expr *node = locate_node(root, under);

	if (node)
		list_node(&lister, node);
}

void rewrite_list_at(Rewriter *rw, const Expr *root, const Path *at,
		     bool everywhere, RewriteVisit *visit, void *context)
{
	Lister lister = { .rw = rw, .everywhere = everywhere, .visit = visit,
			  .context = context, .path = *at };
	const Expr *node = locate_node(root, at);

	if (node)
		list_here(&lister, node);
}

/* Every use of a rule at a node. */
#include <string.h>

#include "explore_run.h"
#include "rules/derivation.h"
#include "rules/locate.h"

enum { VALUES_MAX = 32, UNBOUNDED_VALUES = 3 };

typedef struct Uses {
	Explore *x;
	const Derivation *from;
	bool checks;
	const RuleWay *only; /* or NULL */
	Value value;
	Steps *steps; /* or NULL */
} Uses;

/* -- checking -------------------------------------------------------------- */

static void note_wrong(Uses *u, const Derivation *d, Value made)
{
	Text *text = &u->x->wrong;

	print_text(text, u->x->program, u->from->expr);
	text_put(text, "\nbecomes by ");
	derivation_text(text, d);
	print_text(text, u->x->program, d->expr);
	text_put(text, "\nof values ");
	symbolic_text(u->x->symbolic, text, u->value);
	text_put(text, "\n      and ");
	symbolic_text(u->x->symbolic, text, made);
}

static bool is_twin(const char *rule)
{
	static const char *const twins[] = {
		"map_in_groups", "map_unroll", "store_local", "to_local",
	};

	for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
		if (!strcmp(rule, twins[i]))
			return true;
	return false;
}

static void add_once(Steps *steps, const Expr *e)
{
	for (int i = 0; i < steps->count; i++)
		if (steps->items[i] == e)
			return;
	steps_add(steps, e);
}

static void use_rule(Uses *u, const RewriteSite *site, const RuleUse *use)
{
	const Derivation *d = rewrite_use(u->x->rewriter, u->from, &site->at,
					  use);
	Value made;

	if (!d || text_string(&u->x->wrong)[0])
		return;
	if (u->checks) {
		u->x->count.uses++;
		made = symbolic_value(u->x->symbolic, d->expr);
		if (made != u->value || !made) {
			note_wrong(u, d, made);
			return;
		}
	}
	if (is_twin(use->rule))
		u->x->count.renamed++;
	else if (u->steps)
		add_once(u->steps, d->expr);
}

/* -- numbers --------------------------------------------------------------- */

static int values_of(Uses *u, const RuleParam *param, int64_t *values)
{
	const bool unbounded = param->kind == PARAM_ANY
			    || (param->kind == PARAM_DIVISOR && !param->bound)
			    || (param->kind == PARAM_WIDTH && !param->bound);

	if (param->kind == PARAM_DIM)
		return values[0] = 0, 1;
	u->x->count.unbounded += unbounded;
	return param_values(param, values,
			    unbounded ? UNBOUNDED_VALUES : VALUES_MAX);
}

/* Every legal value of the first parameter that is open, then of the next. */
static void with_values(Uses *u, const RewriteSite *site, RuleUse *use)
{
	RuleParam params[RULE_VALUES_MAX];
	int64_t values[VALUES_MAX];
	int open = rewrite_params(u->x->rewriter, u->from->expr, &site->at,
				  use, params), count;

	if (open <= 0) {
		use_rule(u, site, use);
		return;
	}
	count = values_of(u, &params[0], values);
	u->x->count.cut += count == VALUES_MAX;
	for (int i = 0; i < count; i++) {
		use->values[use->count++] = (RuleValue){
			params[0].name, values[i], NULL };
		with_values(u, site, use);
		use->count--;
	}
}

static bool any_node(const Expr *node, const void *context)
{
	(void)context;
	return node->kind != EXPR_LAMBDA;
}

static bool visit(void *context, const RewriteSite *site)
{
	Uses *u = context;
	RuleUse use = { .rule = rule_name(site->rule), .back = site->back };
	Path within;
	bool more;

	if (u->only && (u->only->rule != site->rule
			|| u->only->back != site->back))
		return true;
	if (!site->designates) {
		if (site->param_count)
			with_values(u, site, &use);
		else
			use_rule(u, site, &use);
		return true;
	}
	use.within = &within;
	more = locate_first(u->from->expr, &site->at, any_node, NULL, &within);
	for (; more; more = locate_next(u->from->expr, &site->at, any_node,
					NULL, &within))
		with_values(u, site, &use);
	return true;
}

void explore_uses(Explore *x, const Expr *e, const RuleWay *only,
		  Steps *steps)
{
	const Path root = path_root();
	Uses uses = { .x = x, .from = derivation_start(x->rewriter, e),
		      .only = only, .steps = steps,
		      .checks = !steps || !x->on_anything };

	if (uses.checks)
		uses.value = symbolic_value(x->symbolic, e);
	if (uses.checks && !uses.value)
		text_put(&x->wrong, "a program without a value");
	rewrite_list_at(x->rewriter, e, &root, true, visit, &uses);
}

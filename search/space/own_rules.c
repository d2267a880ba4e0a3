#include "search/space/own_rules.h"

#include "search/space/hardware.h"

typedef struct OwnUse {
	RuleUse use;
	Path at;
} OwnUse;

typedef struct OwnUses {
	Rewriter *rewriter;
	int64_t wishes[2]; /* for parameters: a group's size, a few */
	const Expr *root;
	int count;
	OwnUse items[NUMBERS_MAX];
} OwnUses;

/* Gives every parameter its legal value nearest to a wished one. */
static bool choose(OwnUses *uses, OwnUse *own, int64_t wish)
{
	RuleParam params[RULE_VALUES_MAX];
	int open;

	while ((open = rewrite_params(uses->rewriter, uses->root, &own->at,
				      &own->use, params)) > 0) {
		RuleValue *value = &own->use.values[own->use.count];

		if (own->use.count == RULE_VALUES_MAX)
			return false;
		*value = (RuleValue){ params[0].name, 0, NULL };
		if (!param_nearest(&params[0], wish, &value->value))
			return false;
		own->use.count++;
	}
	return open == 0;
}

static bool visit(void *context, const RewriteSite *site)
{
	OwnUses *uses = context;
	int wished = site->param_count ? 2 : 1;

	if (!rule_is_own(site->rule) || site->designates)
		return true;
	for (int i = 0; i < wished && uses->count < NUMBERS_MAX; i++) {
		OwnUse own = { .use = { .rule = rule_name(site->rule),
					.back = site->back },
			       .at = site->at };

		if (choose(uses, &own, uses->wishes[i]))
			uses->items[uses->count++] = own;
	}
	return uses->count < NUMBERS_MAX;
}

static bool has_own(const RuleBase *base)
{
	return rule_is_own(rulebase_at(base, rulebase_count(base) - 1));
}

static OwnUses own_uses(const Task *task, const Expr *root)
{
	OwnUses uses = {
		.rewriter = task->rewriter, .root = root,
		.wishes = { hardware_group(&task->device),
			    hardware_flight() / 2 },
	};
	const Path whole = path_root();

	if (has_own(rewriter_base(task->rewriter)))
		rewrite_list(task->rewriter, root, &whole, false, visit, &uses);
	return uses;
}

void own_rules_list(const Task *task, const Expr *root, Numbers *list)
{
	const OwnUses uses = own_uses(task, root);

	for (int i = 0; i < uses.count; i++)
		numbers_add(list, i, "%.30s", uses.items[i].use.rule);
}

void own_rules_use(Work *work, int64_t use)
{
	const OwnUses uses = own_uses(work->task, work->now->expr);

	if (use < 0 || use >= uses.count)
		work_fail(work);
	else
		work->now = rewrite_use(work->task->rewriter, work->now,
					&uses.items[use].at,
					&uses.items[use].use);
}

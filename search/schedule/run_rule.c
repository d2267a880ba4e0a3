/* Rules as steps: the numbers they are given, the names that they give. */
#include <string.h>

#include "search/schedule/run.h"

bool run_use(Run *run, const char *rule, bool back, const Path *at,
	     const Path *within, int count, const RuleValue *values,
	     Places *given, int *given_count)
{
	Rewriter *rewriter = run->task->rewriter;
	RuleUse use = { .rule = rule, .back = back, .within = within,
			.count = count };
	const Derivation *next;

	for (int i = 0; i < count; i++)
		use.values[i] = values[i];
	next = rewrite_use(rewriter, run->state.now, at, &use);
	if (!next) {
		const Expr *node = locate_node(run->state.now->expr, at);

		return run_refuse(run, "rule %s at %s: %s", rule,
				  node ? expr_word(node) : "nothing",
				  rewriter_reason(rewriter));
	}
	*given_count = state_advance(run->task, &run->state, next, given);
	return true;
}

bool run_normalise(Run *run, const Path *at, const char *with)
{
	Rewriter *rewriter = run->task->rewriter;
	RuleSet rules = run->task->tidy;

	if (with)
		rules = rewrite_sets(rules, rewrite_set(rewriter, with));
	state_advance(run->task, &run->state,
		      rewrite_all(rewriter, run->state.now, at, &rules), NULL);
	return true;
}

RuleValue run_value(const Run *run, const Path *at, const char *name,
		    Amount amount)
{
	return amount_given(run->task->scratch, run->task->program,
			    locate_node(run->state.now->expr, at), name,
			    amount);
}

static bool values_of(Run *run, const Step *step, const Path *at,
		      RuleValue *values)
{
	for (int i = 0; i < step->value_count; i++) {
		Amount value;

		if (!formula_value(run, step->values[i], &value))
			return false;
		values[i] = run_value(run, at, step->value_names[i], value);
	}
	return true;
}

/* A name of the rule's becomes one of the block's: under its new names, else
 * as it is where the block has not given the name itself. */
static bool take_name(Run *run, const Step *step, Places places)
{
	const char *name = places.name;
	StateName *known = state_name(&run->state, name);
	bool renamed = false;

	if (!places.count)
		return true;
	for (int i = 0; i < step->renamed_count; i++) {
		if (strcmp(step->renamed[i].old, name))
			continue;
		renamed = true;
		if (!state_give(&run->state, step->renamed[i].new, true,
				places))
			return run_refuse(run, "too many names");
	}
	return renamed || (known && known->own)
	    || state_give(&run->state, name, false, places)
	    || run_refuse(run, "too many names");
}

static bool has_names(Run *run, const Step *step)
{
	for (int i = 0; i < step->renamed_count; i++)
		if (!state_name(&run->state, step->renamed[i].new))
			return run_refuse(run, "rule %s has no name %s",
					  step->name, step->renamed[i].old);
	return true;
}

bool run_rule(Run *run, const Step *step, const char *here)
{
	Places given[FORWARD_NAMES_MAX];
	RuleValue values[STEP_VALUES_MAX];
	Path at, within;
	int count;

	if (!place_named(run, here, &at) || !values_of(run, step, &at, values)
	    || (step->place_count
		&& !place_one(run, &step->places[0], &within))
	    || !run_use(run, step->name, step->back, &at,
			step->place_count ? &within : NULL, step->value_count,
			values, given, &count))
		return false;
	for (int i = 0; i < count; i++)
		if (!take_name(run, step, given[i]))
			return false;
	return has_names(run, step);
}

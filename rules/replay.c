/* Replaying stored steps, also at other sizes. */
#include <string.h>

#include "rules/canonical.h"
#include "rules/locate.h"
#include "rules/origin.h"

/* Exact quotients of other sizes need not be exact: / rounds down, too. */
static void put_rounding(Text *text, const char *origin)
{
	for (; *origin; origin++) {
		text_char(text, *origin);
		if (*origin != '/')
			continue;
		text_char(text, '/');
		if (origin[1] == '/')
			origin++;
	}
}

static int64_t wished(Rewriter *rewriter, const Expr *node,
		      const RuleValue *value)
{
	const Program *program = rewriter_program(rewriter);
	Origin origin = { program, node };
	Text text = { 0 };
	SizeFault fault;
	const Size *size;

	if (!value->origin || !node)
		return value->value;
	put_rounding(&text, value->origin);
	size = size_parse(program->ir, text_string(&text), text.length,
			  origin_named, &origin, &fault);
	text_free(&text);
	return size && size->known ? size->value : value->value;
}

static bool find_param(Rewriter *rewriter, const Expr *root,
		       const StoredStep *step, const RuleUse *use,
		       const char *name, RuleParam *param)
{
	RuleParam params[RULE_VALUES_MAX];
	int count = rewrite_params(rewriter, root, &step->at, use, params);

	for (int i = 0; i < count; i++)
		if (!strcmp(params[i].name, name)) {
			*param = params[i];
			return true;
		}
	return false;
}

/* Each number the nearest legal one, those before it being given. */
static const Derivation *adjusted(Rewriter *rewriter, const Derivation *from,
				  const StoredStep *step, RuleUse *use,
				  Replay *replay)
{
	const int count = use->count;
	int changed = 0;

	for (use->count = 0; use->count < count; use->count++) {
		RuleValue *value = &use->values[use->count];
		int64_t wish = value->value;
		RuleParam param;

		if (!find_param(rewriter, from->expr, step, use, value->name,
				&param)
		    || !param_nearest(&param, wish, &value->value))
			return NULL;
		changed += value->value != wish;
	}
	replay->adjusted += changed;
	return changed ? rewrite_use(rewriter, from, &step->at, use) : NULL;
}

static const Derivation *replay_step(Rewriter *rewriter,
				     const Derivation *from,
				     const StoredStep *step, bool exact,
				     Replay *replay)
{
	RuleUse use = { .rule = step->rule, .back = step->back,
			.within = step->within, .count = step->count };
	const Expr *node = locate_node(from->expr, &step->at);
	const Derivation *next;

	if (step->to)
		return canonical_replay(rewriter, from, step, exact, replay);
	for (int i = 0; i < step->count; i++) {
		use.values[i] = step->values[i];
		use.values[i].value = wished(rewriter, node,
					     &step->values[i]);
	}
	next = rewrite_use(rewriter, from, &step->at, &use);
	if (next || exact || !step->count)
		return next;
	return adjusted(rewriter, from, step, &use, replay);
}

const Derivation *derivation_replay(Rewriter *rewriter,
				    const StoredSteps *steps, bool exact,
				    Replay *replay)
{
	const Derivation *now = derivation_start(
		rewriter, rewriter_program(rewriter)->body);

	*replay = (Replay){ 0 };
	for (; now && replay->done < steps->count; replay->done++) {
		now = replay_step(rewriter, now, &steps->items[replay->done],
				  exact, replay);
		if (!now)
			return NULL;
	}
	return now;
}

/* What a block names is there: rules and their sizes, blocks, chosen numbers,
 * lists, and places that something before or after gives a name. */
#include <string.h>

#include "ir/front/read_names.h"
#include "rules/forward_side.h"
#include "search/schedule/block.h"

enum { NAMES_MAX = 128 };

typedef struct Check {
	const Schedules *all;
	const Block *block;
	Scan *scan;
	int numbers; /* chosen so far */
	int count;
	const char *names[NAMES_MAX]; /* of places */
} Check;

static bool unknown(Check *c, int at, const char *what, const char *name,
		    const char *near)
{
	return scan_error(c->scan, at, name, near, "schedule %s: there is no "
			  "%s %s", c->block->name, what, name);
}

/* -- names that places get ------------------------------------------------- */

static bool has_name(const Check *c, const char *name)
{
	for (int i = 0; i < c->count; i++)
		if (!strcmp(c->names[i], name))
			return true;
	return false;
}

static void add_name(Check *c, const char *name)
{
	if (c->count < NAMES_MAX && !has_name(c, name))
		c->names[c->count++] = name;
}

static void add_form_name(void *context, const char *name, bool loop,
			  const Path *path)
{
	(void)loop;
	(void)path;
	add_name(context, name);
}

static void add_rule_name(void *context, const char *name, bool loop,
			  const Pat *pat)
{
	(void)loop;
	(void)pat;
	add_name(context, name);
}

static void collect_names(Check *c, const Step *step)
{
	const Rule *rule = step->kind == STEP_RULE
			 ? rulebase_find(c->all->base, step->name) : NULL;

	if (rule)
		side_names(rule, rule->ways[step->back].to, add_rule_name, c);
	if (step->form)
		form_names(step->form, add_form_name, c);
	if (step->kind == STEP_VALUE || step->kind == STEP_LOOP)
		add_name(c, step->name);
	if (step->kind == STEP_PEEL)
		add_name(c, "edge");
	if (step->kind == STEP_CUT)
		add_name(c, "rest");
	for (int i = 0; i < step->renamed_count; i++)
		add_name(c, step->renamed[i].new);
	for (int i = 0; i < step->count; i++)
		collect_names(c, step->steps[i]);
}

static bool check_place(Check *c, const NamedPlace *place)
{
	const char *near = NULL;
	int best = 1000;

	if (has_name(c, place->name))
		return true;
	for (int i = 0; i < c->count; i++)
		names_nearer(place->name, c->names[i], &best, &near);
	return unknown(c, place->at, "place", place->name, near);
}

/* -- numbers --------------------------------------------------------------- */

static bool check_number(Check *c, const Formula *formula)
{
	const char *near = NULL;
	int best = 1000;

	for (int i = 0; i < c->numbers; i++) {
		const char *number = c->block->choices[i].number;

		if (!strcmp(number, formula->name))
			return true;
		names_nearer(formula->name, number, &best, &near);
	}
	if (device_fact_named(formula->name))
		return true;
	return unknown(c, formula->at, "number", formula->name, near);
}

static bool check_rule_name(Check *c, int at, const char *name)
{
	const RuleBase *base = c->all->base;
	const char *near = NULL;
	int best = 1000;

	if (rulebase_find(base, name))
		return true;
	for (int i = 0; i < base->count; i++)
		names_nearer(name, base->rules[i]->name, &best, &near);
	return unknown(c, at, "rule or step", name, near);
}

/* A rule, or a block; somewhere, applies only a block. */
static bool check_fits(Check *c, const Formula *formula)
{
	const Rule *rule = rulebase_find(c->all->base, formula->name);

	if (schedules_find(c->all, formula->name))
		return !formula->back
		    || unknown(c, formula->at, "rule", formula->name, NULL);
	if (formula->kind != FORMULA_FITS)
		return unknown(c, formula->at, "schedule", formula->name,
			       schedules_near(c->all, formula->name));
	if (rule && formula->back && !rule->both)
		return scan_error(c->scan, formula->at, formula->name, NULL,
				  "rule %s is not used backwards",
				  formula->name);
	return check_rule_name(c, formula->at, formula->name);
}

static bool check_formula(Check *c, const Formula *formula)
{
	if ((formula->kind == FORMULA_FITS
	     || formula->kind == FORMULA_SOMEWHERE
	     || formula->kind == FORMULA_APPLIES)
	    && !check_fits(c, formula))
		return false;
	if (formula->kind == FORMULA_NAME && !check_number(c, formula))
		return false;
	if (formula->place.name && !check_place(c, &formula->place))
		return false;
	if (formula->other.name && !check_place(c, &formula->other))
		return false;
	return (!formula->left || check_formula(c, formula->left))
	    && (!formula->right || check_formula(c, formula->right));
}

static bool check_values(Check *c, const Values *values)
{
	const char *near = NULL;

	for (int i = 0; i < values->count; i++)
		if (!check_formula(c, values->items[i]))
			return false;
	if (values->place.name && !check_place(c, &values->place))
		return false;
	if (values->only && !check_formula(c, values->only))
		return false;
	return !values->list
	    || choice_list_is(values->list, values->count, &near)
	    || unknown(c, values->at, "list", values->list, near);
}

static bool is_chosen_before(const Check *c, const char *number)
{
	for (int i = 0; i < c->numbers; i++)
		if (!strcmp(c->block->choices[i].number, number))
			return true;
	return false;
}

static bool check_choices(Check *c)
{
	for (int i = 0; i < c->block->choice_count; i++) {
		const Choice *choice = &c->block->choices[i];

		if (is_chosen_before(c, choice->number))
			return scan_error(c->scan, choice->at, choice->number,
					  "a new name", "schedule %s: two "
					  "numbers of one name",
					  c->block->name);
		for (int k = 0; k < choice->count; k++)
			if (!check_values(c, &choice->values[k]))
				return false;
		c->numbers++;
	}
	return true;
}

/* -- steps ----------------------------------------------------------------- */

static bool check_size(Check *c, const Step *step, const Rule *rule, int i)
{
	const char *near = NULL;
	int best = 1000;

	for (int k = 0; k < rule->var_count; k++) {
		if (!strcmp(rule->vars[k].name, step->value_names[i]))
			return true;
		names_nearer(step->value_names[i], rule->vars[k].name, &best,
			     &near);
	}
	return scan_error(c->scan, step->at, step->value_names[i], near,
			  "rule %s has no %s", rule->name,
			  step->value_names[i]);
}

static bool check_rule(Check *c, const Step *step)
{
	const Rule *rule = rulebase_find(c->all->base, step->name);

	if (!rule)
		return check_rule_name(c, step->at, step->name);
	if (step->back && !rule->both)
		return scan_error(c->scan, step->at, step->name, NULL,
				  "rule %s is not used backwards",
				  step->name);
	for (int i = 0; i < step->value_count; i++)
		if (!check_size(c, step, rule, i))
			return false;
	return true;
}

/* Those that are used beside others. */
static bool check_rules(Check *c, const Step *step)
{
	const char *word = step->name;
	bool good = true;

	while (good && *word) {
		const size_t length = strcspn(word, "< ");
		const char *name = arena_strndup(ir_arena(c->all->ir), word,
						 length);

		good = check_rule(c, &(Step){ .kind = STEP_RULE,
					      .at = step->at, .name = name,
					      .back = word[length] == '<' });
		if (good && rulebase_find(c->all->base, name)->number
			    >= RULE_SET_MAX)
			good = scan_error(c->scan, step->at, name, NULL,
					  "too many rules stand before %s",
					  name);
		word += length;
		word += strspn(word, "< ");
	}
	return good;
}

static bool check_run(Check *c, const Step *step)
{
	const Block *block = schedules_find(c->all, step->name);

	if (!block)
		return unknown(c, step->at, "schedule", step->name,
			       schedules_near(c->all, step->name));
	return step->value_count <= block->choice_count
	    || scan_error(c->scan, step->at, NULL, NULL,
			  "schedule %s chooses %d numbers", block->name,
			  block->choice_count);
}

static bool check_step(Check *c, const Step *step)
{
	if ((step->kind == STEP_RULE && !check_rule(c, step))
	    || (step->kind == STEP_NORMALISE && step->name
		&& !check_rules(c, step))
	    || (step->kind == STEP_RUN && !check_run(c, step)))
		return false;
	for (int i = 0; i < step->place_count; i++)
		if (!check_place(c, &step->places[i]))
			return false;
	if (step->has_above && !check_place(c, &step->above))
		return false;
	for (int i = 0; i < STEP_VALUES_MAX; i++)
		if (step->values[i] && !check_formula(c, step->values[i]))
			return false;
	for (int i = 0; i < step->count; i++)
		if (!check_step(c, step->steps[i]))
			return false;
	return true;
}

/* As another one is called, of those that a search chooses from. */
static bool check_instead(Check *c)
{
	const char *near = NULL;
	int best = 1000;

	for (int i = 0; c->block->instead && i < c->all->count; i++) {
		const char *called = c->all->blocks[i]->called;

		if (!strcmp(called, c->block->instead))
			return true;
		names_nearer(c->block->instead, called, &best, &near);
	}
	return !c->block->instead
	    || scan_error(c->scan, c->block->at, c->block->instead, near,
			  "schedule %s: none is called so that it is offered "
			  "instead of", c->block->name);
}

bool block_check(const Schedules *all, const Block *block, Scan *scan)
{
	Check check = { .all = all, .block = block, .scan = scan };

	if (!check_instead(&check))
		return false;
	add_name(&check, "here");
	add_name(&check, "root");
	for (int i = 0; i < block->form_count; i++) {
		form_names(block->forms[i], add_form_name, &check);
		if (!block->beside[i])
			continue;
		form_names(block->beside[i], add_form_name, &check);
		add_name(&check, "around");
	}
	collect_names(&check, block->steps);
	if (!check_choices(&check))
		return false;
	for (int i = 0; i < block->where_count; i++)
		if (!check_formula(&check, block->where[i]))
			return false;
	return check_step(&check, block->steps);
}

/* Blocks: whether one is offered at a place, its numbers, and one that another
 * runs, in a frame of its own. */
#include <string.h>

#include "search/nest/walk.h"
#include "search/schedule/run.h"

enum { DEPTH_MAX = 32 };

static bool holds(Run *run, const Block *block, int i)
{
	Amount value;

	if (!formula_value(run, block->where[i], &value))
		return false;
	return value.value
	    || run_refuse(run, "%s is not offered: its condition %d does not "
			  "hold", block->name, i + 1);
}

static bool all_hold(Run *run, const Block *block)
{
	for (int i = 0; i < block->where_count; i++)
		if (!holds(run, block, i))
			return false;
	return true;
}

/* Where the second root of a form is looked for; at grows with the walk. */
typedef struct Second {
	Run *run;
	const Block *block;
	const Form *form;
	const Path *first;
	Path at;
} Second;

/* Another place, outside of functions, with which all holds; around is the
 * place of both. */
static Walk look_beside(void *context, const Expr *e, int binders)
{
	Second *s = context;
	const Path both = path_common(s->first, &s->at);
	char miss[128];

	(void)binders;
	if (e->kind == EXPR_LAMBDA)
		return WALK_PAST;
	return !path_same(s->first, &s->at)
	    && run_form(s->run, s->form, &s->at, miss)
	    && state_give_place(s->run->task, &s->run->state, "around", true,
				false, &both)
	    && all_hold(s->run, s->block) ? WALK_HERE : WALK_ON;
}

/* The form with two roots, the second's the first such place. */
static bool opens_beside(Run *run, const Block *block, int form,
			 const Path *at)
{
	Second s = { .run = run, .block = block,
		     .form = block->beside[form], .first = at };

	return walk_first(run->state.now->expr, look_beside, &s, &s.at);
}

/* By the first of its forms that fits; of those with two roots, the first for
 * which all holds. The reason is that of the last. */
bool run_opens(Run *run, const Block *block)
{
	char miss[128] = "nothing is beside it";
	Path at;

	if (!place_named(run, "here", &at))
		return false;
	for (int i = 0; i < block->form_count; i++) {
		if (!run_form(run, block->forms[i], &at, miss))
			continue;
		if (!block->beside[i])
			return all_hold(run, block);
		if (opens_beside(run, block, i, &at))
			return true;
	}
	return block->form_count
	     ? run_refuse(run, "%s does not fit: %s", block->name, miss)
	     : all_hold(run, block);
}

/* What is added where it is to be. */
static bool add_values(Run *run, const Values *values, Numbers *list)
{
	int64_t args[LIST_ITEMS_MAX];
	Amount value = amount_number(1);
	Path at;

	if (values->only && !formula_value(run, values->only, &value))
		return false;
	if (!value.value)
		return true;
	for (int i = 0; i < values->count; i++) {
		const char *word = values->words[i], *source;

		if (!formula_value(run, values->items[i], &value))
			return false;
		args[i] = value.value;
		source = amount_text(run->task->scratch, run->task->program,
				     value);
		if (!values->list)
			numbers_add(list, value.value, "%s", word ? word
				    : source ? source : "as listed");
	}
	if (!values->list)
		return true;
	if (!place_one(run, values->place.name ? &values->place
					       : &(NamedPlace){
							.name = "here" }, &at))
		return false;
	choice_list(run->task, locate_node(run->state.now->expr, &at), values,
		    args, list);
	return true;
}

bool run_list(Run *run, const Choice *choice, Numbers *list)
{
	list->count = 0;
	for (int i = 0; i < choice->count; i++)
		if (!add_values(run, &choice->values[i], list))
			return false;
	return list->count
	    || run_refuse(run, "%s has no value here", choice->number);
}

bool run_choose(Run *run, const Block *block, int count,
		const Amount *numbers)
{
	for (int i = 0; i < block->choice_count; i++) {
		State *state = &run->state;
		Numbers list;
		Amount number;

		if (i < count)
			number = numbers[i];
		else if (run_list(run, &block->choices[i], &list))
			number = amount_number(list.items[0].value);
		else
			return false;
		state->number_names[i] = block->choices[i].number;
		state->numbers[i] = number;
		state->number_count = i + 1;
	}
	return true;
}

bool run_chosen(Run *run, const Block *block, int count,
		const Amount *numbers)
{
	run->state.number_count = 0;
	return run_opens(run, block) && run_choose(run, block, count, numbers)
	    && run_step(run, block->steps, "here");
}

/* The block's frame ends: what is renamed becomes the caller's. */
static bool leave_frame(Run *run, const Step *step)
{
	State *state = &run->state;
	Places given[NAMES_GIVEN_MAX];
	int kept = 0;

	for (int i = 0; i < step->renamed_count; i++) {
		StateName *name = state_name(state, step->renamed[i].old);

		if (!name)
			return run_refuse(run, "schedule %s has no name %s",
					  step->name, step->renamed[i].old);
		given[i] = name->places;
	}
	for (int i = 0; i < state->count; i++)
		if (state->names[i].frame != state->frame)
			state->names[kept++] = state->names[i];
	state->count = kept;
	state->frame--;
	for (int i = 0; i < step->renamed_count; i++)
		state_give(state, step->renamed[i].new, true, given[i]);
	return true;
}

bool run_run(Run *run, const Step *step, const char *here)
{
	State *state = &run->state;
	Amount numbers[STEP_VALUES_MAX], kept[BLOCK_NUMBERS_MAX];
	const char *kept_names[BLOCK_NUMBERS_MAX];
	int kept_count = state->number_count;
	StateName *name = state_name(state, here);
	const Path root = path_root();
	Places places = name->places;

	for (int i = 0; i < step->value_count; i++)
		if (!formula_value(run, step->values[i], &numbers[i]))
			return false;
	if (run->depth == DEPTH_MAX)
		return run_refuse(run, "schedules run each other too deep");
	memcpy(kept, state->numbers, sizeof kept);
	memcpy(kept_names, state->number_names, sizeof kept_names);
	run->depth++;
	state->frame++;
	if (!state_give_place(run->task, state, "root", true, false, &root)
	    || !state_give(state, "here", true, places)
	    || !run_chosen(run, schedules_find(run->all, step->name),
			  step->value_count, numbers)
	    || !leave_frame(run, step))
		return false;
	run->depth--;
	memcpy(state->numbers, kept, sizeof kept);
	memcpy(state->number_names, kept_names, sizeof kept_names);
	state->number_count = kept_count;
	return true;
}

#include "search/schedule/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/macro.h"
#include "search/nest/walk.h"

enum { DEPTH_MAX = 32, REPEAT_MAX = 1000, ASKED_MAX = 256 };

bool run_refuse(Run *run, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(run->reason, 256, format, args);
	va_end(args);
	return false;
}

/* -- forms ----------------------------------------------------------------- */

enum { FITTED_MAX = 48 };

/* What a form names, until it is known to fit. */
typedef struct Fitted {
	Run *run;
	int count;
	struct {
		const char *name;
		bool loop;
		const Path *path;
	} items[FITTED_MAX];
} Fitted;

static void keep_fitted(void *context, const char *name, bool loop,
			const Path *path)
{
	Fitted *fitted = context;
	int i = fitted->count;

	if (i == FITTED_MAX)
		return;
	fitted->items[i].name = name;
	fitted->items[i].loop = loop;
	fitted->items[i].path = path_kept(fitted->run->task->arena, path);
	fitted->count++;
}

/* All places of the i-th name; it is given once, by its first. */
static bool give_fitted(Run *run, const Fitted *fitted, int i)
{
	const char *name = fitted->items[i].name;
	const Path **items = ARENA_ARRAY(run->task->arena, const Path *,
					 fitted->count);
	int count = 0;

	for (int k = 0; k < fitted->count; k++) {
		if (strcmp(fitted->items[k].name, name))
			continue;
		if (k < i)
			return true;
		items[count++] = fitted->items[k].path;
	}
	return state_give(&run->state, name, true, (Places){
		       .loop = fitted->items[i].loop, .count = count,
		       .items = items })
	    || run_refuse(run, "too many names");
}

static bool match_form(Run *run, const Form *form, const Path *at,
		       char miss[128])
{
	Fitted fitted = { .run = run };

	if (!form_match(run->task->program->ir, form, run->state.now->expr, at,
			keep_fitted, &fitted, miss))
		return false;
	for (int i = 0; i < fitted.count; i++)
		if (!give_fitted(run, &fitted, i))
			return false;
	return true;
}

static bool run_match(Run *run, const Step *step, const char *here)
{
	char miss[128];
	Path at;

	return place_named(run, here, &at)
	    && (match_form(run, step->form, &at, miss)
		|| run_refuse(run, "the form does not match: %s", miss));
}

static void no_name(void *context, const char *name, bool loop,
		    const Path *path)
{
	(void)context;
	(void)name;
	(void)loop;
	(void)path;
}

/* Whether what is looked for may be there: outside of some form, functions are
 * not looked into either. */
static bool is_entered(Run *run, const Form *outside, const Path *at)
{
	const Expr *root = run->state.now->expr;
	char miss[128];

	return !outside
	    || (locate_node(root, at)->kind != EXPR_LAMBDA
		&& !form_match(run->task->program->ir, outside, root, at,
			       no_name, NULL, miss));
}

/* Whether it is there, and of what it names its condition holds. */
static bool find_at(Run *run, const Step *step, const Path *at)
{
	Amount holds = { 1, NULL };
	char miss[128];

	return locate_node(run->state.now->expr, at)->kind != EXPR_LAMBDA
	    && match_form(run, step->form, at, miss)
	    && (!step->values[0]
		|| (formula_value(run, step->values[0], &holds)
		    && holds.value));
}

/* Where one looks for something; at grows with the walk. */
typedef struct Search {
	Run *run;
	const Step *step;
	const Block *block;
	int form;
	Path at;
	const Path *but; /* not there, or NULL */
} Search;

static Walk look_found(void *context, const Expr *e, int binders)
{
	Search *s = context;

	(void)e;
	(void)binders;
	if (!is_entered(s->run, s->step->outside, &s->at))
		return WALK_PAST;
	return !(s->but && path_same(s->but, &s->at))
	    && find_at(s->run, s->step, &s->at) ? WALK_HERE : WALK_ON;
}

/* The innermost: the first inside of the first, and so on. */
static bool find_below(Run *run, const Step *step, const Path *at)
{
	const Expr *root = run->state.now->expr;
	Search s = { .run = run, .step = step, .at = *at };
	Path found;

	if (!walk_first(locate_node(root, &s.at), look_found, &s, &s.at))
		return false;
	if (!step->innermost)
		return true;
	do {
		found = s.at;
		s.but = &found;
	} while (walk_first(locate_node(root, &found), look_found, &s, &s.at));
	return find_at(run, step, &found);
}

static bool run_find(Run *run, const Step *step, const char *here)
{
	Path at;

	return place_named(run, here, &at)
	    && (find_below(run, step, &at)
		|| run_refuse(run, "nothing like it at or below that place"));
}

/* -- control --------------------------------------------------------------- */

static bool run_sequence(Run *run, const Step *step, const char *here)
{
	for (int i = 0; i < step->count; i++)
		if (!run_step(run, step->steps[i], here))
			return false;
	return true;
}

/* The step, or nothing at all. */
static bool attempt(Run *run, const Step *step, const char *here)
{
	State *before = base_malloc(sizeof *before);
	const int depth = run->depth;
	bool done;

	*before = run->state;
	done = run_step(run, step, here);
	if (!done) {
		run->state = *before;
		run->depth = depth;
	}
	free(before);
	return done;
}

static bool run_repeat(Run *run, const Step *step, const char *here)
{
	for (int i = 0; i < REPEAT_MAX; i++)
		if (!attempt(run, step->steps[0], here))
			break;
	return true;
}

static bool run_if(Run *run, const Step *step, const char *here)
{
	Amount condition;

	if (!formula_value(run, step->values[0], &condition))
		return false;
	if (condition.value)
		return run_step(run, step->steps[0], here);
	return step->count < 2 || run_step(run, step->steps[1], here);
}

/* At every place, the last first, each under a name of its own: what is done at
 * one may move the others. */
static bool at_places(Run *run, const Step *step, const Places *places)
{
	int first = run->hidden;
	bool done = true;

	run->hidden += places->count;
	for (int i = 0; i < places->count; i++)
		if (!state_give(&run->state, arena_printf(run->task->arena,
							  "@%d", first + i),
				true, (Places){
				.loop = places->loop, .count = 1,
				.items = &places->items[i] }))
			return run_refuse(run, "too many names");
	for (int i = places->count - 1; done && i >= 0; i--) {
		const char *name = arena_printf(run->task->arena, "@%d",
						first + i);

		if (state_name(&run->state, name)->places.count)
			done = run_step(run, step->steps[0], name);
	}
	for (int i = 0; i < places->count; i++)
		state_forget(&run->state, arena_printf(run->task->arena, "@%d",
						       first + i));
	return done;
}

static bool run_at(Run *run, const Step *step)
{
	for (int i = 0; i < step->place_count; i++) {
		Places places;

		if (!place_all(run, &step->places[i], &places)
		    || !at_places(run, step, &places))
			return false;
	}
	return true;
}

static bool run_name(Run *run, const Step *step, const char *here)
{
	const Expr *root = run->state.now->expr;
	Path at;

	return place_named(run, here, &at)
	    && state_give_place(run->task, &run->state, step->name, true,
				step->kind == STEP_LOOP
				&& forward_is_loop(locate_node(root, &at)),
				&at);
}

/* -- blocks ---------------------------------------------------------------- */

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

/* Another place, outside of functions, with which all holds; around is the
 * place of both. */
static Walk look_beside(void *context, const Expr *e, int binders)
{
	Search *s = context;
	const Path both = path_common(s->but, &s->at);
	char miss[128];

	(void)binders;
	if (e->kind == EXPR_LAMBDA)
		return WALK_PAST;
	return !path_same(s->but, &s->at)
	    && match_form(s->run, s->block->beside[s->form], &s->at, miss)
	    && state_give_place(s->run->task, &s->run->state, "around", true,
				false, &both)
	    && all_hold(s->run, s->block) ? WALK_HERE : WALK_ON;
}

/* The form with two roots, the second's the first such place. */
static bool opens_beside(Run *run, const Block *block, int form,
			 const Path *at)
{
	Search s = { .run = run, .block = block, .form = form, .but = at };

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
		if (!match_form(run, block->forms[i], &at, miss))
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
	Amount value = { 1, NULL };
	Path at;

	if (values->only && !formula_value(run, values->only, &value))
		return false;
	if (!value.value)
		return true;
	for (int i = 0; i < values->count; i++) {
		const char *word = values->words[i];

		if (!formula_value(run, values->items[i], &value))
			return false;
		args[i] = value.value;
		if (!values->list)
			numbers_add(list, value.value, "%s", word ? word
				    : value.origin ? value.origin
						   : "as listed");
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

/* The list of a number whose predecessors are known. */
static bool list_of(Run *run, const Choice *choice, Numbers *list)
{
	list->count = 0;
	for (int i = 0; i < choice->count; i++)
		if (!add_values(run, &choice->values[i], list))
			return false;
	return list->count
	    || run_refuse(run, "%s has no value here", choice->number);
}

static bool choose(Run *run, const Block *block, int count,
		   const Amount *numbers)
{
	for (int i = 0; i < block->choice_count; i++) {
		State *state = &run->state;
		Numbers list;
		Amount number;

		if (i < count)
			number = numbers[i];
		else if (list_of(run, &block->choices[i], &list))
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
	return run_opens(run, block) && choose(run, block, count, numbers)
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

static bool run_run(Run *run, const Step *step, const char *here)
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

static bool run_normalise_here(Run *run, const char *here)
{
	Path at;

	return place_named(run, here, &at) && run_normalise(run, &at);
}

/* All that is still to be decided there, each by what is offered first. */
static bool run_decide(Run *run, const char *here)
{
	Work work = { .task = run->task, .now = run->state.now };
	Path at;

	if (!place_named(run, here, &at))
		return false;
	macro_lower(&work, &at);
	if (!work.now)
		return run_refuse(run, "nothing decides what is left");
	state_advance(run->task, &run->state, work.now, NULL);
	return true;
}

bool run_step(Run *run, const Step *step, const char *here)
{
	switch (step->kind) {
	case STEP_RULE: return run_rule(run, step, here);
	case STEP_AT: return run_at(run, step);
	case STEP_SEQUENCE: return run_sequence(run, step, here);
	case STEP_OR: return attempt(run, step->steps[0], here)
			  || run_step(run, step->steps[1], here);
	case STEP_TRY: attempt(run, step->steps[0], here); return true;
	case STEP_REPEAT: return run_repeat(run, step, here);
	case STEP_IF: return run_if(run, step, here);
	case STEP_MATCH: return run_match(run, step, here);
	case STEP_FIND: return run_find(run, step, here);
	case STEP_VALUE: case STEP_LOOP: return run_name(run, step, here);
	case STEP_NORMALISE: return run_normalise_here(run, here);
	case STEP_DECIDE: return run_decide(run, here);
	case STEP_CUT: return run_cut(run, step);
	case STEP_PEEL: return run_peel(run, step);
	case STEP_RUN: return run_run(run, step, here);
	}
	return false;
}

/* -- from outside ---------------------------------------------------------- */

static bool start(Run *run, const Path *at)
{
	const Path root = path_root();

	return state_give_place(run->task, &run->state, "root", true, false,
				&root)
	    && state_give_place(run->task, &run->state, "here", true, false,
				at);
}

static bool opens(Run *run, const Block *block, const Path *at)
{
	return start(run, at) && run_opens(run, block)
	    && choose(run, block, 0, NULL);
}

bool block_opens(const Task *task, const Schedules *all, const Block *block,
		 const Derivation *from, const Path *at, char reason[256])
{
	Run *run = base_calloc(1, sizeof *run);
	bool does;

	*run = (Run){ .task = task, .all = all, .reason = reason,
		      .state = { .now = from } };
	does = opens(run, block, at);
	free(run);
	return does;
}

/* Before names are made for its parts. */
static bool may_have_form(const Run *run, const Block *block, const Path *at)
{
	char miss[128];

	for (int i = 0; i < block->form_count; i++)
		if (form_match(run->task->program->ir, block->forms[i],
			       run->state.now->expr, at, no_name, NULL, miss))
			return true;
	return !block->form_count;
}

/* The answer of one that is asked in between, with names of its own. */
static bool ask_inside(const Run *run, const Block *block, const Path *at,
		       bool (*answer)(Run *, const Block *, const Path *))
{
	Run *inner;
	char reason[256];
	bool does;

	if (run->asked == ASKED_MAX || !may_have_form(run, block, at))
		return false;
	inner = base_calloc(1, sizeof *inner);
	*inner = (Run){ .task = run->task, .all = run->all, .reason = reason,
			.asked = run->asked + 1,
			.state = { .now = run->state.now } };
	does = answer(inner, block, at);
	free(inner);
	return does;
}

bool run_block_opens(const Run *run, const Block *block, const Path *at)
{
	return ask_inside(run, block, at, opens);
}

static bool applies(Run *run, const Block *block, const Path *at)
{
	return start(run, at) && run_chosen(run, block, 0, NULL);
}

bool run_block_applies(const Run *run, const Block *block, const Path *at)
{
	return ask_inside(run, block, at, applies);
}

static Walk look_open(void *context, const Expr *e, int binders)
{
	Search *s = context;

	(void)binders;
	return e->kind != EXPR_LAMBDA
	    && run_block_opens(s->run, s->block, &s->at) ? WALK_HERE : WALK_ON;
}

bool run_block_opens_below(Run *run, const Block *block, const Path *at)
{
	Search s = { .run = run, .block = block, .at = *at };

	return walk_first(locate_node(run->state.now->expr, at), look_open, &s,
			  &s.at);
}

const Derivation *block_apply(const Task *task, const Schedules *all,
			      const Block *block, const Derivation *from,
			      const Path *at, int count,
			      const int64_t *numbers, char reason[256])
{
	Run *run = base_calloc(1, sizeof *run);
	Amount chosen[BLOCK_NUMBERS_MAX];
	const Derivation *now;

	*run = (Run){ .task = task, .all = all, .reason = reason,
		      .state = { .now = from } };
	for (int i = 0; i < count; i++)
		chosen[i] = amount_number(numbers[i]);
	now = start(run, at) && run_chosen(run, block, count, chosen)
	    ? run->state.now : NULL;
	free(run);
	return now;
}

bool block_list(const Task *task, const Schedules *all, const Block *block,
		const Derivation *from, const Path *at, int count,
		const int64_t *numbers, Numbers *list, char reason[256])
{
	Run *run = base_calloc(1, sizeof *run);
	bool found;

	*run = (Run){ .task = task, .all = all, .reason = reason,
		      .state = { .now = from } };
	for (int i = 0; i < count; i++) {
		run->state.number_names[i] = block->choices[i].number;
		run->state.numbers[i] = amount_number(numbers[i]);
	}
	run->state.number_count = count;
	found = start(run, at) && run_opens(run, block)
	     && list_of(run, &block->choices[count], list);
	free(run);
	return found && list->count;
}

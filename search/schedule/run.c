#include "search/schedule/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "search/space/launch.h"
#include "search/space/offer.h"
#include "search/space/own_rules.h"

enum { REPEAT_MAX = 1000 };

bool run_refuse(Run *run, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(run->reason, 256, format, args);
	va_end(args);
	return false;
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
bool run_attempt(Run *run, const Step *step, const char *here)
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
		if (!run_attempt(run, step->steps[0], here))
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
		if (!state_give(&run->state, arena_printf(run->task->scratch,
							  "@%d", first + i),
				true, (Places){
				.loop = places->loop, .count = 1,
				.items = &places->items[i] }))
			return run_refuse(run, "too many names");
	for (int i = places->count - 1; done && i >= 0; i--) {
		const char *name = arena_printf(run->task->scratch, "@%d",
						first + i);

		if (state_name(&run->state, name)->places.count)
			done = run_step(run, step->steps[0], name);
	}
	for (int i = 0; i < places->count; i++)
		state_forget(&run->state, arena_printf(run->task->scratch, "@%d",
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

/* -- steps ----------------------------------------------------------------- */

static bool run_normalise_here(Run *run, const Step *step, const char *here)
{
	Path at;

	return place_named(run, here, &at)
	    && run_normalise(run, &at, step->name);
}

static bool take_work(Run *run, const Work *work, const char *reason)
{
	if (!work->now)
		return run_refuse(run, "%s", reason);
	state_advance(run->task, &run->state, work->now, NULL);
	return true;
}

/* All that is still to be decided there, each by what is offered first. */
static bool run_decide(Run *run, const char *here)
{
	Work work = { .task = run->task, .now = run->state.now };
	Path at;

	if (!place_named(run, here, &at))
		return false;
	offer_decide(&work, &at);
	return take_work(run, &work, "nothing decides what is left");
}

/* A rule of a user's own, by its number. */
static bool run_own(Run *run, const Step *step)
{
	Work work = { .task = run->task, .now = run->state.now };
	Amount use;

	if (!formula_value(run, step->values[0], &use))
		return false;
	own_rules_use(&work, use.value);
	return take_work(run, &work, "no own rule applies");
}

static bool run_launch(Run *run, const Step *step, const char *here)
{
	Work work = { .task = run->task, .now = run->state.now };
	Amount items, across;
	Path at;

	if (!place_named(run, here, &at)
	    || !formula_value(run, step->values[0], &items)
	    || !formula_value(run, step->values[1], &across))
		return false;
	launch_groups(&work, &at, items.value, across.value);
	return take_work(run, &work, "no groups of so many items");
}

bool run_step(Run *run, const Step *step, const char *here)
{
	switch (step->kind) {
	case STEP_RULE: return run_rule(run, step, here);
	case STEP_AT: return run_at(run, step);
	case STEP_SEQUENCE: return run_sequence(run, step, here);
	case STEP_OR: return run_attempt(run, step->steps[0], here)
			  || run_step(run, step->steps[1], here);
	case STEP_TRY: run_attempt(run, step->steps[0], here); return true;
	case STEP_REPEAT: return run_repeat(run, step, here);
	case STEP_IF: return run_if(run, step, here);
	case STEP_MATCH: return run_match(run, step, here);
	case STEP_FIND: return run_find(run, step, here);
	case STEP_VALUE: case STEP_LOOP: return run_name(run, step, here);
	case STEP_NORMALISE: return run_normalise_here(run, step, here);
	case STEP_DECIDE: return run_decide(run, here);
	case STEP_CUT: return run_cut(run, step);
	case STEP_PEEL: return run_peel(run, step);
	case STEP_RUN: return run_run(run, step, here);
	case STEP_OWN: return run_own(run, step);
	case STEP_LAUNCH: return run_launch(run, step, here);
	}
	return false;
}

/* Blocks from outside: offered, applied and asked for numbers, each time with
 * names of their own. */
#include <stdlib.h>

#include "search/nest/walk.h"
#include "search/schedule/run.h"

enum { ASKED_MAX = 256 };

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
	    && run_choose(run, block, 0, NULL);
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
	for (int i = 0; i < block->form_count; i++)
		if (run_fits(run, block->forms[i], at))
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

/* Where a block is looked for; at grows with the walk. */
typedef struct Search {
	Run *run;
	const Block *block;
	Path at;
} Search;

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
	     && run_list(run, &block->choices[count], list);
	free(run);
	return found && list->count;
}

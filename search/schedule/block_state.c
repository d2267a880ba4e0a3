#include "search/schedule/block_state.h"

#include <string.h>

StateName *state_name(State *state, const char *name)
{
	for (int i = 0; i < state->count; i++)
		if (state->names[i].frame == state->frame
		    && !strcmp(state->names[i].places.name, name))
			return &state->names[i];
	return NULL;
}

bool state_give(State *state, const char *name, bool own, Places places)
{
	StateName *known = state_name(state, name);

	if (!known && state->count == STATE_NAMES_MAX)
		return false;
	if (!known)
		known = &state->names[state->count++];
	places.name = name;
	*known = (StateName){ .frame = state->frame, .own = own,
			      .places = places };
	return true;
}

bool state_give_place(const Task *task, State *state, const char *name,
		      bool own, bool loop, const Path *path)
{
	const Path **items = ARENA_NEW(task->scratch, const Path *);

	items[0] = path_kept(task->scratch, path);
	return state_give(state, name, own, (Places){
		.loop = loop, .count = 1, .items = items });
}

void state_forget(State *state, const char *name)
{
	StateName *known = state_name(state, name);

	if (known)
		*known = state->names[--state->count];
}

/* The whole program, whatever it becomes; a block may call another place so. */
static bool is_whole(const StateName *name)
{
	return !strcmp(name->places.name, "root") && name->places.count == 1
	    && !name->places.items[0]->depth;
}

static int one_step(const Task *task, State *state, const Derivation *step,
		    Places *given)
{
	Places places[STATE_NAMES_MAX];
	int count;

	for (int i = 0; i < state->count; i++)
		places[i] = state->names[i].places;
	count = forward_step(task->rewriter, task->scratch, step, state->count,
			     places, given);
	for (int i = 0; i < state->count; i++) {
		StateName *name = &state->names[i];

		if (is_whole(name))
			continue;
		if (name->places.count && !places[i].count)
			name->ended = rule_name(step->rule);
		name->places = places[i];
	}
	state->now = step;
	return count;
}

int state_advance(const Task *task, State *state, const Derivation *to,
		  Places *given)
{
	if (to == state->now)
		return 0;
	state_advance(task, state, to->before, NULL);
	return one_step(task, state, to, given);
}

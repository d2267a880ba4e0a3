#include "search/space/derive_state.h"

#include <string.h>

#include "base/text.h"
#include "ir/core/legal.h"
#include "search/nest/flow.h"
#include "search/space/launch.h"
#include "search/space/offer.h"

static const char *decision_label(const Task *task, const DeriveState *state)
{
	Text text = { 0 };
	const char *label;

	text_put(&text, block_called(state->block));
	for (int i = 0; i < state->given; i++)
		text_printf(&text, "%s %s %lld (%s)", i ? "," : ":",
			    block_number(state->block, i),
			    (long long)state->numbers[i].value,
			    state->numbers[i].origin);
	label = arena_strdup(task->arena, text_string(&text));
	text_free(&text);
	return label;
}

static void *kept(const Task *task, const void *items, size_t bytes)
{
	return memcpy(arena_alloc(task->arena, bytes), items, bytes);
}

DeriveState *derive_state_kept(const Task *task, DeriveState state)
{
	return kept(task, &state, sizeof state);
}

/* Whether steps use on a float that becomes an index what floats keep only
 * nearly. */
static bool blurs_index(const Task *task, const Derivation *from,
			const Derivation *now)
{
	for (; task->indexes && now != from; now = now->before)
		if ((now->assumed.kind == RULE_REASSOCIATES
		     || now->assumed.kind == RULE_ROUNDS)
		    && flow_indexes_at(now->before->expr, now->at))
			return true;
	return false;
}

/* The block has all its numbers. */
static const DeriveState *decide(const Task *task, const DeriveState *state)
{
	Work work = { .task = task, .now = state->derivation };

	offer_apply(&work, state->site, state->block, state->numbers);
	if (!work.now || blurs_index(task, state->derivation, work.now))
		return NULL;
	return derive_state_settle(task, state->before,
				   derive_state_kept(task, *state), work.now);
}

/* Takes numbers as long as there is only one to take. */
static const DeriveState *ask_number(const Task *task, DeriveState state)
{
	while (state.given < block_number_count(state.block)) {
		Numbers list = { 0 };

		offer_list(task, state.derivation, state.site, state.block,
			   state.given, state.numbers, &list);
		if (!list.count)
			return NULL;
		state.list = kept(task, list.items, sizeof *list.items
				  * (size_t)list.count);
		state.count = list.count;
		if (list.count > 1)
			return derive_state_kept(task, state);
		state.numbers[state.given++] = list.items[0];
	}
	return decide(task, &state);
}

static const DeriveState *take_block(const Task *task,
				     const DeriveState *from,
				     const Block *block)
{
	DeriveState state = { .before = from, .derivation = from->derivation,
			      .site = from->site, .block = block };

	return ask_number(task, state);
}

int derive_state_times(const DeriveState *state, const Block *block)
{
	int times = 0;

	for (const DeriveState *s = state; s; s = s->before)
		times += s->made && s->made->block == block;
	return times;
}

static bool is_worn_out(const DeriveState *state, const Block *block)
{
	return block_times(block)
	    && derive_state_times(state, block) >= block_times(block);
}

static const DeriveState *ask_block(const Task *task, DeriveState state)
{
	const Block *found[OFFERS_MAX];
	int count = offers_for(task, state.derivation, state.site, found);

	for (int i = 0; i < count; i++)
		if (!is_worn_out(&state, found[i]))
			found[state.count++] = found[i];
	if (!state.count)
		return NULL;
	state.blocks = kept(task, found, sizeof *found * (size_t)state.count);
	if (state.count > 1)
		return derive_state_kept(task, state);
	return take_block(task, derive_state_kept(task, state), found[0]);
}

const DeriveState *derive_state_settle(const Task *task,
				       const DeriveState *before,
				       const DeriveState *made,
				       const Derivation *derivation)
{
	DeriveState state = { .before = before, .made = made,
			      .label = made ? decision_label(task, made) : NULL,
			      .derivation = derivation };
	Site *site = ARENA_NEW(task->arena, Site);
	LegalFault fault;

	if (launch_is_narrow(task, derivation->expr)
	    && !launch_is_narrow(task, task->program->body))
		return NULL;
	state.site = site;
	if (site_first(derivation->expr, NULL, site)
	    || launch_site(task, derivation->expr, site))
		return ask_block(task, state);
	if (!legal_check(task->program, derivation->expr, &task->device,
			 &fault))
		return NULL;
	state.complete = true;
	return derive_state_kept(task, state);
}

const DeriveState *derive_state_block(const Task *task,
				      const DeriveState *from, int choice)
{
	arena_clear(task->scratch);
	return take_block(task, from, from->blocks[choice]);
}

const DeriveState *derive_state_number(const Task *task,
				       const DeriveState *from, int choice)
{
	DeriveState state = *from;

	arena_clear(task->scratch);
	state.numbers[state.given++] = from->list[choice];
	return ask_number(task, state);
}

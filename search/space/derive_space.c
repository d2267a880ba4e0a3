/* The space of a Derive: what a strategy sees of its states. */
#include <math.h>

#include "search/nest/describe.h"
#include "search/space/derive_state.h"
#include "search/space/offer.h"

/* -- choices --------------------------------------------------------------- */

/* What was no choice before there were several roots. */
static const char *alone_label(const DeriveState *state)
{
	const Block *block = state->made ? state->made->block : state->block;

	return block ? block_called(block) : DERIVE_FIRST;
}

/* The root that is chosen; NULL: it is another choice. */
static const DeriveState *other_chosen(const DeriveState *state, int choice)
{
	const int at = choice - (state->count - state->other_count);

	return at < 0 ? NULL : state->others[at];
}

/* Of several roots the one that a state began with. */
static const char *root_name(const Derive *derive, const DeriveState *state)
{
	while (state->before)
		state = state->before;
	return state->label && !state->made ? state->label
					    : derive->roots.items[0].name;
}

static const char *choice_label(void *context, const void *of, int choice)
{
	const Derive *derive = context;
	const DeriveState *state = of;
	const DeriveState *other = other_chosen(state, choice);

	if (other)
		return root_name(derive, other);
	if (state->first)
		return alone_label(state->first);
	if (!state->block)
		return block_called(state->blocks[choice]);
	return arena_printf(derive->task.arena, "%s %lld (%s)",
			    block_number(state->block, state->given),
			    (long long)state->list[choice].value,
			    state->list[choice].origin);
}

/* -- states ---------------------------------------------------------------- */

/* A root that may be chosen; all but the first have a label. */
static const DeriveState *root_state(const Derive *derive, int i)
{
	const Task *task = &derive->task;
	const Root *root = &derive->roots.items[i];
	const DeriveState before = { .derivation = root->start,
				     .label = root->name };

	if (i >= derive->roots.count
	    || (derive->roots.count > 1
		&& offer_is_forbidden(task, root->name)))
		return NULL;
	return derive_state_settle(task, i ? derive_state_kept(task, before)
					    : NULL, NULL, root->start);
}

/* The choices of the first root, and after them the others. */
static const DeriveState *several(const Task *task,
				  const DeriveState *const *roots, int count)
{
	const DeriveState *first = roots[0];
	DeriveState state = *first;

	if (state.block || state.complete)
		state = (DeriveState){ .derivation = first->derivation,
				       .count = 1, .first = first };
	state.others = roots + 1;
	state.other_count = count - 1;
	state.count += count - 1;
	return derive_state_kept(task, state);
}

static const DeriveState *first_state(const Derive *derive)
{
	const DeriveState **roots = ARENA_ARRAY(derive->task.arena,
						const DeriveState *, ROOTS_MAX);
	int count = 0;

	for (int i = 0; i < derive->roots.count; i++) {
		roots[count] = root_state(derive, i);
		count += roots[count] != NULL;
	}
	return count > 1 ? several(&derive->task, roots, count) : roots[0];
}

static const void *space_root(void *context)
{
	Derive *derive = context;

	if (!derive->root)
		derive->root = first_state(derive);
	return derive->root;
}

static int space_choices(void *context, const void *state)
{
	(void)context;
	return ((const DeriveState *)state)->count;
}

static bool may_go_on(Derive *derive)
{
	const Task *task = &derive->task;

	derive->full = derive->full
		|| arena_bytes(task->arena)
		   + arena_bytes(ir_arena(task->program->ir))
		   > derive->bytes;
	return !derive->full
	    && !(derive->stop && derive->stop(derive->context));
}

static const void *space_child(void *context, const void *of, int choice)
{
	Derive *derive = context;
	const DeriveState *from = of;
	const DeriveState *other = other_chosen(from, choice);

	if (!may_go_on(derive))
		return NULL;
	if (other)
		return other;
	if (from->first)
		return from->first;
	if (!from->block)
		return derive_state_block(&derive->task, from, choice);
	return derive_state_number(&derive->task, from, choice);
}

static bool space_complete(void *context, const void *state)
{
	(void)context;
	return ((const DeriveState *)state)->complete;
}

static uint64_t space_key(void *context, const void *state)
{
	(void)context;
	return ((const DeriveState *)state)->derivation->expr->hash;
}

static bool space_number(void *context, const void *of, int choice,
			 SpaceNumber *number)
{
	const DeriveState *state = of;

	(void)context;
	if (state->block)
		*number = (SpaceNumber){ state->list[choice].value,
					 state->list[choice].origin };
	return state->block != NULL;
}

static const char *space_named(void *context, const void *of)
{
	const DeriveState *state = of;

	(void)context;
	return state->block ? block_number(state->block, state->given) : NULL;
}

static const char *feature_name(const Task *task, const DeriveState *state,
				int number)
{
	const Block *block = state->made->block;
	int times = derive_state_times(state->before, block);
	const char *name = block_called(block);

	if (times)
		name = arena_printf(task->arena, "%s %d", name, times + 1);
	return number < 0 ? name
		: arena_printf(task->arena, "%s.%s", name,
			       block_number(block, number));
}

static int decision_features(const Task *task, const DeriveState *state,
			     Feature *features, int room)
{
	const DeriveState *made = state->made;
	int count = 0;

	if (!made || room < 1 + made->given)
		return 0;
	features[count++] = (Feature){ feature_name(task, state, -1), 0 };
	for (int i = 0; i < made->given; i++)
		features[count++] = (Feature){
			feature_name(task, state, i),
			log2((double)made->numbers[i].value + 1),
		};
	return count;
}

static const char *space_owner(void *context, const void *of)
{
	const DeriveState *state = of;

	(void)context;
	return state->block ? block_called(state->block) : NULL;
}

static int space_features(void *context, const void *of, Feature *features)
{
	const Derive *derive = context;
	const DeriveState *state = of;
	int count = describe(state->derivation->expr, &derive->task.device,
			     features);

	if (derive->roots.count > 1 && count < FEATURES_MAX)
		features[count++] = (Feature){ root_name(derive, state), 0 };
	for (const DeriveState *s = state; s; s = s->before)
		count += decision_features(&derive->task, s, features + count,
					   FEATURES_MAX - count);
	return count;
}

static double space_modelled(void *context, const void *of)
{
	const Derive *derive = context;
	const DeriveState *state = of;

	return derive->model ? derive->model(derive->model_context,
					     state->derivation->expr) : 0;
}

const SpaceClass derive_class = {
	.root = space_root, .choices = space_choices, .label = choice_label,
	.child = space_child, .complete = space_complete, .key = space_key,
	.number = space_number, .named = space_named, .owner = space_owner,
	.features = space_features, .modelled = space_modelled,
};

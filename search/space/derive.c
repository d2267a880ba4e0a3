#include "search/space/derive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ir/core/legal.h"
#include "search/clean.h"
#include "search/nest/describe.h"
#include "search/nest/flow.h"
#include "search/schedule/schedule.h"
#include "search/space/choices.h"
#include "search/space/launch.h"
#include "search/space/offer.h"
#include "search/space/roots.h"

typedef struct State {
	const struct State *before; /* the state of the last choice */
	const struct State *made;   /* the decision made last, or NULL */
	const char *label;          /* of that decision, or NULL */
	const Derivation *derivation;
	bool complete;
	Site site;                  /* not of a complete state */
	const Block *block;         /* whose numbers are chosen, or NULL */
	int given;
	Number numbers[BLOCK_NUMBERS_MAX];
	int count;                  /* choices: blocks, or numbers */
	const Block **blocks;
	const Number *list;
	const struct State *first, *other; /* of the first state of two
					    * roots: the last choice is the
					    * other, or there are but these */
} State;

struct Derive {
	Task task;
	Schedules *built_in; /* NULL: given others */
	Roots roots;
	const State *root; /* NULL: not asked for yet */
	size_t bytes; /* at most */
	bool full;
	bool (*stop)(void *context);
	void *context;
};

/* -- labels ---------------------------------------------------------------- */

static const char *decision_label(const Task *task, const State *state)
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

/* What was no choice before there were two roots. */
static const char *alone_label(const State *state)
{
	const Block *block = state->made ? state->made->block : state->block;

	return block ? block_called(block) : DERIVE_FIRST;
}

static const char *choice_label(void *context, const void *of, int choice)
{
	const Derive *derive = context;
	const State *state = of;

	if (state->other && choice == state->count - 1)
		return derive->roots.items[1].name;
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

static State *state_new(const Task *task, State state)
{
	State *made = ARENA_NEW(task->arena, State);

	*made = state;
	return made;
}

static const State *settle(const Task *task, const State *before,
			   const State *made, const Derivation *derivation);

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
static const State *decide(const Task *task, const State *state)
{
	Work work = { .task = task, .now = state->derivation };

	offer_apply(&work, &state->site, state->block, state->numbers);
	if (!work.now || blurs_index(task, state->derivation, work.now))
		return NULL;
	return settle(task, state->before, state_new(task, *state), work.now);
}

/* Takes numbers as long as there is only one to take. */
static const State *ask_number(const Task *task, State state)
{
	while (state.given < block_number_count(state.block)) {
		Numbers *list = ARENA_NEW(task->arena, Numbers);

		offer_list(task, state.derivation, &state.site, state.block,
			   state.given, state.numbers, list);
		if (!list->count)
			return NULL;
		state.list = list->items;
		state.count = list->count;
		if (list->count > 1)
			return state_new(task, state);
		state.numbers[state.given++] = list->items[0];
	}
	return decide(task, &state);
}

static const State *take_block(const Task *task, const State *from,
			       const Block *block)
{
	State state = { .before = from, .derivation = from->derivation,
			.site = from->site, .block = block };

	return ask_number(task, state);
}

/* How often a block was chosen up to a state. */
static int times_made(const State *state, const Block *block)
{
	int times = 0;

	for (const State *s = state; s; s = s->before)
		times += s->made && s->made->block == block;
	return times;
}

static bool is_worn_out(const State *state, const Block *block)
{
	return block_times(block)
	    && times_made(state, block) >= block_times(block);
}

static const State *ask_block(const Task *task, State state)
{
	const Block *found[OFFERS_MAX];
	int count = offers_for(task, state.derivation, &state.site, found);

	state.blocks = ARENA_ARRAY(task->arena, const Block *, OFFERS_MAX);
	for (int i = 0; i < count; i++)
		if (!is_worn_out(&state, found[i]))
			state.blocks[state.count++] = found[i];
	if (!state.count)
		return NULL;
	if (state.count > 1)
		return state_new(task, state);
	return take_block(task, state_new(task, state), state.blocks[0]);
}

static const State *settle(const Task *task, const State *before,
			   const State *made, const Derivation *derivation)
{
	State state = { .before = before, .made = made,
			.label = made ? decision_label(task, made) : NULL,
			.derivation = derivation };
	LegalFault fault;

	if (launch_is_narrow(task, derivation->expr))
		return NULL;
	if (site_first(derivation->expr, NULL, &state.site)
	    || launch_site(task, derivation->expr, &state.site))
		return ask_block(task, state);
	if (!legal_check(task->program, derivation->expr, &task->device,
			 &fault))
		return NULL;
	state.complete = true;
	return state_new(task, state);
}

/* -- the space ------------------------------------------------------------- */

/* A root that may be chosen; the other has a label. */
static const State *root_state(const Derive *derive, int i)
{
	const Task *task = &derive->task;
	const Root *root = &derive->roots.items[i];
	const State before = { .derivation = root->start, .label = root->name };

	if (i >= derive->roots.count
	    || (derive->roots.count > 1
		&& offer_is_forbidden(task, root->name)))
		return NULL;
	return settle(task, i ? state_new(task, before) : NULL, NULL,
		      root->start);
}

/* The choices of the first root, and after them the other. */
static const State *both(const Task *task, const State *first,
			 const State *other)
{
	State state = *first;

	state.other = other;
	if (state.block || state.complete)
		state = (State){ .derivation = first->derivation, .count = 1,
				 .first = first, .other = other };
	state.count++;
	return state_new(task, state);
}

static const State *first_state(const Derive *derive)
{
	const State *first = root_state(derive, 0);
	const State *other = root_state(derive, 1);

	if (first && other)
		return both(&derive->task, first, other);
	return first ? first : other;
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
	return ((const State *)state)->count;
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
	const State *from = of;
	State state = *from;

	if (!may_go_on(derive))
		return NULL;
	if (from->other && choice == from->count - 1)
		return from->other;
	if (from->first)
		return from->first;
	if (!from->block)
		return take_block(&derive->task, from, from->blocks[choice]);
	state.numbers[state.given++] = from->list[choice];
	return ask_number(&derive->task, state);
}

static bool space_complete(void *context, const void *state)
{
	(void)context;
	return ((const State *)state)->complete;
}

static uint64_t space_key(void *context, const void *state)
{
	(void)context;
	return ((const State *)state)->derivation->expr->hash;
}

static bool space_number(void *context, const void *of, int choice,
			 int64_t *value)
{
	const State *state = of;

	(void)context;
	if (state->block)
		*value = state->list[choice].value;
	return state->block != NULL;
}

static const char *space_named(void *context, const void *of)
{
	const State *state = of;

	(void)context;
	return state->block ? block_number(state->block, state->given) : NULL;
}

static const char *feature_name(const Task *task, const State *state,
				int number)
{
	const Block *block = state->made->block;
	int times = times_made(state->before, block);
	const char *name = block_called(block);

	if (times)
		name = arena_printf(task->arena, "%s %d", name, times + 1);
	return number < 0 ? name
		: arena_printf(task->arena, "%s.%s", name,
			       block_number(block, number));
}

static int decision_features(const Task *task, const State *state,
			     Feature *features, int room)
{
	const State *made = state->made;
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
	const State *state = of;

	(void)context;
	return state->block ? block_called(state->block) : NULL;
}

/* Of two roots the one that a state began with. */
static const char *root_name(const Derive *derive, const State *state)
{
	while (state->before)
		state = state->before;
	return derive->roots.items[state->label && !state->made].name;
}

static int space_features(void *context, const void *of, Feature *features)
{
	const Derive *derive = context;
	const State *state = of;
	int count = describe(state->derivation->expr, &derive->task.device,
			     features);

	if (derive->roots.count > 1 && count < FEATURES_MAX)
		features[count++] = (Feature){ root_name(derive, state), 0 };
	for (const State *s = state; s; s = s->before)
		count += decision_features(&derive->task, s, features + count,
					   FEATURES_MAX - count);
	return count;
}

static const SpaceClass derive_class = {
	.root = space_root, .choices = space_choices, .label = choice_label,
	.child = space_child, .complete = space_complete, .key = space_key,
	.number = space_number, .named = space_named, .owner = space_owner,
	.features = space_features,
};

Space derive_space(Derive *derive)
{
	return (Space){ &derive_class, derive };
}

/* -- making and results ---------------------------------------------------- */

static void choose_from(Task *task, const Schedules *schedules)
{
	task->schedules = schedules;
	task->faults = ARENA_ARRAY(task->arena, const char *,
				   schedules_count(schedules));
}

Derive *derive_new(const RuleBase *base, const Program *program,
		   const Device *device, RewriteOptions options)
{
	Derive *derive = base_calloc(1, sizeof *derive);
	Task *task = &derive->task;

	task->program = program;
	task->indexes = flow_indexes(program->body);
	task->device = *device;
	task->arena = arena_new();
	task->rewriter = rewriter_new(base, program, options);
	derive->built_in = schedules_new(base);
	choose_from(task, derive->built_in);
	clean_sets(task);
	derive->roots = roots_of(task);
	derive->bytes = DERIVE_BYTES;
	return derive;
}

void derive_forbid(Derive *derive, const char *name)
{
	Task *task = &derive->task;
	Forbidden *forbidden = ARENA_NEW(task->arena, Forbidden);

	*forbidden = (Forbidden){ arena_strdup(task->arena, name),
				  task->forbidden };
	task->forbidden = forbidden;
}

void derive_schedules(Derive *derive, const Schedules *schedules)
{
	choose_from(&derive->task, schedules);
}

static bool is_root_name(const char *name)
{
	return !strcmp(name, DERIVE_WRITTEN) || !strcmp(name, DERIVE_CANONICAL);
}

bool derive_knows(const Schedules *schedules, Arena *arena,
		  const Guide *guide, const char **near)
{
	return (guide->kind != GUIDE_FIX && is_root_name(guide->name))
	    || offer_is_known(schedules, arena, guide->name,
			      guide->kind == GUIDE_FIX, near);
}

bool derive_fault(const Derive *derive, int i, const char **block,
		  const char **reason)
{
	const Task *task = &derive->task;

	if (i >= schedules_count(task->schedules))
		return false;
	*block = block_called(schedules_at(task->schedules, i));
	*reason = task->faults[i];
	return true;
}

void derive_limit(Derive *derive, size_t bytes, bool (*stop)(void *context),
		  void *context)
{
	derive->bytes = bytes;
	derive->stop = stop;
	derive->context = context;
}

const char *derive_spelling(const Derive *derive)
{
	return derive->roots.reason;
}

bool derive_is_full(const Derive *derive)
{
	return derive->full;
}

void derive_free(Derive *derive)
{
	if (!derive)
		return;
	rewriter_free(derive->task.rewriter);
	schedules_free(derive->built_in);
	arena_free(derive->task.arena);
	free(derive);
}

Rewriter *derive_rewriter(Derive *derive)
{
	return derive->task.rewriter;
}

static void put_decisions(Text *json, const Program *program,
			  const State *state)
{
	const State *made = state->made;
	const char *names[BLOCK_NUMBERS_MAX];
	Text at = { 0 };

	if (state->before)
		put_decisions(json, program, state->before);
	if (!made)
		return;
	for (int i = 0; i < made->given; i++)
		names[i] = block_number(made->block, i);
	text_put(&at, "/body");
	print_pointer(&at, program, made->derivation->expr, &made->site.path);
	choices_put(json, block_called(made->block), text_string(&at),
		    made->given, names, made->numbers);
	text_free(&at);
}

static const char *decisions(const Task *task, const State *state)
{
	Text json = { 0 };
	const char *kept;

	put_decisions(&json, task->program, state);
	kept = arena_printf(task->arena, "[%s]", text_string(&json));
	text_free(&json);
	return kept;
}

Derived derive_result(Derive *derive, const void *of)
{
	const State *state = of;
	Derived result = { .low = state->derivation->expr,
			   .derivation = state->derivation,
			   .shape = describe_shape(state->derivation->expr) };
	const char **labels;
	int at;

	for (const State *s = state; s; s = s->before)
		result.label_count += s->label != NULL;
	labels = ARENA_ARRAY(derive->task.arena, const char *,
			     result.label_count + 1);
	at = result.label_count;
	for (const State *s = state; s; s = s->before)
		if (s->label)
			labels[--at] = s->label;
	result.labels = labels;
	result.choices = decisions(&derive->task, state);
	return result;
}

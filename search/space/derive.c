#include "search/space/derive_state.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ir/front/read_names.h"
#include "search/nest/describe.h"
#include "search/nest/flow.h"
#include "search/space/choices.h"
#include "search/space/clustered.h"
#include "search/space/offer.h"
#include "search/space/prepare.h"

Space derive_space(Derive *derive)
{
	return (Space){ &derive_class, derive };
}

/* -- making ---------------------------------------------------------------- */

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
	task->scratch = arena_new();
	task->rewriter = rewriter_new(base, program, options);
	derive->built_in = schedules_new(base);
	choose_from(task, derive->built_in);
	prepare_rules(task);
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

void derive_open(Derive *derive, const bool *open)
{
	derive->task.open = open;
}

void derive_schedules(Derive *derive, const Schedules *schedules)
{
	choose_from(&derive->task, schedules);
}

void derive_clusterings(Derive *derive)
{
	roots_add_clustered(&derive->task, &derive->roots);
}

void derive_clustering(Derive *derive, const Graph *graph,
		       const Clustering *clustering)
{
	Task *task = &derive->task;
	const Derivation *start = derivation_start(task->rewriter,
						   task->program->body);

	start = clustered(task->rewriter, start, graph, clustering);
	derive->roots = (Roots){ 1, { { DERIVE_WRITTEN,
					prepare(task, start) } },
				 "its clustering is given" };
}

bool derive_is_clustering(const char *name)
{
	return !strncmp(name, DERIVE_CLUSTERED " ",
			sizeof DERIVE_CLUSTERED " " - 1);
}

static bool is_root_name(const char *name)
{
	return !strcmp(name, DERIVE_WRITTEN) || !strcmp(name, DERIVE_CANONICAL)
	    || derive_is_clustering(name);
}

bool derive_knows(const Schedules *schedules, Arena *arena,
		  const Guide *guide, const char **near)
{
	return (guide->kind != GUIDE_FIX && is_root_name(guide->name))
	    || offer_is_known(schedules, arena, guide->name,
			      guide->kind == GUIDE_FIX, near);
}

bool derive_begins(const Derive *derive, const char *name, const char **near)
{
	const Roots *roots = &derive->roots;
	int best = INT_MAX;

	*near = NULL;
	for (int i = 0; i < roots->count && roots->count > 1; i++) {
		const char *root = roots->items[i].name;

		if (!strcmp(root, name))
			return true;
		if (!derive_is_clustering(root))
			continue;
		if (!*near)
			*near = root;
		names_nearer(name, root, &best, near);
	}
	return false;
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

void derive_model(Derive *derive, DeriveModel *model, void *context)
{
	derive->model = model;
	derive->model_context = context;
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
	arena_free(derive->task.scratch);
	arena_free(derive->task.arena);
	free(derive);
}

Rewriter *derive_rewriter(Derive *derive)
{
	return derive->task.rewriter;
}

/* -- results --------------------------------------------------------------- */

static void put_decisions(Text *json, const Program *program,
			  const DeriveState *state)
{
	const DeriveState *made = state->made;
	const char *names[BLOCK_NUMBERS_MAX];
	Text at = { 0 };

	if (state->before)
		put_decisions(json, program, state->before);
	if (!made && state->label && derive_is_clustering(state->label))
		choices_put(json, state->label, "/body", 0, NULL, NULL);
	if (!made)
		return;
	for (int i = 0; i < made->given; i++)
		names[i] = block_number(made->block, i);
	text_put(&at, "/body");
	print_pointer(&at, program, made->derivation->expr, &made->site->path);
	choices_put(json, block_called(made->block), text_string(&at),
		    made->given, names, made->numbers);
	text_free(&at);
}

static const char *decisions(const Task *task, const DeriveState *state)
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
	const DeriveState *state = of;
	Derived result = { .low = state->derivation->expr,
			   .derivation = state->derivation,
			   .shape = describe_shape(state->derivation->expr) };
	const char **labels;
	int at;

	for (const DeriveState *s = state; s; s = s->before)
		result.label_count += s->label != NULL;
	labels = ARENA_ARRAY(derive->task.arena, const char *,
			     result.label_count + 1);
	at = result.label_count;
	for (const DeriveState *s = state; s; s = s->before)
		if (s->label)
			labels[--at] = s->label;
	result.labels = labels;
	result.choices = decisions(&derive->task, state);
	return result;
}

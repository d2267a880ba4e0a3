/* Blocks of schedules as macros: offered where they open, their numbers chosen
 * one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/macro.h"
#include "search/schedule/schedule.h"

static Macro of_block(const Block *block)
{
	Macro macro = { .name = block_called(block), .about = block_about(block),
			.count = block_number_count(block), .block = block };

	for (int i = 0; i < macro.count; i++)
		macro.numbers[i].name = block_number(block, i);
	return macro;
}

MacroBlocks *macro_blocks_new(const Schedules *schedules)
{
	MacroBlocks *blocks = base_calloc(1, sizeof *blocks);

	blocks->schedules = schedules;
	blocks->count = schedules_count(schedules);
	blocks->own = schedules_built_in(schedules);
	blocks->macros = base_calloc((size_t)blocks->count,
				     sizeof *blocks->macros);
	blocks->faults = base_calloc((size_t)blocks->count,
				     sizeof *blocks->faults);
	for (int i = 0; i < blocks->count; i++)
		blocks->macros[i] = of_block(schedules_at(schedules, i));
	return blocks;
}

void macro_blocks_free(MacroBlocks *blocks)
{
	if (!blocks)
		return;
	free(blocks->macros);
	free(blocks->faults);
	free(blocks);
}

const Macro *macro_block(const MacroBlocks *blocks, const char *name)
{
	for (int i = 0; i < blocks->count; i++)
		if (!strcmp(block_name(blocks->macros[i].block), name))
			return &blocks->macros[i];
	return NULL;
}

/* -- macros of either kind ------------------------------------------------- */

bool macro_fits(const Task *task, const Derivation *from, const Site *site,
		const Macro *macro)
{
	char reason[256];

	return macro->block
	     ? block_opens(task, task->blocks->schedules, macro->block, from,
			   &site->path, reason)
	     : macro->fits(task, from, site);
}

static void values_of(const Number *given, int count, int64_t *values)
{
	for (int i = 0; i < count; i++)
		values[i] = given[i].value;
}

void macro_list(const Task *task, const Derivation *from, const Site *site,
		const Macro *macro, int i, const Number *given, Numbers *list)
{
	int64_t values[MACRO_NUMBERS_MAX];
	char reason[256];

	if (!macro->block) {
		macro->numbers[i].list(task, site, given, list);
		return;
	}
	values_of(given, i, values);
	if (!block_list(task, task->blocks->schedules, macro->block, from,
			&site->path, i, values, list, reason))
		list->count = 0;
}

/* The first one is kept: it is reported once. */
static void keep_fault(const Task *task, const Macro *macro,
		       const char *reason)
{
	const char **fault = &task->blocks->faults[macro
						   - task->blocks->macros];

	if (!*fault)
		*fault = arena_strdup(task->arena, reason);
}

void macro_apply(Work *work, const Site *site, const Macro *macro,
		 const Number *given)
{
	const Derivation *from = work->now;
	int64_t values[MACRO_NUMBERS_MAX];
	char reason[256];

	if (!macro->block) {
		macro->apply(work, site, given);
		return;
	}
	values_of(given, macro->count, values);
	work->now = block_apply(work->task, work->task->blocks->schedules,
				macro->block, from, &site->path,
				macro->count, values, reason);
	if (work->now == from) {
		work->now = NULL;
		snprintf(reason, sizeof reason, "it makes no step");
	}
	if (!work->now)
		keep_fault(work->task, macro, reason);
}

void macro_run(Work *work, const Path *at, const char *block, int count,
	       const int64_t *numbers)
{
	const Schedules *all = work->task->blocks->schedules;
	char reason[256];

	if (work->now)
		work->now = block_apply(work->task, all,
					schedules_find(all, block), work->now,
					at, count, numbers, reason);
}

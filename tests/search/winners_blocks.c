/* Winners by schedules alone: each of a winner's decisions as a block's. */
#include <stdio.h>
#include <string.h>

#include "ir/front/document.h"
#include "search/space/prepare.h"
#include "search/nest/site.h"
#include "search/schedule/schedule.h"
#include "search/space/derive.h"
#include "tests/search/winners.h"

enum { NUMBERS = 8, LOOKS = 400 };

/* A decision, by its label, as that of a block: which of its numbers are the
 * block's, in the block's order. */
typedef struct Counterpart {
	const char *label, *block;
	int count;
	int numbers[NUMBERS];
} Counterpart;

static const Counterpart counterparts[] = {
	{ "accumulators", "accumulate",  2, { 0, 1 } },
	{ "bands",        "bands",       1, { 0 } },
	{ "bands",        "bands_beside", 1, { 0 } },
	{ "bands",        "bands_fed",   1, { 0 } },
	{ "bands of products", "products_in_bands", 1, { 0 } },
	{ "borders",      "borders",     0, { 0 } },
	{ "chunks",       "chunks",      1, { 0 } },
	{ "columns",      "columns",     2, { 0, 1 } },
	{ "copy",         "copied",      0, { 0 } },
	{ "copy reordered", "reordered", 1, { 0 } },
	{ "fold",         "fold",        0, { 0 } },
	{ "grid",         "grid",        1, { 0 } },
	{ "groups",       "group_chunks", 1, { 0 } },
	{ "groups",       "groups",      1, { 0 } },
	{ "items",        "items",       1, { 0 } },
	{ "items of the group", "group_items", 1, { 0 } },
	{ "lines",        "lines",       1, { 0 } },
	{ "loop",         "loop",        0, { 0 } },
	{ "one item",     "one_item",    0, { 0 } },
	{ "private",      "private",     0, { 0 } },
	{ "products first", "products_first", 0, { 0 } },
	{ "reciprocals",  "reciprocals", 0, { 0 } },
	{ "rows",         "rows",        3, { 0, 1, 2 } },
	{ "scans",        "scans",       2, { 0, 1 } },
	{ "scans",        "scans_mapped", 2, { 0, 1 } },
	{ "separable",    "separable",   0, { 0 } },
	{ "side by side", "side_by_side", 1, { 0 } },
	{ "stages",       "stages",      0, { 0 } },
	{ "steps",        "steps",       2, { 0, 1 } },
	{ "store",        "store",       0, { 0 } },
	{ "sums",         "sums",        0, { 0 } },
	{ "tiles",        "tiles",       7, { 0, 1, 2, 3, 4, 5, 6 } },
	{ "tree",         "tree",        1, { 0 } },
	{ "turned",       "turned",      0, { 0 } },
	{ "unrolled",     "unrolled",    0, { 0 } },
	{ "until",        "until",       3, { 0, 1, 2 } },
	{ "until",        "until_ended", 3, { 0, 1, 2 } },
	{ "vectors",      "vectors",     2, { 0, 1 } },
	{ "windows turned", "windows_turned", 0, { 0 } },
	{ "windows",      "windows",     5, { 0, 1, 2, 3, 4 } },
	{ "",             "loop",        0, { 0 } },
	{ "",             "fold",        0, { 0 } },
};

typedef struct Walk {
	Task task;
	const Schedules *schedules;
	uint64_t hash;
	int looks;
} Walk;

static const char *next_of(const char *decision)
{
	const char *end = strchr(decision, ';');

	return end ? end + 2 : decision + strlen(decision);
}

static bool is_of(const char *decision, const char *label)
{
	const size_t length = strlen(label);

	return length && !strncmp(decision, label, length)
	    && strchr(":;", decision[length]);
}

/* "rows: rows 4 (4 rows), lanes 16 (native width)": 4, 16. */
static void read_numbers(const char *decision, int64_t *numbers)
{
	const char *end = decision + strcspn(decision, ";");
	int count = 0;

	for (const char *at = decision; count < NUMBERS && at < end; at++) {
		char name[32];
		long long value;
		int length = 0;

		if (!strchr(":,", *at)
		    || sscanf(at + 1, " %31[a-z] %lld (%n", name, &value,
			      &length) < 2 || !length)
			continue;
		numbers[count++] = value;
	}
}

static bool walk(Walk *w, const Derivation *now, const char *decision);

static bool take(Walk *w, const Derivation *now, const Site *site,
		 const Counterpart *c, const char *decision)
{
	int64_t all[NUMBERS] = { 0 }, numbers[NUMBERS] = { 0 };
	char reason[256];

	read_numbers(decision, all);
	for (int i = 0; i < c->count; i++)
		numbers[i] = all[c->numbers[i]];
	now = block_apply(&w->task, w->schedules,
			  schedules_find(w->schedules, c->block), now,
			  &site->path, c->count, numbers, reason);
	return now && walk(w, now, *c->label ? next_of(decision) : decision);
}

/* From here on: each site by the next decision, or without one, as what blocks
 * leave over by themselves. */
static bool walk(Walk *w, const Derivation *now, const char *decision)
{
	Site site;

	if (!site_first(now->expr, NULL, &site))
		return now->expr->hash == w->hash;
	for (size_t i = 0; i < sizeof counterparts / sizeof *counterparts
	     && w->looks < LOOKS; i++) {
		const Counterpart *c = &counterparts[i];

		if (*c->label && !is_of(decision, c->label))
			continue;
		w->looks++;
		if (take(w, now, &site, c, decision))
			return true;
	}
	return false;
}

static bool reaches(const RuleBase *rules, const Program *program,
		    const Winner *winner)
{
	const bool strict = !strcmp(winner->fp, "strict");
	Rewriter *rewriter = rewriter_new(rules, program, (RewriteOptions){
		.strict = strict, .rounding = !strict });
	Schedules *schedules = schedules_new(rules);
	Walk w = { .schedules = schedules, .hash = winner->hash, .task = {
		.program = program, .rewriter = rewriter,
		.device = winner->device, .arena = arena_new(),
		.schedules = schedules } };
	bool found;

	w.task.scratch = w.task.arena;
	prepare_rules(&w.task);
	found = walk(&w, prepare(&w.task, derivation_start(rewriter,
							  program->body)),
		     winner->choices);
	arena_free(w.task.arena);
	schedules_free(schedules);
	rewriter_free(rewriter);
	return found;
}

bool winner_is_by_blocks(const RuleBase *rules, const Winner *winner)
{
	const ReadOptions options = {
		.concrete = true, .override_count = winner->size_count,
		.overrides = winner->sizes,
	};
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *program = program_read(ir, winner->name, winner->program,
					&options, diags);
	const bool found = program && reaches(rules, program, winner);

	diags_free(diags);
	ir_free(ir);
	return found;
}

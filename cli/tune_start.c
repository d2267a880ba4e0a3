/* Where a search begins: its run in the database, and what was best before. */
#include "cli/tune_start.h"

#include <inttypes.h>

#include "cli/store.h"
#include "ir/front/document.h"

/* Kernels with open sizes are nobody's here. */
static void leave_open(Tuner *t)
{
	int kept = 0;

	for (int i = 0; i < t->stored_count; i++)
		if (!stored_open(t->session->arena, &t->stored[i]))
			t->stored[kept++] = t->stored[i];
	t->stored_count = kept;
}

bool tune_begin_run(Tuner *t)
{
	Session *s = t->session;

	if (!store_begin(s, t->db, harness_device(t->harness),
			 t->candidates.strategy->kind->name))
		return false;
	if (!s->options->fresh)
		t->stored_count = db_results(t->db, s->arena, &t->stored);
	if (t->stored_count < 0)
		t->stored_count = 0;
	leave_open(t);
	return true;
}

static bool has_numbers(Session *s, const DbStored *stored)
{
	const char *open = stored_open(s->arena, stored);

	if (open)
		diag_add(s->diags, E0901, NULL, open, "one with numbers",
			 "--from takes no kernel with open sizes");
	return !open;
}

bool tune_start_from(Tuner *t)
{
	Session *s = t->session;
	const char *word = arena_printf(s->arena, "%" PRId64, s->options->from);
	DbStored stored;

	if (!s->options->from)
		return true;
	if (!store_find(s, t->db, word, &stored)
	    || !has_numbers(s, &stored)
	    || !stored_restore(s, &stored, harness_device(t->harness),
			       &t->restored))
		return false;
	t->variant = t->restored.variant;
	t->first = stored_trial_now(s, harness_device(t->harness),
				    &t->restored);
	return t->first != NULL;
}

void tune_suggest(Tuner *t)
{
	enum { OTHERS = 60 };
	Session *s = t->session;
	const Device *device = harness_device(t->harness);
	Strategy *strategy = t->candidates.strategy;
	const DbFilter filter = { .device_key = device_key(device),
				  .best = true, .limit = OTHERS };
	DbStored nearest, *others;
	DbStatus status;
	int sizes, count;
	const DbSize *list = store_sizes(s->arena, s->program, &sizes);

	if (db_nearest(t->db, s->arena, program_key(s->program), device, list,
		       sizes, fp_name(s->options->fp), &nearest, &status)
	    && nearest.choices)
		strategy_suggest(strategy, nearest.choices);
	count = db_query(t->db, s->arena, &filter, &others);
	for (int i = 0; i < count; i++)
		if (others[i].choices)
			strategy_suggest(strategy, others[i].choices);
}

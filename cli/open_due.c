#include "cli/open_due.h"

#include <stdlib.h>

#include "cli/open_points.h"
#include "lib/measure.h"

typedef struct Judging {
	const OpenDue *due;
	Opened *const *opened;
	int count;
	const char **names; /* at other sizes: of no interest */
} Judging;

static const char **names_of(const OpenDue *due)
{
	return ARENA_ARRAY(due->session->arena, const char *,
			   due->session->program->output_count + 1);
}

/* -- one point ------------------------------------------------------------- */

static void judge_one(const Judging *j, Session *at, Due *due, Opened *opened,
		      bool tuned)
{
	const Trial *trial = opened->trial;
	const Artifact *artifact = opened_at(trial->artifact, at->arena,
					     at->program);
	const char *late;
	Measurement *m;

	if (!artifact || opened->wrong || opened->judged)
		return;
	m = base_calloc(1, sizeof *m);
	if (!due_passes(due, trial, artifact,
			tuned ? opened->names : j->names, &late, m))
		opened_convict(opened, at, m);
	else if (!*opened->late)
		opened->late = late;
	free(m);
}

/* On data that are drawn for all of them. */
static void judge_all(const Judging *j, Session *at, bool tuned)
{
	const Oracles *oracles = tuned ? j->due->oracles : NULL;
	Due *due = due_new(at, j->due->harness, oracles, j->due->hook,
			   j->due->context);

	due_add_open(due, j->due->open);
	if (!j->due->oracles)
		due_add_exact(due);
	for (int i = 0; i < j->count; i++)
		judge_one(j, at, due, j->opened[i], tuned);
	due_free(due);
}

static void judge_at(const Judging *j, const SizeBinding *sizes)
{
	Diags *diags = diags_new();
	Session at;

	if (session_at(&at, j->due->session, sizes, NULL, diags)) {
		if (open_point_is_small(at.program)
		    && measure_supports(&at, harness_device(j->due->harness)))
			judge_all(j, &at, false);
		session_at_free(&at);
	}
	diags_free(diags);
}

/* -- all points ------------------------------------------------------------ */

static bool is_asked(const Opened *opened)
{
	return !opened->wrong && !opened->judged;
}

static bool begin(const Judging *j)
{
	bool any = false;

	for (int i = 0; i < j->count; i++) {
		Opened *opened = j->opened[i];

		any |= is_asked(opened);
		if (!is_asked(opened))
			continue;
		opened->names = names_of(j->due);
		opened->late = "";
		for (int o = 0; o < j->due->session->program->output_count;
		     o++)
			opened->names[o] = "";
	}
	return any;
}

static bool end(const Judging *j)
{
	bool good = true;

	for (int i = 0; i < j->count; i++) {
		j->opened[i]->judged = true;
		good &= !j->opened[i]->wrong;
	}
	return good;
}

bool open_due(const OpenDue *due, Opened *const *opened, int count)
{
	const Judging j = { due, opened, count, names_of(due) };
	OpenPoints points;

	if (!begin(&j))
		return end(&j);
	points = open_points(due->session, due->open, true);
	judge_all(&j, due->session, true);
	for (int i = 0; i < count; i++)
		open_points_add(&points, due->session, due->open,
				opened[i]->trial->artifact);
	for (int i = 0; i < points.count; i++)
		judge_at(&j, points.items[i]);
	return end(&j);
}

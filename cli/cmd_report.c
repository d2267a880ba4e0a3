/* report: the database as one page. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/stored.h"
#include "ir/front/document.h"

static bool same_group(const DbStored *a, const DbStored *b)
{
	return a->program_key == b->program_key
	    && a->device_key == b->device_key && !strcmp(a->sizes, b->sizes);
}

static int by_moment(const void *a, const void *b)
{
	const DbStored *x = *(const DbStored *const *)a;
	const DbStored *y = *(const DbStored *const *)b;

	if (x->run != y->run)
		return x->run < y->run ? -1 : 1;
	return (x->sequence > y->sequence) - (x->sequence < y->sequence);
}

static Work work_done(Session *s, Db *db, const DbStored *row)
{
	const DbFilter filter = { .derivation = row->derivation };
	DbStored full = { 0 };
	DbStatus status;
	ReadOptions options = { .concrete = true };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *program = NULL;
	Work work;

	options.overrides = stored_sizes(s->arena, row->sizes,
					 &options.override_count);
	if (options.overrides
	    && db_fetch(db, s->arena, &filter, &full, &status))
		program = program_read(ir, row->program, full.form, &options,
				       diags);
	work = program ? work_of(program) : (Work){ 0 };
	diags_free(diags);
	ir_free(ir);
	return work;
}

static void finish_group(Session *s, Db *db, ReportGroup *group)
{
	qsort(group->rows, (size_t)group->count, sizeof *group->rows,
	      by_moment);
	group->work = work_done(s, db, group->rows[0]);
	for (int i = 0; i < group->count; i++)
		if (report_is_good(group->rows[i])
		    && (!group->fastest
			|| group->rows[i]->time_ns < group->fastest))
			group->fastest = group->rows[i]->time_ns;
	if (group->fastest > 0)
		group->rate = group->work.bytes / group->fastest;
}

/* Rows come sorted by program, device and sizes. */
static int make_groups(Session *s, Db *db, const DbStored *rows, int count,
		       ReportGroup *groups)
{
	const DbStored **all = ARENA_ARRAY(s->arena, const DbStored *, count);
	int made = 0;

	for (int i = 0; i < count; i++) {
		all[i] = &rows[i];
		if (!i || !same_group(&rows[i - 1], &rows[i]))
			groups[made++] = (ReportGroup){ .rows = &all[i] };
		groups[made - 1].count++;
	}
	for (int i = 0; i < made; i++)
		finish_group(s, db, &groups[i]);
	return made;
}

/* What the device can do is taken from the best that was seen on it. */
static void compare_devices(ReportGroup *groups, int count)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < count; k++)
			if (groups[k].rows[0]->device_key
			    == groups[i].rows[0]->device_key)
				groups[i].rate_best = fmax(groups[i].rate_best,
							   groups[k].rate);
}

static bool write_page(Session *s, const ReportGroup *groups, int count)
{
	const char *out = s->options->given_out ? s->options->out
						: "report.html";
	const char *slash = strrchr(out, '/');
	const char *folder = !slash ? "." : slash == out ? "/"
		: arena_strndup(s->arena, out, (size_t)(slash - out));
	Text html = { 0 };
	bool done;

	report_page(&html, groups, count);
	done = file_write(folder, slash ? slash + 1 : out, text_string(&html),
			  html.length, s->diags);
	text_free(&html);
	return done;
}

static int report(Session *s, Db *db, const DbFilter *filter)
{
	ReportGroup *groups;
	DbStored *rows;
	int count = db_query(db, s->arena, filter, &rows);

	if (count < 0) {
		db_complain(db, s->diags);
		return EXIT_DATABASE;
	}
	if (!count) {
		diag_add(s->diags, E0603, NULL, filter->name, NULL,
			 "there is nothing to report");
		return EXIT_DATABASE;
	}
	groups = ARENA_ARRAY(s->arena, ReportGroup, count);
	count = make_groups(s, db, rows, count, groups);
	compare_devices(groups, count);
	return write_page(s, groups, count) ? EXIT_DONE : EXIT_FAILED;
}

int cmd_report(Session *s)
{
	const DbFilter filter = {
		.name = s->options->word_count ? s->options->words[0] : NULL,
		.device = s->options->device,
	};
	Db *db = store_open(s, DB_READ);
	int code = db ? report(s, db, &filter) : EXIT_DATABASE;

	db_close(db);
	return code;
}

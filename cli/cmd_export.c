/* export: a stored kernel's files again, or those of all sizes together. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/export.h"
#include "cli/owed.h"
#include "cli/proof.h"
#include "cli/stored.h"
#include "lib/variant.h"

enum { OPEN_VARIANTS = 6 };

static bool is_verified(const DbStored *stored)
{
	return !strcmp(stored->status, "ok") || !strcmp(stored->status, "slow");
}

/* The row of the same problem on the same device whose kernel this is; false
 * when it was never measured there, or never right. */
static bool find_measured(Session *s, Db *db, const Artifact *artifact,
			  DbStored *stored)
{
	int count;
	const SizeBinding *sizes = stored_sizes(s->arena, stored->sizes,
						&count);
	DbSize *list = ARENA_ARRAY(s->arena, DbSize, count + 1);
	const DbFilter filter = {
		.program = stored->program_key, .fp = stored->fp,
		.device_key = stored->device_key, .kernel = artifact->hash,
		.sizes = list, .size_count = count,
	};
	DbStored other;
	DbStatus status;

	for (int i = 0; i < count; i++)
		list[i] = (DbSize){ sizes[i].name, sizes[i].value };
	if (!db_fetch(db, s->arena, &filter, &other, &status)
	    || !is_verified(&other) || strcmp(other.fp, stored->fp) != 0)
		return false;
	stored->time_ns = other.time_ns;
	stored->derivation = other.derivation;
	stored->measurement = other.measurement;
	stored->judges = other.judges;
	return true;
}

/* The kernel that is generated now is the one that was verified and timed, or
 * it is not written. */
static bool is_measured(Session *s, Db *db, const Artifact *artifact,
			DbStored *stored)
{
	Place place = { .file = arena_printf(s->arena, "derivation %" PRId64,
					     stored->derivation) };

	if (!is_verified(stored)) {
		diag_add(s->diags, E0605, &place, stored->status,
			 "a measurement that is ok",
			 "the kernel was never right");
		return false;
	}
	if (artifact->hash == stored->kernel
	    || find_measured(s, db, artifact, stored))
		return true;
	diag_add(s->diags, E0605, &place,
		 store_hash(s->arena, artifact->hash),
		 arena_printf(s->arena, "%s; lift-tune replay %" PRId64
			      " verifies and times the new one, which can be "
			      "exported then", store_hash(s->arena,
							  stored->kernel),
			      stored->derivation),
		 "the kernel that is generated now is not the one that was "
		 "measured");
	return false;
}

/* A stored kernel made again, in a session of its own: its program at its
 * sizes. */
typedef struct Again {
	Session session;
	DbStored stored;
	Restored restored;
	Device device;
	FilesInfo info;
} Again;

static bool make_again(Again *a, Db *db, double end)
{
	Session *s = &a->session;
	DbStored *stored = &a->stored;
	Exported what = { .device = &a->device };
	Trial *trial;

	if (!stored_load(s, stored)
	    || !db_device(db, stored->device_key, &a->device, s->diags)
	    || !stored_replay(s, stored, &a->device, &a->restored))
		return false;
	what.derivation = a->restored.derivation;
	trial = stored_trial(s, stored, &a->device, &a->restored);
	if (!trial || !is_measured(s, db, trial->artifact, stored)
	    || !owed_pass(s, stored_session(&a->restored, s)->program, stored,
			  trial, end))
		return false;
	what.artifact = trial->artifact;
	what.id = stored->derivation;
	what.seconds = stored->time_ns * 1e-9;
	what.judges = stored->judges;
	what.proof = proof_stored(s, db, what.artifact->hash);
	a->info = export_info(stored_session(&a->restored, s), &what);
	return true;
}

static void free_again(Again *a)
{
	stored_free(&a->restored);
	ir_free(a->session.ir);
	ir_free(a->session.written_ir);
}

/* The best of each of the program's sizes, on the same device in the same --fp
 * mode, with what was asked for among them. Returns their number, -1 after a
 * diagnostic. */
static int find_sizes(Session *s, Db *db, const DbStored *named,
		      DbStored **found)
{
	const DbFilter filter = {
		.program = named->program_key, .fp = named->fp,
		.device_key = named->device_key, .best = true,
	};
	int count = db_query(db, s->arena, &filter, found), kept = 0;

	for (int i = 0; i < count; i++)
		if (is_verified(&(*found)[i])
		    && !strcmp((*found)[i].fp, named->fp))
			(*found)[kept++] = (*found)[i];
	if (count < 0)
		diag_add(s->diags, E0602, NULL, NULL, "a whole database; `db "
			 "check` tells more", "the sizes cannot be read");
	else if (!kept)
		diag_add(s->diags, E0605, NULL, NULL,
			 "a measurement that is ok",
			 "no kernel of %s was ever right", named->program);
	return kept ? kept : -1;
}

/* db_query gives rows without what is large. */
static bool fetch(Session *s, Db *db, DbStored *row)
{
	const DbFilter one = { .derivation = row->derivation,
			       .kernel = row->kernel,
			       .device_key = row->device_key };
	DbStatus status;

	return db_fetch(db, s->arena, &one, row, &status);
}

static bool write_sizes(Session *s, Db *db, const DbStored *named)
{
	DbStored *found;
	int count = find_sizes(s, db, named, &found);
	Again *all = ARENA_ARRAY(s->arena, Again, count + 1);
	FilesInfo *infos = ARENA_ARRAY(s->arena, FilesInfo, count + 1);
	const double end = owed_end(s);
	bool good = count > 0;

	for (int i = 0; i < count; i++) {
		all[i].session = *s;
		all[i].stored = found[i];
		good = good && fetch(s, db, &all[i].stored)
		    && make_again(&all[i], db, end);
		infos[i] = all[i].info;
		infos[i].variant = i;
	}
	good = good && export_variants(s, infos, count);
	for (int i = 0; i < count; i++)
		free_again(&all[i]);
	return good;
}

/* -- kernels with open sizes ----------------------------------------------- */

static int by_time(const void *a, const void *b)
{
	const DbStored *x = a, *y = b;

	return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

/* Of the same problem with the same open sizes, right at other sizes, too: the
 * fastest first. */
static int find_others(Session *s, Db *db, const DbStored *named,
		       DbStored **found)
{
	int count, kept = 0;
	const DbFilter filter = {
		.program = named->program_key, .fp = named->fp,
		.device_key = named->device_key, .open = true,
	};
	const Variant open = variant_read(s->arena, named->choices);

	count = db_query(db, s->arena, &filter, found);
	for (int i = 0; i < count; i++) {
		const DbStored *row = &(*found)[i];

		if (is_verified(row) && opened_is_judged(row->judges)
		    && !strcmp(row->sizes, named->sizes)
		    && !strcmp(row->fp, named->fp)
		    && variant_open_alike(variant_read(s->arena, row->choices),
					  open))
			(*found)[kept++] = *row;
	}
	if (kept)
		qsort(*found, (size_t)kept, sizeof **found, by_time);
	return kept;
}

/* What cannot be made again is none of them. */
static bool make_quietly(Again *a, Db *db, double end)
{
	Diags *quiet = diags_new();
	bool good;

	a->session.diags = quiet;
	good = fetch(&a->session, db, &a->stored) && make_again(a, db, end);
	a->session.diags = NULL;
	diags_free(quiet);
	return good;
}

static bool serves_all(const Again *a, bool empty)
{
	return opened_serves_all(a->session.arena, a->info.program,
				 a->info.artifact, empty);
}

static bool is_there(const Again *all, int count, uint64_t kernel)
{
	for (int i = 0; i < count; i++)
		if (all[i].stored.kernel == kernel)
			return true;
	return false;
}

/* Behind it the kernels for sizes that its guards do not let pass, up to the
 * first for all sizes and, for sizes of 0, one behind it. */
static int make_others(Session *s, Db *db, const DbStored *named, Again *all)
{
	const double end = owed_end(s);
	DbStored *others;
	int other_count, count = 1;

	if (serves_all(&all[0], true))
		return count;
	other_count = find_others(s, db, named, &others);
	for (int i = 0; i < other_count && count < OPEN_VARIANTS
			&& !serves_all(&all[count - 1], true); i++) {
		const bool whole = serves_all(&all[count - 1], false);
		Again *a = &all[count];

		if (is_there(all, count, others[i].kernel))
			continue;
		*a = (Again){ .session = *s, .stored = others[i] };
		if (make_quietly(a, db, end)
		    && (!whole || serves_all(a, true)))
			count++;
		else
			free_again(a);
	}
	return count;
}

static bool write_one(Session *s, Db *db, const DbStored *named)
{
	Again *all = ARENA_ARRAY(s->arena, Again, OPEN_VARIANTS);
	FilesInfo infos[OPEN_VARIANTS];
	int count = 1;
	bool good;

	all[0].session = *s;
	all[0].stored = *named;
	good = make_again(&all[0], db, owed_end(s));
	if (good)
		count = make_others(s, db, named, all);
	for (int i = 0; i < count; i++) {
		infos[i] = all[i].info;
		infos[i].variant = i;
	}
	good = good && export_variants(s, infos, count);
	for (int i = 0; i < count; i++)
		free_again(&all[i]);
	return good;
}

static bool sizes_are_all(Session *s)
{
	if (!s->options->at_sizes || !strcmp(s->options->at_sizes, "all"))
		return true;
	diag_add(s->diags, E0901, NULL, s->options->at_sizes, "all",
		 "--sizes takes one word");
	return false;
}

int cmd_export(Session *s)
{
	Db *db = sizes_are_all(s) ? stored_open_one(s) : NULL;
	DbStored named;
	bool good;

	if (!db)
		return s->options->word_count == 1 ? EXIT_DATABASE : EXIT_USAGE;
	good = store_find(s, db, s->options->words[0], &named)
	    && (s->options->at_sizes ? write_sizes : write_one)(s, db, &named);
	db_close(db);
	return good ? EXIT_DONE : EXIT_FAILED;
}

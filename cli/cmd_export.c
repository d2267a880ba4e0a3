/* export: a stored kernel's files again. */
#include <inttypes.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/export.h"
#include "cli/owed.h"
#include "cli/proof.h"
#include "cli/stored.h"

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

static bool write_again(Session *s, Db *db, DbStored *stored,
			Restored *restored)
{
	Device device;
	Exported what = { .device = &device };
	Trial *trial;

	if (!db_device(db, stored->device_key, &device, s->diags))
		return false;
	if (!stored_replay(s, stored, &device, restored))
		return false;
	what.derivation = restored->derivation;
	trial = stored_trial(s, stored, &device, restored);
	if (!trial || !is_measured(s, db, trial->artifact, stored)
	    || !owed_pass(s, stored, trial))
		return false;
	what.artifact = trial->artifact;
	what.id = stored->derivation;
	what.seconds = stored->time_ns * 1e-9;
	what.judges = stored->judges;
	what.proof = proof_stored(s, db, what.artifact->hash);
	return export_write(s, &what);
}

int cmd_export(Session *s)
{
	Db *db = stored_open_one(s);
	DbStored stored;
	Restored restored = { 0 };
	bool good;

	if (!db)
		return s->options->word_count == 1 ? EXIT_DATABASE : EXIT_USAGE;
	good = store_find(s, db, s->options->words[0], &stored)
	    && stored_load(s, &stored) && write_again(s, db, &stored, &restored);
	stored_free(&restored);
	db_close(db);
	return good ? EXIT_DONE : EXIT_FAILED;
}

/* export: a stored kernel's files again. */
#include "cli/commands.h"
#include "cli/export.h"
#include "cli/measure.h"
#include "cli/stored.h"

static bool write_again(Session *s, Db *db, const DbStored *stored,
			const Derivation *derivation)
{
	Device device;
	Exported what = { .derivation = derivation, .id = stored->derivation,
			  .seconds = stored->time_ns * 1e-9,
			  .device = &device };

	if (!db_device(db, stored->device_key, &device)) {
		db_complain(db, s->diags);
		return false;
	}
	what.artifact = measure_generate(s, derivation->expr, &device);
	return what.artifact && export_write(s, &what);
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
	    && stored_load(s, &stored) && stored_replay(s, &stored, &restored)
	    && write_again(s, db, &stored, restored.derivation);
	stored_free(&restored);
	db_close(db);
	return good ? EXIT_DONE : EXIT_FAILED;
}

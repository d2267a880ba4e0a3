/* export: a stored kernel's files again. */
#include "cli/commands.h"
#include "cli/export.h"
#include "cli/measure.h"
#include "cli/stored.h"

static bool write_again(Session *s, Db *db, const DbStored *stored,
			Restored *restored)
{
	Device device;
	Exported what = { .id = stored->derivation,
			  .seconds = stored->time_ns * 1e-9,
			  .judges = stored->judges,
			  .device = &device };

	if (!db_device(db, stored->device_key, &device, s->diags))
		return false;
	if (!stored_replay(s, stored, &device, restored))
		return false;
	what.derivation = restored->derivation;
	what.artifact = measure_generate(s, what.derivation->expr, &device);
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
	    && stored_load(s, &stored) && write_again(s, db, &stored, &restored);
	stored_free(&restored);
	db_close(db);
	return good ? EXIT_DONE : EXIT_FAILED;
}

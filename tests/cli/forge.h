/* Forge: a database as a search leaves it, made without a device, then changed by
 * somebody who knows the hashes; and the commands that read it, in this process.
 */
#ifndef TESTS_CLI_FORGE_H
#define TESTS_CLI_FORGE_H

#include "cli/session.h"
#include "db/db.h"

/* Where a forge works: a folder with tuned.db in it and out/ for files. */
typedef struct Forge {
	char folder[100], db[128], out[128];
	char *base; /* what db holds before anything is forged, */
	size_t base_size;
	char *lines; /* and the same as lines of an export */
	struct RuleBase *rules; /* of all its sessions */
} Forge;

/* Searches the examples at small sizes, each proposal measured in invented
 * times. Everything printed goes to /dev/null from here on, if quiet. */
Forge *forge_new(const char *srcdir, const char *parent, bool quiet);
void forge_free(Forge *forge);

/* Puts the base back. */
void forge_reset(Forge *forge);

/* One value of one row changed, as SQL: "steps" of the third row of
 * "derivations". Every checksum is right afterwards. False: the schema has
 * refused it. */
bool forge_value(Forge *forge, const char *table, const char *column, int row,
		 const char *value);
bool forge_sql(Forge *forge, const char *sql);

/* The first text of the first row that a query gives, with malloc; or NULL. */
char *forge_ask(Forge *forge, const char *sql);

/* The text with a right check behind each line, and a right end. */
char *forge_lines(const char *lines);

/* A command on the database, "export", "3" (word may be NULL): its exit code. */
int forge_command(Forge *forge, const char *command, const char *word);

/* The same of `db VERB FILE`. */
int forge_db(Forge *forge, const char *verb, const char *file);

/* What replay does before it needs a device. */
bool forge_replay(Forge *forge, const char *word);

/* The kernel_hash of the manifest in out/, or 0; and removes what is there. */
uint64_t forge_exported(Forge *forge);

/* Exports and checks that, if something was written, it is a kernel that was
 * measured and right: false if it is another one. */
bool forge_export_is_honest(Forge *forge, const char *word);

#endif

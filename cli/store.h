/* Store: the database as the commands use it. */
#ifndef CLI_STORE_H
#define CLI_STORE_H

#include "cli/session.h"
#include "lib/store.h"

/* Opens the database of --db or its default; NULL after E06xx. */
Db *store_open(Session *session, DbMode mode);

/* Says that a database is waited for. */
void store_say_locked(const char *path);

/* Begins a run of the session's program on a device; false after E06xx. */
bool store_begin(Session *session, Db *db, const Device *device,
		 const char *strategy);

/* The stored derivation that a word names: its number, or the best of a
 * program's key or name. False after E0603, or E0604 for a name that several
 * programs have. */
bool store_find(Session *session, Db *db, const char *word, DbStored *stored);

#endif

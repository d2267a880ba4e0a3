/* What commands do with a stored derivation that is named to them. */
#ifndef CLI_STORED_H
#define CLI_STORED_H

#include "cli/store.h"
#include "lib/stored.h"

/* Opens the database for a command that takes one ID or NAME; NULL after a
 * diagnostic. */
Db *stored_open_one(Session *session);

/* Loads the stored program into the session: at --size, else at its own sizes.
 * False after a diagnostic. */
bool stored_load(Session *session, const DbStored *stored);

#endif

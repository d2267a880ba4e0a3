/* Content: rows that are known by what they say. Each function finds the row
 * or adds it, inside a transaction, and gives its id.
 */
#ifndef DB_CONTENT_H
#define DB_CONTENT_H

#include "db/sql.h"

DbStatus content_program(Db *db, const DbRun *run, int64_t *id);
DbStatus content_device(Db *db, const Device *device, int64_t *id);
DbStatus content_problem(Db *db, int64_t program, const DbSize *sizes,
			 int count, int64_t *id);
/* Of the program of the run under way. */
DbStatus content_derivation(Db *db, const DbDerivation *derivation,
			    int64_t *id);
/* Of content only, so that it is the same in every file. */
uint64_t content_derivation_key(uint64_t program, const DbDerivation *d);
DbStatus content_kernel(Db *db, const DbKernel *kernel, int64_t *id);

/* Whether what the devices said of themselves can be; else why tells of one
 * that cannot. */
bool content_devices(Db *db, Text *why);

#endif

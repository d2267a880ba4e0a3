/* Bad disk: an SQLite file system that fails when told to, and that knows what
 * would be left of its files if the power went just now.
 *
 * It passes everything on to the usual one. Of the files of one database it
 * keeps two things apart: what has been synced, and each write and truncation
 * since, any of which may be lost or half done by a crash. One at a time; it is
 * the default file system of SQLite from bad_disk_new to bad_disk_free.
 */
#ifndef TESTS_DB_BAD_DISK_H
#define TESTS_DB_BAD_DISK_H

#include <stdbool.h>

#include "base/rng.h"

typedef enum {
	DISK_READ, DISK_WRITE, DISK_SYNC, DISK_TRUNCATE, DISK_OPEN, DISK_OTHER,
	DISK_KINDS, DISK_NEVER = -1
} DiskKind;

typedef enum {
	CRASH_LOSES_ALL, /* that was not synced */
	CRASH_LOSES_NOTHING,
	CRASH_AT_RANDOM  /* each change is lost, half done or done */
} Crash;

typedef struct BadDisk BadDisk;

/* path: the database whose files are watched. before_sync (or NULL) is called
 * with each of their syncs. */
BadDisk *bad_disk_new(const char *path, void (*before_sync)(void *context),
		      void *context);
void bad_disk_free(BadDisk *disk);

/* From now on: the call number at (1 is the next) of that kind fails, and with
 * for_good all of that kind after it. DISK_NEVER: none does. */
void bad_disk_plan(BadDisk *disk, DiskKind kind, long at, bool for_good);

/* Whether a call has failed since the plan was made. */
bool bad_disk_has_failed(const BadDisk *disk);

/* Writes the files as a crash would leave them, under another path. */
void bad_disk_crash(const BadDisk *disk, Crash crash, Rng *rng,
		    const char *path);

#endif

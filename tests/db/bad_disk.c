#include "tests/db/bad_disk.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum { FILES = 2 /* the database and its journal */ };

/* A write, or with no bytes a truncation to at. */
typedef struct Change {
	struct Change *next;
	size_t at, length;
	unsigned char bytes[];
} Change;

typedef struct Watched {
	char path[200];
	Text synced;
	Change *first, **last;
} Watched;

struct BadDisk {
	sqlite3_vfs vfs, *real;
	Watched files[FILES];
	void (*before_sync)(void *context);
	void *context;
	DiskKind kind;
	long at;
	bool for_good, failed;
};

typedef struct BadFile {
	sqlite3_file base;
	BadDisk *disk;
	Watched *watched; /* NULL: another file */
	sqlite3_file *real;
} BadFile;

static bool fails(BadDisk *disk, DiskKind kind)
{
	if (kind != disk->kind)
		return false;
	disk->at--;
	if (disk->at > 0 || (disk->at < 0 && !disk->for_good))
		return false;
	disk->failed = true;
	return true;
}

static BadFile *bad(sqlite3_file *file)
{
	return (BadFile *)(void *)file;
}

static void note(Watched *watched, size_t at, const void *bytes,
		 size_t length)
{
	Change *change = base_calloc(1, sizeof *change + length);

	change->at = at;
	change->length = length;
	if (length)
		memcpy(change->bytes, bytes, length);
	*watched->last = change;
	watched->last = &change->next;
}

static void put(Text *image, size_t at, const unsigned char *bytes,
		size_t length)
{
	while (image->length < at + length)
		text_char(image, '\0');
	memcpy(image->data + at, bytes, length);
}

/* The first bytes of it: all, or what was done of it. */
static void apply(Text *image, const Change *change, size_t done)
{
	if (change->length)
		put(image, change->at, change->bytes, done);
	else if (image->length > change->at)
		image->length = change->at;
}

static void settle(Watched *watched)
{
	for (Change *c = watched->first, *next; c; c = next) {
		next = c->next;
		apply(&watched->synced, c, c->length);
		free(c);
	}
	watched->first = NULL;
	watched->last = &watched->first;
}

static int bad_close(sqlite3_file *file)
{
	sqlite3_file *real = bad(file)->real;
	int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;

	free(real);
	return code;
}

static int bad_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at)
{
	BadFile *f = bad(file);

	if (fails(f->disk, DISK_READ))
		return SQLITE_IOERR_READ;
	return f->real->pMethods->xRead(f->real, to, count, at);
}

static int bad_write(sqlite3_file *file, const void *from, int count,
		     sqlite3_int64 at)
{
	BadFile *f = bad(file);
	int code;

	if (fails(f->disk, DISK_WRITE))
		return SQLITE_FULL;
	code = f->real->pMethods->xWrite(f->real, from, count, at);
	if (code == SQLITE_OK && f->watched && count)
		note(f->watched, (size_t)at, from, (size_t)count);
	return code;
}

static int bad_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	BadFile *f = bad(file);
	int code;

	if (fails(f->disk, DISK_TRUNCATE))
		return SQLITE_IOERR_TRUNCATE;
	code = f->real->pMethods->xTruncate(f->real, size);
	if (code == SQLITE_OK && f->watched)
		note(f->watched, (size_t)size, NULL, 0);
	return code;
}

/* What is synced is what is kept here as synced: no need to wait for a disk. */
static int bad_sync(sqlite3_file *file, int flags)
{
	BadFile *f = bad(file);

	(void)flags;
	if (f->watched && f->disk->before_sync)
		f->disk->before_sync(f->disk->context);
	if (fails(f->disk, DISK_SYNC))
		return SQLITE_IOERR_FSYNC;
	if (f->watched)
		settle(f->watched);
	return SQLITE_OK;
}

static int bad_size(sqlite3_file *file, sqlite3_int64 *size)
{
	BadFile *f = bad(file);

	if (fails(f->disk, DISK_OTHER))
		return SQLITE_IOERR_FSTAT;
	return f->real->pMethods->xFileSize(f->real, size);
}

static int bad_lock(sqlite3_file *file, int level)
{
	BadFile *f = bad(file);

	if (fails(f->disk, DISK_OTHER))
		return SQLITE_IOERR_LOCK;
	return f->real->pMethods->xLock(f->real, level);
}

static int bad_unlock(sqlite3_file *file, int level)
{
	return bad(file)->real->pMethods->xUnlock(bad(file)->real, level);
}

static int bad_reserved(sqlite3_file *file, int *locked)
{
	BadFile *f = bad(file);

	if (fails(f->disk, DISK_OTHER))
		return SQLITE_IOERR_CHECKRESERVEDLOCK;
	return f->real->pMethods->xCheckReservedLock(f->real, locked);
}

static int bad_control(sqlite3_file *file, int what, void *argument)
{
	sqlite3_file *real = bad(file)->real;

	return real->pMethods->xFileControl(real, what, argument);
}

static int bad_sector(sqlite3_file *file)
{
	return bad(file)->real->pMethods->xSectorSize(bad(file)->real);
}

/* None but the least that every disk does. */
static int bad_abilities(sqlite3_file *file)
{
	(void)file;
	return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
	.iVersion = 1, .xClose = bad_close, .xRead = bad_read,
	.xWrite = bad_write, .xTruncate = bad_truncate, .xSync = bad_sync,
	.xFileSize = bad_size, .xLock = bad_lock, .xUnlock = bad_unlock,
	.xCheckReservedLock = bad_reserved, .xFileControl = bad_control,
	.xSectorSize = bad_sector, .xDeviceCharacteristics = bad_abilities,
};

static Watched *watched_at(BadDisk *disk, const char *path)
{
	for (int i = 0; path && i < FILES; i++)
		if (!strcmp(disk->files[i].path, path))
			return &disk->files[i];
	return NULL;
}

static int bad_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file,
		    int flags, int *given)
{
	BadDisk *disk = vfs->pAppData;
	BadFile *f = bad(file);
	int code;

	f->base.pMethods = NULL;
	if (fails(disk, DISK_OPEN))
		return SQLITE_CANTOPEN;
	f->disk = disk;
	f->watched = watched_at(disk, path);
	f->real = base_calloc(1, (size_t)disk->real->szOsFile);
	code = disk->real->xOpen(disk->real, path, f->real, flags, given);
	if (code == SQLITE_OK)
		f->base.pMethods = &methods;
	else
		free(f->real);
	return code;
}

/* Nothing here relies on a deletion; the files are simply gone. */
static int bad_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
	BadDisk *disk = vfs->pAppData;
	Watched *watched = watched_at(disk, path);
	int code;

	if (fails(disk, DISK_OTHER))
		return SQLITE_IOERR_DELETE;
	code = disk->real->xDelete(disk->real, path, sync);
	if (watched) {
		settle(watched);
		text_clear(&watched->synced);
	}
	return code;
}

static int bad_access(sqlite3_vfs *vfs, const char *path, int flags,
		      int *result)
{
	BadDisk *disk = vfs->pAppData;

	if (fails(disk, DISK_OTHER))
		return SQLITE_IOERR_ACCESS;
	return disk->real->xAccess(disk->real, path, flags, result);
}

static void watch(Watched *watched, const char *path, const char *suffix)
{
	snprintf(watched->path, sizeof watched->path, "%s%s", path, suffix);
	watched->last = &watched->first;
}

BadDisk *bad_disk_new(const char *path, void (*before_sync)(void *context),
		      void *context)
{
	BadDisk *disk = base_calloc(1, sizeof *disk);

	disk->real = sqlite3_vfs_find(NULL);
	disk->vfs = *disk->real;
	disk->vfs.pNext = NULL;
	disk->vfs.zName = "bad disk";
	disk->vfs.szOsFile = (int)sizeof(BadFile);
	disk->vfs.pAppData = disk;
	disk->vfs.xOpen = bad_open;
	disk->vfs.xDelete = bad_delete;
	disk->vfs.xAccess = bad_access;
	disk->kind = DISK_NEVER;
	disk->before_sync = before_sync;
	disk->context = context;
	watch(&disk->files[0], path, "");
	watch(&disk->files[1], path, "-journal");
	sqlite3_vfs_register(&disk->vfs, 1);
	return disk;
}

void bad_disk_free(BadDisk *disk)
{
	sqlite3_vfs_unregister(&disk->vfs);
	for (int i = 0; i < FILES; i++) {
		settle(&disk->files[i]);
		text_free(&disk->files[i].synced);
	}
	free(disk);
}

void bad_disk_plan(BadDisk *disk, DiskKind kind, long at, bool for_good)
{
	disk->kind = kind;
	disk->at = at;
	disk->for_good = for_good;
	disk->failed = false;
}

bool bad_disk_has_failed(const BadDisk *disk)
{
	return disk->failed;
}

static size_t bytes_done(const Change *change, Crash crash, Rng *rng)
{
	if (crash == CRASH_LOSES_NOTHING || !change->length)
		return change->length;
	return (size_t)rng_below(rng, change->length + 1);
}

static void crash_file(const Watched *watched, Crash crash, Rng *rng,
		       const char *path)
{
	Text image = { 0 };
	FILE *file;

	text_bytes(&image, text_string(&watched->synced),
		   watched->synced.length);
	for (const Change *c = watched->first; c; c = c->next)
		if (crash == CRASH_LOSES_NOTHING
		    || (crash == CRASH_AT_RANDOM && rng_below(rng, 3)))
			apply(&image, c, rng_below(rng, 2) ? c->length
				: bytes_done(c, crash, rng));
	file = fopen(path, "w");
	assert(file);
	if (image.length)
		fwrite(image.data, 1, image.length, file);
	fclose(file);
	text_free(&image);
}

void bad_disk_crash(const BadDisk *disk, Crash crash, Rng *rng,
		    const char *path)
{
	char journal[300];

	snprintf(journal, sizeof journal, "%s-journal", path);
	crash_file(&disk->files[0], crash, rng, path);
	crash_file(&disk->files[1], crash, rng, journal);
}

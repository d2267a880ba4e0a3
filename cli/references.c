#include "cli/references.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

#define LIMIT_BYTES (INT64_C(2) << 30)
#define MAGIC "lift-tune reference 2"

enum { NAME_DIGITS = 16 };

/* -- where ----------------------------------------------------------------- */

/* Made with malloc; NULL: nowhere. */
static char *folder_path(void)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	Text path = { 0 };

	if (cache && *cache == '/')
		text_put(&path, cache);
	else if (home && *home == '/')
		text_printf(&path, "%s/.cache", home);
	else
		return NULL;
	mkdir(text_string(&path), 0700);
	text_put(&path, "/lift-tune");
	mkdir(text_string(&path), 0700);
	text_put(&path, "/references");
	mkdir(text_string(&path), 0700);
	return path.data;
}

/* A folder of ours that nobody else may write; -1: none. */
static int folder_open(void)
{
	char *path = folder_path();
	int folder = path ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW
				       | O_CLOEXEC)
			  : -1;
	struct stat status;

	free(path);
	if (folder < 0)
		return -1;
	if (fstat(folder, &status) == 0 && status.st_uid == geteuid()
	    && !(status.st_mode & (S_IWGRP | S_IWOTH)))
		return folder;
	close(folder);
	return -1;
}

static void name_of(char name[NAME_DIGITS + 1], uint64_t key)
{
	snprintf(name, NAME_DIGITS + 1, "%016" PRIx64, key);
}

/* -- what ------------------------------------------------------------------ */

/* The arrays of a task, as they are stored. */
static int arrays_of(const EvalTask *t, Array **arrays)
{
	Array *const all[] = { t->values, t->outside, t->folds };
	int count = 0;

	for (int k = 0; k < 3; k++)
		for (int i = 0; all[k] && i < t->session->program->output_count;
		     i++)
			arrays[count++] = &all[k][i];
	return count;
}

static Scalar stored_scalar(const EvalTask *t, int array)
{
	const int outputs = t->session->program->output_count;
	const Port *port = &t->session->program->out_ports[array % outputs];

	if (array >= outputs)
		return SCALAR_F32;
	if (!scalar_is_float(port->scalar) || t->kind == REFERENCE_DECLARED
	    || t->kind == REFERENCE_ULPS)
		return port->scalar;
	return t->kind == REFERENCE_FIELD ? SCALAR_U32 : SCALAR_F64;
}

typedef struct Head {
	char magic[32];
	uint64_t key, bytes, checksum; /* of what follows */
} Head;

static Head head_of(uint64_t key, uint64_t bytes)
{
	Head head = { .key = key, .bytes = bytes,
		      .checksum = hash_combine(HASH_SEED, key) };

	snprintf(head.magic, sizeof head.magic, "%s", MAGIC);
	return head;
}

/* -- taking ---------------------------------------------------------------- */

static Array **places_of(const EvalTask *t, int *count)
{
	Array **places = base_calloc(3 * (size_t)t->session->program
						->output_count,
				     sizeof *places);

	*count = arrays_of(t, places);
	return places;
}

double references_bytes(const EvalTask *t)
{
	Array **places;
	double bytes = 0;
	int count;

	places = places_of(t, &count);
	for (int i = 0; i < count; i++)
		bytes += (double)array_bytes(places[i]);
	free(places);
	return bytes;
}

static uint64_t expected_bytes(const EvalTask *t, int count)
{
	const Program *p = t->session->program;
	uint64_t bytes = 0;

	for (int i = 0; i < count; i++)
		bytes += (uint64_t)p->out_ports[i % p->output_count].elements
		       * scalar_bytes(stored_scalar(t, i));
	return bytes;
}

static bool read_all(int file, void *data, size_t bytes)
{
	char *at = data;

	while (bytes) {
		ssize_t n = read(file, at, bytes);

		if (n <= 0)
			return false;
		at += n;
		bytes -= (size_t)n;
	}
	return true;
}

/* The arrays one behind the other, from where the file is read. */
static bool read_arrays(const EvalTask *t, Array *arrays, int count, int file,
			uint64_t *checksum)
{
	const Program *p = t->session->program;

	for (int i = 0; i < count; i++) {
		const Port *port = &p->out_ports[i % p->output_count];
		size_t bytes;

		arrays[i] = array_new(stored_scalar(t, i), port->rank,
				      port->dims);
		bytes = array_bytes(&arrays[i]);
		if (!read_all(file, arrays[i].data, bytes))
			return false;
		*checksum = hash_large(*checksum, arrays[i].data, bytes);
	}
	return true;
}

static bool is_head(const Head *head, const Head *wanted)
{
	return !memcmp(head->magic, wanted->magic, sizeof head->magic)
	    && head->key == wanted->key && head->bytes == wanted->bytes;
}

static bool read_file(const EvalTask *t, Array **places, int count, int file,
		      const Head *wanted)
{
	Array *arrays = base_calloc((size_t)count, sizeof *arrays);
	uint64_t checksum = wanted->checksum;
	Head head;
	bool good = read_all(file, &head, sizeof head)
		 && is_head(&head, wanted)
		 && read_arrays(t, arrays, count, file, &checksum)
		 && head.checksum == checksum;

	for (int i = 0; i < count; i++)
		if (good)
			*places[i] = arrays[i];
		else
			array_free(&arrays[i]);
	free(arrays);
	return good;
}

/* -1 unless it is a file of that size. */
static int open_file(int folder, const char *name, uint64_t bytes)
{
	int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct stat status;

	if (file < 0)
		return -1;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)
	    && status.st_size == (off_t)bytes)
		return file;
	close(file);
	return -1;
}

bool references_take(EvalTask *t, uint64_t key)
{
	int folder = key ? folder_open() : -1, count, file;
	char name[NAME_DIGITS + 1];
	Array **places;
	Head wanted;
	bool good = false;

	if (folder < 0)
		return false;
	places = places_of(t, &count);
	wanted = head_of(key, expected_bytes(t, count));
	name_of(name, key);
	file = open_file(folder, name, sizeof wanted + wanted.bytes);
	if (file >= 0) {
		good = read_file(t, places, count, file, &wanted);
		if (good)
			futimens(file, NULL);
		else
			unlinkat(folder, name, 0);
		close(file);
	}
	free(places);
	close(folder);
	return good;
}

/* -- keeping --------------------------------------------------------------- */

typedef struct Entry {
	char name[NAME_DIGITS + 16];
	int64_t bytes;
	struct timespec used;
} Entry;

static int by_use(const void *a, const void *b)
{
	const Entry *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	return (x->used.tv_nsec > y->used.tv_nsec)
	     - (x->used.tv_nsec < y->used.tv_nsec);
}

static int list(int folder, Entry **entries)
{
	DIR *dir = fdopendir(dup(folder));
	struct dirent *item;
	struct stat status;
	int count = 0;

	*entries = NULL;
	if (dir)
		rewinddir(dir);
	while (dir && (item = readdir(dir))) {
		const size_t length = strlen(item->d_name);

		if (length >= sizeof (*entries)->name
		    || fstatat(folder, item->d_name, &status,
			       AT_SYMLINK_NOFOLLOW) != 0
		    || !S_ISREG(status.st_mode))
			continue;
		*entries = base_realloc(*entries, sizeof **entries
						  * (size_t)(count + 1));
		(*entries)[count] = (Entry){ .bytes = status.st_size,
					     .used = status.st_mtim };
		memcpy((*entries)[count++].name, item->d_name, length + 1);
	}
	if (dir)
		closedir(dir);
	return count;
}

/* The oldest go until there is room for so many bytes. */
static void make_room(int folder, int64_t bytes)
{
	Entry *entries;
	int count = list(folder, &entries);

	for (int i = 0; i < count; i++)
		bytes += entries[i].bytes;
	if (count)
		qsort(entries, (size_t)count, sizeof *entries, by_use);
	for (int i = 0; i < count && bytes > LIMIT_BYTES; i++) {
		unlinkat(folder, entries[i].name, 0);
		bytes -= entries[i].bytes;
	}
	free(entries);
}

static bool is_stopped(const atomic_bool *stop)
{
	return stop && atomic_load(stop);
}

/* So little at once that it can be stopped. */
static bool write_all(int file, const void *data, size_t bytes,
		      const atomic_bool *stop)
{
	enum { MOST = 8 << 20 };
	const char *at = data;

	while (bytes && !is_stopped(stop)) {
		ssize_t n = write(file, at, bytes < MOST ? bytes : MOST);

		if (n <= 0)
			return false;
		at += n;
		bytes -= (size_t)n;
	}
	return !bytes;
}

static bool write_file(int folder, const char *name, const Head *head,
		       Array *const *places, int count,
		       const atomic_bool *stop)
{
	int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL
					| O_NOFOLLOW | O_CLOEXEC, 0600);
	bool good = file >= 0 && write_all(file, head, sizeof *head, stop);

	for (int i = 0; i < count && good; i++)
		good = write_all(file, places[i]->data,
				 array_bytes(places[i]), stop);
	if (file >= 0)
		good = close(file) == 0 && good;
	return good;
}

static void write_to(int folder, const char *name, Array *const *places,
		     int count, Head *head, const atomic_bool *stop)
{
	char draft[NAME_DIGITS + 16];

	for (int i = 0; i < count && !is_stopped(stop); i++)
		head->checksum = hash_large(head->checksum, places[i]->data,
					    array_bytes(places[i]));
	snprintf(draft, sizeof draft, "%s.%d", name, (int)getpid());
	make_room(folder, (int64_t)(sizeof *head + head->bytes));
	if (!write_file(folder, draft, head, places, count, stop)
	    || renameat(folder, draft, folder, name) != 0)
		unlinkat(folder, draft, 0);
}

void references_keep(const EvalTask *t, uint64_t key,
		     const atomic_bool *stop)
{
	int folder = key ? folder_open() : -1, count;
	char name[NAME_DIGITS + 1];
	Array **places;
	Head head;

	if (folder < 0)
		return;
	places = places_of(t, &count);
	head = head_of(key, expected_bytes(t, count));
	name_of(name, key);
	if (head.bytes <= (uint64_t)LIMIT_BYTES / 2)
		write_to(folder, name, places, count, &head, stop);
	free(places);
	close(folder);
}

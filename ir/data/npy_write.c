/* Writing .npy files: a new file beside the old one, renamed when complete.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "ir/data/npy_header.h"

/* A file on its way: written under another name until it is whole. */
typedef struct Target {
	const char *folder;
	char *name, *temporary; /* within the folder */
	int folder_file, file;
	Diags *diags;
} Target;

static bool complain(const Target *target, const char *found,
		     const char *expected)
{
	Text path = { 0 };

	text_printf(&path, "%s/%s", target->folder, target->name);
	diag_add(target->diags, E0701, &(Place){ .file = path.data }, found,
		 expected, "the output cannot be written");
	text_free(&path);
	return false;
}

static bool is_plain_name(const char *name)
{
	if (!*name || name[0] == '.' || name[0] == '-')
		return false;
	for (; *name; name++)
		if (*name == '/' || (unsigned char)*name < 0x20)
			return false;
	return true;
}

static bool open_folder(Target *target)
{
	if (!path_make_folder(target->folder, 0777))
		return complain(target, strerror(errno), "a folder");
	target->folder_file = open(target->folder,
				   O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (target->folder_file < 0)
		return complain(target, strerror(errno), "a folder");
	return true;
}

static bool is_one_of(const struct stat *file, const char *const *paths,
		      int count)
{
	struct stat other;

	for (int i = 0; i < count; i++)
		if (stat(paths[i], &other) == 0
		    && other.st_dev == file->st_dev
		    && other.st_ino == file->st_ino)
			return true;
	return false;
}

/* A link is not ours, wherever it leads. */
static bool wrote_it(const Target *target)
{
	char bytes[NPY_BEGINNING];
	int file = openat(target->folder_file, target->name,
			  O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	ssize_t got = file < 0 ? -1 : read(file, bytes, sizeof bytes);

	if (file >= 0)
		close(file);
	return got > 0 && npy_header_is_ours(bytes, (size_t)got);
}

static bool may_replace(const Target *target, const char *const *inputs,
			int count)
{
	struct stat old;

	if (fstatat(target->folder_file, target->name, &old,
		    AT_SYMLINK_NOFOLLOW) < 0)
		return true;
	if (S_ISLNK(old.st_mode)
	    && fstatat(target->folder_file, target->name, &old, 0) < 0)
		return complain(target, "a link to nothing", "no such file");
	if (!S_ISREG(old.st_mode))
		return complain(target, "not a regular file there",
				"a file or nothing");
	if (is_one_of(&old, inputs, count))
		return complain(target, "an input of this run",
				"another file: inputs are never overwritten");
	return wrote_it(target)
	    || complain(target, "a file that lift-tune did not write",
			"no such file, or another -o DIR");
}

/* A name left by a process that died is not ours to take: try the next. */
static bool open_temporary(Target *target)
{
	enum { TRIES = 100 };
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	Text name = { 0 };

	for (int i = 0; i < TRIES && target->file < 0; i++) {
		text_clear(&name);
		text_printf(&name, ".%s.%ld.%d", target->name, (long)getpid(),
			    i);
		target->file = openat(target->folder_file, name.data, flags,
				      0666);
		if (target->file < 0 && errno != EEXIST)
			break;
	}
	target->temporary = name.data;
	return target->file >= 0
	    || complain(target, strerror(errno), "write permission");
}

static bool write_all(const Target *target, const void *data, size_t bytes)
{
	const char *from = data;

	while (bytes > 0) {
		ssize_t put = write(target->file, from, bytes);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return complain(target, strerror(errno), NULL);
		from += put;
		bytes -= (size_t)put;
	}
	return true;
}

static bool write_array(const Target *target, const Array *array)
{
	Text header = { 0 };
	bool good;

	npy_header_put(&header, array);
	good = write_all(target, header.data, header.length)
	    && write_all(target, array->data, array_bytes(array));
	text_free(&header);
	return good;
}

static bool put_in_place(const Target *target)
{
	if (fsync(target->file) == 0
	    && renameat(target->folder_file, target->temporary,
			target->folder_file, target->name) == 0)
		return true;
	return complain(target, strerror(errno), NULL);
}

static bool write_target(Target *target, const Array *array,
			 const char *const *inputs, int input_count)
{
	bool good;

	if (!open_folder(target) || !may_replace(target, inputs, input_count)
	    || !open_temporary(target))
		return false;
	good = write_array(target, array) && put_in_place(target);
	if (!good)
		unlinkat(target->folder_file, target->temporary, 0);
	return good;
}

static void close_target(Target *target)
{
	if (target->file >= 0)
		close(target->file);
	if (target->folder_file >= 0)
		close(target->folder_file);
	free(target->temporary);
	free(target->name);
}

bool npy_write(const char *folder, const char *name, const Array *array,
	       const char *const *inputs, int input_count, Diags *diags)
{
	Target target = { .folder = folder, .folder_file = -1, .file = -1,
			  .diags = diags };
	Text file = { 0 };
	bool good;

	text_printf(&file, "%s.npy", name);
	target.name = file.data;
	good = is_plain_name(name)
		? write_target(&target, array, inputs, input_count)
		: complain(&target, name, "a name without '/' or control "
			   "characters, not beginning with '.' or '-'");
	close_target(&target);
	return good;
}

bool npy_may_write(const char *folder, const char *name,
		   const char *const *inputs, int input_count, Diags *diags)
{
	Target target = { .folder = folder, .file = -1, .diags = diags };
	Text file = { 0 };
	bool good;

	text_printf(&file, "%s.npy", name);
	target.name = file.data;
	target.folder_file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	good = target.folder_file < 0
	    || may_replace(&target, inputs, input_count);
	close_target(&target);
	return good;
}

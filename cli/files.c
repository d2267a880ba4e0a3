#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

static bool refuse(Diags *diags, const char *path, const char *found,
		   const char *expected, const char *what)
{
	Place place = { .file = path };

	diag_add(diags, E0701, &place, found, expected, "%s", what);
	return false;
}

static bool read_all(int fd, Text *text, size_t limit)
{
	char block[65536];
	ssize_t got;

	while ((got = read(fd, block, sizeof block)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return false;
		text_bytes(text, block, (size_t)got);
		if (text->length > limit)
			return true;
	}
	return true;
}

static int open_regular(const char *path, Diags *diags)
{
	struct stat info;
	int fd;

	if (!strcmp(path, "-"))
		return dup(STDIN_FILENO);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0) {
		refuse(diags, path, strerror(errno), "a file that can be read",
		       "cannot open");
		return -1;
	}
	if (fstat(fd, &info) || !S_ISREG(info.st_mode)) {
		refuse(diags, path, "something else", "a regular file",
		       "cannot read");
		close(fd);
		return -1;
	}
	return fd;
}

char *file_read(Arena *arena, const char *path, size_t limit, size_t *length,
		Diags *diags)
{
	Text text = { 0 };
	Place place = { .file = path };
	char *kept = NULL, expected[64];
	int fd = open_regular(path, diags);

	if (fd < 0)
		return NULL;
	snprintf(expected, sizeof expected, "at most %zu bytes", limit);
	if (!read_all(fd, &text, limit))
		refuse(diags, path, strerror(errno), NULL, "cannot read");
	else if (text.length > limit)
		diag_add(diags, E0002, &place, "more", expected,
			 "the text is too large");
	else
		kept = arena_strndup(arena, text_string(&text), text.length);
	*length = text.length;
	close(fd);
	text_free(&text);
	return kept;
}

bool file_make_folder(const char *path, Diags *diags)
{
	char *part = base_strdup(path);
	struct stat info;

	for (char *s = part + 1; *part && *s; s++) {
		if (*s != '/')
			continue;
		*s = '\0';
		mkdir(part, 0777);
		*s = '/';
	}
	mkdir(part, 0777);
	free(part);
	if (!stat(path, &info) && S_ISDIR(info.st_mode))
		return true;
	return refuse(diags, path, strerror(errno), "a folder",
		      "cannot make the folder");
}

static bool wrote_it(int folder, const char *name)
{
	char start[512];
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	ssize_t got;

	if (fd < 0)
		return errno == ENOENT;
	got = read(fd, start, sizeof start - 1);
	close(fd);
	if (got < 0)
		return false;
	start[got] = '\0';
	return strstr(start, "lift-tune") != NULL;
}

static bool write_all(int fd, const char *text, size_t length)
{
	while (length) {
		ssize_t done = write(fd, text, length);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		text += done;
		length -= (size_t)done;
	}
	return fsync(fd) == 0;
}

static bool write_renamed(int folder, const char *name, const char *text,
			  size_t length)
{
	char temporary[300];
	int fd;
	bool good;

	snprintf(temporary, sizeof temporary, ".%.200s.%ld.tmp", name,
		 (long)getpid());
	fd = openat(folder, temporary,
		    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (fd < 0)
		return false;
	good = write_all(fd, text, length);
	good = !close(fd) && good;
	good = good && !renameat(folder, temporary, folder, name);
	if (!good) {
		int kept = errno;

		unlinkat(folder, temporary, 0);
		errno = kept;
	}
	return good;
}

bool file_write(const char *folder, const char *name, const char *text,
		size_t length, Diags *diags)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool good = fd >= 0;

	if (!good)
		return refuse(diags, folder, strerror(errno), "a folder",
			      "cannot open the folder");
	if (!wrote_it(fd, name))
		good = refuse(diags, name, "a file that lift-tune did not write",
			      "no such file, or another -o DIR",
			      "the file is in the way");
	else if (!write_renamed(fd, name, text, length))
		good = refuse(diags, name, strerror(errno), NULL,
			      "cannot write");
	fsync(fd);
	close(fd);
	return good;
}

#include "bench_harness/cache_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bench_harness/strays.h"

#define PREFIX "lift-tune-cache-"

enum {
	TREE_DESCRIPTORS = 16, LEAST_AGE_SECONDS = 60,
	ROOM_BYTES = 1 << 20 /* what a kernel may take, with room to spare */
};

static const char *parent_folder(void)
{
	const char *given = getenv("TMPDIR");

	return given && given[0] == '/' ? given : "/tmp";
}

static int remove_one(const char *path, const struct stat *file, int kind,
		      struct FTW *place)
{
	(void)file;
	(void)kind;
	(void)place;
	return remove(path);
}

static void remove_tree(const char *path)
{
	nftw(path, remove_one, TREE_DESCRIPTORS,
	     FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* Ours, not of this minute (it may not be locked yet), and nobody's lock. What a
 * killed run's drivers have left running knows the folder as theirs. */
static void remove_if_left(const char *path)
{
	int folder = open(path,
			  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat file;

	if (folder < 0)
		return;
	if (fstat(folder, &file) == 0 && file.st_uid == geteuid()
	    && time(NULL) - file.st_mtime > LEAST_AGE_SECONDS
	    && flock(folder, LOCK_EX | LOCK_NB) == 0) {
		strays_end(0, path);
		remove_tree(path);
	}
	close(folder);
}

static void remove_leftovers(void)
{
	DIR *parent = opendir(parent_folder());
	const struct dirent *entry;
	char path[PATH_MAX];

	while (parent && (entry = readdir(parent))) {
		int length = snprintf(path, sizeof path, "%s/%s",
				      parent_folder(), entry->d_name);

		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0
		    && length < (int)sizeof path)
			remove_if_left(path);
	}
	if (parent)
		closedir(parent);
}

static bool refuse(Text *why, int error)
{
	text_printf(why, "nothing can be written in %s, where drivers keep "
		    "what they compile: %s", parent_folder(), strerror(error));
	return false;
}

bool cache_dir_new(CacheDir *dir, Text *why)
{
	int length = snprintf(dir->path, sizeof dir->path, "%s/" PREFIX
			      "XXXXXX", parent_folder());

	remove_leftovers();
	if (length >= (int)sizeof dir->path)
		return refuse(why, ENAMETOOLONG);
	if (!mkdtemp(dir->path))
		return refuse(why, errno);
	dir->lock = open(dir->path,
			 O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir->lock < 0 || flock(dir->lock, LOCK_EX | LOCK_NB) != 0)
		return refuse(why, errno);
	return true;
}

bool cache_dir_has_room(const CacheDir *dir, Text *why)
{
	static const char name[] = "room";
	int file = openat(dir->lock, name, O_WRONLY | O_CREAT | O_CLOEXEC,
			  S_IRUSR | S_IWUSR);
	int error = file < 0 ? errno : posix_fallocate(file, 0, ROOM_BYTES);

	if (file >= 0) {
		close(file);
		unlinkat(dir->lock, name, 0);
	}
	return !error || refuse(why, error);
}

void cache_dir_free(CacheDir *dir)
{
	remove_tree(dir->path);
	if (dir->lock >= 0)
		close(dir->lock);
	dir->lock = -1;
}

#include "bench_harness/cache_dir.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "lift-tune-cache-"

enum { TREE_DESCRIPTORS = 16, LEAST_AGE_SECONDS = 60 };

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

/* Ours, not of this minute (it may not be locked yet), and nobody's lock. */
static void remove_if_left(const char *path)
{
	int folder = open(path,
			  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat file;

	if (folder < 0)
		return;
	if (fstat(folder, &file) == 0 && file.st_uid == geteuid()
	    && time(NULL) - file.st_mtime > LEAST_AGE_SECONDS
	    && flock(folder, LOCK_EX | LOCK_NB) == 0)
		remove_tree(path);
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

bool cache_dir_new(CacheDir *dir)
{
	int length = snprintf(dir->path, sizeof dir->path, "%s/" PREFIX
			      "XXXXXX", parent_folder());

	remove_leftovers();
	if (length >= (int)sizeof dir->path || !mkdtemp(dir->path))
		return false;
	dir->lock = open(dir->path,
			 O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return dir->lock >= 0 && flock(dir->lock, LOCK_EX | LOCK_NB) == 0;
}

void cache_dir_free(CacheDir *dir)
{
	remove_tree(dir->path);
	if (dir->lock >= 0)
		close(dir->lock);
	dir->lock = -1;
}

#include "base/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"

char *path_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder;
	size_t length;

	if (!slash)
		return base_strdup(".");
	if (slash == path)
		return base_strdup("/");
	length = (size_t)(slash - path);
	folder = base_malloc(length + 1);
	memcpy(folder, path, length);
	folder[length] = '\0';
	return folder;
}

const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_folder(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool path_make_folder(const char *folder, unsigned permissions)
{
	char *above;
	bool made;

	if (is_folder(folder))
		return true;
	above = path_folder(folder);
	made = is_folder(above) || path_make_folder(above, permissions);
	free(above);
	if (!made)
		return false;
	if (mkdir(folder, (mode_t)permissions) == 0)
		return true;
	return errno == EEXIST && is_folder(folder);
}

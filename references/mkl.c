/* Intel's MKL, if it is installed: by the name of any of its versions, where
 * the system looks for libraries or below $MKLROOT. Its threads are those of
 * GNU's OpenMP, as the plain C of gcc has them: Intel's ends a process in which
 * clang's is.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "references/cblas.h"

static const char *const names[] = {
	"libmkl_rt.so", "libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so.1",
};

static const char *const folders[] = { "lib", "lib/intel64" };

enum {
	NAMES = sizeof names / sizeof *names,
	FOLDERS = sizeof folders / sizeof *folders
};

/* Its parts find each other when all can be found by name. */
static void *load(const char *name)
{
	return dlopen(name, RTLD_NOW | RTLD_GLOBAL);
}

static void *load_below(const char *root, const char *name)
{
	void *found = NULL;
	char path[4096];

	for (int i = 0; i < FOLDERS && !found; i++) {
		snprintf(path, sizeof path, "%s/%s/%s", root, folders[i],
			 name);
		found = load(path);
	}
	return found;
}

void *cblas_library(void)
{
	const char *root = getenv("MKLROOT");
	void *found = NULL;

	setenv("MKL_THREADING_LAYER", "GNU", 0);
	for (int i = 0; i < NAMES && !found; i++) {
		found = load(names[i]);
		if (!found && root)
			found = load_below(root, names[i]);
	}
	return found;
}

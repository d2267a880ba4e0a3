/* CacheDir: a private folder for what drivers keep of compiled kernels.
 *
 * Mode 0700, new for every run, so that neither old kernels falsify build
 * times nor ours litter the user's caches; removed by cache_dir_free. Folders
 * that a killed run has left are removed by the next: a lock tells them.
 */
#ifndef BENCH_HARNESS_CACHE_DIR_H
#define BENCH_HARNESS_CACHE_DIR_H

#include <limits.h>
#include <stdbool.h>

#include "base/text.h"

typedef struct CacheDir {
	char path[PATH_MAX];
	int lock; /* held as long as the folder is in use */
} CacheDir;

/* Below $TMPDIR or /tmp; else why says where nothing can be made, and why not. */
bool cache_dir_new(CacheDir *dir, Text *why);
void cache_dir_free(CacheDir *dir);

/* Whether something can be written there; else why, as above. Drivers tell of a
 * full folder in many ways, none of which is its name. */
bool cache_dir_has_room(const CacheDir *dir, Text *why);

#endif

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

typedef struct CacheDir {
	char path[PATH_MAX];
	int lock; /* held as long as the folder is in use */
} CacheDir;

/* Below $TMPDIR or /tmp. */
bool cache_dir_new(CacheDir *dir);
void cache_dir_free(CacheDir *dir);

#endif

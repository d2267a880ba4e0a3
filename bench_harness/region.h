/* Region: a file in memory that tuner and worker both map.
 *
 * It cannot shrink, so that a broken worker cannot make our mapping fault; once
 * frozen nobody but us can write it either.
 */
#ifndef BENCH_HARNESS_REGION_H
#define BENCH_HARNESS_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Region {
	int descriptor;
	unsigned char *base; /* our mapping; NULL: none */
	size_t bytes;
} Region;

/* false when there is no memory for it. */
bool region_new(Region *region, const char *name, int64_t bytes);
void region_free(Region *region);

/* From here on only this mapping can write. */
void region_freeze(const Region *region);

/* Bytes that may be asked for without driving the system out of memory. */
int64_t region_available(void);

#endif

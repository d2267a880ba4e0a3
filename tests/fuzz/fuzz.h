/* What the fuzz targets share. Each target is one function that takes any bytes
 * and must come back: no crash, no hang, no leak, no undefined behaviour
 * (libFuzzer, with the address and undefined-behaviour sanitizers).
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a string in the arena; up to the first NUL. */
static inline char *fuzz_string(Arena *arena, const uint8_t *data, size_t size)
{
	const uint8_t *end = size ? memchr(data, 0, size) : NULL;

	return arena_strndup(arena, size ? (const char *)data : "",
			     end ? (size_t)(end - data) : size);
}

/* A file of that content in a folder of memory, for this process alone. */
static inline const char *fuzz_file(const char *name, const void *data,
				    size_t size)
{
	static char path[100];
	FILE *file;

	snprintf(path, sizeof path, "/dev/shm/lift-tune-fuzz.%d.%s",
		 (int)getpid(), name);
	file = fopen(path, "w");
	if (!file)
		return NULL;
	if (size)
		fwrite(data, 1, size, file);
	fclose(file);
	return path;
}

#endif

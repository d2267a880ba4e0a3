#include "base/arena.h"

#include <stdarg.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Chunk Chunk;

struct Chunk {
	Chunk *next;
	size_t used, size;
	alignas(max_align_t) unsigned char data[];
};

struct Arena {
	Chunk *chunks;
	size_t bytes;
};

enum { CHUNK_BYTES = 64 * 1024 };

void base_die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("lift-tune: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(1);
}

void *base_malloc(size_t bytes)
{
	void *memory = malloc(bytes ? bytes : 1);

	if (!memory)
		base_die("out of memory (%zu bytes asked)", bytes);
	return memory;
}

void *base_calloc(size_t count, size_t bytes)
{
	void *memory = calloc(count ? count : 1, bytes ? bytes : 1);

	if (!memory)
		base_die("out of memory (%zu x %zu bytes asked)", count, bytes);
	return memory;
}

void *base_realloc(void *old, size_t bytes)
{
	void *memory = realloc(old, bytes ? bytes : 1);

	if (!memory)
		base_die("out of memory (%zu bytes asked)", bytes);
	return memory;
}

char *base_strdup(const char *text)
{
	size_t bytes = strlen(text) + 1;

	return memcpy(base_malloc(bytes), text, bytes);
}

Arena *arena_new(void)
{
	return base_calloc(1, sizeof(Arena));
}

static void free_chunks(Chunk *chunk)
{
	for (Chunk *next; chunk; chunk = next) {
		next = chunk->next;
		free(chunk);
	}
}

void arena_free(Arena *arena)
{
	if (!arena)
		return;
	free_chunks(arena->chunks);
	free(arena);
}

void arena_clear(Arena *arena)
{
	Chunk *first = arena->chunks;

	if (!first)
		return;
	free_chunks(first->next);
	memset(first->data, 0, first->used);
	first->next = NULL;
	first->used = arena->bytes = 0;
}

static Chunk *chunk_new(size_t size)
{
	Chunk *chunk = base_calloc(1, sizeof(Chunk) + size);

	chunk->size = size;
	return chunk;
}

/* Large requests get a chunk of their own behind the current one. */
static void *alloc_large(Arena *arena, size_t bytes)
{
	Chunk *chunk = chunk_new(bytes);

	chunk->used = bytes;
	if (arena->chunks) {
		chunk->next = arena->chunks->next;
		arena->chunks->next = chunk;
	} else {
		arena->chunks = chunk;
	}
	return chunk->data;
}

void *arena_alloc(Arena *arena, size_t bytes)
{
	const size_t unit = alignof(max_align_t);
	void *memory;

	if (bytes > SIZE_MAX / 2)
		base_die("out of memory (%zu bytes asked)", bytes);
	bytes = (bytes + unit - 1) / unit * unit;
	arena->bytes += bytes;
	if (bytes > CHUNK_BYTES / 4)
		return alloc_large(arena, bytes);
	if (!arena->chunks
	    || arena->chunks->size - arena->chunks->used < bytes) {
		Chunk *chunk = chunk_new(CHUNK_BYTES);

		chunk->next = arena->chunks;
		arena->chunks = chunk;
	}
	memory = arena->chunks->data + arena->chunks->used;
	arena->chunks->used += bytes;
	return memory;
}

char *arena_strndup(Arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);

	return memcpy(copy, text, length);
}

char *arena_strdup(Arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(Arena *arena, const char *format, ...)
{
	va_list args, again;
	int length;
	char *text;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = arena_alloc(arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

size_t arena_bytes(const Arena *arena)
{
	return arena->bytes;
}

/* Arena: memory that lives exactly as long as the object that owns the arena.
 *
 * Everything allocated is zeroed and aligned for any type. Running out of
 * memory ends the process through base_die (there is no half-built result to
 * return), so no allocation here can fail.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *arena);

/* Frees what was allocated, for other things. */
void arena_clear(Arena *arena);

void *arena_alloc(Arena *arena, size_t bytes);
char *arena_strdup(Arena *arena, const char *text);
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_printf(Arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Bytes handed out so far. */
size_t arena_bytes(const Arena *arena);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, n) \
	((type *)arena_alloc((arena), sizeof(type) * (size_t)(n)))

/* malloc family that never returns NULL; the caller frees with free(). */
void *base_malloc(size_t bytes);
void *base_calloc(size_t count, size_t bytes);
void *base_realloc(void *old, size_t bytes);
char *base_strdup(const char *text);

/* Says why on stderr and ends the process with exit code 1. */
_Noreturn void base_die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif

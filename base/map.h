/* Map: what belongs to a key, a number or an address. It lives in the arena that
 * is given when something is put; zeroed it is empty.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct Map {
	struct MapSlot {
		uint64_t key;
		const void *value; /* NULL: free */
	} *slots;
	uint32_t capacity, count;
} Map;

/* NULL: nothing. */
const void *map_find(const Map *map, uint64_t key);

/* value is not NULL. False: something belongs to the key, and stays. */
bool map_put(Map *map, Arena *arena, uint64_t key, const void *value);

static inline uint64_t map_address(const void *address)
{
	return (uint64_t)(uintptr_t)address;
}

#endif

#include "base/map.h"

#include "base/hash.h"

static struct MapSlot *slot_of(const Map *map, uint64_t key)
{
	const uint32_t mask = map->capacity - 1;
	uint32_t at = (uint32_t)hash_mix(key) & mask;

	while (map->slots[at].value && map->slots[at].key != key)
		at = (at + 1) & mask;
	return &map->slots[at];
}

const void *map_find(const Map *map, uint64_t key)
{
	return map->capacity ? slot_of(map, key)->value : NULL;
}

static void grow(Map *map, Arena *arena)
{
	const Map old = *map;

	map->capacity = old.capacity ? 2 * old.capacity : 16;
	map->slots = ARENA_ARRAY(arena, struct MapSlot, map->capacity);
	for (uint32_t i = 0; i < old.capacity; i++)
		if (old.slots[i].value)
			*slot_of(map, old.slots[i].key) = old.slots[i];
}

bool map_put(Map *map, Arena *arena, uint64_t key, const void *value)
{
	struct MapSlot *slot;

	if (2 * map->count >= map->capacity)
		grow(map, arena);
	slot = slot_of(map, key);
	if (slot->value)
		return false;
	*slot = (struct MapSlot){ key, value };
	map->count++;
	return true;
}

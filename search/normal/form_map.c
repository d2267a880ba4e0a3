#include "search/normal/form.h"

static int slot_of(const FormMap *map, const Form *key)
{
	int i = (int)(key->hash & (uint64_t)(map->capacity - 1));

	while (map->slots[i].key && map->slots[i].key != key)
		i = (i + 1) & (map->capacity - 1);
	return i;
}

const void *form_map_find(const FormMap *map, const Form *key)
{
	return map->capacity ? map->slots[slot_of(map, key)].value : NULL;
}

static void grow(Normal *n, FormMap *map)
{
	const FormMap old = *map;

	map->capacity = old.capacity ? old.capacity * 2 : 16;
	map->slots = ARENA_ARRAY(n->arena, struct FormSlot, map->capacity);
	for (int i = 0; i < old.capacity; i++)
		if (old.slots[i].key)
			map->slots[slot_of(map, old.slots[i].key)]
				= old.slots[i];
}

void form_map_put(Normal *n, FormMap *map, const Form *key, const void *value)
{
	int i;

	if (2 * map->count >= map->capacity)
		grow(n, map);
	i = slot_of(map, key);
	map->count += !map->slots[i].key;
	map->slots[i] = (struct FormSlot){ key, value };
}

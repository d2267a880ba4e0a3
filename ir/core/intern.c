#include "ir/core/intern.h"

#include <stdlib.h>

#include "base/arena.h"

void intern_free(Intern *table)
{
	free(table->slots);
	*table = (Intern){ 0 };
}

const void *intern_find(const Intern *table, uint64_t hash, const void *wanted,
			InternEqual *equal)
{
	uint32_t mask = table->capacity - 1;

	if (!table->capacity)
		return NULL;
	for (uint32_t i = (uint32_t)hash & mask; table->slots[i].item;
	     i = (i + 1) & mask)
		if (table->slots[i].hash == hash
		    && equal(table->slots[i].item, wanted))
			return table->slots[i].item;
	return NULL;
}

static void place(Intern *table, uint64_t hash, const void *item)
{
	uint32_t mask = table->capacity - 1, i = (uint32_t)hash & mask;

	while (table->slots[i].item)
		i = (i + 1) & mask;
	table->slots[i].hash = hash;
	table->slots[i].item = item;
}

static void grow(Intern *table)
{
	Intern old = *table;

	table->capacity = old.capacity ? old.capacity * 2 : 256;
	table->slots = base_calloc(table->capacity, sizeof *table->slots);
	for (uint32_t i = 0; i < old.capacity; i++)
		if (old.slots[i].item)
			place(table, old.slots[i].hash, old.slots[i].item);
	free(old.slots);
}

void intern_add(Intern *table, uint64_t hash, const void *item)
{
	if (table->count * 2 >= table->capacity)
		grow(table);
	place(table, hash, item);
	table->count++;
}

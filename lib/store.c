#include "lib/store.h"

#include <inttypes.h>

const char *store_hash(Arena *arena, uint64_t hash)
{
	return arena_printf(arena, "%016" PRIx64, hash);
}

const DbSize *store_sizes(Arena *arena, const Program *program, int *count)
{
	DbSize *sizes = ARENA_ARRAY(arena, DbSize, program->size_count + 1);

	for (int i = 0; i < program->size_count; i++)
		sizes[i] = (DbSize){ program->sizes[i].name,
				     program->sizes[i].value };
	*count = program->size_count;
	return sizes;
}

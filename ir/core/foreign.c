#include "ir/core/foreign.h"

#include <string.h>

#include "base/hash.h"
#include "ir/core/internal.h"

static bool is_same(const Foreign *a, const Foreign *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->source, b->source)
	    && type_same(a->from, b->from) && type_same(a->to, b->to);
}

static void make_room(Ir *ir)
{
	const Foreign **old = ir->foreign;

	if (ir->foreign_count < ir->foreign_capacity)
		return;
	ir->foreign_capacity = 2 * ir->foreign_capacity + 4;
	ir->foreign = ARENA_ARRAY(ir->arena, const Foreign *,
				  ir->foreign_capacity);
	if (ir->foreign_count)
		memcpy(ir->foreign, old,
		       sizeof *old * (size_t)ir->foreign_count);
}

int foreign_number(Ir *ir, const Foreign *foreign)
{
	Foreign *made;

	for (int i = 0; i < ir->foreign_count; i++)
		if (is_same(ir->foreign[i], foreign))
			return i;
	make_room(ir);
	made = ARENA_NEW(ir->arena, Foreign);
	*made = *foreign;
	made->name = arena_strdup(ir->arena, foreign->name);
	made->source = arena_strdup(ir->arena, foreign->source);
	ir->foreign[ir->foreign_count] = made;
	return ir->foreign_count++;
}

const Foreign *foreign_at(const Ir *ir, int number)
{
	return ir->foreign[number];
}

uint64_t foreign_hash(const Foreign *foreign)
{
	return hash_combine(hash_string(foreign->name),
			    hash_string(foreign->source));
}

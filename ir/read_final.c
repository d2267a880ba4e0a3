/* Sizes and types as the program keeps them: as written, or plain numbers. */
#include <string.h>

#include "ir/read.h"

const Size *read_final_size(Reader *r, const Size *size)
{
	return r->concrete ? size_const(r->ir, size->value) : size;
}

const Type *read_final_type(Reader *r, const Type *type)
{
	const Type *parts[64];

	if (!r->concrete)
		return type;
	if (type->kind == TYPE_ARRAY)
		return type_array(r->ir, read_final_type(r, type->element),
				  read_final_size(r, type->length));
	if (type->kind != TYPE_TUPLE)
		return type;
	for (int i = 0; i < type->count; i++)
		parts[i] = read_final_type(r, type->parts[i]);
	return type_tuple(r->ir, type->count, parts);
}

void read_add_algebra(Reader *r, Algebra entry)
{
	Algebra *old = r->algebra;

	for (int i = 0; i < r->algebra_count; i++)
		if (old[i].function == entry.function
		    && old[i].name == entry.name)
			return;
	if (r->algebra_count == r->algebra_capacity) {
		r->algebra_capacity = r->algebra_capacity * 2 + 8;
		r->algebra = ARENA_ARRAY(ir_arena(r->ir), Algebra,
					 r->algebra_capacity);
		if (old)
			memcpy(r->algebra, old,
			       sizeof *old * (size_t)r->algebra_count);
	}
	r->algebra[r->algebra_count++] = entry;
}

/* Sizes and types as the program keeps them: as written, or plain numbers. */
#include <string.h>

#include "ir/front/read.h"

/* The number of elements of a row, if the size speaks of one. */
static const SizeAtom *row_in(const Size *size)
{
	for (int t = 0; t < size->count; t++)
		for (int i = 0; i < size->terms[t].count; i++)
			if (size->terms[t].atoms[i]->kind == ATOM_VAR
			    && !strcmp(size->terms[t].atoms[i]->name,
				       ROW_LENGTH))
				return size->terms[t].atoms[i];
	return NULL;
}

static int64_t at_row_length(Reader *r, const Size *size, int64_t length)
{
	const Size *known = size_replace(r->ir, size, ROW_LENGTH,
					 size_const(r->ir, length));

	return known ? known->value : 0;
}

/* The polynomial over the open variables alone. */
static const Size *over_open(Reader *r, const Size *size)
{
	for (int i = 0; i < r->size_count && size; i++)
		if (!r->size_open[i])
			size = size_replace(r->ir, size, r->sizes[i].name,
					    size_const(r->ir,
						       r->sizes[i].value));
	return size;
}

/* In plain numbers, but for open variables and the number of elements of a
 * row. */
const Size *read_final_size(Reader *r, const Size *size)
{
	const SizeAtom *row = r->concrete ? row_in(size) : NULL;
	const Size *rest, *each;

	if (!r->concrete)
		return size;
	if (!row)
		return size->open ? over_open(r, size)
				  : size_const(r->ir, size->value);
	rest = size_const(r->ir, at_row_length(r, size, 0));
	each = size_const(r->ir, at_row_length(r, size, 1) - rest->value);
	each = size_mul(r->ir, each, size_var_valued(r->ir, ROW_LENGTH,
						     row->value));
	return each ? size_add(r->ir, each, rest) : NULL;
}

const Type *read_final_type(Reader *r, const Type *type)
{
	const Type *parts[64];

	if (!r->concrete)
		return type_uncounted(r->ir, type);
	if (type->kind == TYPE_ARRAY)
		return type_array(r->ir, read_final_type(r, type->element),
				  read_final_size(r, type->length));
	if (type->kind != TYPE_TUPLE)
		return type;
	if (type->shape == SHAPE_ROWS)
		return type_rows(r->ir, read_final_type(r, type->parts[0]->
							element),
				 read_final_size(r, type->parts[0]->length),
				 read_final_size(r, type->length));
	for (int i = 0; i < type->count; i++)
		parts[i] = read_final_type(r, type->parts[i]);
	return type_uncounted(r->ir, type_tuple_like(r->ir, type, parts));
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

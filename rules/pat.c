#include "rules/pat.h"

#include <assert.h>
#include <string.h>

Pat *pat_new(Arena *arena, PatKind kind, const Type *type, int kid_count,
	     const Pat *const *kids)
{
	Pat *pat = ARENA_NEW(arena, Pat);
	const Pat **copy = ARENA_ARRAY(arena, const Pat *, kid_count + 1);

	for (int i = 0; i < kid_count; i++)
		copy[i] = kids[i];
	pat->kind = kind;
	pat->dim = -1;
	pat->type = type;
	pat->kid_count = kid_count;
	pat->kids = copy;
	return pat;
}

const Pat *pat_var(Arena *arena, int level, const Type *type)
{
	Pat *pat = pat_new(arena, PAT_VAR, type, 0, NULL);

	pat->index = level;
	return pat;
}

int pat_binds(const Pat *pat, int kid)
{
	if (pat->kind == PAT_LAMBDA)
		return pat->index;
	return pat->kind == PAT_LET && kid == 1;
}

bool pat_equal(const Pat *a, const Pat *b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || a->index != b->index || a->dim != b->dim
	    || a->op != b->op || a->prim != b->prim || a->value != b->value
	    || a->kid_count != b->kid_count || a->size_count != b->size_count)
		return false;
	for (int i = 0; i < a->size_count; i++)
		if (a->written[i] != b->written[i])
			return false;
	for (int i = 0; i < a->kid_count; i++)
		if (!pat_equal(a->kids[i], b->kids[i]))
			return false;
	return true;
}

static const Pat *whole_of_parts(int count, const Pat *const *parts)
{
	const Pat *whole;

	if (parts[0]->kind != PAT_GET)
		return NULL;
	whole = parts[0]->kids[0];
	if (whole->type->count != count)
		return NULL;
	for (int i = 0; i < count; i++)
		if (parts[i]->kind != PAT_GET || parts[i]->index != i
		    || !pat_equal(parts[i]->kids[0], whole))
			return NULL;
	return whole;
}

const Pat *pat_tuple(Ir *ir, int count, const Pat *const *parts)
{
	const Pat *whole = whole_of_parts(count, parts);
	const Type *types[64];

	if (whole)
		return whole;
	for (int i = 0; i < count; i++)
		types[i] = parts[i]->type;
	return pat_new(ir_arena(ir), PAT_TUPLE, type_tuple(ir, count, types),
		       count, parts);
}

const Pat *pat_get(Ir *ir, int index, const Pat *tuple)
{
	Pat *get;

	assert(tuple->type->kind == TYPE_TUPLE && index < tuple->type->count);
	if (tuple->kind == PAT_TUPLE)
		return tuple->kids[index];
	get = pat_new(ir_arena(ir), PAT_GET, tuple->type->parts[index], 1,
		      &tuple);
	get->index = index;
	return get;
}

#include "codegen_opencl/lens.h"

#include <string.h>

const Lens *lens_new(Gen *g, Lens view)
{
	Lens *made = ARENA_NEW(g->arena, Lens);

	*made = view;
	return made;
}

const Lens *lens_code(Gen *g, const Code *code)
{
	return lens_new(g, (Lens){ .kind = LENS_CODE, .code = code });
}

const Lens *const *lens_copied(Gen *g, int count, const Lens *const *parts)
{
	const Lens **copy = ARENA_ARRAY(g->arena, const Lens *, count);

	memcpy(copy, parts, sizeof *copy * (size_t)count);
	return copy;
}

const Lens *lens_tuple(Gen *g, int count, const Lens *const *parts)
{
	return lens_new(g, (Lens){ .kind = LENS_TUPLE, .count = count,
				   .parts = lens_copied(g, count, parts) });
}

const Lens *lens_zip(Gen *g, int count, const Lens *const *parts)
{
	return lens_new(g, (Lens){ .kind = LENS_ZIP, .count = count,
				   .parts = lens_copied(g, count, parts) });
}

/* A view of a view that undoes it is what it shows. */
static const Lens *undone(LensKind kind, const Lens *of, int64_t n)
{
	static const LensKind inverse[LENS_KINDS] = {
		[LENS_SPLIT] = LENS_JOIN, [LENS_JOIN] = LENS_SPLIT,
		[LENS_TRANSPOSE] = LENS_TRANSPOSE,
		[LENS_SPLIT_VEC] = LENS_JOIN_VEC,
		[LENS_JOIN_VEC] = LENS_SPLIT_VEC,
	};

	if (inverse[kind] && of->kind == inverse[kind] && of->n == n
	    && n != EXTENT_OPEN)
		return of->of;
	if (kind == LENS_PART && of->kind == LENS_ZIP)
		return of->parts[n];
	return NULL;
}

const Lens *lens_of(Gen *g, LensKind kind, const Lens *of, int64_t n,
		    int64_t m)
{
	const Lens *plain = undone(kind, of, n);

	if (plain)
		return plain;
	return lens_new(g, (Lens){ .kind = kind, .of = of, .n = n, .m = m });
}

const Lens *lens_rows(Gen *g, LensKind kind, const Lens *of, const Type *row)
{
	const LensKind inverse = kind == LENS_SPLIT ? LENS_JOIN : LENS_SPLIT;
	const Size *size = gen_open_length(row);

	if (!size)
		return lens_of(g, kind, of, gen_length(row), 0);
	if (of->kind == inverse && of->size == size)
		return of->of;
	return lens_new(g, (Lens){ .kind = kind, .of = of, .n = EXTENT_OPEN,
				   .size = size });
}

const Lens *lens_stride(Gen *g, const Lens *of, const Size *n,
			const Size *rows)
{
	return lens_new(g, (Lens){ .kind = LENS_STRIDE, .of = of,
				   .index = gen_size(g, n),
				   .end = gen_size(g, rows) });
}

const Lens *lens_slice(Gen *g, const Lens *of, const Affine *first)
{
	if (affine_is_const(first) && !first->constant)
		return of;
	return lens_new(g, (Lens){ .kind = LENS_SLICE, .of = of,
				   .index = first });
}

const Lens *lens_memory(Gen *g, const Type *type, const Leaf *leaves)
{
	return lens_new(g, (Lens){ .kind = LENS_MEMORY, .type = type,
				   .leaves = leaves });
}

/* -- questions ------------------------------------------------------------- */

bool lens_is_place(const Lens *view)
{
	switch (view->kind) {
	case LENS_MEMORY:
		return true;
	case LENS_SPLIT: case LENS_JOIN: case LENS_TRANSPOSE:
	case LENS_COLUMN: case LENS_SLICE: case LENS_STRIDE:
	case LENS_PART: case LENS_SPLIT_VEC: case LENS_JOIN_VEC:
	case LENS_LANES: case LENS_LANE: case LENS_SINGLE:
		return lens_is_place(view->of);
	default:
		return false;
	}
}

bool lens_is_static(const Lens *view)
{
	for (int i = 0; i < view->count; i++)
		if (lens_is_static(view->parts[i]))
			return true;
	switch (view->kind) {
	case LENS_REGISTERS:
		return true;
	case LENS_LANES:
	case LENS_JOIN_VEC:
	case LENS_LANE:
		return !lens_is_place(view->of);
	case LENS_DISTRIBUTED:
	case LENS_FILL:
		return false;
	default:
		return view->of && lens_is_static(view->of);
	}
}

bool lens_is_shared(const Lens *view)
{
	for (int i = 0; i < view->count; i++)
		if (lens_is_shared(view->parts[i]))
			return true;
	if (view->kind == LENS_MEMORY)
		return view->leaves[0].buffer->space != SPACE_PRIVATE;
	return view->of && lens_is_shared(view->of);
}

bool lens_is_owned(const Lens *lens)
{
	for (int i = 0; i < lens->count; i++)
		if (lens_is_owned(lens->parts[i]))
			return true;
	return lens->kind == LENS_DISTRIBUTED
	    || (lens->of && lens_is_owned(lens->of));
}

bool lens_is_same(const Lens *a, const Lens *b)
{
	if (a == b)
		return true;
	if (a->kind != LENS_MEMORY || b->kind != LENS_MEMORY
	    || a->lane != b->lane || !type_same(a->type, b->type))
		return false;
	for (int i = 0; i < type_leaves(a->type); i++)
		if (a->leaves[i].buffer != b->leaves[i].buffer
		    || a->leaves[i].offset != b->leaves[i].offset)
			return false;
	return true;
}

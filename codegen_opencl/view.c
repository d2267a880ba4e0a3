#include "codegen_opencl/view.h"

#include <string.h>

const View *view_new(Gen *g, View view)
{
	View *made = ARENA_NEW(g->arena, View);

	*made = view;
	return made;
}

const View *view_code(Gen *g, const Code *code)
{
	return view_new(g, (View){ .kind = VIEW_CODE, .code = code });
}

const View *const *view_copied(Gen *g, int count, const View *const *parts)
{
	const View **copy = ARENA_ARRAY(g->arena, const View *, count);

	memcpy(copy, parts, sizeof *copy * (size_t)count);
	return copy;
}

const View *view_tuple(Gen *g, int count, const View *const *parts)
{
	return view_new(g, (View){ .kind = VIEW_TUPLE, .count = count,
				   .parts = view_copied(g, count, parts) });
}

const View *view_zip(Gen *g, int count, const View *const *parts)
{
	return view_new(g, (View){ .kind = VIEW_ZIP, .count = count,
				   .parts = view_copied(g, count, parts) });
}

/* A view of a view that undoes it is what it shows. */
static const View *undone(ViewKind kind, const View *of, int64_t n)
{
	static const ViewKind inverse[VIEW_KINDS] = {
		[VIEW_SPLIT] = VIEW_JOIN, [VIEW_JOIN] = VIEW_SPLIT,
		[VIEW_TRANSPOSE] = VIEW_TRANSPOSE,
		[VIEW_SPLIT_VEC] = VIEW_JOIN_VEC,
		[VIEW_JOIN_VEC] = VIEW_SPLIT_VEC,
	};

	if (inverse[kind] && of->kind == inverse[kind] && of->n == n
	    && n != EXTENT_OPEN)
		return of->of;
	if (kind == VIEW_PART && of->kind == VIEW_ZIP)
		return of->parts[n];
	return NULL;
}

const View *view_by(Gen *g, ViewKind kind, const View *of, int64_t n,
		    int64_t m)
{
	const View *plain = undone(kind, of, n);

	if (plain)
		return plain;
	return view_new(g, (View){ .kind = kind, .of = of, .n = n, .m = m });
}

const View *view_rows(Gen *g, ViewKind kind, const View *of, const Type *row)
{
	const ViewKind inverse = kind == VIEW_SPLIT ? VIEW_JOIN : VIEW_SPLIT;
	const Size *size = gen_open_length(row);

	if (!size)
		return view_by(g, kind, of, gen_length(row), 0);
	if (of->kind == inverse && of->size == size)
		return of->of;
	return view_new(g, (View){ .kind = kind, .of = of, .n = EXTENT_OPEN,
				   .size = size });
}

const View *view_strided(Gen *g, const View *of, const Size *n,
			 const Size *rows)
{
	return view_new(g, (View){ .kind = VIEW_STRIDE, .of = of,
				   .index = gen_size(g, n),
				   .end = gen_size(g, rows) });
}

const View *view_slice(Gen *g, const View *of, const Affine *first)
{
	if (affine_is_const(first) && !first->constant)
		return of;
	return view_new(g, (View){ .kind = VIEW_SLICE, .of = of,
				   .index = first });
}

const View *view_memory(Gen *g, const Type *type, const Leaf *leaves)
{
	return view_new(g, (View){ .kind = VIEW_MEMORY, .type = type,
				   .leaves = leaves });
}

/* -- questions ------------------------------------------------------------- */

bool view_is_place(const View *view)
{
	switch (view->kind) {
	case VIEW_MEMORY:
		return true;
	case VIEW_SPLIT: case VIEW_JOIN: case VIEW_TRANSPOSE:
	case VIEW_COLUMN: case VIEW_SLICE: case VIEW_STRIDE:
	case VIEW_REVERSE: case VIEW_PART: case VIEW_SPLIT_VEC: case VIEW_JOIN_VEC:
	case VIEW_LANES: case VIEW_LANE: case VIEW_SINGLE:
		return view_is_place(view->of);
	default:
		return false;
	}
}

bool view_is_static(const View *view)
{
	for (int i = 0; i < view->count; i++)
		if (view_is_static(view->parts[i]))
			return true;
	switch (view->kind) {
	case VIEW_REGISTERS:
		return true;
	case VIEW_LANES:
	case VIEW_JOIN_VEC:
	case VIEW_LANE:
		return !view_is_place(view->of);
	case VIEW_DISTRIBUTED:
	case VIEW_FILL:
		return false;
	default:
		return view->of && view_is_static(view->of);
	}
}

bool view_is_shared(const View *view)
{
	for (int i = 0; i < view->count; i++)
		if (view_is_shared(view->parts[i]))
			return true;
	if (view->kind == VIEW_MEMORY)
		return view->leaves[0].buffer->space != SPACE_PRIVATE;
	return view->of && view_is_shared(view->of);
}

bool view_is_local(const View *place)
{
	if (!view_is_place(place))
		return false;
	while (place->of)
		place = place->of;
	return place->kind == VIEW_MEMORY
	    && place->leaves[0].buffer->space == SPACE_LOCAL;
}

bool view_is_owned(const View *view)
{
	for (int i = 0; i < view->count; i++)
		if (view_is_owned(view->parts[i]))
			return true;
	return view->kind == VIEW_DISTRIBUTED
	    || (view->of && view_is_owned(view->of));
}

bool view_is_same(const View *a, const View *b)
{
	if (a == b)
		return true;
	if (a->kind == VIEW_SLICE && b->kind == VIEW_SLICE
	    && a->index == b->index)
		return view_is_same(a->of, b->of);
	if (a->kind != VIEW_MEMORY || b->kind != VIEW_MEMORY
	    || a->lane != b->lane || !type_same(a->type, b->type))
		return false;
	for (int i = 0; i < type_leaves(a->type); i++)
		if (a->leaves[i].buffer != b->leaves[i].buffer
		    || a->leaves[i].offset != b->leaves[i].offset)
			return false;
	return true;
}

static bool is_stored(const View *place)
{
	while (place->of)
		place = place->of;
	for (int i = 0; place->kind == VIEW_TUPLE && i < place->count; i++)
		if (is_stored(place->parts[i]))
			return true;
	for (int i = 0; place->kind == VIEW_MEMORY
	     && i < type_leaves(place->type); i++) {
		const Buffer *buffer = place->leaves[i].buffer;

		if (buffer->since && buffer->version >= buffer->since)
			return true;
	}
	return false;
}

bool view_is_there(const View *from, const View *to)
{
	return view_is_same(from, to) && !is_stored(to);
}

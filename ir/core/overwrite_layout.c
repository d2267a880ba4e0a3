#include "ir/core/overwrite_layout.h"

#include <string.h>

static const Layout any = { .kind = READ_ANY };

Layout layout_any(void)
{
	return any;
}

/* -- one dimension --------------------------------------------------------- */

static bool dim_add(Dim *dim, Factor factor)
{
	Factor *last = dim->count ? &dim->of[dim->count - 1] : NULL;

	if (factor.extent == 1)
		return true;
	if (last && last->stride == factor.extent * factor.stride) {
		last->extent *= factor.extent;
		last->stride = factor.stride;
		return true;
	}
	if (dim->count == LAYOUT_FACTORS)
		return false;
	dim->of[dim->count++] = factor;
	return true;
}

static bool dim_append(Dim *dim, const Dim *inner)
{
	for (int i = 0; i < inner->count; i++)
		if (!dim_add(dim, inner->of[i]))
			return false;
	return true;
}

static int64_t dim_extent(const Dim *dim)
{
	int64_t extent = 1;

	for (int i = 0; i < dim->count; i++)
		extent *= dim->of[i].extent;
	return extent;
}

static bool dim_equal(const Dim *a, const Dim *b)
{
	for (int i = 0; a->count == b->count && i < a->count; i++)
		if (a->of[i].extent != b->of[i].extent
		    || a->of[i].stride != b->of[i].stride)
			return false;
	return a->count == b->count;
}

/* The inner part of that extent, and what is around it. */
static bool dim_split(const Dim *dim, int64_t extent, Dim *outer, Dim *inner)
{
	Factor taken[LAYOUT_FACTORS + 1], rest = { 1, 0 };
	int count = 0, k = dim->count;

	while (extent > 1) {
		Factor f;

		if (!k)
			return false;
		f = dim->of[--k];
		if (extent % f.extent && f.extent % extent)
			return false;
		if (extent % f.extent) {
			rest = (Factor){ f.extent / extent,
					 f.stride * extent };
			f.extent = extent;
		}
		extent /= f.extent;
		taken[count++] = f;
	}
	*outer = *inner = (Dim){ 0 };
	for (int i = 0; i < k; i++)
		dim_add(outer, dim->of[i]);
	dim_add(outer, rest);
	while (count)
		dim_add(inner, taken[--count]);
	return true;
}

static int64_t dim_at(const Dim *dim, int64_t index)
{
	int64_t at = 0;

	for (int i = dim->count - 1; i >= 0; i--) {
		at += index % dim->of[i].extent * dim->of[i].stride;
		index /= dim->of[i].extent;
	}
	return at;
}

/* -- layouts --------------------------------------------------------------- */

Layout layout_row_major(int rank, const int64_t *lengths)
{
	Layout layout = { .kind = READ_AT, .rank = rank };
	int64_t stride = 1;

	if (rank > LAYOUT_DIMS)
		return any;
	for (int i = rank - 1; i >= 0; i--) {
		if (!lengths[i])
			return (Layout){ .kind = READ_NONE };
		dim_add(&layout.dims[i], (Factor){ lengths[i], stride });
		stride *= lengths[i];
	}
	return layout;
}

static bool same_taken(const Taken *a, const Taken *b)
{
	for (; a && b; a = a->up, b = b->up)
		if (a == b)
			return true;
		else if (!dim_equal(&a->dim, &b->dim))
			return false;
	return a == b;
}

static bool same_dims(const Layout *a, const Layout *b, int from)
{
	if (a->rank != b->rank || !same_taken(a->taken, b->taken))
		return false;
	for (int i = from; i < a->rank; i++)
		if (!dim_equal(&a->dims[i], &b->dims[i]))
			return false;
	return true;
}

Layout layout_merge(const Layout *a, const Layout *b)
{
	if (a->kind == READ_NONE)
		return *b;
	if (b->kind == READ_NONE)
		return *a;
	if (a->kind == READ_AT && b->kind == READ_AT
	    && a->offset == b->offset && same_dims(a, b, 0))
		return *a;
	return any;
}

static Layout insert(const Layout *layout, int at, Dim dim)
{
	Layout more = *layout;

	if (layout->rank == LAYOUT_DIMS)
		return any;
	memmove(more.dims + at + 1, more.dims + at,
		sizeof dim * (size_t)(layout->rank - at));
	more.dims[at] = dim;
	more.rank++;
	return more;
}

static Layout without(const Layout *layout, int at)
{
	Layout less = *layout;

	less.rank--;
	memmove(less.dims + at, less.dims + at + 1,
		sizeof *less.dims * (size_t)(less.rank - at));
	return less;
}

Layout layout_split(const Layout *layout, int64_t inner)
{
	Layout split = *layout;
	Dim last;

	if (layout->kind != READ_AT)
		return *layout;
	if (!dim_split(&layout->dims[0], inner, &split.dims[0], &last))
		return any;
	return insert(&split, 1, last);
}

Layout layout_join(const Layout *layout)
{
	Layout joined;

	if (layout->kind != READ_AT)
		return *layout;
	joined = without(layout, 1);
	joined.dims[0] = layout->dims[0];
	return dim_append(&joined.dims[0], &layout->dims[1]) ? joined : any;
}

Layout layout_swap(const Layout *layout)
{
	Layout swapped = *layout;

	if (layout->kind != READ_AT)
		return *layout;
	swapped.dims[0] = layout->dims[1];
	swapped.dims[1] = layout->dims[0];
	return swapped;
}

Layout layout_rotate(const Layout *layout, int from, int to)
{
	Layout less;
	Dim dim;

	if (layout->kind != READ_AT)
		return *layout;
	if (from < 0)
		from = layout->rank - 1;
	if (to < 0)
		to = layout->rank - 1;
	dim = layout->dims[from];
	less = without(layout, from);
	return insert(&less, to, dim);
}

Layout layout_slice(const Layout *layout, int64_t first, int64_t count)
{
	Layout slice = *layout;
	Dim *dim = &slice.dims[0];
	int64_t inner;

	if (layout->kind != READ_AT || !count)
		return count ? *layout : (Layout){ .kind = READ_NONE };
	if (first == 0 && count == dim_extent(dim))
		return *layout;
	inner = dim_extent(dim) / dim->of[0].extent;
	if (first % inner || count % inner)
		return any;
	slice.offset += first / inner * dim->of[0].stride;
	*dim = (Dim){ 0 };
	dim_add(dim, (Factor){ count / inner, layout->dims[0].of[0].stride });
	for (int i = 1; i < layout->dims[0].count; i++)
		dim_add(dim, layout->dims[0].of[i]);
	return slice;
}

Layout layout_element(const Layout *layout, int64_t index)
{
	Layout element;

	if (layout->kind != READ_AT)
		return *layout;
	element = without(layout, 0);
	element.offset += dim_at(&layout->dims[0], index);
	return element;
}

Layout layout_take_off(Arena *arena, const Layout *layout, int dim)
{
	Taken *taken;
	Layout inside;

	if (layout->kind != READ_AT)
		return *layout;
	if (dim < 0)
		dim = layout->rank - 1;
	taken = ARENA_NEW(arena, Taken);
	*taken = (Taken){ layout->taken, layout->dims[dim] };
	inside = without(layout, dim);
	inside.taken = taken;
	return inside;
}

Layout layout_put_back(const Layout *layout, int dim)
{
	Layout outside;

	if (layout->kind != READ_AT)
		return *layout;
	outside = insert(layout, dim < 0 ? layout->rank : dim,
			 layout->taken->dim);
	if (outside.kind == READ_AT)
		outside.taken = layout->taken->up;
	return outside;
}

/* The stride between the elements of a part, where it shows; else 0. */
static int64_t part_stride(const Layout *part)
{
	return part->kind == READ_AT && part->dims[0].count == 1
		? part->dims[0].of[0].stride : 0;
}

Layout layout_concat(int parts, const Layout *const *layouts,
		     const int64_t *counts)
{
	int64_t stride = 0, before = 0;
	const Layout *first = NULL;
	Layout all = { .kind = READ_NONE };

	for (int i = 0; i < parts; i++)
		stride = stride ? stride : part_stride(layouts[i]);
	for (int i = 0; i < parts; before += counts[i++]) {
		const Layout *part = layouts[i];
		int64_t offset = part->offset - before * stride;

		if (part->kind == READ_NONE || !counts[i])
			continue;
		if (part->kind == READ_ANY || part->dims[0].count > 1
		    || (counts[i] > 1 && part_stride(part) != stride)
		    || (first && (offset != all.offset
				  || !same_dims(first, part, 1))))
			return any;
		if (!first)
			all = *part;
		first = part;
		all.offset = offset;
	}
	if (first) {
		all.dims[0] = (Dim){ 0 };
		dim_add(&all.dims[0], (Factor){ before, stride });
	}
	return all;
}

bool layout_is_same(const Layout *layout)
{
	Dim all = { 0 };

	for (int i = 0; i < layout->rank; i++)
		if (!dim_append(&all, &layout->dims[i]))
			return false;
	return layout->kind == READ_AT && !layout->offset && !layout->taken
	    && (all.count == 0 || (all.count == 1 && all.of[0].stride == 1));
}

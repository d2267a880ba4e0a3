/* Layout: at which elements of an input one component of a value reads it.
 *
 * READ_AT: the element at index (i, j, ...) reads only the input's element
 * offset + a(i) + b(j) + ..., row-major, beside the place that the maps around
 * it contribute. Each dimension is a list of factors, outermost first, as a
 * number in mixed radix: that keeps join and split exact.
 */
#ifndef IR_CORE_OVERWRITE_LAYOUT_H
#define IR_CORE_OVERWRITE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { LAYOUT_FACTORS = 6, LAYOUT_DIMS = 12 };

typedef struct Factor {
	int64_t extent, stride;
} Factor;

/* Without factors of extent 1, and none that is one with the next. */
typedef struct Dim {
	int count;
	Factor of[LAYOUT_FACTORS];
} Dim;

/* The dimensions that the maps around have taken off, innermost first. */
typedef struct Taken {
	const struct Taken *up;
	Dim dim;
} Taken;

typedef enum { READ_NONE, READ_AT, READ_ANY } ReadKind;

typedef struct Layout {
	ReadKind kind;
	int64_t offset;
	const Taken *taken;
	int rank;
	Dim dims[LAYOUT_DIMS];
} Layout;

/* Each gives READ_ANY for what it cannot express, keeps READ_NONE and READ_ANY,
 * and works on the outermost dimension unless it says otherwise. */
Layout layout_row_major(int rank, const int64_t *lengths);
Layout layout_any(void);
Layout layout_merge(const Layout *a, const Layout *b);
Layout layout_split(const Layout *layout, int64_t inner);
Layout layout_join(const Layout *layout);
Layout layout_swap(const Layout *layout);             /* the outer two */
Layout layout_rotate(const Layout *layout, int from, int to); /* -1: last */
Layout layout_slice(const Layout *layout, int64_t first, int64_t count);
Layout layout_element(const Layout *layout, int64_t index);
Layout layout_take_off(Arena *arena, const Layout *layout, int dim);
Layout layout_put_back(const Layout *layout, int dim);

/* Parts of counts[i] elements each, one after the other. */
Layout layout_concat(int parts, const Layout *const *layouts,
		     const int64_t *counts);

/* Whether element i reads element i. */
bool layout_is_same(const Layout *layout);

#endif

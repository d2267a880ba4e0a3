/* What scatter.c and scatter_blocks.c share: scatters side by side, each into an
 * array of its own, that take one element each a round. */
#ifndef CODEGEN_OPENCL_SCATTER_H
#define CODEGEN_OPENCL_SCATTER_H

#include "codegen_opencl/view.h"

/* A scatter: what it reads, and the array that it changes. */
typedef struct Scattered {
	const Env *env;
	const View *is, *xs, *to;
} Scattered;

/* The element at that index of those that a scatter reads; its place is known to
 * be in the array, or looked at. */
void gen_scatter_at(Gen *g, const Expr *e, const Scattered *s,
		    const Affine *at);

/* The same where its place is one of the array: the index, where that was
 * computed before; else NULL. */
void gen_scatter_inside_at(Gen *g, const Expr *e, const Scattered *s,
			   const Affine *at, const Code *place);

/* All elements, block by block; false, and nothing done, where that is no gain. */
bool gen_scatter_blocks(Gen *g, const Expr *e, int count,
			const Scattered *all);

#endif

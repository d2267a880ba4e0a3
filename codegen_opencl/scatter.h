/* What scatter.c and scatter_blocks.c share: scatters side by side, each into an
 * array of its own, that take one element each a round. */
#ifndef CODEGEN_OPENCL_SCATTER_H
#define CODEGEN_OPENCL_SCATTER_H

#include "codegen_opencl/view.h"

/* A scatter: what it reads, and the array that it changes. */
typedef struct Scattered {
	const Env *env;
	const View *is, *xs, *to;
	const View *narrow; /* what is added to that, in bytes; or NULL */
} Scattered;

/* Whether the item is alone in its group, and its code is of scalars. */
static inline bool gen_is_alone(const Gen *g)
{
	return !g->bound[LEVEL_GROUP] && !g->bound[LEVEL_LOCAL]
	    && g->width == 1 && g->options->local_size[0] <= 1;
}

/* Whether each step of a scatter or scanByIndex adds an integer to one. */
bool gen_adds_integers(const Expr *e);

/* Bytes to add in (scatter_narrow.c), all 0, where these are a gain; else NULL.
 * gen_narrow_add adds in one of them, gen_narrow_end what they hold at last. */
const View *gen_narrow(Gen *g, const Expr *e, const Scattered *s);
void gen_narrow_add(Gen *g, const View *byte, const View *place, const View *x);
void gen_narrow_end(Gen *g, const Expr *e, const Scattered *s);

/* The element at that index of those that a scatter reads; its place is known to
 * be in the array, or looked at. */
void gen_scatter_at(Gen *g, const Expr *e, const Scattered *s,
		    const Affine *at);

/* The same where its place is one of the array: the index, where that was
 * computed before; else NULL. */
void gen_scatter_inside_at(Gen *g, const Expr *e, const Scattered *s,
			   const Affine *at, const Code *place);

/* What goes to that place, where it is one of the array. */
void gen_scatter_value(Gen *g, const Expr *e, const Scattered *s,
		       const Code *place, const View *x);

/* All elements, block by block; false, and nothing done, where that is no gain. */
bool gen_scatter_blocks(Gen *g, const Expr *e, int count,
			const Scattered *all);

/* Numbers and tuples of these alike: how many parts, and which. */
static inline int gen_parts_of(const Type *type)
{
	return type->kind == TYPE_TUPLE ? type->count : 1;
}

static inline const Type *gen_part_type(const Type *type, int i)
{
	return type->kind == TYPE_TUPLE ? type->parts[i] : type;
}

static inline const View *gen_part_of(Gen *g, const Type *type, const View *x,
				      int i)
{
	return type->kind == TYPE_TUPLE ? view_get(g, x, i) : x;
}

/* Elements that a work-item gives places to by counters, kept until they fill a
 * line (scatter_lines.c). */
typedef struct Lines {
	const Expr *e, *permute; /* scanByIndex; what its states are places of */
	const View *target;      /* the array of these */
	const View *counters, *begins; /* now; before any element */
	const View *kept;        /* lines, one for each counter */
	int line;                /* elements of one, a power of two */
} Lines;

/* Whether the states of e, written to `to`, are such places. Then counters are as
 * they begin; lines_keep takes each element after its counter, which it names,
 * went on to its place; lines_end writes what is left. */
bool lines_begin(Gen *g, const Expr *e, const Scattered *s, const View *to,
		 Lines *l);
void lines_keep(Gen *g, const Lines *l, const Affine *counter,
		const View *place, const View *x);
void lines_end(Gen *g, const Lines *l);

#endif

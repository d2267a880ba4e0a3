/* Layout: how a value is read, or a result is written, without any code for the
 * data layout itself (derivations.md, C1, C2, C10).
 *
 * A view of an array gives the view of its element at an Affine; at the leaves
 * are places in memory, registers and expressions. split, join, transpose and
 * their like only change the Affine, so all of them compose into one index per
 * access. The same views serve results: what a computation writes through is
 * the inverse view of where its result goes.
 *
 * The type of what a view shows is known where it is used and not kept in it.
 * An index that holds a lane makes a view vary over the lanes of a vector.
 */
#ifndef CODEGEN_OPENCL_LAYOUT_H
#define CODEGEN_OPENCL_LAYOUT_H

#include "codegen_opencl/gen.h"

typedef enum {
	LAYOUT_CODE,        /* code */
	LAYOUT_REGISTER,    /* var */
	LAYOUT_MEMORY,      /* type; leaves; lane */
	LAYOUT_TUPLE,       /* parts */
	LAYOUT_REGISTERS,   /* parts by index; expr: what they hold */
	LAYOUT_SPLIT,       /* of; n: length of the parts */
	LAYOUT_JOIN,        /* of; n: length of the inner arrays */
	LAYOUT_TRANSPOSE,   /* of */
	LAYOUT_COLUMN,      /* of; index */
	LAYOUT_SLICE,       /* of; index: of its first element */
	LAYOUT_STRIDE,      /* of; n; m = length / n */
	LAYOUT_ZIP,         /* parts */
	LAYOUT_PART,        /* of; n: which component of each element */
	LAYOUT_CONCAT,      /* parts, lengths */
	LAYOUT_CHOICE,      /* parts: 2; index < n decides */
	LAYOUT_ELEMENT,     /* of; index: taken only where the value is asked for */
	LAYOUT_COMPONENT,   /* of; n: the same */
	LAYOUT_SINGLE,      /* of: the only element */
	LAYOUT_FILL,        /* of: every element */
	LAYOUT_SPLIT_VEC,   /* of; n: width */
	LAYOUT_JOIN_VEC,    /* of; n: width */
	LAYOUT_LANES,       /* of: a vector as an array */
	LAYOUT_LANE,        /* of; index: lane */
	LAYOUT_SPREAD,      /* parts: one per lane */
	LAYOUT_MAP,         /* of; expr: function; env: computed at each read */
	LAYOUT_UNMAP,       /* of; expr: function of views; env: result place */
	LAYOUT_DISTRIBUTED, /* of; n: dimension of the mapLocal that owns it */
	LAYOUT_LATER,       /* expr; env: computed once in each kernel */
	LAYOUT_KINDS
} LayoutKind;

typedef struct Leaf {
	Buffer *buffer;
	const Affine *offset;
} Leaf;

struct Layout {
	LayoutKind kind;
	const Layout *of;
	int64_t n, m;
	int count;
	const Layout *const *parts;
	const int64_t *lengths;
	const Code *code;
	Var *var;
	const Affine *index;
	const Type *type;
	const Leaf *leaves; /* one per scalar component of type */
	const Affine *lane;  /* of the vectors in memory; NULL: each its own */
	const Expr *expr;
	const Env *env;
	Later *later;
};

const Layout *layout_new(Gen *g, Layout view);
const Layout *layout_code(Gen *g, const Code *code);
const Layout *layout_tuple(Gen *g, int count, const Layout *const *parts);
const Layout *layout_zip(Gen *g, int count, const Layout *const *parts);

/* The view `kind` of one other view, by its numbers. */
const Layout *layout_of(Gen *g, LayoutKind kind, const Layout *of, int64_t n,
		    int64_t m);
const Layout *layout_slice(Gen *g, const Layout *of, const Affine *first);

/* An array (or scalar) of that type in memory: one leaf per component. */
const Layout *layout_memory(Gen *g, const Type *type, const Leaf *leaves);

/* Element, component, lane. */
const Layout *layout_at(Gen *g, const Layout *view, const Affine *index);
const Layout *layout_get(Gen *g, const Layout *view, int part);
const Layout *layout_lane(Gen *g, const Layout *view, const Affine *lane);

/* The value of a scalar or vector: emits loads and choices where needed. */
const Code *layout_value(Gen *g, const Layout *view);

/* Stores a scalar or vector there. */
void layout_put(Gen *g, const Layout *view, const Code *value);

/* The value with every scalar in it named (scalars, vectors and tuples of
 * these; arrays stay as they are). */
const Layout *layout_named(Gen *g, const Layout *view, const Type *type);

/* Whether elements can only be taken at constant indices (C4). */
bool layout_is_static(const Layout *view);

/* Whether it is memory, seen through nothing but changes of indices. */
bool layout_is_place(const Layout *view);

/* Whether some of it lies in memory that other work-items see. */
bool layout_is_shared(const Layout *view);

/* layout_at and layout_get that were put off, done. */
const Layout *layout_forced(Gen *g, const Layout *view);

#endif

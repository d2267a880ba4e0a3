/* View: how a value is read, or a result is written, without any code for the
 * data layout itself (derivations.md, C1, C2, C10).
 *
 * A view of an array gives the view of its element at an Index; at the leaves
 * are places in memory, registers and expressions. split, join, transpose and
 * their like only change the Index, so all of them compose into one index per
 * access. The same views serve results: what a computation writes through is
 * the inverse view of where its result goes.
 *
 * The type of what a view shows is known where it is used and not kept in it.
 * An index that holds a lane makes a view vary over the lanes of a vector.
 */
#ifndef CODEGEN_OPENCL_VIEW_H
#define CODEGEN_OPENCL_VIEW_H

#include "codegen_opencl/gen.h"

typedef enum {
	VIEW_CODE,        /* code */
	VIEW_REGISTER,    /* var */
	VIEW_MEMORY,      /* type; leaves; lane */
	VIEW_TUPLE,       /* parts */
	VIEW_REGISTERS,   /* parts by index; expr: what they hold */
	VIEW_SPLIT,       /* of; n: length of the parts */
	VIEW_JOIN,        /* of; n: length of the inner arrays */
	VIEW_TRANSPOSE,   /* of */
	VIEW_COLUMN,      /* of; index */
	VIEW_SLICE,       /* of; index: of its first element */
	VIEW_STRIDE,      /* of; n; m = length / n */
	VIEW_ZIP,         /* parts */
	VIEW_PART,        /* of; n: which component of each element */
	VIEW_CONCAT,      /* parts, lengths */
	VIEW_CHOICE,      /* parts: 2; index < n decides */
	VIEW_ELEMENT,     /* of; index: taken only where the value is asked for */
	VIEW_COMPONENT,   /* of; n: the same */
	VIEW_SINGLE,      /* of: the only element */
	VIEW_FILL,        /* of: every element */
	VIEW_SPLIT_VEC,   /* of; n: width */
	VIEW_JOIN_VEC,    /* of; n: width */
	VIEW_LANES,       /* of: a vector as an array */
	VIEW_LANE,        /* of; index: lane */
	VIEW_SPREAD,      /* parts: one per lane */
	VIEW_MAP,         /* of; expr: function; env: computed at each read */
	VIEW_UNMAP,       /* of; expr: function of views; env: result place */
	VIEW_DISTRIBUTED, /* of; n: dimension of the mapLocal that owns it */
	VIEW_LATER,       /* expr; env: computed once in each kernel */
	VIEW_KINDS
} ViewKind;

typedef struct Leaf {
	Buffer *buffer;
	const Index *offset;
} Leaf;

struct View {
	ViewKind kind;
	const View *of;
	int64_t n, m;
	int count;
	const View *const *parts;
	const int64_t *lengths;
	const Code *code;
	Var *var;
	const Index *index;
	const Type *type;
	const Leaf *leaves; /* one per scalar component of type */
	const Index *lane;  /* of the vectors in memory; NULL: each its own */
	const Expr *expr;
	const Env *env;
	Later *later;
};

const View *view_new(Gen *g, View view);
const View *view_code(Gen *g, const Code *code);
const View *view_tuple(Gen *g, int count, const View *const *parts);
const View *view_zip(Gen *g, int count, const View *const *parts);

/* The view `kind` of one other view, by its numbers. */
const View *view_of(Gen *g, ViewKind kind, const View *of, int64_t n,
		    int64_t m);
const View *view_slice(Gen *g, const View *of, const Index *first);

/* An array (or scalar) of that type in memory: one leaf per component. */
const View *view_memory(Gen *g, const Type *type, const Leaf *leaves);

/* Element, component, lane. */
const View *view_at(Gen *g, const View *view, const Index *index);
const View *view_get(Gen *g, const View *view, int part);
const View *view_lane(Gen *g, const View *view, const Index *lane);

/* The value of a scalar or vector: emits loads and choices where needed. */
const Code *view_value(Gen *g, const View *view);

/* Stores a scalar or vector there. */
void view_put(Gen *g, const View *view, const Code *value);

/* The value with every scalar in it named (scalars, vectors and tuples of
 * these; arrays stay as they are). */
const View *view_named(Gen *g, const View *view, const Type *type);

/* Whether elements can only be taken at constant indices (C4). */
bool view_is_static(const View *view);

/* Whether it is memory, seen through nothing but changes of indices. */
bool view_is_place(const View *view);

/* Whether some of it lies in memory that other work-items see. */
bool view_is_shared(const View *view);

/* view_at and view_get that were put off, done. */
const View *view_forced(Gen *g, const View *view);

#endif

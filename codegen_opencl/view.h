/* View: how a value is read, or a result is written, without any code for the
 * data layout itself.
 *
 * A view of an array gives the view of its element at an Affine; at the leaves
 * are places in memory, registers and expressions. split, join, transpose and
 * their like only change the Affine, so all of them compose into one index per
 * access. The same views serve results: what a computation writes through is
 * the inverse view of where its result goes.
 *
 * The type of what a view shows is known where it is used and not kept in it.
 * An index that holds a lane makes a view vary over the lanes of a vector. */
#ifndef CODEGEN_OPENCL_VIEW_H
#define CODEGEN_OPENCL_VIEW_H

#include "codegen_opencl/gen.h"

typedef enum {
	VIEW_CODE,        /* code */
	VIEW_REGISTER,    /* var */
	VIEW_MEMORY,      /* type; leaves; lane */
	VIEW_TUPLE,       /* parts */
	VIEW_REGISTERS,   /* parts by index; expr: what they hold */
	VIEW_INDEX,       /* the index itself, an i64 */
	VIEW_SPLIT,       /* of; n: length of the parts */
	VIEW_SLIDE,       /* of; n: step */
	VIEW_CLAMP,       /* of; n: elements before; end: its length */
	VIEW_MIRROR,      /* the same */
	VIEW_WRAP,        /* the same */
	VIEW_JOIN,        /* of; n: length of the inner arrays */
	VIEW_TRANSPOSE,   /* of */
	VIEW_COLUMN,      /* of; index */
	VIEW_SLICE,       /* of; index: of its first element */
	VIEW_REVERSE,     /* of; index: of its first element, then downwards */
	VIEW_AFTER,       /* of; index: so many elements before it are written
			   * nowhere */
	VIEW_NOWHERE,     /* what is written here is lost */
	VIEW_PERMUTED,    /* of; parts: 1; n: its number; expr: an index written here stores
			   * the part's element there, in the array */
	VIEW_SENT,        /* the same of one index and one element: that one */
	VIEW_STRIDE,      /* of; index: n; end: length / n */
	VIEW_ZIP,         /* parts */
	VIEW_PART,        /* of; n: which component of each element */
	VIEW_CONCAT,      /* parts, lengths */
	VIEW_CHOICE,      /* parts: 2; index < end decides */
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
	const Affine *offset;
} Leaf;

struct View {
	ViewKind kind;
	const View *of;
	int64_t n, m;
	const Size *size;       /* SPLIT, SLIDE, JOIN: n, where that is open */
	const Affine *end;
	int count;
	const View *const *parts;
	const Affine *const *lengths;
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

const View *view_new(Gen *g, View view);
const View *view_code(Gen *g, const Code *code);
const View *view_tuple(Gen *g, int count, const View *const *parts);
const View *view_zip(Gen *g, int count, const View *const *parts);
const View *const *view_copied(Gen *g, int count, const View *const *parts);

/* The view `kind` of one other view, by its numbers. */
const View *view_by(Gen *g, ViewKind kind, const View *of, int64_t n,
		    int64_t m);
const View *view_slice(Gen *g, const View *of, const Affine *first);

/* SPLIT or JOIN by the length of such an array. */
const View *view_rows(Gen *g, ViewKind kind, const View *of,
		      const Type *row);

/* Elements n apart of an array that has `rows` times as many: 0, n, 2*n, ...,
 * 1, n + 1, ... */
const View *view_strided(Gen *g, const View *of, const Size *n,
			 const Size *rows);

/* An array (or scalar) of that type in memory: one leaf per component. */
const View *view_memory(Gen *g, const Type *type, const Leaf *leaves);

/* Element, component, lane. */
const View *view_at(Gen *g, const View *view, const Affine *index);
const View *view_get(Gen *g, const View *view, int part);
const View *view_lane(Gen *g, const View *view, const Affine *lane);

/* Of a VIEW_MEMORY. */
const View *view_memory_at(Gen *g, const View *view, const Affine *index);
const View *view_memory_get(Gen *g, const View *view, int part);
const View *view_memory_lane(Gen *g, const View *view, const Affine *lane);

/* The value of a scalar or vector: emits loads and choices where needed. */
const Code *view_value(Gen *g, const View *view);

/* Stores a scalar or vector there. */
void view_put(Gen *g, const View *view, const Code *value);

/* Combines what is in memory there with the value, by an atomic function. */
void view_combine(Gen *g, const View *place, const char *atomic,
		  const Code *value);

/* Stores where the number says, at a VIEW_SENT. */
void view_send(Gen *g, const View *view, const Code *index);

/* Has the loop of fewer than so many rounds that changes the index unrolled in
 * the next plan; false when there is none. */
bool view_plan_unroll(Gen *g, const Affine *index, int64_t most);

/* What is in the buffer there: one lane or several. */
const Code *view_load(Gen *g, Buffer *buffer, const Affine *index);

/* The same of lanes that all lie two to four elements apart, or backwards, in
 * what nothing is stored to; else NULL. */
const Code *view_load_strided(Gen *g, Buffer *buffer,
			      const Affine *const *lanes, int width);

/* How far apart the lanes of a form lie: 0, 1, or -1 for anything else; lanes
 * gets the form of each. */
int view_lane_step(Gen *g, const Affine *index, const Affine **lanes);

/* The index that is that number, or NULL. */
const Affine *index_of(Gen *g, const View *view);

/* A scalar function or conversion of indices, when the result is an index, a
 * comparison or a number made of one; else NULL. */
const View *index_op(Gen *g, const Expr *e, const View *const *args);
const View *index_convert(Gen *g, Scalar to, const View *arg);

/* The index of an element among so many, as long as it is that of one; lanes
 * that the condition around does not want get some other element. */
const Affine *index_within(Gen *g, const View *view, const Size *length);

/* The index of neighbours among so many elements that the number, of a vector, is
 * of, or NULL; lanes as above. */
const Affine *index_of_row(Gen *g, const Code *code, int64_t length);

/* The value as it is now. */
const Code *index_fixed(Gen *g, const Code *code);

/* The code, an index that varies over lanes as a vector. */
const Code *index_number(Gen *g, const Code *code);

/* The value with every scalar in it named (scalars, vectors and tuples of
 * these; arrays stay as they are). */
const View *view_named(Gen *g, const View *view, const Type *type);

/* Whether elements can only be taken at constant indices. */
bool view_is_static(const View *view);

/* Whether it is memory, seen through nothing but changes of indices. */
bool view_is_place(const View *view);

/* Whether some of it lies in memory that other work-items see. */
bool view_is_shared(const View *view);

/* Whether both are the same place. */
bool view_is_same(const View *a, const View *b);

/* The same, and no copy is needed: nothing was stored there since a round began
 * that may update it in place. */
bool view_is_there(const View *from, const View *to);

/* Whether it is a place in local memory. */
bool view_is_local(const View *view);

/* Whether some of it is spread over the items of a group. */
bool view_is_owned(const View *view);

/* view_at and view_get that were put off, done. */
const View *view_forced(Gen *g, const View *view);

#endif

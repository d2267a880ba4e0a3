/* Lens: how a value is read, or a result is written, without any code for the
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
#ifndef CODEGEN_OPENCL_LENS_H
#define CODEGEN_OPENCL_LENS_H

#include "codegen_opencl/gen.h"

typedef enum {
	LENS_CODE,        /* code */
	LENS_REGISTER,    /* var */
	LENS_MEMORY,      /* type; leaves; lane */
	LENS_TUPLE,       /* parts */
	LENS_REGISTERS,   /* parts by index; expr: what they hold */
	LENS_INDEX,       /* the index itself, an i64 */
	LENS_SPLIT,       /* of; n: length of the parts */
	LENS_SLIDE,       /* of; n: step */
	LENS_CLAMP,       /* of; n: elements before; end: its length */
	LENS_MIRROR,      /* the same */
	LENS_WRAP,        /* the same */
	LENS_JOIN,        /* of; n: length of the inner arrays */
	LENS_TRANSPOSE,   /* of */
	LENS_COLUMN,      /* of; index */
	LENS_SLICE,       /* of; index: of its first element */
	LENS_AFTER,       /* of; n: so many elements before it are written
			   * nowhere */
	LENS_NOWHERE,     /* what is written here is lost */
	LENS_PERMUTED,    /* of; parts: 1; expr: an index written here stores
			   * the part's element there, in the array */
	LENS_SENT,        /* the same of one index and one element */
	LENS_STRIDE,      /* of; index: n; end: length / n */
	LENS_ZIP,         /* parts */
	LENS_PART,        /* of; n: which component of each element */
	LENS_CONCAT,      /* parts, lengths */
	LENS_CHOICE,      /* parts: 2; index < end decides */
	LENS_ELEMENT,     /* of; index: taken only where the value is asked for */
	LENS_COMPONENT,   /* of; n: the same */
	LENS_SINGLE,      /* of: the only element */
	LENS_FILL,        /* of: every element */
	LENS_SPLIT_VEC,   /* of; n: width */
	LENS_JOIN_VEC,    /* of; n: width */
	LENS_LANES,       /* of: a vector as an array */
	LENS_LANE,        /* of; index: lane */
	LENS_SPREAD,      /* parts: one per lane */
	LENS_MAP,         /* of; expr: function; env: computed at each read */
	LENS_UNMAP,       /* of; expr: function of views; env: result place */
	LENS_DISTRIBUTED, /* of; n: dimension of the mapLocal that owns it */
	LENS_LATER,       /* expr; env: computed once in each kernel */
	LENS_KINDS
} LensKind;

typedef struct Leaf {
	Buffer *buffer;
	const Affine *offset;
} Leaf;

struct Lens {
	LensKind kind;
	const Lens *of;
	int64_t n, m;
	const Size *size;       /* SPLIT, SLIDE, JOIN: n, where that is open */
	const Affine *end;
	int count;
	const Lens *const *parts;
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

const Lens *lens_new(Gen *g, Lens view);
const Lens *lens_code(Gen *g, const Code *code);
const Lens *lens_tuple(Gen *g, int count, const Lens *const *parts);
const Lens *lens_zip(Gen *g, int count, const Lens *const *parts);
const Lens *const *lens_copied(Gen *g, int count, const Lens *const *parts);

/* The view `kind` of one other view, by its numbers. */
const Lens *lens_of(Gen *g, LensKind kind, const Lens *of, int64_t n,
		    int64_t m);
const Lens *lens_slice(Gen *g, const Lens *of, const Affine *first);

/* SPLIT or JOIN by the length of such an array. */
const Lens *lens_rows(Gen *g, LensKind kind, const Lens *of,
		      const Type *row);

/* Elements n apart of an array that has `rows` times as many: 0, n, 2*n, ...,
 * 1, n + 1, ... */
const Lens *lens_stride(Gen *g, const Lens *of, const Size *n,
			const Size *rows);

/* An array (or scalar) of that type in memory: one leaf per component. */
const Lens *lens_memory(Gen *g, const Type *type, const Leaf *leaves);

/* Element, component, lane. */
const Lens *lens_at(Gen *g, const Lens *view, const Affine *index);
const Lens *lens_get(Gen *g, const Lens *view, int part);
const Lens *lens_lane(Gen *g, const Lens *view, const Affine *lane);

/* The value of a scalar or vector: emits loads and choices where needed. */
const Code *lens_value(Gen *g, const Lens *view);

/* Stores a scalar or vector there. */
void lens_put(Gen *g, const Lens *view, const Code *value);

/* Stores where the number says, at a LENS_SENT. */
void lens_send(Gen *g, const Lens *view, const Code *index);

/* Has the loop of fewer than so many rounds that changes the index unrolled in
 * the next plan; false when there is none. */
bool lens_plan_unroll(Gen *g, const Affine *index, int64_t most);

/* What is in the buffer there: one lane or several. */
const Code *lens_load(Gen *g, Buffer *buffer, const Affine *index);

/* The same of lanes that all lie two to four elements apart, or backwards, in
 * what nothing is stored to; else NULL. */
const Code *lens_load_strided(Gen *g, Buffer *buffer,
			      const Affine *const *lanes, int width);

/* How far apart the lanes of a form lie: 0, 1, or -1 for anything else; lanes
 * gets the form of each. */
int lens_lane_step(Gen *g, const Affine *index, const Affine **lanes);

/* The index that is that number, or NULL. */
const Affine *index_of(Gen *g, const Lens *view);

/* A scalar function or conversion of indices, when the result is an index, a
 * comparison or a number made of one; else NULL. */
const Lens *index_op(Gen *g, const Expr *e, const Lens *const *args);
const Lens *index_convert(Gen *g, Scalar to, const Lens *arg);

/* The index of an element among so many, as long as it is that of one; lanes
 * that the condition around does not want get some other element. */
const Affine *index_within(Gen *g, const Lens *view, const Size *length);

/* The code, an index that varies over lanes as a vector. */
const Code *index_number(Gen *g, const Code *code);

/* The value with every scalar in it named (scalars, vectors and tuples of
 * these; arrays stay as they are). */
const Lens *lens_named(Gen *g, const Lens *view, const Type *type);

/* Whether elements can only be taken at constant indices. */
bool lens_is_static(const Lens *view);

/* Whether it is memory, seen through nothing but changes of indices. */
bool lens_is_place(const Lens *view);

/* Whether some of it lies in memory that other work-items see. */
bool lens_is_shared(const Lens *view);

/* Whether both are the same place. */
bool lens_is_same(const Lens *a, const Lens *b);

/* Whether some of it is spread over the items of a group. */
bool lens_is_owned(const Lens *lens);

/* lens_at and lens_get that were put off, done. */
const Lens *lens_forced(Gen *g, const Lens *view);

#endif

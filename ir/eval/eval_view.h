/* View: an array that is not there, as a function from an index to the value of
 * that element (the views of code generation). Reading an
 * element transforms the index and goes on, down to a buffer, or to a delayed
 * map, whose function is then built at that element.
 *
 * A vector <T; w> is an array of w scalars here; vectors of tuples and arrays
 * keep their lanes innermost, as types do. */
#ifndef IR_EVAL_EVAL_VIEW_H
#define IR_EVAL_EVAL_VIEW_H

#include "ir/eval/eval_graph.h"
#include "ir/eval/eval_usage.h"

typedef struct View View;
typedef struct Build Build;

/* A value being built: a node, parts, or a view. */
typedef struct Value {
	enum { VALUE_SCALAR, VALUE_TUPLE, VALUE_ARRAY } kind;
	const Node *node;
	int count;
	const struct Value *const *parts;
	const View *view;
	const View *zipped; /* TUPLE: written through to this array of tuples */
} Value;

/* What the variables stand for; innermost first. */
typedef struct Env {
	const Value *value;
	const struct Env *outer;
} Env;

/* Something to be built later, perhaps in a branch. */
typedef struct Thunk {
	const Value *(*build)(Build *b, const struct Thunk *thunk);
	const Expr *expr;
	const Env *env;
	const View *view;
	const Node *index;
	const struct Thunk *of;
	int part;
} Thunk;

typedef struct StmtList {
	Stmt *first, *last;
} StmtList;

typedef struct ViewRow {
	const Value *(*element)(Build *b, const View *view, const Node *index);
	/* Fills dest through the view, not element by element; or NULL. */
	void (*write)(Build *b, const View *view, const Value *dest,
		      StmtList *out);
} ViewRow;

/* One component of an array in memory, from an element on. */
typedef struct Leaf {
	Buffer *buffer;
	const Node *offset;
} Leaf;

struct View {
	const ViewRow *row;
	int64_t length;
	bool pure;    /* reading it computes nothing */
	bool risky;   /* reading it may check an index */
	bool through; /* use row->write */
	int count;
	const View *const *kids;
	int64_t number, step;
	Scalar scalar; /* of indices */
	const Node *index;
	const Value *value;
	const Type *element;  /* in memory; of a lane */
	const Expr *expr;
	const Env *env;
	const Thunk *thunks[2];
	const Leaf *leaves;
	const Node *owner;    /* node that fills the leaves, or NULL */
	struct ViewElement **built; /* elements built so far */
};

/* The state of building. */
struct Build {
	Graph *graph;
	Usage *usage;
	int depth;             /* of the innermost scope */
	Guard guard;
	Intern known;          /* expressions built before, by what they use */
	const Value **inputs;
};

const Value *value_scalar(Build *b, const Node *node);
const Value *value_tuple(Build *b, int count, const Value *const *parts);
const Value *value_array(Build *b, const View *view);
const Value *value_part(const Value *tuple, int part);
bool value_is_pure(const Value *value);
bool value_is_risky(const Value *value);
bool value_same(const Value *a, const Value *b);
uint64_t value_hash(const Value *value);

/* Element of an array (or lane of a vector of scalars). */
const Value *view_element(Build *b, const View *view, const Node *index);

/* Values of that type in memory; one leaf for each component. */
const Value *value_in_memory(Build *b, const Type *type, const Leaf *leaves,
			     const Node *owner);
const View *view_in_memory(Build *b, const Type *element, int64_t length,
			   const Leaf *leaves, const Node *owner);

/* Scalars of one component in a value of that type. */
int64_t leaf_size(const Type *type, int leaf);
Scalar leaf_scalar(const Type *type, int leaf);

const View *view_range(Build *b, const View *v, const Node *from,
		       int64_t length);
const View *view_split(Build *b, const View *v, int64_t count, int64_t size);
const View *view_join(Build *b, const View *v, int64_t inner);
/* left and right more elements, taken from v as that pad says. */
const View *view_pad(Build *b, const View *v, Prim pad, int64_t left,
		     int64_t right);
/* 0, 1, ... count - 1, of that type. */
const View *view_indices(Build *b, int64_t count, Scalar scalar);
/* Windows of `size` elements, each `step` after the one before. */
const View *view_slide(Build *b, const View *v, int64_t count, int64_t size,
		       int64_t step);
const View *view_transpose(Build *b, const View *v, int64_t inner);
const View *view_zipped(Build *b, int count, const View *const *views);
const View *view_field(Build *b, const View *v, int part);
const View *view_concat(Build *b, int count, const View *const *views);
const View *view_fill(Build *b, const Value *value, int64_t length);
const View *view_stride(Build *b, const View *v, int64_t n);
const View *view_map(Build *b, const Expr *lambda, const Env *env,
		     const View *v);
/* Each element i is a fold of the elements from i * size on. */
const View *view_parts(Build *b, const Expr *fold, const Env *env,
		       const Value *initial, const View *v, int64_t n);
/* A scalar operation on vectors, lane by lane. */
const View *view_lanewise(Build *b, const Expr *e, int count,
			  const View *const *args);
/* One of two arrays of equal length, which the thunks build. */
const View *view_choice(Build *b, const Node *condition, const Thunk *yes,
			const Thunk *no, const View *const *sides);
const View *view_split_vec(Build *b, const View *v, const Type *lane,
			   int64_t n);
const View *view_join_vec(Build *b, const View *v, const Type *lane,
			  int64_t n);

/* The same view, to be written through. */
const View *view_through(Build *b, const View *v);

/* An array of n elements of type lane as a vector <lane; n>, and back. */
const Value *value_vectorised(Build *b, const View *v, const Type *lane);
const View *view_lanes(Build *b, const Value *vector, const Type *lane,
		       int64_t n);

#endif

/* Graph: what an expression computes, down to scalar values; what the evaluator
 * makes code from (a sea of nodes, after Click and Paleczny, 1995).
 *
 * A Node is one scalar value (or a fold, a branch, a stored array). Nodes are
 * hash-consed, so equal values are computed once. A node has no place of its
 * own: it depends on scopes (loops and branches), a chain from the outside in,
 * and belongs into the deepest of them. So whatever does not change in a loop
 * leaves it, and a value used twice is computed once. A branch is depended on
 * only by what must not be computed when it is not taken: index checks and what
 * follows from them; so is the step of a loop that may stop before it. All loop
 * counts are known, or what they are at most.
 *
 * Arrays are no nodes: views (ir/eval/eval_view.h) turn each access into nodes.
 */
#ifndef IR_EVAL_EVAL_GRAPH_H
#define IR_EVAL_EVAL_GRAPH_H

#include "base/arena.h"
#include "ir/core/intern.h"
#include "ir/eval/eval.h"
#include "ir/eval/eval_block.h"

typedef struct Node Node;
typedef struct Scope Scope;
typedef struct Fold Fold;
typedef struct Branch Branch;
typedef struct Stmt Stmt;
typedef struct Stored Stored;

typedef enum {
	SCOPE_ROOT,
	SCOPE_LOOP,   /* fills an array */
	SCOPE_EACH,   /* a fold: what depends on the element */
	SCOPE_STEP,   /* a fold: what depends on the accumulator */
	SCOPE_BRANCH
} ScopeKind;

struct Scope {
	ScopeKind kind;
	int id, depth;   /* greater than that of every scope around it */
	int64_t count;   /* iterations of LOOP and EACH; else 1 */
	const Node *index;     /* LOOP, EACH: the number of the iteration */
	bool alone;      /* its iterations are never lanes */
	Scope *partner;  /* STEP of an EACH and back */
	Fold *fold;
	struct ScopePlan *plan; /* ir/eval/eval_plan.h */
	struct ScopeCode *code; /* ir/eval/eval_emit.h */
};

/* The scopes a node depends on, from the outside in. */
typedef struct Deps {
	int count;
	Scope *scopes[];
} Deps;

/* One array component in memory. */
typedef struct Buffer {
	int id;
	bool external;   /* data are the caller's, stored as programs do */
	Scalar stored;   /* external: type in memory; else as in registers */
	Scalar scalar;   /* declared */
	int64_t elements;
	void *data;      /* external */
	const Expr *origin; /* not external: what asked for it, or NULL */
} Buffer;

typedef enum {
	NODE_CONST,   /* bits, as in a literal */
	NODE_INDEX,   /* of scope: number of its iteration */
	NODE_LINEAR,  /* number + sum of factors[i] * kids[i] */
	NODE_DIV,     /* kids[0] / number, rounded down */
	NODE_MOD,     /* kids[0] modulo number */
	NODE_CLAMP,   /* kids[0] cut to 0 .. number - 1 */
	NODE_CHECK,   /* kids[0], which must be in 0 .. number - 1; kids[1], if
		       * any, goes with it into what is said when not */
	NODE_OP,      /* op of kids */
	NODE_CONVERT, /* kids[0] to scalar */
	NODE_BITS,    /* kids[0], a `from`, read as a `to` */
	NODE_SELECT,  /* kids[0] ? kids[1] : kids[2] */
	NODE_BOUND,   /* bound of kids */
	NODE_LOAD,    /* buffer at kids[0]; kids[1], if any, filled it */
	NODE_ACC,     /* accumulator `number` during fold's step */
	NODE_ARRAYS,  /* array accumulators during fold's step */
	NODE_FOLD,    /* fold */
	NODE_BRANCH,  /* branch */
	NODE_RESULT,  /* scalar result `number` of kids[0], a fold or branch */
	NODE_STORED,  /* stmts fill buffers */
	NODE_KINDS
} NodeKind;

struct Node {
	NodeKind kind;
	int id;
	Scalar scalar;         /* declared */
	Op op;
	BoundOp bound;
	Scalar from, to;       /* BITS: declared types */
	int kid_count;
	const Node *const *kids;
	uint64_t bits;
	int64_t number;
	const int64_t *factors;
	Scope *scope;          /* INDEX; CHECK: Guard's step */
	Buffer *buffer;
	Fold *fold;
	Branch *branch;        /* BRANCH; CHECK: Guard's */
	bool taken;            /* CHECK: Guard's */
	Stored *stored;
	const Expr *origin;    /* CHECK: the `at` */
	const Deps *deps;
	int64_t low, high;     /* range of an index */
};

/* A loop that fills arrays, or one store. */
struct Stmt {
	Stmt *next;
	Scope *loop;       /* NULL: a store */
	Stmt *body;        /* of loop */
	const Node *place;       /* a LOAD of where to store */
	const Node *value;
};

/* A left fold. Scalar accumulators in registers, arrays in pairs of buffers
 * that change roles after each step; `all` holds what each step gave. */
struct Fold {
	Scope *each, *step;
	int acc_count, array_count;
	const Node **initial, **accs, **next;
	Buffer **now, **then;
	int all_count;
	Buffer **all;
	const Node *stop;   /* before a step: leave the loop; or NULL */
	int early;          /* so many accumulators, the last ones, take their
			     * next values before the loop is left */
	Scope *within;      /* with stop: the Guard's step, or NULL */
	const Node *aim;    /* where each step stores, in place: now and then
			     * are the same buffers; or NULL */
	Stmt *before;       /* fills now */
	Stmt *during;       /* fills then, all */
	struct Ties *ties;         /* ir/eval/eval_step.c */
	struct FoldShadow *shadow; /* ir/eval/eval_bound.c */
};

/* Buffers, and what fills them. */
struct Stored {
	Stmt *stmts;
	int count;
	Buffer **buffers;
	bool shadowed;      /* ir/eval/eval_bound.c */
};

/* Two sides of which one is computed (with lanes: each for its lanes). */
struct Branch {
	const Node *condition;
	Scope *sides[2]; /* [0]: condition true */
	const Node *masks[2]; /* that side and those around are taken */
	int result_count;
	const Node **results[2];
	struct BranchShadow *shadow; /* ir/eval/eval_bound.c */
};

/* What an index check must not leave: the side of a branch, for it may not be
 * taken; the step of a fold, for there may be none. */
typedef struct Guard {
	Branch *branch; /* the innermost, or NULL */
	bool taken;     /* which side of it */
	Scope *step;    /* of the innermost fold that may stop, or NULL */
} Guard;

bool guard_same(const Guard *a, const Guard *b);

typedef struct Graph {
	Arena *arena;
	EvalDomain domain;
	bool divides; /* bounds of declared types: quotients and roots of f32
		       * are as they are here */
	Scope *root;
	int node_count, scope_count, buffer_count;
	Buffer **buffers;
	int buffer_capacity;
	Intern nodes;
	const Expr *making; /* the innermost expression being built */
} Graph;

Graph *graph_new(EvalDomain domain);
void graph_free(Graph *graph);

/* The type in which values of a declared type are computed: of registers. */
Scalar graph_scalar(const Graph *graph, Scalar declared);

/* The type of the caller's arrays of a type. */
Scalar graph_stored(const Graph *graph, Scalar scalar);

Scope *scope_new(Graph *graph, ScopeKind kind, int64_t count, int depth);
Buffer *buffer_new(Graph *graph, Scalar scalar, int64_t elements);
Buffer *buffer_external(Graph *graph, Scalar stored, Scalar scalar,
			int64_t elements, void *data);

const Deps *deps_union(Graph *graph, const Deps *a, const Deps *b);
const Deps *deps_without(Graph *graph, const Deps *deps, const Scope *scope);
bool deps_has(const Deps *deps, const Scope *scope);
const Deps *deps_of_stmts(Graph *graph, const Stmt *stmts);

const Node *node_const(Graph *graph, Scalar scalar, uint64_t bits);
const Node *node_op(Graph *graph, Op op, const Node *const *args);
const Node *node_convert(Graph *graph, Scalar to, const Node *value);
const Node *node_bits(Graph *graph, Scalar from, Scalar to, const Node *value);
const Node *node_select(Graph *graph, const Node *condition, const Node *yes,
			const Node *no);
const Node *node_bound(Graph *graph, BoundOp bound, const Node *const *args);
const Node *node_load(Graph *graph, Buffer *buffer, const Node *owner,
		      const Node *index);
const Node *node_index(Graph *graph, Scope *scope);
/* note: an integer, or NULL. */
const Node *node_check(Graph *graph, const Node *index, int64_t length,
		       const Node *note, const Guard *guard,
		       const Expr *origin);
const Node *node_acc(Graph *graph, Fold *fold, int number, Scalar scalar);
const Node *node_arrays(Graph *graph, Fold *fold);
const Node *node_fold(Graph *graph, Fold *fold);
const Node *node_branch(Graph *graph, Branch *branch);
const Node *node_result(Graph *graph, const Node *of, int number,
			Scalar scalar);
const Node *node_stored(Graph *graph, Stored *stored);

/* For eval_index.c: a node with its kids' dependences and that range. */
const Node *node_of_index(Graph *graph, Node wanted, int64_t low,
			  int64_t high);

#endif

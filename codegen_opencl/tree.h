/* Tree: a kernel as statements over typed expressions: what the generator
 * builds, the passes improve and the printer writes (ICFP'15, section 5.5).
 *
 * Code (an expression) is immutable, has no effect and is typed: scalar type
 * and number of lanes. A bool of one lane is C's truth value; a bool of several
 * lanes is a mask: an integer vector of 0 and -1 whose lanes have `mask` bytes.
 * Statements are mutable: passes rewrite them in place. A variable is
 * declared by exactly one statement, or by its loop or its kernel. */
#ifndef CODEGEN_OPENCL_TREE_H
#define CODEGEN_OPENCL_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/device.h"
#include "base/scalar.h"
#include "codegen_opencl/affine.h"
#include "codegen_opencl/operator.h"
#include "ir/core/expr.h"

/* -- what has a name ------------------------------------------------------- */

typedef enum {
	VAR_ID,       /* a work-item or group id: g0, w1, l0 */
	VAR_LOOP,     /* i0, i1, ... */
	VAR_LOAD,     /* x0: a value read from memory */
	VAR_TEMP,     /* t0: a shared value */
	VAR_REGISTER, /* acc0: assigned more than once, or in branches */
	VAR_BASE,     /* b0: a shared part of indices */
	VAR_ARGUMENT, /* s0: a scalar argument of the kernel */
	VAR_SIZE,     /* z0: an open size, an argument, too */
	VAR_KINDS
} VarKind;

struct Var {
	VarKind kind;
	Scalar scalar;
	int width, mask;    /* as in Code */
	bool wide;          /* an index beyond int: declared long */
	int64_t step;       /* BASE: it is always a multiple of that; or 0 */
	const Expr *origin; /* the loop's or register's expression, or NULL */
	int number;         /* given by the printer; -1 before; ID: dimension */
	char letter;        /* ID: g, w or l */
	int64_t most;       /* SIZE: at most that */
	const Size *size;   /* SIZE: what it is */
	const struct Buffer *from; /* LOAD: where its elements are from, or NULL */
	const Affine *end;  /* LOOP, ID: is always below that; or NULL */
	int reads, writes;  /* counted by the passes */
	int mark;           /* for one pass at a time */
};

typedef enum { SPACE_GLOBAL, SPACE_LOCAL, SPACE_PRIVATE } Space;

/* An array of scalars in some memory. */
typedef struct Buffer {
	Space space;
	Scalar scalar;
	int64_t elements;
	const Size *size;   /* elements, where that is open, of which elements
			     * is the witness; else NULL */
	int index;          /* GLOBAL: of the artifact's buffers */
	char name[24];      /* GLOBAL: i0, o1, t2; else given by the printer */
	const Expr *origin; /* what it holds, or NULL */
	int version;        /* stores so far: loads before one are not after */
	int since;          /* GLOBAL: 1 + version when a round of launches began
			     * that may update it in place; else 0 */
	int mark;
	int line;           /* GLOBAL: lanes of the lines that are written
			     * around the caches, or 0 */
	int64_t rise;       /* LOCAL, PRIVATE: running sums, that rise by that at
			     * most from one to the next; or 0 */
	int64_t each;       /* an input: offsets of rows of so many elements on
			     * average; or 0 */
	bool unset;         /* all of it is that of an `unset`: none of it is read
			     * that was not stored, as that promises */
	bool ranged;        /* an input, whose integers lie within these, as
			     * the program says: */
	int64_t least, most;
} Buffer;

enum { LINE_BYTES = 64 }; /* of the caches */

/* Rounds, where how many is open: no number of rounds is as great. */
#define EXTENT_OPEN (INT64_C(1) << 61)

/* -- expressions ----------------------------------------------------------- */

typedef enum {
	CODE_VAR,     /* var */
	CODE_LITERAL, /* bits, as in ir/core/expr.h */
	CODE_INDEX,   /* index, as a number of scalar type */
	CODE_PREFIX,  /* op args[0] */
	CODE_INFIX,   /* args[0] op args[1] */
	CODE_CALL,    /* op(args...), '@' in its text standing for the type:
		       * of what code_typed gives */
	CODE_CAST,    /* (type)args[0], one lane */
	CODE_COND,    /* args[0] ? args[1] : args[2], all of one lane */
	CODE_LANES,   /* (type)(args...), one per lane or one for all */
	CODE_LANE,    /* args[0].s<lane> */
	CODE_LOAD,    /* buffer at index, width lanes */
	CODE_KINDS
} CodeKind;

typedef struct Code {
	CodeKind kind;
	Scalar scalar;
	int width, mask;
	Operator op;      /* PREFIX, INFIX, CALL */
	int lane;
	bool helper;      /* CALL of a function that stands before the kernels */
	bool fits;        /* INFIX: no value of it leaves its type (contents.h) */
	int count;
	const char *name; /* CALL of our own of op, or of a function that is no
			   * operator; else NULL */
	const struct Code *const *args;
	Var *var;
	const Affine *index;
	Buffer *buffer;
	uint64_t bits;
} Code;

/* -- statements ------------------------------------------------------------ */

typedef enum {
	STMT_DECLARE,  /* var = value; value may be NULL */
	STMT_ASSIGN,   /* var = value */
	STMT_STORE,    /* buffer at index = value */
	STMT_LOOP,     /* for var in first, first+step, ... below limit: body */
	STMT_IF,       /* condition: body, other (may be NULL) */
	STMT_LEAVE,    /* condition: the loop around, and just that, is over */
	STMT_BARRIER,  /* fence: a set of 1 << Space */
	STMT_PARALLEL, /* body for every var in 0..extent-1, spread over `level` */
	STMT_SINGLE,   /* body in one work-item of those the levels spread over */
	STMT_KINDS
} StmtKind;

typedef enum { LEVEL_GLOBAL, LEVEL_GROUP, LEVEL_LOCAL, LEVELS } Level;

typedef struct Block Block;

typedef struct Stmt {
	StmtKind kind;
	Var *var;
	const Code *value; /* IF, LEAVE: condition */
	Buffer *buffer;
	const Affine *index;
	int64_t extent;      /* LOOP, PARALLEL: number of rounds, or: */
	const Size *open;    /* the same, where it is open; else NULL */
	const Affine *end;   /* open as a form over arguments; LOOP: or less than
			      * extent, as a form; else NULL */
	const Code *start;   /* LOOP: first value; NULL for 0. STORE of a line:
			      * where its lane 0 is in the line that is to be
			      * written, of which it has a part; NULL for 0 */
	const Code *step;    /* LOOP: NULL for 1 */
	Level level;         /* PARALLEL */
	int dim;
	int64_t group;       /* PARALLEL: of the groups of a global one, where
			      * the program says so; else 0 */
	int64_t first;       /* PARALLEL: id of the first of its items */
	bool soft;           /* PARALLEL: asks for no work-items of its own */
	bool apart;          /* PARALLEL: its rounds do not read what others
			      * of them store; LOOP: nor store that, which
			      * compilers are told */
	unsigned bound[LEVELS]; /* SINGLE, PARALLEL: dimensions spread around */
	unsigned fence;
	bool around;         /* STORE: of a part of a line of the caches at least,
			      * around these */
	const Affine *element; /* STORE: of a permute that nothing is around,
			      * the number of its element, by loops and ids: it
			      * promises that no other goes to its place; or NULL */
	int permute;         /* STORE: number of that permute */
	const char *atomic;  /* STORE: the function that combines value and element,
			      * at once for all items; NULL: value replaces it */
	Block *body, *other;
	bool dead;
} Stmt;

struct Block {
	Arena *arena;
	int count, capacity;
	Stmt **items;
};

/* -- making ---------------------------------------------------------------- */

Var *var_new(Arena *arena, VarKind kind, Scalar scalar, int width, int mask);

Block *block_new(Arena *arena);
Stmt *block_add(Block *block, Stmt stmt);
bool block_has_loop(const Block *block);
void block_insert(Block *block, int at, Stmt *stmt);
Stmt *block_take(Block *block, int at); /* it is there no more */

/* Moves all statements of `from` to the end of `to`. */
void block_splice(Block *to, Block *from);

/* -- kernels --------------------------------------------------------------- */

typedef struct KernelArg {
	Buffer *buffer; /* or, for a scalar: */
	Var *var;
	int port;
} KernelArg;

/* The variable of the parallel maps of one level, dimension and extent. */
typedef struct KernelId {
	Level level;
	int dim;
	int64_t extent;
	const Size *open; /* as of Stmt */
	Var *var;
	struct KernelId *next;
} KernelId;

/* Kernels that follow one another, all launched so many times in turn. They do
 * nothing once the flag is negative, where there is one. Kernels that mention the
 * number read it in the counter first (counters.c). */
typedef struct KernelLoop {
	const struct KernelLoop *outer; /* around it, or NULL */
	int64_t times;                  /* >= 1 */
	Buffer *flag;                   /* an i32, or NULL */
	int every;                      /* the most rounds between looks */
	Buffer *counter;                /* an i32, or NULL */
	Var *number;                    /* what is in it, or NULL */
	const Affine *round;            /* the same as a form, or NULL */
	int rounds;                     /* that it counts in a turn */
} KernelLoop;

/* One kernel while it is built. */
typedef struct Kernel {
	Arena *arena;
	Block *prologue, *top; /* before the parallel statements, and these */
	int arg_count, arg_capacity;
	KernelArg *args;
	int array_count, array_capacity;
	Buffer **arrays;       /* local and private ones, declared at the top */
	KernelId *spread;      /* variables of parallel maps */
	Var *ids[LEVELS][DEVICE_DIMS]; /* what the device says they are */
	bool used[LEVELS][DEVICE_DIMS]; /* dimensions that a map is spread over */
	int64_t whole[DEVICE_DIMS]; /* least local size, for owned values */
	int concat;            /* its concat: parts may share a launch */
	const KernelLoop *loop; /* the innermost around it, or NULL */
	bool counts;           /* its loop's rounds, and does nothing else */
	Buffer *beside;        /* where it reads that loop's number, but for the
				* counter, which it stores; or NULL */
	bool needed;           /* its result, or what it is computed from */
	int64_t global[DEVICE_DIMS], local[DEVICE_DIMS];
	const Size *open[DEVICE_DIMS]; /* global, where that is open */
	bool wide;             /* it may be of 64 bits then */
	int dims, lines, number;
	int function;          /* number of the kernel that is printed for it */
	int64_t private_bytes, local_bytes;
} Kernel;

/* Whether a loop is one of those around the kernel. */
bool kernel_is_within(const Kernel *kernel, const KernelLoop *loop);

/* How often it is launched. */
double kernel_launches(const Kernel *kernel);

/* -- walking --------------------------------------------------------------- */

/* Statements in a block and in its blocks. */
int kernel_statements(const Block *block);

/* Sets the mark of each buffer that it stores. */
void block_mark_stored(const Block *block);

/* Whether what comes after it in a loop may not be done in some round. */
bool stmt_may_leave(const Stmt *stmt);

/* Calls visit on every Code below code, itself included, before its args. */
typedef void CodeVisit(void *context, const Code *code);
void code_visit(const Code *code, CodeVisit *visit, void *context);

/* Every expression that a statement holds itself (not its blocks): value,
 * start, step; and the code inside. */
void stmt_visit(const Stmt *stmt, CodeVisit *visit, void *context);

/* What is printed of PREFIX, INFIX and CALL. */
const char *code_text(const Code *code);

/* Whose type a call's text ends with: the call itself, or, of a truth value,
 * its argument. */
const Code *code_typed(const Code *call);

/* Whether it is a store that goes around the caches. */
bool stmt_fills_line(const Stmt *store);

/* How often code reads var, through indices, too. */
int code_reads(const Code *code, const Var *var);

/* code with each argument by what part makes of it; code itself when that
 * changes none. */
typedef const Code *CodePart(void *context, const Code *arg);
const Code *code_with_parts(Arena *arena, const Code *code, CodePart *part,
			    void *context);

/* code with another expression put for a variable; indices are left alone. */
const Code *code_replace(Arena *arena, const Code *code, const Var *var,
			 const Code *by);

/* Whether it loads from a buffer (any when NULL). */
bool code_loads(const Code *code, const Buffer *buffer);

#endif

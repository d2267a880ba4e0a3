/* Gen: the state of building code by one plan, and what every part of the
 * generator needs of it. For codegen_opencl/ only.
 *
 * The generator runs over the expression once: gen_eval gives a View of a
 * value, gen_write computes a value into the place that a View names. What the
 * storage plan (plan.h) must say and does not yet (that a register array is
 * read at a changing index, that another work-item reads a private result) is
 * added to it; building stops, and begins anew with that plan. A refusal stops,
 * too; after either, functions still return views, which mean nothing. */
#ifndef CODEGEN_OPENCL_GEN_H
#define CODEGEN_OPENCL_GEN_H

#include "codegen_opencl/code.h"
#include "codegen_opencl/codegen.h"
#include "codegen_opencl/plan.h"
#include "codegen_opencl/replaced.h"
#include "codegen_opencl/tree.h"

typedef struct View View;
typedef struct Gen Gen;
typedef struct Stored Stored; /* dropped.c */

/* Values of variables, innermost first: variable 0 is the first. */
typedef struct Env {
	const View *view;
	const struct Env *up;
} Env;

/* Loads that are in scope. */
typedef struct Known {
	Buffer *buffer;
	const Affine *index;
	int width, version;
	const Code *code;
	const struct Known *next;
} Known;

/* A block that statements are added to. */
typedef struct Scope {
	Block *block;
	const Known *known;
	struct Scope *up;
} Scope;

/* The parallel maps around, innermost first. */
typedef struct Spread {
	Level level;
	int dim;
	int64_t extent;
	const Size *open;
	const Affine *index;
	const struct Spread *up;
} Spread;

/* A value that was computed before, in a kernel of its own. Of a let it is
 * what it names, and inner what its body sees. */
typedef struct Pin {
	const Expr *expr;
	const Env *env;
	const View *view;
	const Env *inner;
	const struct Pin *next;
} Pin;

/* What a VIEW_LATER computed in the present kernel. */
typedef struct Later {
	const Kernel *kernel;
	const View *view;
} Later;

/* An open size that kernels get as an argument, which the host computes: a
 * variable, a quotient, a rest or a power. */
typedef struct OpenArg {
	const Size *size;
	Var *var;
} OpenArg;

enum { OPEN_MAX = 32 };

struct Gen {
	Arena *arena; /* of what is built */
	Ir *ir;
	const Program *program;
	const Expr *root;
	const Device *device;
	const CodegenOptions *options;
	LegalFault *fault;
	AffineTable indices;

	bool stopped; /* refused, or the plan was changed */
	bool again;   /* the latter */
	Plan plan;

	Buffer **inputs, **outputs; /* by port; NULL for scalars */
	Var **scalars;              /* by input port; NULL for arrays */
	int open_count;
	OpenArg open[OPEN_MAX];     /* by number of the variable */
	int temp_count, temp_capacity;
	Buffer **temps;
	int kernel_count, kernel_capacity;
	Kernel **kernels;

	Kernel *kernel; /* being built; NULL between kernels */
	Scope prologue, top; /* of the kernel */
	int concat, concats; /* the concat around whose parts these are, or 0 */
	const KernelLoop *loop; /* of launches, around what is built, or NULL */
	Scope *scope;
	const Spread *spread;
	const Pin *pins;
	unsigned bound[LEVELS]; /* dimensions of the maps around */
	bool single;            /* only one work-item comes here */
	int width;              /* lanes of the mapVec around, or 1 */
	bool unrolled;          /* a loop was for the sake of registers */
	int guarded;            /* > 0: lanes that are not wanted come here */
	const Buffer *kept;     /* what a result is written over, or NULL */
	const Stored *stored;   /* last, by the loops of this kernel */
	int permutes;           /* so far */
	const Block *permuting; /* where the innermost permute begins, or NULL */
	int statements;
	OpWays *ways;         /* of functions of floats */
	const Expr *at;         /* what is being generated, for refusals */
};

/* -- stopping -------------------------------------------------------------- */

void gen_refuse(Gen *g, DiagCode code, const Expr *at, const char *expected,
		const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Adds to the plan, to build by it anew; refuses what is there already. */
void gen_plan(Gen *g, PlanKind kind, const Expr *expr, int number);

/* The same where open sizes must have 64 bits. */
void gen_plan_wide(Gen *g);

/* More statements than are generated: where loops were unrolled only for the
 * sake of registers, PLAN_LOOPS in place of the plan, in three steps, else
 * refused. */
void gen_refuse_length(Gen *g, const Expr *at, const char *expected,
		       int statements, int most);

/* -- statements ------------------------------------------------------------ */

Stmt *gen_add(Gen *g, Stmt stmt);
void gen_open(Gen *g, Scope *scope, Block *block);
void gen_close(Gen *g);

/* What is generated between the two can be taken back, but for names that
 * nothing uses: all of it was in the block of the present scope. */
typedef struct Trial {
	const Known *known;
	int count, arrays, statements;
} Trial;

Trial gen_try(const Gen *g);
void gen_take_back(Gen *g, const Trial *trial);

/* The value in a variable of its own, unless it is atomic. */
const Code *gen_name(Gen *g, const Code *value, VarKind kind);

/* A variable without a value yet. */
Var *gen_variable(Gen *g, VarKind kind, Scalar scalar, int width);
void gen_assign(Gen *g, Var *var, const Code *value);

/* -- loops ----------------------------------------------------------------- */

/* for (loop = gen_loop(...); gen_next(g, &loop);) uses loop.index: once for a
 * loop, n times with constants when it is unrolled, not at all for n = 0. */
typedef struct Loop {
	int64_t count, round;
	const Size *open; /* instead of the count */
	bool unrolled;
	const Expr *origin;
	const Affine *index;
	Scope scope;
} Loop;

Loop gen_loop(Gen *g, int64_t count, bool unroll, const Expr *origin);

/* The greatest value of the variable of a loop or of a parallel map. */
int64_t gen_last(const Gen *g, const Var *var, int64_t extent);

/* Whether the variable of so many rounds, or of an open number, has 64 bits. */
bool gen_is_wide(const Gen *g, const Size *open, int64_t extent);

/* Whether open sizes are of 64 bits: some array, in memory or not, or a size
 * itself, needs that at the witness. */
bool gen_open_is_wide(const Gen *g);
bool gen_lengths_are_wide(const Gen *g);

/* Open lengths that may be larger than all arrays in memory: their number, up to
 * one more than `most`. */
int gen_loose_lengths(const Gen *g, const Artifact *made, int most,
		      const Size **lengths);

/* Over the elements of an array of that type. */
Loop gen_loop_over(Gen *g, const Type *array, bool unroll, const Expr *origin);

/* Whether a loop over registers, from or to (may be NULL), is short enough to
 * be unrolled for their sake. */
bool gen_unrolls(Gen *g, int64_t count, const View *from, const View *to);
bool gen_next(Gen *g, Loop *loop);

/* -- the two ways to compute ----------------------------------------------- */

const View *gen_eval(Gen *g, const Expr *e, const Env *env);

/* The same without looking between kernels: what e itself is. */
const View *gen_node(Gen *g, const Expr *e, const Env *env);
void gen_write(Gen *g, const Expr *e, const Env *env, const View *to);

/* Nothing is written there; whole buffers are told. */
void gen_unset(const View *to);

/* What was computed of it before, or NULL. */
const Pin *gen_pinned(const Gen *g, const Expr *e, const Env *env);

/* The value of a scalar or vector expression. */
const Code *gen_code(Gen *g, const Expr *e, const Env *env);

/* How many functions are not the evaluator's bit by bit, and which. */
int gen_replaced(Arena *arena, const Gen *g, const Replacement **replacements);

/* A scalar function of values, as exact as the options ask. */
const Code *gen_op(Gen *g, Op op, const Code *const *args);

/* An operator of two, as code_op has it; a and b, b alone where a is NULL. */
const Code *gen_two(Gen *g, Op op, const Code *a, const Code *b);
const Code *gen_both(Gen *g, const Code *a, const Code *b);

/* A vector of floats as integers, cut off at the ends of their range, 0 for
 * NaN, by comparisons; NULL: not for these. */
const Code *gen_to_int(Gen *g, Scalar to, const Code *value);

/* pow as products and a root; NULL: the exponent is none that allows it. */
const Code *gen_power(Gen *g, const Code *x, const Code *exponent);

/* min or max of a float and a number by one comparison; NULL for others. */
const Code *gen_bounded(Gen *g, Op op, const Code *const *args);

/* Whether a float is known to be in the range of an integer type, by min, max
 * and what it was converted from. */
bool gen_fits(const Expr *e, Scalar to);

/* lambda's body evaluated for, or written with, these arguments. */
const View *gen_apply(Gen *g, const Expr *lambda, const Env *env,
		      const View *const *args);
void gen_apply_to(Gen *g, const Expr *lambda, const Env *env,
		  const View *const *args, const View *to);
const Env *gen_bind(Gen *g, const Expr *lambda, const Env *env,
		    const View *const *args);
const Env *gen_let(Gen *g, const Expr *let, const Env *env);

/* One more variable. */
const Env *gen_named(Gen *g, const View *view, const Env *up);

/* Element by element. */
void gen_copy(Gen *g, const View *from, const View *to, const Type *type,
	      const Expr *origin);

/* Inverse views: where the argument of view e is computed, when e itself goes
 * to `to`; NULL when e is no injective view of one argument. */
const View *gen_through(Gen *g, const Expr *e, const Env *env, const View *to);

/* A loop that takes a state from step to step: what makes the next one, of the
 * state and perhaps an element; origin is what the plan names. */
typedef struct Steps {
	const Expr *origin, *lambda;
	const Type *type;
} Steps;

const View *gen_state(Gen *g, const Steps *steps);
void gen_step(Gen *g, const Steps *steps, const Env *env,
	      const View *const *args);

const View *gen_reduce(Gen *g, const Expr *e, const Env *env);
const View *gen_foreign(Gen *g, const Expr *e, const Env *env);
const View *gen_iterate(Gen *g, const Expr *e, const Env *env);
const View *gen_scan(Gen *g, const Expr *e, const Env *env);
void gen_scan_to(Gen *g, const Expr *e, const Env *env, const View *to);

/* A map whose array is a scan, or one zipped with others, in the scan's loop: the
 * states are not kept.
 * False, and nothing done, for other maps. */
bool gen_scan_map_to(Gen *g, const Expr *map, const Env *env, const View *to);

/* The scan in whose loop e is computed, a map without anything in parallel in the
 * functions of the two; or NULL. */
const Expr *gen_mapped_scan(Gen *g, const Expr *e, const Env *env);

/* scatter and permute. */
const View *gen_scatter(Gen *g, const Expr *e, const Env *env);
void gen_scatter_to(Gen *g, const Expr *e, const Env *env, const View *to);

/* The scatters of an unrolled map over xs, in one loop; false: it has others. */
bool gen_scatters_to(Gen *g, const Expr *map, const View *xs, const Env *env,
		     const View *to);
void gen_scan_by_index_to(Gen *g, const Expr *e, const Env *env,
			  const View *to);

/* What the indices of permute e are written to, for its elements to go to the
 * array; of a scatter, for its elements to be combined with the array's at once. */
const View *gen_permuted(Gen *g, const Expr *e, const Env *env,
			 const View *xs, const View *to);

/* Where the elements of a permutation are written, when it is known beforehand
 * where each goes; else NULL. */
const View *gen_placed(Gen *g, const Expr *e, const View *to);

/* An element that goes where the index says, where that is one of the array. */
void gen_store_inside(Gen *g, const Expr *e, const Env *env, const View *to,
		      const Code *index, const View *x);

/* Whether the index is that of one of so many elements. */
const Code *gen_is_inside(Gen *g, const Code *index, const Size *length);

/* Whether it is, since the program says so of the input that it is read from. */
bool gen_is_sure(const Gen *g, const Code *index, const Size *length);

/* The same in a loop that stores each round, the last one again where an element
 * goes nowhere; false, and nothing done, where there is none. */
bool gen_store_again(Gen *g, const Expr *e, const View *to, const Code *index,
		     const View *x);

/* ascending as a map. */
const Expr *gen_ascending(Gen *g, const Expr *e);

/* The same in terms of reduceSeq. */
const Expr *gen_reduce_part(Gen *g, const Expr *e);
const View *gen_if(Gen *g, const Expr *e, const Env *env);
void gen_parallel(Gen *g, const Expr *e, const Env *env, const View *to);

/* Statements between the two run in one item (or group) for each value of the
 * index: round of a parallel map. */
typedef struct Region {
	Spread spread;
	Stmt *stmt;
	Scope scope;
	unsigned bound;
} Region;

const Affine *gen_spread(Gen *g, Region *region, Level level, int dim,
			int64_t extent);
const Affine *gen_spread_over(Gen *g, Region *region, Level level, int dim,
			      const Type *array);

/* The same over the items of a group, however many there are. */
const Affine *gen_share(Gen *g, Region *region, int64_t extent);
void gen_gather(Gen *g, Region *region);

/* Statements between the two run in one work-item of those around. */
typedef struct Single {
	Scope scope;
} Single;

void gen_single(Gen *g, Single *single);
void gen_several(Gen *g);

/* -- places ---------------------------------------------------------------- */

/* Private: registers, or arrays when the plan says so. */
const View *gen_private(Gen *g, const Type *type, const Expr *origin);
bool gen_is_array(const Gen *g, const Type *type, const Expr *origin);
const View *gen_registers(Gen *g, const Type *type);

/* A new array of this kernel. */
Buffer *gen_reserve(Gen *g, Space space, Scalar scalar, int64_t elements,
		    const Expr *origin);

Buffer *gen_temp_buffer(Gen *g, Scalar scalar, int64_t elements,
			const Expr *origin);

/* Local or global memory, one copy for every work-item or group that fills it
 * on its own. */
const View *gen_local(Gen *g, const Type *type, const Expr *origin);
const View *gen_temp(Gen *g, const Type *type, const Expr *origin);

/* A buffer of global memory that is neither input nor output, before the others
 * from that number on. */
void gen_keep_temp(Gen *g, Buffer *buffer, int number);

/* What e leaves with the work-items that compute it: every dimension that e
 * spreads over mapLocal(d) is dropped, the rest is private. Local memory when
 * the plan says that other items read it, or when e does not spread its outer
 * dimensions. owner is what the plan names. */
const View *gen_owned(Gen *g, const Type *type, const Expr *e,
		      const Expr *owner);

/* The place of a variable in the result e, where it is a component or a part of
 * that one after the other with others; else NULL. */
const View *gen_part_of_result(Gen *g, const Expr *e, int index,
			       const View *to);

/* let e = x in y with e kept where y, or that part of y which e is, is written,
 * or false. */
bool gen_reuse(Gen *g, const Expr *let, const Env *env, const View *to);

/* Sets the mark of each buffer of the program that the kernel stores, an input that
 * it writes over included, and clears those of the others. */
void gen_mark_stored(const Gen *g, const Kernel *kernel);

/* Loads that are the same in all rounds come before the loops of a kernel whose
 * statements are lowered. */
void gen_hoist(Gen *g, Kernel *kernel);

/* Sets which outputs are written around the caches: large ones of which kernels
 * read next to nothing. */
void gen_around(Gen *g);

/* Whether a buffer is as large as those. */
bool gen_is_large(const Gen *g, const Buffer *buffer);

/* Whether every load of the buffer in the block is of the element that the
 * same round stores afterwards. */
bool gen_is_in_place(const Block *block, const Buffer *read,
		     const Buffer *written);

/* Whether all that kernels from that number on, one round of the innermost loop
 * of launches, load of the buffer is what was there before the round. */
bool gen_updates_in_place(Gen *g, int from, const Buffer *buffer);

/* Calls see on each load by another name, `before`, that these do not show for. */
typedef void LateLoad(void *context, const Code *load);
void gen_late_loads(Gen *g, int from, const Buffer *before,
		    const Buffer *buffer, LateLoad *see, void *context);

/* Puts what such loads are of aside, in kernels before these, and gives all
 * others its name; false: it is too much. */
bool gen_put_aside(Gen *g, int from, const Buffer *before, Buffer *buffer);

/* The texts of the functions in C that are used. */
void gen_foreign_sources(const Gen *g, Text *out);

/* -- between kernels ------------------------------------------------------- */

/* Everything at the top level of the program, outside of any kernel. */
void host_write(Gen *g, const Expr *e, const Env *env, const View *to);
const View *host_eval(Gen *g, const Expr *e, const Env *env);

/* iterate of a function that is parallel: kernels launched for each round. */
bool host_iterates(const Expr *e);
void host_iterate(Gen *g, const Expr *e, const Env *env, const View *to);

/* The same of reduceSeq and scanSeq. */
bool host_folds(const Expr *e);
void host_fold(Gen *g, const Expr *e, const Env *env, const View *to);

/* Kernels that copy a value, one for each array in it. */
void host_copy(Gen *g, const View *from, const View *to, const Type *type);

/* The value of a VIEW_LATER in the present kernel. */
const View *host_later(Gen *g, const View *later);

void kernel_open(Gen *g);
void kernel_close(Gen *g);

/* The twin of finished kernels in their place (CodegenOptions, field); what is
 * of this type there. */
void gen_twin(Gen *g);
Scalar gen_twin_scalar(Scalar scalar);

/* From what was built to what is finished, each in turn: sizes of the launch, a
 * refusal of what groups cannot hand on, barriers. After gen_settle nothing is
 * refused any more. */
void gen_settle(Gen *g);
void gen_settle_kernel(Gen *g, Kernel *kernel);
void kernel_launch(Gen *g, Kernel *kernel);
void kernel_reach(Gen *g, Kernel *kernel);
void kernel_barriers(Gen *g, Kernel *kernel);

/* Local and private arrays that nothing uses go; bytes of the others, one behind the
 * other, and where one may begin behind so many bytes. */
void kernel_drop_arrays(Kernel *kernel);
int64_t kernel_array_bytes(const Kernel *kernel, Space space);
static inline int64_t kernel_array_start(int64_t bytes)
{
	enum { ALIGNED = 64 };

	return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* From what is settled to what is printed: statements of one work-item. */
void kernel_lower(Gen *g, Kernel *kernel);

/* The artifact of finished kernels, copied into arena; NULL after a refusal. */
const Artifact *artifact_of(Arena *arena, Gen *g);

/* Joins kernels that may share a launch. */
void kernel_merge(Gen *g);

/* Kernels whose results nobody reads go. */
void kernel_sweep(Gen *g);

/* Kernels that mention the number of a loop around them begin with reading it; the
 * first and the last of a turn count, where there are two. */
void kernel_number(Gen *g);

/* -- questions about expressions ------------------------------------------- */

enum { HAS_GLOBAL = 1, HAS_GROUP = 2, HAS_LOCAL = 4, HAS_PARALLEL = 7,
       HAS_TO_GLOBAL = 8, HAS_KERNEL = 15, HAS_VECTOR = 16, HAS_LONG = 32 };

/* What occurs anywhere in it. */
unsigned expr_has(const Expr *e);

/* Whether it is a scan or a fold with more values than an item keeps for
 * itself: they are in memory that all items share. */
bool gen_is_long(const Expr *e);

/* EXTENT_OPEN where it is open. */
int64_t gen_length(const Type *array);

/* The length where it is open, else NULL. */
const Size *gen_open_length(const Type *array);

/* -- open sizes ------------------------------------------------------------ */

/* Refuses what cannot be generated for all values. */
void gen_check_open(Gen *g);

/* A size, open or not, as a form over arguments of the kernel; an index times
 * it. */
const Affine *gen_size(Gen *g, const Size *size);
const Affine *gen_times_size(Gen *g, const Affine *index, const Size *size);

/* An open size as a number in the expression. */
const View *gen_number(Gen *g, const Expr *size);

/* A place in global memory for a type with open lengths; others are refused. */
const View *gen_open_place(Gen *g, Space space, const Type *type,
			   const Expr *origin);

#endif

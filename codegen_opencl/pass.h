/* Passes: a kernel's statements made shorter without a change of meaning. Each
 * works on lowered statements but the first four.
 */
#ifndef CODEGEN_OPENCL_PASS_H
#define CODEGEN_OPENCL_PASS_H

#include "codegen_opencl/tree.h"

/* Statements without an effect on memory go. */
void pass_dead(Kernel *kernel);

/* Of a kernel that loads and stores the buffer: stores of what is there go; loops
 * begin and end where they do something. Before statements are lowered. */
void pass_kept(Kernel *kernel, AffineTable *indices, const Buffer *buffer);
void pass_narrow(Kernel *kernel, AffineTable *indices);

/* What is launched in each turn of a loop, in which a number counts the rounds of
 * all turns, so many in each: its first value, and that of the last turn. */
typedef struct Turn {
	const KernelLoop *loop;
	Kernel *const *kernels;
	int count, rounds;
	int64_t first, last;
} Turn;

/* Constants that stand where they are stored since the turn before are not stored
 * again. After loops are cut, before statements are lowered. */
void pass_standing(const Turn *turn, AffineTable *indices);

/* Loops before a condition of the block whose result its body alone reads go
 * there; those whose result several such bodies read ask whether one of these is run.
 * Before statements are lowered. */
void pass_sink(Block *block);

/* A local array that is a copy of another is that one. Before arrays share memory. */
void pass_copies(Kernel *kernel);

/* A local array that can be kept in another's memory is. Before barriers are
 * placed. */
void pass_share(Kernel *kernel);

/* Sums of floats that start with 0 start with what is added first: zeros of two signs
 * are one then. Before declarations are joined. */
void pass_starts(Kernel *kernel);

/* Vectors of one row that may reach over an end are loaded at once where all lie
 * inside. Before declarations are joined. */
void pass_whole(Kernel *kernel, AffineTable *indices);

/* Declarations join the first assignment; a value computed apart only to be
 * assigned is computed into the variable itself; values used once go where
 * they are used. */
void pass_join(Kernel *kernel);

/* What a loop's last round has stored is taken from the variable that has it.
 * Whether there was such. Before stores are made vectors. */
bool pass_last(Kernel *kernel, AffineTable *indices);

/* What an item has loaded from a group's memory and nothing has changed, or a little
 * of what the kernel does not store (gen_mark_stored), is not loaded again. Whether
 * there was such. After loads are made vectors. */
bool pass_again(Kernel *kernel);

/* The stores of straight-line code come after all its loads. */
void pass_stores(Kernel *kernel);

/* Neighbours that straight-line code loads or stores one by one, or one block loads of
 * what the kernel does not store (gen_mark_stored), are a vector of 8 or 16 bytes,
 * where that begins at a multiple of these. Whether there are such. */
bool pass_neighbours(Kernel *kernel, AffineTable *indices);

/* Arrays of a group's memory lie in rows with gaps between them, where fewer of a
 * warp's items meet in one bank then. After vectors are joined. */
void pass_banks(Kernel *kernel, AffineTable *indices, const Device *device);

/* Integers of 64 bits, of variables and of an item's or a group's arrays, that fit
 * 32. Before stores are made vectors. */
typedef struct Contents Contents;
void pass_ints(Kernel *kernel, Contents *contents);

/* fmin and fmax of what is never a NaN become comparisons, where zeros of two
 * signs are one. */
void pass_extremes(Kernel *kernel);

/* What it is made of, where those variables are marked that are no NaN: fmin or
 * fmax of floats; what is no NaN; and the code with its minima and maxima of
 * such by comparisons. */
bool code_is_extreme(const Code *code);
bool code_is_ordered(const Code *code);
const Code *code_compared(Arena *arena, const Code *code);

/* Long functions (exp, log) of independent values come side by side, for CPUs
 * that find work to do meanwhile only among the next instructions. */
void pass_abreast(Kernel *kernel);

/* Rows of vectors that are written around the caches are so from line to line,
 * wherever they begin. */
void pass_lines(Kernel *kernel, AffineTable *indices);

/* Bodies of many minima and maxima twice: by comparisons for all but NaNs;
 * none of a kernel that would be long. After pass_lines, which takes
 * straight-line code. */
void pass_versions(Kernel *kernel);

/* Loops whose number indices divide become loops in loops, by digits. */
void pass_digits(Kernel *kernel, AffineTable *indices);

/* Innermost loops over several vectors a round count vectors. */
void pass_steps(Kernel *kernel, AffineTable *indices);

/* Innermost loops whose rounds are shown to be independent are marked as such,
 * where compilers cannot tell, and cut where a condition in them changes (split.h),
 * as those over vectors are. Whether any was cut. Before parts of indices get variables. */
bool pass_independent(Kernel *kernel, AffineTable *indices);

/* Parts that several indices share get a variable; where the printer shifts the
 * pointer (source_index_is_shifted), no whole ones of these. */
void pass_bases(Kernel *kernel, AffineTable *indices, bool shifts);

/* Calls visit on each variable that the statement itself (not its blocks)
 * reads, in indices, too. */
typedef void VarVisit(void *context, Var *var);
void stmt_vars(const Stmt *stmt, VarVisit *visit, void *context);

/* Whether the statement, or one in its blocks, reads or sets the variable. */
bool stmt_mentions(const Stmt *stmt, const Var *var);

/* Counts how often each variable is read and written. */
void pass_count(Kernel *kernel);

/* Calls run on each run of declarations, assignments and stores in the block
 * and below it; it returns where the run ends now. */
typedef int PassRun(void *context, Block *block, int from, int to);
void pass_runs(Block *block, PassRun *run, void *context);

#endif

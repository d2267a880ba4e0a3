/* EvalCode: flat code for blocks of lanes, and the machine that runs it.
 *
 * A register holds one value or, in a loop whose iterations are lanes, one for
 * each lane of the present block. An instruction does one thing to all lanes of
 * its loop. Loops and branches are instructions that run code of their own.
 */
#ifndef IR_EVAL_EVAL_CODE_H
#define IR_EVAL_EVAL_CODE_H

#include <stdatomic.h>

#include "ir/core/expr.h"
#include "ir/eval/eval_block.h"

typedef struct Instr Instr;

/* The running state. */
typedef struct Machine {
	void **registers;       /* where each one is at the moment */
	void **buffers;
	const int64_t *widths;  /* of blocks, by lane loop */
	int64_t *active;        /* lanes of the present block, by lane loop */
	int64_t *serial;        /* the lane a fold's step is at, by lane loop */
	const Instr *failed;    /* a check that did not hold; its numbers */
	int64_t failed_index, failed_note;
	int64_t failed_at;      /* iteration of the loop that was shared */
	bool left;              /* the loop whose code runs is over */
	const atomic_bool *stop; /* everything is over; or NULL */
} Machine;

typedef struct Code {
	Instr *items;
	int count, capacity;
} Code;

typedef struct Term {
	int reg; /* int64_t */
	int64_t factor;
} Term;

/* number + sum of terms; for lane l, + lane_factor * l. The first `uniform`
 * terms are the same for all lanes. */
typedef struct Affine {
	int64_t number, lane_factor;
	int uniform, count;
	const Term *terms;
} Affine;

/* An element of a buffer. A buffer filled inside a lane loop has one copy for
 * each lane, side by side. */
typedef struct Cell {
	Affine index;
	int buffer;
	int lane;    /* lane loop of such a buffer, or -1 */
	bool serial; /* that loop's lanes are gone through one by one here */
} Cell;

typedef struct Loop {
	int index;         /* register of the iteration's number */
	int64_t count;
	int lane;          /* lane loop it is, or -1 */
	const Code *each, *step; /* step: NULL but for folds */
} Loop;

typedef struct Merge {
	int result, args[2];
	unsigned uniform;  /* as a Block's: condition, then the args */
	Block *select;
} Merge;

typedef struct Fork {
	int condition, masks[2];
	int mask_lanes[2]; /* lane loops of the masks, or -1 */
	const Code *sides[2];
	int merge_count;
	const Merge *merges;
} Fork;

struct Instr {
	void (*run)(Machine *machine, const Instr *instr);
	int lane;          /* lane loop with whose lanes; -1: one value */
	int result;
	int args[3];
	unsigned uniform;  /* as a Block's */
	int64_t number;
	Block *block;
	const Access *access, *access_to;
	const Cell *cell;
	const Loop *loop;
	const Fork *fork;
	const Expr *origin;
};

typedef struct Register {
	int lane;       /* lane loop, or -1 */
	size_t bytes;   /* of a value; 0: only ever points elsewhere */
} Register;

typedef struct BufferCode {
	int lane;
	size_t bytes;      /* of one lane's copy */
	bool external;     /* the caller's */
	void *data;        /* of an external one, or NULL */
	const Expr *origin; /* what asked for it, or NULL */
	int first, last;   /* instructions of the main code that need it */
} BufferCode;

typedef struct EvalCode {
	Code main;
	int register_count, buffer_count, lane_count;
	Register *registers;
	BufferCode *buffers;
	int64_t *widths;
} EvalCode;

typedef void Run(Machine *machine, const Instr *instr);

/* What an instruction can do. */
Run run_const;   /* result = the 8 bytes of number */
Run run_block;   /* result = block(args) */
Run run_fold;    /* result folded by block with args' lanes */
Run run_bits;    /* args[0] through memory (args[1]): access_to, access */
Run run_copy;    /* result = args[0], by access */
Run run_swap;    /* result and args[0] change places */
Run run_swap_buffers; /* buffers result and args[0] change places */
Run run_pick;    /* result = lane of args[0] at which loop number is */
Run run_near;    /* result points to cell, lanes side by side */
Run run_load;    /* result = cell, by access */
Run run_gather;  /* the same at opaque indices, made in args[0] */
Run run_store;   /* cell = args[0] */
Run run_scatter; /* the same at opaque indices, made in args[1] */
Run run_fetch;   /* elements args[0] of a buffer, number, are soon needed */
Run run_index;   /* result = cell->index */
Run run_div;     /* result = cell->index / number */
Run run_mod;
Run run_clamp;
Run run_check;   /* result = args[0], below number; args[1]: mask;
		  * args[2]: the note, or register 0, which holds nothing */
Run run_loop;    /* loop, one by one */
Run run_lanes;   /* loop, block by block */
Run run_fork;    /* fork */
Run run_leave;   /* leaves the loop when args[0] holds in all lanes */

/* Whether nothing more is to be computed. */
static inline bool machine_is_over(const Machine *m)
{
	return m->failed || (m->stop && atomic_load_explicit(m->stop,
						memory_order_relaxed));
}

/* How it is run: by so many threads; whether only the first iterations of loops
 * are. */
typedef struct CodeWay {
	int threads;
	bool first;
	const atomic_bool *stop; /* or NULL */
} CodeWay;

/* Runs it; NULL, or the check that failed with its index and note. */
const Instr *code_run(const EvalCode *code, const CodeWay *way,
		      int64_t numbers[2], const BufferCode **starved);

/* Iterations first to end (a multiple of a block's width, or the last) of a loop
 * that is no fold: these depend on nothing that others do. */
void code_run_part(Machine *machine, const Instr *loop, int64_t first,
		   int64_t end);

/* -- sharing loops of the main code: eval_share.c -------------------------- */

/* Bytes of all registers, which machine_registers places one after another. */
size_t code_register_bytes(const EvalCode *code);

/* A piece of memory for them, zeroed, that registers point into. */
void *machine_registers(Machine *machine, const EvalCode *code);
void *machine_buffer(const EvalCode *code, const BufferCode *buffer);

/* Runs instruction number i, whose registers lie in memory, in so many threads;
 * false when that is not possible. */
bool code_share(const EvalCode *code, Machine *machine, const void *memory,
		int i, int threads);

/* Whether all loops of the main code fill nothing but the caller's buffers, so
 * that their first iterations can be run alone; runs those of instruction i. */
bool code_has_first(const EvalCode *code);
void code_run_first(const EvalCode *code, Machine *machine, int i);

/* Of all its copies; INT64_MAX when they cannot be counted. */
int64_t code_buffer_bytes(const EvalCode *code, const BufferCode *buffer);

#endif

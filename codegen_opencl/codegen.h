/* The code generator: from a low-level expression to an artifact.
 *
 * Nothing is optimised here that changes meaning and nothing is decided that a
 * rule decides: the expression says what happens in which thread, in which
 * memory and in which order (ICFP'15, section 3.2). What is left to choose
 * without a change of meaning is in CodegenOptions. */
#ifndef CODEGEN_OPENCL_CODEGEN_H
#define CODEGEN_OPENCL_CODEGEN_H

#include "base/device.h"
#include "codegen_opencl/artifact.h"
#include "ir/core/legal.h"
#include "ir/core/program.h"

/* How vectors in memory are accessed. */
typedef enum { ACCESS_UNALIGNED, ACCESS_ALIGNED, ACCESS_VLOAD } AccessForm;

/* How 1/sqrt of vectors of f32 is computed. */
typedef enum {
	ROOT_BUILTIN,  /* rsqrt: on CPUs a square root and a division */
	ROOT_NEWTON,   /* Newton's method, within 2 ulp as OpenCL asks: faster
			* than these */
	ROOT_QUOTIENT  /* 1/sqrt, of which the flags make an estimate */
} RootForm;

/* What sees the kernels of an artifact as they are about to be printed, and may
 * change them: for tests that plant faults, and for proofs about kernels. What
 * it adds is allocated in the kernels' arena; both end with the generation. A
 * generation that is begun again calls it again: the last call counts. */
struct Kernel;
struct AffineTable;
typedef void KernelLook(void *context, int count,
			struct Kernel *const *kernels,
			struct AffineTable *indices);

typedef struct CodegenOptions {
	AccessForm access;
	bool contract;           /* allow a*b+c to be contracted */
	bool exact;              /* floats bit by bit: the evaluator's min and
				  * max, whose OpenCL ones leave the sign of
				  * zeros open */
	int64_t around_bytes;    /* outputs from that size on are written
				  * around the caches, by lines; 0: none */
	int64_t aside_bytes;     /* of states from that size on, what rounds
				  * load after they may have stored there is
				  * put aside, so that they are updated in
				  * place; 0: none */
	RootForm root;
	bool functions;          /* of vectors: our own of functions.h;
				  * the device's: slower */
	bool compared_bounds;    /* min and max with a number by a comparison:
				  * fmin and fmax, which expect a NaN on
				  * both sides, take four on CPUs */
	bool stores_again;       /* the element stored last, where data send
				  * one nowhere: a branch that is taken now
				  * and then costs CPUs more */
	bool tests_blocks;       /* indices that data give are tested block by
				  * block: a test of each is a branch of each */
	int64_t line_rounds;     /* elements that a work-item gives places to
				  * by counters, for each of these at least
				  * so many, are kept and written by lines;
				  * 0: none */
	int64_t narrow_bytes;    /* what is added to integers in an array from
				  * that size on is kept in bytes, where it
				  * is small; 0: none */
	const char *math_flags;  /* build options, "" for none */
	int64_t local_size[DEVICE_DIMS]; /* of groups where the program
					  * asks for none; 0: the default */
	bool field;              /* the twin: the same kernels, in which floats
				  * of any width are residues modulo a prime
				  * (ir/core/residue.h), and u32 in the
				  * artifact's buffers and arguments; for
				  * judging, not for timing. ir/eval/field.h
				  * says of which programs it is an oracle */
	KernelLook *look;        /* NULL: nothing looks */
	void *look_context;
} CodegenOptions;

/* The default for a device: unaligned on CPUs, aligned or vload on others. */
CodegenOptions codegen_options(const Device *device);

/* Generates; everything lives in arena. NULL with the reason (E03xx) when the
 * expression is illegal, cannot be lowered or exceeds a limit of the device. */
const Artifact *codegen(Arena *arena, const Program *program, const Expr *low,
			const Device *device, const CodegenOptions *options,
			LegalFault *fault);

#endif

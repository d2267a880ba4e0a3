/* Prove: what is certain about the kernels of an artifact, for all data, at
 * their sizes (docs/soundness.md):
 *
 * - every access lies within its array,
 * - no two work-items conflict: of what one stores, no other loads or stores
 *   anything, unless a barrier with the fence for it lies between,
 * - barriers are reached by all items of a group or by none,
 * - indices and loop counters are computed within their types,
 * - nothing is read that was not stored, and all of every output is stored.
 *
 * What is proved is the tree that the source is printed from, not its text. A
 * kernel that is not covered in full, or takes too long, is unknown.
 */
#ifndef PROVER_PROVE_H
#define PROVER_PROVE_H

#include "codegen_opencl/kernels.h"

typedef enum { PROVE_PROVED, PROVE_REFUTED, PROVE_UNKNOWN } ProofVerdict;

typedef struct ProvedKernel {
	const char *name;   /* "k0" */
	ProofVerdict verdict;
	const char *detail; /* counter-example or reason; when proved "", or
			     * what of the program was relied on */
	int accesses, questions;
	double seconds;
} ProvedKernel;

/* All kernels: refuted when one is, else unknown when one is. */
typedef struct Proof {
	ProofVerdict verdict;
	const char *detail; /* of the first kernel that decides it; when proved
			     * of one that has any */
	const char *solver;
	const char *where;  /* at which sizes, where some are open; else
			     * NULL */
	double seconds;
	int count;
	const ProvedKernel *kernels;
} Proof;

enum { PROVE_SECONDS = 5 }; /* a kernel, by default */

/* Of what is seen during generation (codegen_opencl/kernels.h); the proof lives
 * in the arena. */
const Proof *prove_kernels(Arena *arena, const Kernels *kernels,
			   double seconds);

/* "proved", "refuted", "unknown". */
const char *proof_verdict_name(ProofVerdict verdict);

/* The solver that is linked, as "z3 4.8.12", or NULL: nothing can be proved. */
const char *prove_solver(void);

#endif

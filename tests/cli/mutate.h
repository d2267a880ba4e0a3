/* Mutants: a generated kernel source with one fault of the generator planted,
 * mechanically, by what the text looks like: a loop that ends too early, an
 * index off by one, a guard or a barrier left out, a wrong start of an
 * accumulator, a lane forgotten, components swapped. Each is planted at each
 * place where it fits, in all items and, where that can be, in the last one
 * only, which is the hardest to notice: one element of millions.
 *
 * An index stays within an array in local memory, wrapping around: beyond it
 * may lie what an earlier kernel left there, even the right value.
 *
 * (Mutation testing: DeMillo, Lipton, Sayward, Hints on test data selection,
 * 1978.)
 */
#ifndef TESTS_CLI_MUTATE_H
#define TESTS_CLI_MUTATE_H

#include <stdbool.h>

typedef struct Mutant {
	const char *fault;  /* "barrier left out" */
	int line;           /* of the source, from 1; 0: all of it */
	const char *change; /* what stands there instead */
	const char *source;
} Mutant;

typedef void MutantVisit(void *context, const Mutant *mutant);

/* Visits all mutants. swaps: pairs of names to exchange in the bodies of
 * kernels ("o0 o1", "s3 s4"), "" for none; they must not be exchangeable. */
void mutate(const char *source, const char *swaps, MutantVisit *visit,
	    void *context);

/* The same with faults of values: a result that is not stored, another start, sums
 * in a type of 11 bits, another sign, a step too many. */
void mutate_values(const char *source, MutantVisit *visit, void *context);

#endif

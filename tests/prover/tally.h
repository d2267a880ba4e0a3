/* Tally: of what was generated, how much is proved; what is not is printed with
 * the reason. ONLY=text takes what has it in its name.
 */
#ifndef TESTS_PROVER_TALLY_H
#define TESTS_PROVER_TALLY_H

#include "prover/prove.h"
#include "search/strategy/strategy.h"

typedef struct Tally {
	int part, offered;
	double limit;       /* seconds of a kernel */
	const char *what;   /* which of a program's, for messages */
	int seen, proved, refuted, refused, bad;
	double seconds;
	double slowest;     /* kernel */
} Tally;

/* Of every part-th; LIFT_TUNE_LONG=1: of all. Ends the process as skipped where
 * there is no solver. */
Tally tally_new(int part);

/* Whether the next one, of this name, is to be tried. */
bool tally_is_due(Tally *tally, const char *name);

/* A KernelsSee: proves it. */
void tally_see(void *tally, const Kernels *kernels);

/* Generates, and proves what was generated. */
bool tally_try(Tally *tally, const Program *program, const Expr *low,
	       const Device *device, const CodegenOptions *options);

/* The same of as many candidates as a strategy proposes first. */
void tally_search(Tally *tally, const StrategyKind *kind, int count,
		  const Program *program, const Device *device);

/* Prints the sum. The exit status: 0 when nothing was refuted or unreadable and
 * at least 95 % are proved. */
int tally_end(const Tally *tally);

#endif

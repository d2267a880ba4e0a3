/* Proposed: what a search proposes for a device that is not there: each candidate
 * is generated and its kernels are seen, and the strategy is told how long they are
 * said to take. */
#ifndef TESTS_GPU_PROPOSED_H
#define TESTS_GPU_PROPOSED_H

#include "codegen_opencl/kernels.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/gpu/absent.h"

typedef struct Proposed Proposed;

/* Of each candidate that can be generated: the seconds that the strategy is told. */
typedef double ProposedSee(void *context, const Proposed *proposed,
			   const Kernels *kernels);

struct Proposed {
	Absent absent;
	Derive *derive;
	ProposedSee *see;
	void *context;
	bool apart; /* neighbours are not joined to vectors */
	const Derived *derived; /* the candidate that is seen */
	int candidates, refused;
	double seconds;
};

/* A device and a program from two files, with so many sizes (absent.h); false
 * after a message. What sees is set afterwards. */
bool proposed_open(Proposed *proposed, const char *facts, const char *document,
		   int count, char *const *sizes);
void proposed_close(Proposed *proposed);

/* So many candidates more, of a strategy that begins here. */
void proposed_draw(Proposed *proposed, const StrategyKind *kind, int count,
		   uint64_t seed);

#endif

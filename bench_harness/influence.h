/* Influence: an oracle of outputs that residues cannot judge (ir/eval/field.h),
 * where a tolerance hides one lost element of millions. Places of the inputs
 * are changed, each by so much that the result moves beyond its bound: a kernel
 * that does not look at one of them, or looks at it for another output, is seen.
 *
 * A few places are first changed alone, for the kernel only, which is quick: this
 * says how much it takes. Then, still for the kernel only, as many at a time that
 * it can be told which of them moves what. For the evaluator, all that have
 * results of their own are changed together, and the others, to which the kernel
 * did not react or which move what others move, too, in a group or two: kernel
 * and evaluator must agree as they must on any data. So few evaluations do, and
 * what is called wrong is wrong on data that the evaluator has seen: nothing
 * rests on the kernel's own word.
 *
 * What is not seen: that a place is lost among others that reach the same
 * output, where these are changed together for want of evaluations and one of
 * them decides alone (a maximum).
 *
 * How to use it: fill an Influence with the program, the candidate's low-level
 * expression, the set of data on which the kernel was verified with tolerance,
 * the kernel's outputs there and their judgements (with bounds); influence_judge
 * calls run and agrees. It takes about 20 launches and at most `evaluations`
 * evaluations; 2 are enough where each output depends on few places.
 */
#ifndef BENCH_HARNESS_INFLUENCE_H
#define BENCH_HARNESS_INFLUENCE_H

#include "base/text.h"
#include "bench_harness/judge.h"
#include "ir/core/program.h"
#include "ir/data/array.h"

typedef enum {
	INFLUENCE_AGREES, INFLUENCE_DISAGREES,
	INFLUENCE_FAILED /* nothing is known: it could not be run, or judged */
} InfluenceResult;

typedef struct Influence {
	const Program *program;
	const Expr *low;          /* parts of inputs are those that it takes and
				   * drops */
	Array *inputs;            /* by port; restored before the return */
	const void *const *outputs; /* of the kernel on them, by port */
	const Judgement *judgements;
	const bool *asked;        /* by output: it counts */
	uint64_t seed;
	int evaluations;          /* at most; at least 1 */

	/* The kernel's outputs on these inputs, in the ports' types, valid
	 * until the next call; NULL: it could not be run. */
	const void *const *(*run)(void *context, const Array *inputs);

	/* Whether what run gave last is what the evaluator gives on these
	 * inputs, within the bounds there; else *what says what is not.
	 * INFLUENCE_FAILED: it could not be evaluated. */
	InfluenceResult (*agrees)(void *context, const Array *inputs,
				  Text *what);
	void *context;
} Influence;

InfluenceResult influence_judge(const Influence *influence, Text *what);

/* -- for the oracle's own files and its tests ------------------------------ */

enum {
	INFLUENCE_RANDOM = 64, INFLUENCE_PLACES = 192, INFLUENCE_STEPS = 4
};

typedef struct InfluencePlace {
	int port;
	int64_t element;
} InfluencePlace;

/* Without repetition: 64 random ones, the first and last of every input, both
 * ends of the parts that low takes of them; at most INFLUENCE_PLACES. */
int influence_places(const Program *program, const Expr *low, uint64_t seed,
		     InfluencePlace *places);

/* Changes an element, in step 0 to INFLUENCE_STEPS - 1 by more and more, within
 * the port's range; another value always, unless there is none. */
void influence_change(const Port *port, Array *array, int64_t element,
		      int step);

#endif

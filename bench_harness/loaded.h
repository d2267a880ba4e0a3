/* Loaded: the tuner's side of one load: the data sets in two regions that the
 * worker maps, and the references that outputs are judged by.
 *
 * The first region holds the inputs and is frozen: a broken worker cannot spoil
 * them. The second holds the output zones of every set; they are filled here
 * before a run and judged here after it.
 */
#ifndef BENCH_HARNESS_LOADED_H
#define BENCH_HARNESS_LOADED_H

#include "bench_harness/harness.h"
#include "bench_harness/message.h"
#include "bench_harness/region.h"

typedef struct Reference {
	Array first, second; /* data NULL: not set */
	Array outside, folds; /* data NULL: the judgement's tolerance */
	Judgement judgement;
	int harmless, harmless_into; /* see repeat.h; 0: not worked out */
} Reference;

typedef struct Loaded {
	Arena *arena; /* NULL: nothing */
	LoadRequest plan;
	Region inputs, outputs;
	Reference *references[BENCH_SETS]; /* by output port */
	double moved_bytes; /* see BenchData */
	int *into; /* of the candidate: input written over, or -1 */
} Loaded;

/* Copies the inputs, unless it is only to build by. false, and why, when there
 * is no memory for all of it, the worker's copies included. What is not to be
 * timed is not judged either: judgements may be missing. */
bool loaded_new(Loaded *loaded, int load, LoadUse use, const BenchData *data,
		Text *why);
void loaded_free(Loaded *loaded);

/* See harness_expect. */
void loaded_expect(Loaded *loaded, int set, int output,
		   const Array *reference, const Array *second);

/* See harness_allow. */
void loaded_allow(Loaded *loaded, int set, int output, const Array *outside,
		  const Array *folds);

/* Notes which inputs the artifact writes over. false when it does not fit. */
bool loaded_bind(Loaded *loaded, const Artifact *artifact);

/* Whether the bound artifact writes over an input. */
bool loaded_in_place(const Loaded *loaded);

/* Fills the output zones of a set: with the pattern, or with the input that
 * is written over. */
void loaded_fill(const Loaded *loaded, int set);

/* The body of an output, as the last run left it. */
const unsigned char *loaded_output(const Loaded *loaded, int set, int output);

/* The largest error of the outputs of a set, relative to the largest magnitude
 * of its reference; of unordered outputs nothing is known. */
double loaded_error(const Loaded *loaded, int set);

/* Guards, and every element of every output of a set. Anything but STATUS_OK
 * comes with a reason; *worst as in Verdict. candidate says how it is judged;
 * NULL: guards only. */
Status loaded_judge(const Loaded *loaded, int set,
		    const HarnessCandidate *candidate, Text *reason,
		    double *worst);

/* How many launches on the same buffers are harmless. */
int loaded_harmless(Loaded *loaded);

#endif

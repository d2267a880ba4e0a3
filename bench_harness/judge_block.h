/* The fast path of judge: blocks of floats, several elements at a time. */
#ifndef BENCH_HARNESS_JUDGE_BLOCK_H
#define BENCH_HARNESS_JUDGE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "bench_harness/judge.h"

enum { JUDGE_BLOCK = 4096 };

/* Whether the JUDGE_BLOCK floats from index from on are beyond doubt within what
 * is allowed of them; raises *worst to the largest error / allowed error. false
 * means that some element needs a closer look: it differs, or is not finite, or
 * nothing is allowed. */
bool judge_block(const Judgement *judgement, Scalar scalar, int64_t from,
		 const void *got, const void *want, double *worst);

/* The smallest normal number of a type of floats. */
double judge_tiny(Scalar scalar);

#endif

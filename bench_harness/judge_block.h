/* The fast path of judge: blocks of floats, several elements at a time. */
#ifndef BENCH_HARNESS_JUDGE_BLOCK_H
#define BENCH_HARNESS_JUDGE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/scalar.h"

enum { JUDGE_BLOCK = 4096 };

/* Whether the JUDGE_BLOCK floats from index from on are beyond doubt within
 * |got - want| <= atol + rtol * |want|; raises *worst to the largest error /
 * tolerance. false means that some element needs a closer look: it differs,
 * or is not finite, or the tolerance is 0. */
bool judge_block(Scalar scalar, double rtol, double atol, int64_t from,
		 const void *got, const void *want, double *worst);

#endif

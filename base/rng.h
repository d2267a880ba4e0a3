/* Rng: a PCG stream (pcg64, O'Neill 2014) behind a C interface.
 *
 * The state is a plain value given by the caller: same seed and stream, same
 * numbers, on every machine.
 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Rng {
	uint64_t state[4];
} Rng;

Rng rng_seeded(uint64_t seed, uint64_t stream);

/* Uniform over all 64-bit values. */
uint64_t rng_u64(Rng *rng);

/* Uniform in [0, bound), bound >= 1, without modulo bias. */
uint64_t rng_below(Rng *rng, uint64_t bound);

/* Uniform in [0, 1), 53 random bits (a multiple of 2^-53). */
double rng_unit(Rng *rng);

#ifdef __cplusplus
}
#endif

#endif

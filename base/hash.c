#include "base/hash.h"

#include <string.h>

/* A vector of the compiler (GCC and Clang): fast without any option. */
typedef uint64_t Words __attribute__((vector_size(16)));

/* Adds, and turns by a xorshift of full period (Marsaglia, 13, 7, 17): both can
 * be undone, so what differs in one word stays different; and what differs in
 * two words, signs say, does not cancel. */
static inline Words turn(Words sum, const unsigned char *at)
{
	Words words;

	memcpy(&words, at, sizeof words);
	sum += words;
	sum ^= sum << 13;
	sum ^= sum >> 7;
	return sum ^ sum << 17;
}

static uint64_t combine(uint64_t seed, Words sum)
{
	return hash_combine(hash_combine(seed, sum[0]), sum[1]);
}

/* Four sums, since each waits for itself. */
uint64_t hash_large(uint64_t seed, const void *data, size_t size)
{
	const unsigned char *at = data;
	Words a = { seed, 1 }, b = { seed, 2 }, c = { seed, 3 }, d = { seed, 4 };
	const size_t bytes = sizeof a, rest = size % (4 * bytes);
	const unsigned char *end = at + (size - rest);

	for (; at < end; at += 4 * bytes) {
		a = turn(a, at);
		b = turn(b, at + bytes);
		c = turn(c, at + 2 * bytes);
		d = turn(d, at + 3 * bytes);
	}
	seed = combine(combine(combine(combine(seed, a), b), c), d);
	return hash_combine(seed, hash_bytes(HASH_SEED, at, rest));
}

uint64_t hash_string(const char *string)
{
	return hash_mix(hash_bytes(HASH_SEED, string, strlen(string)));
}

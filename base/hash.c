#include "base/hash.h"

#include <string.h>

enum { LANES = 4 };

#define FACTOR UINT64_C(0x9e3779b97f4a7c15)

uint64_t hash_large(uint64_t seed, const void *data, size_t size)
{
	const unsigned char *bytes = data;
	uint64_t lanes[LANES] = { seed, ~seed, seed << 1, seed >> 1 };
	size_t step = sizeof lanes, whole = size / step * step;

	for (size_t i = 0; i < whole; i += step) {
		uint64_t words[LANES];

		memcpy(words, bytes + i, sizeof words);
		for (int k = 0; k < LANES; k++) {
			lanes[k] = (lanes[k] ^ words[k]) * FACTOR;
			lanes[k] ^= lanes[k] >> 29;
		}
	}
	for (int k = 0; k < LANES; k++)
		seed = hash_combine(seed, lanes[k]);
	return hash_combine(seed, hash_bytes(HASH_SEED, bytes + whole,
					     size - whole));
}

uint64_t hash_string(const char *string)
{
	return hash_mix(hash_bytes(HASH_SEED, string, strlen(string)));
}

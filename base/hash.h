/* Hashes: 64 bits, stable across runs, machines and versions (they are stored
 * in the database). FNV-1a over bytes, finished by a bit mixer.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_SEED UINT64_C(0xcbf29ce484222325)

static inline uint64_t hash_bytes(uint64_t seed, const void *data, size_t size)
{
	const unsigned char *byte = data;
	uint64_t h = seed;

	for (size_t i = 0; i < size; i++)
		h = (h ^ byte[i]) * UINT64_C(0x100000001b3);
	return h;
}

/* The same of much, as fast as memory is read; other values, and others on other
 * machines. */
uint64_t hash_large(uint64_t seed, const void *data, size_t size);

static inline uint64_t hash_mix(uint64_t h)
{
	h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
	return h ^ (h >> 31);
}

static inline uint64_t hash_combine(uint64_t h, uint64_t value)
{
	return hash_mix(h ^ (value + UINT64_C(0x9e3779b97f4a7c15) + (h << 6)));
}

/* Hash of a NUL-terminated string. */
uint64_t hash_string(const char *string);

#endif

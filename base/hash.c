#include "base/hash.h"

#include <string.h>

uint64_t hash_string(const char *string)
{
	return hash_mix(hash_bytes(HASH_SEED, string, strlen(string)));
}

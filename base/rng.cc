#include "base/rng.h"

#include <cstring>
#include <new>

#include <pcg_random.hpp>

static_assert(sizeof(pcg64) <= sizeof(Rng), "Rng is too small for pcg64");

namespace {

uint64_t draw(Rng *rng)
{
	pcg64 engine;

	std::memcpy(static_cast<void *>(&engine), rng->state, sizeof engine);
	uint64_t value = engine();
	std::memcpy(rng->state, static_cast<const void *>(&engine),
		    sizeof engine);
	return value;
}

}

extern "C" Rng rng_seeded(uint64_t seed, uint64_t stream)
{
	Rng rng = {};
	pcg64 engine(seed, stream);

	std::memcpy(rng.state, static_cast<const void *>(&engine),
		    sizeof engine);
	return rng;
}

extern "C" uint64_t rng_u64(Rng *rng)
{
	return draw(rng);
}

extern "C" uint64_t rng_below(Rng *rng, uint64_t bound)
{
	uint64_t threshold = -bound % bound;

	for (;;) {
		uint64_t value = draw(rng);

		if (value >= threshold)
			return value % bound;
	}
}

extern "C" double rng_unit(Rng *rng)
{
	return (double)(draw(rng) >> 11) / 9007199254740992.0;
}

#include "bench_harness/zone.h"

#include <string.h>

#include "base/checked.h"

enum { CHUNK = 4096 };

size_t zone_bytes(int64_t body_bytes)
{
	int64_t bytes;

	if (!checked_add(body_bytes, 2 * ZONE_GUARD + ZONE_PAGE - 1, &bytes))
		return 0;
	return (size_t)(bytes / ZONE_PAGE * ZONE_PAGE);
}

static unsigned char pattern_byte(size_t offset)
{
	return (unsigned char)(ZONE_PATTERN >> (8 * (offset % 4)));
}

void zone_fill(unsigned char *zone, size_t offset, size_t bytes)
{
	unsigned char *at = zone + offset;
	size_t done = bytes < CHUNK ? bytes : CHUNK;

	for (size_t i = 0; i < done; i++)
		at[i] = pattern_byte(offset + i);
	while (done < bytes) {
		size_t more = bytes - done < CHUNK ? bytes - done : CHUNK;

		memcpy(at + done, at, more);
		done += more;
	}
}

void zone_fill_guards(unsigned char *zone, size_t body_bytes)
{
	size_t end = ZONE_GUARD + body_bytes;

	zone_fill(zone, 0, ZONE_GUARD);
	zone_fill(zone, end, zone_bytes((int64_t)body_bytes) - end);
}

void zone_fill_all(unsigned char *zone, size_t body_bytes)
{
	zone_fill(zone, 0, zone_bytes((int64_t)body_bytes));
}

bool zone_range_intact(const unsigned char *range, size_t first, size_t bytes,
		       size_t *damaged)
{
	size_t head = bytes < 4 ? bytes : 4;

	for (size_t i = 0; i < head; i++)
		if (range[i] != pattern_byte(first + i))
			return *damaged = first + i, false;
	if (bytes <= 4 || memcmp(range, range + 4, bytes - 4) == 0)
		return true;
	for (size_t i = 4; i < bytes; i++)
		if (range[i] != pattern_byte(first + i))
			return *damaged = first + i, false;
	return true;
}

bool zone_guards_intact(const unsigned char *zone, size_t body_bytes,
			int64_t *at)
{
	size_t end = ZONE_GUARD + body_bytes, damaged = 0;
	size_t after = zone_bytes((int64_t)body_bytes) - end;

	if (zone_range_intact(zone, 0, ZONE_GUARD, &damaged)
	    && zone_range_intact(zone + end, end, after, &damaged))
		return true;
	*at = (int64_t)damaged - ZONE_GUARD;
	return false;
}

bool zone_is_pattern(const unsigned char *bytes, size_t body_offset,
		     size_t count)
{
	size_t damaged;

	return zone_range_intact(bytes, ZONE_GUARD + body_offset, count,
				 &damaged);
}

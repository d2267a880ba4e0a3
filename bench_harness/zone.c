#include "bench_harness/zone.h"

#include <string.h>

#include "base/checked.h"
#include "bench_harness/spans.h"

enum { CHUNK = 4096 };

size_t zone_bytes(int64_t body_bytes)
{
	int64_t bytes;

	if (!checked_add(body_bytes, 2 * ZONE_GUARD + ZONE_PAGE - 1, &bytes))
		return 0;
	return (size_t)(bytes / ZONE_PAGE * ZONE_PAGE);
}

static unsigned char pattern_byte(uint16_t pattern, size_t offset)
{
	return (unsigned char)(pattern >> (8 * (offset % 2)));
}

static void fill(unsigned char *zone, size_t offset, size_t bytes,
		 uint16_t pattern)
{
	unsigned char *at = zone + offset;
	size_t done = bytes < CHUNK ? bytes : CHUNK;

	for (size_t i = 0; i < done; i++)
		at[i] = pattern_byte(pattern, offset + i);
	while (done < bytes) {
		size_t more = bytes - done < CHUNK ? bytes - done : CHUNK;

		memcpy(at + done, at, more);
		done += more;
	}
}

static void fill_guards(unsigned char *zone, size_t body_bytes,
			uint16_t pattern)
{
	size_t end = ZONE_GUARD + body_bytes;

	fill(zone, 0, ZONE_GUARD, pattern);
	fill(zone, end, zone_bytes((int64_t)body_bytes) - end, pattern);
}

void zone_fill_input_guards(unsigned char *zone, size_t body_bytes)
{
	fill_guards(zone, body_bytes, ZONE_INPUT);
}

void zone_fill_guards(unsigned char *zone, size_t body_bytes)
{
	fill_guards(zone, body_bytes, ZONE_WRITABLE);
}

void zone_fill_unwritten(unsigned char *zone, size_t body_bytes)
{
	zone_fill_guards(zone, body_bytes);
	zone_fill_body(zone_body(zone), body_bytes);
}

static void fill_part(void *body, int span, size_t from, size_t bytes)
{
	(void)span;
	fill(body, from, bytes, ZONE_UNWRITTEN);
}

void zone_fill_body(unsigned char *body, size_t body_bytes)
{
	spans_do(body_bytes, fill_part, body);
}

static bool intact(const unsigned char *range, size_t first, size_t bytes,
		   uint16_t pattern, size_t *damaged)
{
	size_t looked_at = bytes;

	if (bytes > 2 && range[0] == pattern_byte(pattern, first)
	    && range[1] == pattern_byte(pattern, first + 1)
	    && memcmp(range, range + 2, bytes - 2) == 0)
		looked_at = 2;
	for (size_t i = 0; i < looked_at; i++)
		if (range[i] != pattern_byte(pattern, first + i)) {
			*damaged = first + i;
			return false;
		}
	return true;
}

bool zone_range_intact(const unsigned char *range, size_t first, size_t bytes,
		       size_t *damaged)
{
	return intact(range, first, bytes, ZONE_WRITABLE, damaged);
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

bool zone_unwritten(const unsigned char *zone, size_t body_offset,
		    size_t count)
{
	size_t first = ZONE_GUARD + body_offset, ignored;

	return intact(zone + first, first, count, ZONE_UNWRITTEN, &ignored);
}

/* Zone: the memory of one buffer between two guards.
 *
 *	| guard, ZONE_GUARD bytes | body | rest of the page | guard |
 *
 * Everything but the body is filled with a pattern that is a NaN as f32 and f64;
 * so is the body of an output before a verification run. A store outside of the
 * body damages a guard, an element that was never written still shows the
 * pattern, and a load from outside of an input gives NaN. Zones start at a page;
 * so does the body, which thereby has every alignment a device may ask for.
 */
#ifndef BENCH_HARNESS_ZONE_H
#define BENCH_HARNESS_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZONE_GUARD = 65536, ZONE_PAGE = 4096 };

#define ZONE_PATTERN UINT32_C(0x7fc0dead)

/* Size of the zone around a body of so many bytes; 0 when that overflows. */
size_t zone_bytes(int64_t body_bytes);

static inline unsigned char *zone_body(unsigned char *zone)
{
	return zone + ZONE_GUARD;
}

/* Fills a range of a zone with the pattern; offset counts from its start. */
void zone_fill(unsigned char *zone, size_t offset, size_t bytes);

/* Fills the two guards, or everything. */
void zone_fill_guards(unsigned char *zone, size_t body_bytes);
void zone_fill_all(unsigned char *zone, size_t body_bytes);

/* Whether a range still holds the pattern, and where it first does not. first
 * is the range's offset in the zone, range points to its bytes. */
bool zone_range_intact(const unsigned char *range, size_t first, size_t bytes,
		       size_t *damaged);

/* Whether both guards are intact. If not, *at is the position of the first
 * damaged byte relative to the body: negative before it, else past its end. */
bool zone_guards_intact(const unsigned char *zone, size_t body_bytes,
			int64_t *at);

/* Whether the bytes are the pattern, as they lie at this offset of a body. */
bool zone_is_pattern(const unsigned char *bytes, size_t body_offset,
		     size_t count);

#endif

/* Zone: the memory of one buffer between two guards.
 *
 *	| guard, ZONE_GUARD bytes | body | rest of the page | guard |
 *
 * Everything but the body holds one pattern, the body of an output holds
 * another before a verification run; both are NaN as f16, f32 and f64. So a
 * store outside of the body damages a guard, a load from outside of an input
 * gives NaN, and an element that was never written can be told from one that
 * became NaN. Zones start at a page; so does the body, which thereby has every
 * alignment that a device may ask for.
 */
#ifndef BENCH_HARNESS_ZONE_H
#define BENCH_HARNESS_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZONE_GUARD = 65536, ZONE_PAGE = 4096 };

#define ZONE_PATTERN UINT16_C(0x7ffe)   /* of guards and temps */
#define ZONE_UNWRITTEN UINT16_C(0x7fff) /* of outputs */

/* Size of the zone around a body of so many bytes; 0 when that overflows. */
size_t zone_bytes(int64_t body_bytes);

static inline unsigned char *zone_body(unsigned char *zone)
{
	return zone + ZONE_GUARD;
}

/* Fills the two guards, or the guards and the body. */
void zone_fill_guards(unsigned char *zone, size_t body_bytes);
void zone_fill_unwritten(unsigned char *zone, size_t body_bytes);

/* Whether a part of a guard or temp still holds the pattern, and the offset in
 * its zone where it first does not. range points to the bytes at offset first.
 */
bool zone_range_intact(const unsigned char *range, size_t first, size_t bytes,
		       size_t *damaged);

/* Whether both guards are intact. If not, *at is the position of the first
 * damaged byte relative to the body: negative before it, else past its end. */
bool zone_guards_intact(const unsigned char *zone, size_t body_bytes,
			int64_t *at);

/* Whether count bytes at that offset of the body were never written. */
bool zone_unwritten(const unsigned char *zone, size_t body_offset,
		    size_t count);

#endif

/* Zone: the memory of one buffer between two guards.
 *
 *	| guard, ZONE_GUARD bytes | body | rest of the page | guard |
 *
 * Everything but the body holds one pattern; the body of an output holds another
 * before a verification run. What may only be read has guards that are NaN as
 * f16, f32 and f64, so that a load from outside of an input gives NaN; an
 * element that was never written is NaN, too, but can be told from one that
 * became NaN. The guards of what may be written are numbers: NaN is what most
 * functions make of NaN, and a store of that would not be seen. They are large
 * and negative, so that few functions leave them as they are (x -> s*x in place
 * reads them and writes there). Zones start at a page; so does the body, which
 * thereby has every alignment that a device may ask for.
 */
#ifndef BENCH_HARNESS_ZONE_H
#define BENCH_HARNESS_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZONE_GUARD = 65536, ZONE_PAGE = 4096 };

#define ZONE_INPUT UINT16_C(0x7ffe)     /* of guards of inputs, and in temps */
#define ZONE_WRITABLE UINT16_C(0xfb7b)  /* of guards of outputs and temps */
#define ZONE_UNWRITTEN UINT16_C(0x7fff) /* of outputs */

/* Size of the zone around a body of so many bytes; 0 when that overflows. */
size_t zone_bytes(int64_t body_bytes);

static inline unsigned char *zone_body(unsigned char *zone)
{
	return zone + ZONE_GUARD;
}

/* Fills the two guards of an input; of what may be written; these and the body.
 */
void zone_fill_input_guards(unsigned char *zone, size_t body_bytes);
void zone_fill_guards(unsigned char *zone, size_t body_bytes);
void zone_fill_unwritten(unsigned char *zone, size_t body_bytes);

/* Fills a body alone, as if it were never written. */
void zone_fill_body(unsigned char *body, size_t body_bytes);

/* Whether a part of a guard of what may be written still holds the pattern, and
 * the offset in its zone where it first does not. range points to the bytes at
 * offset first. */
bool zone_range_intact(const unsigned char *range, size_t first, size_t bytes,
		       size_t *damaged);

/* Whether both such guards are intact. If not, *at is the position of the first
 * damaged byte relative to the body: negative before it, else past its end. */
bool zone_guards_intact(const unsigned char *zone, size_t body_bytes,
			int64_t *at);

/* Whether count bytes at that offset of the body were never written. */
bool zone_unwritten(const unsigned char *zone, size_t body_offset,
		    size_t count);

#endif

/* Spans: what is done to all bytes of a large array, done by several threads,
 * each on a contiguous part. For moments when nothing is timed.
 *
 * How many parts there are is fixed by the bytes and the machine: what is summed
 * up by parts comes out the same each time in one process.
 */
#ifndef BENCH_HARNESS_SPANS_H
#define BENCH_HARNESS_SPANS_H

#include <stddef.h>
#include <stdint.h>

enum { SPANS_MOST = 4 };

/* Part number `span` of a whole: so many bytes from there on. */
typedef void SpanWork(void *context, int span, size_t from, size_t bytes);

/* Returns the number of parts. */
int spans_do(size_t bytes, SpanWork *work, void *context);

void spans_copy(void *to, const void *from, size_t bytes);

/* As a checksum: of no use in other processes. */
uint64_t spans_sum(uint64_t seed, const void *data, size_t bytes);

#endif

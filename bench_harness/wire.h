/* Wire: numbers and strings as bytes, for the payload of a frame.
 *
 * Little-endian; a string is its length (u32) and its bytes. A WireReader never
 * reads past its end: after the first thing that is not there, or not well
 * formed, bad is set and everything read is 0 or "".
 */
#ifndef BENCH_HARNESS_WIRE_H
#define BENCH_HARNESS_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"

void wire_u32(Text *out, uint32_t value);
void wire_i64(Text *out, int64_t value);
void wire_u64(Text *out, uint64_t value);
void wire_f64(Text *out, double value);
void wire_string(Text *out, const char *string);
void wire_bytes(Text *out, const void *bytes, size_t length);

typedef struct WireReader {
	const unsigned char *at, *end;
	bool bad;
} WireReader;

WireReader wire_reader(const void *bytes, size_t length);
uint32_t wire_get_u32(WireReader *in);
int64_t wire_get_i64(WireReader *in);
uint64_t wire_get_u64(WireReader *in);
double wire_get_f64(WireReader *in);
const char *wire_get_string(WireReader *in, Arena *arena);

/* Points into what is read; NULL when there are none. */
const unsigned char *wire_get_bytes(WireReader *in, size_t *length);

/* A u32 that must be at least low and at most high; else bad, and low. */
int wire_get_int(WireReader *in, int low, int high);

/* Everything was read, and all of it was well formed. */
bool wire_done(const WireReader *in);

#endif

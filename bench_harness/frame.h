/* Frame: one message between tuner and worker.
 *
 * Header of FRAME_HEADER bytes, little-endian: magic u32, version u16, type
 * u16, job u32, payload length u32 (at most FRAME_PAYLOAD), CRC-32 u32 over the
 * header before it and the payload. Then the payload (message.h).
 *
 * A request carries a fresh job number. Its answer is any number of PHASE
 * frames and exactly one RESULT with the same number; requests are answered in
 * order. Both functions are pure: bytes in, bytes out.
 */
#ifndef BENCH_HARNESS_FRAME_H
#define BENCH_HARNESS_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum { FRAME_HEADER = 20, FRAME_PAYLOAD = 1 << 20 };

typedef enum {
	FRAME_LIST, FRAME_OPEN, FRAME_LOAD, FRAME_BUILD, FRAME_RUN,
	FRAME_SAMPLE, FRAME_QUIT, FRAME_PHASE, FRAME_RESULT,
	FRAME_REFER, FRAME_BINARY, FRAME_CHECK, FRAME_TYPES
} FrameType;

typedef struct Frame {
	FrameType type;
	uint32_t job;
	size_t length;
	const unsigned char *payload; /* inside the bytes that were read */
} Frame;

typedef enum { FRAME_WHOLE, FRAME_PARTIAL, FRAME_BAD } FrameState;

/* Appends a frame; length is at most FRAME_PAYLOAD. */
void frame_write(Text *out, FrameType type, uint32_t job,
		 const void *payload, size_t length);

/* Reads the frame at the start of bytes. FRAME_WHOLE fills frame and *used,
 * FRAME_PARTIAL wants more bytes, FRAME_BAD sets *fault to what is wrong. */
FrameState frame_read(const unsigned char *bytes, size_t available,
		      Frame *frame, size_t *used, const char **fault);

#endif

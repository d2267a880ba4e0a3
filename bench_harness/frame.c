#include "bench_harness/frame.h"

#include <assert.h>

#define FRAME_MAGIC UINT32_C(0x3154464c) /* "LFT1" */

enum { FRAME_VERSION = 1, CRC_AT = 16 };

/* CRC-32 (IEEE 802.3, reflected), four bits at a time. */
static const uint32_t crc_nibble[16] = {
	0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
	0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
	0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
	0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

static uint32_t crc_add(uint32_t crc, const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		crc ^= bytes[i];
		crc = (crc >> 4) ^ crc_nibble[crc & 15];
		crc = (crc >> 4) ^ crc_nibble[crc & 15];
	}
	return crc;
}

static uint32_t crc_frame(const unsigned char *header,
			  const unsigned char *payload, size_t length)
{
	return ~crc_add(crc_add(~UINT32_C(0), header, CRC_AT), payload, length);
}

static void put(unsigned char *at, uint32_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		at[i] = (unsigned char)(value >> (8 * i));
}

static uint32_t get(const unsigned char *at, int bytes)
{
	uint32_t value = 0;

	for (int i = 0; i < bytes; i++)
		value |= (uint32_t)at[i] << (8 * i);
	return value;
}

void frame_write(Text *out, FrameType type, uint32_t job,
		 const void *payload, size_t length)
{
	unsigned char header[FRAME_HEADER];

	assert(length <= FRAME_PAYLOAD);
	put(header, FRAME_MAGIC, 4);
	put(header + 4, FRAME_VERSION, 2);
	put(header + 6, (uint32_t)type, 2);
	put(header + 8, job, 4);
	put(header + 12, (uint32_t)length, 4);
	put(header + CRC_AT, crc_frame(header, payload, length), 4);
	text_bytes(out, (const char *)header, FRAME_HEADER);
	text_bytes(out, payload, length);
}

static const char *header_fault(const unsigned char *header)
{
	if (get(header, 4) != FRAME_MAGIC)
		return "not a frame";
	if (get(header + 4, 2) != FRAME_VERSION)
		return "a frame of another version";
	if (get(header + 6, 2) >= FRAME_TYPES)
		return "a frame of unknown type";
	if (get(header + 12, 4) > FRAME_PAYLOAD)
		return "a frame that is too long";
	return NULL;
}

FrameState frame_read(const unsigned char *bytes, size_t available,
		      Frame *frame, size_t *used, const char **fault)
{
	if (available < FRAME_HEADER)
		return FRAME_PARTIAL;
	*fault = header_fault(bytes);
	if (*fault)
		return FRAME_BAD;
	frame->type = (FrameType)get(bytes + 6, 2);
	frame->job = get(bytes + 8, 4);
	frame->length = get(bytes + 12, 4);
	frame->payload = bytes + FRAME_HEADER;
	if (available - FRAME_HEADER < frame->length)
		return FRAME_PARTIAL;
	if (crc_frame(bytes, frame->payload, frame->length)
	    != get(bytes + CRC_AT, 4)) {
		*fault = "a frame with a wrong checksum";
		return FRAME_BAD;
	}
	*used = FRAME_HEADER + frame->length;
	return FRAME_WHOLE;
}

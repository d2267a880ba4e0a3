#include "bench_harness/wire.h"

#include <string.h>

void wire_u64(Text *out, uint64_t value)
{
	wire_u32(out, (uint32_t)value);
	wire_u32(out, (uint32_t)(value >> 32));
}

void wire_u32(Text *out, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		text_char(out, (char)(unsigned char)(value >> (8 * i)));
}

void wire_i64(Text *out, int64_t value)
{
	wire_u64(out, (uint64_t)value);
}

void wire_f64(Text *out, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	wire_u64(out, bits);
}

void wire_bytes(Text *out, const void *bytes, size_t length)
{
	wire_u32(out, (uint32_t)length);
	text_bytes(out, bytes, length);
}

void wire_string(Text *out, const char *string)
{
	wire_bytes(out, string, strlen(string));
}

WireReader wire_reader(const void *bytes, size_t length)
{
	const unsigned char *at = bytes;

	return (WireReader){ .at = at, .end = at + length };
}

static const unsigned char *take(WireReader *in, size_t bytes)
{
	const unsigned char *taken = in->at;

	if (in->bad || (size_t)(in->end - in->at) < bytes) {
		in->bad = true;
		return NULL;
	}
	in->at += bytes;
	return taken;
}

uint32_t wire_get_u32(WireReader *in)
{
	const unsigned char *b = take(in, 4);

	return b ? b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16
		 | (uint32_t)b[3] << 24 : 0;
}

uint64_t wire_get_u64(WireReader *in)
{
	uint64_t low = wire_get_u32(in), high = wire_get_u32(in);

	return in->bad ? 0 : low | high << 32;
}

int64_t wire_get_i64(WireReader *in)
{
	return (int64_t)wire_get_u64(in);
}

double wire_get_f64(WireReader *in)
{
	uint64_t bits = wire_get_u64(in);
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

const unsigned char *wire_get_bytes(WireReader *in, size_t *length)
{
	*length = wire_get_u32(in);
	return take(in, *length);
}

const char *wire_get_string(WireReader *in, Arena *arena)
{
	size_t length;
	const unsigned char *bytes = wire_get_bytes(in, &length);

	if (!bytes)
		return "";
	if (length && memchr(bytes, '\0', length)) {
		in->bad = true;
		return "";
	}
	return arena_strndup(arena, (const char *)bytes, length);
}

int wire_get_int(WireReader *in, int low, int high)
{
	int64_t value = wire_get_u32(in);

	if (in->bad || value < low || value > high) {
		in->bad = true;
		return low;
	}
	return (int)value;
}

bool wire_done(const WireReader *in)
{
	return !in->bad && in->at == in->end;
}

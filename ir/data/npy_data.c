#include "ir/data/npy_data.h"

#include <math.h>
#include <string.h>

#include "base/least.h"

static void swap2(int64_t n, void *data)
{
	uint16_t *x = data;

	for (int64_t i = 0; i < n; i++)
		x[i] = __builtin_bswap16(x[i]);
}

static void swap4(int64_t n, void *data)
{
	uint32_t *x = data;

	for (int64_t i = 0; i < n; i++)
		x[i] = __builtin_bswap32(x[i]);
}

static void swap8(int64_t n, void *data)
{
	uint64_t *x = data;

	for (int64_t i = 0; i < n; i++)
		x[i] = __builtin_bswap64(x[i]);
}

void npy_swap(Scalar scalar, int64_t n, void *data)
{
	switch (scalar_bytes(scalar)) {
	case 2: swap2(n, data); return;
	case 4: swap4(n, data); return;
	case 8: swap8(n, data); return;
	}
}

void npy_clean_bools(int64_t n, void *data)
{
	uint8_t *x = data;

	for (int64_t i = 0; i < n; i++)
		x[i] = x[i] != 0;
}

/* An element in the widest type of its class. */
typedef struct Wide {
	enum { WIDE_SIGNED, WIDE_UNSIGNED, WIDE_FLOAT } kind;
	int64_t i;
	uint64_t u;
	double f;
} Wide;

static Wide wide_signed(int64_t i)
{
	return (Wide){ .kind = WIDE_SIGNED, .i = i };
}

static Wide wide_unsigned(uint64_t u)
{
	return (Wide){ .kind = WIDE_UNSIGNED, .u = u };
}

static Wide wide_float(double f)
{
	return (Wide){ .kind = WIDE_FLOAT, .f = f };
}

static Wide load(Scalar scalar, const void *data, int64_t at)
{
	switch (scalar) {
	case SCALAR_BOOL:
		return wide_unsigned(((const uint8_t *)data)[at] != 0);
	case SCALAR_I8:  return wide_signed(((const int8_t *)data)[at]);
	case SCALAR_U8:  return wide_unsigned(((const uint8_t *)data)[at]);
	case SCALAR_I16: return wide_signed(((const int16_t *)data)[at]);
	case SCALAR_U16: return wide_unsigned(((const uint16_t *)data)[at]);
	case SCALAR_I32: return wide_signed(((const int32_t *)data)[at]);
	case SCALAR_U32: return wide_unsigned(((const uint32_t *)data)[at]);
	case SCALAR_I64: return wide_signed(((const int64_t *)data)[at]);
	case SCALAR_U64: return wide_unsigned(((const uint64_t *)data)[at]);
	case SCALAR_F16:
		return wide_float(scalar_from_half(
				((const uint16_t *)data)[at]));
	case SCALAR_F32: return wide_float(((const float *)data)[at]);
	case SCALAR_F64: return wide_float(((const double *)data)[at]);
	case SCALAR_COUNT: break;
	}
	return wide_unsigned(0);
}

/* The value as an integer of that many bits, as its two's complement. */
static uint64_t to_signed(Wide w, int bits)
{
	double limit = ldexp(1, bits - 1);

	if (w.kind != WIDE_FLOAT)
		return w.kind == WIDE_SIGNED ? (uint64_t)w.i : w.u;
	if (isnan(w.f))
		return 0;
	if (w.f >= limit)
		return (UINT64_C(1) << (bits - 1)) - 1;
	if (w.f <= -limit)
		return UINT64_C(0) - (UINT64_C(1) << (bits - 1));
	return (uint64_t)(int64_t)w.f;
}

static uint64_t to_unsigned(Wide w, int bits)
{
	if (w.kind != WIDE_FLOAT)
		return w.kind == WIDE_SIGNED ? (uint64_t)w.i : w.u;
	if (isnan(w.f) || w.f <= 0)
		return 0;
	if (w.f >= ldexp(1, bits))
		return UINT64_MAX >> (64 - bits);
	return (uint64_t)w.f;
}

static double to_double(Wide w)
{
	switch (w.kind) {
	case WIDE_SIGNED:   return (double)w.i;
	case WIDE_UNSIGNED: return (double)w.u;
	case WIDE_FLOAT:    break;
	}
	return w.f;
}

/* Straight from 64-bit integers: by way of double it would round twice. */
static float to_float(Wide w)
{
	switch (w.kind) {
	case WIDE_SIGNED:   return (float)w.i;
	case WIDE_UNSIGNED: return (float)w.u;
	case WIDE_FLOAT:    break;
	}
	return (float)w.f;
}

static bool to_bool(Wide w)
{
	switch (w.kind) {
	case WIDE_SIGNED:   return w.i != 0;
	case WIDE_UNSIGNED: return w.u != 0;
	case WIDE_FLOAT:    break;
	}
	return w.f != 0;
}

/* Signed targets take the low bits: conversion of the same-width unsigned. */
static void store(Scalar scalar, void *data, int64_t at, Wide w)
{
	switch (scalar) {
	case SCALAR_BOOL: ((uint8_t *)data)[at] = to_bool(w); return;
	case SCALAR_I8:
		((int8_t *)data)[at] = (int8_t)(uint8_t)to_signed(w, 8);
		return;
	case SCALAR_U8: ((uint8_t *)data)[at] = (uint8_t)to_unsigned(w, 8);
		return;
	case SCALAR_I16:
		((int16_t *)data)[at] = (int16_t)(uint16_t)to_signed(w, 16);
		return;
	case SCALAR_U16: ((uint16_t *)data)[at] = (uint16_t)to_unsigned(w, 16);
		return;
	case SCALAR_I32:
		((int32_t *)data)[at] = (int32_t)(uint32_t)to_signed(w, 32);
		return;
	case SCALAR_U32: ((uint32_t *)data)[at] = (uint32_t)to_unsigned(w, 32);
		return;
	case SCALAR_I64: ((int64_t *)data)[at] = (int64_t)to_signed(w, 64);
		return;
	case SCALAR_U64: ((uint64_t *)data)[at] = to_unsigned(w, 64); return;
	case SCALAR_F16:
		((uint16_t *)data)[at] = scalar_to_half(to_double(w));
		return;
	case SCALAR_F32: ((float *)data)[at] = to_float(w); return;
	case SCALAR_F64: ((double *)data)[at] = to_double(w); return;
	case SCALAR_COUNT: return;
	}
}

void npy_convert(Scalar from, const void *source, Scalar to, void *target,
		 int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		store(to, target, i, load(from, source, i));
}

/* A matrix whose rows are columns of the source: rows x columns elements, at
 * these distances from one another. Tiles keep both sides in the cache. */
typedef struct Plane {
	int64_t rows, columns;
	int64_t source_row, source_column; /* steps, in elements */
	int64_t target_row;                /* columns are adjacent there */
	size_t bytes;                      /* of an element */
} Plane;

enum { TILE = 32 };

#define COPY_TILE(type)                                                     \
	for (int64_t r = r0; r < r1; r++)                                   \
		for (int64_t c = c0; c < c1; c++)                           \
			((type *)target)[r * p->target_row + c] =           \
				((const type *)source)[r * p->source_row    \
						+ c * p->source_column]

static void copy_tile(const Plane *p, int64_t r0, int64_t c0,
		      const void *source, void *target)
{
	int64_t r1 = least(r0 + TILE, p->rows);
	int64_t c1 = least(c0 + TILE, p->columns);

	switch (p->bytes) {
	case 1: COPY_TILE(uint8_t); return;
	case 2: COPY_TILE(uint16_t); return;
	case 4: COPY_TILE(uint32_t); return;
	case 8: COPY_TILE(uint64_t); return;
	}
}

static void copy_plane(const Plane *p, const void *source, void *target)
{
	for (int64_t r = 0; r < p->rows; r += TILE)
		for (int64_t c = 0; c < p->columns; c += TILE)
			copy_tile(p, r, c, source, target);
}

/* One plane of the first and the last dimension for every place between. */
void npy_reorder(const NpyHeader *header, size_t element_bytes,
		 const void *source, void *target)
{
	int last = header->rank - 1;
	int64_t first = header->rank ? header->dims[0] : 1;
	int64_t columns = last > 0 ? header->dims[last] : 1;
	int64_t between = header->elements / (first * columns);
	int64_t at[PORT_RANK_MAX] = { 0 };
	Plane plane = {
		.rows = first, .columns = columns,
		.source_row = 1, .source_column = first * between,
		.target_row = between * columns,
		.bytes = element_bytes,
	};

	for (int64_t i = 0; i < between; i++) {
		int64_t row = 0;

		for (int d = 1; d < last; d++)
			row = row * header->dims[d] + at[d];
		copy_plane(&plane,
			   (const char *)source
				   + (size_t)(i * first) * element_bytes,
			   (char *)target
				   + (size_t)(row * columns) * element_bytes);
		for (int d = 1; d < last && ++at[d] == header->dims[d]; d++)
			at[d] = 0;
	}
}

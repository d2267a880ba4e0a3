#include "ir/data/array.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"

enum { ARRAY_ALIGN = 64 };

static void *data_new(size_t bytes)
{
	size_t rounded = (bytes + ARRAY_ALIGN) / ARRAY_ALIGN * ARRAY_ALIGN;
	void *data = aligned_alloc(ARRAY_ALIGN, rounded);

	if (!data)
		base_die("out of memory (%zu bytes asked)", bytes);
	return data;
}

Array array_unset(Scalar scalar, int rank, const int64_t *dims)
{
	Array array = { .scalar = scalar, .rank = rank, .elements = 1 };
	int64_t bytes;

	for (int d = 0; d < rank; d++) {
		array.dims[d] = dims[d];
		if (!checked_mul(array.elements, dims[d], &array.elements))
			base_die("an array has too many elements");
	}
	if (!checked_mul(array.elements, (int64_t)scalar_bytes(scalar), &bytes))
		base_die("an array has too many bytes");
	array.data = data_new((size_t)bytes);
	return array;
}

Array array_new(Scalar scalar, int rank, const int64_t *dims)
{
	Array array = array_unset(scalar, rank, dims);

	memset(array.data, 0, array_bytes(&array));
	return array;
}

Array array_of_port(const Port *port)
{
	return array_new(port->scalar, port->rank, port->dims);
}

void array_free(Array *array)
{
	free(array->data);
	*array = (Array){ 0 };
}

int64_t array_held(const Array *all, const Array *extent)
{
	int64_t count;

	if (!extent || !all->elements)
		return all->elements;
	assert(extent->scalar == SCALAR_I64);
	count = ((const int64_t *)extent->data)[extent->elements - 1];
	count = count < 0 ? 0 : count < all->dims[0] ? count : all->dims[0];
	return all->elements / all->dims[0] * count;
}

size_t array_bytes(const Array *array)
{
	return (size_t)array->elements * scalar_bytes(array->scalar);
}

void array_round(Array *to, const Array *f64)
{
	const double *from = f64->data;
	float *f32 = to->scalar == SCALAR_F32 ? to->data : NULL;

	for (int64_t i = 0; i < to->elements; i++)
		if (f32)
			f32[i] = (float)from[i];
		else
			array_set(to, i, from[i]);
}

double array_get(const Array *array, int64_t i)
{
	switch (array->scalar) {
	case SCALAR_BOOL:
	case SCALAR_U8:  return ((const uint8_t *)array->data)[i];
	case SCALAR_I8:  return ((const int8_t *)array->data)[i];
	case SCALAR_I16: return ((const int16_t *)array->data)[i];
	case SCALAR_U16: return ((const uint16_t *)array->data)[i];
	case SCALAR_I32: return ((const int32_t *)array->data)[i];
	case SCALAR_U32: return ((const uint32_t *)array->data)[i];
	case SCALAR_I64: return (double)((const int64_t *)array->data)[i];
	case SCALAR_U64: return (double)((const uint64_t *)array->data)[i];
	case SCALAR_F16:
		return scalar_from_half(((const uint16_t *)array->data)[i]);
	case SCALAR_F32: return ((const float *)array->data)[i];
	case SCALAR_F64: return ((const double *)array->data)[i];
	case SCALAR_COUNT: break;
	}
	return NAN;
}

void array_set(Array *array, int64_t i, double value)
{
	switch (array->scalar) {
	case SCALAR_BOOL: ((uint8_t *)array->data)[i] = value != 0; return;
	case SCALAR_U8:  ((uint8_t *)array->data)[i] = (uint8_t)value; return;
	case SCALAR_I8:  ((int8_t *)array->data)[i] = (int8_t)value; return;
	case SCALAR_I16: ((int16_t *)array->data)[i] = (int16_t)value; return;
	case SCALAR_U16: ((uint16_t *)array->data)[i] = (uint16_t)value; return;
	case SCALAR_I32: ((int32_t *)array->data)[i] = (int32_t)value; return;
	case SCALAR_U32: ((uint32_t *)array->data)[i] = (uint32_t)value; return;
	case SCALAR_I64: ((int64_t *)array->data)[i] = (int64_t)value; return;
	case SCALAR_U64: ((uint64_t *)array->data)[i] = (uint64_t)value; return;
	case SCALAR_F16:
		((uint16_t *)array->data)[i] = scalar_to_half(value);
		return;
	case SCALAR_F32: ((float *)array->data)[i] = (float)value; return;
	case SCALAR_F64: ((double *)array->data)[i] = value; return;
	case SCALAR_COUNT: return;
	}
}

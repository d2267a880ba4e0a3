#include "tests/device-kit/kit_data.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SHARE = 1000 };

static bool has(const KitBuffer *b, const char *role)
{
	return !strcmp(b->role, role);
}

static bool is_double(const KitBuffer *b)
{
	return !strcmp(b->type, "f64");
}

static double number(size_t i, int salt)
{
	uint32_t r = ((uint32_t)i + 1) * 2654435761u
		   ^ ((uint32_t)salt + 1) * 2246822519u;

	r = (r ^ r >> 15) * 2246822519u;
	return ((int)((r ^ r >> 13) % 17) - 8) / 8.0;
}

void *kit_contents(const KitBuffer *b, int salt)
{
	const bool filled = has(b, "in") || has(b, "over");
	void *data = malloc(b->bytes * b->elements);

	if (!data)
		return NULL;
	memset(data, 0xff, b->bytes * b->elements);
	for (size_t i = 0; filled && i < b->elements; i++)
		if (is_double(b))
			((double *)data)[i] = number(i, salt);
		else
			((float *)data)[i] = (float)number(i, salt);
	return data;
}

bool kit_is_result(const KitBuffer *b)
{
	return has(b, "out") || has(b, "over");
}

size_t kit_result_bytes(const KitPlan *plan)
{
	size_t sum = 0;

	for (int i = 0; i < plan->buffer_count; i++)
		if (kit_is_result(&plan->buffers[i]))
			sum += plan->buffers[i].bytes
			     * plan->buffers[i].elements;
	return sum;
}

static double element(const KitBuffer *b, const unsigned char *data, size_t i)
{
	float single;
	double twice;

	if (is_double(b)) {
		memcpy(&twice, data + sizeof twice * i, sizeof twice);
		return twice;
	}
	memcpy(&single, data + sizeof single * i, sizeof single);
	return single;
}

static size_t differing_floats(const KitBuffer *b, const unsigned char *x,
			       const unsigned char *y)
{
	double largest = 0;
	size_t count = 0;

	for (size_t i = 0; i < b->elements; i++)
		largest = fmax(largest, fabs(element(b, x, i)));
	for (size_t i = 0; i < b->elements; i++) {
		const double p = element(b, x, i), q = element(b, y, i);

		count += !(p == q || fabs(p - q) <= 1e-3 * largest);
	}
	return count;
}

static size_t differing(const KitBuffer *b, const unsigned char *x,
			const unsigned char *y)
{
	size_t count = 0;

	if (!strcmp(b->type, "f32") || is_double(b))
		return differing_floats(b, x, y);
	for (size_t i = 0; i < b->elements; i++)
		count += memcmp(x + i * b->bytes, y + i * b->bytes,
				b->bytes) != 0;
	return count;
}

bool kit_same_results(const KitPlan *plan, const unsigned char *x,
		      const unsigned char *y)
{
	for (int i = 0; i < plan->buffer_count; i++) {
		const KitBuffer *b = &plan->buffers[i];

		if (!kit_is_result(b))
			continue;
		if (differing(b, x, y) * SHARE > b->elements)
			return false;
		x += b->bytes * b->elements;
		y += b->bytes * b->elements;
	}
	return true;
}

#include "search/number.h"

#include <stdarg.h>
#include <stdio.h>

void numbers_add(Numbers *list, int64_t value, const char *format, ...)
{
	Number *number = &list->items[list->count];
	va_list args;

	for (int i = 0; i < list->count; i++)
		if (list->items[i].value == value)
			return;
	if (list->count == NUMBERS_MAX)
		return;
	va_start(args, format);
	vsnprintf(number->origin, sizeof number->origin, format, args);
	va_end(args);
	number->value = value;
	list->count++;
}

static bool is_cpu(const Device *device)
{
	return device->type == DEVICE_CPU;
}

/* Times the compute units, the most promising first. */
static const int64_t cpu_items[] = { 32, 8, 128, 2, 512, 1, 2048, 0 };
static const int64_t gpu_items[] = { 2048, 512, 128, 32, 8, 2, 1, 0 };
static const int64_t cpu_groups[] = { 32, 8, 128, 2, 512, 1, 2048, 0 };
static const int64_t gpu_groups[] = { 8, 32, 2, 128, 1, 512, 2048, 0 };

enum { WORTHWHILE = 256 }; /* scalars that make an item worth starting */

static void add_units(Numbers *list, const Device *device, int64_t n,
		      int64_t each, const int64_t *times)
{
	int64_t units = device->compute_units > 0 ? device->compute_units : 1;

	for (const int64_t *t = times; *t; t++)
		if (*t * units <= n && n / units / *t >= WORTHWHILE / each)
			numbers_add(list, *t * units, "%lld CU",
				    (long long)*t);
	for (int64_t t = 1; t <= 2048; t *= 2)
		for (const int64_t *known = times; *known; known++)
			if (*known == t && t * units <= n)
				numbers_add(list, t * units, "%lld CU",
					    (long long)t);
	if (!list->count && n >= 1)
		numbers_add(list, n, "all");
}

void numbers_items(Numbers *list, const Device *device, int64_t n,
		   int64_t each)
{
	add_units(list, device, n, each,
		  is_cpu(device) ? cpu_items : gpu_items);
}

void numbers_groups(Numbers *list, const Device *device, int64_t n,
		    int64_t each)
{
	add_units(list, device, n, each,
		  is_cpu(device) ? cpu_groups : gpu_groups);
}

/* The most promising first; a CPU pays for every item of a group that waits at
 * a barrier. */
static const int64_t cpu_sizes[] = { 64, 256, 1024, 16, 4096, 128, 512, 32,
				     2048, 8192, 0 };
static const int64_t gpu_sizes[] = { 256, 128, 64, 512, 32, 1024, 16, 2048,
				     4096, 0 };

void numbers_group_size(Numbers *list, const Device *device, int64_t n)
{
	const int64_t *size = is_cpu(device) ? cpu_sizes : gpu_sizes;
	int64_t limit = device->max_group_size;

	if (device->max_item_sizes[0] < limit)
		limit = device->max_item_sizes[0];
	for (; *size; size++)
		if (*size <= limit && *size <= n)
			numbers_add(list, *size, "of %lld",
				    (long long)limit);
	if (!list->count && n >= 1 && n <= limit)
		numbers_add(list, n, "all");
}

static int64_t widest(const Type *type)
{
	int64_t bytes = 1;

	switch (type->kind) {
	case TYPE_SCALAR:
	case TYPE_VECTOR:
		return (int64_t)scalar_bytes(type->scalar);
	case TYPE_ARRAY:
		return widest(type->element);
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++) {
			int64_t part = widest(type->parts[i]);

			bytes = part > bytes ? part : bytes;
		}
		return bytes;
	case TYPE_OPEN:
		break;
	}
	return bytes;
}

int64_t device_lanes(const Device *device, const Type *type)
{
	int64_t bytes = widest(type), lanes, most = is_cpu(device) ? 16 : 4;

	lanes = 4 * device->native_float_width / bytes;
	if (bytes == 8 && device->native_double_width > 0)
		lanes = device->native_double_width;
	if (!is_cpu(device) && lanes < most)
		lanes = most;
	return lanes > most ? most : lanes < 1 ? 1 : lanes;
}

void numbers_width(Numbers *list, const Device *device, const Type *type,
		   int64_t n)
{
	int64_t lanes = device_lanes(device, type);

	for (int64_t part = 1; part <= 4 && lanes / part >= 2; part *= 2)
		if (lanes / part <= n && type_is_width(lanes / part))
			numbers_add(list, lanes / part, part == 1
				    ? "native width" : "native width / %lld",
				    (long long)part);
	numbers_add(list, 1, "no vectors");
}

void numbers_unroll(Numbers *list, int64_t most)
{
	for (int64_t u = 8; u >= 1; u /= 2)
		if (u <= most)
			numbers_add(list, u, "%lld", (long long)u);
}

int64_t device_registers(const Device *device)
{
	if (!is_cpu(device))
		return 64;
	return device->native_float_width >= 16 ? 32 : 16;
}

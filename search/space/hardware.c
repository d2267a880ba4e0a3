#include "search/space/hardware.h"

enum {
	CPU_LANES = 16, OTHER_LANES = 4, /* at most */
	ACCESS_BYTES = 16, WORDS_LEAST = 64, WORDS_MOST = 255, AT_WORK = 512,
	FLIGHT = 8, CODE = 256, PRIVATE = 4096, ALONE = 1024, LAST = 64,
	SMALL = 32, STREAMS = 16, MULTIPLE = 32, PAGE_BYTES = 4096,
	LINE_BYTES = 64 /* where a device does not say */
};

static const struct {
	const char *name;
	bool in_turn;
} classes[] = {
	[DEVICE_CPU]         = { "cpu", true },
	[DEVICE_GPU]         = { "gpu", false },
	[DEVICE_ACCELERATOR] = { "gpu", false },
	[DEVICE_OTHER]       = { "gpu", false },
};

const char *hardware_class(const Device *device)
{
	return classes[device->type].name;
}

bool hardware_in_turn(const Device *device)
{
	return classes[device->type].in_turn;
}

int64_t hardware_group_memory(const Device *device)
{
	return hardware_in_turn(device) || !device->local_is_dedicated
	       ? 0 : device->local_bytes;
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

static int64_t narrowest(const Type *type)
{
	int64_t bytes = (int64_t)sizeof(double);

	if (type->kind == TYPE_ARRAY)
		return narrowest(type->element);
	if (type->kind != TYPE_TUPLE)
		return widest(type);
	for (int i = 0; i < type->count; i++) {
		int64_t part = narrowest(type->parts[i]);

		bytes = part < bytes ? part : bytes;
	}
	return bytes;
}

static int64_t lanes_of_bytes(const Device *device, int64_t bytes)
{
	int64_t most = hardware_in_turn(device) ? CPU_LANES : OTHER_LANES;
	int64_t lanes = (int64_t)sizeof(float) * device->native_float_width
		      / bytes;

	if (bytes == (int64_t)sizeof(double) && device->native_double_width > 0)
		lanes = device->native_double_width;
	if (!hardware_in_turn(device))
		lanes = ACCESS_BYTES / bytes;
	if (lanes > most)
		return most;
	return lanes < 1 ? 1 : lanes;
}

int64_t hardware_lanes(const Device *device, const Type *type)
{
	return lanes_of_bytes(device, widest(type));
}

int64_t hardware_lanes_most(const Device *device, const Type *type)
{
	return lanes_of_bytes(device, narrowest(type));
}

int64_t hardware_lanes_line(const Device *device, const Type *type)
{
	int64_t lanes = hardware_line(device) * (int64_t)sizeof(float)
		      / widest(type);

	if (!hardware_in_turn(device) || lanes < 1)
		return 1;
	return lanes > CPU_LANES ? CPU_LANES : lanes;
}

/* Of 32 bits, for an item where half of what units hold are at work. */
static int64_t words(const Device *device)
{
	int64_t all = device->registers / AT_WORK;

	if (!device->registers)
		return 2 * WORDS_LEAST;
	return all < WORDS_LEAST ? WORDS_LEAST
	       : all > WORDS_MOST ? WORDS_MOST : all;
}

int64_t hardware_registers(const Device *device)
{
	if (!hardware_in_turn(device))
		return words(device) / OTHER_LANES;
	return device->native_float_width >= CPU_LANES ? 32 : 16;
}

int64_t hardware_flight(void)
{
	return FLIGHT;
}

int64_t hardware_block(const Device *device, const Type *type)
{
	return FLIGHT * hardware_lanes(device, type);
}

int64_t hardware_code(void)
{
	return CODE;
}

int64_t hardware_private(const Device *device)
{
	return hardware_in_turn(device) ? PRIVATE : words(device) / 2;
}

int64_t hardware_local(const Device *device, const Type *type)
{
	int64_t scalars = device->local_bytes / widest(type);

	return hardware_in_turn(device) ? scalars / 2 : scalars;
}

bool hardware_fits_local(const Device *device, const Type *type)
{
	int64_t scalars;

	return type_scalars(type, &scalars)
	    && scalars <= hardware_local(device, type);
}

int64_t hardware_line(const Device *device)
{
	int64_t bytes = device->line_bytes >= (int64_t)sizeof(float)
		      ? device->line_bytes : LINE_BYTES;

	return bytes / (int64_t)sizeof(float);
}

bool hardware_is_shared(const Device *device, int64_t length)
{
	return length >= 2 * hardware_line(device);
}

int64_t hardware_worthwhile(const Device *device)
{
	int64_t lanes = lanes_of_bytes(device, (int64_t)sizeof(float));

	return hardware_in_turn(device) ? hardware_registers(device) * lanes
				       : 4 * lanes;
}

int64_t hardware_group(const Device *device)
{
	int64_t limit = device->max_group_size, size = 1;

	while (hardware_in_turn(device) ? 4 * size * size <= limit : 8 * size <= limit)
		size *= 2;
	return size;
}

int64_t hardware_multiple(const Device *device)
{
	if (hardware_in_turn(device))
		return 1;
	return device->group_multiple > 1 ? device->group_multiple : MULTIPLE;
}

int64_t hardware_group_least(const Device *device)
{
	return hardware_in_turn(device) ? hardware_line(device)
			      : hardware_multiple(device);
}

int64_t hardware_unit(const Device *device, int64_t length)
{
	int64_t unit = 1;

	while (2 * unit <= device->max_group_size
	       && hardware_is_small(2 * unit, length))
		unit *= 2;
	return unit;
}

int64_t hardware_resident(const Device *device)
{
	return hardware_in_turn(device) ? device->max_group_size
			      : 2 * device->max_group_size;
}

int64_t hardware_items(const Device *device)
{
	return hardware_in_turn(device)
		? hardware_resident(device) * device->compute_units
		: INT64_MAX;
}

int64_t hardware_alone(void)
{
	return ALONE;
}

int64_t hardware_last(const Device *device)
{
	return hardware_in_turn(device) ? ALONE : LAST;
}

int64_t hardware_waits(const Device *device)
{
	return hardware_in_turn(device) ? INT64_MAX : LAST;
}

int64_t hardware_streams(void)
{
	return STREAMS;
}

bool hardware_fills_page(const Type *type, int64_t scalars)
{
	return scalars * widest(type) >= PAGE_BYTES;
}

bool hardware_is_small(int64_t part, int64_t whole)
{
	return part <= whole / SMALL;
}

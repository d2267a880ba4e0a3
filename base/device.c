#include "base/device.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"

static const char *const type_names[] = {
	[DEVICE_CPU] = "cpu",
	[DEVICE_GPU] = "gpu",
	[DEVICE_ACCELERATOR] = "accelerator",
	[DEVICE_OTHER] = "other",
};

const char *device_type_name(DeviceType type)
{
	return type_names[type];
}

uint64_t device_key(const Device *device)
{
	uint64_t h = HASH_SEED;

	h = hash_combine(h, hash_string(device->platform));
	h = hash_combine(h, hash_string(device->name));
	h = hash_combine(h, hash_string(device->driver));
	return hash_combine(h, hash_string(device->version));
}

typedef struct FactRow {
	const char *name;
	int64_t least, most;
	bool power;
} FactRow;

static const FactRow facts[DEVICE_FACTS] = {
#define FACT(member, least, most, power) { #member, least, most, power },
#include "base/device.def"
#undef FACT
};

int64_t *device_fact(Device *device, int fact)
{
	int64_t *const members[DEVICE_FACTS] = {
#define FACT(member, least, most, power) &device->member,
#include "base/device.def"
#undef FACT
	};

	return members[fact];
}

const char *device_fact_name(int fact)
{
	return facts[fact].name;
}

bool *device_flag(Device *device, int flag)
{
	bool *const members[DEVICE_FLAGS] = {
#define FLAG(member) &device->member,
#include "base/device_flag.def"
#undef FLAG
	};

	return members[flag];
}

const char *device_flag_name(int flag)
{
	static const char *const names[DEVICE_FLAGS] = {
#define FLAG(member) #member,
#include "base/device_flag.def"
#undef FLAG
	};

	return names[flag];
}

static const FactRow speeds[DEVICE_SPEEDS] = {
#define SPEED(member, least, most) { #member, least, most, false },
#include "base/device_speed.def"
#undef SPEED
};

int64_t *device_speed(Device *device, int speed)
{
	int64_t *const members[DEVICE_SPEEDS] = {
#define SPEED(member, least, most) &device->member,
#include "base/device_speed.def"
#undef SPEED
	};

	return members[speed];
}

const char *device_speed_name(int speed)
{
	return speeds[speed].name;
}

static bool is_possible(const FactRow *fact, int64_t value)
{
	return value >= fact->least && value <= fact->most
	    && (!fact->power || !(value & (value - 1)));
}

static bool check(const FactRow *fact, int64_t value, Text *why)
{
	if (is_possible(fact, value))
		return true;
	text_printf(why, "%s = %" PRId64 ", which is not %s%" PRId64
		    " to %" PRId64, fact->name, value,
		    fact->power ? "a power of two or 0, " : "",
		    fact->least, fact->most);
	return false;
}

bool device_speed_check(int speed, int64_t value, Text *why)
{
	return check(&speeds[speed], value, why);
}

bool device_check(const Device *device, Text *why)
{
	Device copy = *device;

	for (int i = 0; i < DEVICE_FACTS; i++)
		if (!check(&facts[i], *device_fact(&copy, i), why))
			return false;
	for (int i = 0; i < DEVICE_SPEEDS; i++)
		if (*device_speed(&copy, i)
		    && !device_speed_check(i, *device_speed(&copy, i), why))
			return false;
	return true;
}

bool device_is_simulator(const Device *device)
{
	return strstr(device->platform, "Oclgrind") != NULL;
}

static const char absent[] = "facts of ";

bool device_is_absent(const Device *device)
{
	return !strncmp(device->platform, absent, strlen(absent));
}

void device_make_absent(Device *device)
{
	char platform[DEVICE_TEXT];

	if (device_is_absent(device))
		return;
	memcpy(platform, device->platform, sizeof platform);
	snprintf(device->platform, sizeof device->platform, "%s%.*s", absent,
		 (int)(sizeof platform - sizeof absent), platform);
}

Device device_generic(void)
{
	Device device = {
		.index = -1,
		.name = "generic",
		.platform = "none",
		.type = DEVICE_OTHER,
		.compute_units = 1,
		.max_group_size = 256,
		.max_item_sizes = { 256, 256, 64 },
		.global_bytes = INT64_C(1) << 32,
		.max_alloc_bytes = INT64_C(1) << 30,
		.local_bytes = 32768,
		.base_align_bytes = 128,
		.native_float_width = 4,
		.native_double_width = 2,
		.timer_resolution_ns = 1000,
		.line_bytes = 64,
		.has_f64 = true,
	};

	return device;
}

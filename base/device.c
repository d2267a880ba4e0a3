#include "base/device.h"

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

bool device_is_simulator(const Device *device)
{
	return strstr(device->platform, "Oclgrind") != NULL;
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

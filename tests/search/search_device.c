#include "tests/search/search_device.h"

Device device_of_two_cores(void)
{
	Device device = device_generic();

	device.type = DEVICE_CPU;
	device.compute_units = 2;
	device.max_group_size = 4096;
	for (int d = 0; d < DEVICE_DIMS; d++)
		device.max_item_sizes[d] = 4096;
	device.local_bytes = 1 << 20;
	device.native_float_width = 16;
	device.native_double_width = 8;
	return device;
}

Device device_of_a_gpu(void)
{
	Device device = device_generic();

	device.type = DEVICE_GPU;
	device.compute_units = 132;
	device.max_group_size = 1024;
	for (int d = 0; d < DEVICE_DIMS; d++)
		device.max_item_sizes[d] = 1024;
	device.local_bytes = 48 << 10;
	device.native_float_width = 1;
	return device;
}

Device device_drawn(uint64_t seed)
{
	Device device = device_generic();

	if (seed % 3 == 0)
		return device;
	device.type = seed % 3 == 1 ? DEVICE_CPU : DEVICE_GPU;
	device.compute_units = 2;
	device.native_float_width = 4;
	device.native_double_width = 2;
	return device;
}

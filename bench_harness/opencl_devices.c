#include "bench_harness/opencl.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_harness/setting.h"

enum { PLATFORMS = 32 };

static void platform_text(cl_platform_id platform, cl_platform_info what,
			  char *target)
{
	if (clGetPlatformInfo(platform, what, DEVICE_TEXT - 1, target, NULL))
		target[0] = '\0';
	target[DEVICE_TEXT - 1] = '\0';
}

static void device_text(cl_device_id id, cl_device_info what, char *target)
{
	if (clGetDeviceInfo(id, what, DEVICE_TEXT - 1, target, NULL))
		target[0] = '\0';
	target[DEVICE_TEXT - 1] = '\0';
}

static int64_t device_ulong(cl_device_id id, cl_device_info what)
{
	cl_ulong value = 0;

	clGetDeviceInfo(id, what, sizeof value, &value, NULL);
	return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

static int64_t device_uint(cl_device_id id, cl_device_info what)
{
	cl_uint value = 0;

	clGetDeviceInfo(id, what, sizeof value, &value, NULL);
	return value;
}

static int64_t device_size(cl_device_id id, cl_device_info what)
{
	size_t value = 0;

	clGetDeviceInfo(id, what, sizeof value, &value, NULL);
	return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

static DeviceType device_type(cl_device_id id)
{
	cl_device_type type = 0;

	clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
	if (type & CL_DEVICE_TYPE_GPU)
		return DEVICE_GPU;
	if (type & CL_DEVICE_TYPE_CPU)
		return DEVICE_CPU;
	return type & CL_DEVICE_TYPE_ACCELERATOR ? DEVICE_ACCELERATOR
						 : DEVICE_OTHER;
}

static bool device_extension(cl_device_id id, const char *name)
{
	size_t size = 0;
	char *all;
	bool found;

	clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &size);
	all = calloc(size + 1, 1);
	if (!all)
		return false;
	clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, all, NULL);
	found = strstr(all, name) != NULL;
	free(all);
	return found;
}

static void device_items(cl_device_id id, int64_t *items)
{
	size_t sizes[16] = { 0 };
	int64_t dims = device_uint(id, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);

	if (dims < DEVICE_DIMS || dims > 16)
		return;
	clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES,
			(size_t)dims * sizeof *sizes, sizes, NULL);
	for (int d = 0; d < DEVICE_DIMS; d++)
		items[d] = sizes[d] > INT64_MAX ? INT64_MAX
						: (int64_t)sizes[d];
}

static void device_floats(cl_device_id id, Device *info)
{
	cl_device_fp_config single = 0, twice = 0;

	clGetDeviceInfo(id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof single, &single,
			NULL);
	clGetDeviceInfo(id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof twice, &twice,
			NULL);
	info->has_f64 = twice != 0;
	info->has_f16 = device_extension(id, "cl_khr_fp16");
	info->has_correct_divide_sqrt =
		(single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
	info->has_f32_denormals = (single & CL_FP_DENORM) != 0;
	info->native_float_width =
		device_uint(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
	info->native_double_width =
		device_uint(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE);
}

static void device_memory(cl_device_id id, Device *info)
{
	cl_device_local_mem_type local = CL_GLOBAL;

	clGetDeviceInfo(id, CL_DEVICE_LOCAL_MEM_TYPE, sizeof local, &local,
			NULL);
	info->local_is_dedicated = local == CL_LOCAL;
	info->local_bytes = device_ulong(id, CL_DEVICE_LOCAL_MEM_SIZE);
	info->global_bytes = device_ulong(id, CL_DEVICE_GLOBAL_MEM_SIZE);
	info->max_alloc_bytes = device_ulong(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
	info->line_bytes =
		device_uint(id, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
	info->base_align_bytes =
		device_uint(id, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
}

#ifndef CL_DEVICE_REGISTERS_PER_BLOCK_NV
#define CL_DEVICE_REGISTERS_PER_BLOCK_NV 0x4002
#endif
#ifndef CL_DEVICE_WARP_SIZE_NV
#define CL_DEVICE_WARP_SIZE_NV 0x4003
#endif
#ifndef CL_DEVICE_WAVEFRONT_WIDTH_AMD
#define CL_DEVICE_WAVEFRONT_WIDTH_AMD 0x4043
#endif
#ifndef CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE
#define CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE 0x1067
#endif

/* OpenCL 3.0 has a word for it, vendors had theirs before. */
static int64_t device_multiple(cl_device_id id)
{
	int64_t multiple = device_size(
		id, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);

	if (!multiple)
		multiple = device_uint(id, CL_DEVICE_WARP_SIZE_NV);
	return multiple ? multiple
			: device_uint(id, CL_DEVICE_WAVEFRONT_WIDTH_AMD);
}

static void device_units(cl_device_id id, Device *info)
{
	cl_bool unified = CL_FALSE;

	clGetDeviceInfo(id, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified,
			&unified, NULL);
	info->memory_is_unified = unified != CL_FALSE;
	info->group_multiple = device_multiple(id);
	info->cache_bytes = device_ulong(id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
	info->clock_mhz = device_uint(id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
	info->registers = device_uint(id, CL_DEVICE_REGISTERS_PER_BLOCK_NV);
}

static void device_fill(ClDevice *device)
{
	cl_device_id id = device->id;
	Device *info = &device->info;

	platform_text(device->platform, CL_PLATFORM_NAME, info->platform);
	device_text(id, CL_DEVICE_NAME, info->name);
	device_text(id, CL_DEVICE_VENDOR, info->vendor);
	device_text(id, CL_DRIVER_VERSION, info->driver);
	device_text(id, CL_DEVICE_VERSION, info->version);
	info->type = device_type(id);
	info->compute_units = device_uint(id, CL_DEVICE_MAX_COMPUTE_UNITS);
	info->max_group_size = device_size(id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
	info->timer_resolution_ns =
		device_size(id, CL_DEVICE_PROFILING_TIMER_RESOLUTION);
	device_items(id, info->max_item_sizes);
	device_memory(id, info);
	device_units(id, info);
	device_floats(id, info);
	setting_add(info, environ);
}

static int by_name(const void *a, const void *b)
{
	const Device *x = &((const ClDevice *)a)->info;
	const Device *y = &((const ClDevice *)b)->info;
	int order = device_is_simulator(x) - device_is_simulator(y);

	if (!order)
		order = strcmp(x->platform, y->platform);
	if (!order)
		order = strcmp(x->name, y->name);
	if (!order)
		order = strcmp(x->driver, y->driver);
	return order ? order : x->index - y->index;
}

static int platform_devices(cl_platform_id platform, ClDevice *devices,
			    int first, int capacity)
{
	cl_device_id ids[64];
	cl_uint count = 0;
	int used = first;

	if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, ids, &count))
		return first;
	for (cl_uint i = 0; i < count && i < 64 && used < capacity; i++) {
		devices[used] = (ClDevice){ .id = ids[i],
					    .platform = platform };
		device_fill(&devices[used]);
		devices[used].info.index = used;
		used++;
	}
	return used;
}

int opencl_devices(ClDevice *devices, int capacity)
{
	cl_platform_id platforms[PLATFORMS];
	cl_uint count = 0;
	int used = 0;

	if (clGetPlatformIDs(PLATFORMS, platforms, &count))
		return 0;
	for (cl_uint p = 0; p < count && p < PLATFORMS; p++)
		used = platform_devices(platforms[p], devices, used, capacity);
	qsort(devices, (size_t)used, sizeof *devices, by_name);
	for (int i = 0; i < used; i++)
		devices[i].info.index = i;
	return used;
}

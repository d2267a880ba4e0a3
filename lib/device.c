/* A device with a context and a queue of its own, for who has none yet. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench_harness/opencl.h"
#include "bench_harness/harness.h"
#include "lib/api.h"

struct lt_device {
	char name[DEVICE_TEXT];
	cl_device_id id;
	cl_context context;
	cl_command_queue queue;
};

static bool contains(const char *text, const char *part)
{
	for (; *text; text++)
		if (!strncasecmp(text, part, strlen(part)))
			return true;
	return false;
}

static int find(const ClDevice *all, int count, const char *which)
{
	char *end;
	long number = strtol(which ? which : "0", &end, 10);

	if (!*end)
		return number >= 0 && number < count ? (int)number : -1;
	for (int i = 0; i < count; i++)
		if (contains(all[i].info.name, which))
			return i;
	return -1;
}

static bool fill(lt_device *device, const ClDevice *found, lt_error *error)
{
	cl_int status;

	device->id = found->id;
	memcpy(device->name, found->info.name, sizeof device->name);
	device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL,
					  &status);
	if (status == CL_SUCCESS)
		device->queue = clCreateCommandQueue(device->context,
			device->id, CL_QUEUE_PROFILING_ENABLE, &status);
	return status == CL_SUCCESS
	    || api_wrong(error, E1002, "%s: %s", device->name,
			 opencl_error_name(status));
}

lt_device *lt_device_open(const char *which, lt_error *error)
{
	ClDevice *all = base_calloc(HARNESS_DEVICES, sizeof *all);
	int count = opencl_devices(all, HARNESS_DEVICES);
	int i = find(all, count, which);
	lt_device *device = NULL;

	if (i < 0) {
		api_wrong(error, E0501, count ? "no device is \"%s\""
			  : "there is no OpenCL device", which);
	} else {
		device = base_calloc(1, sizeof *device);
		if (!fill(device, &all[i], error)) {
			lt_device_close(device);
			device = NULL;
		}
	}
	free(all);
	return device;
}

void lt_device_close(lt_device *device)
{
	if (device && device->queue)
		clReleaseCommandQueue(device->queue);
	if (device && device->context)
		clReleaseContext(device->context);
	free(device);
}

cl_context lt_device_context(const lt_device *device)
{
	return device->context;
}

cl_device_id lt_device_id(const lt_device *device)
{
	return device->id;
}

cl_command_queue lt_device_queue(const lt_device *device)
{
	return device->queue;
}

const char *lt_device_name(const lt_device *device)
{
	return device->name;
}

/* OpenCL: every result is checked here, and devices become base Devices.
 *
 * Included by the worker, and by the library, whose callers have contexts of
 * their own; the tuner calls no OpenCL. A ClFailure
 * keeps the first failure of a job: what follows from it is not told.
 */
#ifndef BENCH_HARNESS_OPENCL_H
#define BENCH_HARNESS_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdbool.h>

#include "base/device.h"
#include "base/text.h"
#include "bench_harness/status.h"

typedef struct ClFailure {
	Status status; /* STATUS_OK: none */
	bool sticky;   /* the context is unusable from here on */
	Text reason;
} ClFailure;

/* Whether code is CL_SUCCESS; else records the name of the error and of the
 * call, with the status that the error stands for. */
bool opencl_ok(ClFailure *failure, cl_int code, const char *call);

/* Records a failure that is not an OpenCL error; returns false. */
bool opencl_refuse(ClFailure *failure, Status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* "CL_OUT_OF_RESOURCES", or "error -9999". */
const char *opencl_error_name(cl_int code);

typedef struct ClDevice {
	cl_device_id id;
	cl_platform_id platform;
	Device info;
} ClDevice;

/* All devices of all platforms, in an order that does not depend on that of the
 * drivers: simulators last, then by platform, name and driver. Returns their
 * number, at most capacity. */
int opencl_devices(ClDevice *devices, int capacity);

#endif

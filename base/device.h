/* Device: what a device says of itself, as numbers and names.
 *
 * Filled by the worker from clGetDeviceInfo and used by everything that must
 * respect a limit; nothing about a device is assumed anywhere else. The folders
 * that never touch OpenCL (search, codegen_opencl, db) see devices only so.
 * Drivers and databases may say anything: where a device comes in, its numbers
 * are checked (device_check), and all else relies on them.
 */
#ifndef BASE_DEVICE_H
#define BASE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { DEVICE_TEXT = 256, DEVICE_DIMS = 3 };

typedef enum { DEVICE_CPU, DEVICE_GPU, DEVICE_ACCELERATOR, DEVICE_OTHER }
	DeviceType;

typedef struct Device {
	int index; /* what --device takes */
	char platform[DEVICE_TEXT];
	char name[DEVICE_TEXT];
	char vendor[DEVICE_TEXT];
	char driver[DEVICE_TEXT];  /* CL_DRIVER_VERSION */
	char version[DEVICE_TEXT]; /* CL_DEVICE_VERSION */
	DeviceType type;
	int64_t compute_units;
	int64_t max_group_size;               /* work-items in a group */
	int64_t max_item_sizes[DEVICE_DIMS];  /* work-items per dimension */
	int64_t global_bytes, max_alloc_bytes;
	int64_t local_bytes;
	int64_t base_align_bytes; /* of buffers and sub-buffers */
	int64_t native_float_width, native_double_width;
	int64_t timer_resolution_ns;
	int64_t line_bytes; /* of its cache; 0: it does not say */
	/* The same of these four: */
	int64_t group_multiple; /* what groups should be whole multiples of */
	int64_t cache_bytes;    /* of the cache that all units share */
	int64_t clock_mhz;
	int64_t registers;      /* of 32 bits, of a compute unit */
	bool local_is_dedicated; /* false: local memory is plain memory */
	bool has_f64, has_f16;
	bool has_correct_divide_sqrt; /* -cl-fp32-correctly-rounded-... */
	bool has_f32_denormals;       /* they are not flushed to zero */
	bool memory_is_unified;       /* its memory is the host's */
	/* What a model needs, of facts from a file alone; 0: not known. */
	int64_t memory_gbs, cache_gbs; /* 10^9 bytes a second: of its memory,
					* of the cache that all units share */
	int64_t unit_parts;  /* compute units that share the local memory and
			      * the cache of one: together they are a unit here,
			      * less than two: each is one */
	int64_t unit_lanes;  /* operations on f32 of a unit in a clock */
	int64_t unit_items;  /* work-items that a unit has at a time, and */
	int64_t unit_groups; /* groups */
	int64_t unit_local_bytes;
	int64_t unit_cache_bytes; /* of its own cache; with its local memory
				   * where that is a part of it */
	int64_t latency_clocks; /* of a load from its memory */
	int64_t launch_ns;
} Device;

/* One row per type: "cpu", "gpu", ... */
const char *device_type_name(DeviceType type);

/* Its numbers, the rows of device.def. */
enum {
#define FACT(member, least, most, power) + 1
	DEVICE_FACTS = 0
#include "base/device.def"
#undef FACT
};

int64_t *device_fact(Device *device, int fact);
const char *device_fact_name(int fact); /* "max_item_sizes[1]" */

/* What is true or false of it, the rows of device_flag.def. */
enum {
#define FLAG(member) + 1
	DEVICE_FLAGS = 0
#include "base/device_flag.def"
#undef FLAG
};

bool *device_flag(Device *device, int flag);
const char *device_flag_name(int flag);

/* What no driver says of it, the rows of device_speed.def. */
enum {
#define SPEED(member, least, most) + 1
	DEVICE_SPEEDS = 0
#include "base/device_speed.def"
#undef SPEED
};

int64_t *device_speed(Device *device, int speed);
const char *device_speed_name(int speed);

/* Whether a speed, which is known, can be that; else why tells. */
bool device_speed_check(int speed, int64_t value, Text *why);

/* Whether each can be; else why tells of one that cannot. */
bool device_check(const Device *device, Text *why);

/* What the database and the resume logic mean by "the same device": name,
 * platform, driver and version. Stable across runs. */
uint64_t device_key(const Device *device);

/* Whether it interprets kernels to check them: slow, and its times say nothing.
 * (Oclgrind is the one we know.) */
bool device_is_simulator(const Device *device);

/* A device that is not there: only its facts are known (--device-facts). It has
 * a platform, and so a key, of its own: what is found for it is never mixed with
 * what was measured. */
void device_make_absent(Device *device);
bool device_is_absent(const Device *device);

/* A device for generating code when none is at hand: the minimum that OpenCL
 * 1.2 guarantees a full-profile device. */
Device device_generic(void);

#endif

/* KitPlan: a candidate as text that needs nothing of lift-tune: OpenCL C, and
 * before it how it is launched, in lines that begin with "//= ":
 *	candidate NAME
 *	modelled_ns NANOSECONDS
 *	choices TEXT                      that led to it
 *	options BUILD OPTIONS
 *	buffer ROLE TYPE BYTES ELEMENTS   ROLE: in, out, over (a result written
 *	                                  over an input), temp
 *	kernel NAME DIMS GLOBAL*3 LOCAL*3 ARGUMENT...
 * in that order, buffers and kernels several. An argument is b and the number of
 * a buffer, or the type of a scalar input. Kernels are launched in their order.
 */
#ifndef TESTS_DEVICE_KIT_KIT_PLAN_H
#define TESTS_DEVICE_KIT_KIT_PLAN_H

#include <stdbool.h>
#include <stddef.h>

enum { KIT_DIMS = 3, KIT_BUFFERS = 48, KIT_KERNELS = 32, KIT_ARGS = 64,
       KIT_NAME = 64, KIT_OPTIONS = 512 };

typedef struct KitBuffer {
	char role[8], type[8];
	size_t bytes; /* of an element */
	size_t elements;
} KitBuffer;

typedef struct KitKernel {
	char name[KIT_NAME];
	unsigned dims;
	size_t global[KIT_DIMS], local[KIT_DIMS];
	int arg_count;
	int buffers[KIT_ARGS];     /* -1: a scalar */
	char scalars[KIT_ARGS][8]; /* its type */
} KitKernel;

typedef struct KitPlan {
	char name[KIT_NAME], options[KIT_OPTIONS];
	double modelled_ns;
	int buffer_count, kernel_count;
	KitBuffer buffers[KIT_BUFFERS];
	KitKernel kernels[KIT_KERNELS];
	char *source; /* the whole file, malloc */
} KitPlan;

/* Reads a file. False after a message: it cannot be read, or is no plan. */
bool kit_plan_read(KitPlan *plan, const char *path);

#endif

/* Model: the time that kernels take on a GPU, by the facts of the device and by
 * what is counted of them (traffic.h), without a device.
 *
 * A kernel takes as long as the busiest of these: its memory, the cache that all
 * units share, the units' loads and stores, their instructions, or one group
 * after the other where too few are there to hide how long loads take; of the
 * others an eighth is not hidden. What a unit's own cache has room for is loaded
 * once by a group. It says which kernel is faster rather than how fast one is: no time on a GPU is behind
 * it.
 */
#ifndef CODEGEN_OPENCL_MODEL_H
#define CODEGEN_OPENCL_MODEL_H

#include "codegen_opencl/kernels.h"
#include "codegen_opencl/traffic.h"

/* One launch. */
typedef struct ModelKernel {
	Traffic traffic;
	double groups; /* of the launch; where some have less to do than
			* others, as many as would do it all if each had as
			* much as the busiest */
	double items;         /* in a group */
	double registers;     /* of 32 bits, of an item */
	double local_bytes;   /* of a group */
	double bytes;         /* of its buffers in global memory */
	double ahead;         /* loads of an item on their way at a time */
} ModelKernel;

ModelKernel model_kernel(const struct Kernel *kernel, const Device *device);

/* Seconds of all its launches. */
double model_time(const ModelKernel *kernel, const Device *device);

/* Whether there is a model of it: it is a GPU, or like one. */
bool model_is_for(const Device *device);

/* Seconds of all kernels of an artifact. */
typedef struct Modelled {
	const Device *device;
	double seconds;
} Modelled;

KernelsSee model_see; /* its context is the Modelled */

/* Seconds of all kernels of a low-level expression; INFINITY where it cannot be
 * generated. */
double model_of(const Program *program, const Expr *low, const Device *device);

#endif

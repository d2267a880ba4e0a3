/* Microkernels: small kernels that each take one fact of a device, as artifacts
 * that the harness runs. All have the same data: an input of MICRO_ELEMENTS
 * floats, 1, 0, 1, 0, ..., and an output of as many, which has one known value.
 */
#ifndef CLI_MICROKERNELS_H
#define CLI_MICROKERNELS_H

#include "base/arena.h"
#include "base/device.h"
#include "codegen_opencl/artifact.h"
#include "ir/core/port.h"

enum { MICRO_ELEMENTS = 1024 };

typedef enum {
	MICRO_LAUNCH,  /* launches of one group that does nothing */
	MICRO_MEMORY,  /* bytes copied, more than fit into its caches */
	MICRO_CACHE,   /* bytes copied, which the shared cache holds */
	MICRO_LATENCY, /* loads of one item, each from where the last says */
	MICRO_FMA,     /* multiplications and additions of f32 */
	MICRO_LOCAL,   /* bytes loaded from local memory */
	MICRO_BARRIER, /* barriers of each of its groups */
	MICRO_ATOMIC,  /* additions to one number */
	MICRO_COUNT
} MicroKind;

typedef struct Micro {
	const Artifact *artifact;
	float value; /* of each element of the output */
	double work; /* how many of what the row above says, of a launch */
} Micro;

/* In the arena; its kernel is launched so many times, between one that prepares
 * and one that fills the output. */
Micro micro_new(Arena *arena, MicroKind kind, const Device *device, int times);

/* How many launches take long enough to be told from one. */
int micro_times(MicroKind kind);

/* "memory", ... */
const char *micro_name(MicroKind kind);

/* The port of the input and that of the output. */
Port micro_port(const char *name);

#endif

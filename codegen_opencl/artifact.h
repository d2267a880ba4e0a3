/* Artifact: what is built, measured, stored and exported for one low-level
 * expression: OpenCL C source with one or more kernels, the buffers that
 * connect them, and the launch plan.
 *
 * The whole computation is one artifact; its cost is the time of all its
 * kernels, launched in order on one queue.
 *
 * Inputs and outputs are "ports": the scalar components of the program's
 * inputs and of its result, from left to right (ir/core/program.h). Scalar
 * inputs (a port of rank 0) are kernel arguments by value; every other port is
 * one buffer. Nothing in the source comes from the user's text: functions are
 * named k0, k1, ..., arguments i<port>, o<port>, t<temp>, s<port>. Kernels that
 * do the same with other buffers have one function, named as the first of them
 * (codegen_opencl/same_text.h).
 *
 * All memory belongs to the arena given to the code generator.
 */
#ifndef CODEGEN_OPENCL_ARTIFACT_H
#define CODEGEN_OPENCL_ARTIFACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/device.h"
#include "base/scalar.h"
#include "codegen_opencl/replaced.h"
#include "ir/core/size_open.h"

typedef enum { BUFFER_INPUT, BUFFER_OUTPUT, BUFFER_TEMP } BufferRole;

typedef struct ArtifactBuffer {
	BufferRole role;
	int port;         /* input or output port; temp number for a temp */
	Scalar scalar;
	int64_t elements; /* >= 1 */
	int into;         /* OUTPUT: input port it is written over, or -1 */
	bool written;     /* by any kernel (also an input written in place) */
} ArtifactBuffer;

typedef enum { ARG_BUFFER, ARG_SCALAR, ARG_SIZE } ArgKind;

typedef struct ArtifactArg {
	ArgKind kind;
	int index;     /* ARG_BUFFER: into buffers; ARG_SCALAR: input port;
			* ARG_SIZE: into open */
	Scalar scalar; /* type of a scalar argument */
} ArtifactArg;

typedef struct ArtifactKernel {
	const char *name;        /* of its function */
	int arg_count;
	const ArtifactArg *args; /* in the order of the function's parameters */
	int dims;                /* 1 to 3 */
	int64_t global[DEVICE_DIMS], local[DEVICE_DIMS]; /* work-items */
	const Size *open[DEVICE_DIMS]; /* global, where it is open; it may be 0,
					* then nothing is launched */
	int64_t local_bytes;     /* local memory used by a group */
	int64_t private_bytes;   /* estimate per work-item */
	int lines;               /* of source */
} ArtifactKernel;

/* Kernels `first` to `first + count - 1`, launched one after the other, and that
 * so many times. Loops are apart or inside each other: in the order of `first`,
 * those around before those inside. One with a flag may end before: its kernels
 * do nothing any more once the flag, an i32 that a kernel of it stores, is
 * negative. Who launches them looks at it after 1, 2, 4, 8, ... rounds and after
 * every `every`: as many rounds as were needed may be launched for nothing, but no
 * more than `every`, and there are few looks. */
typedef struct ArtifactLoop {
	int first, count;
	int64_t times; /* >= 1 */
	int flag;      /* its buffer, an intermediate one of one i32; or -1 */
	int every;     /* >= 1 */
} ArtifactLoop;

typedef struct Artifact {
	const char *source;        /* OpenCL C 1.2, no comments, no user text */
	int global_count;          /* where names of its own global functions */
	const size_t *globals;     /* and types begin in it, in order; only of
				    * what was generated here */
	const char *build_options; /* "" or math flags */
	uint64_t hash;             /* of source, options and launch plan */
	int buffer_count, kernel_count, loop_count, replacement_count;
	const ArtifactBuffer *buffers;
	const ArtifactKernel *kernels; /* in the order of their first launches */
	const ArtifactLoop *loops;
	const Replacement *replacements; /* no part of the hash */
	int open_count;            /* 0: it is for the sizes of the program */
	const Size *const *open;   /* what the arguments z0, z1, ... are, and */
	int length_count;          /* the last of these: lengths, which no
				    * kernel takes and the host checks alike */
	const int64_t *values;     /* of these, in one of artifact_at */
	bool wide;                 /* these are i64, and arrays have up to
				    * AFFINE_OPEN_WIDE elements */
	const Size *const *sizes;  /* elements of each buffer, where they are
				    * open, or NULL; NULL: none is */
	int guard_count;
	const SizeGuard *guards;   /* it is right where these hold, and no
				    * array has more elements than
				    * artifact_most (codegen_opencl/affine.h) */
} Artifact;

/* Whether it is for more than the sizes of its program. */
static inline bool artifact_is_open(const Artifact *a)
{
	return a->open_count || a->sizes || a->guard_count;
}

/* An ARG_SIZE as a kernel takes it; of one of artifact_at. */
typedef union ArtifactNumber {
	int32_t narrow;
	int64_t wide;
} ArtifactNumber;

static inline ArtifactNumber artifact_number(const Artifact *a,
					     const ArtifactArg *arg)
{
	ArtifactNumber number = { .wide = a->values[arg->index] };

	if (arg->scalar == SCALAR_I32)
		number.narrow = (int32_t)a->values[arg->index];
	return number;
}

/* Elements of a buffer where they are open, or NULL. */
static inline const Size *artifact_size(const Artifact *a, int buffer)
{
	return a->sizes ? a->sizes[buffer] : NULL;
}

/* The most elements of an array, and work-items of a launch, with open sizes. */
int64_t artifact_most(const Artifact *artifact);

/* Whether its guards hold there. */
bool artifact_admits(const Artifact *artifact, SizeValue *of, void *context);

/* The same for other values of the open sizes, with all numbers those for
 * these, and the values of z0, z1, ...; launches of nothing are left out. NULL
 * where a guard does not hold or an array is too large. */
const Artifact *artifact_at(Arena *arena, const Artifact *artifact,
			    SizeValue *of, void *context, int64_t *values);

/* Calls launch with the number of each kernel as often and in the order that
 * they are launched, and look with a flag's buffer, for the flag that is there
 * when all that was launched is done; until one returns false. Whether none
 * did. */
typedef bool ArtifactLaunch(void *context, int kernel);
typedef bool ArtifactLook(void *context, int buffer, int32_t *flag);
bool artifact_launch(const Artifact *artifact, ArtifactLaunch *launch,
		     ArtifactLook *look, void *context);

/* How many launches that are, at most where loops have flags. */
double artifact_launches(const Artifact *artifact);

/* Whether a loop has a flag: who launches waits for what was launched. */
bool artifact_blocks(const Artifact *artifact);

/* Whether loops and their flags are as ArtifactLoop says: of an artifact that
 * was read. */
bool artifact_loops_nest(const Artifact *artifact);
bool artifact_flags_fit(const Artifact *artifact);

/* Of source, options and launches: what artifact->hash is. */
uint64_t artifact_hash(const Artifact *artifact);

/* The key of a kernel: of its text, options, launches, and what its buffers are:
 * ports, or intermediate results of so many elements that come from the same
 * inputs. Kernels with one key in artifacts of one program and its sizes do the
 * same, wherever they stand. 0: it has none. */
uint64_t artifact_part(const Artifact *artifact, int kernel);

/* Work-groups of the launch that has most of them: how many compute units can
 * work at a time. */
int64_t artifact_groups(const Artifact *artifact);

#endif

/* Reference: another implementation of a program, to compare with: a row of a
 * shared library.
 *
 * A library exports lift_tune_references, a list that ends with a row without
 * program. The worker loads it and calls its rows on the very buffers that
 * kernels work on. Host pointers are NULL where the device does not compute in
 * the host's memory; a row that wants them refuses then. Inputs may only be
 * read. An output that is written over an input (into) comes with the input's
 * values in it, and the input's pointer is the output's.
 */
#ifndef BENCH_HARNESS_REFERENCE_H
#define BENCH_HARNESS_REFERENCE_H

#include <CL/cl.h>
#include <stdint.h>
#include <string.h>

typedef struct ReferenceCall {
	int size_count;
	const char *const *names; /* of sizes, as in the document */
	const int64_t *sizes;
	const void *const *inputs; /* by input port; of a scalar: its value */
	void *const *outputs;
	const cl_mem *input_buffers, *output_buffers;
	cl_context context;
	cl_device_id device;
	cl_command_queue queue;
} ReferenceCall;

typedef struct Reference {
	const char *program;
	/* Before the first call; NULL: these sizes or this device are not for
	 * it. A row without open has no state. */
	void *(*open)(const ReferenceCall *call);
	/* Once, until the results are there. 0: done. */
	int (*run)(void *state, const ReferenceCall *call);
	/* Before each timed call, untimed; may be NULL. */
	void (*prepare)(void *state);
	void (*close)(void *state);
	/* What one call moves (bytes) or computes (operations), where that is
	 * what it is there for; else NULL. */
	double (*work)(const void *state);
} Reference;

#define REFERENCE_LIST "lift_tune_references"

extern const Reference lift_tune_references[];

/* The size of that name, or 0. */
static inline int64_t reference_size(const ReferenceCall *call,
				     const char *name)
{
	for (int i = 0; i < call->size_count; i++)
		if (!strcmp(call->names[i], name))
			return call->sizes[i];
	return 0;
}

#endif

/* The least host that runs an artifact: one context, one queue, guarded
 * buffers. For tests of the code generator on a real device.
 */
#ifndef TESTS_CODEGEN_CODEGEN_HOST_H
#define TESTS_CODEGEN_CODEGEN_HOST_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "codegen_opencl/artifact.h"
#include "ir/core/program.h"
#include "ir/data/array.h"

typedef struct CodegenHost {
	cl_device_id id;
	cl_context context;
	cl_command_queue queue;
	Device device;
	cl_program built; /* what was built last, of this text; or NULL */
	char *source, *build_options;
} CodegenHost;

/* The first device of the first platform; false when there is none. */
bool codegen_host_open(CodegenHost *host);
void codegen_host_close(CodegenHost *host);

/* Runs the kernels in order on the inputs and fills the outputs, which have
 * the shapes of the program's ports. NULL, or what went wrong. With rounds > 0
 * the whole is repeated so often and *best_ms is the fastest round. */
const char *codegen_host_run(CodegenHost *host, const Program *program,
			     const Artifact *artifact, const Array *inputs,
			     Array *outputs, int rounds, double *best_ms);

#endif

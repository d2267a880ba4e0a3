/* The OpenCL objects of a plan. */
#include <stdlib.h>

#include "bench_harness/opencl.h"
#include "lib/api.h"

static bool fails(lt_error *error, cl_int status, const char *call)
{
	return api_wrong(error, E1002, "%s: %s", call,
			 opencl_error_name(status));
}

static bool fails_to_build(lt_plan *plan, cl_int status, lt_error *error)
{
	size_t length = 0;
	char *log;

	clGetProgramBuildInfo(plan->program, plan->device,
			      CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
	log = base_calloc(length + 1, 1);
	clGetProgramBuildInfo(plan->program, plan->device,
			      CL_PROGRAM_BUILD_LOG, length, log, NULL);
	api_wrong(error, E1002, "clBuildProgram: %s\n%s",
		  opencl_error_name(status), log);
	free(log);
	return false;
}

static bool build(lt_plan *plan, lt_error *error)
{
	const char *source = plan->artifact->source;
	cl_int status;

	plan->program = clCreateProgramWithSource(plan->context, 1, &source,
						  NULL, &status);
	if (status != CL_SUCCESS)
		return fails(error, status, "clCreateProgramWithSource");
	status = clBuildProgram(plan->program, 1, &plan->device,
				plan->artifact->build_options, NULL, NULL);
	return status == CL_SUCCESS || fails_to_build(plan, status, error);
}

static bool make_kernels(lt_plan *plan, lt_error *error)
{
	const Artifact *a = plan->artifact;
	cl_int status;

	plan->kernels = base_calloc((size_t)a->kernel_count + 1,
				    sizeof *plan->kernels);
	while (plan->kernel_count < a->kernel_count) {
		const int k = plan->kernel_count;

		plan->kernels[k] = clCreateKernel(plan->program,
						  a->kernels[k].name, &status);
		if (status != CL_SUCCESS)
			return fails(error, status, "clCreateKernel");
		plan->kernel_count++;
	}
	return true;
}

static size_t bytes_of(const ArtifactBuffer *buffer)
{
	return (size_t)buffer->elements * scalar_bytes(buffer->scalar);
}

static bool make_temps(lt_plan *plan, lt_error *error)
{
	const Artifact *a = plan->artifact;
	cl_int status = CL_SUCCESS;

	plan->temp_count = a->buffer_count;
	plan->temps = base_calloc((size_t)a->buffer_count + 1,
				  sizeof *plan->temps);
	for (int i = 0; i < a->buffer_count && status == CL_SUCCESS; i++)
		if (a->buffers[i].role == BUFFER_TEMP)
			plan->temps[i] = clCreateBuffer(plan->context,
				CL_MEM_READ_WRITE, bytes_of(&a->buffers[i]),
				NULL, &status);
	return status == CL_SUCCESS || fails(error, status, "clCreateBuffer");
}

static void set_parameters(lt_plan *plan)
{
	const Program *p = plan->session.program;

	plan->parameters = base_calloc((size_t)(p->in_port_count
						+ p->output_count) + 1,
				       sizeof *plan->parameters);
	plan->parameter_count = api_parameters(p, plan->parameters);
	for (int i = 0; i < plan->parameter_count; i++) {
		const Port *port = plan->parameters[i].port;

		if (port->rank || plan->parameters[i].output)
			plan->parameters[i].bytes = (size_t)port->elements
				* scalar_bytes(port->scalar);
	}
}

bool api_build(lt_plan *plan, lt_error *error)
{
	set_parameters(plan);
	return build(plan, error) && make_kernels(plan, error)
	    && make_temps(plan, error);
}

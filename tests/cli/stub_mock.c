/* An OpenCL in which the n-th call fails: what a stub does then, and whether it
 * gives back all that it was given. Objects are counted memory; nothing is
 * computed.
 */
#include "tests/cli/stub_mock.h"

#include <stdlib.h>
#include <string.h>

typedef struct Thing {
	int references;
	size_t bytes;
	int number; /* of a launch, from 1 */
} Thing;

static int calls, failing, live, launches, waited, longest;
static bool holding;

void mock_fail(int call)
{
	calls = 0;
	failing = call;
}

int mock_calls(void)
{
	return calls;
}

int mock_live(void)
{
	return live;
}

void mock_hold(bool held)
{
	holding = held;
}

int mock_launches(void)
{
	return launches;
}

int mock_number(cl_event event)
{
	return ((Thing *)event)->number;
}

int mock_longest(void)
{
	return longest;
}

static cl_int result(void)
{
	return ++calls == failing ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

static void *thing(size_t bytes, cl_int *status)
{
	cl_int code = result();
	Thing *made = code == CL_SUCCESS ? malloc(sizeof *made) : NULL;

	if (status)
		*status = code;
	if (made) {
		*made = (Thing){ 1, bytes, 0 };
		live++;
	}
	return made;
}

static cl_int retain(void *object)
{
	((Thing *)object)->references++;
	return CL_SUCCESS;
}

/* Releasing does not fail. */
static cl_int drop(void *object)
{
	Thing *of = object;

	if (--of->references == 0) {
		free(of);
		live--;
	}
	return CL_SUCCESS;
}

static cl_int give(const void *value, size_t size, size_t room, void *to,
		   size_t *needed)
{
	cl_int status = result();

	if (status == CL_SUCCESS && to && room >= size)
		memcpy(to, value, size);
	if (status == CL_SUCCESS && needed)
		*needed = size;
	return status;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count,
				     const char **lines, const size_t *lengths,
				     cl_int *status)
{
	size_t bytes = 0;

	(void)context;
	(void)lengths;
	for (cl_uint i = 0; i < count; i++)
		bytes += strlen(lines[i]);
	return thing(bytes, status);
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count,
				     const cl_device_id *devices,
				     const size_t *sizes,
				     const unsigned char **binaries,
				     cl_int *taken, cl_int *status)
{
	(void)context;
	(void)devices;
	(void)binaries;
	*taken = count == 1 ? CL_SUCCESS : CL_INVALID_BINARY;
	return thing(sizes[0], status);
}

cl_int clBuildProgram(cl_program program, cl_uint count,
		      const cl_device_id *devices, const char *options,
		      void (CL_CALLBACK *told)(cl_program, void *),
		      void *context)
{
	(void)program;
	(void)count;
	(void)devices;
	(void)options;
	(void)told;
	(void)context;
	return result() == CL_SUCCESS ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
			     cl_program_build_info what, size_t room, void *to,
			     size_t *needed)
{
	static const char log[] = MOCK_LOG;

	(void)program;
	(void)device;
	(void)what;
	return give(log, sizeof log, room, to, needed);
}

cl_int clGetProgramInfo(cl_program program, cl_program_info what, size_t room,
			void *to, size_t *needed)
{
	static const cl_uint count = 1;
	const size_t bytes = MOCK_BINARY;

	(void)program;
	if (what == CL_PROGRAM_NUM_DEVICES)
		return give(&count, sizeof count, room, to, needed);
	if (what == CL_PROGRAM_BINARY_SIZES)
		return give(&bytes, sizeof bytes, room, to, needed);
	memset(*(unsigned char **)to, 7, bytes);
	return result();
}

cl_int clReleaseProgram(cl_program program)
{
	return drop(program);
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *status)
{
	(void)program;
	return thing(strlen(name), status);
}

cl_int clReleaseKernel(cl_kernel kernel)
{
	return drop(kernel);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size,
		      const void *value)
{
	(void)kernel;
	(void)index;
	return size && value ? result() : CL_INVALID_ARG_VALUE;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
		      void *host, cl_int *status)
{
	(void)context;
	(void)flags;
	(void)host;
	return thing(size, status);
}

cl_int clReleaseMemObject(cl_mem buffer)
{
	return drop(buffer);
}

cl_int clGetMemObjectInfo(cl_mem buffer, cl_mem_info what, size_t room,
			  void *to, size_t *needed)
{
	static const cl_mem none;

	if (what == CL_MEM_SIZE)
		return give(&((Thing *)buffer)->bytes, sizeof(size_t), room,
			    to, needed);
	return give(&none, sizeof none, room, to, needed);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
			      cl_uint dims, const size_t *offset,
			      const size_t *global, const size_t *local,
			      cl_uint count, const cl_event *list,
			      cl_event *event)
{
	cl_int status;

	(void)queue;
	(void)kernel;
	(void)dims;
	(void)offset;
	(void)global;
	(void)local;
	(void)count;
	(void)list;
	*event = thing(0, &status);
	if (status == CL_SUCCESS)
		((Thing *)*event)->number = ++launches;
	if (launches - waited > longest)
		longest = launches - waited;
	return status;
}

cl_int clFlush(cl_command_queue queue)
{
	(void)queue;
	return result();
}

/* Programs without flags look at none. */
cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer,
			   cl_bool blocking, size_t offset, size_t bytes,
			   void *into, cl_uint count, const cl_event *list,
			   cl_event *event)
{
	(void)queue;
	(void)buffer;
	(void)blocking;
	(void)offset;
	(void)bytes;
	(void)into;
	(void)count;
	(void)list;
	(void)event;
	return CL_INVALID_OPERATION;
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count,
				   const cl_event *list, cl_event *event)
{
	cl_int status;

	(void)queue;
	(void)count;
	(void)list;
	*event = thing(0, &status);
	return status;
}

cl_int clRetainEvent(cl_event event)
{
	return retain(event);
}

cl_int clReleaseEvent(cl_event event)
{
	return drop(event);
}

cl_int clWaitForEvents(cl_uint count, const cl_event *list)
{
	for (cl_uint i = 0; i < count; i++)
		if (((Thing *)list[i])->number > waited)
			waited = ((Thing *)list[i])->number;
	return result();
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t room,
		      void *to, size_t *needed)
{
	const cl_int state = holding ? CL_QUEUED : CL_COMPLETE;

	(void)event;
	(void)what;
	return give(&state, sizeof state, room, to, needed);
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info what,
			       size_t room, void *to, size_t *needed)
{
	const cl_ulong time = what == CL_PROFILING_COMMAND_END ? 500 : 200;

	(void)event;
	return give(&time, sizeof time, room, to, needed);
}

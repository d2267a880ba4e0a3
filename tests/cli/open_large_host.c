/* An application of a scal of bytes with open sizes; built and run by
 * tests/cli/open_large.sh. Every element is compared. Exits with 77 where the
 * device has no buffer that large. */
#include <stdio.h>
#include <stdlib.h>

#include "scal.h"

enum { SKIPPED = 77, FACTOR = 5 };

static const size_t sizes[] = {
	0, 1, 17, 4099, ((size_t)1 << 30) - 1, ((size_t)1 << 31) - 1,
	((size_t)1 << 31) + 5,
};
enum { SIZES = sizeof sizes / sizeof *sizes };

static cl_uchar byte_at(size_t i)
{
	return (cl_uchar)(i % 251);
}

/* Where the first wrong one is; count: nowhere. */
static size_t wrong_from(const cl_uchar *data, size_t count)
{
	size_t i = 0;

	while (i < count && data[i] == (cl_uchar)(FACTOR * byte_at(i)))
		i++;
	return i;
}

static int try_size(cl_context context, cl_device_id device,
		    cl_command_queue queue, size_t count)
{
	cl_uchar *data = (cl_uchar *)malloc(count + 1);
	cl_uchar *made = (cl_uchar *)malloc(count + 1);
	cl_int status = CL_SUCCESS;
	scal *self = scal_create(context, device, count, &status);
	cl_mem x = NULL, y = NULL;
	size_t wrong = 0;

	for (size_t i = 0; i < count; i++)
		data[i] = byte_at(i);
	if (count) {
		x = clCreateBuffer(context, CL_MEM_READ_ONLY
				   | CL_MEM_USE_HOST_PTR, count, data, NULL);
		y = clCreateBuffer(context, CL_MEM_READ_WRITE
				   | CL_MEM_USE_HOST_PTR, count, made, NULL);
	}
	if (self)
		status = scal_enqueue(self, queue, FACTOR, x, y, 0, NULL,
				      NULL);
	if (status == CL_SUCCESS && count)
		status = clEnqueueReadBuffer(queue, y, CL_TRUE, 0, count, made,
					     0, NULL, NULL);
	wrong = wrong_from(made, count);
	if (status != CL_SUCCESS || wrong < count)
		printf("%lu: status %d, %s; wrong from %lu on\n",
		       (unsigned long)count, (int)status,
		       scal_error(self), (unsigned long)wrong);
	scal_destroy(self);
	if (count) {
		clReleaseMemObject(x);
		clReleaseMemObject(y);
	}
	free(data);
	free(made);
	return status != CL_SUCCESS || wrong < count;
}

int main(void)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_ulong most = 0;
	int failed = 0;

	if (clGetPlatformIDs(1, &platform, NULL)
	    || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)
	    || clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE,
			       sizeof most, &most, NULL))
		return 1;
	if (most < sizes[SIZES - 1]) {
		printf("buffers of %lu bytes at most\n", (unsigned long)most);
		return SKIPPED;
	}
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = clCreateCommandQueue(context, device, 0, NULL);
	for (int i = 0; i < SIZES; i++)
		failed |= try_size(context, device, queue, sizes[i]);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return failed;
}

/* Multiples of 4 run the first kernels of tests/codegen/open_variants.c, others
 * the last: both are hit, and each has its own buffers and arguments. */
#include <stdio.h>
#include <stdlib.h>

#include "both.h"

static int check(cl_context context, cl_device_id device,
		 cl_command_queue queue, size_t n)
{
	float *data = malloc(n * sizeof *data), factor = n % 4 ? 2 : -1;
	both *self = both_create(context, device, n, NULL);
	cl_mem x, y;
	int failed = !self;

	for (size_t i = 0; i < n; i++)
		data[i] = (float)(i + 1);
	x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof *data,
			   data, NULL);
	y = clCreateBuffer(context, CL_MEM_READ_WRITE, n * sizeof *data, NULL,
			   NULL);
	failed |= self && both_enqueue(self, queue, x, y, 0, NULL, NULL);
	clEnqueueReadBuffer(queue, y, CL_TRUE, 0, n * sizeof *data, data, 0,
			    NULL, NULL);
	for (size_t i = 0; i < n; i++)
		failed |= data[i] != factor * (float)(i + 1);
	if (failed)
		printf("%lu: not %g times; %s\n", (unsigned long)n, factor,
		       both_error(self));
	both_destroy(self);
	clReleaseMemObject(x);
	clReleaseMemObject(y);
	free(data);
	return failed;
}

int main(void)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	int failed = 0;

	if (clGetPlatformIDs(1, &platform, NULL)
	    || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
		return 1;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = clCreateCommandQueue(context, device, 0, NULL);
	for (size_t n = 1; n <= 33; n++)
		failed |= check(context, device, queue, n);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return failed;
}

/* An application of stubs with open sizes: gemv, a sum in groups of 16 with what
 * is left, one that takes multiples of 4 alone, and two where arrays or launches
 * are soon too large; built and run by tests/cli/open.sh. Each object is for the sizes that it was made for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asum.h"
#include "gemv.h"
#include "groups.h"
#include "powers.h"
#include "scalsplit.h"

typedef struct {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
} Cl;

static int failed;

static void expect(int good, const char *what, size_t m, size_t k)
{
	if (good)
		return;
	printf("not so at %lu, %lu: %s\n", (unsigned long)m, (unsigned long)k,
	       what);
	failed = 1;
}

/* value, 2 value, 3 value, value, ...; of nothing there is no buffer. */
static cl_mem buffer(const Cl *cl, size_t count, float value)
{
	float *data = (float *)malloc(count * sizeof *data + 1);
	cl_mem made = NULL;

	for (size_t i = 0; i < count; i++)
		data[i] = value * (float)(i % 3 + 1);
	if (count)
		made = clCreateBuffer(cl->context, CL_MEM_READ_WRITE
				      | CL_MEM_COPY_HOST_PTR,
				      count * sizeof *data, data, NULL);
	free(data);
	return made;
}

static float element(const Cl *cl, cl_mem from, size_t at)
{
	float value = 0;

	clEnqueueReadBuffer(cl->queue, from, CL_TRUE, at * sizeof value,
			    sizeof value, &value, 0, NULL, NULL);
	return value;
}

static void free_all(cl_mem *buffers, int count)
{
	for (int i = 0; i < count; i++)
		if (buffers[i])
			clReleaseMemObject(buffers[i]);
}

static void try_gemv(const Cl *cl, size_t m, size_t k)
{
	cl_mem b[] = { buffer(cl, m * k, 1), buffer(cl, k, 2),
		       buffer(cl, m, 3), buffer(cl, m, 0) };
	gemv *self = gemv_create(cl->context, cl->device, m, k, NULL);
	cl_int status = self ? gemv_enqueue(self, cl->queue, b[0], b[1], b[2],
					    0.5f, b[3], 0, NULL, NULL) : -1;
	float wanted = m ? 3 * (float)((m - 1) % 3 + 1) : 0;

	expect(status == CL_SUCCESS, gemv_error(self), m, k);
	for (size_t i = 0; i < k && m; i++)
		wanted += (float)(((m - 1) * k + i) % 3 + 1)
			  * (float)(i % 3 + 1);
	expect(!m || fabsf(element(cl, b[3], m - 1) - wanted) < 1e-4f * wanted,
	       "the last element of gemv", m, k);
	if (self && m > 1 && k) {
		status = gemv_enqueue(self, cl->queue, b[1], b[1], b[2], 1,
				      b[3], 0, NULL, NULL);
		expect(status == CL_INVALID_BUFFER_SIZE,
		       "a small buffer is refused", m, k);
	}
	gemv_destroy(self);
	free_all(b, 4);
}

static void try_asum(const Cl *cl, size_t n)
{
	cl_mem b[] = { buffer(cl, n, -1), buffer(cl, 1, 0) };
	asum *self = asum_create(cl->context, cl->device, n, NULL);
	cl_int status = self ? asum_enqueue(self, cl->queue, b[0], b[1], 0,
					    NULL, NULL) : -1;
	float wanted = 0;

	expect(status == CL_SUCCESS, asum_error(self), n, 0);
	for (size_t i = 0; i < n; i++)
		wanted += (float)(i % 3 + 1);
	expect(fabsf(element(cl, b[1], 0) - wanted) <= 1e-4f * wanted, "asum",
	       n, 0);
	asum_destroy(self);
	free_all(b, 2);
}

static void try_guard(const Cl *cl, size_t n)
{
	cl_int error = CL_SUCCESS;
	scalsplit *self = scalsplit_create(cl->context, cl->device, n, &error);
	cl_mem b[] = { buffer(cl, n, 1), buffer(cl, n, 0) };

	expect((self != NULL) == (n % 4 == 0), "the guard", n, 0);
	if (self) {
		scalsplit_enqueue(self, cl->queue, b[0], b[1], 0, NULL, NULL);
		expect(!n || element(cl, b[1], n - 1)
		       == -(float)((n - 1) % 3 + 1), "scalsplit", n, 0);
	} else {
		expect(error == CL_INVALID_VALUE
		       && strstr(scalsplit_error(NULL), "N % 4 == 0"),
		       scalsplit_error(NULL), n, 0);
	}
	scalsplit_destroy(self);
	free_all(b, 2);
}

static void try_bounds(const Cl *cl)
{
	const size_t large = (size_t)1 << 20;
	cl_int error = CL_SUCCESS;

	expect(!gemv_create(cl->context, cl->device, large, large, &error)
	       && error == CL_INVALID_VALUE, "too many elements", large,
	       large);
	expect(!gemv_create(cl->context, cl->device, ~(size_t)0, 1, &error)
	       && error == CL_INVALID_VALUE, "too many rows", ~(size_t)0, 1);
	expect(!groups_create(cl->context, cl->device, 64 * large, &error)
	       && error == CL_INVALID_VALUE
	       && strstr(groups_error(NULL), "launches of fewer than 2^31"),
	       "too many items", 64 * large, 0);
}

/* M to the power of N elements: 1 and 0 of them for whatever N. */
static void try_powers(const Cl *cl, size_t m, size_t n, int good)
{
	powers *self = powers_create(cl->context, cl->device, m, n, NULL);

	expect(!self == !good, "powers", m, n);
	powers_destroy(self);
}

int main(void)
{
	static const size_t sizes[] = { 0, 1, 2, 3, 16, 17, 33, 1000, 1021 };
	enum { SIZES = sizeof sizes / sizeof *sizes };
	cl_platform_id platform;
	Cl cl;

	if (clGetPlatformIDs(1, &platform, NULL)
	    || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &cl.device,
			      NULL))
		return 1;
	cl.context = clCreateContext(NULL, 1, &cl.device, NULL, NULL, NULL);
	cl.queue = clCreateCommandQueue(cl.context, cl.device, 0, NULL);
	for (int i = 0; i < SIZES; i++) {
		try_gemv(&cl, sizes[i], sizes[SIZES - 1 - i]);
		try_gemv(&cl, sizes[i], sizes[i]);
		try_asum(&cl, sizes[i]);
		try_guard(&cl, sizes[i]);
	}
	try_bounds(&cl);
	try_powers(&cl, 0, 3, 1);
	try_powers(&cl, 1, ((size_t)1 << 30) - 1, 1);
	try_powers(&cl, 2, 29, 1);
	try_powers(&cl, 2, 30, 0);
	try_powers(&cl, 2, ((size_t)1 << 30) - 1, 0);
	clReleaseCommandQueue(cl.queue);
	clReleaseContext(cl.context);
	return failed;
}

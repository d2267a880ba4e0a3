/* An application of what tune --open all wrote for scal, asum, dot, gemv and
 * windows of three without a border; built and run by tests/cli/open_tune.sh. Data are small whole numbers, so
 * that every order of adding gives the same bits; they are compared with plain
 * C. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asum.h"
#include "differences.h"
#include "dot.h"
#include "gemv.h"
#include "scal.h"

typedef struct {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
} Cl;

static const size_t sizes[] = { 0, 1, 2, 3, 17, 1000, 1021, 4096, 4099 };
enum { SIZES = sizeof sizes / sizeof *sizes };

static int failed;

static float number(size_t i, int seed)
{
	return (float)((int)((i * 7 + (size_t)seed) % 5) - 2);
}

static cl_mem buffer(const Cl *cl, size_t count, int seed)
{
	float *data = malloc(count * sizeof *data + 1);
	cl_mem made = NULL;

	for (size_t i = 0; i < count; i++)
		data[i] = number(i, seed);
	if (count)
		made = clCreateBuffer(cl->context, CL_MEM_READ_WRITE
				      | CL_MEM_COPY_HOST_PTR,
				      count * sizeof *data, data, NULL);
	free(data);
	return made;
}

static void expect(const Cl *cl, cl_mem from, const float *wanted,
		   size_t count, const char *what, size_t m, size_t k)
{
	float *got = malloc(count * sizeof *got + 1);
	size_t i = 0;

	if (count)
		clEnqueueReadBuffer(cl->queue, from, CL_TRUE, 0,
				    count * sizeof *got, got, 0, NULL, NULL);
	while (i < count && got[i] == wanted[i])
		i++;
	if (i < count) {
		printf("%s at %lu, %lu: element %lu is %g, expected %g\n",
		       what, (unsigned long)m, (unsigned long)k,
		       (unsigned long)i, got[i], wanted[i]);
		failed = 1;
	}
	free(got);
}

static void done(cl_int status, const char *reason, const char *what, size_t n)
{
	if (status == CL_SUCCESS)
		return;
	printf("%s at %lu: %s\n", what, (unsigned long)n, reason);
	failed = 1;
}

static void try_scal(const Cl *cl, size_t n)
{
	cl_mem x = buffer(cl, n, 1);
	scal *self = scal_create(cl->context, cl->device, n, NULL);
	float *wanted = malloc(n * sizeof *wanted + 1);

	for (size_t i = 0; i < n; i++)
		wanted[i] = 3 * number(i, 1);
	done(self ? scal_enqueue(self, cl->queue, 3, x, 0, NULL, NULL) : -1,
	     scal_error(self), "scal", n);
	expect(cl, x, wanted, n, "scal", n, 0);
	scal_destroy(self);
	free(wanted);
	clReleaseMemObject(x);
}

static void try_sums(const Cl *cl, size_t n)
{
	cl_mem x = buffer(cl, n, 1), y = buffer(cl, n, 2);
	cl_mem out = buffer(cl, 1, 0);
	asum *all = asum_create(cl->context, cl->device, n, NULL);
	dot *product = dot_create(cl->context, cl->device, n, NULL);
	float sum = 0, products = 0;

	for (size_t i = 0; i < n; i++) {
		float a = number(i, 1);

		sum += a < 0 ? -a : a;
		products += a * number(i, 2);
	}
	done(all ? asum_enqueue(all, cl->queue, x, out, 0, NULL, NULL) : -1,
	     asum_error(all), "asum", n);
	expect(cl, out, &sum, 1, "asum", n, 0);
	done(product ? dot_enqueue(product, cl->queue, x, y, out, 0, NULL,
				   NULL) : -1, dot_error(product), "dot", n);
	expect(cl, out, &products, 1, "dot", n, 0);
	asum_destroy(all);
	dot_destroy(product);
	clReleaseMemObject(x);
	clReleaseMemObject(y);
	clReleaseMemObject(out);
}

/* Of fewer than three elements there is no window. */
static void try_differences(const Cl *cl, size_t n)
{
	const size_t count = n < 3 ? 0 : n - 2;
	cl_mem x = buffer(cl, n, 1), out = buffer(cl, count, 0);
	cl_int status = CL_SUCCESS;
	differences *self = differences_create(cl->context, cl->device, n, &status);
	float *wanted = malloc(count * sizeof *wanted + 1);

	for (size_t i = 0; i < count; i++)
		wanted[i] = number(i, 1) - number(i + 2, 1);
	if (!count && (self || status != CL_INVALID_VALUE
		       || !strstr(differences_error(NULL), "N-3 >= 0")))
		done(-1, "no guard", "differences", n);
	if (count)
		done(self ? differences_enqueue(self, cl->queue, x, out, 0, NULL,
					    NULL) : -1, differences_error(self),
		     "differences", n);
	expect(cl, out, wanted, count, "differences", n, 0);
	differences_destroy(self);
	free(wanted);
	clReleaseMemObject(x);
	clReleaseMemObject(out);
}

static void try_gemv(const Cl *cl, size_t m, size_t k)
{
	cl_mem a = buffer(cl, m * k, 1), x = buffer(cl, k, 2);
	cl_mem y = buffer(cl, m, 3), out = buffer(cl, m, 0);
	gemv *self = gemv_create(cl->context, cl->device, m, k, NULL);
	float *wanted = malloc(m * sizeof *wanted + 1);

	for (size_t i = 0; i < m; i++) {
		float sum = 0;

		for (size_t j = 0; j < k; j++)
			sum += number(i * k + j, 1) * number(j, 2);
		wanted[i] = 2 * sum + 3 * number(i, 3);
	}
	done(self ? gemv_enqueue(self, cl->queue, a, x, y, 2, 3, out, 0, NULL,
				 NULL) : -1, gemv_error(self), "gemv", m);
	expect(cl, out, wanted, m, "gemv", m, k);
	gemv_destroy(self);
	free(wanted);
	clReleaseMemObject(a);
	clReleaseMemObject(x);
	clReleaseMemObject(y);
	clReleaseMemObject(out);
}

int main(void)
{
	cl_platform_id platform;
	Cl cl;

	if (clGetPlatformIDs(1, &platform, NULL)
	    || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &cl.device,
			      NULL))
		return 1;
	cl.context = clCreateContext(NULL, 1, &cl.device, NULL, NULL, NULL);
	cl.queue = clCreateCommandQueue(cl.context, cl.device, 0, NULL);
	for (int i = 0; i < SIZES; i++) {
		try_scal(&cl, sizes[i]);
		try_sums(&cl, sizes[i]);
		try_differences(&cl, sizes[i]);
		for (int j = 0; j < SIZES; j++)
			try_gemv(&cl, sizes[i], sizes[j]);
	}
	clReleaseCommandQueue(cl.queue);
	clReleaseContext(cl.context);
	return failed;
}

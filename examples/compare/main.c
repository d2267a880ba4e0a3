/* Tuned kernels against OpenBLAS: the same buffers, taken in turn, wall time
 * of a whole call each. Prints median times and the median of the ratios of
 * neighbouring calls; below 1 the tuned kernel is faster.
 *
 *	./compare [rounds]
 *
 * Sizes are those of the examples. Buffers are page-aligned host memory with
 * large pages where the system has them, given to OpenCL without a copy.
 */
#include <CL/cl.h>
#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "asum.h"
#include "dot.h"
#include "gemv.h"
#include "matmul.h"
#include "scal.h"

enum { N = 16777216, ROWS = 4096, COLUMNS = 4096, M3 = 1024, ROUNDS_MAX = 501 };

typedef struct Buffer {
	float *host;
	cl_mem device;
} Buffer;

typedef struct Bench {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	Buffer a, b, c, out;
	asum *asum;
	dot *dot;
	scal *scal;
	gemv *gemv;
	matmul *matmul;
	double result; /* of the call last made */
} Bench;

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: OpenCL error %d\n", what, error);
	exit(1);
}

static Buffer buffer_new(const Bench *bench, size_t count, unsigned seed)
{
	size_t bytes = count * sizeof(float);
	Buffer buffer = { mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), NULL };
	cl_int error;

	if (buffer.host == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	madvise(buffer.host, bytes, MADV_HUGEPAGE);
	for (size_t i = 0; i < count; i++) {
		seed = seed * 1664525u + 1013904223u;
		buffer.host[i] = (float)(seed >> 8) / (1 << 23) - 1;
	}
	buffer.device = clCreateBuffer(bench->context, CL_MEM_READ_WRITE
				       | CL_MEM_USE_HOST_PTR, bytes,
				       buffer.host, &error);
	check(error, "clCreateBuffer");
	return buffer;
}

static void open_all(Bench *b)
{
	cl_platform_id platform;
	cl_int error;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &b->device,
			     NULL), "clGetDeviceIDs");
	b->context = clCreateContext(NULL, 1, &b->device, NULL, NULL, &error);
	check(error, "clCreateContext");
	b->queue = clCreateCommandQueue(b->context, b->device, 0, &error);
	check(error, "clCreateCommandQueue");
	b->a = buffer_new(b, N, 1);
	b->b = buffer_new(b, N, 2);
	b->c = buffer_new(b, ROWS, 3);
	b->out = buffer_new(b, N, 4);
	b->asum = asum_create(b->context, b->device, N, &error);
	check(error, "asum_create");
	b->dot = dot_create(b->context, b->device, N, &error);
	check(error, "dot_create");
	b->scal = scal_create(b->context, b->device, N, &error);
	check(error, "scal_create");
	b->gemv = gemv_create(b->context, b->device, ROWS, COLUMNS, &error);
	check(error, "gemv_create");
	b->matmul = matmul_create(b->context, b->device, M3, M3, M3, &error);
	check(error, "matmul_create");
}

static void finish(Bench *b, cl_int error)
{
	check(error, "enqueue");
	check(clFinish(b->queue), "clFinish");
}

static void tuned_scal(Bench *b)
{
	finish(b, scal_enqueue(b->scal, b->queue, -1, b->a.device, 0, NULL,
			       NULL));
	b->result = fabsf(b->a.host[N - 1]);
}

static void blas_scal(Bench *b)
{
	cblas_sscal(N, -1, b->a.host, 1);
	b->result = fabsf(b->a.host[N - 1]);
}

static void tuned_asum(Bench *b)
{
	finish(b, asum_enqueue(b->asum, b->queue, b->a.device, b->out.device,
			       0, NULL, NULL));
	b->result = b->out.host[0];
}

static void blas_asum(Bench *b)
{
	b->result = cblas_sasum(N, b->a.host, 1);
}

static void tuned_dot(Bench *b)
{
	finish(b, dot_enqueue(b->dot, b->queue, b->a.device, b->b.device,
			      b->out.device, 0, NULL, NULL));
	b->result = b->out.host[0];
}

static void blas_dot(Bench *b)
{
	b->result = cblas_sdot(N, b->a.host, 1, b->b.host, 1);
}

static void tuned_gemv(Bench *b)
{
	finish(b, gemv_enqueue(b->gemv, b->queue, b->a.device, b->b.device,
			       b->c.device, 1, 0, b->out.device, 0, NULL,
			       NULL));
	b->result = b->out.host[ROWS - 1];
}

static void blas_gemv(Bench *b)
{
	cblas_sgemv(CblasRowMajor, CblasNoTrans, ROWS, COLUMNS, 1, b->a.host,
		    COLUMNS, b->b.host, 1, 0, b->out.host, 1);
	b->result = b->out.host[ROWS - 1];
}

static void tuned_matmul(Bench *b)
{
	finish(b, matmul_enqueue(b->matmul, b->queue, b->a.device, b->b.device,
				 b->out.device, 0, NULL, NULL));
	b->result = b->out.host[M3 * M3 - 1];
}

static void blas_matmul(Bench *b)
{
	cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, M3, M3, M3, 1,
		    b->a.host, M3, b->b.host, M3, 0, b->out.host, M3);
	b->result = b->out.host[M3 * M3 - 1];
}

typedef struct Row {
	const char *name;
	void (*tuned)(Bench *bench), (*blas)(Bench *bench);
	double tolerance; /* of the results, relative to their size or 1 */
} Row;

static const Row rows[] = {
	{ "scal 16 M, in place", tuned_scal, blas_scal, 1e-6 },
	{ "asum 16 M", tuned_asum, blas_asum, 1e-3 },
	{ "dot 16 M", tuned_dot, blas_dot, 1 },
	{ "gemv 4096 x 4096", tuned_gemv, blas_gemv, 1e-2 },
	{ "matmul 1024^3", tuned_matmul, blas_matmul, 1e-2 },
};

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double timed(Bench *bench, void (*call)(Bench *bench))
{
	double start = seconds();

	call(bench);
	return seconds() - start;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, ascending);
	return values[count / 2];
}

static int compare(Bench *bench, const Row *row, int rounds)
{
	static double tuned[ROUNDS_MAX], blas[ROUNDS_MAX], ratio[ROUNDS_MAX];
	double mine, theirs, scale;

	row->tuned(bench);
	mine = bench->result;
	row->blas(bench);
	theirs = bench->result;
	scale = fmax(1, fabs(theirs));
	for (int i = 0; i < rounds; i++) {
		tuned[i] = timed(bench, row->tuned);
		blas[i] = timed(bench, row->blas);
		ratio[i] = tuned[i] / blas[i];
	}
	printf("| %-20s | %8.3f ms | %8.3f ms | %5.2f | %s\n", row->name,
	       median(tuned, rounds) * 1e3, median(blas, rounds) * 1e3,
	       median(ratio, rounds),
	       fabs(mine - theirs) <= row->tolerance * scale ? "" : "DIFFERS");
	fflush(stdout);
	return fabs(mine - theirs) <= row->tolerance * scale;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 41, good = 1;
	Bench bench = { 0 };

	if (rounds < 1 || rounds > ROUNDS_MAX)
		rounds = 41;
	open_all(&bench);
	printf("| program              |    lift-tune |     OpenBLAS | ratio |\n"
	       "|----------------------|--------------|--------------|-------|\n"
	       );
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		good &= compare(&bench, &rows[i], rounds);
	return !good;
}

/* The experts' kernels: their data, launches, and results by plain loops. */
#include <math.h>

#include "tests/gpu/expert.h"

static void add(ExpertValue *sum, double term)
{
	sum->value += term;
	sum->magnitude += fabs(term);
}

static long between(long i, long low, long high)
{
	return i < low ? low : i > high ? high : i;
}

static ExpertValue product(const float *row, const float *column, long step,
			   long count)
{
	ExpertValue sum = { 0 };

	for (long k = 0; k < count; k++)
		add(&sum, (double)row[k] * column[k * step]);
	return sum;
}

static ExpertValue gemm(const ExpertData *b, long i)
{
	return product(b[0].f + i / 1024 * 1024, b[1].f + i % 1024, 1024, 1024);
}

static ExpertValue gemm4096(const ExpertData *b, long i)
{
	return product(b[0].f + i / 4096 * 4096, b[1].f + i % 4096, 4096, 4096);
}

static ExpertValue batched(const ExpertData *b, long i)
{
	const long first = i / 256 * 256;

	return product(b[0].f + first + i % 256 / 16 * 16,
		       b[1].f + first + i % 16, 16, 16);
}

static ExpertValue gemv(const ExpertData *b, long i)
{
	ExpertValue sum = product(b[0].f + i * 4096, b[1].f, 1, 4096);

	sum.value *= 1.5;
	sum.magnitude *= 1.5;
	add(&sum, -0.5 * b[2].f[i]);
	return sum;
}

static ExpertValue transposed(const ExpertData *b, long i)
{
	return (ExpertValue){ b[0].f[i % 4096 * 4096 + i / 4096], 0 };
}

static ExpertValue asum(const ExpertData *b, long i)
{
	ExpertValue sum = { 0 };

	for (long k = i; k < 16777216; k++)
		add(&sum, fabs((double)b[0].f[k]));
	return sum;
}

static ExpertValue colsum(const ExpertData *b, long i)
{
	ExpertValue sum = { 0 };

	for (long k = 0; k < 4096; k++)
		add(&sum, b[0].f[k * 4096 + i]);
	return sum;
}

static double pixel(const ExpertData *b, long y, long x)
{
	return b[0].f[between(y, 0, 4095) * 4096 + between(x, 0, 4095)];
}

static ExpertValue jacobi(const ExpertData *b, long i)
{
	const long y = i / 4096, x = i % 4096;
	ExpertValue sum = { 0 };

	add(&sum, 0.2f * pixel(b, y, x));
	for (int d = -1; d <= 1; d += 2) {
		add(&sum, 0.2f * pixel(b, y + d, x));
		add(&sum, 0.2f * pixel(b, y, x + d));
	}
	return sum;
}

static ExpertValue convolution(const ExpertData *b, long i)
{
	ExpertValue sum = { 0 };

	for (int k = 0; k < 9; k++)
		add(&sum, b[1].f[k] * pixel(b, i / 4096 + k / 3 - 1,
					    i % 4096 + k % 3 - 1));
	return sum;
}

/* Distances of two centres may differ by less than a float tells: then either
 * is right. */
static ExpertValue kmeans(const ExpertData *b, long i)
{
	float best = INFINITY;
	int at = 0;

	for (int k = 0; k < 16; k++) {
		float e = 0;

		for (int d = 0; d < 4; d++) {
			float x = b[0].f[4 * i + d] - b[1].f[4 * k + d];

			e += x * x;
		}
		if (e < best) {
			best = e;
			at = k;
		}
	}
	return (ExpertValue){ at, 0 };
}

static ExpertValue force(const ExpertData *b, long i, int dimension)
{
	ExpertValue sum = { 0 };

	for (int l = 0; l < 128; l++) {
		const float *p = b[0].f + 4 * i;
		const float *q = b[0].f + 4 * (long)b[1].i[i * 128 + l];
		double r2 = 0, i2, i6;

		for (int d = 0; d < 3; d++)
			r2 += ((double)p[d] - q[d]) * ((double)p[d] - q[d]);
		i2 = 1 / r2;
		i6 = i2 * i2 * i2;
		if (r2 > 0 && r2 < 100)
			add(&sum, ((double)p[dimension] - q[dimension]) * i2
				  * i6 * (1.5 * i6 - 2));
	}
	return sum;
}

static ExpertValue force_x(const ExpertData *b, long i)
{
	return force(b, i, 0);
}

static ExpertValue force_y(const ExpertData *b, long i)
{
	return force(b, i, 1);
}

static ExpertValue force_z(const ExpertData *b, long i)
{
	return force(b, i, 2);
}

static ExpertValue pull(const ExpertData *b, long i, int dimension, long bodies)
{
	ExpertValue sum = { 0 };

	for (long j = 0; j < bodies; j++) {
		double r2 = 0.01, r;

		for (int d = 0; d < 3; d++)
			r2 += ((double)b[d].f[j] - b[d].f[i])
			    * ((double)b[d].f[j] - b[d].f[i]);
		r = 1 / sqrt(r2);
		add(&sum, ((double)b[dimension].f[j] - b[dimension].f[i])
			  * b[3].f[j] * r * r * r);
	}
	return sum;
}

#define PULL(name, dimension, bodies) \
	static ExpertValue name(const ExpertData *b, long i) \
	{ \
		return pull(b, i, dimension, bodies); \
	}

PULL(pull_x, 0, 2048)
PULL(pull_y, 1, 2048)
PULL(pull_z, 2, 2048)
PULL(pull_x_16k, 0, 16384)
PULL(pull_y_16k, 1, 16384)
PULL(pull_z_16k, 2, 16384)

static ExpertValue rowscan(const ExpertData *b, long i)
{
	ExpertValue sum = { 0 };

	for (long k = i / 4096 * 4096; k <= i; k++)
		add(&sum, b[0].f[k]);
	return sum;
}

static ExpertValue scal(const ExpertData *b, long i)
{
	return (ExpertValue){ 1.5 * b[0].f[i], 0 };
}

static ExpertValue softmax(const ExpertData *b, long i)
{
	const float *row = b[0].f + i / 1024 * 1024;
	double most = -INFINITY, sum = 0, value;

	for (int k = 0; k < 1024; k++)
		most = fmax(most, row[k]);
	for (int k = 0; k < 1024; k++)
		sum += exp(row[k] - most);
	value = exp(b[0].f[i] - most) / sum;
	return (ExpertValue){ value, value };
}

static double cell(const ExpertData *b, long z, long y, long x)
{
	return z < 0 || z > 255 || y < 0 || y > 255 || x < 0 || x > 255 ? 0
	     : b[0].f[(z * 256 + y) * 256 + x];
}

static ExpertValue stencil3d(const ExpertData *b, long i)
{
	const long z = i / 65536, y = i / 256 % 256, x = i % 256;
	ExpertValue sum = { 0 };

	add(&sum, -2 * cell(b, z, y, x)); /* 1 - 6 * 0.5 */
	for (int d = -1; d <= 1; d += 2) {
		add(&sum, 0.5 * cell(b, z + d, y, x));
		add(&sum, 0.5 * cell(b, z, y + d, x));
		add(&sum, 0.5 * cell(b, z, y, x + d));
	}
	return sum;
}

static ExpertValue histogram(const ExpertData *b, long i)
{
	ExpertValue sum = { 0 };

	for (long k = 0; k < 16777216; k++)
		sum.value += b[0].i[k] == i;
	return sum;
}

static ExpertValue scan(const ExpertData *b, long i)
{
	ExpertValue sum = { 0 };

	for (long k = 0; k <= i; k++)
		add(&sum, b[0].f[k]);
	return sum;
}

static ExpertValue kept(const ExpertData *b, long i)
{
	long k = 0;

	for (long before = i; k < 16777216; k++)
		if (b[0].i[k] > 0 && before-- == 0)
			return (ExpertValue){ b[0].i[k], 0 };
	return (ExpertValue){ 0, INFINITY };
}

static ExpertValue count_of_kept(const ExpertData *b, long i)
{
	ExpertValue sum = { 0 };

	(void)i;
	for (long k = 0; k < 16777216; k++)
		sum.value += b[0].i[k] > 0;
	return sum;
}

enum { MI = 1048576, ALL = 16 * MI, FEW = 40 };
#define NUMBERS(n) { n, FILL_NUMBERS, 0 }
#define RESULT(n) { n, FILL_NOTHING, 0 }

const Expert experts[] = {
	{ "gemm", { NUMBERS(MI), NUMBERS(MI), RESULT(MI) }, { 0 },
	  { { "gemm", { 8 * 256, 8, 1 }, "012" } }, { { 2, gemm, false, 0 } } },
	{ "gemm,SIZE=4096", { NUMBERS(ALL), NUMBERS(ALL), RESULT(ALL) }, { 0 },
	  { { "gemm", { 32 * 256, 32, 1 }, "012" } },
	  { { 2, gemm4096, false, 0 } } },
	{ "gemm64", { NUMBERS(MI), NUMBERS(MI), RESULT(MI) }, { 0 },
	  { { "gemm64", { 16 * 256, 16, 1 }, "012" } },
	  { { 2, gemm, false, 0 } } },
	{ "batched", { NUMBERS(MI), NUMBERS(MI), RESULT(MI) }, { 0 },
	  { { "batched", { 4096 * 64, 1, 1 }, "012" } },
	  { { 2, batched, false, 0 } } },
	{ "transpose", { NUMBERS(ALL), RESULT(ALL) }, { 0 },
	  { { "transpose", { 4096, 1024, 1 }, "01" } },
	  { { 1, transposed, false, 0 } } },
	{ "asum", { NUMBERS(ALL), RESULT(1056), RESULT(1) }, { 0 },
	  { { "asum", { 1056 * 256, 1, 1 }, "01" },
	    { "total", { 256, 1, 1 }, "12" } }, { { 2, asum, false, 0 } } },
	{ "colsum", { NUMBERS(ALL), RESULT(32 * 4096), RESULT(4096) }, { 0 },
	  { { "bands", { 4096, 32, 1 }, "01" },
	    { "columns", { 4096, 1, 1 }, "12" } }, { { 2, colsum, false, 0 } } },
	{ "gemv", { NUMBERS(ALL), NUMBERS(4096), NUMBERS(4096), RESULT(4096) },
	  { 1.5f, -0.5f }, { { "gemv", { 4096 * 128, 1, 1 }, "012ab3" } },
	  { { 3, gemv, false, 0 } } },
	{ "jacobi", { NUMBERS(ALL), RESULT(ALL) }, { 0 },
	  { { "jacobi", { 4096, 1024, 1 }, "01" } },
	  { { 1, jacobi, false, 0 } } },
	{ "jacobi_local", { NUMBERS(ALL), RESULT(ALL) }, { 0 },
	  { { "jacobi_local", { 4096, 1024, 1 }, "01" } },
	  { { 1, jacobi, false, 0 } } },
	{ "convolution", { NUMBERS(ALL), NUMBERS(9), RESULT(ALL) }, { 0 },
	  { { "convolution", { 4096, 1024, 1 }, "012" } },
	  { { 2, convolution, false, 0 } } },
	{ "kmeans", { { MI, FILL_PLACES, 0 }, { 64, FILL_PLACES, 0 },
		      RESULT(MI / 4) }, { 0 },
	  { { "kmeans", { MI / 4, 1, 1 }, "012" } }, { { 2, kmeans, true, 0 } } },
	{ "md", { { 4 * 12288, FILL_PLACES, 0 },
		  { 128 * 12288, FILL_BELOW, 12288 },
		  RESULT(12288), RESULT(12288), RESULT(12288) }, { 100, 0 },
	  { { "md", { 12288 * 128, 1, 1 }, "01a234" } },
	  { { 2, force_x, false, 0 }, { 3, force_y, false, 0 },
	    { 4, force_z, false, 0 } } },
	{ "nbody", { { 2048, FILL_PLACES, 0 }, { 2048, FILL_PLACES, 0 },
		     { 2048, FILL_PLACES, 0 }, NUMBERS(2048), RESULT(2048),
		     RESULT(2048), RESULT(2048) }, { 0 },
	  { { "nbody", { 2048, 1, 1 }, "0123456" } },
	  { { 4, pull_x, false, 0 }, { 5, pull_y, false, 0 },
	    { 6, pull_z, false, 0 } } },
	{ "nbody,SIZE=16384",
	  { { 16384, FILL_PLACES, 0 }, { 16384, FILL_PLACES, 0 },
	    { 16384, FILL_PLACES, 0 }, NUMBERS(16384), RESULT(16384),
	    RESULT(16384), RESULT(16384) }, { 0 },
	  { { "nbody", { 16384, 1, 1 }, "0123456" } },
	  { { 4, pull_x_16k, false, 0 }, { 5, pull_y_16k, false, 0 },
	    { 6, pull_z_16k, false, 0 } } },
	{ "rowscan", { NUMBERS(ALL), RESULT(ALL) }, { 0 },
	  { { "rowscan", { 4096 * 256, 1, 1 }, "01" } },
	  { { 1, rowscan, false, 0 } } },
	{ "scal", { NUMBERS(ALL) }, { 1.5f, 0 },
	  { { "scal", { ALL / 4, 1, 1 }, "0a" } }, { { 0, scal, false, 0 } } },
	{ "softmax", { NUMBERS(4 * MI), RESULT(4 * MI) }, { 0 },
	  { { "softmax", { 4096 * 256, 1, 1 }, "01" } },
	  { { 1, softmax, false, 0 } } },
	{ "stencil3d", { NUMBERS(ALL), RESULT(ALL) }, { 0.5f, 0 },
	  { { "stencil3d", { 256, 256, 16 }, "0a1" } },
	  { { 1, stencil3d, false, 0 } } },
	{ "histogram", { { ALL, FILL_BELOW, 256 }, { 256, FILL_ZEROS, 0 } },
	  { 0 }, { { "histogram", { 1056 * 256, 1, 1 }, "01" } },
	  { { 1, histogram, false, 0 } } },
	{ "scan", { NUMBERS(ALL), RESULT(1024), RESULT(1024), RESULT(ALL) },
	  { 0 }, { { "sums", { 1024 * 256, 1, 1 }, "01" },
		   { "starts", { 256, 1, 1 }, "12" },
		   { "scan", { 1024 * 256, 1, 1 }, "023" } },
	  { { 3, scan, false, FEW } } },
	{ "filter", { { ALL, FILL_SIGNED, 0 }, RESULT(1024), RESULT(1024),
		      RESULT(ALL), RESULT(1) },
	  { 0 }, { { "counts", { 1024 * 256, 1, 1 }, "01" },
		   { "starts", { 256, 1, 1 }, "124" },
		   { "filter", { 1024 * 256, 1, 1 }, "023" } },
	  { { 3, kept, true, FEW }, { 4, count_of_kept, true, 0 } } },
};

const int expert_count = sizeof experts / sizeof *experts;

/* Tuned kernels against OpenBLAS: the same buffers, taken in turn, wall time
 * of a whole call each. Prints median times and the median of the ratios of
 * neighbouring calls; below 1 the tuned kernel is faster. Before that, every
 * element of both results is compared.
 *
 *	./compare [rounds]
 *
 * Sizes are those of the examples.
 */
#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asum.h"
#include "bench.h"
#include "dot.h"
#include "gemv.h"
#include "matmul.h"
#include "scal.h"

enum { N = 16777216, ROWS = 4096, COLUMNS = 4096, M3 = 1024 };

typedef struct Blas {
	Bench bench;
	Buffer a, b, c, out, scaled; /* scaled: what scal works on */
	asum *asum;
	dot *dot;
	scal *scal;
	gemv *gemv;
	matmul *matmul;
} Blas;

static void open_all(Blas *x)
{
	Bench *bench = &x->bench;
	cl_int error;

	bench_open(bench);
	x->a = buffer_drawn(bench, N, 1, -1, 1);
	x->b = buffer_drawn(bench, N, 2, -1, 1);
	x->c = buffer_drawn(bench, ROWS, 3, -1, 1);
	x->out = buffer_new(bench, (size_t)M3 * M3 * sizeof(float));
	x->scaled = buffer_new(bench, (size_t)N * sizeof(float));
	memcpy(x->scaled.host, x->a.host, x->a.bytes);
	x->asum = asum_create(bench->context, bench->device, N, &error);
	check(error, "asum_create");
	x->dot = dot_create(bench->context, bench->device, N, &error);
	check(error, "dot_create");
	x->scal = scal_create(bench->context, bench->device, N, &error);
	check(error, "scal_create");
	x->gemv = gemv_create(bench->context, bench->device, ROWS, COLUMNS,
			      &error);
	check(error, "gemv_create");
	x->matmul = matmul_create(bench->context, bench->device, M3, M3, M3,
				  &error);
	check(error, "matmul_create");
}

static void close_all(Blas *x)
{
	asum_destroy(x->asum);
	dot_destroy(x->dot);
	scal_destroy(x->scal);
	gemv_destroy(x->gemv);
	matmul_destroy(x->matmul);
	buffer_free(&x->a);
	buffer_free(&x->b);
	buffer_free(&x->c);
	buffer_free(&x->out);
	buffer_free(&x->scaled);
	bench_close(&x->bench);
}

static void tuned_scal(void *context)
{
	Blas *x = context;

	bench_finish(&x->bench, scal_enqueue(x->scal, x->bench.queue, -1,
					     x->scaled.device, 0, NULL, NULL));
}

static void blas_scal(void *context)
{
	Blas *x = context;

	cblas_sscal(N, -1, x->scaled.host, 1);
}

static void tuned_asum(void *context)
{
	Blas *x = context;

	bench_finish(&x->bench, asum_enqueue(x->asum, x->bench.queue,
					     x->a.device, x->out.device, 0,
					     NULL, NULL));
}

static void blas_asum(void *context)
{
	Blas *x = context;

	*(float *)x->out.host = cblas_sasum(N, x->a.host, 1);
}

static void tuned_dot(void *context)
{
	Blas *x = context;

	bench_finish(&x->bench, dot_enqueue(x->dot, x->bench.queue,
					    x->a.device, x->b.device,
					    x->out.device, 0, NULL, NULL));
}

static void blas_dot(void *context)
{
	Blas *x = context;

	*(float *)x->out.host = cblas_sdot(N, x->a.host, 1, x->b.host, 1);
}

static void tuned_gemv(void *context)
{
	Blas *x = context;

	bench_finish(&x->bench, gemv_enqueue(x->gemv, x->bench.queue,
					     x->a.device, x->b.device,
					     x->c.device, 1, 0, x->out.device,
					     0, NULL, NULL));
}

static void blas_gemv(void *context)
{
	Blas *x = context;

	cblas_sgemv(CblasRowMajor, CblasNoTrans, ROWS, COLUMNS, 1, x->a.host,
		    COLUMNS, x->b.host, 1, 0, x->out.host, 1);
}

static void tuned_matmul(void *context)
{
	Blas *x = context;

	bench_finish(&x->bench, matmul_enqueue(x->matmul, x->bench.queue,
					       x->a.device, x->b.device,
					       x->out.device, 0, NULL, NULL));
}

static void blas_matmul(void *context)
{
	Blas *x = context;

	cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, M3, M3, M3, 1,
		    x->a.host, M3, x->b.host, M3, 0, x->out.host, M3);
}

static const struct Row {
	const char *name;
	void (*tuned)(void *context), (*blas)(void *context);
	size_t count;     /* results */
	double tolerance; /* of each, relative to the largest of them */
} rows[] = {
	{ "scal 16 M, in place", tuned_scal, blas_scal, N, 0 },
	{ "asum 16 M", tuned_asum, blas_asum, 1, 1e-4 },
	{ "dot 16 M", tuned_dot, blas_dot, 1, 1e-3 },
	{ "gemv 4096 x 4096", tuned_gemv, blas_gemv, ROWS, 1e-4 },
	{ "matmul 1024^3", tuned_matmul, blas_matmul, (size_t)M3 * M3, 1e-4 },
};

/* The results of one side, from the same data as the other side's. The memory
 * holds NaN before where results are only written. */
static void results(Blas *x, const struct Row *row,
		    void (*call)(void *context), float *kept)
{
	Buffer *from = row->tuned == tuned_scal ? &x->scaled : &x->out;

	if (from == &x->scaled)
		memcpy(from->host, x->a.host, from->bytes);
	else
		memset(from->host, 0xff, from->bytes);
	call(x);
	memcpy(kept, from->host, row->count * sizeof *kept);
}

static int agree(Blas *x, const struct Row *row)
{
	float *mine = malloc(row->count * sizeof *mine);
	float *theirs = malloc(row->count * sizeof *theirs);
	double largest = 0;
	int good = mine && theirs;

	if (good) {
		results(x, row, row->tuned, mine);
		results(x, row, row->blas, theirs);
	}
	for (size_t i = 0; good && i < row->count; i++)
		largest = fmax(largest, fabs(theirs[i]));
	for (size_t i = 0; good && i < row->count; i++)
		good = fabs((double)mine[i] - theirs[i])
		       <= row->tolerance * largest; /* not with a NaN */
	free(mine);
	free(theirs);
	return good;
}

int main(int argc, char **argv)
{
	int rounds = bench_rounds(argc, argv), good = 1;
	Blas blas = { 0 };

	open_all(&blas);
	bench_head("OpenBLAS");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int same = agree(&blas, &rows[i]);

		bench_row(rows[i].name, rows[i].tuned, rows[i].blas, &blas,
			  rounds, same ? "" : "DIFFERS");
		good &= same;
	}
	close_all(&blas);
	return !good;
}

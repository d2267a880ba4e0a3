/* Tuned softmax and k-means assignment against plain C (plain_rows.c): the same
 * data, taken in turn, as bench.h says; below 1 the tuned kernel is faster.
 * Sizes are those of the examples.
 *
 *	./rows [rounds]
 */
#include "bench.h"

#include <math.h>
#include <stdint.h>

#include "kmeans.h"
#include "plain_rows.h"
#include "softmax.h"

enum { M = 4096, N = 1024, POINTS = 262144, CENTROIDS = 16, DIMS = 4 };

typedef struct Rows {
	Bench bench;
	Buffer matrix, points, centroids, tuned, plain;
	softmax *softmax;
	kmeans *kmeans;
} Rows;

static void tuned_softmax(void *context)
{
	Rows *r = context;

	bench_finish(&r->bench, softmax_enqueue(r->softmax, r->bench.queue,
		r->matrix.device, r->tuned.device, 0, NULL, NULL));
}

static void c_softmax(void *context)
{
	Rows *r = context;

	plain_softmax(M, N, r->matrix.host, r->plain.host);
}

static void tuned_kmeans(void *context)
{
	Rows *r = context;

	bench_finish(&r->bench, kmeans_enqueue(r->kmeans, r->bench.queue,
		r->points.device, r->centroids.device, r->tuned.device, 0,
		NULL, NULL));
}

static void c_kmeans(void *context)
{
	Rows *r = context;

	plain_kmeans(POINTS, CENTROIDS, DIMS, r->points.host,
		     r->centroids.host, r->plain.host);
}

static int same_softmax(const Rows *r)
{
	const float *a = r->tuned.host, *b = r->plain.host;

	for (int i = 0; i < M * N; i++)
		if (!(fabsf(a[i] - b[i]) <= 1e-5f * b[i]))
			return 0;
	return 1;
}

/* But for points between two centroids, told apart by rounding. */
static int same_kmeans(const Rows *r)
{
	const int32_t *a = r->tuned.host, *b = r->plain.host;
	int different = 0;

	for (int i = 0; i < POINTS; i++)
		different += a[i] != b[i];
	return different <= POINTS / 10000;
}

static void open_rows(Rows *r)
{
	cl_int error;

	bench_open(&r->bench);
	r->matrix = buffer_drawn(&r->bench, M * N, 1, -1, 1);
	r->points = buffer_drawn(&r->bench, POINTS * DIMS, 2, -1, 1);
	r->centroids = buffer_drawn(&r->bench, CENTROIDS * DIMS, 3, -1, 1);
	r->tuned = buffer_new(&r->bench, M * N * sizeof(float));
	r->plain = buffer_new(&r->bench, M * N * sizeof(float));
	r->softmax = softmax_create(r->bench.context, r->bench.device, M, N,
				    &error);
	check(error, "softmax_create");
	r->kmeans = kmeans_create(r->bench.context, r->bench.device, POINTS,
				  CENTROIDS, DIMS, &error);
	check(error, "kmeans_create");
}

static void close_rows(Rows *r)
{
	softmax_destroy(r->softmax);
	kmeans_destroy(r->kmeans);
	buffer_free(&r->matrix);
	buffer_free(&r->points);
	buffer_free(&r->centroids);
	buffer_free(&r->tuned);
	buffer_free(&r->plain);
	bench_close(&r->bench);
}

int main(int argc, char **argv)
{
	int rounds = bench_rounds(argc, argv), good, all;
	Rows r;

	open_rows(&r);
	bench_head("plain C");
	tuned_softmax(&r);
	c_softmax(&r);
	all = good = same_softmax(&r);
	bench_row("softmax 4096 x 1024", tuned_softmax, c_softmax, &r, rounds,
		  good ? "" : "DIFFERS");
	tuned_kmeans(&r);
	c_kmeans(&r);
	all &= good = same_kmeans(&r);
	bench_row("k-means 256 K x 16 x 4", tuned_kmeans, c_kmeans, &r,
		  rounds, good ? "" : "DIFFERS");
	close_rows(&r);
	return !all;
}

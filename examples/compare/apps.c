/* Tuned kernels of the examples against plain C (plain.c, compiled with -O3
 * -march=native -ffast-math -fopenmp): the same buffers, taken in turn, wall
 * time of a whole call each. Prints median times and the median of the ratios
 * of neighbouring calls; below 1 the tuned kernel is faster.
 *
 *	./apps [rounds [program]]
 *
 * Sizes are those of the examples. Each side's results are compared with the
 * other's.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "argmax.h"
#include "blackscholes.h"
#include "complexmul.h"
#include "mandelbrot.h"
#include "md.h"
#include "meanvar.h"
#include "nbody.h"
#include "plain.h"

enum { INPUTS = 4, OUTPUTS = 3 };

typedef struct Run {
	const Bench *bench;
	void *kernel;
	Buffer in[INPUTS], mine[OUTPUTS], theirs[OUTPUTS];
} Run;

static Buffer drawn(const Run *run, size_t count, float low, float high)
{
	static unsigned seed = 1;

	return buffer_drawn(run->bench, count, seed++, low, high);
}

static float *in(const Run *run, int i)
{
	return run->in[i].host;
}

/* -- BlackScholes ---------------------------------------------------------- */

enum { OPTIONS = 4194304 };

static void open_blackscholes(Run *run, cl_int *error)
{
	run->in[0] = drawn(run, OPTIONS, 5, 30);
	run->in[1] = drawn(run, OPTIONS, 1, 100);
	run->in[2] = drawn(run, OPTIONS, 0.25f, 10);
	run->kernel = blackscholes_create(run->bench->context,
					  run->bench->device, OPTIONS, error);
}

static void tuned_blackscholes(void *context)
{
	Run *run = context;

	bench_finish(run->bench, blackscholes_enqueue(run->kernel,
		run->bench->queue, run->in[0].device, run->in[1].device,
		run->in[2].device, 0.02f, 0.3f, run->mine[0].device,
		run->mine[1].device, 0, NULL, NULL));
}

static void other_blackscholes(void *context)
{
	const Run *run = context;

	plain_blackscholes(OPTIONS, in(run, 0), in(run, 1), in(run, 2), 0.02f,
			   0.3f, run->theirs[0].host, run->theirs[1].host);
}

static void close_blackscholes(void *kernel)
{
	blackscholes_destroy(kernel);
}

/* -- MD -------------------------------------------------------------------- */

enum { PARTICLES = 12288, NEIGHBOURS = 128 };

/* The nearest neighbours of a particle, by insertion. */
static void find_near(const float *position, int particle, int32_t *near)
{
	float far[NEIGHBOURS];
	int count = 0;

	for (int i = 0; i < PARTICLES; i++) {
		float r2 = 0;
		int at = count;

		for (int k = 0; k < 3; k++) {
			float d = position[4 * particle + k]
				- position[4 * i + k];

			r2 += d * d;
		}
		if (i == particle
		    || (count == NEIGHBOURS && r2 >= far[count - 1]))
			continue;
		at -= count == NEIGHBOURS;
		for (; at > 0 && far[at - 1] > r2; at--) {
			far[at] = far[at - 1];
			near[at] = near[at - 1];
		}
		far[at] = r2;
		near[at] = i;
		count += count < NEIGHBOURS;
	}
}

static void open_md(Run *run, cl_int *error)
{
	int32_t *near;

	run->in[0] = drawn(run, PARTICLES * 4, 0, 20);
	run->in[1] = buffer_new(run->bench, sizeof(int32_t) * PARTICLES
					    * NEIGHBOURS);
	near = run->in[1].host;
	for (int i = 0; i < PARTICLES; i++)
		find_near(in(run, 0), i, near + NEIGHBOURS * i);
	run->kernel = md_create(run->bench->context, run->bench->device,
				PARTICLES, NEIGHBOURS, error);
}

static void tuned_md(void *context)
{
	Run *run = context;

	bench_finish(run->bench, md_enqueue(run->kernel, run->bench->queue,
		run->in[0].device, run->in[1].device, 16,
		run->mine[0].device, run->mine[1].device,
		run->mine[2].device, 0, NULL, NULL));
}

static void other_md(void *context)
{
	const Run *run = context;

	plain_md(PARTICLES, NEIGHBOURS, in(run, 0), run->in[1].host, 16,
		 run->theirs[0].host, run->theirs[1].host,
		 run->theirs[2].host);
}

static void close_md(void *kernel)
{
	md_destroy(kernel);
}

/* -- N-body ---------------------------------------------------------------- */

enum { BODIES = 16384 };

static void open_nbody(Run *run, cl_int *error)
{
	for (int i = 0; i < 3; i++)
		run->in[i] = drawn(run, BODIES, -1, 1);
	run->in[3] = drawn(run, BODIES, 0, 1);
	run->kernel = nbody_create(run->bench->context, run->bench->device,
				   BODIES, error);
}

static void tuned_nbody(void *context)
{
	Run *run = context;

	bench_finish(run->bench, nbody_enqueue(run->kernel, run->bench->queue,
		run->in[0].device, run->in[1].device, run->in[2].device,
		run->in[3].device, run->mine[0].device, run->mine[1].device,
		run->mine[2].device, 0, NULL, NULL));
}

static void other_nbody(void *context)
{
	const Run *run = context;

	plain_nbody(BODIES, in(run, 0), in(run, 1), in(run, 2), in(run, 3),
		    run->theirs[0].host, run->theirs[1].host,
		    run->theirs[2].host);
}

static void close_nbody(void *kernel)
{
	nbody_destroy(kernel);
}

/* -- Mandelbrot ------------------------------------------------------------ */

enum { SIDE = 1024 };

static void open_mandelbrot(Run *run, cl_int *error)
{
	run->kernel = mandelbrot_create(run->bench->context,
					run->bench->device, SIDE, error);
}

static void tuned_mandelbrot(void *context)
{
	Run *run = context;

	bench_finish(run->bench, mandelbrot_enqueue(run->kernel,
		run->bench->queue, run->mine[0].device, 0, NULL, NULL));
}

static void other_mandelbrot(void *context)
{
	const Run *run = context;

	plain_mandelbrot(SIDE, run->theirs[0].host);
}

static void close_mandelbrot(void *kernel)
{
	mandelbrot_destroy(kernel);
}

/* -- complex multiplication ------------------------------------------------ */

enum { PRODUCTS = 4194304 };

static void open_complex(Run *run, cl_int *error)
{
	for (int i = 0; i < 4; i++)
		run->in[i] = drawn(run, PRODUCTS, -1, 1);
	run->kernel = complexmul_create(run->bench->context, run->bench->device,
				     PRODUCTS, error);
}

static void tuned_complex(void *context)
{
	Run *run = context;

	bench_finish(run->bench, complexmul_enqueue(run->kernel,
		run->bench->queue, run->in[0].device, run->in[1].device,
		run->in[2].device, run->in[3].device, run->mine[0].device,
		run->mine[1].device, 0, NULL, NULL));
}

static void other_complex(void *context)
{
	const Run *run = context;

	plain_complex(PRODUCTS, in(run, 0), in(run, 1), in(run, 2),
		      in(run, 3), run->theirs[0].host, run->theirs[1].host);
}

static void close_complex(void *kernel)
{
	complexmul_destroy(kernel);
}

/* -- mean and variance, argmax --------------------------------------------- */

enum { ELEMENTS = 16777216 };

static void open_meanvar(Run *run, cl_int *error)
{
	run->in[0] = drawn(run, ELEMENTS, 0, 1);
	run->kernel = meanvar_create(run->bench->context, run->bench->device,
				     ELEMENTS, error);
}

static void tuned_meanvar(void *context)
{
	Run *run = context;

	bench_finish(run->bench, meanvar_enqueue(run->kernel,
		run->bench->queue, run->in[0].device, run->mine[0].device,
		run->mine[1].device, 0, NULL, NULL));
}

static void other_meanvar(void *context)
{
	const Run *run = context;

	plain_meanvar(ELEMENTS, in(run, 0), run->theirs[0].host,
		      run->theirs[1].host);
}

static void close_meanvar(void *kernel)
{
	meanvar_destroy(kernel);
}

static void open_argmax(Run *run, cl_int *error)
{
	run->in[0] = drawn(run, ELEMENTS, -1, 1);
	run->kernel = argmax_create(run->bench->context, run->bench->device,
				    ELEMENTS, error);
}

static void tuned_argmax(void *context)
{
	Run *run = context;

	bench_finish(run->bench, argmax_enqueue(run->kernel,
		run->bench->queue, run->in[0].device, run->mine[0].device,
		run->mine[1].device, 0, NULL, NULL));
}

static void other_argmax(void *context)
{
	const Run *run = context;

	plain_argmax(ELEMENTS, in(run, 0), run->theirs[0].host,
		     run->theirs[1].host);
}

static void close_argmax(void *kernel)
{
	argmax_destroy(kernel);
}

/* -- all of them ----------------------------------------------------------- */

typedef enum { F32, I32, I64 } Kind;

static const size_t kind_bytes[] = { 4, 4, 8 };

typedef struct Row {
	const char *name;
	void (*open)(Run *run, cl_int *error);
	void (*tuned)(void *run), (*other)(void *run), (*close)(void *kernel);
	struct {
		size_t count;
		Kind kind;
	} out[OUTPUTS];
	double tolerance; /* relative to the largest element */
	double differing; /* share of the elements that may differ more */
} Row;

static const Row rows[] = {
	{ "BlackScholes 4 M", open_blackscholes, tuned_blackscholes,
	  other_blackscholes, close_blackscholes,
	  { { OPTIONS, F32 }, { OPTIONS, F32 } }, 1e-4, 0 },
	{ "MD 12288 x 128", open_md, tuned_md, other_md, close_md,
	  { { PARTICLES, F32 }, { PARTICLES, F32 }, { PARTICLES, F32 } },
	  1e-4, 0 },
	{ "N-body 16384", open_nbody, tuned_nbody, other_nbody, close_nbody,
	  { { BODIES, F32 }, { BODIES, F32 }, { BODIES, F32 } }, 1e-3, 0 },
	{ "Mandelbrot 1024 x 1024", open_mandelbrot, tuned_mandelbrot,
	  other_mandelbrot, close_mandelbrot, { { SIDE * SIDE, I32 } },
	  0, 0.005 },
	{ "complex products 4 M", open_complex, tuned_complex, other_complex,
	  close_complex, { { PRODUCTS, F32 }, { PRODUCTS, F32 } }, 1e-5, 0 },
	{ "mean, variance 16 M", open_meanvar, tuned_meanvar, other_meanvar,
	  close_meanvar, { { 1, F32 }, { 1, F32 } }, 1e-3, 0 },
	{ "argmax 16 M", open_argmax, tuned_argmax, other_argmax,
	  close_argmax, { { 1, F32 }, { 1, I64 } }, 0, 0 },
};

static double element(const Buffer *buffer, Kind kind, size_t i)
{
	switch (kind) {
	case F32:
		return ((const float *)buffer->host)[i];
	case I32:
		return ((const int32_t *)buffer->host)[i];
	default:
		return (double)((const int64_t *)buffer->host)[i];
	}
}

static int agree(const Run *run, const Row *row, int output)
{
	const Buffer *mine = &run->mine[output];
	const Buffer *theirs = &run->theirs[output];
	size_t count = row->out[output].count, differing = 0;
	Kind kind = row->out[output].kind;
	double largest = 0;

	for (size_t i = 0; i < count; i++)
		largest = fmax(largest, fabs(element(theirs, kind, i)));
	for (size_t i = 0; i < count; i++)
		differing += !(fabs(element(mine, kind, i)
				    - element(theirs, kind, i))
			       <= row->tolerance * largest);
	return (double)differing <= row->differing * (double)count;
}

static int compare(const Bench *bench, const Row *row, int rounds)
{
	Run run = { .bench = bench };
	cl_int error;
	int good = 1;

	row->open(&run, &error);
	check(error, row->name);
	for (int i = 0; i < OUTPUTS && row->out[i].count; i++) {
		size_t bytes = row->out[i].count
			     * kind_bytes[row->out[i].kind];

		run.mine[i] = buffer_new(bench, bytes);
		run.theirs[i] = buffer_new(bench, bytes);
	}
	row->tuned(&run);
	row->other(&run);
	for (int i = 0; i < OUTPUTS && row->out[i].count; i++)
		good &= agree(&run, row, i);
	bench_row(row->name, row->tuned, row->other, &run, rounds,
		  good ? "" : "DIFFERS");
	row->close(run.kernel);
	for (int i = 0; i < INPUTS; i++)
		buffer_free(&run.in[i]);
	for (int i = 0; i < OUTPUTS; i++) {
		buffer_free(&run.mine[i]);
		buffer_free(&run.theirs[i]);
	}
	return good;
}

int main(int argc, char **argv)
{
	int rounds = bench_rounds(argc, argv), good = 1;
	Bench bench;

	bench_open(&bench);
	bench_head("plain C");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (argc < 3 || strstr(rows[i].name, argv[2]))
			good &= compare(&bench, &rows[i], rounds);
	bench_close(&bench);
	return !good;
}

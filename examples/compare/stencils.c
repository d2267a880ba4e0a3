/* Tuned stencils against plain C (plain_stencils.c, compiled with -O3
 * -march=native -ffast-math -fopenmp): see bench.h.
 *
 *	OMP_WAIT_POLICY=passive ./stencils [rounds]
 *
 * (threads of OpenMP that wait actively would take the cores from the kernel)
 */
#include "bench.h"

#include <math.h>

#include "convolution.h"
#include "jacobi.h"
#include "plain_stencils.h"
#include "stencil3d.h"

enum { M = 4096, N = 4096, CUBE = 256, POINTS = 16777216 };

typedef struct Stencils {
	Bench bench;
	Buffer in, weights, mine, theirs;
	jacobi *jacobi;
	convolution *convolution;
	stencil3d *stencil3d;
} Stencils;

static void tuned_jacobi(void *context)
{
	Stencils *s = context;

	bench_finish(&s->bench, jacobi_enqueue(
		s->jacobi, s->bench.queue, s->in.device, s->mine.device,
		0, NULL, NULL));
}

static void c_jacobi(void *context)
{
	Stencils *s = context;

	plain_jacobi(M, N, s->in.host, s->theirs.host);
}

static void tuned_convolution(void *context)
{
	Stencils *s = context;

	bench_finish(&s->bench, convolution_enqueue(
		s->convolution, s->bench.queue, s->in.device,
		s->weights.device, s->mine.device, 0, NULL, NULL));
}

static void c_convolution(void *context)
{
	Stencils *s = context;

	plain_convolution(M, N, s->in.host, s->weights.host, s->theirs.host);
}

static void tuned_stencil3d(void *context)
{
	Stencils *s = context;

	bench_finish(&s->bench, stencil3d_enqueue(
		s->stencil3d, s->bench.queue, s->in.device, 0.1f,
		s->mine.device, 0, NULL, NULL));
}

static void c_stencil3d(void *context)
{
	Stencils *s = context;

	plain_stencil3d(CUBE, CUBE, CUBE, s->in.host, 0.1f, s->theirs.host);
}

static void stencils_open(Stencils *s)
{
	cl_int error;

	bench_open(&s->bench);
	s->in = buffer_drawn(&s->bench, POINTS, 1, -1, 1);
	s->weights = buffer_drawn(&s->bench, 9, 2, -1, 1);
	s->mine = buffer_drawn(&s->bench, POINTS, 3, -1, 1);
	s->theirs = buffer_drawn(&s->bench, POINTS, 4, -1, 1);
	s->jacobi = jacobi_create(s->bench.context, s->bench.device, M, N,
				  &error);
	check(error, "jacobi_create");
	s->convolution = convolution_create(s->bench.context,
					    s->bench.device, M, N, &error);
	check(error, "convolution_create");
	s->stencil3d = stencil3d_create(s->bench.context, s->bench.device,
					CUBE, CUBE, CUBE, &error);
	check(error, "stencil3d_create");
}

static const char *remark(const Stencils *s)
{
	const float *mine = s->mine.host, *theirs = s->theirs.host;

	for (int i = 0; i < POINTS; i++)
		if (!(fabsf(mine[i] - theirs[i]) <= 1e-5f))
			return "DIFFERS";
	return "";
}

typedef struct Row {
	const char *name;
	void (*tuned)(void *context), (*plain)(void *context);
} Row;

static const Row rows[] = {
	{ "Jacobi 4096 x 4096", tuned_jacobi, c_jacobi },
	{ "3x3 4096 x 4096", tuned_convolution, c_convolution },
	{ "7-point 256^3", tuned_stencil3d, c_stencil3d },
};

int main(int argc, char **argv)
{
	int rounds = bench_rounds(argc, argv), good = 1;
	Stencils s = { 0 };

	stencils_open(&s);
	bench_head("plain C");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		rows[i].tuned(&s);
		rows[i].plain(&s);
		good &= !*remark(&s);
		bench_row(rows[i].name, rows[i].tuned, rows[i].plain, &s,
			  rounds, remark(&s));
	}
	bench_close(&s.bench);
	return !good;
}

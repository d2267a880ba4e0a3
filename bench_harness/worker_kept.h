/* Programs for open sizes that the worker has compiled: the text is the same at
 * all sizes, so the latest few are kept and used again.
 */
#ifndef BENCH_HARNESS_WORKER_KEPT_H
#define BENCH_HARNESS_WORKER_KEPT_H

#include "bench_harness/opencl.h"
#include "codegen_opencl/artifact.h"

enum { KEPT_PROGRAMS = 8 };

/* All zero: none. */
typedef struct Kept {
	struct {
		cl_program program; /* NULL: none */
		char *source, *options;
	} programs[KEPT_PROGRAMS];
	int next; /* whose turn it is to be replaced */
} Kept;

/* The program of the artifact's text and options, retained once more; NULL: it is
 * not there, or its sizes are not open. */
cl_program kept_find(const Kept *kept, const Artifact *artifact);

/* Keeps a program that was built, if the artifact's sizes are open. */
void kept_add(Kept *kept, const Artifact *artifact, cl_program program);

#endif

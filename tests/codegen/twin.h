/* Twins on a device: kernels whose floats are residues, against the evaluator,
 * which computes the program's residues. */
#ifndef TESTS_CODEGEN_TWIN_H
#define TESTS_CODEGEN_TWIN_H

#include "codegen_host.h"
#include "codegen_opencl/codegen.h"

enum { TWIN_PORTS = 64 };

typedef enum { TWIN_SAME, TWIN_REFUSED, TWIN_DIFFERS, TWIN_FAILED } TwinResult;

/* A program on residues: what goes in and what comes out. */
typedef struct TwinCase {
	const Program *program;
	Array inputs[TWIN_PORTS], wanted[TWIN_PORTS];
	bool judged[TWIN_PORTS]; /* outputs that the field can judge */
	int judged_count;
} TwinCase;

/* False when it judges none, or there is no value. */
bool twin_open(TwinCase *twin, const Program *program, uint64_t seed);
void twin_close(TwinCase *twin);

/* The source with a fault planted into it, allocated; NULL: there is none. */
typedef char *TwinFault(void *context, const char *source);

/* The low-level expression's twin on the device: bit for bit what was wanted?
 * fault may be NULL. */
TwinResult twin_run(const TwinCase *twin, CodegenHost *host, const Expr *low,
		    CodegenOptions options, TwinFault *fault, void *context);

#endif

/* A program generated, run on the first device and compared with the evaluator
 * in declared types, bit for bit (any two NaNs are the same). */
#ifndef TESTS_CODEGEN_LIMITS_RUN_H
#define TESTS_CODEGEN_LIMITS_RUN_H

#include "codegen_host.h"
#include "limits_data.h"

typedef struct Limits {
	CodegenHost host;
	Diags *diags;
	int programs, failed;
} Limits;

/* The document with these inputs, as many as it has. */
void limits_run(Limits *limits, const char *text, const Numbers *numbers);

#endif

/* Trial: a low-level expression of a program is generated and run on machines;
 * each must give what the evaluator gives for the same expression, which
 * leaves no choice of order, and find no fault. */
#ifndef TESTS_HARNESS_TRIAL_H
#define TESTS_HARNESS_TRIAL_H

#include "codegen_opencl/codegen.h"
#include "ir/data/array.h"
#include "tests/harness/machine.h"

enum { TRIAL_PORTS = 64, TRIAL_MACHINES = 3 };

typedef struct Trial {
	Machine *machines;
	int machine_count;
	const Program *program;
	Device device; /* that kernels are generated for */
	CodegenOptions options;
	bool exact;    /* bit by bit; else functions may round otherwise */
	Array inputs[TRIAL_PORTS];
	Judgement judgements[TRIAL_PORTS];
} Trial;

typedef enum { TRIAL_GOOD, TRIAL_REFUSED, TRIAL_BAD } TrialResult;

/* The machines in the list, opened; false when one is not there. */
bool trial_open(Machine *machines, const MachineKind *kinds, int count);
void trial_close(Machine *machines, int count);

/* A device with the limits of Oclgrind; the variant says what else it is: a
 * GPU, a CPU with vectors of 4, and so on. */
Device trial_device(uint64_t variant);

/* Draws the inputs; the trial's other members are set. */
void trial_begin(Trial *trial, uint64_t seed);
void trial_end(Trial *trial);

/* Puts what went wrong: all of it when BAD, the reason when REFUSED. */
TrialResult trial_run(Trial *trial, const Expr *low, Text *said);

/* The same of kernels that are there: they give what e is. */
TrialResult trial_run_kernels(Trial *trial, const Artifact *artifact,
			      const Expr *e, Text *said);

#endif

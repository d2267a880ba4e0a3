/* Machine: where tests run generated kernels: on the first OpenCL device, or
 * on Oclgrind, a simulator that tells of data races, barriers that not all
 * items reach, loads of what was never stored, accesses outside of arrays and
 * misaligned ones. In both cases the tuner's own worker runs them.
 *
 * Oclgrind's exit code says nothing: its log must be empty, and so must be what
 * the worker prints. It shows an uninitialised private value only in code that
 * was not optimised, and so that is a machine of its own. A worker that told of
 * anything is replaced, so that each finding belongs to one artifact.
 *
 * (Price, McIntosh-Smith, Oclgrind: An extensible OpenCL device simulator,
 * IWOCL 2015.)
 */
#ifndef TESTS_HARNESS_MACHINE_H
#define TESTS_HARNESS_MACHINE_H

#include "bench_harness/harness.h"
#include "ir/core/program.h"

typedef enum {
	MACHINE_DEVICE, MACHINE_SIMULATOR, MACHINE_SIMULATOR_OPTIMISED
} MachineKind;

typedef struct Machine {
	MachineKind kind;
	Harness *harness;
	Diags *diags;
	char log[64]; /* Oclgrind's; "" for a device */
	BenchData data;
} Machine;

/* False when there is no such machine here. Needs tests/harness/worker_main. */
bool machine_open(Machine *machine, MachineKind kind);
void machine_close(Machine *machine);

const char *machine_name(const Machine *machine);

/* The inputs of what is run from here on, which must stay. judgements: how
 * each output is compared. */
void machine_load(Machine *machine, const Port *inputs, int input_count,
		  const Port *outputs, int output_count, const Array *data,
		  const Judgement *judgements);

/* Runs the artifact once. Puts what is wrong with it: findings of Oclgrind, an
 * output that differs from what is wanted (NULL: outputs do not matter), a
 * crash; nothing when it is good. */
void machine_run(Machine *machine, const Artifact *artifact,
		 const Array *wanted, Text *said);

#endif

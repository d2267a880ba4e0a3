#include "tests/harness/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/data/testdata.h"
#include "ir/eval/eval.h"

#define TOLERANCE 1e-4 /* of the largest element */

bool trial_open(Machine *machines, const MachineKind *kinds, int count)
{
	for (int i = 0; i < count; i++)
		if (!machine_open(&machines[i], kinds[i])) {
			trial_close(machines, i);
			return false;
		}
	return true;
}

void trial_close(Machine *machines, int count)
{
	for (int i = 0; i < count; i++)
		machine_close(&machines[i]);
}

Device trial_device(uint64_t variant)
{
	Device device = device_generic();

	device.type = variant % 2 ? DEVICE_CPU : DEVICE_GPU;
	device.compute_units = 1 + (int)(variant / 2 % 3);
	device.native_float_width = variant % 2 ? 4 : 1;
	device.native_double_width = variant % 2 ? 2 : 1;
	device.local_is_dedicated = variant % 2 == 0;
	return device;
}

void trial_begin(Trial *trial, uint64_t seed)
{
	const Program *p = trial->program;

	for (int i = 0; i < p->in_port_count; i++)
		trial->inputs[i] = testdata_draw(&p->in_ports[i], seed,
						 TESTDATA_EXACT);
	for (int i = 0; i < trial->machine_count; i++)
		machine_load(&trial->machines[i], p->in_ports,
			     p->in_port_count, p->out_ports, p->output_count,
			     trial->inputs, trial->judgements);
}

void trial_end(Trial *trial)
{
	for (int i = 0; i < trial->program->in_port_count; i++)
		array_free(&trial->inputs[i]);
}

static double largest(const Array *array)
{
	double most = 0;

	for (int64_t i = 0; i < array->elements; i++) {
		double x = fabs(array_get(array, i));

		most = x > most && isfinite(x) ? x : most;
	}
	return most;
}

static bool evaluate(Trial *trial, const Expr *low, Array *wanted)
{
	const Program *p = trial->program;
	Diags *diags = diags_new();
	bool good = eval_run(p, low, trial->inputs, EVAL_DECLARED, wanted,
			     diags);

	diags_free(diags);
	for (int i = 0; i < p->output_count && good; i++)
		trial->judgements[i] = (Judgement){
			.exact = trial->exact
			      || !scalar_is_float(wanted[i].scalar),
			.rtol = TOLERANCE,
			.atol = TOLERANCE * largest(&wanted[i]),
		};
	return good;
}

static TrialResult run(Trial *trial, const Artifact *artifact,
		       const Array *wanted, Text *said)
{
	size_t before = said->length;

	for (int i = 0; i < trial->machine_count; i++) {
		Text found = { 0 };

		machine_run(&trial->machines[i], artifact, wanted, &found);
		if (found.length)
			text_printf(said, "%s: %s",
				    machine_name(&trial->machines[i]),
				    text_string(&found));
		text_free(&found);
	}
	if (said->length == before)
		return TRIAL_GOOD;
	text_put(said, artifact->source);
	return TRIAL_BAD;
}

TrialResult trial_run_kernels(Trial *trial, const Artifact *artifact,
			      const Expr *e, Text *said)
{
	Array wanted[TRIAL_PORTS];
	TrialResult result;

	if (!evaluate(trial, e, wanted)) {
		text_put(said, "the evaluator refuses");
		return TRIAL_REFUSED;
	}
	result = run(trial, artifact, wanted, said);
	for (int i = 0; i < trial->program->output_count; i++)
		array_free(&wanted[i]);
	return result;
}

TrialResult trial_run(Trial *trial, const Expr *low, Text *said)
{
	Arena *arena = arena_new();
	LegalFault fault = { 0 };
	TrialResult result = TRIAL_REFUSED;
	const Artifact *artifact = codegen(arena, trial->program, low,
					   &trial->device, &trial->options,
					   &fault);

	if (artifact)
		result = trial_run_kernels(trial, artifact, low, said);
	else
		text_put(said, fault.message);
	arena_free(arena);
	return result;
}

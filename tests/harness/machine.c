#include "tests/harness/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIMULATOR "/usr/lib/oclgrind/liboclgrind-rt-icd.so"

/* Workers on Oclgrind do not give memory back. */
enum { LOG_SHOWN = 1 << 17, RECYCLED = 200 };

static char *const worker_argv[] = { "tests/harness/worker_main", NULL };

/* What makes the worker run on Oclgrind, and Oclgrind look at everything. The
 * log and the build options are the machine's. */
static const struct {
	const char *name, *value;
} settings[] = {
	{ "OCL_ICD_VENDORS", SIMULATOR },
	{ "OCLGRIND_DATA_RACES", "1" },
	{ "OCLGRIND_UNINITIALIZED", NULL },
	{ "OCLGRIND_CHECK_API", "1" },
	{ "OCLGRIND_MAX_ERRORS", "300" },
	{ "OCLGRIND_LOG", NULL },
	{ "OCLGRIND_BUILD_OPTIONS", NULL },
};

enum { SETTINGS = sizeof settings / sizeof *settings };

/* Oclgrind 21.10 cannot look for uninitialised values in optimised code, where
 * there are instructions that this part of it does not know. */
static const char *setting(const Machine *machine, int i)
{
	bool optimised = machine->kind == MACHINE_SIMULATOR_OPTIMISED;

	if (settings[i].value)
		return settings[i].value;
	if (i == SETTINGS - 1)
		return optimised ? "" : "-cl-opt-disable";
	if (i == SETTINGS - 2)
		return machine->log;
	return optimised ? "0" : "1";
}

/* The harness keeps the environment that it was opened in. */
static bool open_harness(Machine *machine)
{
	bool simulated = machine->kind != MACHINE_DEVICE;
	const HarnessOptions options = { .worker = worker_argv,
					 .run_timeout_s = simulated ? 600 : 60,
					 .recycle_after = RECYCLED,
					 .seed = 1 };
	char *vendors = getenv("OCL_ICD_VENDORS");

	vendors = vendors ? strdup(vendors) : NULL;
	for (int i = 0; i < SETTINGS && simulated; i++)
		setenv(settings[i].name, setting(machine, i), 1);
	machine->harness = harness_open(&options, machine->diags);
	for (int i = 0; i < SETTINGS && simulated; i++)
		unsetenv(settings[i].name);
	if (vendors)
		setenv("OCL_ICD_VENDORS", vendors, 1);
	free(vendors);
	return machine->harness != NULL;
}

static bool make_log(Machine *machine)
{
	int log;

	snprintf(machine->log, sizeof machine->log, "machine-%ld-XXXXXX",
		 (long)getpid());
	log = mkstemp(machine->log);
	return log >= 0 && !close(log);
}

bool machine_open(Machine *machine, MachineKind kind)
{
	*machine = (Machine){ .kind = kind, .diags = diags_new() };
	if (kind == MACHINE_DEVICE || (!access(SIMULATOR, R_OK)
				       && make_log(machine))) {
		if (open_harness(machine))
			return true;
	}
	machine_close(machine);
	return false;
}

void machine_close(Machine *machine)
{
	if (machine->harness)
		harness_close(machine->harness);
	diags_free(machine->diags);
	if (machine->log[0])
		unlink(machine->log);
	*machine = (Machine){ 0 };
}

const char *machine_name(const Machine *machine)
{
	static const char *const names[] = {
		[MACHINE_DEVICE] = "device",
		[MACHINE_SIMULATOR] = "Oclgrind",
		[MACHINE_SIMULATOR_OPTIMISED] = "Oclgrind, optimised",
	};

	return names[machine->kind];
}

static void load(Machine *machine)
{
	if (harness_load(machine->harness, &machine->data, machine->diags))
		return;
	diags_print(machine->diags, stderr);
	abort();
}

void machine_load(Machine *machine, const Port *inputs, int input_count,
		  const Port *outputs, int output_count, const Array *data,
		  const Judgement *judgements)
{
	machine->data = (BenchData){
		.input_count = input_count, .output_count = output_count,
		.set_count = 1, .inputs = inputs, .outputs = outputs,
		.sets = { { data, judgements } },
	};
	load(machine);
}

/* -- what is wrong --------------------------------------------------------- */

static void put_log(const Machine *machine, Text *said)
{
	char text[LOG_SHOWN];
	FILE *file = machine->log[0] ? fopen(machine->log, "r") : NULL;

	if (!file)
		return;
	text_bytes(said, text, fread(text, 1, sizeof text, file));
	fclose(file);
}

static void put_status(const Measurement *m, Text *said)
{
	if (m->status != STATUS_OK)
		text_printf(said, "%s: %s\n", status_name(m->status),
			    m->reason);
	if (strstr(m->log, "Oclgrind") || strstr(m->log, "FATAL"))
		text_printf(said, "%s\n", m->log);
}

static void put_difference(const Machine *machine, const Array *wanted,
			   Text *said)
{
	for (int p = 0; p < machine->data.output_count; p++) {
		const Port *port = &machine->data.outputs[p];
		Verdict verdict = judge(
			&machine->data.sets[0].outputs[p], port->scalar,
			array_held(&wanted[p], port->extent
				   ? &wanted[port->extent - 1] : NULL),
			harness_output(machine->harness, 0, p),
			wanted[p].data);

		if (verdict.agrees)
			continue;
		text_printf(said, "wrong: output %d, element %lld: got %s, "
			    "expected %s\n", p, (long long)verdict.index,
			    verdict.got, verdict.want);
		return;
	}
}

static void replace_worker(Machine *machine)
{
	harness_close(machine->harness);
	if (!open_harness(machine)) {
		diags_print(machine->diags, stderr);
		abort();
	}
	load(machine);
}

/* Optimised vector divisions of narrow integers come out wrong on Oclgrind
 * 21.10, though not when the same code is not optimised. */
static bool has_values(const Machine *machine)
{
	return machine->kind != MACHINE_SIMULATOR_OPTIMISED;
}

/* Oclgrind's compiler crashes on some lawful kernels, as on a lane of a call of
 * min: that says nothing of them. */
static bool is_its_own(const Machine *machine, const Measurement *m)
{
	return machine->kind != MACHINE_DEVICE
	    && m->status == STATUS_BUILD_CRASH;
}

void machine_run(Machine *machine, const Artifact *artifact,
		 const Array *wanted, Text *said)
{
	HarnessCandidate candidate = { .artifact = artifact };
	Measurement *m = calloc(1, sizeof *m);
	size_t before = said->length;

	harness_build_begin(machine->harness, &candidate);
	harness_run(machine->harness, m);
	if (is_its_own(machine, m)) {
		replace_worker(machine);
		free(m);
		return;
	}
	put_status(m, said);
	put_log(machine, said);
	if (m->status == STATUS_OK && wanted && has_values(machine))
		put_difference(machine, wanted, said);
	if (said->length > before && machine->log[0])
		replace_worker(machine);
	free(m);
}

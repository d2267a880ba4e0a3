/* Every fault of the code generator is noticed: kernels generated for the
 * programs of tests/mutants run at their full size on the first OpenCL device
 * and are good; then each of their mutants (mutate.h), judged as tuning
 * judges, is not. A fault may leave the effect to chance (an element of local
 * memory that nothing wrote holds what was there before): a mutant is
 * unnoticed when none of 3 measurements notices it, each but the first in a
 * fresh worker, whose memory no kernel has written. Exits with 77 when there
 * is no device. Every second mutant, all of them with LIFT_TUNE_LONG in the
 * environment. With VERBOSE in the environment it says how each mutant was
 * noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/oracles.h"
#include "codegen_opencl/codegen.h"
#include "tests/cli/mutate.h"

/* Names that may be exchanged are those of values that differ and are not used
 * alike: a dot product with its inputs swapped is no mutant. The size of the
 * groups of mapGlobal: more than 1 makes more items than elements. */
static const struct Row {
	const char *name;
	int64_t local_size;
	const char *swaps;
	int fewest; /* mutants */
} rows[] = {
	{ "asum", 0, "", 12 },
	{ "dot", 0, "", 11 },
	{ "scal", 64, "", 6 },
	{ "gemv", 64, "s3 s4", 11 },
	{ "group", 0, "", 8 },
	{ "partial", 0, "", 11 },
	{ "blocks", 0, "", 8 },
	{ "pair", 0, "o0 o1 i0 i1", 8 },
	{ "moments", 0, "o0 o1", 8 },
	{ "remainder", 0, "", 18 },
	{ "mix", 0, "i0 i1", 7 },
};

static char *const worker_argv[] = { "tests/harness/worker_main", NULL };

/* One program on the harness. */
typedef struct Bench {
	Harness *harness;
	Diags *diags;
	Session session;
	Oracles *oracles;
	const struct Row *row;
	const Artifact *artifact;
	int mutants, unnoticed;
} Bench;

enum { TRIALS = 3 };

static void open_worker(Bench *bench)
{
	HarnessOptions options = { .worker = worker_argv, .run_timeout_s = 10,
				   .seed = 1 };

	bench->harness = harness_open(&options, bench->diags);
	assert_non_null(bench->harness);
}

static void renew_worker(Bench *bench)
{
	harness_close(bench->harness);
	open_worker(bench);
	assert_true(oracles_load(bench->oracles, &bench->session,
				 bench->harness));
}

static Measurement *measure(Bench *bench, const char *source)
{
	Measurement *m = calloc(1, sizeof *m);
	Artifact artifact = *bench->artifact;
	HarnessCandidate candidate = { .artifact = &artifact };

	oracles_growth(&bench->session, bench->session.program->body,
		       candidate.growth);
	artifact.source = source;
	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	return m;
}

/* A mutant that is no kernel any more would show nothing. */
static bool is_noticed(Status status)
{
	return status == STATUS_WRONG || status == STATUS_NAN
	    || status == STATUS_GUARD || status == STATUS_RUN_CRASH;
}

static void try_mutant(void *context, const Mutant *mutant)
{
	Bench *bench = context;
	Measurement *m;
	bool noticed;

	if (bench->mutants++ % 2 && !getenv("LIFT_TUNE_LONG"))
		return;
	m = measure(bench, mutant->source);
	noticed = is_noticed(m->status);
	for (int i = 1; i < TRIALS && !noticed; i++) {
		free(m);
		renew_worker(bench);
		m = measure(bench, mutant->source);
		noticed = is_noticed(m->status);
	}
	bench->unnoticed += !noticed;
	if (!noticed || getenv("VERBOSE"))
		printf("%-10s line %2d: %s: %s: %s (%s)\n", bench->row->name,
		       mutant->line, mutant->fault, mutant->change,
		       status_name(m->status), m->reason);
	free(m);
}

static void read_program(Session *s, const char *name)
{
	const char *folder = getenv("srcdir");
	const char **word;

	*s = (Session){ .arena = arena_new(), .diags = diags_new() };
	word = ARENA_NEW(s->arena, const char *);
	*word = arena_printf(s->arena, "%s/tests/mutants/%s.json",
			     folder ? folder : ".", name);
	s->options = ARENA_NEW(s->arena, Options);
	*s->options = (Options){ .command = CMD_TUNE, .word_count = 1,
				 .words = word, .fp = FP_REASSOC,
				 .rtol = -1, .atol = -1 };
	if (!session_load(s))
		diags_print(s->diags, stderr);
	assert_non_null(s->program);
}

static const Artifact *generate(Bench *bench)
{
	const Device *device = harness_device(bench->harness);
	const Session *s = &bench->session;
	CodegenOptions options = codegen_options(device);
	LegalFault fault = { 0 };
	const Artifact *artifact;

	options.contract = true;
	options.local_size[0] = bench->row->local_size;
	artifact = codegen(s->arena, s->program, s->program->body, device,
			   &options, &fault);
	if (!artifact)
		fail_msg("%s: %s", bench->row->name, fault.message);
	return artifact;
}

static void expect_good(Bench *bench)
{
	Measurement *m = measure(bench, bench->artifact->source);

	if (m->status != STATUS_OK && m->status != STATUS_SLOW)
		fail_msg("%s, unchanged: %s (%s)", bench->row->name,
			 status_name(m->status), m->reason);
	free(m);
}

/* Float programs are judged exactly first; else one element of millions would
 * be lost in the tolerance. */
static void load(Bench *bench)
{
	Session *s = &bench->session;

	bench->oracles = oracles_new(s);
	assert_non_null(bench->oracles);
	assert_true(bench->oracles->exact
		    || scalar_is_int(s->program->out_ports[0].scalar));
	assert_true(oracles_load(bench->oracles, s, bench->harness));
}

static void try_row(Bench *bench)
{
	read_program(&bench->session, bench->row->name);
	bench->artifact = generate(bench);
	bench->mutants = 0;
	load(bench);
	expect_good(bench);
	mutate(bench->artifact->source, bench->row->swaps, try_mutant, bench);
	if (bench->mutants < bench->row->fewest)
		fail_msg("%s: only %d mutants of\n%s", bench->row->name,
			 bench->mutants, bench->artifact->source);
	oracles_free(bench->oracles);
	session_free(&bench->session);
}

static void every_mutant_is_noticed(void **state)
{
	Bench bench = { .diags = diags_new() };

	(void)state;
	open_worker(&bench);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bench.row = &rows[i];
		try_row(&bench);
	}
	assert_int_equal(bench.unnoticed, 0);
	harness_close(bench.harness);
	diags_free(bench.diags);
}

/* A missing barrier need not show where items run side by side, so this is for
 * CPUs; simulators are too slow. */
static bool has_device(void)
{
	Device *devices = calloc(HARNESS_DEVICES, sizeof *devices);
	HarnessOptions options = { .worker = worker_argv };
	Diags *diags = diags_new();
	int count = harness_devices(&options, devices, diags);
	bool fits = count > 0 && devices[0].type == DEVICE_CPU
		 && !device_is_simulator(&devices[0]);

	diags_free(diags);
	free(devices);
	return fits;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_mutant_is_noticed),
	};

	if (!has_device()) {
		puts("skipped: no CPU as an OpenCL device");
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_harness/harness_state.h"
#include "tests/harness/harness_fixture.h"

char *const plain_argv[] = { STAND_IN, NULL };

static void count_starts(void *context, const char *text, size_t length)
{
	static const char word[] = "started\n";
	Bench *bench = context;
	const char *end = text + length;

	while ((text = memmem(text, (size_t)(end - text), word,
			      sizeof word - 1))) {
		bench->starts++;
		text++;
	}
}

static bool asked_to_stop(void *context)
{
	return ((const Bench *)context)->stop;
}

HarnessOptions options_for(Bench *bench, char *const *argv)
{
	return (HarnessOptions){
		.worker = argv, .build_timeout_s = bench->limit_s,
		.run_timeout_s = bench->limit_s, .seed = 1,
		.log = count_starts, .stop = asked_to_stop, .context = bench,
	};
}

void harness_fixture_load(Bench *bench)
{
	static const Judgement exact = { .exact = true };
	Port in = { .name = "x", .ident = "x", .scalar = SCALAR_F32,
		    .rank = 1, .dims = { N }, .elements = N, .into = -1 };
	Port out = in;
	BenchData data = { .input_count = 1, .output_count = 1,
			   .set_count = SETS, .inputs = &in, .outputs = &out };

	for (int k = 0; k < SETS; k++) {
		bench->inputs[k] = array_of_port(&in);
		bench->outputs[k] = array_of_port(&out);
		for (int i = 0; i < N; i++) {
			array_set(&bench->inputs[k], i, i + 7 * k);
			array_set(&bench->outputs[k], i, 2 * (i + 7 * k));
		}
		data.sets[k] = (BenchSet){ &bench->inputs[k], &exact };
	}
	assert_true(harness_load(bench->harness, &data, bench->diags));
	for (int k = 0; k < SETS; k++)
		harness_expect(bench->harness, k, 0, &bench->outputs[k], NULL);
}

Bench *bench_new(char *const *argv, int recycle_after)
{
	Bench *bench = calloc(1, sizeof *bench);
	HarnessOptions options;

	bench->limit_s = PATIENT_SECONDS;
	options = options_for(bench, argv);
	options.recycle_after = recycle_after;
	bench->diags = diags_new();
	strcpy(bench->marker, "unit_harness.XXXXXX");
	assert_true(close(mkstemp(bench->marker)) == 0);
	unlink(bench->marker);
	bench->harness = harness_open(&options, bench->diags);
	if (bench->harness)
		harness_fixture_load(bench);
	return bench;
}

void bench_limit(Bench *bench, double build_s, double run_s)
{
	bench->harness->options.build_timeout_s = build_s;
	bench->harness->options.run_timeout_s = run_s;
}

void bench_free(Bench *bench)
{
	harness_close(bench->harness);
	diags_free(bench->diags);
	for (int k = 0; k < SETS; k++) {
		array_free(&bench->inputs[k]);
		array_free(&bench->outputs[k]);
	}
	unlink(bench->marker);
	free(bench);
}

Artifact artifact_of(const char *source)
{
	static const ArtifactBuffer buffers[] = {
		{ BUFFER_INPUT, 0, SCALAR_F32, N, -1, false },
		{ BUFFER_OUTPUT, 0, SCALAR_F32, N, -1, true },
	};
	static const ArtifactArg args[] = {
		{ ARG_BUFFER, 0, SCALAR_F32 }, { ARG_BUFFER, 1, SCALAR_F32 },
	};
	static const ArtifactKernel kernels[] = {
		{ .name = "k0", .arg_count = 2, .args = args,
		  .dims = 1, .global = { N, 1, 1 }, .local = { 1, 1, 1 },
		  .local_bytes = 0, .private_bytes = 0, .lines = 1 },
	};

	return (Artifact){ .source = source, .build_options = "",
			   .buffer_count = 2, .buffers = buffers,
			   .kernel_count = 1, .kernels = kernels };
}

Measurement *measure(Bench *bench, const char *source)
{
	Measurement *m = calloc(1, sizeof *m);
	Artifact artifact = artifact_of(source);
	HarnessCandidate candidate = { .artifact = &artifact };

	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	return m;
}

void expect(Bench *bench, const char *source, Status status,
	    const char *reason)
{
	Measurement *m = measure(bench, source);

	if (m->status != status || !strstr(m->reason, reason)
	    || (status == STATUS_OK) != !m->reason[0])
		fail_msg("%s: %s (%s), expected %s (%s)", source,
			 status_name(m->status), m->reason,
			 status_name(status), reason);
	assert_int_equal(m->sample_count > 0, status_rows[status].timed);
	assert_int_equal(m->min_ns > 0, status_rows[status].timed);
	free(m);
}

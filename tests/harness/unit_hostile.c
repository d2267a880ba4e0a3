/* Kernels that take their worker down, hang, or ask for too much, through the
 * real worker on the first OpenCL device: every one ends with a status of its
 * own, and the next good kernel is measured right. By default those that are
 * quickly over; with LIFT_TUNE_LONG in the environment also bombs for compilers
 * and everything that must be waited for. Exits with 77 when there is no
 * device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench_harness/harness_state.h"

enum { N = 1 << 14, GROUP = 64, SOURCE = 65536 };

static char *const worker_argv[] = { "tests/harness/worker_main", NULL };

#define FAILED "run_crash run_timeout build_crash build_timeout"

/* What is before the kernel, what it does beside y[g] = x[g] + 1, and which
 * statuses it may end with. */
static const struct Hostile {
	const char *name, *before, *body, *statuses;
	bool slow;
} hostiles[] = {
	{ "trap", "", "__builtin_trap();", FAILED " wrong ok", false },
	{ "recursion", "float f(float v, int n) { volatile float w[64]; "
	  "w[n & 63] = v; return n < 0 ? v : f(w[n & 63], n + 1) + w[1]; }",
	  "if (f(x[g], 1) == 3) y[g] = 0;",
	  FAILED " build_error wrong", false },
	{ "far local store", "", "local float t[64]; t[g % 64] = x[g]; "
	  "barrier(CLK_LOCAL_MEM_FENCE); "
	  "if (g == 3) *((volatile local float *)t + (1L << 36)) = 1; "
	  "y[g] = t[g % 64] + 1;", FAILED, false },
	{ "missing barrier", "", "local float t[64]; t[63 - g % 64] = x[g]; "
	  "y[g] = t[(g + 31) % 64] + 1;", "wrong nan", false },
	{ "barrier in a branch", "", "if (g % 64 == 7) { "
	  "barrier(CLK_LOCAL_MEM_FENCE); y[g] = x[g + 1 - g % 2]; }",
	  FAILED " wrong ok slow", true },
	{ "barrier in a loop of another length", "",
	  "for (int i = 0; i < g % 64; i++) { y[g] += i; "
	  "barrier(CLK_GLOBAL_MEM_FENCE); }", FAILED " wrong ok slow",
	  true },
	{ "much private memory", "", "float p[100000]; "
	  "for (int i = 0; i < 100000; i++) p[i] = x[(g + i) % 64] * i; "
	  "barrier(CLK_LOCAL_MEM_FENCE); float a = 0; "
	  "for (int i = 0; i < 100000; i += 7) a += p[(i * 31 + (int)g) "
	  "% 100000]; if (a == 12345) y[g] = 0;",
	  FAILED " launch_error ok slow oom", true },
	{ "inline assembly", "", "__asm__ volatile (\"ud2\");",
	  FAILED " build_error", false },
	{ "floods its output", "", "for (int i = 0; i < 64; i++) "
	  "printf(\"%d %d and much more text than anybody wants to read\\n\", "
	  "(int)g, i);", "ok slow run_timeout", true },
	{ "loop unrolled 4096 times", "", "float a = x[g];\n"
	  "#pragma unroll\nfor (int i = 0; i < 4096; i++) "
	  "a = sin(a * i) + cos(a + x[(g + i) % 64]); "
	  "if (a == 12345) y[g] = 0;", FAILED " ok slow", true },
	{ "macro bomb", "#define A(x) x + x + x + x + x + x + x + x\n"
	  "#define B(x) A(A(x))\n#define C(x) B(B(x))\n"
	  "#define D(x) C(B(x))\n",
	  "if (D(x[g] * y[g]) == 12345) y[g] = 0;",
	  FAILED " build_error ok slow oom", true },
	{ "thousands of arrays", "", "float q[4096][64]; "
	  "for (int i = 0; i < 4096; i++) q[i][g % 64] = x[g]; "
	  "if (q[g % 4096][(g + 1) % 64] == 12345) y[g] = 0;",
	  FAILED " launch_error ok slow oom", true },
};

typedef struct Bench {
	Harness *harness;
	Diags *diags;
} Bench;

static void load(Bench *bench)
{
	static const Judgement exact = { .exact = true };
	Port port = { .name = "x", .ident = "x", .scalar = SCALAR_F32,
		      .rank = 1, .dims = { N }, .elements = N, .into = -1 };
	Array x = array_of_port(&port), y = array_of_port(&port);
	BenchData data = { .input_count = 1, .output_count = 1,
			   .set_count = 1, .inputs = &port, .outputs = &port,
			   .sets = { { &x, &exact } } };

	for (int i = 0; i < N; i++) {
		array_set(&x, i, i % 97);
		array_set(&y, i, i % 97 + 1);
	}
	assert_true(harness_load(bench->harness, &data, bench->diags));
	harness_expect(bench->harness, 0, 0, &y, NULL);
	array_free(&x);
	array_free(&y);
}

typedef struct Launch {
	int args;
	int64_t global, local;
	const char *attribute;
} Launch;

static const Launch usual = { 2, N, GROUP, "" };

static Measurement *measure(Bench *bench, const char *before, const char *body,
			    const Launch *launch)
{
	static const ArtifactBuffer buffers[] = {
		{ BUFFER_INPUT, 0, SCALAR_F32, N, -1, false },
		{ BUFFER_OUTPUT, 0, SCALAR_F32, N, -1, true },
	};
	static const ArtifactArg args[] = {
		{ ARG_BUFFER, 0, SCALAR_F32 }, { ARG_BUFFER, 1, SCALAR_F32 },
	};
	ArtifactKernel kernel = {
		.name = "k0", .arg_count = launch->args, .args = args,
		.dims = 1, .global = { launch->global, 1, 1 },
		.local = { launch->local, 1, 1 }, .lines = 1,
	};
	char *source = calloc(1, SOURCE);
	Artifact artifact = { .source = source, .build_options = "",
			      .buffer_count = 2, .buffers = buffers,
			      .kernel_count = 1, .kernels = &kernel };
	HarnessCandidate candidate = { .artifact = &artifact };
	Measurement *m = calloc(1, sizeof *m);

	snprintf(source, SOURCE, "%s\nkernel %s void k0(global const float *x, "
		 "global float *y)\n{\n    const long g = get_global_id(0);\n"
		 "    y[g] = x[g] + 1;\n    %s\n}\n", before,
		 launch->attribute, body);
	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	free(source);
	return m;
}

static bool is_one_of(const char *name, const char *names)
{
	size_t length = strlen(name);

	for (const char *at = names; (at = strstr(at, name)); at++)
		if ((at == names || at[-1] == ' ')
		    && (!at[length] || at[length] == ' '))
			return true;
	return false;
}

static void expect(Bench *bench, const char *name, Measurement *m,
		   const char *statuses)
{
	if (getenv("VERBOSE") || getenv("LIFT_TUNE_LONG"))
		printf("%s: %s (%.70s)\n", name, status_name(m->status),
		       m->reason);
	if (!is_one_of(status_name(m->status), statuses))
		fail_msg("%s: %s (%s), expected %s", name,
			 status_name(m->status), m->reason, statuses);
	if (!status_rows[m->status].timed)
		assert_true(m->sample_count == 0 && m->min_ns == 0);
	assert_null(harness_lost(bench->harness));
	free(m);
}

static void expect_good(Bench *bench)
{
	expect(bench, "good kernel", measure(bench, "", "", &usual),
	       "ok slow");
}

static Bench *bench_new(double build_s, double run_s)
{
	HarnessOptions options = {
		.worker = worker_argv, .build_timeout_s = build_s,
		.run_timeout_s = run_s, .seed = 1,
	};
	Bench *bench = calloc(1, sizeof *bench);

	bench->diags = diags_new();
	bench->harness = harness_open(&options, bench->diags);
	assert_non_null(bench->harness);
	load(bench);
	return bench;
}

/* From now on; good kernels get the longer ones. */
static void limit(Bench *bench, double build_s, double run_s)
{
	bench->harness->options.build_timeout_s = build_s;
	bench->harness->options.run_timeout_s = run_s;
}

static void bench_free(Bench *bench)
{
	harness_close(bench->harness);
	diags_free(bench->diags);
	free(bench);
}

static void hostile_kernels_are_survived(void **state)
{
	bool at_length = getenv("LIFT_TUNE_LONG") != NULL;
	Bench *bench = bench_new(60, 60);
	int survived = 0;

	(void)state;
	expect_good(bench);
	for (size_t i = 0; i < sizeof hostiles / sizeof *hostiles; i++) {
		const struct Hostile *h = &hostiles[i];

		if (h->slow && !at_length)
			continue;
		limit(bench, 20, 3);
		expect(bench, h->name, measure(bench, h->before, h->body,
					       &usual), h->statuses);
		limit(bench, 60, 60);
		expect_good(bench);
		survived++;
	}
	printf("%d hostile kernels survived\n", survived);
	bench_free(bench);
}

static void launches_that_do_not_fit_are_refused(void **state)
{
	static const struct {
		const char *name;
		Launch launch;
		const char *statuses;
	} rows[] = {
		{ "another group than is required",
		  { 2, N, GROUP, "__attribute__((reqd_work_group_size(32, 1, "
		    "1)))" }, "launch_error" },
		{ "an argument that is not set", { 1, N, GROUP, "" },
		  "launch_error" },
		{ "a group that does not divide", { 2, N, 48, "" },
		  "launch_error" },
		{ "no items", { 2, 0, 1, "" }, "launch_error" },
		{ "items for half of it", { 2, N / 2, GROUP, "" }, "wrong" },
	};
	Bench *bench = bench_new(60, 60);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		expect(bench, rows[i].name,
		       measure(bench, "", "", &rows[i].launch),
		       rows[i].statuses);
		expect_good(bench);
	}
	bench_free(bench);
}

static bool has_device(void)
{
	Device *devices = calloc(HARNESS_DEVICES, sizeof *devices);
	HarnessOptions options = { .worker = worker_argv };
	Diags *diags = diags_new();
	int count = harness_devices(&options, devices, diags);
	bool real = count > 0 && !device_is_simulator(&devices[0]);

	diags_free(diags);
	free(devices);
	return real;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hostile_kernels_are_survived),
		cmocka_unit_test(launches_that_do_not_fit_are_refused),
	};

	if (!has_device()) {
		puts("skipped: no OpenCL device that is real");
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}

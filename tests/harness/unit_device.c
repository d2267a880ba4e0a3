/* The harness with the real worker on the first OpenCL device: good kernels are
 * verified and timed, hostile ones are survived, and after each of them the
 * next good kernel is measured right. Exits with 77 when there is no device.
 * With VERBOSE in the environment it prints what each measurement cost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/device_fixture.h"

#define SCAL "y[g0] = s0 * x[g0];"

static void expect_good(Bench *bench)
{
	expect(bench, "good kernel", scal(N, 64, false, SCAL), STATUS_OK, "");
}

static void test_asum(void **state)
{
	for (int plain = 0; plain < 2; plain++) {
		Bench *bench = bench_new(plain);

		(void)state;
		load_asum(bench, LONG);
		expect(bench, "asum 4M", asum(LONG, false), STATUS_OK, "");
		expect(bench, "asum again", asum(LONG, false), STATUS_OK, "");
		expect(bench, "asum less one", asum(LONG, true),
		       STATUS_WRONG, "data set 0");
		bench_free(bench);
	}
}

/* Overwritten data are restored: an alpha far from 1 would overflow within the
 * repetitions of one candidate, and then be slow or wrong. */
static void test_scal_in_place(void **state)
{
	static const double alphas[] = { 1e-3, 1e12 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		Bench *bench = bench_new(i);

		load_scal(bench, N, alphas[i], true);
		expect(bench, "scal in place", scal(N, 64, true, SCAL),
		       STATUS_OK, "");
		expect(bench, "scal in place",
		       scal(N, 256, true, "y[g0] *= s0;"), STATUS_OK, "");
		expect(bench, "scal in place, wrong",
		       scal(N, 64, true, "if (g0) y[g0] = s0 * x[g0];"),
		       STATUS_WRONG, "element 0: got 1");
		bench_free(bench);
	}
}

static void test_scal_long(void **state)
{
	Bench *bench = bench_new(false);

	(void)state;
	load_scal(bench, LONG, 2.5, true);
	expect(bench, "scal 4M in place", scal(LONG, 1024, true, SCAL),
	       STATUS_OK, "");
	load_scal(bench, LONG, 2.5, false);
	expect(bench, "scal 4M", scal(LONG, 256, false, SCAL), STATUS_OK, "");
	bench_free(bench);
}

/* Rows: what it does, how it ends; body is for scal. */
static const struct {
	const char *name, *body;
	Status status;
	const char *reason;
} hostile[] = {
	{ "syntax error", "y[g0] = ;", STATUS_BUILD_ERROR, "error" },
	{ "unknown function", "y[g0] = nothing(x[g0]);", STATUS_BUILD_ERROR,
	  "clBuildProgram" },
	{ "far store", SCAL " if (g0 == 7) y[1L << 40] = 0;",
	  STATUS_RUN_CRASH, "signal" },
	{ "null store",
	  SCAL " if (g0 == 7) *(volatile global int *)(s0 < 0) = 1;",
	  STATUS_RUN_CRASH, "signal" },
	{ "near store behind", SCAL " if (g0 == 7) y[65536] = 0;",
	  STATUS_GUARD, "at byte 262144 of 262144" },
	{ "near store before", SCAL " if (g0 == 7) y[-100] = 0;",
	  STATUS_GUARD, "at byte -400 of 262144" },
	{ "near load", "y[g0] = s0 * x[g0 + 1];", STATUS_WRONG, "" },
	{ "store into the input",
	  SCAL " ((global float *)x)[g0] = 0;", STATUS_RUN_CRASH,
	  "signal" },
	{ "wrong result", "y[g0] = s0 * x[g0] + (g0 == 1000);", STATUS_WRONG,
	  "element 1000" },
	{ "nan", "y[g0] = g0 == 3 ? NAN : s0 * x[g0];", STATUS_NAN,
	  "element 3" },
	{ "last one missing", "if (g0 < 65535) y[g0] = s0 * x[g0];",
	  STATUS_WRONG, "element 65535: never written" },
	{ "integer division by zero",
	  "y[g0] = s0 * x[g0] + (7 / (int)(x[g0] * 0));", STATUS_RUN_CRASH,
	  "signal 8" },
	{ "much local memory",
	  "local float t[1 << 20]; t[g0] = x[g0];"
	  " barrier(CLK_LOCAL_MEM_FENCE); y[g0] = t[g0];",
	  STATUS_LAUNCH_ERROR, "local memory" },
	{ "prints", "if (g0 < 9) printf(\"hello %d\\n\", (int)g0); " SCAL,
	  STATUS_OK, "" },
	{ "reads a file", "y[g0] =\n#include \"/etc/passwd\"\n;",
	  STATUS_BUILD_ERROR, "" },
};

/* The one test that waits for a limit. */
static void test_endless_kernel(void **state)
{
	Bench *bench = bench_new(false);

	(void)state;
	load_scal(bench, N, 2.5, false);
	bench_limit(bench, 3);
	expect(bench, "infinite loop",
	       scal(N, 64, false,
		    "volatile int on = 1; while (on) y[g0] = x[g0];"),
	       STATUS_RUN_TIMEOUT, "running");
	bench_limit(bench, PATIENT_SECONDS);
	expect_good(bench);
	bench_free(bench);
}

static void test_hostile_kernels(void **state)
{
	Bench *bench = bench_new(false);

	(void)state;
	load_scal(bench, N, 2.5, false);
	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
		expect(bench, hostile[i].name,
		       scal(N, 64, false, hostile[i].body), hostile[i].status,
		       hostile[i].reason);
		expect_good(bench);
	}
	bench_free(bench);
}

/* The driver's own memory is compared instead of write-protected. */
static void test_plain_buffers(void **state)
{
	Bench *bench = bench_new(true);

	(void)state;
	load_scal(bench, N, 2.5, false);
	expect_good(bench);
	expect(bench, "store into the input",
	       scal(N, 64, false, SCAL " ((global float *)x)[g0] = 0;"),
	       STATUS_GUARD, "input 1");
	expect_good(bench);
	expect(bench, "near store",
	       scal(N, 64, false, SCAL " if (g0 == 7) y[-1] = 0;"),
	       STATUS_GUARD, "at byte -4");
	expect_good(bench);
	bench_free(bench);
}

static Program *with_group(int64_t global, int64_t local)
{
	Program *p = scal(N, 64, false, SCAL);

	p->kernels[0].global[0] = global;
	p->kernels[0].local[0] = local;
	return p;
}

static void test_launch_limits(void **state)
{
	Bench *bench = bench_new(false);
	const Device *device = harness_device(bench->harness);
	Program *private = scal(N, 64, false, SCAL);
	Program *named = scal(N, 64, false, SCAL);
	Program *option = scal(N, 64, false, SCAL);

	(void)state;
	load_scal(bench, N, 2.5, false);
	expect(bench, "group too large",
	       with_group(4 * device->max_group_size,
			  2 * device->max_group_size),
	       STATUS_LAUNCH_ERROR, "allows");
	expect(bench, "group does not divide", with_group(N, 48),
	       STATUS_LAUNCH_ERROR, "does not divide");
	expect(bench, "no items", with_group(0, 1), STATUS_LAUNCH_ERROR,
	       "does not divide");
	private->kernels[0].private_bytes = 400 * 1024;
	expect(bench, "much private memory", private,
	       device->type == DEVICE_CPU ? STATUS_LAUNCH_ERROR : STATUS_OK,
	       "");
	named->kernels[0].name = "k7";
	expect(bench, "no such kernel", named, STATUS_BUILD_ERROR, "NAME");
	option->artifact.build_options = "-no-such-option";
	expect(bench, "bad option", option, STATUS_BUILD_ERROR, "");
	expect_good(bench);
	bench_free(bench);
}

/* Stores outside of a temp, and a temp that is not written, are seen. */
static void test_temps(void **state)
{
	Bench *bench = bench_new(false);

	(void)state;
	load_asum(bench, N);
	expect(bench, "asum", asum(N, false), STATUS_OK, "");
	expect(bench, "temp off by one", asum_to(N, false, "t0[g0 + 1]"),
	       STATUS_GUARD, "temp 0");
	expect(bench, "temp not written",
	       asum_to(N, false, "if (g0) t0[g0]"), STATUS_NAN, "");
	bench_free(bench);
}

/* In every width, at odd lengths: the guard begins at the very next byte, and a
 * single element that stays away is missed. */
static void test_widths(void **state)
{
	static const Scalar scalars[] = { SCALAR_BOOL, SCALAR_I16, SCALAR_U32,
					  SCALAR_F64 };
	static const int64_t sizes[] = { 3, 1021 };
	Bench *bench = bench_new(false);

	(void)state;
	for (int i = 0; i < 4; i++) {
		Scalar scalar = scalars[i];
		int64_t n = sizes[i % 2];

		load_copy(bench, scalar, n);
		expect(bench, scalar_name(scalar), copy_to(scalar, n, "y[g0]"),
		       STATUS_OK, "");
		expect(bench, scalar_name(scalar),
		       copy_to(scalar, n, "y[g0 + 1]"), STATUS_GUARD,
		       "outside of output 0");
		expect(bench, scalar_name(scalar),
		       copy_to(scalar, n, "if (g0 != 1) y[g0]"), STATUS_WRONG,
		       "element 1: never written");
	}
	bench_free(bench);
}

/* Rows: what a kernel does that is right when it is verified. */
static const struct {
	const char *name, *body, *reason;
} later[] = {
	{ "wrong from launch 5 on",
	  "y[g0] = s0 * x[g0] + (launch >= 5 && g0 == 65535);",
	  "element 65535" },
	{ "empty from launch 5 on", "if (launch < 5) y[g0] = s0 * x[g0];",
	  "element 0: never written" },
	{ "one left out from launch 2 on",
	  "if (launch < 2 || g0 != 9) y[g0] = s0 * x[g0];",
	  "element 9: never written" },
	{ "other bits from launch 4 on",
	  "y[g0] = s0 * x[g0] * (launch < 4 ? 1.0f : 1.0000001f);",
	  "other bits" },
	{ "wrong in every other launch",
	  "y[g0] = s0 * x[g0] + (launch % 2 == 0);", "element 0" },
};

/* A kernel that is right when it is verified and wrong when it is timed has no
 * time. Each is the first on its data, so that a loaded machine makes none of
 * them slow before it is looked at. */
static void test_wrong_later(bool plain)
{
	Bench *bench = bench_new(plain);

	load_scal(bench, N, 2.5, false);
	expect(bench, "counting", counting(N, SCAL), STATUS_OK, "");
	for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
		load_scal(bench, N, 2.5, false);
		expect(bench, later[i].name, counting(N, later[i].body),
		       STATUS_WRONG, later[i].reason);
	}
	expect_good(bench);
	bench_free(bench);
}

static void test_wrong_when_timed(void **state)
{
	(void)state;
	test_wrong_later(false);
}

static void test_wrong_when_timed_plain(void **state)
{
	(void)state;
	test_wrong_later(true);
}

/* Rows: the best of a search is launched some hundred times more. */
static const char *const rare[] = {
	"y[g0] = s0 * x[g0] + (launch >= 50);",
	"if (launch < 50) y[g0] = s0 * x[g0];",
	"y[g0] = s0 * x[g0] + (launch * 2654435761u >> 8) % 50 == 0;",
};

static void test_rarely_wrong(void **state)
{
	Bench *bench = bench_new(false);
	Ranked *ranked = calloc(1, sizeof *ranked);

	(void)state;
	load_scal(bench, N, 2.5, false);
	for (size_t i = 0; i < sizeof rare / sizeof *rare; i++) {
		Program *p = counting(N, rare[i]);
		HarnessCandidate candidate = { .artifact = &p->artifact };

		assert_int_equal(harness_rank(bench->harness, 1, &candidate,
					      5, ranked), -1);
		assert_int_equal(ranked->status, STATUS_WRONG);
		free(p);
	}
	free(ranked);
	bench_free(bench);
}

/* A time in which the data cannot be moved is measured once more, in a fresh
 * worker, and not believed; what they can be moved in is. */
static void test_impossible_time(void **state)
{
	Bench *bench = bench_new(false);

	(void)state;
	load_moved_scal(bench, N, 8.0 * N);
	expect_good(bench);
	load_moved_scal(bench, N, 16 << 20);
	expect(bench, "16 MiB of half of one", scal(N, 64, false, SCAL),
	       STATUS_WRONG, "must be read");
	load_moved_scal(bench, N, 8.0 * N);
	expect_good(bench);
	bench_free(bench);
}

/* Kernels that are ranked share temps: what one of them left there, or in the
 * outputs, is not held against another. */
static void test_rank_beside(void **state)
{
	enum { COUNT = 3 };
	static const char *const bodies[COUNT] = {
		SCAL, "y[g0] = x[g0] * s0;",
		"y[g0] = s0 * x[g0] * (launch > 0 ? 1.0000001f : 1.0f);",
	};
	Bench *bench = bench_new(false);
	HarnessCandidate candidates[COUNT] = { 0 };
	Program *programs[COUNT];
	Ranked *ranked = calloc(COUNT, sizeof *ranked);

	(void)state;
	load_tolerant_scal(bench, N, 2.5);
	for (int i = 0; i < COUNT; i++) {
		programs[i] = counting(N, bodies[i]);
		programs[i]->buffers[2].elements = 4 + 1000 * i;
		candidates[i].artifact = &programs[i]->artifact;
	}
	for (int seed = 0; seed < 3; seed++)
		assert_true(harness_rank(bench->harness, COUNT, candidates, 4,
					 ranked) >= 0);
	for (int i = 0; i < COUNT; i++) {
		assert_int_equal(ranked[i].status, STATUS_OK);
		free(programs[i]);
	}
	free(ranked);
	bench_free(bench);
}

static void test_rank(void **state)
{
	enum { COUNT = 4, ROUNDS = 9 };
	static const int64_t groups[COUNT] = { 256, 1, 64, 1024 };
	Bench *bench = bench_new(false);
	Program *programs[COUNT];
	HarnessCandidate candidates[COUNT] = { 0 };
	Ranked *ranked = calloc(COUNT, sizeof *ranked);
	double start = now();
	int best;

	(void)state;
	load_scal(bench, 1 << 20, 2.5, true);
	for (int i = 0; i < COUNT; i++) {
		programs[i] = scal(1 << 20, groups[i], true, SCAL);
		candidates[i].artifact = &programs[i]->artifact;
	}
	start = now();
	best = harness_rank(bench->harness, COUNT, candidates, ROUNDS, ranked);
	if (getenv("VERBOSE"))
		printf("rank: %.1f ms\n", (now() - start) * 1e3);
	for (int i = 0; i < COUNT; i++) {
		if (getenv("VERBOSE"))
			printf("  group %4d: %.4f ms [%.4f, %.4f] %s\n",
			       (int)groups[i], ranked[i].estimate_ns * 1e-6,
			       ranked[i].low_ns * 1e-6,
			       ranked[i].high_ns * 1e-6,
			       i == best ? "best" : ranked[i].tie ? "tie" : "");
		if (ranked[i].status != STATUS_OK)
			fail_msg("group %d: %s", (int)groups[i],
				 ranked[i].reason);
		assert_true(ranked[i].sample_count >= ROUNDS);
		free(programs[i]);
	}
	assert_true(best >= 0 && best != 1);
	assert_true(ranked[1].estimate_ns > ranked[best].estimate_ns);
	free(ranked);
	bench_free(bench);
}

/* Computing without judging: the outputs are there. */
static void test_run(void **state)
{
	Bench *bench = bench_new(false);
	Program *p = scal(N, 64, false, "y[g0] = g0;");
	HarnessCandidate candidate = { .artifact = &p->artifact };
	Measurement *m = calloc(1, sizeof *m);
	const float *y;

	(void)state;
	load_scal(bench, N, 2.5, false);
	harness_build_begin(bench->harness, &candidate);
	harness_run(bench->harness, m);
	assert_int_equal(m->status, STATUS_OK);
	y = harness_output(bench->harness, 1, 0);
	assert_true(y[0] == 0 && y[N - 1] == N - 1);
	free(m);
	free(p);
	bench_free(bench);
}

/* The figures and faults here are those of real devices. */
static bool has_device(void)
{
	Device *devices = calloc(HARNESS_DEVICES, sizeof *devices);
	HarnessOptions options = { .worker = worker_argv };
	Diags *diags = diags_new();
	int count = harness_devices(&options, devices, diags);
	bool real = count > 0 && !device_is_simulator(&devices[0]);

	for (int i = 0; i < count; i++)
		printf("device %d: %s, %s, %s\n", i, devices[i].platform,
		       devices[i].name, devices[i].driver);
	diags_free(diags);
	free(devices);
	return real;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_asum),
		cmocka_unit_test(test_scal_in_place),
		cmocka_unit_test(test_scal_long),
		cmocka_unit_test(test_hostile_kernels),
		cmocka_unit_test(test_endless_kernel),
		cmocka_unit_test(test_plain_buffers),
		cmocka_unit_test(test_launch_limits),
		cmocka_unit_test(test_temps),
		cmocka_unit_test(test_widths),
		cmocka_unit_test(test_wrong_when_timed),
		cmocka_unit_test(test_wrong_when_timed_plain),
		cmocka_unit_test(test_rarely_wrong),
		cmocka_unit_test(test_impossible_time),
		cmocka_unit_test(test_rank_beside),
		cmocka_unit_test(test_rank),
		cmocka_unit_test(test_run),
	};

	if (!has_device()) {
		puts("skipped: no OpenCL device that is real");
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}

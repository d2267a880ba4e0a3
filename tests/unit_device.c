/* The harness with the real worker on the first OpenCL device: good kernels are
 * verified and timed, hostile ones are survived, and after each of them the
 * next good kernel is measured right. Exits with 77 when there is no device.
 * With VERBOSE in the environment it prints what each measurement cost. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/rng.h"
#include "bench_harness/harness.h"

enum { N = 1 << 16, LONG = 1 << 24, PARTS = 64, SETS = 2 };

#define WORKER "tests/worker_main"

static char *const worker_argv[] = { WORKER, NULL };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct Bench {
	Harness *harness;
	Diags *diags;
	bool plain;
} Bench;

/* Limits are far above what good kernels need on a loaded machine. */
static Bench *bench_with(bool plain, double run_timeout_s)
{
	Bench *bench = calloc(1, sizeof *bench);
	HarnessOptions options = {
		.worker = worker_argv, .build_timeout_s = 60,
		.run_timeout_s = run_timeout_s, .plain_buffers = plain,
		.seed = 1,
	};

	bench->diags = diags_new();
	bench->plain = plain;
	bench->harness = harness_open(&options, bench->diags);
	if (!bench->harness)
		diags_print(bench->diags, stderr);
	assert_non_null(bench->harness);
	return bench;
}

static Bench *bench_new(bool plain)
{
	return bench_with(plain, 60);
}

static void bench_free(Bench *bench)
{
	harness_close(bench->harness);
	diags_free(bench->diags);
	free(bench);
}

static Port port_of(const char *name, int64_t elements, int into)
{
	return (Port){ .name = name, .ident = name, .scalar = SCALAR_F32,
		       .rank = elements ? 1 : 0, .dims = { elements },
		       .elements = elements ? elements : 1, .into = into };
}

/* Set 0: zeros and ones, the last one; set 1: in [-1, 1). */
static void fill(Array *x, int set)
{
	Rng rng = rng_seeded(7, (uint64_t)set);

	for (int64_t i = 0; i < x->elements; i++)
		array_set(x, i, set ? 2 * rng_unit(&rng) - 1
				    : (double)rng_below(&rng, 2));
	if (!set)
		array_set(x, x->elements - 1, 1);
}

static const Judgement exact = { .exact = true };
static const Judgement near = { .rtol = 1e-4, .atol = 1e-4 };

/* out = sum of |x|. */
static void load_asum(Bench *bench, int64_t n)
{
	Port in = port_of("x", n, -1), out = port_of("s", 0, -1);
	Array x[SETS], sum[SETS];
	BenchData data = {
		.input_count = 1, .output_count = 1, .set_count = SETS,
		.inputs = &in, .outputs = &out,
		.sets = { { &x[0], &exact }, { &x[1], &near } },
	};

	for (int k = 0; k < SETS; k++) {
		double total = 0;

		x[k] = array_of_port(&in);
		sum[k] = array_new(SCALAR_F64, 0, NULL);
		fill(&x[k], k);
		for (int64_t i = 0; i < n; i++)
			total += fabs(array_get(&x[k], i));
		array_set(&sum[k], 0, total);
	}
	assert_true(harness_load(bench->harness, &data, bench->diags));
	for (int k = 0; k < SETS; k++) {
		harness_expect(bench->harness, k, 0, &sum[k], NULL);
		array_free(&x[k]);
		array_free(&sum[k]);
	}
}

/* y = alpha x, over x if in_place. */
static void load_scal(Bench *bench, int64_t n, double alpha, bool in_place)
{
	Port in[2] = { port_of("alpha", 0, -1), port_of("x", n, -1) };
	Port out = port_of("y", n, in_place ? 1 : -1);
	Array x[SETS][2], y[SETS];
	BenchData data = {
		.input_count = 2, .output_count = 1, .set_count = SETS,
		.inputs = in, .outputs = &out,
		.sets = { { x[0], &exact }, { x[1], &near } },
	};

	for (int k = 0; k < SETS; k++) {
		x[k][0] = array_of_port(&in[0]);
		array_set(&x[k][0], 0, alpha);
		x[k][1] = array_of_port(&in[1]);
		y[k] = array_of_port(&out);
		fill(&x[k][1], k);
		for (int64_t i = 0; i < n; i++)
			array_set(&y[k], i, alpha * array_get(&x[k][1], i));
	}
	assert_true(harness_load(bench->harness, &data, bench->diags));
	for (int k = 0; k < SETS; k++) {
		harness_expect(bench->harness, k, 0, &y[k], NULL);
		array_free(&x[k][0]);
		array_free(&x[k][1]);
		array_free(&y[k]);
	}
}

typedef struct Program {
	char source[4096];
	ArtifactBuffer buffers[3];
	ArtifactArg args[2][3];
	ArtifactKernel kernels[2];
	Artifact artifact;
} Program;

/* Partial sums by PARTS items, stored at the place target, then one item adds
 * them up; lose makes the first kernel lose the last element. */
static Program *asum_to(int64_t n, bool lose, const char *target)
{
	Program *p = calloc(1, sizeof *p);

	snprintf(p->source, sizeof p->source,
		 "kernel void k0(global const float *restrict i0,\n"
		 "               global float *restrict t0)\n{\n"
		 "    const int g0 = get_global_id(0);\n"
		 "    float16 a = 0.0f;\n"
		 "    for (int j = 0; j < %lld; j++)\n"
		 "        a += fabs(vload16(g0 * %lld + j, i0));\n"
		 "    if (g0 == %d && %d) a.sf -= fabs(i0[%lld]);\n"
		 "    float8 b = a.lo + a.hi; float4 c = b.lo + b.hi;\n"
		 "    %s = c.x + c.y + c.z + c.w;\n}\n"
		 "kernel void k1(global const float *restrict t0,\n"
		 "               global float *restrict o0)\n{\n"
		 "    float a = 0.0f;\n"
		 "    for (int j = 0; j < %d; j++) a += t0[j];\n"
		 "    o0[0] = a;\n}\n",
		 (long long)n / PARTS / 16, (long long)n / PARTS / 16,
		 PARTS - 1, lose, (long long)n - 1, target, PARTS);
	p->buffers[0] = (ArtifactBuffer){ BUFFER_INPUT, 0, SCALAR_F32, n, -1,
					  false };
	p->buffers[1] = (ArtifactBuffer){ BUFFER_OUTPUT, 0, SCALAR_F32, 1, -1,
					  true };
	p->buffers[2] = (ArtifactBuffer){ BUFFER_TEMP, 0, SCALAR_F32, PARTS,
					  -1, true };
	for (int k = 0; k < 2; k++) {
		p->args[k][0] = (ArtifactArg){ ARG_BUFFER, k ? 2 : 0,
					       SCALAR_F32 };
		p->args[k][1] = (ArtifactArg){ ARG_BUFFER, k ? 1 : 2,
					       SCALAR_F32 };
		p->kernels[k] = (ArtifactKernel){
			.name = k ? "k1" : "k0", .arg_count = 2,
			.args = p->args[k], .dims = 1,
			.global = { k ? 1 : PARTS, 1, 1 },
			.local = { 1, 1, 1 },
		};
	}
	p->artifact = (Artifact){ .source = p->source, .build_options = "",
				  .buffer_count = 3, .buffers = p->buffers,
				  .kernel_count = 2, .kernels = p->kernels };
	return p;
}

static Program *asum(int64_t n, bool lose)
{
	return asum_to(n, lose, "t0[g0]");
}

/* One kernel k0(s0, i1, o0), n items in groups of that many; body may use g0,
 * and x and y with offsets from it. */
static Program *scal(int64_t n, int64_t group, bool in_place, const char *body)
{
	Program *p = calloc(1, sizeof *p);

	snprintf(p->source, sizeof p->source,
		 "kernel void k0(const float s0,\n"
		 "               global const float *x, global float *y)\n{\n"
		 "    const long g0 = get_global_id(0);\n    %s\n}\n", body);
	p->buffers[0] = (ArtifactBuffer){ BUFFER_INPUT, 1, SCALAR_F32, n, -1,
					  in_place };
	p->buffers[1] = (ArtifactBuffer){ BUFFER_OUTPUT, 0, SCALAR_F32, n,
					  in_place ? 1 : -1, true };
	p->args[0][0] = (ArtifactArg){ ARG_SCALAR, 0, SCALAR_F32 };
	p->args[0][1] = (ArtifactArg){ ARG_BUFFER, 0, SCALAR_F32 };
	p->args[0][2] = (ArtifactArg){ ARG_BUFFER, 1, SCALAR_F32 };
	p->kernels[0] = (ArtifactKernel){
		.name = "k0", .arg_count = 3, .args = p->args[0], .dims = 1,
		.global = { n, 1, 1 }, .local = { group, 1, 1 },
	};
	p->artifact = (Artifact){ .source = p->source, .build_options = "",
				  .buffer_count = 2, .buffers = p->buffers,
				  .kernel_count = 1, .kernels = p->kernels };
	return p;
}

static Measurement *measure(Bench *bench, Program *p)
{
	Measurement *m = calloc(1, sizeof *m);
	HarnessCandidate candidate = { &p->artifact, false };

	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	return m;
}

static void show(const char *name, const Measurement *m, double seconds)
{
	if (!getenv("VERBOSE"))
		return;
	printf("%-24s %-13s total %6.1f build %6.1f launch %6.1f check %5.1f "
	       "run %5.1f ms; min %8.3f ms x %d (%d samples)  %.90s\n", name,
	       status_name(m->status), seconds * 1e3, m->build_s * 1e3,
	       m->first_launch_s * 1e3, m->check_s * 1e3, m->run_s * 1e3,
	       m->min_ns * 1e-6, m->batch, m->sample_count, m->reason);
}

/* A loaded machine makes a good kernel slow. */
static bool as_good(Status status, Status expected)
{
	return status == expected
	    || (expected == STATUS_OK && status == STATUS_SLOW);
}

/* Measures and frees both. */
static void expect(Bench *bench, const char *name, Program *p, Status status,
		   const char *reason)
{
	double start = now();
	Measurement *m = measure(bench, p);

	show(name, m, now() - start);
	if (!as_good(m->status, status) || !strstr(m->reason, reason))
		fail_msg("%s: %s (%s), expected %s (%s)", name,
			 status_name(m->status), m->reason,
			 status_name(status), reason);
	assert_int_equal(m->sample_count > 0, status_rows[status].timed);
	if (status_rows[status].timed)
		assert_true(m->min_ns > 0);
	free(m);
	free(p);
}

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
		expect(bench, "asum 16M", asum(LONG, false), STATUS_OK, "");
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
	static const double alphas[] = { 2.5, 1e-3, 1e12 };

	(void)state;
	for (int i = 0; i < 4; i++) {
		Bench *bench = bench_new(i >= 3);

		load_scal(bench, N, alphas[i % 3], true);
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
	for (int i = 0; i < 3; i++)
		expect(bench, "scal 16M in place",
		       scal(LONG, i ? 256 : 1024, true, SCAL), STATUS_OK, "");
	load_scal(bench, LONG, 2.5, false);
	for (int i = 0; i < 3; i++)
		expect(bench, "scal 16M",
		       scal(LONG, i ? 256 : 1024, false, SCAL), STATUS_OK, "");
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

/* The one test that waits for a limit; good kernels keep within it, too. */
static void test_endless_kernel(void **state)
{
	Bench *bench = bench_with(false, 3);

	(void)state;
	load_scal(bench, N, 2.5, false);
	expect(bench, "infinite loop",
	       scal(N, 64, false,
		    "volatile int on = 1; while (on) y[g0] = x[g0];"),
	       STATUS_RUN_TIMEOUT, "running");
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

/* y = x on integers, n of them. */
static void load_copy(Bench *bench, Scalar scalar, int64_t n)
{
	Port port = port_of("x", n, -1);
	Array x;
	BenchData data = { .input_count = 1, .output_count = 1, .set_count = 1,
			   .inputs = &port, .outputs = &port,
			   .sets = { { &x, &exact } } };

	port.scalar = scalar;
	x = array_of_port(&port);
	for (int64_t i = 0; i < n; i++)
		array_set(&x, i, (double)(i % 2));
	assert_true(harness_load(bench->harness, &data, bench->diags));
	harness_expect(bench->harness, 0, 0, &x, NULL);
	array_free(&x);
}

static Program *copy_to(Scalar scalar, int64_t n, const char *target)
{
	const char *type = scalar_rows[scalar].opencl;
	Program *p = calloc(1, sizeof *p);

	snprintf(p->source, sizeof p->source,
		 "kernel void k0(global const %s *x, global %s *y)\n{\n"
		 "    const long g0 = get_global_id(0);\n    %s = x[g0];\n}\n",
		 type, type, target);
	for (int b = 0; b < 2; b++) {
		p->buffers[b] = (ArtifactBuffer){
			b ? BUFFER_OUTPUT : BUFFER_INPUT, 0, scalar, n, -1, b
		};
		p->args[0][b] = (ArtifactArg){ ARG_BUFFER, b, scalar };
	}
	p->kernels[0] = (ArtifactKernel){
		.name = "k0", .arg_count = 2, .args = p->args[0], .dims = 1,
		.global = { n, 1, 1 }, .local = { 1, 1, 1 },
	};
	p->artifact = (Artifact){ .source = p->source, .build_options = "",
				  .buffer_count = 2, .buffers = p->buffers,
				  .kernel_count = 1, .kernels = p->kernels };
	return p;
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

static void test_rank(void **state)
{
	enum { COUNT = 4, ROUNDS = 9 };
	static const int64_t groups[COUNT] = { 256, 1, 64, 1024 };
	Bench *bench = bench_new(false);
	Program *programs[COUNT];
	HarnessCandidate candidates[COUNT];
	Ranked *ranked = calloc(COUNT, sizeof *ranked);
	double start = now();
	int best;

	(void)state;
	load_scal(bench, 1 << 20, 2.5, true);
	for (int i = 0; i < COUNT; i++) {
		programs[i] = scal(1 << 20, groups[i], true, SCAL);
		candidates[i] = (HarnessCandidate){ &programs[i]->artifact, false };
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
	HarnessCandidate candidate = { &p->artifact, false };
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
		cmocka_unit_test(test_rank),
		cmocka_unit_test(test_run),
	};

	if (!has_device())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}

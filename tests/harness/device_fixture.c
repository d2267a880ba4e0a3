#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "bench_harness/harness_state.h"
#include "tests/harness/device_fixture.h"

char *const worker_argv[] = { WORKER, NULL };

double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Limits are far above what good kernels need on a loaded machine. */
Bench *bench_new(bool plain)
{
	Bench *bench = calloc(1, sizeof *bench);
	HarnessOptions options = {
		.worker = worker_argv, .build_timeout_s = PATIENT_SECONDS,
		.run_timeout_s = PATIENT_SECONDS, .plain_buffers = plain,
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

void bench_limit(Bench *bench, double run_s)
{
	bench->harness->options.run_timeout_s = run_s;
}

void bench_free(Bench *bench)
{
	harness_close(bench->harness);
	diags_free(bench->diags);
	free(bench);
}

Port port_of(const char *name, int64_t elements, int into)
{
	return (Port){ .name = name, .ident = name, .scalar = SCALAR_F32,
		       .rank = elements ? 1 : 0, .dims = { elements },
		       .elements = elements ? elements : 1, .into = into };
}

void fill(Array *x, int set)
{
	Rng rng = rng_seeded(7, (uint64_t)set);

	for (int64_t i = 0; i < x->elements; i++)
		array_set(x, i, set ? 2 * rng_unit(&rng) - 1
				    : (double)rng_below(&rng, 2));
	if (!set)
		array_set(x, x->elements - 1, 1);
}

const Judgement exact = { .exact = true };
static const Judgement near = { .rtol = 1e-4, .atol = 1e-4 };

void load_asum(Bench *bench, int64_t n)
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

static void load_scal_by(Bench *bench, int64_t n, double alpha, bool in_place,
			 const Judgement *first, double bytes)
{
	Port in[2] = { port_of("alpha", 0, -1), port_of("x", n, -1) };
	Port out = port_of("y", n, in_place ? 1 : -1);
	Array x[SETS][2], y[SETS];
	BenchData data = {
		.input_count = 2, .output_count = 1, .set_count = SETS,
		.inputs = in, .outputs = &out,
		.sets = { { x[0], first }, { x[1], &near } },
		.moved_bytes = bytes,
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

void load_scal(Bench *bench, int64_t n, double alpha, bool in_place)
{
	load_scal_by(bench, n, alpha, in_place, &exact, 0);
}

void load_tolerant_scal(Bench *bench, int64_t n, double alpha)
{
	load_scal_by(bench, n, alpha, false, &near, 0);
}

void load_moved_scal(Bench *bench, int64_t n, double bytes)
{
	load_scal_by(bench, n, 2.5, false, &exact, bytes);
}

Program *asum_to(int64_t n, bool lose, const char *target)
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

Program *asum(int64_t n, bool lose)
{
	return asum_to(n, lose, "t0[g0]");
}

Program *scal(int64_t n, int64_t group, bool in_place, const char *body)
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

Program *counting(int64_t n, const char *body)
{
	static const char count[] =
		"kernel void k0(global int *t)\n{\n    t[0]++;\n}\n";
	Program *p = scal(n, 64, false, "");
	size_t at = sizeof count - 1;

	snprintf(p->source, sizeof p->source,
		 "%skernel void k1(const float s0, global const float *x,\n"
		 "               global float *y, global const int *t)\n{\n"
		 "    const long g0 = get_global_id(0);\n"
		 "    const int launch = t[0] - 0x7ffe7ffe;\n    %s\n}\n",
		 count, body);
	assert_true(strlen(p->source) > at);
	p->buffers[2] = (ArtifactBuffer){ BUFFER_TEMP, 0, SCALAR_I32, 4, -1,
					  true };
	for (int a = 0; a < 3; a++)
		p->args[1][a] = p->args[0][a];
	p->args[1][3] = (ArtifactArg){ ARG_BUFFER, 2, SCALAR_I32 };
	p->kernels[1] = p->kernels[0];
	p->kernels[1].name = "k1";
	p->kernels[1].args = p->args[1];
	p->kernels[1].arg_count = 4;
	p->args[0][0] = p->args[1][3];
	p->kernels[0].arg_count = 1;
	p->kernels[0].global[0] = p->kernels[0].local[0] = 1;
	p->artifact.buffer_count = 3;
	p->artifact.kernel_count = 2;
	return p;
}

Measurement *measure(Bench *bench, Program *p)
{
	Measurement *m = calloc(1, sizeof *m);
	HarnessCandidate candidate = { .artifact = &p->artifact };

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

/* A loaded machine makes a good kernel slow, and a wrong one, which is then asked
 * for again. */
enum { AGAIN = 4 };

static bool as_good(Status status, Status expected)
{
	return status == expected
	    || (expected == STATUS_OK && status == STATUS_SLOW);
}

void expect(Bench *bench, const char *name, Program *p, Status status,
	    const char *reason)
{
	double start = now();
	Measurement *m = measure(bench, p);

	for (int i = 0; i < AGAIN && m->status == STATUS_SLOW
			&& status != STATUS_SLOW && status != STATUS_OK; i++) {
		free(m);
		m = measure(bench, p);
	}
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

void load_copy(Bench *bench, Scalar scalar, int64_t n)
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

Program *copy_to(Scalar scalar, int64_t n, const char *target)
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

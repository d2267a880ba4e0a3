/* Times that cannot be: what every kernel must read and write takes at least
 * half as long as the fastest copy of so much. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_harness/harness_state.h"
#include "bench_harness/timing.h"

#define SLACK 2.0       /* reading alone is faster than copying */
#define CANARY_BYTES 8.0 /* of an element: one is read, one written */

enum {
	SLOT_COPY = MESSAGE_SLOTS - 1, COPY_SAMPLES = 20, COPY_ALIGN = 16,
	COPY_LANES = 4, COPY_ITEMS = 4, /* for each compute unit */
	COPY_LOOKS = 3
};

/* A copy of n floats by so many items. */
typedef struct Copier {
	char source[512];
	ArtifactBuffer buffers[2];
	ArtifactArg args[2];
	ArtifactKernel kernel;
	Artifact artifact;
} Copier;

static void copier_set(Copier *c, int64_t n, int64_t items)
{
	snprintf(c->source, sizeof c->source,
		 "kernel void k0(global const float4 *i0, global float4 *o0)\n"
		 "{\n"
		 "    const long n = %lld, items = get_global_size(0);\n"
		 "    const long g = get_global_id(0);\n"
		 "    const long end = (g + 1) * n / items;\n"
		 "    for (long j = g * n / items; j < end; j++)\n"
		 "        o0[j] = i0[j];\n"
		 "}\n", (long long)n / COPY_LANES);
	for (int b = 0; b < 2; b++) {
		c->buffers[b] = (ArtifactBuffer){
			.role = b ? BUFFER_OUTPUT : BUFFER_INPUT,
			.scalar = SCALAR_F32, .elements = n, .into = -1,
			.written = b == 1,
		};
		c->args[b] = (ArtifactArg){ ARG_BUFFER, b, SCALAR_F32 };
	}
	c->kernel = (ArtifactKernel){
		.name = "k0", .arg_count = 2, .args = c->args, .dims = 1,
		.global = { items, 1, 1 }, .local = { 1, 1, 1 },
	};
	c->artifact = (Artifact){
		.source = c->source, .build_options = "", .buffer_count = 2,
		.buffers = c->buffers, .kernel_count = 1,
		.kernels = &c->kernel,
	};
}

static bool build(Harness *h, const Artifact *artifact, Times *times,
		  Outcome *outcome)
{
	Loaded *loaded = &h->loads[LOAD_COPY];
	const Text none = { 0 };
	Text request = { 0 };
	uint32_t built, run;

	message_put_artifact(&request, artifact);
	loaded_bind(loaded, artifact);
	loaded_fill(loaded, 0);
	built = job_send_build(&h->link, FRAME_BUILD, SLOT_COPY, LOAD_COPY,
			       &request, &none);
	run = job_send_run(&h->link, SLOT_COPY, 0);
	text_free(&request);
	return job_times(h, JOB_BUILD, built, times, outcome)
	    && job_times(h, JOB_FIRST_RUN, run, times, outcome);
}

/* Bytes in a nanosecond; 0: it could not be measured. */
static double rate_of(Harness *h, int64_t n, int64_t items, Outcome *outcome)
{
	Copier *c = base_calloc(1, sizeof *c);
	double best = 0, ns;
	Times times;
	int batch;

	copier_set(c, n, items);
	if (build(h, &c->artifact, &times, outcome)) {
		batch = timing_batch(times.event_ns, 1);
		for (int i = 0; i < COPY_SAMPLES; i++)
			if (harness_sample(h, SLOT_COPY, batch, false, &ns,
					   outcome))
				best = fmax(best, CANARY_BYTES * (double)n
						  / ns);
	}
	free(c);
	return best;
}

static bool load_copy(Harness *h, int64_t n, Outcome *outcome)
{
	Loaded *loaded = &h->loads[LOAD_COPY];
	const Judgement exact = { .exact = true };
	Port port = { .name = "x", .ident = "x", .scalar = SCALAR_F32,
		      .rank = 1, .dims = { n }, .elements = n, .into = -1 };
	Array zeros = array_of_port(&port);
	const BenchData data = {
		.input_count = 1, .output_count = 1, .set_count = 1,
		.inputs = &port, .outputs = &port,
		.sets = { { &zeros, &exact } },
	};
	bool good;

	loaded_free(loaded);
	good = loaded_new(loaded, LOAD_COPY, LOAD_TO_TIME, &data,
			  &outcome->reason)
	    && harness_send_load(h, LOAD_COPY, outcome);
	array_free(&zeros);
	return good;
}

/* By one item, by one and by a few for each compute unit: what is best. */
static void measure_rate(Harness *h, double bytes)
{
	int64_t n = (int64_t)(bytes / CANARY_BYTES) / COPY_ALIGN * COPY_ALIGN;
	const int64_t items[] = { 1, h->device.compute_units,
				  COPY_ITEMS * h->device.compute_units };
	Outcome outcome = { 0 };
	double before = h->copy_rate;

	h->copy_rate = (double)INFINITY;
	if (n < COPY_ALIGN || !load_copy(h, n, &outcome)) {
		outcome_free(&outcome);
		return;
	}
	h->copy_rate = before;
	for (int i = 0; i < 3 && h->running; i++)
		h->copy_rate = fmax(h->copy_rate,
				    rate_of(h, n, items[i], &outcome));
	if (h->copy_rate <= 0)
		h->copy_rate = (double)INFINITY;
	loaded_free(&h->loads[LOAD_COPY]);
	outcome_free(&outcome);
}

/* What the canary does is a copy, too: only what is faster by more than that
 * is looked at. */
static bool is_usual(const Harness *h, double rate)
{
	double canary = CANARY_BYTES
		      * (double)h->loads[LOAD_CANARY].plan.inputs[0].elements
		      / h->baseline_ns;

	return h->baseline_ns <= 0 || rate <= canary
	    || rate <= SLACK * h->copy_rate;
}

bool harness_possible(Harness *h, double launch_ns, Outcome *outcome)
{
	double bytes = h->loads[LOAD_USER].moved_bytes;
	double least;

	if (bytes <= 0 || is_usual(h, bytes / launch_ns))
		return true;
	least = h->copy_rate > 0 ? bytes / (SLACK * h->copy_rate)
				 : (double)INFINITY;
	for (int i = 0; i < COPY_LOOKS && launch_ns < least; i++) {
		harness_enter(h);
		measure_rate(h, bytes);
		harness_leave(h);
		least = bytes / (SLACK * h->copy_rate);
	}
	if (launch_ns >= least)
		return true;
	outcome_set(outcome, STATUS_SUSPECT,
		    "%.1f ns for %.0f bytes that must be read and written; the "
		    "fastest copy of so many takes %.1f ns", launch_ns, bytes,
		    SLACK * least);
	harness_stop(h);
	return false;
}

#include "cli/device_measure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/device_facts.h"
#include "cli/measure.h"
#include "cli/microkernels.h"

typedef struct Measure {
	Session *session;
	Harness *harness;
	Device device;               /* as the driver says, then as measured */
	double seconds[MICRO_COUNT]; /* of one launch */
	double work[MICRO_COUNT];    /* of one launch */
} Measure;

static bool refuse(Measure *m, const char *what, const char *why)
{
	diag_add(m->session->diags, E0504, NULL, why, NULL,
		 "%s of %s cannot be measured", what, m->device.name);
	return false;
}

/* -- microkernels ---------------------------------------------------------- */

static bool load(Measure *m)
{
	const Port in = micro_port("x"), out = micro_port("y");
	const Judgement exact = { .exact = true };
	Array input = array_of_port(&in);
	const BenchData data = {
		.input_count = 1, .output_count = 1, .set_count = 1,
		.inputs = &in, .outputs = &out,
		.sets = { { &input, &exact } },
	};
	bool good;

	for (int i = 0; i < MICRO_ELEMENTS; i++)
		((float *)input.data)[i] = i % 2 == 0;
	good = harness_load(m->harness, &data, m->session->diags);
	array_free(&input);
	return good;
}

static void expect(Measure *m, float value)
{
	const Port out = micro_port("y");
	Array reference = array_of_port(&out);

	for (int i = 0; i < MICRO_ELEMENTS; i++)
		((float *)reference.data)[i] = value;
	harness_expect(m->harness, 0, 0, &reference, NULL);
	array_free(&reference);
}

/* Seconds of everything with so many launches; 0 after E0504. */
static double time_of(Measure *m, MicroKind kind, int times)
{
	const Micro micro = micro_new(m->session->arena, kind, &m->device,
				      times);
	const HarnessCandidate candidate = { .artifact = micro.artifact };
	Measurement *result = base_calloc(1, sizeof *result);
	double seconds;

	expect(m, micro.value);
	harness_build_begin(m->harness, &candidate);
	harness_measure(m->harness, result);
	seconds = result->status == STATUS_OK || result->status == STATUS_SLOW
		? 1e-9 * result->min_ns : 0;
	if (seconds <= 0)
		refuse(m, micro_name(kind), *result->reason ? result->reason
		       : status_name(result->status));
	m->work[kind] = micro.work;
	free(result);
	return seconds;
}

/* More launches take longer by as many of them; what goes before and after is
 * the same. */
static bool take(Measure *m, MicroKind kind)
{
	const int more = micro_times(kind);
	const double one = time_of(m, kind, 1);
	const double all = one > 0 ? time_of(m, kind, more) : 0;

	if (one <= 0 || all <= 0)
		return false;
	m->seconds[kind] = (all - one) / (more - 1);
	return m->seconds[kind] > 0
	    || refuse(m, micro_name(kind), arena_printf(m->session->arena,
			"%d launches take %.4g s, one takes %.4g s", more, all,
			one));
}

/* -- facts ----------------------------------------------------------------- */

static double rate(const Measure *m, MicroKind kind)
{
	return m->work[kind] / m->seconds[kind];
}

static bool keep(Measure *m, const char *name, double value)
{
	const int64_t whole = value < 1e18 ? llround(value) : INT64_MAX;
	Text why = { 0 };
	bool good = false;

	for (int i = 0; i < DEVICE_SPEEDS; i++)
		if (!strcmp(device_speed_name(i), name)) {
			good = device_speed_check(i, whole, &why);
			*device_speed(&m->device, i) = whole;
		}
	if (!good)
		refuse(m, name, text_string(&why));
	text_free(&why);
	return good;
}

/* Where the driver says no clock, nothing is known in clocks. */
static bool keep_all(Measure *m)
{
	const double clock = 1e6 * (double)m->device.clock_mhz;
	const double units = (double)m->device.compute_units;

	return keep(m, "launch_ns", 1e9 / rate(m, MICRO_LAUNCH))
	    && keep(m, "memory_gbs", 1e-9 * rate(m, MICRO_MEMORY))
	    && keep(m, "cache_gbs", 1e-9 * rate(m, MICRO_CACHE))
	    && (clock <= 0
		|| (keep(m, "latency_clocks", clock / rate(m, MICRO_LATENCY))
		    && keep(m, "unit_lanes",
			    rate(m, MICRO_FMA) / (clock * units))));
}

static void print(const Measure *m)
{
	Text text = { 0 };

	text_char(&text, '{');
	device_facts_put(&text, &m->device);
	text_printf(&text, ", \"measured\": {\"fma_gops\": %.6g, "
		    "\"latency_ns\": %.6g, \"local_gbs\": %.6g, "
		    "\"barrier_ns\": %.6g, \"atomic_ns\": %.6g}}",
		    1e-9 * rate(m, MICRO_FMA), 1e9 / rate(m, MICRO_LATENCY),
		    1e-9 * rate(m, MICRO_LOCAL),
		    1e9 * (double)m->device.compute_units
		    / rate(m, MICRO_BARRIER),
		    1e9 / rate(m, MICRO_ATOMIC));
	puts(text_string(&text));
	text_free(&text);
}

static bool measure(Measure *m)
{
	m->device = *harness_device(m->harness);
	if (device_is_simulator(&m->device))
		return refuse(m, "the speed", "it interprets kernels");
	if (!load(m))
		return false;
	for (int kind = 0; kind < MICRO_COUNT; kind++)
		if (!take(m, (MicroKind)kind))
			return false;
	return keep_all(m);
}

int device_measure(Session *session)
{
	HarnessOptions options = measure_options(session);
	Measure m = { .session = session };
	bool good;

	m.harness = harness_open(&options, session->diags);
	good = m.harness && measure(&m);
	if (good)
		print(&m);
	harness_close(m.harness);
	return good ? EXIT_DONE : EXIT_DEVICE;
}

/* Kernels that several candidates have: one has the same key wherever it stands
 * in a launch plan, and no other has it; a candidate is foretold when all its
 * kernels were timed in others and it cannot be the best. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/tuner.h"

static Device device;

/* The harness's: there is none. */
const Device *harness_device(const Harness *harness)
{
	(void)harness;
	return &device;
}

/* -- keys ------------------------------------------------------------------ */

enum { BUFFERS = 5 };

/* One kernel adds up x, the other scales what that gives. */
#define SUM(name, to) \
	"kernel __attribute__((reqd_work_group_size(1, 1, 1)))\n" \
	"void " name "(global const float *restrict i0, global float *restrict " \
	to ")\n{\n\t" to "[0] = i0[0] + i0[1];\n}\n"
#define SCALE(name, from) \
	"kernel __attribute__((reqd_work_group_size(1, 1, 1)))\n" \
	"void " name "(global float *restrict o0, global const float *restrict " \
	from ")\n{\n\to0[0] = 2.0f * " from "[0];\n}\n"

static const ArtifactArg sum_args[] = {
	{ .kind = ARG_BUFFER, .index = 0 }, { .kind = ARG_BUFFER, .index = 2 }
};
static const ArtifactArg sum_late_args[] = {
	{ .kind = ARG_BUFFER, .index = 0 }, { .kind = ARG_BUFFER, .index = 3 }
};
static const ArtifactArg scale_args[] = {
	{ .kind = ARG_BUFFER, .index = 1 }, { .kind = ARG_BUFFER, .index = 2 }
};
static const ArtifactArg scale_late_args[] = {
	{ .kind = ARG_BUFFER, .index = 1 }, { .kind = ARG_BUFFER, .index = 3 }
};

static const ArtifactBuffer some_buffers[BUFFERS] = {
	{ .role = BUFFER_INPUT, .port = 0, .elements = 8, .into = -1 },
	{ .role = BUFFER_OUTPUT, .port = 0, .elements = 8, .into = -1 },
	{ .role = BUFFER_TEMP, .port = 0, .elements = 4, .into = -1 },
	{ .role = BUFFER_TEMP, .port = 1, .elements = 4, .into = -1 },
	{ .role = BUFFER_INPUT, .port = 1, .elements = 8, .into = -1 },
};

static ArtifactKernel kernel(const char *name, const ArtifactArg *args)
{
	return (ArtifactKernel){ .name = name, .arg_count = 2, .args = args,
				 .dims = 1, .global = { 8 }, .local = { 1 } };
}

typedef struct Made {
	Artifact artifact;
	ArtifactKernel kernels[3];
	ArtifactBuffer buffers[BUFFERS];
	ArtifactLoop loop;
} Made;

static Made *made(const char *source)
{
	Made *m = base_calloc(1, sizeof *m);

	memcpy(m->buffers, some_buffers, sizeof some_buffers);
	m->artifact = (Artifact){ .source = source, .build_options = "",
				  .buffer_count = BUFFERS, .kernel_count = 2,
				  .buffers = m->buffers, .kernels = m->kernels };
	return m;
}

/* The two alone; and behind another one, with other temps. */
static Made *plain(void)
{
	Made *m = made(SUM("k0", "t0") "\n" SCALE("k1", "t0"));

	m->kernels[0] = kernel("k0", sum_args);
	m->kernels[1] = kernel("k1", scale_args);
	return m;
}

static Made *behind(void)
{
	Made *m = made(SCALE("k0", "t0") "\n" SUM("k1", "t1") "\n"
		       SCALE("k2", "t1"));

	m->artifact.kernel_count = 3;
	m->kernels[0] = kernel("k0", scale_args);
	m->kernels[1] = kernel("k1", sum_late_args);
	m->kernels[2] = kernel("k2", scale_late_args);
	return m;
}

static void a_kernel_has_one_key(void **state)
{
	Made *a = plain(), *b = behind();

	(void)state;
	assert_true(artifact_part(&a->artifact, 0));
	assert_true(artifact_part(&a->artifact, 1));
	assert_true(artifact_part(&a->artifact, 0)
		    == artifact_part(&b->artifact, 1));
	assert_true(artifact_part(&a->artifact, 1)
		    == artifact_part(&b->artifact, 2));
	assert_false(artifact_part(&a->artifact, 0)
		     == artifact_part(&a->artifact, 1));
	free(a);
	free(b);
}

typedef void Change(Made *m);

static void other_launch(Made *m) { m->kernels[1].global[0] = 16; }
static void other_group(Made *m) { m->kernels[1].local[0] = 2; }
static void other_length(Made *m) { m->buffers[2].elements = 5; }
static void other_type(Made *m) { m->buffers[2].scalar = SCALAR_F64; }
static void other_input(Made *m) { m->buffers[0].port = 1; }
static void other_options(Made *m)
{
	m->artifact.build_options = "-cl-fast-relaxed-math";
}

static void other_text(Made *m)
{
	m->artifact.source = SUM("k0", "t0") "\nkernel void k1(global float "
		"*restrict o0, global const float *restrict t0)\n{\n"
		"\to0[0] = 3.0f * t0[0];\n}\n";
}

static void other_loop(Made *m)
{
	m->loop = (ArtifactLoop){ .first = 1, .count = 1, .times = 3,
				  .flag = -1 };
	m->artifact.loop_count = 1;
	m->artifact.loops = &m->loop;
}

static void others_have_other_keys(void **state)
{
	static Change *const changes[] = {
		other_launch, other_group, other_length, other_type,
		other_input, other_options, other_text, other_loop,
	};
	Made *a = plain();

	(void)state;
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		Made *b = plain();

		changes[i](b);
		assert_false(artifact_part(&a->artifact, 1)
			     == artifact_part(&b->artifact, 1));
		free(b);
	}
	free(a);
}

/* -- what is foretold ------------------------------------------------------ */

typedef struct Search {
	Options options;
	Session session;
	Tuner tuner;
} Search;

static Search *search_new(void)
{
	Search *s = base_calloc(1, sizeof *s);

	s->session.options = &s->options;
	s->tuner.session = &s->session;
	return s;
}

static void search_free(Search *s)
{
	free(s->tuner.parts);
	free(s->tuner.trials);
	free(s);
}

/* A candidate of two kernels, each of which comes in so many ways. */
static void propose(Trial *trial, Made **m, int first, int second)
{
	*m = plain();
	(*m)->kernels[0].global[0] = first;
	(*m)->kernels[1].global[0] = second;
	*trial = (Trial){ .what = "", .artifact = &(*m)->artifact };
}

static void measured(Search *s, int first, int second, double others)
{
	Trial *trial = base_calloc(1, sizeof *trial);
	Made *m;

	propose(trial, &m, first, second);
	trial->good = true;
	trial->seconds = (first + second) * 1e-9;
	trial->measured.kernel_count = 2;
	trial->measured.kernel_ns[0] = first;
	trial->measured.kernel_ns[1] = second;
	trial->measured.others = others;
	s->tuner.trials = base_realloc(s->tuner.trials, sizeof trial
				       * (size_t)(s->tuner.trial_count + 1));
	s->tuner.trials[s->tuner.trial_count++] = trial;
	tuner_note_parts(&s->tuner, trial);
}

static bool foretold(Search *s, int first, int second)
{
	Trial trial;
	Made *m;
	bool known;

	propose(&trial, &m, first, second);
	known = tuner_foretells(&s->tuner, &trial);
	if (known)
		assert_true(trial.seconds * 1e9 > first + second - 0.5
			    && trial.seconds * 1e9 < first + second + 0.5);
	free(m);
	return known;
}

static void forget(Search *s)
{
	for (int i = 0; i < s->tuner.trial_count; i++) {
		free((void *)(uintptr_t)s->tuner.trials[i]->artifact);
		free(s->tuner.trials[i]);
	}
	search_free(s);
}

static void what_cannot_win_is_not_measured_again(void **state)
{
	Search *s = search_new();

	(void)state;
	assert_false(foretold(s, 30, 50)); /* nothing is known */
	measured(s, 30, 50, 0);
	measured(s, 20, 50, 0);
	assert_false(foretold(s, 30, 60)); /* 60 is new */
	measured(s, 30, 60, 0);
	measured(s, 90, 50, 0);
	assert_true(foretold(s, 90, 60));
	assert_true(foretold(s, 20, 60));
	measured(s, 80, 10, 0);
	assert_false(foretold(s, 20, 10)); /* it would be the best */
	assert_true(foretold(s, 90, 10));
	assert_int_equal(s->tuner.foretold, 3);
	forget(s);
}

static void times_beside_other_work_count_twice(void **state)
{
	Search *s = search_new();

	(void)state;
	measured(s, 20, 20, 0);
	measured(s, 90, 20, 4);
	measured(s, 20, 80, 4);
	assert_false(foretold(s, 90, 80));
	measured(s, 90, 21, 4);
	measured(s, 21, 80, 4);
	assert_true(foretold(s, 90, 80));
	forget(s);
}

static void what_is_recorded_is_measured(void **state)
{
	Search *s = search_new();

	(void)state;
	measured(s, 20, 20, 0);
	measured(s, 90, 80, 0);
	assert_true(foretold(s, 20, 80));
	s->options.record = "spaces";
	assert_false(foretold(s, 20, 80));
	forget(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kernel_has_one_key),
		cmocka_unit_test(others_have_other_keys),
		cmocka_unit_test(what_cannot_win_is_not_measured_again),
		cmocka_unit_test(times_beside_other_work_count_twice),
		cmocka_unit_test(what_is_recorded_is_measured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

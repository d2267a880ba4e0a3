/* Kernels that lose an element, or look at another one, where no residues can
 * judge, are seen by what changed elements do; right ones pass, and few
 * evaluations are made. Kernels are played by the evaluator in the declared
 * types, on data changed behind the oracle's back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/influence.h"
#include "ir/data/testdata.h"
#include "ir/eval/eval.h"
#include "tests/ir/eval_check.h"

enum { PORTS = 8 };

/* What the kernel does to its inputs before it computes. */
typedef void Fault(Array *inputs);

typedef struct Play {
	const Program *program;
	Fault *fault;
	int runs, evaluations;
	Array inputs[PORTS], got[PORTS];
	const void *outputs[PORTS];
	bool ran;
} Play;

static void free_all(Array *arrays, int count)
{
	for (int i = 0; i < count; i++)
		array_free(&arrays[i]);
}

static void compute(const Program *p, const Array *inputs, Fault *fault,
		    Array *got)
{
	Diags *diags = diags_new();
	Array own[PORTS];

	for (int i = 0; i < p->in_port_count; i++) {
		own[i] = array_of_port(&p->in_ports[i]);
		memcpy(own[i].data, inputs[i].data, array_bytes(&inputs[i]));
	}
	if (fault)
		fault(own);
	assert_true(eval_run(p, p->body, own, EVAL_DECLARED, got, diags));
	free_all(own, p->in_port_count);
	diags_free(diags);
}

static const void *const *run(void *context, const Array *inputs)
{
	Play *play = context;
	int count = play->program->output_count;

	if (play->ran)
		free_all(play->got, count);
	compute(play->program, inputs, play->fault, play->got);
	play->ran = true;
	play->runs++;
	for (int i = 0; i < count; i++)
		play->outputs[i] = play->got[i].data;
	return play->outputs;
}

/* In the port's type, as oracles want it. */
static Array rounded(const Port *port, const Array *values)
{
	Array made = array_of_port(port);

	for (int64_t i = 0; i < made.elements; i++)
		array_set(&made, i, array_get(values, i));
	return made;
}

/* By the bounds on these inputs. */
static bool judge_all(const Program *p, const Array *inputs, const Array *got,
		      Judgement *judgements, Array *values)
{
	Diags *diags = diags_new();
	Array outside[PORTS], folds[PORTS], want;
	bool good = true;

	assert_true(eval_bounded(p, p->body, inputs, values, outside, folds,
				 diags));
	for (int i = 0; i < p->output_count; i++) {
		judgements[i] = (Judgement){ .outside = outside[i].data,
					     .folds = folds[i].data,
					     .growth = 128 };
		want = rounded(&p->out_ports[i], &values[i]);
		good &= judge(&judgements[i], want.scalar, want.elements,
			      got[i].data, want.data).agrees;
		array_free(&want);
	}
	diags_free(diags);
	return good;
}

static void free_judgements(const Program *p, const Judgement *judgements,
			    Array *values)
{
	for (int i = 0; i < p->output_count; i++) {
		free((void *)(uintptr_t)judgements[i].outside);
		free((void *)(uintptr_t)judgements[i].folds);
	}
	free_all(values, p->output_count);
}

static InfluenceResult agrees(void *context, const Array *inputs, Text *what)
{
	Play *play = context;
	Judgement judgements[PORTS];
	Array values[PORTS];
	bool good = judge_all(play->program, inputs, play->got, judgements,
			      values);

	free_judgements(play->program, judgements, values);
	play->evaluations++;
	if (!good)
		text_put(what, "it differs");
	return good ? INFLUENCE_AGREES : INFLUENCE_DISAGREES;
}

static InfluenceResult never(void *context, const Array *inputs, Text *what)
{
	(void)context;
	(void)inputs;
	(void)what;
	return INFLUENCE_FAILED;
}

/* The verdict on the kernel with that fault, in so many evaluations. */
static InfluenceResult judged_by(InfluenceResult (*evaluator)(
					 void *, const Array *, Text *),
				 const Program *p, Fault *fault,
				 int evaluations, Play *play)
{
	Judgement judgements[PORTS];
	Array first[PORTS], values[PORTS], before[PORTS];
	const void *outputs[PORTS];
	const bool asked[PORTS] = { true, true, true, true, true, true, true,
				    true };
	Influence influence = { .program = p, .low = p->body, .seed = 1,
				.outputs = outputs, .judgements = judgements,
				.asked = asked, .evaluations = evaluations,
				.run = run, .agrees = evaluator,
				.context = play };
	InfluenceResult result;
	Text what = { 0 };

	*play = (Play){ .program = p, .fault = fault };
	for (int i = 0; i < p->in_port_count; i++) {
		play->inputs[i] = testdata_draw(&p->in_ports[i], 1,
						TESTDATA_RANDOM);
		before[i] = testdata_draw(&p->in_ports[i], 1, TESTDATA_RANDOM);
	}
	compute(p, play->inputs, fault, first);
	for (int i = 0; i < p->output_count; i++)
		outputs[i] = first[i].data;
	judge_all(p, play->inputs, first, judgements, values);
	influence.inputs = play->inputs;
	result = influence_judge(&influence, &what);
	for (int i = 0; i < p->in_port_count; i++)
		assert_memory_equal(before[i].data, play->inputs[i].data,
				    array_bytes(&before[i]));
	assert_int_equal(what.length > 0, result == INFLUENCE_DISAGREES);
	assert_true(play->evaluations <= evaluations);
	free_judgements(p, judgements, values);
	free_all(first, p->output_count);
	free_all(before, p->in_port_count);
	free_all(play->inputs, p->in_port_count);
	free_all(play->got, p->output_count);
	text_free(&what);
	return result;
}

static InfluenceResult judged(const Program *p, Fault *fault, int evaluations,
			      Play *play)
{
	return judged_by(agrees, p, fault, evaluations, play);
}

/* -- programs -------------------------------------------------------------- */

enum { N = 4096, CUT = 1000 };

/* What residues cannot judge: a table by a float, the end of a loop; one output
 * for each element, and one for all. */
static const char *const programs[] = {
	"{\"name\": \"table\", \"inputs\": [{\"name\": \"xs\", \"type\": "
	"\"[f32; 4096]\", \"range\": [0, 100]}], \"body\": [\"map\", [\"fun\", "
	"[\"x\"], [\"at\", \"xs\", [\"max\", 0, [\"min\", 4095, [\"i32\", "
	"[\"*\", 40, \"x\"]]]]]], [\"concat\", [\"take\", 1000, \"xs\"], "
	"[\"drop\", 1000, \"xs\"]]]}",
	"{\"name\": \"until\", \"inputs\": [{\"name\": \"xs\", \"type\": "
	"\"[f32; 4096]\"}], \"body\": [\"map\", [\"fun\", [\"x\"], "
	"[\"iterateUntil\", 30, [\"fun\", [\"y\"], [\"<\", \"y\", 0.01]], "
	"[\"fun\", [\"y\"], [\"*\", \"y\", 0.7]], [\"abs\", \"x\"]]], "
	"[\"concat\", [\"take\", 1000, \"xs\"], [\"drop\", 1000, \"xs\"]]]}",
	"{\"name\": \"sum\", \"inputs\": [{\"name\": \"xs\", \"type\": "
	"\"[f32; 4096]\"}], \"body\": [\"reduce\", \"+\", 0, [\"map\", "
	"[\"fun\", [\"x\"], [\"iterateUntil\", 30, [\"fun\", [\"y\"], [\"<\", "
	"\"y\", 0.01]], [\"fun\", [\"y\"], [\"-\", [\"*\", 3, \"y\"], 4]], "
	"[\"abs\", \"x\"]]], [\"concat\", [\"take\", 1000, \"xs\"], "
	"[\"drop\", 1000, \"xs\"]]]]}",
};

enum { PROGRAMS = sizeof programs / sizeof *programs };

static void put(Array *inputs, int64_t to, float value)
{
	((float *)inputs[0].data)[to] = value;
}

static float at(const Array *inputs, int64_t i)
{
	return ((const float *)inputs[0].data)[i];
}

static void lose_first(Array *inputs)
{
	put(inputs, 0, 0.5f);
}

static void lose_last(Array *inputs)
{
	put(inputs, N - 1, 0.5f);
}

static void lose_end_of_part(Array *inputs)
{
	put(inputs, CUT - 1, 0.5f);
}

static void take_another(Array *inputs)
{
	put(inputs, CUT, at(inputs, CUT + 1));
}

/* As a kernel whose chunks begin one too late. */
static void lose_many(Array *inputs)
{
	for (int64_t i = 0; i < N; i += 16)
		put(inputs, i, 0.5f);
}

static void lost_elements_are_seen(void **state)
{
	static Fault *const faults[] = { lose_first, lose_last,
					 lose_end_of_part, take_another,
					 lose_many };
	Play play;

	(void)state;
	for (int i = 0; i < PROGRAMS; i++)
		for (int k = 0; k < 5; k++) {
			Ir *ir = ir_new();
			const Program *p = check_read(ir, programs[i]);

			if (judged(p, faults[k], 2, &play)
			    != INFLUENCE_DISAGREES)
				fail_msg("%s, fault %d", p->name, k);
			ir_free(ir);
		}
}

static void right_kernels_pass(void **state)
{
	Play play;

	(void)state;
	for (int i = 0; i < PROGRAMS; i++)
		for (int most = 1; most < 5; most++) {
			Ir *ir = ir_new();
			const Program *p = check_read(ir, programs[i]);

			assert_int_equal(judged(p, NULL, most, &play),
					 INFLUENCE_AGREES);
			assert_in_range(play.runs, 10, 30);
			ir_free(ir);
		}
}

static const void *const *run_never(void *context, const Array *inputs)
{
	(void)context;
	(void)inputs;
	return NULL;
}

static void what_does_not_run_is_no_verdict(void **state)
{
	Ir *ir = ir_new();
	const Program *p = check_read(ir, programs[1]);
	Array xs = testdata_draw(&p->in_ports[0], 1, TESTDATA_RANDOM);
	Influence influence = { .program = p, .low = p->body, .inputs = &xs,
				.asked = (const bool[]){ true },
				.evaluations = 2, .run = run_never };
	Text what = { 0 };

	(void)state;
	assert_int_equal(influence_judge(&influence, &what), INFLUENCE_FAILED);
	array_free(&xs);
	ir_free(ir);
}

/* A search whose time is over cannot evaluate: that is no word for a kernel. */
static void what_is_not_evaluated_is_no_verdict(void **state)
{
	Play play;

	(void)state;
	for (int i = 0; i < PROGRAMS; i++) {
		Ir *ir = ir_new();
		const Program *p = check_read(ir, programs[i]);

		assert_int_equal(judged_by(never, p, NULL, 2, &play),
				 INFLUENCE_FAILED);
		ir_free(ir);
	}
}

/* -- places and values ----------------------------------------------------- */

static bool has(int count, const InfluencePlace *places, int64_t element)
{
	for (int i = 0; i < count; i++)
		if (places[i].element == element)
			return true;
	return false;
}

static void ends_of_inputs_and_parts_are_among_the_places(void **state)
{
	InfluencePlace places[INFLUENCE_PLACES];
	Ir *ir = ir_new();
	const Program *p = check_read(ir, programs[0]);
	int count = influence_places(p, p->body, 3, places);

	(void)state;
	assert_in_range(count, INFLUENCE_RANDOM, INFLUENCE_RANDOM + 4);
	assert_true(has(count, places, 0));
	assert_true(has(count, places, N - 1));
	assert_true(has(count, places, CUT - 1));
	assert_true(has(count, places, CUT));
	for (int i = 0; i < count; i++)
		assert_false(has(i, places, places[i].element));
	ir_free(ir);
}

static void lengths_are_no_places(void **state)
{
	InfluencePlace places[INFLUENCE_PLACES];
	Ir *ir = ir_new();
	const Program *p = check_read(ir,
		"{\"name\": \"rows\", \"inputs\": [{\"name\": \"rs\", "
		"\"type\": \"[[f32; *64]; 8]\"}], \"body\": [\"map\", "
		"[\"fun\", [\"r\"], [\"head\", [\"reduce\", \"+\", 0, "
		"\"r\"]]], \"rs\"]}");
	int count = influence_places(p, p->body, 3, places);

	(void)state;
	assert_int_equal(p->in_port_count, 2);
	assert_true(count > 0);
	for (int i = 0; i < count; i++)
		assert_null(p->in_ports[places[i].port].part);
	ir_free(ir);
}

static void changes_stay_in_range_and_change(void **state)
{
	(void)state;
	for (Scalar s = 0; s < SCALAR_COUNT; s++)
		for (int ranged = 0; ranged < 2; ranged++) {
			Port port = { .name = "x", .scalar = s, .rank = 1,
				      .dims = { 100 }, .elements = 100,
				      .ranged = ranged && s != SCALAR_BOOL,
				      .lo = -2, .hi = 7.5, .ilo = 3,
				      .ihi = 90 };
			Array old = testdata_draw(&port, 1, TESTDATA_RANDOM);
			Array new = testdata_draw(&port, 1, TESTDATA_RANDOM);

			for (int i = 0; i < 100; i++) {
				double x;

				influence_change(&port, &new, i, i % 4);
				x = array_get(&new, i);
				assert_true(x != array_get(&old, i));
				if (port.ranged)
					assert_true(x >= -2 && x <= 90);
				if (port.ranged && scalar_is_float(s))
					assert_true(x <= 7.5);
				if (port.ranged && scalar_is_int(s))
					assert_true(x >= 3);
			}
			array_free(&old);
			array_free(&new);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lost_elements_are_seen),
		cmocka_unit_test(right_kernels_pass),
		cmocka_unit_test(what_does_not_run_is_no_verdict),
		cmocka_unit_test(what_is_not_evaluated_is_no_verdict),
		cmocka_unit_test(ends_of_inputs_and_parts_are_among_the_places),
		cmocka_unit_test(lengths_are_no_places),
		cmocka_unit_test(changes_stay_in_range_and_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

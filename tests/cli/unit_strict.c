/* --fp strict: kernels of random programs of + - * / % sqrt fma min max,
 * comparisons and the like give the evaluator's bits on the first OpenCL
 * device, for data of all magnitudes, zeros of both signs, denormals,
 * infinities and NaNs. Without it some do not. Exits with 77 when there is no
 * device, or none that promises as much. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "cli/measure.h"
#include "ir/eval/eval.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"

enum { PROGRAMS = 6, CANDIDATES = 2, N = 240, DEPTH = 3, PORTS = 8 };

static char *const worker_argv[] = { "tests/harness/worker_main", NULL };

static uint64_t draw(Rng *rng, uint64_t count)
{
	return rng_below(rng, count);
}

/* -- random scalar expressions --------------------------------------------- */

static void put_value(Text *text, Rng *rng, const char *const *names,
		      int depth);

static void put_leaf(Text *text, Rng *rng, const char *const *names)
{
	static const char *const literals[] = {
		"0", "1", "-1", "0.1", "3", "1e-30", "16777216", "\"inf\"",
	};
	int count = 0;
	const char *name;

	while (names[count])
		count++;
	name = names[draw(rng, (uint64_t)count)];
	if (draw(rng, 3))
		text_printf(text, "\"%s\"", name);
	else
		text_printf(text, "[\"%s\", \"%s\", %s]",
			    draw(rng, 2) ? "*" : "+", name,
			    literals[draw(rng, 8)]);
}

static void put_call(Text *text, Rng *rng, const char *const *names,
		     int depth, const char *op, int arity)
{
	text_printf(text, "[\"%s\"", op);
	for (int i = 0; i < arity; i++) {
		text_put(text, ", ");
		put_value(text, rng, names, depth - 1);
	}
	text_char(text, ']');
}

static void put_condition(Text *text, Rng *rng, const char *const *names,
			  int depth)
{
	static const char *const tests[] = {
		"<", "<=", ">", ">=", "==", "!=", "isnan", "isinf",
	};
	uint64_t k = draw(rng, 8);

	put_call(text, rng, names, depth, tests[k], k < 6 ? 2 : 1);
}

static void put_value(Text *text, Rng *rng, const char *const *names,
		      int depth)
{
	static const char *const ones[] = {
		"neg", "abs", "sqrt", "sqrt", "sign", "floor", "round", "trunc",
	};
	static const char *const twos[] = {
		"+", "+", "-", "*", "*", "/", "%", "min", "max", "min",
	};

	if (!depth) {
		put_leaf(text, rng, names);
		return;
	}
	switch (draw(rng, 8)) {
	case 0: case 1:
		put_call(text, rng, names, depth, ones[draw(rng, 8)], 1);
		break;
	case 2:
		put_call(text, rng, names, depth, "fma", 3);
		break;
	case 3:
		text_put(text, "[\"if\", ");
		put_condition(text, rng, names, depth);
		text_put(text, ", ");
		put_value(text, rng, names, depth - 1);
		text_put(text, ", ");
		put_value(text, rng, names, depth - 1);
		text_char(text, ']');
		break;
	default:
		put_call(text, rng, names, depth, twos[draw(rng, 10)], 2);
	}
}

/* -- random programs ------------------------------------------------------- */

static void put_map(Text *text, Rng *rng)
{
	static const char *const names[] = { "a", "b", "c", NULL };

	text_put(text, "[\"map\", [\"fun\", [[\"a\", \"b\", \"c\"]], [\"+\", "
		 "[\"*\", \"a\", \"b\"], ");
	put_value(text, rng, names, DEPTH);
	text_put(text, "]], [\"zip\", \"x\", \"y\", \"z\"]]");
}

static void put_fold(Text *text, Rng *rng)
{
	static const char *const names[] = { "s", "a", NULL };

	text_put(text, "[\"reduceSeq\", [\"fun\", [\"s\", \"a\"], ");
	put_value(text, rng, names, DEPTH);
	text_put(text, "], 0, \"z\"]");
}

static void put_rows(Text *text, Rng *rng)
{
	static const char *const names[] = { "a", NULL };
	static const char *const ops[] = { "+", "*", "min", "max" };
	static const char *const units[] = { "0", "1", "\"inf\"", "\"-inf\"" };
	uint64_t k = draw(rng, 4);

	text_printf(text, "[\"map\", [\"fun\", [\"r\"], [\"head\", [\"reduce\""
		    ", \"%s\", %s, [\"map\", [\"fun\", [\"a\"], ", ops[k],
		    units[k]);
	put_value(text, rng, names, 2);
	text_put(text, "], \"r\"]]]], [\"split\", 8, \"y\"]]");
}

static const char *random_program(Arena *arena, Rng *rng, const char *type)
{
	static void (*const bodies[])(Text *, Rng *) = {
		put_map, put_map, put_map, put_fold, put_rows,
	};
	Text text = { 0 };
	const char *kept;

	text_put(&text, "{\"name\": \"p\", \"inputs\": [");
	for (int i = 0; i < 3; i++)
		text_printf(&text, "%s{\"name\": \"%c\", \"type\": \"[%s; %d]"
			    "\"}", i ? ", " : "", "xyz"[i], type, N);
	text_put(&text, "], \"body\": [\"tuple\"");
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		text_put(&text, ", ");
		bodies[i](&text, rng);
	}
	text_put(&text, "]}");
	kept = arena_strdup(arena, text_string(&text));
	text_free(&text);
	return kept;
}

static double random_number(Rng *rng)
{
	static const double special[] = {
		0.0, -0.0, 1, -1, (double)INFINITY, -(double)INFINITY,
		(double)NAN, 0x1p-149, -0x1p-149, 0x1p-1074, 0x1.8p-140,
		0x1.fffffep127, -0x1.fffffep127, 0x1p-126, 0x1.fffffep-1,
		0x1.000002p0, 0.1, 3, 16777217, -2.5, 0x1.fffffffffffffp1023,
	};
	double number;

	if (draw(rng, 2))
		return special[draw(rng, sizeof special / sizeof *special)];
	number = (double)draw(rng, UINT64_C(1) << 40) * 0x1p-40 - 0.5;
	return ldexp(number, (int)draw(rng, 60) - 30);
}

/* -- one program on the device --------------------------------------------- */

typedef struct Strict {
	Harness *harness;
	Session session;
	Options options;
	Array inputs[PORTS], wanted[PORTS];
	int tried, different;
	uint64_t seed; /* of the program */
} Strict;

static void open_program(Strict *t, Rng *rng, FpMode fp)
{
	Session *s = &t->session;

	t->options = (Options){ .command = CMD_TUNE, .fp = fp, .rtol = -1,
				.atol = -1 };
	*s = (Session){ .arena = arena_new(), .diags = diags_new(),
			.options = &t->options, .file = "p" };
	s->text = random_program(s->arena, rng, draw(rng, 3) ? "f32" : "f64");
	if (!session_read(s))
		diags_print(s->diags, stderr);
	assert_non_null(s->program);
	assert_true(measure_supports(s, harness_device(t->harness)));
	for (int i = 0; i < s->program->in_port_count; i++) {
		t->inputs[i] = array_of_port(&s->program->in_ports[i]);
		for (int64_t k = 0; k < t->inputs[i].elements; k++)
			array_set(&t->inputs[i], k, random_number(rng));
	}
	assert_true(eval_run(s->program, s->program->body, t->inputs,
			     EVAL_DECLARED, t->wanted, s->diags));
}

static void close_program(Strict *t)
{
	const Program *p = t->session.program;

	for (int i = 0; i < p->in_port_count; i++)
		array_free(&t->inputs[i]);
	for (int i = 0; i < p->output_count; i++)
		array_free(&t->wanted[i]);
	session_free(&t->session);
}

static void load(Strict *t)
{
	static const Judgement none[PORTS];
	const Program *p = t->session.program;
	const BenchData data = {
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = 1,
		.inputs = p->in_ports, .outputs = p->out_ports,
		.sets = { { t->inputs, none } },
	};

	assert_true(harness_load(t->harness, &data, t->session.diags));
}

static bool same_bits(const Strict *t, int output)
{
	const Judgement bits = { .bits = true };
	const Port *port = &t->session.program->out_ports[output];
	Verdict verdict = judge(&bits, port->scalar, port->elements,
				harness_output(t->harness, 0, output),
				t->wanted[output].data);

	if (!verdict.agrees && t->options.fp == FP_STRICT)
		print_error("output %d at %d: %s, not %s\n", output,
			    (int)verdict.index, verdict.got, verdict.want);
	return verdict.agrees;
}

static bool run_low(Strict *t, const Expr *low)
{
	Session *s = &t->session;
	const HarnessCandidate candidate = {
		.artifact = measure_generate(s, (Variant){ 0 }, low,
					     harness_device(t->harness)),
	};
	Measurement *m = ARENA_NEW(s->arena, Measurement);
	bool same = true;

	if (!candidate.artifact)
		return true;
	harness_build_begin(t->harness, &candidate);
	harness_run(t->harness, m);
	if (m->status != STATUS_OK)
		fail_msg("%s\n%s\n%s", m->reason, s->text,
			 candidate.artifact->source);
	t->tried++;
	for (int i = 0; i < s->program->output_count; i++)
		same &= same_bits(t, i);
	if (!same && t->options.fp == FP_STRICT)
		fprintf(stderr, "STRICT_FROM=%d\n%s\n%s\n", (int)t->seed,
			s->text, candidate.artifact->source);
	return same;
}

static void try_candidates(Strict *t, uint64_t seed)
{
	bool strict = t->options.fp == FP_STRICT;
	RuleBase *base = rulebase_new();
	Derive *derive = derive_new(base, t->session.program,
				    harness_device(t->harness),
				    (RewriteOptions){ strict, false, NULL });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, seed, -1);
	Candidate candidate;

	for (int i = 0; i < CANDIDATES && strategy_ask(strategy, &candidate)
					  == ASK_CANDIDATE; i++)
		t->different += !run_low(t, derive_result(derive,
							  candidate.state).low);
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(base);
}

static void try_programs(Strict *t, FpMode fp, uint64_t count)
{
	const char *from = getenv("STRICT_FROM");
	const char *wanted = getenv("STRICT_COUNT");
	uint64_t first = from ? strtoull(from, NULL, 10) : 1;

	if (getenv("LIFT_TUNE_LONG") && fp == FP_STRICT)
		count *= 20;
	if (wanted)
		count = strtoull(wanted, NULL, 10);
	t->tried = t->different = 0;
	for (uint64_t seed = first; seed < first + count; seed++) {
		Rng rng = rng_seeded(seed, 5);

		t->seed = seed;
		open_program(t, &rng, fp);
		load(t);
		try_candidates(t, seed);
		close_program(t);
	}
	assert_true(t->tried > 0);
}

static void strict_kernels_give_the_bits_of_the_evaluator(void **state)
{
	Strict *t = *state;

	try_programs(t, FP_STRICT, PROGRAMS);
	assert_int_equal(t->different, 0);
}

/* The property above is not empty: contraction alone breaks it. */
static void others_do_not(void **state)
{
	Strict *t = *state;

	try_programs(t, FP_REASSOC, 2);
	assert_true(t->different > 0);
}

static int open_device(void **state)
{
	HarnessOptions options = { .worker = worker_argv, .run_timeout_s = 60,
				   .build_timeout_s = 120, .seed = 1 };
	Diags *diags = diags_new();
	Strict *t = calloc(1, sizeof *t);

	t->harness = harness_open(&options, diags);
	diags_free(diags);
	*state = t;
	return t->harness ? 0 : -1;
}

static int close_device(void **state)
{
	Strict *t = *state;

	harness_close(t->harness);
	free(t);
	return 0;
}

static bool has_device(void)
{
	Device *devices = calloc(HARNESS_DEVICES, sizeof *devices);
	HarnessOptions options = { .worker = worker_argv };
	Diags *diags = diags_new();
	bool fits = harness_devices(&options, devices, diags) > 0
		 && !device_is_simulator(&devices[0]) && devices[0].has_f64
		 && devices[0].has_correct_divide_sqrt
		 && devices[0].has_f32_denormals;

	diags_free(diags);
	free(devices);
	return fits;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strict_kernels_give_the_bits_of_the_evaluator),
		cmocka_unit_test(others_do_not),
	};

	if (!has_device()) {
		puts("skipped: no OpenCL device that rounds all of f32 and f64 correctly");
		return 77;
	}
	return cmocka_run_group_tests(tests, open_device, close_device);
}

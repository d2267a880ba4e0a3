/* Random programs, random derivations, random low-level programs, and random
 * rounds of kernels: the evaluator, the first OpenCL device and Oclgrind (if it
 * is installed) agree bit by bit, Oclgrind finds no fault, and a derived
 * expression has the value of the program. Programs are printed and read again
 * first. Exits with 77 when there is no device.
 *
 * The environment may say how many kernels there are (DIFFERENTIAL_KERNELS,
 * 30; with LIFT_TUNE_MORE 60, with LIFT_TUNE_LONG 2000), the first seed (DIFFERENTIAL_FROM), and that
 * one kind alone is tried (DIFFERENTIAL_KIND: derived, low or rounds), on the
 * device alone (DIFFERENTIAL_DEVICE). What fails is shrunk and printed with its
 * seed, its derivation and as a document, for `lift-tune run FILE --verify`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "rules/derivation.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/harness/shrink.h"
#include "tests/harness/trial.h"
#include "tests/search/space_random.h"
#include "tests/search/space_rounds.h"

enum {
	SKIPPED = 77, DRAWS = 3, SHRINK_TRIES = 150,
	KERNELS = 30, KERNELS_MORE = 60, KERNELS_LONG = 2000
};

typedef struct Differential {
	Machine machines[2];
	int machine_count;
	int wanted, kernels, programs, refused, bad;
} Differential;

static const Scalar elements[] = { SCALAR_F32, SCALAR_I32, SCALAR_F64,
				   SCALAR_U8, SCALAR_I64, SCALAR_U32,
				   SCALAR_I16 };

/* DERIVED: searched for; the others are low-level as they are. */
typedef enum { DERIVED, LOW, ROUNDS, KINDS } Kind;

static const char *const kinds[KINDS] = { "derived", "low", "rounds" };

enum { ELEMENTS = sizeof elements / sizeof *elements };

/* -- what is told ---------------------------------------------------------- */

static void tell(const Trial *trial, uint64_t seed, const Derived *derived,
		 const Expr *low, const char *said)
{
	Text text = { 0 };

	text_printf(&text, "seed %llu: %s\n-- program:\n",
		    (unsigned long long)seed, said);
	program_print(&text, trial->program, trial->program->body);
	text_put(&text, "\n-- derivation:\n");
	if (derived && derived->derivation)
		derivation_text(&text, derived->derivation);
	if (low) {
		text_put(&text, "-- low level, shrunk:\n");
		program_print(&text, trial->program, low);
	}
	printf("%s\n", text_string(&text));
	text_free(&text);
}

/* -- the derived expression against the program ---------------------------- */

/* Whether sums of such numbers are the same in any order. */
static bool is_exact(const Array *array)
{
	for (int64_t i = 0; i < array->elements; i++)
		if (!(fabs(array_get(array, i)) < 1e12))
			return false;
	return true;
}

static bool same(const Array *a, const Array *b, bool strict)
{
	bool whole = !scalar_is_float(a->scalar);

	if (!whole && !strict && !is_exact(b))
		return true;
	for (int64_t i = 0; i < a->elements; i++) {
		double x = array_get(a, i), y = array_get(b, i);

		if (x != y && !(isnan(x) && isnan(y)))
			return false;
	}
	return true;
}

static bool evaluate(const Trial *trial, const Expr *e, bool strict,
		     Array *outputs)
{
	Diags *diags = diags_new();
	bool good = eval_run(trial->program, e, trial->inputs,
			     strict ? EVAL_DECLARED : EVAL_F64, outputs,
			     diags);

	diags_free(diags);
	return good;
}

static bool is_derived(const Trial *trial, const Expr *low, bool strict)
{
	Array a[TRIAL_PORTS], b[TRIAL_PORTS];
	int count = trial->program->output_count;
	bool good = true, both;

	if (!evaluate(trial, trial->program->body, strict, a))
		return true;
	both = evaluate(trial, low, strict, b);
	for (int i = 0; i < count; i++) {
		good &= both && same(&b[i], &a[i], strict);
		array_free(&a[i]);
		if (both)
			array_free(&b[i]);
	}
	return good;
}

/* -- one derivation -------------------------------------------------------- */

static bool still_bad(void *context, const Expr *low)
{
	Text said = { 0 };
	bool bad = trial_run(context, low, &said) == TRIAL_BAD;

	text_free(&said);
	return bad;
}

static void tell_bad(Differential *d, Trial *trial, uint64_t seed,
		     const Derived *derived)
{
	Ir *ir = trial->program->ir;
	const Expr *small = shrink(ir, derived->low, SHRINK_TRIES, still_bad,
				   trial);
	Text said = { 0 };

	d->bad++;
	trial_run(trial, small, &said);
	tell(trial, seed, derived, small, text_string(&said));
	text_free(&said);
}

static void try_low(Differential *d, Trial *trial, uint64_t seed, bool strict,
		    const Derived *derived)
{
	Text said = { 0 };

	if (!is_derived(trial, derived->low, strict)) {
		d->bad++;
		tell(trial, seed, derived, derived->low,
		     "the derived expression has another value");
		return;
	}
	switch (trial_run(trial, derived->low, &said)) {
	case TRIAL_GOOD:
		d->kernels++;
		break;
	case TRIAL_REFUSED:
		d->refused++;
		if (getenv("VERBOSE"))
			tell(trial, seed, derived, derived->low,
			     text_string(&said));
		break;
	case TRIAL_BAD:
		d->kernels++;
		tell_bad(d, trial, seed, derived);
		break;
	}
	text_free(&said);
}

static void try_derivations(Differential *d, Trial *trial, uint64_t seed)
{
	bool strict = seed % 2;
	RuleBase *base = rulebase_new();
	Derive *derive = derive_new(base, trial->program, &trial->device,
				    (RewriteOptions){ strict, false, NULL });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, seed, -1);
	Candidate candidate;
	int drawn = 0;

	while (drawn < DRAWS && d->kernels < d->wanted
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		Derived derived = derive_result(derive, candidate.state);

		try_low(d, trial, seed, strict, &derived);
		drawn++;
	}
	if (!drawn) {
		d->bad++;
		tell(trial, seed, NULL, NULL, "there is no derivation");
	}
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(base);
}

/* -- one program ----------------------------------------------------------- */

/* Small enough to be quick. */
static bool is_fit(const Expr *body)
{
	int64_t scalars;

	return type_scalars(body->type, &scalars) && scalars < 2000
	    && expr_node_count(body) < 200;
}

/* As a document; nothing when it is too large. */
static void put_random(uint64_t seed, Kind kind, Text *text)
{
	Rng rng = rng_seeded(seed, 13 + (uint64_t)kind);
	Scalar element = elements[seed % ELEMENTS];
	Program *program;
	Ir *ir;

	if (kind == ROUNDS) {
		space_rounds(text, &rng, element);
		return;
	}
	ir = ir_new();
	program = kind == LOW ? space_random_low(ir, &rng, element)
			      : space_random(ir, &rng, element, 2
					     + (int)(seed / ELEMENTS % 4));
	if (is_fit(program->body)) {
		text_printf(text, "{\"name\": \"random\", \"inputs\": "
			    "[{\"name\": \"x\", \"type\": "
			    "\"[%s; %d]\"}], \"body\":\n",
			    scalar_name(element),
			    (int)program->in_ports->elements);
		print_json(text, program, program->body);
		text_put(text, "}\n");
	}
	ir_free(ir);
}

static void try_program(Differential *d, uint64_t seed, Kind kind)
{
	const ReadOptions concrete = { .concrete = true };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Text text = { 0 };
	Trial trial = { .machines = d->machines,
			.machine_count = d->machine_count, .exact = true,
			.device = trial_device(seed / 2) };

	put_random(seed, kind, &text);
	trial.options = codegen_options(&trial.device);
	trial.options.aside_bytes = 1;
	trial.options.contract = false;
	if (text.length)
		trial.program = program_read(ir, "random", text_string(&text),
					     &concrete, diags);
	if (trial.program) {
		d->programs++;
		if (getenv("VERBOSE"))
			printf("seed %llu\n", (unsigned long long)seed);
		trial_begin(&trial, seed);
		if (kind != DERIVED)
			try_low(d, &trial, seed, true, &(Derived){
				.low = trial.program->body });
		else
			try_derivations(d, &trial, seed);
		trial_end(&trial);
	} else if (text.length) {
		d->bad++;
		printf("seed %llu: what was printed is not read:\n%s",
		       (unsigned long long)seed, text_string(&text));
		diags_print(diags, stdout);
	}
	text_free(&text);
	diags_free(diags);
	ir_free(ir);
}

static int number(const char *name, int otherwise)
{
	const char *text = getenv(name);

	return text ? atoi(text) : otherwise;
}

static bool is_kind(const char *name)
{
	for (Kind kind = 0; kind < KINDS; kind++)
		if (!strcmp(name, kinds[kind]))
			return true;
	return false;
}

int main(void)
{
	Differential d = { 0 };
	uint64_t seed = (uint64_t)number("DIFFERENTIAL_FROM", 1);
	const char *only = getenv("DIFFERENTIAL_KIND");

	setvbuf(stdout, NULL, _IOLBF, 0);
	d.wanted = number("DIFFERENTIAL_KERNELS",
			  getenv("LIFT_TUNE_LONG") ? KERNELS_LONG
			  : getenv("LIFT_TUNE_MORE") ? KERNELS_MORE : KERNELS);
	if (only && !is_kind(only)) {
		printf("DIFFERENTIAL_KIND: derived, low or rounds, not %s\n",
		       only);
		return EXIT_FAILURE;
	}
	if (!machine_open(&d.machines[0], MACHINE_DEVICE)) {
		puts("no OpenCL device: skipped");
		return SKIPPED;
	}
	d.machine_count = 1 + (!getenv("DIFFERENTIAL_DEVICE")
			       && machine_open(&d.machines[1],
					       MACHINE_SIMULATOR));
	for (; d.kernels < d.wanted && d.bad < 5; seed++) {
		for (Kind kind = 0; kind < KINDS; kind++)
			if (!only || !strcmp(only, kinds[kind]))
				try_program(&d, seed, kind);
	}
	trial_close(d.machines, d.machine_count);
	printf("%d kernels of %d programs on %d machines; %d refused, %d bad\n",
	       d.kernels, d.programs, d.machine_count, d.refused, d.bad);
	return d.bad || d.refused > d.kernels / 20;
}

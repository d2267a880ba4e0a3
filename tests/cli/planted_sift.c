/* Suspects are run on the data of many seeds. Data on which all their bits are
 * those of the right kernel need no reference; what these may be off is
 * evaluated only for others. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/data/testdata.h"
#include "tests/cli/planted.h"

enum { SEEDS_AT_ONCE = 2, SETS = 2 * SEEDS_AT_ONCE };

typedef struct Outputs {
	void *of[SETS][PLANTED_OUTPUTS]; /* unordered ones sorted */
} Outputs;

static size_t bytes_of(const Port *port)
{
	return (size_t)port->elements * scalar_bytes(port->scalar);
}

static void keep_output(Bench *b, int set, int i, Outputs *outputs)
{
	const Port *port = &b->session.program->out_ports[i];
	void *copy = base_malloc(bytes_of(port) + 1);

	memcpy(copy, harness_output(b->harness, set, i), bytes_of(port));
	if (port->unordered)
		judge_sort(port->scalar, port->elements, copy);
	outputs->of[set][i] = copy;
}

/* Runs it on all sets of the harness; false when it does not run. */
static bool run(Bench *b, const Artifact *artifact, int sets, Outputs *outputs)
{
	const HarnessCandidate candidate = planted_candidate(b, artifact);

	*outputs = (Outputs){ 0 };
	harness_build_begin(b->harness, &candidate);
	harness_run(b->harness, b->measured);
	if (!planted_is_good(b->measured->status))
		return false;
	for (int set = 0; set < sets; set++)
		for (int i = 0; i < b->session.program->output_count; i++)
			keep_output(b, set, i, outputs);
	return true;
}

static void outputs_free(Outputs *outputs)
{
	for (int set = 0; set < SETS; set++)
		for (int i = 0; i < PLANTED_OUTPUTS; i++)
			free(outputs->of[set][i]);
}

static bool same_bits(const Bench *b, const Outputs *x, const Outputs *y)
{
	const Program *p = b->session.program;

	for (int set = 0; set < SETS; set++)
		for (int i = 0; i < p->output_count && x->of[set][i]; i++)
			if (memcmp(x->of[set][i], y->of[set][i],
				   bytes_of(&p->out_ports[i])) != 0)
				return false;
	return true;
}

/* -- up to two bounds ------------------------------------------------------ */

static bool same_number(double a, double b, double allowed)
{
	return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= allowed;
}

static bool same_elements(const Port *port, const Judgement *j,
			  const void *right, const void *faulty)
{
	Array of = { .scalar = port->scalar, .elements = port->elements };
	Array with = of;

	of.data = (void *)(uintptr_t)right;
	with.data = (void *)(uintptr_t)faulty;
	for (int64_t k = 0; k < port->elements; k++) {
		double x = array_get(&of, k), y = array_get(&with, k);

		if (!same_number(x, y, 2 * judge_allowed(j, port->scalar, k,
							 x)))
			return false;
	}
	return true;
}

static bool same_output(const Bench *b, int set, int i, const void *right,
			const void *faulty)
{
	const Port *port = &b->session.program->out_ports[i];
	Judgement j = b->oracles->judgements[set][i];
	double growth[SCALAR_COUNT];

	if (j.skip || !memcmp(right, faulty, bytes_of(port)))
		return true;
	if (j.exact || !scalar_is_float(port->scalar))
		return false;
	oracles_growth(&b->session, b->trial.derivation->expr, growth);
	j.growth = growth[port->scalar];
	if (b->oracles->bounded[i]) {
		j.outside = b->oracles->outside[i].data;
		j.folds = b->oracles->folds[i].data;
	}
	return same_elements(port, &j, right, faulty);
}

static bool same_outputs(const Bench *b, const Outputs *right,
			 const Outputs *faulty)
{
	for (int set = 0; set < b->oracles->set_count; set++)
		for (int i = 0; i < b->session.program->output_count; i++)
			if (!same_output(b, set, i, right->of[set][i],
					 faulty->of[set][i]))
				return false;
	return true;
}

bool planted_is_same(Bench *b, bool (*spoil)(Bench *b, void *context),
		     void *context)
{
	const int sets = b->oracles->set_count;
	Outputs right = { 0 }, faulty = { 0 };
	bool same = run(b, b->trial.artifact, sets, &right)
		 && spoil(b, context)
		 && run(b, b->trial.artifact, sets, &faulty)
		 && same_outputs(b, &right, &faulty);

	outputs_free(&right);
	outputs_free(&faulty);
	return same;
}

/* -- the data of one seed -------------------------------------------------- */

typedef bool (*Same)(const Bench *b, const Outputs *right,
		     const Outputs *faulty);

/* Marks in differs those of the asked that are not the same; how many. */
static int compare(Bench *b, int sets, Same same, const bool *asked,
		   bool *differs)
{
	Outputs right, faulty;
	int count = 0;

	if (!run(b, b->trial.artifact, sets, &right))
		base_die("the right kernel does not run");
	for (int i = 0; i < b->suspect_count; i++) {
		differs[i] = false;
		if (!asked[i])
			continue;
		differs[i] = !run(b, b->suspects[i].artifact, sets, &faulty)
			  || !same(b, &right, &faulty);
		count += differs[i];
		outputs_free(&faulty);
	}
	outputs_free(&right);
	return count;
}

static Array *draw(Bench *b, uint64_t seed, TestdataKind kind)
{
	const Program *p = b->session.program;
	Array *arrays = base_calloc((size_t)p->in_port_count + 1,
				    sizeof *arrays);

	for (int i = 0; i < p->in_port_count; i++)
		arrays[i] = testdata_draw(&p->in_ports[i], seed, kind);
	return arrays;
}

static void drop(Bench *b, Array *arrays)
{
	for (int i = 0; i < b->session.program->in_port_count; i++)
		array_free(&arrays[i]);
	free(arrays);
}

/* Integers and random numbers of two seeds, without references. */
static int compare_bits(Bench *b, uint64_t seed, const bool *asked,
			bool *differs)
{
	const Program *p = b->session.program;
	const Judgement none[PLANTED_OUTPUTS] = { 0 };
	Array *inputs[SETS];
	BenchData data = {
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = SETS,
		.inputs = p->in_ports, .outputs = p->out_ports,
	};
	int count;

	for (int set = 0; set < SETS; set++) {
		inputs[set] = draw(b, seed + (uint64_t)set / 2,
				   set % 2 ? TESTDATA_RANDOM : TESTDATA_EXACT);
		data.sets[set] = (BenchSet){ inputs[set], none };
	}
	if (!harness_load(b->harness, &data, b->session.diags))
		base_die("the data of another seed cannot be loaded");
	count = compare(b, SETS, same_bits, asked, differs);
	for (int set = 0; set < SETS; set++)
		drop(b, inputs[set]);
	return count;
}

static void compare_values(Bench *b, uint64_t seed, const bool *asked,
			   bool *differs)
{
	Session *s = &b->session;

	oracles_free(b->oracles);
	s->options->seed = seed;
	b->oracles = oracles_new(s);
	if (!b->oracles || !oracles_load(b->oracles, s, b->harness))
		base_die("the data of another seed cannot be judged");
	compare(b, b->oracles->set_count, same_outputs, asked, differs);
}

static void note(Campaign *c, const Bench *b, int seed, const bool *asked)
{
	for (int i = 0; i < b->suspect_count; i++) {
		PlantedLine line = b->suspects[i].line;

		if (!asked[i])
			continue;
		line.seed = seed;
		line.outcome = (char *)(uintptr_t)(b->suspects[i].convicted
			? planted_differs : planted_same);
		planted_log_add(&c->log, &line);
		if (b->suspects[i].convicted)
			printf("%s: %s, %s at %lld: MISSED (seed %d)\n",
			       line.program, line.fault, line.port,
			       (long long)line.place, seed);
	}
}

static void try_seeds(Campaign *c, Bench *b, uint64_t seed)
{
	bool asked[PLANTED_SUSPECTS], other[PLANTED_SUSPECTS],
	     differs[PLANTED_SUSPECTS];

	const int last = (int)seed + SEEDS_AT_ONCE - 1;
	bool any = false;

	for (int i = 0; i < b->suspect_count; i++) {
		asked[i] = !b->suspects[i].convicted
			&& b->suspects[i].seeds < last;
		any |= asked[i];
	}
	if (!any)
		return;
	any = compare_bits(b, seed, asked, other) > 0;
	for (uint64_t k = 0; any && k < SEEDS_AT_ONCE; k++) {
		compare_values(b, seed + k, other, differs);
		for (int i = 0; i < b->suspect_count; i++)
			b->suspects[i].convicted |= differs[i];
	}
	note(c, b, last, asked);
}

void planted_sift(Campaign *c, Bench *b)
{
	b->session.look = NULL;
	for (int seed = 1; b->suspect_count && seed <= c->seeds;
	     seed += SEEDS_AT_ONCE)
		try_seeds(c, b, (uint64_t)seed);
}

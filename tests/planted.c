/* Planted faults: what the judge makes of kernels with one fault each
 * (plant.h), in every program given, at its own size.
 *
 *	tests/planted [--places N] [--seeds N] [--table FILE] PROGRAM.json...
 *
 * A program's kernel is the first proposal of a search that is right. Each
 * fault is planted at the first, a middle and the last place of every input
 * that the kernel reads and of every output that it writes; --places N takes
 * one in N of these, by turns. A faulty kernel that the judge lets through must
 * be the same as the right one on the data of many seeds (--seeds N; 2): no
 * output differs by more than two bounds, none that is exact differs at all.
 * Then it is equivalent; else it is missed, and the exit code is 1. --table
 * adds one row for each program to FILE. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/worker.h"
#include "cli/candidates.h"
#include "cli/due.h"
#include "cli/judges.h"
#include "cli/measure.h"
#include "ir/growth.h"
#include "tests/plant.h"

enum { PROPOSALS = 8, PLACES = 3, SUSPECTS = 512, OUTPUTS = 64 };

/* How a fault was found, or was not. */
typedef enum {
	FOUND_EXACT, FOUND_RANDOM, FOUND_FIELD, FOUND_CRASH, NOT_FOUND,
	EQUIVALENT, FOUNDS
} Found;

static const char *const found_names[FOUNDS] = {
	"exact", "tolerance", "field", "crash", "MISSED", "equivalent",
};

/* A fault that the judge let through. */
typedef struct Suspect {
	Plant plant;
	const char *where;
	const Artifact *artifact;
	bool convicted;
} Suspect;

typedef struct Campaign {
	int every, turn;       /* one in `every` faults is tried */
	int seeds;
	FILE *table;
	int missed, tried, programs;
	int counts[PLANT_FAULTS][FOUNDS]; /* of the present program */
} Campaign;

/* One program on the harness. */
typedef struct Bench {
	Session session;
	Harness *harness;
	Judges *judges;
	Candidates candidates;
	Trial trial;
	Due *due;
	Measurement *measured;
	int suspect_count;
	Suspect suspects[SUSPECTS];
} Bench;

static bool open_program(Bench *b, const char *path)
{
	Session *s = &b->session;
	const char **word;

	*s = (Session){ .arena = arena_new(), .diags = diags_new() };
	word = ARENA_NEW(s->arena, const char *);
	*word = path;
	s->options = ARENA_NEW(s->arena, Options);
	*s->options = (Options){
		.command = CMD_TUNE, .word_count = 1, .words = word,
		.fp = FP_REASSOC, .rtol = -1, .atol = -1, .site_count = 1,
		.sites = ARENA_NEW(s->arena, Site), .unsafe_c = true,
	};
	return session_load(s);
}

static bool open_device(Bench *b)
{
	HarnessOptions options = measure_options(&b->session);

	b->harness = harness_open(&options, b->session.diags);
	if (!b->harness)
		return false;
	return measure_supports(&b->session, harness_device(b->harness));
}

static Status measure(Bench *b, const Artifact *artifact)
{
	const HarnessCandidate candidate = trial_candidate(&b->session,
							   b->trial.derivation,
							   artifact);

	harness_build_begin(b->harness, &candidate);
	harness_measure(b->harness, b->measured);
	return b->measured->status;
}

static const Artifact *generate(Bench *b)
{
	Session *s = &b->session;
	const Device *device = harness_device(b->harness);
	const CodegenOptions options = measure_codegen(s, device);
	LegalFault fault = { 0 };
	const Artifact *made = codegen(s->arena, s->program,
				       b->trial.derivation->expr, device,
				       &options, &fault);

	if (!made)
		printf("%s: not generated: %s\n", s->program->name,
		       fault.message);
	return made;
}

static bool is_good(Status status)
{
	return status == STATUS_OK || status == STATUS_SLOW;
}

/* The first proposal that is right. */
static bool choose(Bench *b)
{
	Session *s = &b->session;
	Candidate candidate;

	for (int i = 0; i < PROPOSALS; i++) {
		if (strategy_ask(b->candidates.strategy, &candidate)
		    != ASK_CANDIDATE)
			return false;
		candidate_describe(&b->candidates, s->arena, &candidate,
				   &b->trial);
		b->trial.artifact = generate(b);
		if (b->trial.artifact && is_good(measure(b, b->trial.artifact)))
			return true;
		strategy_tell(b->candidates.strategy, candidate.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
		s->no_contraction = true; /* which may have been wrong */
	}
	return false;
}

/* Where the judges have exact data these are the first set. */
static Found found(const Bench *b, const Measurement *m)
{
	if (is_good(m->status))
		return NOT_FOUND;
	if (m->status != STATUS_WRONG && m->status != STATUS_NAN)
		return FOUND_CRASH;
	return b->judges->exact && strstr(m->reason, "(data set 0)")
	       ? FOUND_EXACT : FOUND_RANDOM;
}

static void tell(const Bench *b, const Plant *plant, const char *where,
		 Found how)
{
	printf("%s: %s, %s at %" PRId64 ": %s (%s: %s)\n",
	       b->session.program->name, plant_names[plant->fault], where,
	       plant->place, found_names[how],
	       status_name(b->measured->status), b->measured->reason);
}

static void suspect(Bench *b, const Plant *plant, const char *where,
		    const Artifact *artifact)
{
	if (b->suspect_count == SUSPECTS)
		base_die("more than %d faults are not seen", SUSPECTS);
	b->suspects[b->suspect_count++] = (Suspect){ *plant, where, artifact,
						     false };
}

/* What admits it to timing, then what is due before it is the best. */
static Found judged(Bench *b, const Plant *plant, const Artifact *artifact)
{
	const char *names[OUTPUTS];
	bool passes;
	Found how;

	measure(b, artifact);
	how = found(b, b->measured);
	if (how != NOT_FOUND)
		return how;
	if (plant->fault == PLANT_NARROW)
		b->session.look = NULL;
	passes = due_passes(b->due, b->trial.derivation, artifact, names,
			    b->measured);
	if (!judges_load(b->judges, &b->session, b->harness))
		base_die("the data do not come back");
	return passes ? NOT_FOUND : FOUND_FIELD;
}

static void try_plant(Campaign *c, Bench *b, Plant *plant, const char *where)
{
	Session *s = &b->session;
	const Artifact *artifact;
	Found how;

	s->look = plant_kernels;
	s->look_context = plant;
	artifact = generate(b);
	if (!artifact || !plant->planted)
		return;
	how = judged(b, plant, artifact);
	c->tried++;
	if (how == NOT_FOUND)
		suspect(b, plant, where, artifact);
	else
		c->counts[plant->fault][how]++;
	if (getenv("VERBOSE"))
		tell(b, plant, where, how);
}

static void try_port(Campaign *c, Bench *b, PlantFault fault, bool stored,
		     int port, const Port *of)
{
	for (int place = 0; place < PLACES; place++) {
		Plant plant = { .fault = fault, .stored = stored,
				.port = port };
		int64_t last = of->elements;

		while (last > 0 && !plant_fits(&(Plant){ .fault = fault,
			.stored = stored, .place = last - 1 }, of->elements))
			last--;
		if (!last || (place && last == 1))
			return;
		plant.place = (last - 1) * place / (PLACES - 1);
		if (c->turn++ % c->every == 0)
			try_plant(c, b, &plant, of->name);
	}
}

static void try_ports(Campaign *c, Bench *b, PlantFault fault)
{
	const Program *p = b->session.program;

	for (int i = 0; i < p->in_port_count; i++)
		if (p->in_ports[i].rank > 0)
			try_port(c, b, fault, false, i, &p->in_ports[i]);
	for (int i = 0; i < p->output_count; i++)
		try_port(c, b, fault, true, i, &p->out_ports[i]);
}

static void try_faults(Campaign *c, Bench *b)
{
	for (PlantFault fault = 0; fault < PLANT_NARROW; fault++)
		try_ports(c, b, fault);
	try_plant(c, b, &(Plant){ .fault = PLANT_NARROW }, "sums");
}

/* -- what was let through -------------------------------------------------- */

/* Runs it on all data sets of the judges; copies of its outputs, by set. False
 * when it does not run. */
static bool outputs_of(Bench *b, const Artifact *artifact, void ***outputs)
{
	const Program *p = b->session.program;
	const HarnessCandidate candidate = trial_candidate(&b->session,
							   b->trial.derivation,
							   artifact);

	harness_build_begin(b->harness, &candidate);
	harness_run(b->harness, b->measured);
	for (int set = 0; set < b->judges->set_count; set++)
		for (int i = 0; i < p->output_count; i++) {
			const Port *port = &p->out_ports[i];
			size_t bytes = (size_t)port->elements
				     * scalar_bytes(port->scalar);
			void *copy = base_malloc(bytes + 1);

			if (is_good(b->measured->status))
				memcpy(copy, harness_output(b->harness, set, i),
				       bytes);
			if (port->unordered)
				judge_sort(port->scalar, port->elements, copy);
			outputs[set][i] = copy;
		}
	return is_good(b->measured->status);
}

static void outputs_free(const Bench *b, void ***outputs)
{
	for (int set = 0; set < b->judges->set_count; set++)
		for (int i = 0; i < b->session.program->output_count; i++)
			free(outputs[set][i]);
}

static bool same_number(double a, double b, double allowed)
{
	return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= allowed;
}

/* Whether an output is the same, up to two bounds. */
static bool same_output(const Bench *b, int set, int i, const void *right,
			const void *faulty)
{
	const Port *port = &b->session.program->out_ports[i];
	Judgement j = b->judges->judgements[set][i];
	Array of = { .scalar = port->scalar, .elements = port->elements };
	Array with = of;

	if (j.skip || !memcmp(right, faulty, (size_t)port->elements
			      * scalar_bytes(port->scalar)))
		return true;
	if (j.exact || !scalar_is_float(port->scalar))
		return false;
	j.growth = fold_growth(b->trial.derivation->expr, port->scalar);
	if (b->judges->bounded[i]) {
		j.outside = b->judges->outside[i].data;
		j.folds = b->judges->folds[i].data;
	}
	of.data = (void *)(uintptr_t)right;
	with.data = (void *)(uintptr_t)faulty;
	for (int64_t k = 0; k < port->elements; k++) {
		double x = array_get(&of, k), y = array_get(&with, k);

		if (!same_number(x, y, 2 * judge_allowed(&j, port->scalar, k,
							 x)))
			return false;
	}
	return true;
}

static bool same_outputs(const Bench *b, void ***right, void ***faulty)
{
	for (int set = 0; set < b->judges->set_count; set++)
		for (int i = 0; i < b->session.program->output_count; i++)
			if (!same_output(b, set, i, right[set][i],
					 faulty[set][i]))
				return false;
	return true;
}

/* Data of another seed for the judges and the device. */
static bool draw_again(Bench *b, uint64_t seed)
{
	Session *s = &b->session;

	s->look = NULL;
	judges_free(b->judges);
	s->options->seed = seed;
	b->judges = judges_new(s);
	return b->judges && judges_load(b->judges, s, b->harness);
}

static void compare(Bench *b)
{
	void *right[BENCH_SETS][OUTPUTS], *faulty[BENCH_SETS][OUTPUTS];
	void **rights[BENCH_SETS], **faulties[BENCH_SETS];

	for (int set = 0; set < BENCH_SETS; set++) {
		rights[set] = right[set];
		faulties[set] = faulty[set];
	}
	if (!outputs_of(b, b->trial.artifact, rights))
		base_die("the right kernel does not run");
	for (int i = 0; i < b->suspect_count; i++) {
		Suspect *s = &b->suspects[i];

		if (s->convicted)
			continue;
		s->convicted = !outputs_of(b, s->artifact, faulties)
			    || !same_outputs(b, rights, faulties);
		outputs_free(b, faulties);
	}
	outputs_free(b, rights);
}

static void sift(Campaign *c, Bench *b)
{
	for (int seed = 1; b->suspect_count && seed <= c->seeds; seed++)
		if (draw_again(b, (uint64_t)seed))
			compare(b);
	for (int i = 0; i < b->suspect_count; i++) {
		Suspect *s = &b->suspects[i];
		Found how = s->convicted ? NOT_FOUND : EQUIVALENT;

		c->counts[s->plant.fault][how]++;
		c->missed += s->convicted;
		if (s->convicted || getenv("VERBOSE"))
			tell(b, &s->plant, s->where, how);
	}
}

static void add_row(const Campaign *c, const Program *program)
{
	fprintf(c->table, "| %s |", program->name);
	for (int fault = 0; fault < PLANT_FAULTS; fault++) {
		const char *between = " ";

		for (int how = 0; how < FOUNDS; how++) {
			if (!c->counts[fault][how])
				continue;
			fprintf(c->table, "%s%d %s", between,
				c->counts[fault][how], found_names[how]);
			between = ", ";
		}
		fprintf(c->table, " |");
	}
	fprintf(c->table, "\n");
	fflush(c->table);
}

/* The right kernel passes, too. */
static bool passes_clean(Bench *b)
{
	const char *names[OUTPUTS];

	return b->session.program->output_count <= OUTPUTS
	    && due_passes(b->due, b->trial.derivation, b->trial.artifact,
			  names, b->measured)
	    && judges_load(b->judges, &b->session, b->harness);
}

static bool prepare(Bench *b)
{
	Session *s = &b->session;

	candidates_open(&b->candidates, s, strategy_kinds[0],
			harness_device(b->harness));
	b->judges = judges_new(s);
	b->due = due_new(s, b->harness, b->judges, NULL, NULL);
	return b->judges && judges_load(b->judges, s, b->harness)
	    && choose(b) && passes_clean(b);
}

static void close_program(Bench *b)
{
	diags_print(b->session.diags, stderr);
	candidates_close(&b->candidates);
	harness_close(b->harness);
	judges_free(b->judges);
	due_free(b->due);
	session_free(&b->session);
	free(b->measured);
}

static void try_program(Campaign *c, const char *path)
{
	Bench *b = base_calloc(1, sizeof *b);

	b->measured = base_calloc(1, sizeof *b->measured);
	memset(c->counts, 0, sizeof c->counts);
	if (open_program(b, path) && open_device(b) && prepare(b)) {
		try_faults(c, b);
		sift(c, b);
		c->programs++;
		if (c->table)
			add_row(c, b->session.program);
	} else {
		printf("%s: left out (%s: %s)\n", path,
		       status_name(b->measured->status), b->measured->reason);
	}
	close_program(b);
	free(b);
}

int main(int argc, char **argv)
{
	Campaign c = { .every = 1, .seeds = 2 };

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 1 && !strcmp(argv[1], "worker"))
		return worker_main(argc, argv);
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--places") && i + 1 < argc)
			c.every = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--seeds") && i + 1 < argc)
			c.seeds = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--table") && i + 1 < argc)
			c.table = fopen(argv[++i], "a");
		else
			try_program(&c, argv[i]);
	}
	printf("%d programs, %d faults, %d missed\n", c.programs, c.tried,
	       c.missed);
	return c.missed > 0;
}

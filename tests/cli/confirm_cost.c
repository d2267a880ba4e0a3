/* What looking again at what was timed costs, as a part of an evaluation, for
 * all rows of bench, or those whose name has ROW in it, as a table.
 *
 *	tests/cli/confirm_cost [--evaluations N] EXAMPLES [ROW]
 *
 * A row's part is that of the first N (4) kernels of a search that run, built
 * here and now, in one process: building, the launches that are judged, on all
 * data, the judgement, the timed ones, the check. No test: it needs the memory of
 * the largest rows, and minutes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/worker.h"
#include "cli/bench.h"
#include "cli/oracles.h"
#include "lib/candidates.h"
#include "cli/measure.h"
#include "cli/progress.h"
#include "lib/trial.h"

enum { EVALUATIONS = 4, PROPOSALS = 12 };

typedef struct Cost {
	double whole_s, confirm_s;
	int count;
	Variant variant; /* of proposals to come */
} Cost;

static bool open_program(Session *s, const BenchRow *row, const char *examples)
{
	const char **word;
	Options *o;

	*s = (Session){ .arena = arena_new(), .diags = diags_new() };
	word = ARENA_NEW(s->arena, const char *);
	*word = arena_printf(s->arena, "%s/%s.json", examples, row->program);
	o = s->options = ARENA_NEW(s->arena, Options);
	*o = (Options){
		.command = CMD_TUNE, .word_count = 1, .words = word,
		.fp = row->fp, .rtol = -1, .atol = -1, .site_count = 1,
		.sites = ARENA_NEW(s->arena, Site),
		.sizes = ARENA_ARRAY(s->arena, SizeBinding, BENCH_SIZES),
	};
	for (int i = 0; i < BENCH_SIZES && row->sizes[i].name; i++)
		o->sizes[o->size_count++] = row->sizes[i];
	return session_load(s);
}

static const Artifact *generate(Session *s, const Device *device,
				const Trial *trial)
{
	const CodegenOptions options = measure_codegen(s, trial->variant,
						       device);
	LegalFault fault = { 0 };

	return codegen(s->arena, s->program, trial->derivation->expr, device,
		       &options, &fault);
}

/* Without watching for noise. */
static double seconds_of(const Measurement *m, double wall_s)
{
	double seconds = wall_s - m->run_s;

	for (int i = 0; i < m->sample_count; i++)
		seconds += m->samples_ns[i] * m->batch * 1e-9;
	return seconds;
}

static void evaluate(Session *s, Harness *harness, const Trial *trial,
		     Measurement *m, Cost *cost)
{
	const HarnessCandidate candidate =
		trial_candidate(s, trial->derivation, trial->artifact);
	double start = clock_seconds();

	harness_build_begin(harness, &candidate);
	harness_measure(harness, m);
	if (m->status == STATUS_WRONG)
		cost->variant.no_contraction = true;
	if (m->status != STATUS_OK)
		return;
	cost->whole_s += seconds_of(m, clock_seconds() - start);
	cost->confirm_s += m->confirm_s;
	cost->count++;
}

static void evaluate_some(Session *s, Harness *harness, int evaluations,
			  Cost *cost)
{
	Measurement *m = base_calloc(1, sizeof *m);
	Candidates candidates = { 0 };
	Candidate candidate;

	candidates_open(&candidates, s, strategy_kinds[0],
			harness_device(harness));
	for (int i = 0; i < PROPOSALS && cost->count < evaluations; i++) {
		Trial trial = { 0 };

		if (strategy_ask(candidates.strategy, &candidate)
		    != ASK_CANDIDATE)
			break;
		candidate_describe(&candidates, s->arena, &candidate, &trial);
		trial.variant = cost->variant;
		trial.artifact = generate(s, harness_device(harness), &trial);
		if (trial.artifact)
			evaluate(s, harness, &trial, m, cost);
		strategy_tell(candidates.strategy, candidate.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
	}
	candidates_close(&candidates);
	free(m);
}

static Cost cost_of(const BenchRow *row, const char *examples, int evaluations)
{
	Session s;
	Cost cost = { 0 };
	HarnessOptions options;
	Harness *harness;
	Oracles *oracles;

	if (!open_program(&s, row, examples))
		base_die("no %s in %s", row->program, examples);
	options = measure_options(&s);
	oracles = oracles_new(&s);
	harness = oracles ? harness_open(&options, s.diags) : NULL;
	if (harness && oracles_load(oracles, &s, harness))
		evaluate_some(&s, harness, evaluations, &cost);
	diags_print(s.diags, stderr);
	harness_close(harness);
	oracles_free(oracles);
	session_free(&s);
	return cost;
}

static void all_rows(const char *examples, const char *name, int evaluations)
{
	double logs = 0, most = 0;
	int count = 0;

	printf("| row | an evaluation, ms | looking again, ms | part |\n"
	       "|---|---|---|---|\n");
	for (const BenchRow *row = bench_rows; row->program; row++) {
		Cost cost;
		double part;

		if (!strstr(row->label, name))
			continue;
		cost = cost_of(row, examples, evaluations);
		part = cost.confirm_s / cost.whole_s;
		if (!cost.count) {
			printf("| %s | no kernel runs | | |\n", row->label);
			continue;
		}
		printf("| %s | %.0f | %.1f | %.1f %% |\n", row->label,
		       1000 * cost.whole_s / cost.count,
		       1000 * cost.confirm_s / cost.count, 100 * part);
		logs += log(part);
		count++;
		most = fmax(most, part);
	}
	printf("| geometric mean; most | | | %.1f %%; %.1f %% |\n",
	       100 * exp(logs / count), 100 * most);
}

int main(int argc, char **argv)
{
	int evaluations = EVALUATIONS, words = 1;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 1 && !strcmp(argv[1], "worker"))
		return worker_main(argc, argv);
	if (argc > 2 && !strcmp(argv[1], "--evaluations")) {
		evaluations = atoi(argv[2]);
		words = 3;
	}
	if (argc <= words)
		base_die("usage: confirm_cost [--evaluations N] EXAMPLES [ROW]");
	all_rows(argv[words], argc > words + 1 ? argv[words + 1] : "",
		 evaluations);
	return EXIT_SUCCESS;
}

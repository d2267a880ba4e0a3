/* Kernels of tests/codegen/open.jsonl, whose sizes are all open, are proved at
 * sizes where their guards hold, each size at each of some numbers; none is
 * refuted. With an index that is off by one they are not proved at any of these
 * sizes where something is launched. A quarter of them; LIFT_TUNE_LONG=1: all. */
#include <stdio.h>
#include <string.h>

#include "ir/front/document.h"
#include "tests/codegen/codegen_documents.h"
#include "tests/prover/tally.h"
#include "tests/prover/tree_mutants.h"

enum { SIZES = 4, POINTS = 6 };

static const int64_t values[] = { 1, 2, 3, 17, 33, 256 };

typedef struct Seeing {
	Tally *tally;
	const char *line;
	const Kernels *kernels; /* at the point that is looked at */
	int mutants, missed;
} Seeing;

/* -- mutants --------------------------------------------------------------- */

/* What is stored one element further is stored outside, or not all of it is. */
static void see_mutant(void *context, MutantKind kind, const char *kernel)
{
	Seeing *seeing = context;
	Arena *arena;

	if (kind != MUTANT_INDEX_UP)
		return;
	(void)kernel;
	arena = arena_new();
	seeing->mutants++;
	seeing->missed += prove_kernels(arena, seeing->kernels,
					seeing->tally->limit)->verdict
			  == PROVE_PROVED;
	arena_free(arena);
}

/* -- points ---------------------------------------------------------------- */

/* As in codegen_open.c: a document of just these sizes may not be one. */
static void prove_at(Seeing *seeing, const Kernels *kernels, int point)
{
	const Program *open = kernels->program;
	SizeBinding sizes[SIZES];
	const ReadOptions options = { .concrete = true,
				      .override_count = open->size_count,
				      .overrides = sizes };
	int64_t arguments[32];
	Ir *ir = ir_new();
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	Program *program;

	for (int i = 0; i < open->size_count; i++)
		sizes[i] = (SizeBinding){ open->sizes[i].name,
					  values[(point + i * (point + 1))
						 % POINTS] };
	program = program_read(ir, "open", seeing->line, &options, diags);
	if (program && artifact_at(arena, kernels->artifact, program_size,
				   program, arguments)) {
		Kernels there = *kernels;

		there.program = program;
		seeing->kernels = &there;
		tally_see(seeing->tally, &there);
		if (!strcmp(open->name, "scal") || !strcmp(open->name, "gemv"))
			mutants_each(&there, 1, see_mutant, seeing);
	}
	diags_free(diags);
	arena_free(arena);
	ir_free(ir);
}

static void see(void *context, const Kernels *kernels)
{
	for (int i = 0; i < POINTS; i++)
		prove_at(context, kernels, i);
}

/* -- documents ------------------------------------------------------------- */

static void check(void *context, const Program *program, const char *line)
{
	Seeing *seeing = context;
	const Device device = device_generic();
	const CodegenOptions options = codegen_options(&device);
	Arena *arena = arena_new();
	LegalFault fault;

	seeing->line = line;
	if (program->size_count <= SIZES
	    && tally_is_due(seeing->tally, program->name)
	    && !codegen_seen(arena, program, program->body, &device, &options,
			     see, seeing, &fault))
		seeing->tally->refused++;
	arena_free(arena);
}

int main(void)
{
	Tally tally = tally_new(4);
	Seeing seeing = { .tally = &tally };

	tally.bad += !documents_each_open(check, &seeing);
	printf("%d of %d mutants proved\n", seeing.missed, seeing.mutants);
	tally.bad += seeing.missed || !seeing.mutants || !tally.seen;
	return tally_end(&tally);
}

/* Kernels with open sizes of whole programs: examples and random ones are
 * derived at numbers, composite and prime, the steps are made again where the
 * sizes are open, and what comes of it gives what the evaluator gives, on the
 * first OpenCL device and on Oclgrind (if it is installed), wherever its guards
 * hold: each pair of sizes sees each pair of values, and each size is 0 once,
 * where the types allow it; where they do not, no guard lets kernels begin.
 * Exits with 77 when there is no device.
 *
 * A tenth of the points are tried, other ones for each program, by a half of the
 * kernels on either device (by all, with LIFT_TUNE_MORE), and a tenth of the random
 * programs; with LIFT_TUNE_LONG all. OPEN_PROGRAMS names one program, or all
 * of those: random. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/core/size_open.h"
#include "ir/front/document.h"
#include "ir/front/print.h"
#include "rules/derivation.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/search/space_random.h"
#include "tests/harness/trial.h"

enum { SKIPPED = 77, DRAWS = 3, RANDOM = 30, SIZES = 4, VALUES = 8,
       TEXT_BYTES = 1 << 14, SPARSE = 10 };

/* Elements of an array and rounds of all loops at a point; of a simulator. */
#define MOST (1 << 20)
#define MOST_LONG (INT64_C(1) << 24)
#define MOST_SIMULATED (1 << 12)

static const int64_t device_values[VALUES] = { 1, 2, 3, 17, 1000, 1021, 4096,
					       4099 };
static const int64_t simulator_values[VALUES] = { 1, 2, 3, 17, 33, 1, 2, 3 };

static const char *const examples[] = {
	"scal", "asum", "dot", "gemv", "matmul", "jacobi", "convolution", "md",
	"nbody", "softmax", "kmeans", "meanvar", "argmax",
};

typedef struct Open {
	Machine machines[2];
	int machine_count;
	bool all;
	bool on_both; /* each kernel runs on both machines */
	int kernels, refused, runs, guarded, bad;
} Open;

/* One program: its document, and the values that it is derived at. */
typedef struct Document {
	const char *name, *text;
	int count;
	SizeBinding sizes[SIZES];
	uint64_t seed;
} Document;

static Program *read_at(Ir *ir, const Document *d, const SizeBinding *sizes,
			const char *open)
{
	const ReadOptions options = { .concrete = true, .open = open,
				      .override_count = d->count,
				      .overrides = sizes, .empty = true };
	Diags *diags = diags_new();
	Program *program = program_read(ir, d->name, d->text, &options, diags);

	diags_free(diags);
	return program;
}

/* -- one point ------------------------------------------------------------- */

static int64_t value_of(void *context, const char *name)
{
	const Program *p = context;

	for (int i = 0; i < p->size_count; i++)
		if (!strcmp(p->sizes[i].name, name))
			return p->sizes[i].value;
	return 0;
}

static void tell(const Program *at, const Expr *low, const char *said)
{
	Text text = { 0 };

	printf("%s at", at->name);
	for (int i = 0; i < at->size_count; i++)
		printf(" %s=%lld", at->sizes[i].name,
		       (long long)at->sizes[i].value);
	print_text(&text, at, low);
	printf(": %s\nof %s\n", said, text_string(&text));
	text_free(&text);
}

static void run_at(Open *o, Trial *trial, const Artifact *kernels,
		   const Expr *low)
{
	Arena *arena = arena_new();
	int64_t values[64] = { 0 };
	Program at = *trial->program;
	const Artifact *artifact = artifact_at(arena, kernels, value_of, &at,
					       values);
	Text said = { 0 };

	if (!artifact) {
		o->guarded++;
	} else {
		o->runs++;
		if (trial_run_kernels(trial, artifact, trial->program->body,
				      &said) == TRIAL_BAD) {
			o->bad++;
			tell(trial->program, low, text_string(&said));
		}
	}
	text_free(&said);
	arena_free(arena);
}

/* -- kernels of one program ------------------------------------------------- */

typedef struct Kernels {
	int count;
	const Artifact *items[2 * DRAWS];
	const Expr *low[2 * DRAWS];
} Kernels;

/* What a derivation at numbers is where the sizes are open; NULL: a step does
 * not hold for all values. */
static const Derivation *again(Arena *arena, Rewriter *rewriter,
			       const Derivation *derivation)
{
	Diags *diags = diags_new();
	Text text = { 0 };
	const StoredSteps *steps;
	Replay replay;

	derivation_text(&text, derivation);
	steps = derivation_read(arena, text_string(&text), diags);
	text_free(&text);
	diags_free(diags);
	return steps ? derivation_replay(rewriter, steps, true, &replay) : NULL;
}

static void open_one(Open *o, Arena *arena, Rewriter *rewriter,
		     const Device *device, const Derivation *found,
		     Kernels *kernels)
{
	const Program *open = rewriter_program(rewriter);
	const Derivation *made = again(arena, rewriter, found);
	CodegenOptions options = codegen_options(device);
	SizeGuards guards = { .arena = arena };
	const Artifact *artifact = NULL;
	LegalFault fault = { 0 };
	Artifact *guarded;

	options.contract = false;
	if (made)
		artifact = codegen(arena, open, made->expr, device, &options,
				   &fault);
	if (!artifact) {
		o->refused++;
		if (getenv("VERBOSE"))
			printf("%s: %s\n", open->name, made ? fault.message
			       : rewriter_reason(rewriter));
		return;
	}
	for (const Derivation *d = made; d; d = d->before)
		size_guards(open->ir, d->expr, &guards);
	guarded = ARENA_NEW(arena, Artifact);
	*guarded = *artifact;
	guarded->guards = guards.items;
	guarded->guard_count = guards.count;
	kernels->items[kernels->count] = guarded;
	kernels->low[kernels->count++] = made->expr;
	o->kernels++;
}

/* for_others: by derivations that are to hold for other sizes, too. */
static void open_some(Open *o, Arena *arena, Ir *ir, const Document *d,
		      const SizeBinding *sizes, bool for_others,
		      Kernels *kernels)
{
	const RewriteOptions freedom = { false, false, NULL };
	const Program *fixed = read_at(ir, d, sizes, NULL);
	const Program *open = read_at(ir, d, sizes, "all");
	const Device device = trial_device(2 * d->seed + 1);
	RuleBase *base = rulebase_new();
	Rewriter *rewriter;
	Derive *derive;
	Strategy *strategy;
	Candidate candidate;
	Space space;

	if (fixed && open) {
		rewriter = rewriter_new(base, open, freedom);
		derive = derive_new(base, fixed, &device, freedom);
		if (for_others)
			derive_open(derive, open->open);
		space = derive_space(derive);
		strategy = strategy_new(&strategy_random, &space, d->seed, -1);
		for (int i = 0; i < DRAWS
		     && strategy_ask(strategy, &candidate) == ASK_CANDIDATE; i++)
			open_one(o, arena, rewriter, &device, derive_result(
				derive, candidate.state).derivation, kernels);
		strategy_free(strategy);
		derive_free(derive);
		rewriter_free(rewriter);
	}
	rulebase_free(base);
}

/* -- points ---------------------------------------------------------------- */

/* The last of three sizes takes each value with each of the others. */
static void set_point(const Document *d, const int64_t *values, int number,
		      SizeBinding *sizes)
{
	const int at[SIZES] = { number % VALUES, number / VALUES,
				(number + number / VALUES) % VALUES, 0 };

	for (int i = 0; i < d->count; i++)
		sizes[i] = (SizeBinding){ .name = d->sizes[i].name,
					  .value = values[at[i]] };
}

static bool is_small(const Document *d, const SizeBinding *sizes, int64_t most)
{
	int64_t rounds = 1;

	for (int i = 0; i < d->count; i++)
		rounds *= sizes[i].value;
	return rounds <= most;
}

/* There is no such program: then guards say so. */
static void refuse_at(Open *o, const Document *d, const SizeBinding *sizes,
		      const Kernels *kernels)
{
	Program at = { .size_count = d->count, .sizes = sizes };

	for (int k = 0; k < kernels->count; k++) {
		Arena *arena = arena_new();
		int64_t values[64] = { 0 };

		if (artifact_at(arena, kernels->items[k], value_of, &at,
				values)) {
			o->bad++;
			printf("%s, whose guards hold at", d->name);
			for (int i = 0; i < d->count; i++)
				printf(" %s=%lld", sizes[i].name,
				       (long long)sizes[i].value);
			puts(", where it is no program");
		}
		arena_free(arena);
	}
}

static bool runs_on(const Open *o, const Document *d, int kernel,
		    const Machine *machine)
{
	return o->on_both || o->machine_count < 2
	    || &o->machines[(d->seed + (uint64_t)kernel) % 2] == machine;
}

static void at_point(Open *o, const Document *d, const SizeBinding *sizes,
		     Machine *machine, const Kernels *kernels)
{
	Ir *ir = ir_new();
	Trial trial = { .machines = machine, .machine_count = 1,
			.program = read_at(ir, d, sizes, NULL) };

	if (trial.program) {
		trial_begin(&trial, d->seed);
		for (int k = 0; k < kernels->count; k++)
			if (runs_on(o, d, k, machine))
				run_at(o, &trial, kernels->items[k],
				       kernels->low[k]);
		trial_end(&trial);
	} else {
		refuse_at(o, d, sizes, kernels);
	}
	ir_free(ir);
}

static void at_points(Open *o, const Document *d, int m,
		      const Kernels *kernels)
{
	const int64_t most = m ? MOST_SIMULATED : o->all ? MOST_LONG : MOST;
	const int count = d->count > 1 ? VALUES * VALUES : VALUES;
	const int sparse = o->all ? 1 : d->count > 1 ? SPARSE : SPARSE / 3;
	SizeBinding sizes[SIZES];

	for (int i = 0; i < count; i++) {
		set_point(d, m ? simulator_values : device_values, i, sizes);
		if ((i + (int)d->seed) % sparse == 0
		    && is_small(d, sizes, most))
			at_point(o, d, sizes, &o->machines[m], kernels);
	}
}

/* Each size is 0 once, the others are 3. */
static void at_empty(Open *o, const Document *d, int m, const Kernels *kernels)
{
	for (int none = 0; none < d->count; none++) {
		SizeBinding sizes[SIZES];

		for (int i = 0; i < d->count; i++)
			sizes[i] = (SizeBinding){ .name = d->sizes[i].name,
						  .value = i == none ? 0 : 3 };
		at_point(o, d, sizes, &o->machines[m], kernels);
	}
}

/* The largest different primes that are no larger. */
static void set_primes(const Document *d, SizeBinding *sizes)
{
	static const int64_t primes[] = { 61, 47, 29, 23 };

	for (int i = 0; i < d->count; i++) {
		sizes[i] = d->sizes[i];
		sizes[i].value = primes[i];
	}
}

static int try_document(Open *o, const Document *d)
{
	Arena *arena = arena_new();
	Ir *ir[2] = { ir_new(), ir_new() };
	Kernels kernels = { 0 };
	SizeBinding primes[SIZES];

	set_primes(d, primes);
	open_some(o, arena, ir[0], d, d->sizes, false, &kernels);
	open_some(o, arena, ir[1], d, primes, true, &kernels);
	for (int m = 0; m < o->machine_count && kernels.count; m++) {
		at_points(o, d, m, &kernels);
		at_empty(o, d, m, &kernels);
	}
	ir_free(ir[0]);
	ir_free(ir[1]);
	arena_free(arena);
	return kernels.count;
}

/* -- programs -------------------------------------------------------------- */

static bool is_wanted(const char *name)
{
	const char *only = getenv("OPEN_PROGRAMS");

	return !only || !strcmp(only, name);
}

/* All sizes that the document has, at values that much divides. */
static void set_sizes(Document *d)
{
	static const int64_t values[SIZES] = { 64, 48, 32, 16 };
	Ir *ir = ir_new();
	const Program *program = read_at(ir, d, NULL, NULL);

	for (int i = 0; program && i < program->size_count && i < SIZES; i++)
		d->sizes[d->count++] = (SizeBinding){
			.name = strdup(program->sizes[i].name),
			.value = values[i] };
	ir_free(ir);
}

static void free_sizes(Document *d)
{
	for (int i = 0; i < d->count; i++)
		free((char *)d->sizes[i].name);
}

static bool try_example(Open *o, const char *name, uint64_t seed)
{
	const char *root = getenv("srcdir");
	char text[TEXT_BYTES] = "";
	Document d = { .name = name, .text = text, .seed = seed };
	bool good;
	FILE *file;

	snprintf(text, sizeof text, "%s/examples/%s.json", root ? root : ".",
		 name);
	file = fopen(text, "r");
	if (!file)
		return false;
	text[fread(text, 1, sizeof text - 1, file)] = 0;
	fclose(file);
	set_sizes(&d);
	good = try_document(o, &d) > 0;
	if (!good)
		printf("%s: no kernel with open sizes\n", name);
	free_sizes(&d);
	return good;
}

/* A random program over an array of 40, of N; false where it is none for all N:
 * it asks for what has 40 elements. */
static bool try_random(Open *o, uint64_t seed)
{
	static const Scalar elements[] = { SCALAR_F32, SCALAR_I32 };
	Ir *ir = ir_new();
	Rng rng = rng_seeded(seed, 15);
	Scalar element = elements[seed % 2];
	const Program *program = space_random(ir, &rng, element,
					      2 + (int)(seed / 2 % 4));
	Document d = { .name = "random", .seed = seed, .count = 1,
		       .sizes = { { .name = "N", .value = 40 } } };
	Text text = { 0 };
	int made;

	text_printf(&text, "{\"name\": \"random\", \"sizes\": {\"N\": 40}, "
		    "\"inputs\": [{\"name\": \"x\", \"type\": \"[%s; N]\"}], "
		    "\"body\":\n", scalar_name(element));
	print_json(&text, program, program->body);
	text_put(&text, "}\n");
	ir_free(ir);
	d.text = text_string(&text);
	made = expr_node_count(program->body) < 200 ? try_document(o, &d) : 0;
	text_free(&text);
	return made > 0;
}

int main(void)
{
	enum { EXAMPLES = sizeof examples / sizeof *examples };
	Open o = { .all = getenv("LIFT_TUNE_LONG") };
	const int wanted = o.all || getenv("OPEN_PROGRAMS") ? RANDOM : RANDOM / 10;
	bool good = true;
	int random = 0;

	o.on_both = o.all || getenv("LIFT_TUNE_MORE");
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!machine_open(&o.machines[0], MACHINE_DEVICE)) {
		puts("no OpenCL device: skipped");
		return SKIPPED;
	}
	o.machine_count = 1 + machine_open(&o.machines[1], MACHINE_SIMULATOR);
	for (int i = 0; i < EXAMPLES; i++)
		if (is_wanted(examples[i]))
			good &= try_example(&o, examples[i], (uint64_t)i);
	for (uint64_t seed = 1; is_wanted("random") && random < wanted
	     && seed < 20 * RANDOM; seed++)
		random += try_random(&o, seed);
	trial_close(o.machines, o.machine_count);
	printf("%d kernels with open sizes, %d refused; %d runs on %d machines, "
	       "%d not of their guards; %d random programs; %d bad\n",
	       o.kernels, o.refused, o.runs, o.machine_count, o.guarded,
	       random, o.bad);
	return !good || o.bad;
}

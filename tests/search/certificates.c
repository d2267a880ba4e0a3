/* certificates FOLDER COUNT FILE...: random derivations of each program as
 * certificates for Coq, FOLDER/NAME_I.v, their steps as NAME_I.jsonl, and a line
 * for each: program, number, kind, how many steps, and what has no Coq form
 * ("-": it is covered). COUNT of a
 * program are candidates of the search, for a CPU, a GPU and the least that
 * OpenCL demands in turn; as many go on from the program by any rules
 * whatsoever. CERTIFICATES_FROM is the first seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "ir/front/document.h"
#include "rules/coq.h"
#include "rules/derivation.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/search/search_device.h"

enum { WALK = 12, TRIES = 40, VALUES = 64 };

typedef struct Maker {
	const char *folder, *name;
	const Program *program;
	const RuleBase *base;
	uint64_t seed;
	int number, bad;
} Maker;

static char *read_text(const char *path)
{
	FILE *file = fopen(path, "r");
	Text text = { 0 };
	int c;

	if (!file)
		base_die("%s cannot be read", path);
	while ((c = getc(file)) != EOF)
		text_char(&text, (char)c);
	fclose(file);
	return text.data;
}

static void write_text(const char *folder, const char *name, int number,
		       const char *extension, const Text *text)
{
	Text path = { 0 };
	FILE *file;

	text_printf(&path, "%s/%s_%d.%s", folder, name, number,
		    extension);
	file = fopen(text_string(&path), "w");
	if (!file || fputs(text_string(text), file) == EOF || fclose(file))
		base_die("%s cannot be written", text_string(&path));
	text_free(&path);
}

static void certify(Maker *m, Rewriter *rewriter, const Derivation *derivation,
		    const char *kind)
{
	Text text = { 0 }, steps = { 0 };
	const char *missing = derivation_coq(rewriter, derivation, &text);

	m->number++;
	if (!missing)
		write_text(m->folder, m->name, m->number, "v", &text);
	derivation_text(&steps, derivation);
	write_text(m->folder, m->name, m->number, "jsonl", &steps);
	printf("%s\t%d\t%s\t%d\t%s\n", m->name, m->number, kind,
	       derivation->length, missing ? missing : "-");
	text_free(&text);
	text_free(&steps);
}

/* -- candidates of the search ---------------------------------------------- */

static void draw_one(Maker *m, uint64_t seed)
{
	const Device device = device_drawn(seed);
	Derive *derive = derive_new(m->base, m->program, &device,
				    (RewriteOptions){ seed % 7 == 0,
						      seed % 2 == 0, NULL });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, seed, -1);
	Candidate candidate;

	if (strategy_ask(strategy, &candidate) == ASK_CANDIDATE)
		certify(m, derive_rewriter(derive),
			derive_result(derive, candidate.state).derivation,
			"search");
	strategy_free(strategy);
	derive_free(derive);
}

/* -- any rules ------------------------------------------------------------- */

typedef struct Pick {
	Rng *rng;
	int seen;
	RewriteSite site;
} Pick;

static bool pick(void *context, const RewriteSite *site)
{
	Pick *p = context;

	if (!site->designates && rng_below(p->rng, (uint64_t)++p->seen) == 0)
		p->site = *site;
	return true;
}

/* Numbers one after the other: later ones depend on those before. */
static const Derivation *use(Rewriter *rw, const Derivation *from,
			     const RewriteSite *site, Rng *rng)
{
	RuleUse rule = { .rule = rule_name(site->rule), .back = site->back };
	RuleParam params[RULE_VALUES_MAX];
	int64_t values[VALUES];

	for (;;) {
		int open = rewrite_params(rw, from->expr, &site->at, &rule,
					  params);
		int count;

		if (open <= 0 || rule.count == RULE_VALUES_MAX)
			break;
		count = param_values(&params[0], values, VALUES);
		if (!count)
			return NULL;
		rule.values[rule.count].name = params[0].name;
		rule.values[rule.count++].value =
			values[rng_below(rng, (uint64_t)count)];
	}
	return rewrite_use(rw, from, &site->at, &rule);
}

static const Derivation *step(Rewriter *rw, const Derivation *from, Rng *rng)
{
	const Path root = { 0 };

	for (int i = 0; i < TRIES; i++) {
		Pick p = { .rng = rng };
		const Derivation *next;

		rewrite_list(rw, from->expr, &root, rng_below(rng, 4) == 0,
			     pick, &p);
		next = p.seen ? use(rw, from, &p.site, rng) : NULL;
		if (next)
			return next;
	}
	return NULL;
}

static void walk_one(Maker *m, uint64_t seed)
{
	Rng rng = rng_seeded(seed, 17);
	Rewriter *rw = rewriter_new(m->base, m->program,
				    (RewriteOptions){ .rounding = true });
	const Derivation *now = derivation_start(rw, m->program->body), *next;
	int length = 1 + (int)rng_below(&rng, WALK);

	while (now->length < length && (next = step(rw, now, &rng)))
		now = next;
	certify(m, rw, now, "walk");
	rewriter_free(rw);
}

/* -- programs -------------------------------------------------------------- */

/* Of examples/asum.json: examples_asum. */
static char *name_of(const char *path)
{
	const char *start = strrchr(path, '/');
	char *name;

	while (start && start > path && start[-1] != '/')
		start--;
	name = base_strdup(start ? start : path);
	name[strcspn(name, ".")] = '\0';
	if (strchr(name, '/'))
		*strchr(name, '/') = '_';
	return name;
}

static void try_program(Maker *m, const char *path, int count)
{
	const ReadOptions options = { .concrete = true, .unsafe_c = true };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	char *text = read_text(path), *name = name_of(path);
	Program *program = program_read(ir, path, text, &options, diags);

	if (!program)
		diags_print(diags, stderr);
	m->bad += !program;
	m->name = name;
	m->program = program;
	m->number = 0;
	for (int i = 0; program && i < count; i++)
		draw_one(m, m->seed + (uint64_t)i);
	for (int i = 0; program && i < count; i++)
		walk_one(m, m->seed + (uint64_t)i);
	free(name);
	free(text);
	diags_free(diags);
	ir_free(ir);
}

int main(int argc, char **argv)
{
	const char *from = getenv("CERTIFICATES_FROM");
	RuleBase *base = rulebase_new();
	Maker m = { .base = base, .seed = from ? strtoull(from, NULL, 10) : 1 };

	if (argc < 4)
		base_die("usage: certificates FOLDER COUNT FILE...");
	m.folder = argv[1];
	for (int i = 3; i < argc; i++)
		try_program(&m, argv[i], atoi(argv[2]));
	rulebase_free(base);
	return m.bad > 0;
}

/* Whatever rules make of a program is printed so that it reads back to the same
 * expression, and every primitive in it has one place. Derivations are drawn at
 * random, from all rules at all places. */
#include "base/rng.h"
#include "ir/front/document.h"
#include "rules/rewrite.h"
#include "tests/ir/text_fixture.h"

enum { STEPS = 10, SITES = 4000, VALUES = 64 };

typedef struct Sites {
	RewriteSite of[SITES];
	int count;
} Sites;

typedef struct Draw {
	Rewriter *rewriter;
	const Program *program;
	const Derivation *now;
	Rng rng;
	Sites *sites;
} Draw;

static bool add_site(void *context, const RewriteSite *site)
{
	Sites *sites = context;

	sites->of[sites->count++] = *site;
	return sites->count < SITES;
}

static int below(Draw *d, int count)
{
	return (int)rng_below(&d->rng, (uint64_t)count);
}

/* A place at or below the site. */
static Path place_within(Draw *d, const Path *at)
{
	const Expr *e = d->now->expr;
	Path path = *at;

	for (int i = 0; i < at->depth; i++)
		e = e->kids[at->kids[i]];
	while (e->kid_count && path.depth < PATH_MAX_DEPTH - 1
	       && (path.depth == at->depth || below(d, 3))) {
		int kid = below(d, e->kid_count);

		path.kids[path.depth++] = (unsigned char)kid;
		e = e->kids[kid];
	}
	return path;
}

static bool choose_values(Draw *d, const Path *at, RuleUse *use)
{
	RuleParam params[RULE_VALUES_MAX];
	int64_t values[VALUES];

	while (use->count < RULE_VALUES_MAX) {
		int open = rewrite_params(d->rewriter, d->now->expr, at, use,
					  params), count;

		if (open <= 0)
			return open == 0;
		count = param_values(&params[0], values, VALUES);
		if (!count)
			return false;
		use->values[use->count++] = (RuleValue){
			params[0].name, values[below(d, count)], NULL };
	}
	return true;
}

static bool step(Draw *d)
{
	const Path root = { .depth = 0 };
	const Derivation *next;
	const RewriteSite *site;
	RuleUse use = { 0 };
	Path within;

	d->sites->count = 0;
	rewrite_list(d->rewriter, d->now->expr, &root, !below(d, 4), add_site,
		     d->sites);
	if (!d->sites->count)
		return false;
	site = &d->sites->of[below(d, d->sites->count)];
	use.rule = rule_name(site->rule);
	use.back = site->back;
	within = place_within(d, &site->at);
	if (site->designates)
		use.within = &within;
	if (!choose_values(d, &site->at, &use))
		return false;
	next = rewrite_use(d->rewriter, d->now, &site->at, &use);
	if (next)
		d->now = next;
	return next != NULL;
}

static void check_reads_back(const Draw *d)
{
	const Expr *e = d->now->expr;
	Text text = { 0 };
	Program *again;

	program_print(&text, d->program, e);
	again = must_read(d->program->ir, "printed", text_string(&text), true);
	if (again->body != e)
		fail_msg("this reads back differently:\n%s",
			 text_string(&text));
	text_free(&text);
}

static void check_places(const Draw *d, const Expr *e, Path *path)
{
	Text pointer = { 0 };
	Path found;

	for (int i = 0; i < d->program->algebra_count; i++)
		if (d->program->algebra[i].function == e)
			return;
	if (e->kind == EXPR_PRIM) {
		print_pointer(&pointer, d->program, d->now->expr, path);
		assert_true(print_find(d->program, d->now->expr,
				       text_string(&pointer), &found));
		assert_int_equal(found.depth, path->depth);
		assert_memory_equal(found.kids, path->kids,
				    (size_t)path->depth);
		text_free(&pointer);
	}
	for (int i = 0; i < e->kid_count; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		check_places(d, e->kids[i], path);
		path->depth--;
	}
}

static int derive(const RuleBase *base, const Program *program, uint64_t seed,
		  Sites *sites)
{
	Draw d = { .program = program, .sites = sites,
		   .rng = rng_seeded(seed, 1) };
	int done = 0;

	d.rewriter = rewriter_new(base, program,
				  (RewriteOptions){ .rounding = true });
	d.now = derivation_start(d.rewriter, program->body);
	for (int i = 0; i < STEPS; i++) {
		Path path = { .depth = 0 };

		if (!step(&d))
			continue;
		if (done++ % 4 == 0)
			check_text(program, d.now->expr);
		check_reads_back(&d);
		check_places(&d, d.now->expr, &path);
	}
	rewriter_free(d.rewriter);
	return done;
}

static int derive_all(const char *pattern, const RuleBase *base, Sites *sites)
{
	glob_t files = files_of(pattern);
	int done = 0;

	for (size_t i = 0; i < files.gl_pathc; i++) {
		char *text = file_text(files.gl_pathv[i]);
		Ir *ir = ir_new();
		Program *program = must_read(ir, base_name(files.gl_pathv[i]),
					     text, true);

		done += derive(base, program, i, sites);
		ir_free(ir);
		free(text);
	}
	globfree(&files);
	return done;
}

static void derived_expressions_read_back(void **state)
{
	RuleBase *base = rulebase_new();
	Sites *sites = base_calloc(1, sizeof *sites);
	int done = derive_all("examples/*.json", base, sites)
		 + derive_all("tests/programs/*.json", base, sites);

	(void)state;
	assert_true(done > 100);
	free(sites);
	rulebase_free(base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(derived_expressions_read_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

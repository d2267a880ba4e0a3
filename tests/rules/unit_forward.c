/* Places over one step of a derivation: what a rule leaves alone is found again
 * where it went. Every node of every expression is followed, over the stored
 * derivations and over a thousand random ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/rng.h"
#include "ir/front/document.h"
#include "rules/derivation.h"
#include "rules/forward.h"
#include "tests/rules/world.h"

enum { NODES_MAX = 4096, TRIES = 20, VALUES = 16, WALKS = 1000 };

typedef struct Nodes {
	int count;
	Places places[NODES_MAX];
	const Path *paths[NODES_MAX];
	const Expr *nodes[NODES_MAX];
} Nodes;

typedef struct Tally {
	long steps, places, lost;
} Tally;

static void add_nodes(Arena *arena, Nodes *nodes, const Expr *e, Path *path)
{
	if (e->kind != EXPR_LAMBDA && nodes->count < NODES_MAX) {
		int i = nodes->count++;

		nodes->nodes[i] = e;
		nodes->paths[i] = path_kept(arena, path);
		nodes->places[i] = (Places){
			.count = 1, .items = &nodes->paths[i] };
	}
	for (int i = 0; i < e->kid_count; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		add_nodes(arena, nodes, e->kids[i], path);
		path->depth--;
	}
}

static bool may_vanish(const Expr *e)
{
	return e->kind == EXPR_VAR || e->kind == EXPR_GET
	    || e->kind == EXPR_TUPLE || e->kind == EXPR_LET;
}

static void refuse(const Derivation *step, const Path *from, const Expr *was,
		   const Expr *is)
{
	Text place = { 0 };

	path_text(&place, from);
	fail_msg("%s: %s at %s became %s", rule_name(step->rule),
		 expr_word(was), text_string(&place), expr_word(is));
}

/* What is neither above the rule's place nor at it, and has no variables, is
 * moved as it is; but what holds a designated argument. */
static void check_node(const Derivation *step, const Expr *was,
		       const Path *from, const Path *to)
{
	const Expr *is = locate_node(step->expr, to);
	bool above = path_starts(step->at, from);

	assert_non_null(is);
	assert_int_not_equal(is->kind, EXPR_LAMBDA);
	if (path_same(step->at, from))
		return;
	if (!may_vanish(was)
	    && (is->kind != was->kind
		|| (is->kind == EXPR_PRIM && is->prim != was->prim)
		|| (is->kind == EXPR_OP && is->op != was->op)))
		refuse(step, from, was, is);
	if (!above && !step->within && !was->open && is != was)
		refuse(step, from, was, is);
}

static void check_step(Rewriter *rw, const Derivation *step, Tally *tally)
{
	Nodes *nodes = base_calloc(1, sizeof *nodes);
	Arena *arena = arena_new();
	Places names[FORWARD_NAMES_MAX];
	Path path = path_root();

	add_nodes(arena, nodes, step->before->expr, &path);
	forward_step(rw, arena, step, nodes->count, nodes->places, names);
	tally->steps++;
	for (int i = 0; i < nodes->count; i++) {
		const Places *now = &nodes->places[i];
		bool outside = !path_starts(nodes->paths[i], step->at);

		for (int k = 0; k < now->count; k++)
			check_node(step, nodes->nodes[i], nodes->paths[i],
				   now->items[k]);
		if (outside && !may_vanish(nodes->nodes[i])
		    && now->count != 1)
			refuse(step, nodes->paths[i], nodes->nodes[i],
			       step->expr);
		tally->places++;
		tally->lost += !now->count;
	}
	arena_free(arena);
	free(nodes);
}

static void check_all(Rewriter *rw, const Derivation *d, Tally *tally)
{
	if (!d->before)
		return;
	check_all(rw, d->before, tally);
	check_step(rw, d, tally);
}

/* -- stored derivations ---------------------------------------------------- */

static char *read_text(const char *folder, const char *name, const char *end)
{
	const char *srcdir = getenv("srcdir");
	Text path = { 0 }, text = { 0 };
	FILE *file;
	int c;

	text_printf(&path, "%s/%s/%s%s", srcdir ? srcdir : ".", folder, name,
		    end);
	file = fopen(text_string(&path), "r");
	assert_non_null(file);
	while ((c = getc(file)) != EOF)
		text_char(&text, (char)c);
	fclose(file);
	text_free(&path);
	return text.data;
}

static const Program *read_program(Ir *ir, const char *folder,
				   const char *name, Diags *diags)
{
	const ReadOptions options = { .concrete = true, .unsafe_c = true };
	char *text = read_text(folder, name, ".json");
	const Program *program = program_read(ir, name, text, &options, diags);

	assert_non_null(program);
	free(text);
	return program;
}

static void follow_stored(const RuleBase *base, const char *name, Tally *tally)
{
	static const char folder[] = "proofs/derivations";
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Arena *arena = arena_new();
	const Program *program = read_program(ir, folder, name, diags);
	char *text = read_text(folder, name, ".jsonl");
	Rewriter *rw = rewriter_new(base, program, (RewriteOptions){ 0 });
	const StoredSteps *steps = derivation_read(arena, text, diags);
	Replay replay;
	const Derivation *d = derivation_replay(rw, steps, true, &replay);

	assert_non_null(d);
	check_all(rw, d, tally);
	free(text);
	rewriter_free(rw);
	arena_free(arena);
	diags_free(diags);
	ir_free(ir);
}

static void test_stored_derivations(void **state)
{
	static const char *const names[] = { "asum", "constructs", "figure10",
					     "gemv", "jacobi", "matmul",
					     "tree" };
	RuleBase *base = rulebase_new();
	Tally tally = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		follow_stored(base, names[i], &tally);
	assert_true(tally.steps > 100);
	rulebase_free(base);
}

/* -- random ones ----------------------------------------------------------- */

typedef struct Pick {
	Rng *rng;
	int seen;
	RewriteSite site;
} Pick;

static bool pick(void *context, const RewriteSite *site)
{
	Pick *p = context;

	if (rng_below(p->rng, (uint64_t)++p->seen) == 0)
		p->site = *site;
	return true;
}

/* Some place below: one kid after the other. */
static Path random_below(const Expr *root, const Path *at, Rng *rng)
{
	const Expr *e = locate_node(root, at);
	Path path = *at;

	while (e->kid_count && rng_below(rng, 5)) {
		int kid = (int)rng_below(rng, (uint64_t)e->kid_count);

		path = path_kid(&path, kid);
		e = e->kids[kid];
	}
	return path;
}

static const Derivation *use(Rewriter *rw, const Derivation *from,
			     const RewriteSite *site, Rng *rng)
{
	const Path within = random_below(from->expr, &site->at, rng);
	RuleUse rule = { .rule = rule_name(site->rule), .back = site->back,
			 .within = site->designates ? &within : NULL };
	RuleParam params[RULE_VALUES_MAX];
	int64_t values[VALUES];

	while (rule.count < RULE_VALUES_MAX
	       && rewrite_params(rw, from->expr, &site->at, &rule, params) > 0) {
		int count = param_values(&params[0], values, VALUES);

		if (!count)
			return NULL;
		rule.values[rule.count].name = params[0].name;
		rule.values[rule.count++].value =
			values[rng_below(rng, (uint64_t)count)];
	}
	return rewrite_use(rw, from, &site->at, &rule);
}

static const Derivation *random_step(Rewriter *rw, const Derivation *from,
				     Rng *rng)
{
	const Path root = path_root();
	Pick p = { .rng = rng };

	rewrite_list(rw, from->expr, &root, rng_below(rng, 4) == 0, pick, &p);
	return p.seen ? use(rw, from, &p.site, rng) : NULL;
}

static void walk(Rewriter *rw, const Program *program, uint64_t seed,
		 Tally *tally)
{
	Rng rng = rng_seeded(seed, 17);
	const Derivation *now = derivation_start(rw, program->body);
	int length = 1 + (int)rng_below(&rng, 6);

	for (int i = 0; i < TRIES && now->length < length; i++) {
		const Derivation *next = random_step(rw, now, &rng);

		now = next ? next : now;
	}
	check_all(rw, now, tally);
}

static void test_random_derivations(void **state)
{
	static const char *const names[] = {
		"asum", "convolution", "dot", "gemv", "jacobi", "kmeans",
		"mandelbrot", "matmul", "md", "nbody", "scal", "softmax" };
	enum { PROGRAMS = sizeof names / sizeof *names };
	RuleBase *base = rulebase_new();
	Tally tally = { 0 };

	(void)state;
	for (size_t i = 0; i < PROGRAMS; i++) {
		Ir *ir = ir_new();
		Diags *diags = diags_new();
		const Program *program = read_program(ir, "examples", names[i],
						      diags);
		Rewriter *rw = rewriter_new(base, program, (RewriteOptions){
						.rounding = true });

		for (uint64_t seed = i; seed < WALKS; seed += PROGRAMS)
			walk(rw, program, seed, &tally);
		rewriter_free(rw);
		diags_free(diags);
		ir_free(ir);
	}
	print_message("%ld steps, %ld places, %ld end\n", tally.steps,
		      tally.places, tally.lost);
	assert_true(tally.lost * 20 < tally.places);
	rulebase_free(base);
}

/* -- loops and names ------------------------------------------------------- */

static const Places *named(const Places *names, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(names[i].name, name))
			return &names[i];
	return NULL;
}

static void assert_place(const Places *places, int i, const char *kids)
{
	const Path path = place(kids);

	assert_non_null(places);
	assert_true(i < places->count);
	assert_true(path_same(places->items[i], &path));
}

/* map abs: the loop goes inside, the value stays outside. */
static void test_loops_follow_their_binder(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	const Derivation *d = at_with(&w, w.start, "", "split_join", "I", 64);
	const Path root = path_root(), *item = &root;
	Places places[] = { { .loop = true, .count = 1, .items = &item },
			    { .loop = false, .count = 1, .items = &item } };
	Places names[FORWARD_NAMES_MAX];
	int count;

	(void)state;
	assert_non_null(d);
	count = forward_step(w.rewriter, ir_arena(w.ir), d, 2, places, names);
	assert_place(&places[0], 0, "/0/0/0");
	assert_place(&places[1], 0, "");
	assert_place(named(names, count, "c"), 0, "/0");
	assert_place(named(names, count, "x"), 0, "/0/0/0");
	assert_true(named(names, count, "c")->loop);
	world_free(&w);
}

/* A let whose value is used once after the step is put in its place. */
static void test_lets_that_vanish_move_places(void **state)
{
	World w = world(FLOATS, "[\"let\", \"s\", [\"map\", \"abs\", "
			"\"xs\"], [\"map\", [\"fun\", [[\"x\", \"y\"]], "
			"[\"sqrt\", \"x\"]], [\"zip\", \"s\", \"s\"]]]");
	const Derivation *d = at(&w, w.start, "/1", "map_zip_left");
	const Path value = place("/0"), body = place("/1");
	const Path *items[] = { &value, &body };
	Places places[] = { { .loop = true, .count = 1, .items = &items[0] },
			    { .loop = true, .count = 1, .items = &items[1] } };
	Places names[FORWARD_NAMES_MAX];

	(void)state;
	assert_int_equal(w.start->expr->kind, EXPR_LET);
	assert_non_null(d);
	forward_step(w.rewriter, ir_arena(w.ir), d, 2, places, names);
	assert_place(&places[0], 0, "/1");
	assert_place(&places[1], 0, "");
	world_free(&w);
}

/* A let whose value becomes a parameter vanishes: what is below it moves, were
 * it to a place where the like of it stood (t for s, p for t). */
static void test_lets_of_parameters_move_places(void **state)
{
	World w = world(FLOATS, "[\"map\", [\"fun\", [\"x\"], "
			"[\"let\", \"s\", [\"sqrt\", \"x\"], "
			"[\"let\", \"t\", [\"abs\", [\"+\", \"s\", \"x\"]], "
			"[\"let\", \"p\", [\"*\", \"t\", \"s\"], "
			"[\"-\", [\"*\", \"p\", \"p\"], "
			"[\"*\", \"t\", \"s\"]]]]]], \"xs\"]");
	const Path root = path_root(), within = place("/0/0/0");
	const RuleUse keep = { .rule = "map_keep", .within = &within };
	const Derivation *d = rewrite_use(w.rewriter, w.start, &root, &keep);
	static const char *const from[] = {
		"/0/0", "/0/0/1", "/0/0/1/0", "/0/0/1/1", "/0/0/1/1/1" };
	static const char *const to[] = {
		"/0/0", "/0/0", "/0/0/0", "/0/0/1", "/0/0/1/1" };
	enum { COUNT = sizeof from / sizeof *from };
	Path paths[COUNT];
	const Path *items[COUNT];
	Places places[COUNT], names[FORWARD_NAMES_MAX];

	(void)state;
	assert_non_null(d);
	for (int i = 0; i < COUNT; i++) {
		paths[i] = place(from[i]);
		items[i] = &paths[i];
		places[i] = (Places){ .count = 1, .items = &items[i] };
	}
	forward_step(w.rewriter, ir_arena(w.ir), d, COUNT, places, names);
	for (int i = 0; i < COUNT; i++)
		assert_place(&places[i], 0, to[i]);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loops_follow_their_binder),
		cmocka_unit_test(test_lets_that_vanish_move_places),
		cmocka_unit_test(test_lets_of_parameters_move_places),
		cmocka_unit_test(test_stored_derivations),
		cmocka_unit_test(test_random_derivations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

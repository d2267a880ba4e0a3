/* Small programs, every rule at every place with every number, several steps
 * deep.
 *
 * A few programs by hand: each expression that two steps reach is evaluated, on
 * one set of data. Then all small programs (explore_programs.h) over an array of
 * 0 to 4 elements, on symbols (explore.h):
 *
 *                       combinators   steps   programs
 *   make check              2           2         528
 *                           3           1       5,406
 *   make check-long         4           3      57,880
 *                           5           2     647,238
 *   of the core             5           3
 *
 * In a long run processes share the programs, one for each processor. What is
 * cut is printed: numbers that nothing bounds (how many neutral elements to
 * append), of which the first three are tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "explore.h"
#include "explore_programs.h"
#include "ir/eval.h"
#include "rules/derivation.h"
#include "rules/locate.h"
#include "rules/pattern.h"

enum { VALUES_MAX = 6 };

typedef struct Explorer {
	Ir *ir;
	Program *program;
	Rewriter *rewriter;
	Array inputs[8], wanted[8];
	int outputs;
	int count, capacity;     /* expressions seen */
	const Derivation **seen;
	bool *known;             /* by number of the expression */
	uint32_t numbers;
	const Derivation *now;   /* the one that is gone on from */
} Explorer;

static const char *const by_hand[] = {
	"[\"reduce\", \"+\", 0, [\"map\", \"abs\", \"xs\"]]",
	"[\"reduce\", \"max\", -2147483648, \"xs\"]",
	"[\"reduce\", \"-\", 3, [\"map\", \"*\", [\"zip\", \"xs\", \"xs\"]]]",
	"[\"map\", [\"fun\", [\"x\"], [\"+\", \"x\", [\"*\", \"x\", \"x\"]]],"
	" [\"map\", \"neg\", \"xs\"]]",
	"[\"map\", [\"fun\", [\"r\"], [\"head\", [\"reduce\", \"+\", 0, "
	"[\"map\", \"*\", [\"zip\", \"r\", \"ys\"]]]]], \"m\"]",
	"[\"map\", [\"fun\", [\"r\"], [\"map\", [\"fun\", [\"c\"], [\"head\", "
	"[\"reduce\", \"+\", 0, [\"map\", \"*\", [\"zip\", \"r\", \"c\"]]]]], "
	"\"m\"]], \"m\"]",
	"[\"transpose\", [\"map\", [\"map\", \"abs\"], \"m\"]]",
	"[\"join\", [\"map\", [\"reduce\", \"+\", 0], \"m\"]]",
	"[\"let\", \"t\", [\"map\", \"abs\", \"xs\"], [\"map\", \"+\", "
	"[\"zip\", \"t\", \"t\"]]]",
	"[\"tuple\", [\"head\", [\"reduceSeq\", \"+\", 0, \"xs\"]], [\"head\", "
	"[\"reduceSeq\", \"*\", 1, \"xs\"]]]",
	"[\"concat\", [\"take\", 2, \"xs\"], [\"map\", \"abs\", [\"drop\", 2, "
	"\"xs\"]]]",
};

static void run(Explorer *x, const Expr *e, Array *outputs)
{
	Diags *diags = diags_new();

	if (!eval_run(x->program, e, x->inputs, EVAL_DECLARED, outputs, diags))
		diags_print(diags, stderr);
	assert_int_equal(diags->errors, 0);
	diags_free(diags);
}

static void check(Explorer *x, const Derivation *d)
{
	Array outputs[8];
	Text text = { 0 };
	bool same = true;

	run(x, d->expr, outputs);
	for (int i = 0; i < x->outputs; i++) {
		same &= !memcmp(outputs[i].data, x->wanted[i].data,
				array_bytes(&outputs[i]));
		array_free(&outputs[i]);
	}
	if (!same) {
		derivation_text(&text, d);
		print_text(&text, x->program, d->expr);
		fail_msg("%s", text_string(&text));
	}
}

static bool is_new(Explorer *x, const Expr *e)
{
	if (e->id >= x->numbers) {
		const uint32_t old = x->numbers;

		x->numbers = (e->id + 1) * 2;
		x->known = base_realloc(x->known, x->numbers);
		memset(x->known + old, 0, x->numbers - old);
	}
	if (x->known[e->id])
		return false;
	return x->known[e->id] = true;
}

static void see(Explorer *x, const Derivation *d)
{
	if (x->count == x->capacity) {
		x->capacity = x->capacity ? x->capacity * 2 : 1024;
		x->seen = base_realloc(x->seen, sizeof *x->seen
						* (size_t)x->capacity);
	}
	x->seen[x->count++] = d;
}

static void try_use(Explorer *x, const RewriteSite *site, const RuleUse *use)
{
	const Derivation *d = rewrite_use(x->rewriter, x->now, &site->at, use);

	if (!d || !is_new(x, d->expr))
		return;
	check(x, d);
	see(x, d);
}

/* Every legal value of the first parameter that is open, then of the next. */
static void try_values(Explorer *x, const RewriteSite *site, RuleUse *use)
{
	RuleParam params[RULE_VALUES_MAX];
	int64_t values[VALUES_MAX];
	int open = rewrite_params(x->rewriter, x->now->expr, &site->at, use,
				  params), count;

	if (open <= 0) {
		try_use(x, site, use);
		return;
	}
	count = param_values(&params[0], values, VALUES_MAX);
	for (int i = 0; i < count; i++) {
		use->values[use->count++] = (RuleValue){
			params[0].name, values[i], NULL };
		try_values(x, site, use);
		use->count--;
	}
}

static bool any_node(const Expr *node, const void *context)
{
	(void)context;
	return node->kind != EXPR_LAMBDA;
}

static bool visit(void *context, const RewriteSite *site)
{
	Explorer *x = context;
	RuleUse use = { .rule = rule_name(site->rule), .back = site->back };
	Path within;
	bool more;

	if (!site->designates) {
		try_values(x, site, &use);
		return true;
	}
	use.within = &within;
	more = locate_first(x->now->expr, &site->at, any_node, NULL, &within);
	for (; more; more = locate_next(x->now->expr, &site->at, any_node, NULL,
					&within))
		try_values(x, site, &use);
	return true;
}

static void explore(Explorer *x, int steps)
{
	const Path root = path_root();

	for (int i = 0; i < x->count && x->seen[i]->length < steps; i++) {
		x->now = x->seen[i];
		rewrite_list(x->rewriter, x->now->expr, &root, true, visit, x);
	}
}

static void start(Explorer *x, const RuleBase *base, const char *body, int n)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"t\", \"inputs\": [{\"name\": \"xs\", "
		    "\"type\": \"[i32; %d]\"}, {\"name\": \"ys\", \"type\": "
		    "\"[i32; 2]\"}, {\"name\": \"m\", \"type\": "
		    "\"[[i32; 2]; %d]\"}], \"body\": %s}", n, n, body);
	x->ir = ir_new();
	x->program = program_read(x->ir, "t", text_string(&text), &options,
				  diags);
	if (!x->program)
		diags_print(diags, stderr);
	assert_non_null(x->program);
	x->rewriter = rewriter_new(base, x->program, (RewriteOptions){ 0 });
	for (int i = 0; i < x->program->in_port_count; i++) {
		x->inputs[i] = array_of_port(&x->program->in_ports[i]);
		for (int64_t k = 0; k < x->inputs[i].elements; k++)
			array_set(&x->inputs[i], k, (double)(7 - 5 * k));
	}
	x->count = 0;
	see(x, derivation_start(x->rewriter, x->program->body));
	is_new(x, x->program->body);
	x->outputs = x->program->output_count;
	run(x, x->program->body, x->wanted);
	text_free(&text);
	diags_free(diags);
}

static void finish(Explorer *x)
{
	for (int i = 0; i < x->program->in_port_count; i++)
		array_free(&x->inputs[i]);
	for (int i = 0; i < x->outputs; i++)
		array_free(&x->wanted[i]);
	rewriter_free(x->rewriter);
	ir_free(x->ir);
	free(x->known);
	x->known = NULL;
	x->numbers = 0;
}

static void test_all_expressions_are_equal(void **state)
{
	RuleBase *base = rulebase_new();
	Explorer *x = base_calloc(1, sizeof *x);
	int expressions = 0;

	(void)state;
	for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
		start(x, base, by_hand[i], 4);
		explore(x, 2);
		expressions += x->count;
		finish(x);
	}
	print_message("%d expressions\n", expressions);
	assert_true(expressions > 5000);
	free(x->seen);
	free(x);
	rulebase_free(base);
}

/* -- all small programs ---------------------------------------------------- */

typedef struct Stage {
	int combinators, steps;
	bool core;
} Stage;

/* One process's part of the programs. */
typedef struct Part {
	int number, of;
} Part;

enum { PARTS_MAX = 64, BLOCK = 16 };

static bool is_mine(int program, Part part)
{
	return program / BLOCK % part.of == part.number;
}

static Programs *programs_again(Explore *x, Programs *old, const Stage *stage,
				int n)
{
	if (old) {
		programs_free(old);
		explore_restart(x);
	}
	old = programs_new(explore_ir(x), n, stage->core);
	programs_of(old, stage->combinators);
	return old;
}

static long explore_size(Explore *x, const Stage *stage, int n, Part part)
{
	Programs *programs = programs_again(x, NULL, stage, n);
	long explored = 0;

	for (int k = 1; k <= stage->combinators; k++)
		for (int i = 0; i < programs_of(programs, k)->count; i++) {
			if (!is_mine(i, part))
				continue;
			if (explore_is_full(x))
				programs = programs_again(x, programs, stage,
							  n);
			explore_all(x, programs_of(programs, k)->items[i],
				    stage->steps);
			explored++;
		}
	programs_free(programs);
	return explored;
}

static ExploreCount explore_part(const RuleBase *base, const Stage *stage,
				 Part part)
{
	Explore *x = explore_new(base);
	ExploreCount count;
	long programs = 0;

	for (int n = 0; n <= 4; n++) {
		programs += explore_size(x, stage, n, part);
		explore_restart(x);
	}
	count = *explore_count(x);
	count.programs = programs;
	if (explore_wrong(x)[0])
		print_message("%s\n", explore_wrong(x));
	count.failures = explore_wrong(x)[0] != 0;
	explore_free(x);
	return count;
}

static void add_count(ExploreCount *sum, const ExploreCount *part)
{
	sum->programs += part->programs;
	sum->expressions += part->expressions;
	for (int i = 0; i <= EXPLORE_STEPS_MAX; i++)
		sum->nodes[i] += part->nodes[i];
	sum->uses += part->uses;
	sum->renamed += part->renamed;
	sum->unbounded += part->unbounded;
	sum->cut += part->cut;
	sum->evaluations += part->evaluations;
	sum->failures += part->failures;
}

/* The parts each in a process of its own. */
static ExploreCount explore_parts(const RuleBase *base, const Stage *stage,
				  int parts)
{
	ExploreCount sum = { 0 }, part;
	int ends[2], ended;

	assert_int_equal(pipe(ends), 0);
	for (int i = 0; i < parts; i++) {
		if (fork())
			continue;
		part = explore_part(base, stage, (Part){ i, parts });
		_exit(write(ends[1], &part, sizeof part) != sizeof part);
	}
	for (int i = 0; i < parts; i++) {
		assert_true(wait(&ended) > 0);
		assert_int_equal(ended, 0);
		assert_int_equal(read(ends[0], &part, sizeof part),
				 sizeof part);
		add_count(&sum, &part);
	}
	close(ends[0]);
	close(ends[1]);
	return sum;
}

static void report(const Stage *stage, const ExploreCount *count, time_t began)
{
	print_message("%d combinators%s, %d steps: %ld programs, %ld "
		      "expressions and their parts, %ld + %ld + %ld nodes with "
		      "3, 2 and 1 steps left, %ld uses of rules, %ld "
		      "evaluations, %ld s\n", stage->combinators,
		      stage->core ? " of the core" : "", stage->steps,
		      count->programs, count->expressions, count->nodes[3],
		      count->nodes[2], count->nodes[1], count->uses,
		      count->evaluations, (long)(time(NULL) - began));
	print_message("  not gone on from, but for their twins: %ld uses; "
		      "numbers without a bound, 3 values each: %ld; numbers "
		      "of which 32 values were tried: %ld\n", count->renamed,
		      count->unbounded, count->cut);
}

/* LIFT_TUNE_EXPLORE=4,3,1,100: of the programs of up to 4 combinators, of the
 * core, to 3 steps, one hundredth. */
static void test_a_sample(void **state)
{
	const char *asked = getenv("LIFT_TUNE_EXPLORE");
	const time_t began = time(NULL);
	RuleBase *base;
	ExploreCount count;
	Stage stage;
	int core, of;

	(void)state;
	if (!asked || sscanf(asked, "%d,%d,%d,%d", &stage.combinators,
			     &stage.steps, &core, &of) != 4)
		return;
	stage.core = core;
	base = rulebase_new();
	count = explore_part(base, &stage, (Part){ 0, of });
	report(&stage, &count, began);
	assert_int_equal(count.failures, 0);
	rulebase_free(base);
}

static int processes(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count < 1 ? 1 : count > PARTS_MAX ? PARTS_MAX : (int)count;
}

static void test_all_small_programs(void **state)
{
	static const Stage quick[] = { { 2, 2, false }, { 3, 1, false } };
	static const Stage slow[] = { { 3, 3, false }, { 5, 2, false } };
	const bool is_long = getenv("LIFT_TUNE_LONG");
	RuleBase *base = rulebase_new();

	(void)state;
	for (int i = 0; i < 2; i++) {
		const Stage *stage = is_long ? &slow[i] : &quick[i];
		const time_t began = time(NULL);
		ExploreCount count = is_long
			? explore_parts(base, stage, processes())
			: explore_part(base, stage, (Part){ 0, 1 });

		report(stage, &count, began);
		assert_int_equal(count.failures, 0);
		assert_int_equal(count.cut, 0);
	}
	rulebase_free(base);
}

/* -- that it can fail, and what it rests on -------------------------------- */

/* Wrong, and nothing but at the second step. */
static const char wrong[] =
	"rule wrong \"\" size n ; type A B let f : A -> B on A[n+2]"
	" take[n+1] . mapSeq f => mapSeq f . drop[1]";

static void test_a_wrong_rule_is_found(void **state)
{
	Diags *diags = diags_new();
	RuleBase *base = rulebase_with("wrong.rules", wrong, diags);
	Explore *x;

	(void)state;
	if (!base)
		diags_print(diags, stderr);
	assert_non_null(base);
	for (int steps = 1; steps <= 2; steps++) {
		const Stage stage = { 2, steps, false };

		x = explore_new(base);
		explore_size(x, &stage, 2, (Part){ 0, 1 });
		assert_int_equal(explore_wrong(x)[0] != 0, steps == 2);
		explore_free(x);
	}
	rulebase_free(base);
	diags_free(diags);
}

static bool names(const Pat *pat, Prim prim)
{
	if (pat->kind == PAT_PRIM && pat->prim == prim)
		return true;
	for (int i = 0; i < pat->kid_count; i++)
		if (names(pat->kids[i], prim))
			return true;
	return false;
}

/* Why one of several may stand for the others (explore.h). */
static void test_no_left_side_names_what_is_renamed(void **state)
{
	static const Prim renamed[] = {
		PRIM_MAP_WORKGROUP, PRIM_MAP_GLOBAL, PRIM_MAP_SEQ_UNROLL,
		PRIM_TO_GLOBAL, PRIM_TO_LOCAL, PRIM_TO_PRIVATE,
	};
	RuleBase *base = rulebase_new();

	(void)state;
	for (int i = 0; i < rulebase_count(base); i++) {
		const Rule *rule = rulebase_at(base, i);

		for (int back = 0; back <= rule->both; back++)
			for (size_t k = 0; k < sizeof renamed / sizeof *renamed;
			     k++)
				assert_false(names(rule->ways[back].from,
						   renamed[k]));
	}
	rulebase_free(base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_expressions_are_equal),
		cmocka_unit_test(test_no_left_side_names_what_is_renamed),
		cmocka_unit_test(test_a_wrong_rule_is_found),
		cmocka_unit_test(test_a_sample),
		cmocka_unit_test(test_all_small_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The space of derivations: every candidate of every program follows from it
 * by rules that can be followed again, and nothing is left undecided. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "ir/data/testdata.h"
#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "ir/front/print.h"
#include "search/nest/site.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/search/search_device.h"
#include "tests/search/space_programs.h"

enum { PORTS_MAX = 8 };

typedef struct Fixture {
	Ir *ir;
	RuleBase *rules;
	Program *program;
	Device device;
	Derive *derive;
	Array inputs[PORTS_MAX], wanted[PORTS_MAX]; /* when evaluated */
	bool is_evaluated;
} Fixture;

static Program *read(Ir *ir, const DeriveProgram *which, int64_t first,
		     int64_t second)
{
	const SizeBinding one[] = { { "N", first } };
	const SizeBinding two[] = { { "M", first }, { "K", second } };
	const ReadOptions options = {
		.concrete = true, .override_count = which->rank,
		.overrides = which->rank == 1 ? one : two,
	};
	Diags *diags = diags_new();
	Program *program = program_read(ir, which->name, which->text,
					&options, diags);

	if (!program)
		diags_print(diags, stderr);
	diags_free(diags);
	return program;
}

static Fixture fixture_new(const DeriveProgram *which, int64_t first,
			   int64_t second, RewriteOptions options)
{
	Fixture f = { .ir = ir_new(), .rules = rulebase_new(),
		      .device = device_of_two_cores() };

	f.program = read(f.ir, which, first, second);
	assert_non_null(f.program);
	f.derive = derive_new(f.rules, f.program, &f.device, options);
	return f;
}

static void evaluate(const Fixture *f, const Expr *body, Array *outputs)
{
	Diags *diags = diags_new();
	bool ok = eval_run(f->program, body, f->inputs, EVAL_F64, outputs,
			   diags);

	diags_print(diags, stderr);
	assert_true(ok);
	diags_free(diags);
}

/* Draws data on which every order of evaluation gives the same numbers. */
static void fixture_evaluate(Fixture *f)
{
	assert_true(f->program->in_port_count <= PORTS_MAX
		    && f->program->output_count <= PORTS_MAX);
	for (int i = 0; i < f->program->in_port_count; i++)
		f->inputs[i] = testdata_draw(&f->program->in_ports[i], 3,
					     TESTDATA_EXACT);
	evaluate(f, f->program->body, f->wanted);
	f->is_evaluated = true;
}

static void fixture_free(Fixture *f)
{
	for (int i = 0; f->is_evaluated && i < PORTS_MAX; i++) {
		if (i < f->program->in_port_count)
			array_free(&f->inputs[i]);
		if (i < f->program->output_count)
			array_free(&f->wanted[i]);
	}
	derive_free(f->derive);
	rulebase_free(f->rules);
	ir_free(f->ir);
}

/* -- properties of a candidate --------------------------------------------- */

static const Derivation *replay(Rewriter *rewriter, const Derivation *step,
				const Expr *start)
{
	const Derivation *before;
	RuleUse use;

	if (!step->before)
		return derivation_start(rewriter, start);
	before = replay(rewriter, step->before, start);
	use = (RuleUse){ .rule = rule_name(step->rule), .back = step->back,
			 .within = step->within, .count = step->count };
	assert_true(step->count <= RULE_VALUES_MAX);
	for (int i = 0; i < step->count; i++)
		use.values[i] = step->values[i];
	before = rewrite_use(rewriter, before, step->at, &use);
	assert_non_null(before);
	return before;
}

static bool same_data(const Array *a, const Array *b)
{
	return a->elements == b->elements
	    && !memcmp(a->data, b->data, array_bytes(a));
}

/* The evaluator computes nested concats over and over again. */
static const double COST_MAX = 3e8;

static void check_value(Fixture *f, const Expr *low)
{
	Array outputs[PORTS_MAX];
	Text text = { 0 };
	bool same = true;

	if (eval_cost(f->program, low) > COST_MAX)
		return;
	evaluate(f, low, outputs);
	for (int i = 0; i < f->program->output_count; i++) {
		same &= same_data(&outputs[i], &f->wanted[i]);
		array_free(&outputs[i]);
	}
	if (!same) {
		print_text(&text, f->program, low);
		print_error("%s: other values from %s\n", f->program->name,
			    text_string(&text));
	}
	text_free(&text);
	assert_true(same);
}

static void check_candidate(Fixture *f, const void *state)
{
	Derived derived = derive_result(f->derive, state);
	Rewriter *rewriter = derive_rewriter(f->derive);
	Site site;

	assert_false(site_first(derived.low, NULL, &site));
	assert_true(type_same(derived.low->type, f->program->body->type));
	assert_ptr_equal(replay(rewriter, derived.derivation,
				f->program->body)->expr, derived.low);
	for (int i = 0; i < derived.label_count; i++)
		assert_non_null(derived.labels[i]);
	if (f->is_evaluated)
		check_value(f, derived.low);
}

static int draw(Fixture *f, const StrategyKind *kind, int count)
{
	Space space = derive_space(f->derive);
	Strategy *strategy = strategy_new(kind, &space, 1, -1);
	Candidate candidate;
	int drawn = 0;

	while (drawn < count
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		check_candidate(f, candidate.state);
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, 1 + drawn % 7 });
		drawn++;
	}
	strategy_free(strategy);
	return drawn;
}

static const DeriveProgram *named(const char *name)
{
	for (int p = 0; p < DERIVE_PROGRAMS; p++)
		if (!strcmp(derive_programs[p].name, name))
			return &derive_programs[p];
	return NULL;
}

/* -- tests ----------------------------------------------------------------- */

static void check_program(const DeriveProgram *which, int64_t first,
			  int64_t second, int count)
{
	Fixture f = fixture_new(which, first, second,
				(RewriteOptions){ false, false, NULL });
	int drawn;

	fixture_evaluate(&f);
	drawn = draw(&f, &strategy_random, count);
	if (!drawn)
		print_error("%s at %lld, %lld has no candidate\n", which->name,
			    (long long)first, (long long)second);
	assert_true(drawn > 0);
	fixture_free(&f);
}

static void test_every_program_any_size(void **state)
{
	static const int64_t sizes[] = { 1, 2, 3, 7, 1000003 };
	static const int64_t shapes[][2] = {
		{ 1, 1 }, { 2, 3 }, { 3, 5 }, { 7, 1 }, { 257, 263 },
	};

	(void)state;
	for (int p = 0; p < DERIVE_PROGRAMS; p++)
		for (int s = 0; s < 5; s++)
			if (derive_programs[p].rank == 1)
				check_program(&derive_programs[p], sizes[s],
					      0, s < 4 ? 20 : 3);
			else
				check_program(&derive_programs[p],
					      shapes[s][0], shapes[s][1],
					      s < 4 ? 20 : 3);
}

/* Every strategy can go on for as long as there are candidates. */
static void test_every_strategy(void **state)
{
	(void)state;
	for (int p = 0; p < DERIVE_PROGRAMS; p += 5) {
		Fixture f = fixture_new(&derive_programs[p], 37, 16,
					(RewriteOptions){ false, false, NULL });
		int all = draw(&f, &strategy_random, 15);

		for (int k = 0; strategy_kinds[k]; k++)
			assert_int_equal(draw(&f, strategy_kinds[k], 15), all);
		fixture_free(&f);
	}
}

/* What does not divide takes no block away. */
static void test_remainders_keep_blocks(void **state)
{
	int found[2] = { 0 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		Fixture f = fixture_new(named("matmul"), i ? 37 : 64,
					16, (RewriteOptions){ false, true, NULL });
		Space space = derive_space(f.derive);
		Strategy *strategy = strategy_new(&strategy_random, &space, 1,
						  -1);
		Candidate candidate;

		for (int n = 0; n < 60 && strategy_ask(strategy, &candidate)
		     == ASK_CANDIDATE; n++) {
			Derived derived = derive_result(f.derive,
							candidate.state);

			for (int k = 0; k < derived.label_count; k++)
				found[i] += !strncmp(derived.labels[k],
						     "tiles", 5);
			strategy_tell(strategy, candidate.number,
				      (Outcome){ OUTCOME_OK, 1 });
		}
		strategy_free(strategy);
		fixture_free(&f);
	}
	assert_true(found[0] > 0);
	assert_true(found[1] > 0);
}

/* The order of sums is kept: no step reassociates. */
static void test_strict(void **state)
{
	(void)state;
	for (int p = 0; p < DERIVE_PROGRAMS; p++) {
		Fixture f = fixture_new(&derive_programs[p], 37, 41,
					(RewriteOptions){ true, false, NULL });
		Space space = derive_space(f.derive);
		Strategy *strategy = strategy_new(&strategy_random, &space, 1,
						  -1);
		Candidate candidate;

		for (int i = 0; i < 10; i++) {
			if (strategy_ask(strategy, &candidate)
			    != ASK_CANDIDATE) {
				assert_true(i > 0);
				break;
			}
			assert_false(derive_result(f.derive, candidate.state)
				     .derivation->label.rounds);
			if (strcmp(derive_programs[p].name, "asum") == 0)
				assert_false(derive_result(f.derive,
					candidate.state)
					.derivation->label.reassociates);
		}
		strategy_free(strategy);
		fixture_free(&f);
	}
}

/* Among 60 draws of asum at 16 M are at least 30 expressions of at least 8
 * shapes. */
static void test_draws_differ(void **state)
{
	Fixture f = fixture_new(named("asum"), 1 << 24, 0,
				(RewriteOptions){ false, false, NULL });
	Space space = derive_space(f.derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, 0, -1);
	uint64_t shapes[60];
	int count = 0;

	(void)state;
	for (int i = 0; i < 60; i++) {
		Candidate candidate;
		uint64_t shape;
		int at = 0;

		assert_int_equal(strategy_ask(strategy, &candidate),
				 ASK_CANDIDATE);
		shape = derive_result(f.derive, candidate.state).shape;
		while (at < count && shapes[at] != shape)
			at++;
		if (at == count)
			shapes[count++] = shape;
	}
	assert_true(count >= 8);
	strategy_free(strategy);
	fixture_free(&f);
}

static void first_text(const char *name, int64_t m, int64_t k, Text *text)
{
	Fixture f = fixture_new(named(name), m, k,
				(RewriteOptions){ false, false, NULL });
	Space space = derive_space(f.derive);
	Strategy *strategy = strategy_new(&strategy_descent, &space, 0, -1);
	Candidate candidate;

	assert_int_equal(strategy_ask(strategy, &candidate), ASK_CANDIDATE);
	print_text(text, f.program,
		   derive_result(f.derive, candidate.state).low);
	strategy_free(strategy);
	fixture_free(&f);
}

static void check_first(const char *name, int64_t m, int64_t k,
			const char *part)
{
	Text text = { 0 };

	first_text(name, m, k, &text);
	if (!strstr(text_string(&text), part))
		fail_msg("%s: no \"%s\" in %s", name, part, text_string(&text));
	text_free(&text);
}

/* The first proposals are the forms that are known to be fast on a CPU. */
static void test_first_proposals(void **state)
{
	(void)state;
	check_first("asum", 1 << 24, 0, "split[262144] $ x");
	check_first("asum", 1 << 24, 0, "splitVec[16] c");
	check_first("asum", 1 << 24, 0, "split[128]");
	check_first("scal", 1 << 24, 0,
		    "join . mapGlobal (joinVec . join . mapSeq (mapSeqUnroll $ "
		    "mapVec $ \\e. s * e) . split[4] . splitVec[16]) . "
		    "split[262144] $ x");
	check_first("gemv", 4096, 4096, "fill[4] . fill[4] $ fill[16]");
	/* rows of the result */
	check_first("transposed", 4096, 4096, "split[64] . transpose $ a");
	check_first("column_variances", 4096, 4096,
		    "toGlobal join . mapGlobal (joinVec");
	/* written by columns */
	check_first("permuted", 4096, 4096, "transpose . join . mapGlobal");
}

/* Proposing is cheap, and what is kept of it is small. */
static void test_time(void **state)
{
	enum { MEGABYTES = 40 };
	Fixture f = fixture_new(named("matmul"), 1021, 1031,
				(RewriteOptions){ false, false, NULL });
	Space space = derive_space(f.derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, 0, -1);
	Candidate candidate;
	clock_t before = clock();

	(void)state;
	for (int i = 0; i < 100; i++)
		assert_int_equal(strategy_ask(strategy, &candidate),
				 ASK_CANDIDATE);
	assert_true(clock() - before < CLOCKS_PER_SEC / 2);
	assert_true(arena_bytes(ir_arena(f.ir)) >> 20 < MEGABYTES);
	strategy_free(strategy);
	fixture_free(&f);
}

static bool always(void *context)
{
	(void)context;
	return true;
}

/* What is full or stopped ends, whatever the strategy. */
static void test_limits_end_a_search(void **state)
{
	Candidate candidate;

	(void)state;
	for (int i = 0; strategy_kinds[i]; i++)
		for (int full = 0; full < 2; full++) {
			Fixture f = fixture_new(named("matmul"), 37, 41,
						(RewriteOptions){ 0 });
			Space space = derive_space(f.derive);
			Strategy *strategy;

			derive_limit(f.derive, full ? 0 : DERIVE_BYTES,
				     full ? NULL : always, NULL);
			strategy = strategy_new(strategy_kinds[i], &space, 1,
						-1);
			assert_int_equal(strategy_ask(strategy, &candidate),
					 ASK_DONE);
			assert_int_equal(derive_is_full(f.derive), full);
			strategy_free(strategy);
			fixture_free(&f);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_program_any_size),
		cmocka_unit_test(test_every_strategy),
		cmocka_unit_test(test_remainders_keep_blocks),
		cmocka_unit_test(test_strict),
		cmocka_unit_test(test_draws_differ),
		cmocka_unit_test(test_first_proposals),
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_limits_end_a_search),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

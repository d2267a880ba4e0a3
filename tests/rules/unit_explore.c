/* All small programs (explore_programs.h) over an array of 0 to 4 elements,
 * every rule at every place with every number, several steps deep, on symbols
 * (explore.h): all results are equal.
 *
 *                    combinators   steps   arrays up to   checked on
 *   make check         up to 2       2          16        what is there
 *                      up to 3       1          16        what is there
 *                      up to 3       2           4        anything
 *   make check-long    up to 2       3          16        what is there
 *                      up to 3       3          16        what is there
 *                      up to 4       2          16        what is there
 *                      up to 5       2          16        anything
 *                      up to 5       3           4        anything
 *
 * In a long run processes share the programs, one for each processor.
 * LIFT_TUNE_EXPLORE=5,3,4,1,100 explores, beside these, one hundredth of the
 * programs of up to 5 combinators and arrays of up to 4, to 3 steps checked on
 * anything (0 for 1: on what is there).
 *
 * What is cut: numbers that nothing bounds (how many neutral elements to
 * append), of which the first three are tried; they are counted and printed. A
 * number with more than 31 values would fail the test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "explore_programs.h"
#include "explore_run.h"
#include "rules/pattern.h"

/* -- all small programs ---------------------------------------------------- */

typedef struct Stage {
	int combinators, steps;
	int longest; /* of its arrays */
	bool on_anything;
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
	old = programs_new(explore_ir(x), n, stage->longest);
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
	Explore *x = explore_new(base, stage->on_anything);
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
	print_message("%d combinators, arrays up to %d, %d steps%s: %ld "
		      "programs, %ld expressions and their parts, %ld + %ld + "
		      "%ld nodes with 3, 2 and 1 steps left, %ld uses of rules, "
		      "%ld evaluations, %ld s\n", stage->combinators,
		      stage->longest, stage->steps,
		      stage->on_anything ? ", on anything" : "",
		      count->programs, count->expressions, count->nodes[3],
		      count->nodes[2], count->nodes[1], count->uses,
		      count->evaluations, (long)(time(NULL) - began));
	print_message("  not gone on from, but for their twins: %ld uses; "
		      "numbers without a bound, 3 values each: %ld; numbers "
		      "of which 32 values were tried: %ld\n", count->renamed,
		      count->unbounded, count->cut);
}

/* As LIFT_TUNE_EXPLORE asks. */
static void test_a_sample(void **state)
{
	const char *asked = getenv("LIFT_TUNE_EXPLORE");
	const time_t began = time(NULL);
	RuleBase *base;
	ExploreCount count;
	Stage stage;
	int of, on_anything;

	(void)state;
	if (!asked || sscanf(asked, "%d,%d,%d,%d,%d", &stage.combinators,
			     &stage.steps, &stage.longest, &on_anything, &of) != 5)
		return;
	stage.on_anything = on_anything;
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
	static const Stage quick[] = { { 2, 2, 16, false }, { 3, 1, 16, false },
				       { 3, 2, 4, true } };
	static const Stage slow[] = { { 2, 3, 16, false }, { 3, 3, 16, false },
				      { 4, 2, 16, false }, { 5, 2, 16, true },
				      { 5, 3, 4, true } };
	const bool is_long = getenv("LIFT_TUNE_LONG");
	RuleBase *base = rulebase_new();

	(void)state;
	for (int i = 0; i < (is_long ? 5 : 3); i++) {
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
		const Stage stage = { 2, steps, 16, steps == 2 };

		x = explore_new(base, true);
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
		PRIM_MAP_WORKGROUP, PRIM_MAP_IN_GROUPS, PRIM_MAP_SEQ_UNROLL,
		PRIM_TO_LOCAL, PRIM_TO_PRIVATE,
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

/* -- what stands for others ------------------------------------------------ */

static long uses_by(Explore *x, const Expr *e, const RuleWay *way)
{
	const long before = x->count.uses;

	explore_uses(x, e, way, NULL);
	return x->count.uses - before;
}

/* Uses of a rule at what stands for e at its last step. */
static long uses_for(Explore *x, const Expr *e, const RuleWay *way)
{
	long uses = 0;

	for (Unseen k = UNSEEN_PLAIN; k < UNSEEN_KINDS; k++) {
		const Expr *last = explore_last(x, e, way, k);

		if (last)
			uses += uses_by(x, explore_any_types(x, last, way), way);
	}
	return uses;
}

/* Whether a rule that is for e is for all that stands for it. */
static bool keeps(Explore *x, const Expr *e, const RuleWay *way)
{
	const bool designates = way->rule->ways[way->back].designated;

	if (!uses_for(x, explore_general(x, e, 1), way))
		return false;
	for (int steps = 2; steps <= EXPLORE_STEPS_MAX && !designates; steps++)
		if (!uses_by(x, explore_general(x, e, steps), way))
			return false;
	return true;
}

static void check_ways(Explore *x, const Expr *e, const RuleWays *ways)
{
	for (int i = 0; i < ways->count; i++) {
		const RuleWay *way = &ways->items[i];

		if (!uses_by(x, e, way) || keeps(x, e, way))
			continue;
		print_message("%s at %s\n", rule_name(way->rule),
			      expr_word(e));
		fail();
	}
}

static void check_nodes(Explore *x, const Expr *e)
{
	if (e->kind != EXPR_LAMBDA) {
		check_ways(x, e, &x->base->by_head[head_of(e)]);
		check_ways(x, e, &x->base->anywhere);
	}
	for (int i = 0; i < e->kid_count; i++)
		check_nodes(x, e->kids[i]);
}

/* Every rule that is for a node is for what stands for it: checked for the
 * nodes of every 20th program and for all that one step makes of it. */
static void test_what_stands_for_a_node_has_its_rules(void **state)
{
	RuleBase *base = rulebase_new();
	Explore *x = explore_new(base, false);

	(void)state;
	for (int n = 0; n <= 3; n++) {
		Programs *programs = programs_new(explore_ir(x), n, 4);
		const Terms *terms = programs_of(programs, 3);

		for (int i = n; i < terms->count; i += 20) {
			Steps made = { 0 };

			check_nodes(x, terms->items[i]);
			explore_uses(x, terms->items[i], NULL, &made);
			for (int k = 0; k < made.count; k++)
				check_nodes(x, made.items[k]);
			free(made.items);
		}
		programs_free(programs);
		explore_restart(x);
	}
	assert_string_equal(explore_wrong(x), "");
	explore_free(x);
	rulebase_free(base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_left_side_names_what_is_renamed),
		cmocka_unit_test(test_what_stands_for_a_node_has_its_rules),
		cmocka_unit_test(test_a_wrong_rule_is_found),
		cmocka_unit_test(test_a_sample),
		cmocka_unit_test(test_all_small_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

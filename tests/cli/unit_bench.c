/* What the rounds of bench say of a side: of those that are quiet where enough of
 * them have a time of it, else of all; and without a time that there is none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/bench.h"
#include "ir/front/document.h"

enum { SIDES = 3, ROUNDS = 23 };

typedef struct Rounds {
	CompareSide sides[SIDES];
	Compared all;
	BenchResult result;
} Rounds;

/* All sides have times in all rounds, side 1 twice and side 2 three times those of
 * side 0; one round of so many is not quiet. */
static Rounds *rounds_new(int quiet_of)
{
	Rounds *r = calloc(1, sizeof *r);

	r->all.rounds = ROUNDS;
	for (int i = 0; i < ROUNDS; i++) {
		r->all.quiet[i] = i % quiet_of > 0;
		r->all.quiet_count += r->all.quiet[i];
	}
	for (int s = 0; s < SIDES; s++)
		for (int i = 0; i < ROUNDS; i++) {
			r->sides[s].wall_ns[i] = 1000 * (s + 1);
			r->sides[s].event_ns[i] = 500 * (s + 1);
			r->sides[s].threads[i] = 1;
		}
	r->result.side_count = SIDES;
	return r;
}

static void summarise_of(Rounds *r, const Program *program)
{
	bench_summarise(&r->result, r->sides, &r->all, program);
	for (int s = 0; s < SIDES; s++) {
		const BenchSide *side = &r->result.sides[s];
		const double numbers[] = {
			side->median_ns, side->spread, side->event_ns,
			side->threads, side->ratio, side->event_ratio,
			side->ratio_low, side->ratio_high, side->least,
			side->most, side->rate, side->share,
		};

		for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
			assert_true(isfinite(numbers[i]) && numbers[i] >= 0);
		assert_true(!side->good || side->median_ns > 0);
		assert_true(side->good || *side->reason);
	}
}

static void summarise(Rounds *r)
{
	Expr body = { .kind = EXPR_INPUT };
	const Port port = { .scalar = SCALAR_F32, .rank = 1, .dims = { 100 },
			    .elements = 100, .into = -1 };
	const Program program = { .name = "p", .body = &body,
				  .in_port_count = 1, .in_ports = &port,
				  .output_count = 1, .out_ports = &port };

	summarise_of(r, &program);
}

static void test_quiet_rounds(void **state)
{
	Rounds *r = rounds_new(4);
	const BenchSide *sides = r->result.sides;

	(void)state;
	for (int i = 0; i < ROUNDS; i += 4) /* none of them counts */
		r->sides[1].wall_ns[i] = 1e9;
	summarise(r);
	for (int s = 0; s < SIDES; s++) {
		assert_true(sides[s].good && sides[s].times == 17);
		assert_true(sides[s].median_ns == 1000 * (s + 1));
		assert_true(sides[s].spread == 0);
		assert_true(sides[s].least <= sides[s].ratio
			    && sides[s].ratio <= sides[s].most);
	}
	assert_true(sides[1].ratio == 0.5 && sides[1].event_ratio == 0.5);
	free(r);
}

/* A side that is slow has times in some rounds only; where none of these is quiet
 * they count all the same, and for no other side. */
static void test_times_in_rounds_that_are_not_quiet(void **state)
{
	Rounds *r = rounds_new(5);
	const BenchSide *sides = r->result.sides;

	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		if (i % 5) {
			r->sides[1].wall_ns[i] = r->sides[1].event_ns[i] = 0;
			r->sides[1].threads[i] = 0;
		}
	summarise(r);
	assert_true(sides[0].times == 18 && sides[2].times == 18);
	assert_true(sides[1].good && sides[1].times == 5);
	assert_true(sides[1].median_ns == 2000 && sides[1].ratio == 0.5);
	free(r);
}

static void test_no_round_is_quiet(void **state)
{
	Rounds *r = rounds_new(1);

	(void)state;
	summarise(r);
	for (int s = 0; s < SIDES; s++)
		assert_true(r->result.sides[s].times == ROUNDS);
	assert_true(r->result.busy);
	free(r);
}

static void expect_none(const BenchSide *side)
{
	assert_false(side->good || side->wrong || side->times);
	assert_string_equal(side->reason, "there is no time of it");
}

static void test_no_times(void **state)
{
	Rounds *r = rounds_new(4);

	(void)state;
	memset(r->sides[1].wall_ns, 0, sizeof r->sides[1].wall_ns);
	summarise(r);
	expect_none(&r->result.sides[1]);
	assert_true(r->result.sides[2].good && r->result.sides[2].ratio > 0);
	free(r);

	r = rounds_new(4); /* nothing to compare with */
	memset(r->sides[0].wall_ns, 0, sizeof r->sides[0].wall_ns);
	summarise(r);
	expect_none(&r->result.sides[0]);
	assert_true(r->result.sides[1].good && r->result.sides[1].ratio == 0);
	free(r);

	r = rounds_new(4);
	r->all.rounds = r->all.quiet_count = 0;
	summarise(r);
	for (int s = 0; s < SIDES; s++)
		expect_none(&r->result.sides[s]);
	free(r);
}

/* A limit that did nothing has no rate, and no share is of it. */
static void test_limits(void **state)
{
	Rounds *r = rounds_new(4);

	(void)state;
	r->result.sides[2] = (BenchSide){ .name = "copy", .limit = true };
	summarise(r);
	assert_true(r->result.sides[2].rate == 0
		    && r->result.sides[1].share == 0);
	r->sides[2].work = 3e3; /* bytes, in 3000 ns */
	summarise(r);
	assert_true(fabs(r->result.sides[2].rate - 1e9) < 1);
	assert_true(r->result.sides[1].share > 0);
	free(r);
}

/* -- operations ------------------------------------------------------------ */

static const Program *program_of(Ir *ir, const char *body)
{
	char json[512];
	Diags *diags = diags_new();
	const ReadOptions options = { 0 };
	const Program *p;

	snprintf(json, sizeof json, "{\"name\": \"p\", \"inputs\": [{\"name\":"
		 " \"xs\", \"type\": \"[f32; 10]\"}], \"body\": %s}", body);
	p = program_read(ir, "test", json, &options, diags);
	assert_non_null(p);
	diags_free(diags);
	return p;
}

static Work work_in(const char *body)
{
	Ir *ir = ir_new();
	const Work work = work_of(program_of(ir, body));

	ir_free(ir);
	return work;
}

#define ROUND "[\"fun\", [\"v\"], [\"map\", [\"fun\", [\"x\"], [\"*\", \"x\", 2]], \"v\"]]"
#define UNTIL "[\"iterateUntil\", 7, [\"fun\", [\"s\"], [\"<\", " \
	"[\"at\", \"s\", 0], 1]], " ROUND ", \"xs\"]"

/* Each element once, and that in each round, of which there may be fewer. */
static void test_operations_are_counted_by_round(void **state)
{
	Work work;

	(void)state;
	assert_true(work_in("[\"iterate\", 1, " ROUND ", \"xs\"]").flops == 10);
	work = work_in("[\"iterate\", 7, " ROUND ", \"xs\"]");
	assert_true(work.flops == 70 && !work.most);
	work = work_in(UNTIL);
	assert_true(work.flops == 77 && work.most);
}

/* What may stop earlier has no share of the arithmetic that there is. */
static void test_shares_are_of_what_is_known(void **state)
{
	static const struct {
		const char *body;
		bool known;
	} rows[] = {
		{ "[\"iterate\", 7, " ROUND ", \"xs\"]", true },
		{ UNTIL, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Ir *ir = ir_new();
		Rounds *r = rounds_new(4);

		r->result.sides[2] = (BenchSide){ .name = "fma",
						  .limit = true };
		r->sides[2].work = 3e3; /* operations, in 3000 ns */
		summarise_of(r, program_of(ir, rows[i].body));
		assert_true((r->result.sides[1].share > 0) == rows[i].known);
		free(r);
		ir_free(ir);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quiet_rounds),
		cmocka_unit_test(test_times_in_rounds_that_are_not_quiet),
		cmocka_unit_test(test_no_round_is_quiet),
		cmocka_unit_test(test_no_times),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_operations_are_counted_by_round),
		cmocka_unit_test(test_shares_are_of_what_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

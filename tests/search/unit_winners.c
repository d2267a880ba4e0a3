/* Nothing that was won is lost: each winner of tests/winners is made again by
 * its steps, and is reached by choices of the space of today. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/search/winners.h"

enum { WINNERS_LEAST = 100, BY_BLOCKS_LEAST = 115 };

typedef struct Fixture {
	Arena *arena;
	RuleBase *rules;
	Winner *winners;
	int count;
} Fixture;

static int start(void **state)
{
	const char *source = getenv("srcdir");
	Fixture *f = base_calloc(1, sizeof *f);
	Text path = { 0 };

	f->arena = arena_new();
	f->rules = rulebase_new();
	text_printf(&path, "%s/tests/winners/winners.jsonl",
		    source ? source : ".");
	f->count = winners_read(f->arena, text_string(&path), &f->winners);
	text_free(&path);
	*state = f;
	return 0;
}

static int end(void **state)
{
	Fixture *f = *state;

	rulebase_free(f->rules);
	arena_free(f->arena);
	free(f);
	return 0;
}

typedef bool Holds(const RuleBase *rules, const Winner *winner, Text *why);

static void each(const Fixture *f, Holds *holds)
{
	int lost = 0;

	for (int i = 0; i < f->count; i++) {
		Text why = { 0 };

		if (!holds(f->rules, &f->winners[i], &why)) {
			print_error("%s: %s\n", f->winners[i].name,
				    text_string(&why));
			lost++;
		}
		text_free(&why);
	}
	assert_int_equal(lost, 0);
}

static void test_there_are_winners(void **state)
{
	const Fixture *f = *state;

	assert_true(f->count >= WINNERS_LEAST);
	for (int i = 0; i < f->count; i++)
		assert_true(f->winners[i].device.compute_units > 0);
}

static void test_blocks_apply_where_they_are_offered(void **state)
{
	each(*state, winner_has_no_faults);
}

/* What schedules alone derive; the number only rises. */
static void test_those_by_blocks(void **state)
{
	const Fixture *f = *state;
	int count = 0;

	for (int i = 0; i < f->count; i++)
		if (winner_is_by_blocks(f->rules, &f->winners[i]))
			count++;
		else
			print_message("not by blocks: %s, %s\n",
				      f->winners[i].name,
				      f->winners[i].choices);
	print_message("%d of %d by blocks alone\n", count, f->count);
	assert_true(count >= BY_BLOCKS_LEAST);
}

static void test_all_replay(void **state)
{
	each(*state, winner_replays);
}

static void test_all_are_reachable(void **state)
{
	each(*state, winner_is_reachable);
}

/* Of another hash or with choices that nobody offers it is not. */
static void test_others_are_not(void **state)
{
	const Fixture *f = *state;
	Winner other = f->winners[0];
	Text why = { 0 };

	other.hash++;
	assert_false(winner_replays(f->rules, &other, &why));
	assert_false(winner_is_reachable(f->rules, &other, &why));
	other.hash--;
	other.choices = "no such block: number 3 (3)";
	assert_false(winner_is_reachable(f->rules, &other, &why));
	text_free(&why);
}

/* What is written is read again. */
static void test_lines_round_trip(void **state)
{
	const Fixture *f = *state;
	char path[] = "winners.XXXXXX";
	int made = mkstemp(path), count;
	Winner *again;
	Text text = { 0 }, second = { 0 };
	FILE *file = fdopen(made, "w");

	assert_non_null(file);
	winner_put_device(&text, &f->winners[0].device);
	winner_put(&text, &f->winners[0]);
	fputs(text_string(&text), file);
	fclose(file);
	count = winners_read(f->arena, path, &again);
	assert_int_equal(count, 1);
	winner_put_device(&second, &again[0].device);
	winner_put(&second, &again[0]);
	assert_string_equal(text_string(&text), text_string(&second));
	remove(path);
	text_free(&text);
	text_free(&second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_are_winners),
		cmocka_unit_test(test_blocks_apply_where_they_are_offered),
		cmocka_unit_test(test_those_by_blocks),
		cmocka_unit_test(test_all_replay),
		cmocka_unit_test(test_all_are_reachable),
		cmocka_unit_test(test_others_are_not),
		cmocka_unit_test(test_lines_round_trip),
	};

	return cmocka_run_group_tests(tests, start, end);
}

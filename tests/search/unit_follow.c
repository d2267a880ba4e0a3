/* A way that is known is taken again by the names of blocks and numbers as they
 * are stored, whatever is in a name, and of numbers by that which comes from the same,
 * or the nearest that is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "search/space/follow.h"

/* A loop, or tiles with two numbers of six values each. */
enum { VALUES = 6, LOOP = 1, TILES = 2, FIRST = 10, LAST = 100 };

static const char *const names[] = { "k2", "k" };
static const int64_t values[VALUES] = { 1, 2, 4, 8, 16, 64 };
static const char marks[LAST * VALUES];

static int of(const void *state)
{
	return (int)((const char *)state - marks);
}

static const void *state_of(int number)
{
	return &marks[number];
}

static const void *root(void *context)
{
	(void)context;
	return state_of(0);
}

static int choices(void *context, const void *state)
{
	(void)context;
	return !of(state) ? 2 : of(state) == LOOP || of(state) >= LAST
	     ? 0 : VALUES;
}

/* The second one comes from so many thirds of another. */
static bool number(void *context, const void *state, int choice,
		   SpaceNumber *made)
{
	made->value = values[choice];
	made->origin = of(state) < FIRST ? NULL
		: arena_printf(context, "%d of 3", choice);
	return of(state) >= TILES;
}

static const char *label(void *context, const void *state, int choice)
{
	if (!of(state))
		return choice ? "tiles" : "loop";
	return arena_printf(context, "%s %d (%d rows)",
			    names[of(state) >= FIRST], (int)values[choice],
			    (int)values[choice]);
}

static const char *named(void *context, const void *state)
{
	(void)context;
	return of(state) < TILES ? NULL : names[of(state) >= FIRST];
}

static const void *child(void *context, const void *state, int choice)
{
	(void)context;
	if (!of(state))
		return state_of(choice ? TILES : LOOP);
	return state_of(of(state) == TILES ? FIRST + choice
			: LAST + VALUES * (of(state) - FIRST) + choice);
}

static bool complete(void *context, const void *state)
{
	(void)context;
	return of(state) == LOOP || of(state) >= LAST;
}

static uint64_t key(void *context, const void *state)
{
	(void)context;
	return (uint64_t)of(state);
}

static const SpaceClass class = {
	.root = root, .choices = choices, .label = label, .child = child,
	.complete = complete, .key = key, .number = number,
	.named = named,
};

/* The state that has the first number at i and the second at k. */
static int tiles(int i, int k)
{
	return LAST + VALUES * i + k;
}

static void test_followed(void **state)
{
	static const struct {
		const char *choices;
		int state;
	} rows[] = {
		{ "[{\"block\": \"loop\", \"numbers\": {}}]", LOOP },
		{ "[{\"block\": \"tiles\", \"numbers\": {\"k2\": {\"value\": 8}"
		  ", \"k\": {\"value\": 4}}}]", LAST + VALUES * 3 + 2 },
		{ "[{\"block\": \"tiles\", \"numbers\": {\"k\": {\"value\": 16}"
		  ", \"k2\": {\"value\": 1}}}]", LAST + VALUES * 0 + 4 },
		{ "[{\"block\": \"tiles\", \"numbers\": {\"k2\": {\"value\": 8, "
		  "\"from\": \"1 of 3\"}, \"k\": {\"value\": 4, \"from\": "
		  "\"5 of 3\"}}}]", LAST + VALUES * 3 + 5 },
		{ "[{\"block\": \"tiles\", \"numbers\": {\"k2\": {\"value\": 8}, "
		  "\"k\": {\"value\": 4, \"from\": \"7 of 3\"}}}]",
		  LAST + VALUES * 3 + 2 },
		{ "[{\"block\": \"tiles\", \"numbers\": {\"k\": {\"value\": 50}"
		  ", \"k2\": {\"value\": 3}}}, {\"variant\": \"open\", "
		  "\"sizes\": {\"k\": 2}}]", LAST + VALUES * 2 + 5 },
		{ "tiles: k 64 (64 rows); no contraction", LAST + 5 },
		{ "[]", LOOP }, { "replay", LOOP },
	};
	Arena *arena = arena_new();
	const Space space = { &class, arena };

	(void)state;
	assert_int_equal(rows[1].state, tiles(3, 2));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(of(follow_choices(&space, rows[i].choices)),
				 rows[i].state);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_followed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

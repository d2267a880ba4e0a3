/* Kernels with open sizes: the sizes that they are checked at, and the list of them
 * that is chosen from. No device is asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cli/open_points.h"
#include "ir/core/size_open.h"
#include "lib/open_found.h"
#include "lib/witness.h"

/* -- points ---------------------------------------------------------------- */

#define SQUARES(sizes)                                                  \
	"{\"name\": \"squares\", \"sizes\": {" sizes "},"               \
	" \"inputs\": [{\"name\": \"a\", \"type\": \"[[f32; N]; M]\"}]," \
	" \"body\": [\"map\", [\"map\", [\"fun\", [\"x\"],"             \
	"  [\"*\", \"x\", \"x\"]]], \"a\"]}"

typedef struct World {
	Options options;
	Session session, open;
} World;

static void world_open(World *w, const char *text)
{
	*w = (World){ .options = { .command = CMD_TUNE, .fp = FP_REASSOC,
				   .rtol = -1, .atol = -1 } };
	w->session = (Session){ .arena = arena_new(), .diags = diags_new(),
				.options = &w->options, .file = "test",
				.text = text };
	assert_true(session_read(&w->session));
	assert_true(session_at(&w->open, &w->session,
			       w->session.program->sizes, "all",
			       w->session.diags));
}

static void world_close(World *w)
{
	session_at_free(&w->open);
	session_free(&w->session);
}

static const Size *size_named(void *context, const char *name)
{
	const Port *port = &((const Program *)context)->in_ports[0];

	return port->lengths[strcmp(name, "M") ? 1 : 0];
}

static const Size *size_of(World *w, const char *text)
{
	SizeFault fault;
	const Size *size = size_parse(w->open.ir, text, strlen(text),
				      size_named, (void *)w->open.program,
				      &fault);

	assert_non_null(size);
	return size;
}

typedef struct Guarded {
	SizeGuard guards[4];
	Artifact artifact;
} Guarded;

/* by NULL: it is at least 0. */
static void guard(World *w, Guarded *g, const char *size, const char *by)
{
	g->guards[g->artifact.guard_count++] = (SizeGuard){
		size_of(w, size), by ? size_of(w, by) : NULL };
	g->artifact.guards = g->guards;
}

static bool holds(const World *w, const Guarded *g, const SizeBinding *sizes)
{
	Program at = *w->session.program;

	at.sizes = sizes;
	return artifact_admits(&g->artifact, program_size, &at);
}

/* What a point costs, is small enough, and is where it holds. */
static int held(const World *w, const Guarded *g, const OpenPoints *points,
		int64_t largest[2])
{
	int count = 0;

	for (int i = 0; i < points->count; i++) {
		const SizeBinding *sizes = points->items[i];

		if (!holds(w, g, sizes)
		    || sizes[0].value * sizes[1].value > 1 << 20)
			continue;
		count++;
		for (int d = 0; d < 2; d++)
			if (largest && sizes[d].value > largest[d])
				largest[d] = sizes[d].value;
	}
	return count;
}

/* Guards of multiples hold where a kernel is checked, however large it was tuned
 * for, and each of the sizes has several values there. */
static void test_points_where_guards_hold(void **state)
{
	static const struct {
		const char *size, *by;
	} all[] = {
		{ "M", "16" }, { "N-33", NULL }, { "(N-17)//16", "2" },
		{ "M", "1000" }, { "N", "64" },
	};
	static const int kinds[][3] = { { 0, 1, 2 }, { 3, 4, 4 }, { 0, 4, 4 } };

	(void)state;
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		int64_t largest[2] = { 0, 0 };
		World w;
		Guarded g = { 0 };
		OpenPoints points;
		int count;

		world_open(&w, SQUARES("\"M\": 8000, \"N\": 8192"));
		for (int i = 0; i < 3; i++)
			guard(&w, &g, all[kinds[k][i]].size,
			      all[kinds[k][i]].by);
		assert_true(holds(&w, &g, w.session.program->sizes));
		points = open_points(&w.session, w.open.program, true);
		assert_int_equal(held(&w, &g, &points, NULL), 0);
		open_points_add(&points, &w.session, w.open.program,
				&g.artifact);
		assert_true(held(&w, &g, &points, largest) >= 3);
		assert_true(largest[0] > 100 && largest[1] > 100);
		count = points.count;
		open_points_add(&points, &w.session, w.open.program,
				&g.artifact);
		assert_int_equal(points.count, count);
		world_close(&w);
	}
}

/* What holds at some point already, or nowhere, gets none. */
static void test_points_only_where_needed(void **state)
{
	World w;
	Guarded free = { 0 }, never = { 0 };
	OpenPoints points;
	int count;

	(void)state;
	world_open(&w, SQUARES("\"M\": 8000, \"N\": 8192"));
	guard(&w, &free, "N-3", NULL);
	guard(&w, &never, "N", "8193");
	points = open_points(&w.session, w.open.program, true);
	count = points.count;
	assert_true(held(&w, &free, &points, NULL) > 0);
	open_points_add(&points, &w.session, w.open.program, &free.artifact);
	open_points_add(&points, &w.session, w.open.program, &never.artifact);
	assert_int_equal(points.count, count);
	world_close(&w);
}

/* The sizes tuned are no others, where guards hold at no smaller ones either. */
static void test_points_are_other_sizes(void **state)
{
	World w;
	Guarded g = { 0 };
	OpenPoints points;
	int count;

	(void)state;
	world_open(&w, SQUARES("\"M\": 1000, \"N\": 1000"));
	guard(&w, &g, "M", "1000");
	guard(&w, &g, "N", "1000");
	points = open_points(&w.session, w.open.program, true);
	count = points.count;
	open_points_add(&points, &w.session, w.open.program, &g.artifact);
	assert_int_equal(held(&w, &g, &points, NULL), 0);
	assert_int_equal(points.count, count + 2);
	open_points_add(&points, &w.session, w.open.program, &g.artifact);
	assert_int_equal(points.count, count + 2);
	world_close(&w);
}

/* -- the list -------------------------------------------------------------- */

static void name(Opened *opened, Trial *trial, Artifact *artifact,
		 uint64_t hash)
{
	*artifact = (Artifact){ .hash = hash };
	*trial = (Trial){ .artifact = artifact };
	*opened = (Opened){ .trial = trial };
}

/* A kernel is there once; of what was found before the search it is that, with
 * the first steps that led to it. */
static void test_list_has_each_once(void **state)
{
	enum { MADE = 5 };
	static const uint64_t hashes[MADE] = { 7, 8, 7, 9, 8 };
	static const bool added[MADE] = { true, false, false, false, false };
	static OpenFound found;
	Artifact artifacts[MADE + 2];
	Trial trials[MADE + 2], steps[MADE];
	Opened made[MADE], *all[MADE];
	int count = 0;

	(void)state;
	found = (OpenFound){ .count = 1, .larger_count = 1 };
	name(&found.items[0], &trials[MADE], &artifacts[MADE], 8);
	name(&found.larger[0], &trials[MADE + 1], &artifacts[MADE + 1], 9);
	for (int i = 0; i < MADE; i++) {
		name(&made[i], &trials[i], &artifacts[i], hashes[i]);
		made[i].same_steps = &steps[i];
		assert_true(open_found_put(&found, &made[i], all, &count)
			    == added[i]);
	}
	assert_int_equal(count, 3);
	assert_ptr_equal(all[0], &made[0]);
	assert_ptr_equal(all[1], &found.items[0]);
	assert_ptr_equal(all[2], &found.larger[0]);
	assert_ptr_equal(all[1]->same_steps, &steps[1]);
	assert_ptr_equal(all[2]->same_steps, &steps[3]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_points_where_guards_hold),
		cmocka_unit_test(test_points_only_where_needed),
		cmocka_unit_test(test_points_are_other_sizes),
		cmocka_unit_test(test_list_has_each_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

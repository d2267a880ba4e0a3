/* Kernels that are wrong only from launch n on: the right kernel on a driver
 * (fake_driver.c) that spoils the first element of each of its results, or does
 * nothing, from there. The driver says in a file that it did; a kernel that is
 * not launched as often has no fault. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/cli/planted.h"

/* The first launches are those on the data sets that are judged. */
static const char *const ways[] = {
	"wrong:2", "wrong:3", "wrong:6", "empty:4",
};

static bool spoil(Bench *b, void *way)
{
	setenv("OPENCL_FAKE", way, 1);
	return planted_reopen(b);
}

/* Whether what it spoils in the launches that are judged, if it does so there,
 * is less than two bounds. */
static bool is_equivalent(Bench *b, const char *way, const char *mark)
{
	unsetenv("OPENCL_FAKE");
	unlink(mark);
	return planted_reopen(b)
	    && planted_is_same(b, spoil, (void *)(uintptr_t)way)
	    && access(mark, F_OK) == 0;
}

static void try_way(Campaign *c, Bench *b, const char *way, const char *mark)
{
	PlantedLine line = {
		.program = c->program, .port = (char *)(uintptr_t)way,
		.fault = (char *)(uintptr_t)planted_fault_name(PLANTED_LATER),
	};
	Found how;

	if (planted_log_find(&c->log, &line))
		return;
	unlink(mark);
	setenv("OPENCL_FAKE", way, 1);
	if (!planted_reopen(b))
		base_die("%s: no device", way);
	planted_measure(b, b->trial.artifact);
	if (access(mark, F_OK) != 0)
		return;
	how = planted_found(b->oracles, b->measured);
	if (how == PASSED)
		how = is_equivalent(b, way, mark) ? EQUIVALENT : NOT_FOUND;
	planted_note(c, b, line, how);
}

void planted_try_later(Campaign *c, Bench *b)
{
	const char *mark = getenv("OPENCL_FAKE_FILE");

	if (!mark)
		base_die("--later needs the driver of tests/cli/fake_driver.c");
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		try_way(c, b, ways[i], mark);
	unsetenv("OPENCL_FAKE");
}

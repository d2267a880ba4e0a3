/* Planted faults: what the judge makes of kernels with one fault each
 * (planted.h), in every program given, at its own size.
 *
 *	tests/planted [--places N] [--seeds N] [--later] [--table FILE]
 *		PROGRAM.json...
 *
 * A program's kernel is the first proposal of a search that is right. Each
 * fault is planted at the first, a middle and the last place of every input
 * that the kernel reads and of every output that it writes; --places N takes
 * one in N of these, by turns. With --later the driver is tests/fake_driver.c,
 * which makes the right kernel wrong in its later launches. A faulty kernel that
 * the judge lets through must be the same as the right one on the data of many
 * seeds (--seeds N; 2): no output differs by more than two bounds, none that is
 * exact differs at all. Then it is equivalent; else it is missed, and the exit
 * code is 1. --table adds one row for each program to FILE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/worker.h"
#include "tests/planted.h"

static void add_row(const Campaign *c, const char *name)
{
	fprintf(c->table, "| %s |", name);
	for (int fault = 0; fault < PLANTED_FAULTS; fault++) {
		const char *between = " ";

		for (int how = 0; how < FOUNDS; how++) {
			if (!c->counts[fault][how])
				continue;
			fprintf(c->table, "%s%d %s", between,
				c->counts[fault][how], planted_names[how]);
			between = ", ";
		}
		fprintf(c->table, " |");
	}
	fprintf(c->table, "\n");
	fflush(c->table);
}

static void try_faults(Campaign *c, Bench *b, const char *path)
{
	const char *name = strrchr(path, '/');

	planted_try(c, b);
	planted_sift(c, b);
	if (c->later)
		planted_try_later(c, b);
	c->programs++;
	if (c->table)
		add_row(c, name ? name + 1 : path);
}

static void try_program(Campaign *c, const char *path)
{
	Bench *b = base_calloc(1, sizeof *b);

	memset(c->counts, 0, sizeof c->counts);
	if (planted_open(b, path))
		try_faults(c, b, path);
	else
		printf("%s: left out (%s: %s)\n", path,
		       status_name(b->measured->status), b->measured->reason);
	planted_close(b);
	free(b);
}

int main(int argc, char **argv)
{
	Campaign c = { .every = 1, .seeds = 2 };

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 1 && !strcmp(argv[1], "worker"))
		return worker_main(argc, argv);
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--places") && i + 1 < argc)
			c.every = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--seeds") && i + 1 < argc)
			c.seeds = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--table") && i + 1 < argc)
			c.table = fopen(argv[++i], "a");
		else if (!strcmp(argv[i], "--later"))
			c.later = true;
		else
			try_program(&c, argv[i]);
	}
	printf("%d programs, %d faults, %d missed\n", c.programs, c.tried,
	       c.missed);
	return c.missed > 0;
}

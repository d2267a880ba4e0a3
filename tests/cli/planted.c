/* Planted faults: what the oracle makes of kernels with one fault each
 * (planted.h), in every program given, at its own size.
 *
 *	tests/cli/planted [--places N] [--seeds N] [--later] [--log FILE]
 *		[--table FILE] PROGRAM.json... [--open PROGRAM.json...]
 *		[--text PROGRAM.json...]
 *
 * A program's kernel is the first proposal of a search that is right. Each
 * fault is planted at the first, a middle and the last place of every input
 * that the kernel reads and of every output that it writes; --places N takes
 * one in N of these, by turns. With --later the driver is
 * tests/cli/fake_driver.c, which makes the right kernel wrong in its later
 * launches. Programs behind --open have kernels with open sizes, of whose loops
 * one ends a round early, too. Behind --text faults are those of the emitted text
 * (mutate.h), which the twin has not: only data judge these. A faulty kernel that
 * the oracle lets through must be as the right one on the data of many seeds
 * (--seeds N; 2): no output differs by more than two bounds, none that is exact
 * differs at all. Then it is equivalent; else it is missed, and the exit code is
 * 1, as it is when a right kernel is refused. --log FILE goes on where an earlier
 * run with the same FILE was stopped, at any moment. --table adds one row for
 * each program to FILE,
 * without what only open sizes have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/worker.h"
#include "tests/cli/planted.h"

static void add_row(FILE *table, const char *name,
		    const PlantedCounts *counts)
{
	fprintf(table, "| %s |", name);
	for (int fault = 0; fault < PLANTED_FAULTS; fault++) {
		const char *between = " ";

		if (fault == PLANT_SHORT || fault == PLANTED_TEXT)
			continue;
		for (int how = 0; how < FOUNDS; how++) {
			if (!counts->of[fault][how])
				continue;
			fprintf(table, "%s%d %s", between,
				counts->of[fault][how], planted_names[how]);
			between = ", ";
		}
		fprintf(table, " |");
	}
	fprintf(table, "\n");
	fflush(table);
}

static char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = base_strdup(slash ? slash + 1 : path);
	char *dot = strrchr(name, '.');

	if (dot)
		*dot = '\0';
	return name;
}

static PlantedLine done_line(Campaign *c)
{
	static char done[] = "done", none[] = "-";

	return (PlantedLine){ c->program, done, none, done, 0, c->seeds };
}

static void try_faults(Campaign *c, Bench *b)
{
	const PlantedLine done = done_line(c);

	if (c->text)
		planted_try_text(c, b);
	else
		planted_try(c, b);
	planted_sift(c, b);
	if (c->later)
		planted_try_later(c, b);
	planted_log_add(&c->log, &done);
}

static void try_program(Campaign *c, const char *path)
{
	const PlantedLine done = done_line(c);
	Bench *b;

	if (planted_log_find(&c->log, &done))
		return;
	b = base_calloc(1, sizeof *b);
	if (planted_open(c, b, path))
		try_faults(c, b);
	else
		printf("%s: left out (%s: %s)\n", path,
		       status_name(b->measured->status), b->measured->reason);
	planted_close(b);
	free(b);
}

/* All together. */
typedef struct Sums {
	int programs, tried, missed, passed, refused;
} Sums;

static void add(Sums *sums, const PlantedCounts *counts)
{
	sums->programs += counts->tried > 0;
	sums->tried += counts->tried;
	sums->missed += counts->missed;
	sums->passed += counts->passed;
	sums->refused += counts->refused;
}

static void take_program(Campaign *c, const char *path, FILE *table,
			 Sums *sums)
{
	PlantedCounts counts;

	c->program = name_of(path);
	try_program(c, path);
	counts = planted_count(c, c->program);
	add(sums, &counts);
	if (table && counts.tried)
		add_row(table, c->program, &counts);
	free(c->program);
}

int main(int argc, char **argv)
{
	Campaign c = { .every = 1, .seeds = 2 };
	Sums sums = { 0 };
	FILE *table = NULL;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 1 && !strcmp(argv[1], "worker"))
		return worker_main(argc, argv);
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--places") && i + 1 < argc)
			c.every = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--seeds") && i + 1 < argc)
			c.seeds = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--log") && i + 1 < argc)
			planted_log_open(&c.log, argv[++i]);
		else if (!strcmp(argv[i], "--table") && i + 1 < argc)
			table = fopen(argv[++i], "a");
		else if (!strcmp(argv[i], "--later"))
			c.later = true;
		else if (!strcmp(argv[i], "--text"))
			c.text = true;
		else if (!strcmp(argv[i], "--open"))
			c.open = true;
		else
			take_program(&c, argv[i], table, &sums);
	}
	planted_log_close(&c.log);
	if (table)
		fclose(table);
	printf("%d programs, %d faults, %d missed, %d not compared on all seeds, "
	       "%d right kernels refused\n", sums.programs, sums.tried,
	       sums.missed, sums.passed, sums.refused);
	return sums.missed + sums.refused > 0;
}

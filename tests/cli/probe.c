#include "tests/cli/probe.h"

#include <stdio.h>
#include <string.h>

typedef struct ProbeRow {
	const char *name;
	int (*run)(int count, char **words);
} ProbeRow;

static const ProbeRow rows[] = {
	{ "json", probe_json },
	{ "sql", probe_sql },
	{ "schema", probe_schema },
	{ "npy-write", probe_npy_write },
	{ "npy-print", probe_npy_print },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(argv[1], rows[i].name))
			return rows[i].run(argc - 2, argv + 2);
	fprintf(stderr, "usage: probe json|sql|schema|npy-write|npy-print ...\n");
	return 2;
}

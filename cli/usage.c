#include "cli/usage.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "ir/front/read_names.h"

const UsageRow usage_rows[] = {
	{ CMD_TUNE, "tune", "EXPR.json",
	  "search for the fastest kernel and write its files",
	  "lift-tune examples/asum.json --device 0 --max-fevals 40" },
	{ CMD_RUN, "run", "EXPR.json",
	  "compute on real data with the best known derivation",
	  "lift-tune run examples/dot.json --input xs=x.npy --input ys=y.npy" },
	{ CMD_EVAL, "eval", "EXPR.json",
	  "compute with the reference evaluator, without a device",
	  "lift-tune eval examples/asum.json --size N=1000 --fill" },
	{ CMD_CHECK, "check", "EXPR.json",
	  "parse and type-check; inputs, outputs, warnings",
	  "lift-tune check examples/gemv.json --print" },
	{ CMD_FORMAT, "format", "EXPR.json|EXPR.lift",
	  "write a program in the notation, or as JSON (--json)",
	  "lift-tune format examples/gemv.json > gemv.lift" },
	{ CMD_REWRITE, "rewrite", "EXPR.json",
	  "list the rules that apply, or apply some",
	  "lift-tune rewrite examples/scal.json --at /body "
	  "--rule split_join:I=1024" },
	{ CMD_CODEGEN, "codegen", "LOWLEVEL.json",
	  "emit the OpenCL of a low-level expression",
	  "lift-tune codegen lowlevel.json -o out" },
	{ CMD_DEVICES, "devices", "", "the OpenCL devices, numbered",
	  "lift-tune devices" },
	{ CMD_QUERY, "query", "[NAME]", "the tuned-kernel database as a table",
	  "lift-tune query gemv --best" },
	{ CMD_EXPORT, "export", "ID|NAME", "write a stored kernel's files again",
	  "lift-tune export gemv -o kernels" },
	{ CMD_EXPLAIN, "explain", "ID", "a derivation, step by step",
	  "lift-tune explain 12" },
	{ CMD_REPLAY, "replay", "ID...",
	  "regenerate, verify and time stored derivations",
	  "lift-tune replay 12 --size N=1000003" },
	{ CMD_PROVE, "prove", "ID|NAME|LOWLEVEL.json",
	  "prove kernels in bounds and free of races, for all data",
	  "lift-tune prove gemv" },
	{ CMD_RULES, "rules", "", "the rule base",
	  "lift-tune rules --show split_join" },
	{ CMD_DB, "db", "check|merge OTHER.db|export FILE [NAME]|import FILE|forget NAME",
	  "care for the database",
	  "lift-tune db check" },
	{ CMD_REPORT, "report", "[NAME]", "the searches as a page for a browser",
	  "lift-tune report asum -o report.html" },
	{ CMD_BENCH, "bench", "[EXPR.json|NAME]...|search FILE...|devices FILE...",
	  "compare kernels with references or across devices, or strategies",
	  "lift-tune bench dot gemv; lift-tune bench search spaces/*.jsonl" },
	{ CMD_HELP, "help", "[COMMAND|errors|markdown|man|bash]",
	  "a command's options, the errors, or all of it as a page",
	  "lift-tune help tune" },
	{ CMD_VERSION, "version", "", "the version, and which solver it has",
	  "lift-tune version" },
	{ CMD_WORKER, "worker", "", "the measuring process (not for people)",
	  NULL },
};

enum { ROWS = sizeof usage_rows / sizeof usage_rows[0] };

const int usage_row_count = ROWS;

Command command_named(const char *name)
{
	for (int i = 0; i < ROWS; i++)
		if (!strcmp(usage_rows[i].name, name))
			return usage_rows[i].command;
	return (Command)0;
}

const char *command_near(const char *name)
{
	const char *near = NULL;
	int best = INT_MAX;

	for (int i = 0; i < ROWS; i++)
		if (usage_rows[i].example)
			names_nearer(name, usage_rows[i].name, &best, &near);
	return near;
}

const char *command_name(Command command)
{
	for (int i = 0; i < ROWS; i++)
		if (usage_rows[i].command == command)
			return usage_rows[i].name;
	return "lift-tune";
}

static void print_row(const UsageRow *row)
{
	printf("Usage: lift-tune %s %s [OPTION]...\n%s\n\nExample:\n  %s\n",
	       row->name, row->words, row->line,
	       row->example ? row->example : "lift-tune worker");
}

void usage_print(Command command)
{
	for (int i = 0; i < ROWS; i++)
		if (usage_rows[i].command == command) {
			print_row(&usage_rows[i]);
			return;
		}
	puts("lift-tune turns a data-parallel expression into the fastest "
	     "OpenCL kernel\nfor the device at hand.\n\n"
	     "Usage: lift-tune EXPR.json [OPTION]...\n"
	     "       lift-tune COMMAND ...\n\nCommands:");
	for (int i = 0; i < ROWS; i++)
		printf("  %-8s %-14s %s\n", usage_rows[i].name,
		       usage_rows[i].words, usage_rows[i].line);
	puts("\nExample:\n  lift-tune examples/asum.json --device 0");
}

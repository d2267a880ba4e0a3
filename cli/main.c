/* lift-tune: from a high-level expression to the fastest OpenCL kernel.
 *
 * The way of the data is a list of calls in cmd_tune.c; here a command is
 * chosen and what went wrong is told.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/worker.h"
#include "cli/commands.h"
#include "cli/own_rules.h"
#include "cli/own_schedules.h"
#include "cli/solver.h"
#include "cli/usage.h"
#include "config.h"
#include "prover/prove.h"

typedef struct CommandRow {
	Command command;
	int (*run)(Session *session);
} CommandRow;

static const CommandRow commands[] = {
	{ CMD_TUNE, cmd_tune },       { CMD_RUN, cmd_run },
	{ CMD_EVAL, cmd_eval },       { CMD_CHECK, cmd_check },
	{ CMD_REWRITE, cmd_rewrite }, { CMD_CODEGEN, cmd_codegen },
	{ CMD_DEVICES, cmd_devices }, { CMD_QUERY, cmd_query },
	{ CMD_EXPORT, cmd_export },   { CMD_EXPLAIN, cmd_explain },
	{ CMD_REPLAY, cmd_replay },   { CMD_RULES, cmd_rules },
	{ CMD_DB, cmd_db },           { CMD_BENCH, cmd_bench },
	{ CMD_REPORT, cmd_report },   { CMD_PROVE, cmd_prove },
	{ CMD_FORMAT, cmd_format },   { CMD_HELP, cmd_help },
};

static int run_command(Session *session)
{
	if (!own_rules_open(session) || !own_schedules_open(session))
		return EXIT_INPUT;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (commands[i].command == session->options->command)
			return commands[i].run(session);
	return EXIT_USAGE;
}

static void tell(const Session *session)
{
	bool json = session->options && session->options->json;
	bool heard = session->diags->errors && !ferror(stdout);

	if (!json)
		diags_print(session->diags, stderr);
	else
		diags_print_json(session->diags, heard ? stdout : stderr);
}

/* The exit code that goes with the first error, by group of codes. */
static int code_of_errors(const Diags *diags, Command command)
{
	static const int by_group[10] = {
		EXIT_INPUT, EXIT_INPUT, EXIT_INPUT, EXIT_FAILED, EXIT_INPUT,
		EXIT_DEVICE, EXIT_DATABASE, EXIT_FAILED, EXIT_INPUT, EXIT_USAGE,
	};

	const int of_expression = command == CMD_CODEGEN ? EXIT_INPUT
							 : EXIT_FAILED;

	for (int i = 0; i < diags->count; i++) {
		DiagCode code = diags->items[i].code;

		if (code >= E0301 && code <= E0304)
			return of_expression;
		if (code == E0503)
			return EXIT_FAILED;
		if (code == E0305 || code == E0701)
			return EXIT_INPUT;
		if (diag_is_error(code))
			return by_group[diag_code_name(code)[2] - '0'];
	}
	return EXIT_FAILED;
}

/* A file that is opened must not be taken for standard output or for where
 * errors go, which may be closed; what is written there fails all the same. */
static void fill_standard_files(void)
{
	static const int modes[] = { O_WRONLY, O_RDONLY, O_RDONLY };

	for (int i = 0; i < 3; i++)
		if (fcntl(i, F_GETFD) < 0)
			open("/dev/null", modes[i]);
}

/* What was printed may not have arrived: a full disk, a closed pipe. */
static void check_output(const Session *session)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return;
	diag_add(session->diags, E0701, &(Place){ .file = "<stdout>" },
		 strerror(errno), "room for what is printed",
		 "standard output cannot be written");
}

static int finish(Session *session, int code)
{
	check_output(session);
	tell(session);
	if (code != EXIT_INTERRUPTED && session->diags->errors)
		code = code_of_errors(session->diags,
				      session->options->command);
	if (code == EXIT_DONE && session->options->werror
	    && session->diags->warnings)
		code = EXIT_FAILED;
	return code;
}

static void print_version(Arena *arena)
{
	const char *solver = prove_solver();
	const Solver cbc = solver_find(arena);

	puts(PACKAGE_STRING);
	printf("proofs of kernels: %s\n", solver ? solver
	       : "none (configure found no libz3)");
	printf("clusterings: %s\n", cbc.path ? cbc.path
	       : "greedy (no cbc is found)");
}

static void say(const char *text)
{
	fputs(text, stderr);
}

int main(int argc, char **argv)
{
	Session session = { .arena = arena_new(), .diags = diags_new(),
			    .say = say };
	int code = EXIT_USAGE;

	fill_standard_files();
	json_set_alloc_funcs(base_malloc, free);
	if (argc > 1 && !strcmp(argv[1], "worker") && argc == 2) {
		session_free(&session);
		return worker_main(argc, argv);
	}
	session.options = options_parse(session.arena, argc, argv,
					session.diags);
	if (!session.options) {
		tell(&session);
		fputs("lift-tune --help shows how it is used\n", stderr);
	} else if (session.options->version) {
		print_version(session.arena);
		code = finish(&session, EXIT_DONE);
	} else if (session.options->help || argc == 1) {
		options_help(argc > 1 && command_named(argv[1])
				     ? session.options->command : 0);
		code = finish(&session, argc == 1 ? EXIT_USAGE : EXIT_DONE);
	} else {
		code = finish(&session, run_command(&session));
	}
	schedules_free(session.schedules);
	rulebase_free(session.rules);
	session_free(&session);
	return code;
}

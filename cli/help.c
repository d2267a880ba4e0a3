#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/usage.h"

const HelpRow help_exits[] = {
	{ "0", "done" },
	{ "1", "no valid kernel, a wrong result, or a file that cannot be "
	  "written" },
	{ "2", "the command line is wrong" },
	{ "3", "a document, its data, rules or schedules are wrong" },
	{ "4", "no such device, or it is lost" },
	{ "5", "the database cannot be used, or does not hold what is asked "
	  "for" },
	{ "130", "interrupted; what was measured is stored" },
	{ NULL, NULL },
};

const HelpRow help_environment[] = {
	{ "LIFT_TUNE_DB", "the database, where --db is not given" },
	{ "LIFT_TUNE_DEVICE", "the device, where --device is not given" },
	{ "LIFT_TUNE_WORKER", "the program that measures for the library, "
	  "instead of the installed one" },
	{ "XDG_DATA_HOME", "folder of the database (~/.local/share)" },
	{ "XDG_CACHE_HOME", "folder of what the evaluator computed before "
	  "(~/.cache)" },
	{ "TMPDIR", "folder of files that a command needs for a while (/tmp)" },
	{ "MKLROOT", "where bench looks for MKL first" },
	{ NULL, NULL },
};

static void print_errors(void)
{
	for (int code = 0; code < DIAG_CODES; code++)
		printf("%s  %s\n", diag_code_name((DiagCode)code),
		       diag_title((DiagCode)code));
}

static void print_all(void)
{
	options_help((Command)0);
}

static const struct {
	const char *name;
	void (*print)(void);
} pages[] = {
	{ "all", print_all }, { "errors", print_errors },
	{ "markdown", help_markdown }, { "man", help_man },
	{ "bash", help_bash },
};

int cmd_help(Session *session)
{
	const Options *o = session->options;
	const char *topic = o->word_count ? o->words[0] : "all";
	Command command = command_named(topic);

	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		if (!strcmp(pages[i].name, topic)) {
			pages[i].print();
			return EXIT_DONE;
		}
	if (command) {
		options_help(command);
		return EXIT_DONE;
	}
	diag_add(session->diags, E0901, NULL, topic, command_near(topic),
		 "there is no help on that");
	return EXIT_USAGE;
}

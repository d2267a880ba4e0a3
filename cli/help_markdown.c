/* The tables as docs/command-line.md. */
#include <stdio.h>

#include "base/diag.h"
#include "cli/help.h"
#include "cli/options_rows.h"
#include "cli/usage.h"

/* Text in a cell: a bar would end it. */
static void put(const char *text)
{
	for (const char *c = text; *c; c++) {
		if (*c == '|')
			putchar('\\');
		putchar(*c);
	}
}

static void put_commands(void)
{
	puts("| command | words | what it does |\n|---|---|---|");
	for (int i = 0; i < usage_row_count; i++) {
		if (!usage_rows[i].example)
			continue;
		printf("| `%s` | ", usage_rows[i].name);
		put(usage_rows[i].words);
		fputs(" | ", stdout);
		put(usage_rows[i].line);
		puts(" |");
	}
}

static void put_commands_of(const OptionRow *option)
{
	const char *between = "";

	if (option->commands == CMD_ALL) {
		fputs("all", stdout);
		return;
	}
	for (int i = 0; i < usage_row_count; i++)
		if (option->commands & usage_rows[i].command) {
			printf("%s%s", between, usage_rows[i].name);
			between = ", ";
		}
}

static void put_options(void)
{
	puts("| option | what it does | of |\n|---|---|---|");
	for (int i = 0; i < option_row_count; i++) {
		const OptionRow *row = &option_rows[i];

		printf("| `%s` ", row->name);
		put(row->value ? row->value : "");
		fputs(" | ", stdout);
		put(row->help);
		fputs(" | ", stdout);
		put_commands_of(row);
		puts(" |");
	}
}

static void put_rows(const char *head, const HelpRow *rows)
{
	printf("| %s | |\n|---|---|\n", head);
	for (; rows->name; rows++)
		printf("| `%s` | %s |\n", rows->name, rows->text);
}

void help_markdown(void)
{
	puts("# The command line\n\n"
	     "    lift-tune [COMMAND] [FILE] [OPTION]...\n\n"
	     "`lift-tune FILE` is short for `lift-tune tune FILE`. A value "
	     "follows its option as\na word, or behind `=`. This page is what "
	     "`lift-tune help markdown` prints; `man\nlift-tune` and the "
	     "completion of words in bash come from the same tables.\n\n"
	     "## Commands\n");
	put_commands();
	puts("\n## Options\n");
	put_options();
	puts("\n## Exit codes\n");
	put_rows("code", help_exits);
	puts("\n## Environment\n");
	put_rows("variable", help_environment);
	puts("\n## Errors and warnings\n\nEach has a number that never changes, "
	     "and says where it is, what was found\nand what was expected. "
	     "`--json` gives them as objects, `--werror` makes errors\nof "
	     "warnings.\n\n| number | what is wrong |\n|---|---|");
	for (int code = 0; code < DIAG_CODES; code++)
		printf("| `%s` | %s |\n", diag_code_name((DiagCode)code),
		       diag_title((DiagCode)code));
}

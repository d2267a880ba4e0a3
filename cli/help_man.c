/* The tables as a page for man(1). */
#include <stdio.h>

#include "base/diag.h"
#include "cli/help.h"
#include "cli/options_rows.h"
#include "cli/usage.h"
#include "config.h"

/* Text as roff takes it: a minus is one, nothing is a command. */
static void put(const char *text)
{
	for (const char *c = text; *c; c++)
		if (*c == '\\')
			fputs("\\e", stdout);
		else if (*c == '-')
			fputs("\\-", stdout);
		else
			putchar(*c);
}

static void tagged(const char *name, const char *value, const char *text)
{
	fputs(".TP\n\\fB", stdout);
	put(name);
	fputs("\\fR", stdout);
	if (value && *value) {
		fputs(" \\fI", stdout);
		put(value);
		fputs("\\fR", stdout);
	}
	putchar('\n');
	put(text);
	putchar('\n');
}

static void put_rows(const char *title, const HelpRow *rows)
{
	printf(".SH %s\n", title);
	for (; rows->name; rows++)
		tagged(rows->name, NULL, rows->text);
}

void help_man(void)
{
	puts(".TH LIFT\\-TUNE 1 \"\" \"" PACKAGE_STRING "\"\n.SH NAME\n"
	     "lift\\-tune \\- from a data\\-parallel expression to the fastest "
	     "OpenCL kernel\n.SH SYNOPSIS\n.B lift\\-tune\n"
	     "[\\fICOMMAND\\fR] [\\fIFILE\\fR] [\\fIOPTION\\fR]...\n"
	     ".SH DESCRIPTION\nWithout a command a document is tuned: many "
	     "implementations of its expression are derived by rules that keep "
	     "its meaning, checked against a reference evaluator and timed; "
	     "the fastest is stored and written as files.\n.SH COMMANDS");
	for (int i = 0; i < usage_row_count; i++)
		if (usage_rows[i].example)
			tagged(usage_rows[i].name, usage_rows[i].words,
			       usage_rows[i].line);
	puts(".SH OPTIONS\n\\fBlift\\-tune help\\fR \\fICOMMAND\\fR lists those "
	     "of a command.");
	for (int i = 0; i < option_row_count; i++)
		tagged(option_rows[i].name, option_rows[i].value,
		       option_rows[i].help);
	put_rows("EXIT STATUS", help_exits);
	put_rows("ENVIRONMENT", help_environment);
	puts(".SH DIAGNOSTICS");
	for (int code = 0; code < DIAG_CODES; code++)
		tagged(diag_code_name((DiagCode)code), NULL,
		       diag_title((DiagCode)code));
}

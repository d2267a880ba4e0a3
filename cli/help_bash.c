/* The tables as completion of words in bash. */
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/options_rows.h"
#include "cli/usage.h"

static void put_options_of(Command command)
{
	const char *between = "";

	for (int i = 0; i < option_row_count; i++)
		if (option_rows[i].commands & command) {
			printf("%s%s", between, option_rows[i].name);
			between = " ";
		}
}

static void put_commands(void)
{
	puts("\tcase ${COMP_WORDS[1]} in");
	for (int i = 0; i < usage_row_count; i++) {
		if (!usage_rows[i].example)
			continue;
		printf("\t%s) words='", usage_rows[i].name);
		put_options_of(usage_rows[i].command);
		puts("' ;;");
	}
	fputs("\t*) words='", stdout);
	put_options_of(CMD_TUNE);
	puts("' ;;\n\tesac");
}

/* a|b|c, but N|NAME is no list of words */
static bool is_list(const char *value)
{
	return value && strchr(value, '|')
	    && !strpbrk(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ=");
}

static void put_values(void)
{
	puts("\tcase $before in");
	for (int i = 0; i < option_row_count; i++) {
		const OptionRow *row = &option_rows[i];

		if (is_list(row->value))
			printf("\t%s) words=$(echo '%s' | tr '|' ' ') ;;\n",
			       row->name, row->value);
		else if (row->value)
			printf("\t%s) words= ;;\n", row->name);
	}
	puts("\tesac");
}

void help_bash(void)
{
	puts("# Completion of lift-tune's words in bash (lift-tune help bash).\n"
	     "_lift_tune()\n{\n"
	     "\tlocal words now=${COMP_WORDS[COMP_CWORD]}\n"
	     "\tlocal before=${COMP_WORDS[COMP_CWORD - 1]}\n");
	put_commands();
	fputs("\t[ \"$COMP_CWORD\" != 1 ] || words+=' ", stdout);
	for (int i = 0; i < usage_row_count; i++)
		if (usage_rows[i].example)
			printf("%s ", usage_rows[i].name);
	puts("'");
	put_values();
	puts("\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$now\")\n"
	     "}\ncomplete -o default -F _lift_tune lift-tune");
}

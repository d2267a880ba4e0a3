/* Help: what the tables say (commands, options, exit codes, environment,
 * errors) as a page for people in several forms, on stdout.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

typedef struct HelpRow {
	const char *name, *text;
} HelpRow;

/* Both end in a row without a name. */
extern const HelpRow help_exits[], help_environment[];

void help_man(void);      /* for man(1) */
void help_markdown(void); /* docs/command-line.md */
void help_bash(void);     /* completion of words, for bash */

#endif

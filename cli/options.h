/* Options: the command line, parsed. Each option is one row of the
 * table in options_rows.c: its spelling, what it takes, which commands know it and
 * its line of help.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "lib/options.h"

typedef enum {
	EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INPUT = 3,
	EXIT_DEVICE = 4, EXIT_DATABASE = 5, EXIT_INTERRUPTED = 130
} ExitCode;

/* Parses argv. NULL after E0901 was added. Everything lives in the arena. */
Options *options_parse(Arena *arena, int argc, char **argv, Diags *diags);

/* "N=1000" as a size, which is at least so much, 0 or 1. False after E0901. */
bool options_size(Arena *arena, Diags *diags, const char *text, int least,
		  SizeBinding *size);

/* Help of one command (or of all, for 0) on stdout. */
void options_help(Command command);

/* "tune", ... */
const char *command_name(Command command);

#endif

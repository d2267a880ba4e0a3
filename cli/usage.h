/* Usage: the commands in words: name, what follows it, a line, an example. */
#ifndef CLI_USAGE_H
#define CLI_USAGE_H

#include "cli/options.h"

typedef struct UsageRow {
	Command command;
	const char *name, *words, *line;
	const char *example; /* NULL: not for people */
} UsageRow;

extern const UsageRow usage_rows[];
extern const int usage_row_count;

/* The command of that name, or 0. */
Command command_named(const char *name);

/* The command whose name is nearly that, or NULL. */
const char *command_near(const char *name);

void usage_print(Command command);

#endif

/* Usage: the commands in words: name, what follows it, a line, an example. */
#ifndef CLI_USAGE_H
#define CLI_USAGE_H

#include "cli/options.h"

/* The command of that name, or 0. */
Command command_named(const char *name);

void usage_print(Command command);

#endif

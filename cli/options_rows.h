/* The options of the command line: one row each. */
#ifndef CLI_OPTIONS_ROWS_H
#define CLI_OPTIONS_ROWS_H

#include <stddef.h>

#include "cli/options.h"

#define FIELD(name) offsetof(Options, name)

typedef enum {
	TAKES_NOTHING, TAKES_TEXT, TAKES_ONCE, TAKES_COUNT, TAKES_SECONDS, TAKES_SEED,
	TAKES_SIZE, TAKES_INPUT, TAKES_STEP, TAKES_FP, SETS_STRICT,
	TAKES_GUIDE, TAKES_DEVICE, TAKES_SETTING
} Takes;

typedef struct OptionRow {
	const char *name, *value; /* value: how help calls it */
	Takes takes;
	size_t field;             /* offset into Options */
	unsigned commands;
	const char *help;
} OptionRow;

extern const OptionRow option_rows[];
extern const int option_row_count;

#endif

/* What a file of another tuner holds: results with their configurations. */
#ifndef CLI_FOREIGN_RESULTS_H
#define CLI_FOREIGN_RESULTS_H

#include <jansson.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct Parameter {
	const char *name;
	bool numbers; /* every value is an integer */
	int count, capacity;
	const json_t **values;
} Parameter;

typedef struct Result {
	const json_t *configuration;
	const char *status; /* NULL: it works */
	double ns;
	int number; /* in the file's order */
	int count, *indices; /* of its values, one for each parameter */
} Result;

typedef struct Foreign {
	const char *file;
	Diags *diags;
	Arena *arena;
	json_t *document;
	int parameter_count, result_count;
	Parameter *parameters;
	Result *results;
} Foreign;

/* Reads the document as JSON, a cache file that is not closed, too; then the names
 * of its parameters, and results with their times. False after E0803. */
bool foreign_read(Foreign *foreign, const char *text, size_t length);

/* E0803, and false. found may be NULL. */
bool foreign_refuse(const Foreign *foreign, const char *found,
		    const char *expected);

#endif

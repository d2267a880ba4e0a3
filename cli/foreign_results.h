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

/* The document as JSON, a cache file that is not closed, too; NULL: it is none. */
json_t *foreign_load(const char *text, size_t length);

/* Fills in the names of parameters, and results with their times, from the
 * document. False after E0803. */
bool foreign_read(Foreign *foreign);

#endif

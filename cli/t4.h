/* T4: a search as the autotuning community's results file ("T4", schema 1.0.0):
 * every evaluation with its configuration, times, and whether it was valid.
 *
 * The member "lift_tune" beside the standard ones holds the same rows as `db
 * export` writes them, as strings; by these `db import` takes the run over with
 * its derivations and samples. A T4 file of another tuner has none: its
 * configurations mean nothing here, so it is refused.
 *
 * The format: Torring et al., "Towards a Benchmarking Suite for Kernel Tuners"
 * (2023), and its schema files.
 */
#ifndef CLI_T4_H
#define CLI_T4_H

#include "cli/tuner.h"

/* Writes what this search measured, and what it took from earlier ones, to the
 * file of --t4; false after a diagnostic. run: the number of the search. */
bool t4_write(Tuner *tuner, int64_t run);

/* Whether a text that is to be imported looks like such a file. */
bool t4_is(const char *text, size_t length);

/* The rows in it, for db_import; false after E0602. */
bool t4_rows(const char *file, const char *text, size_t length, Text *rows,
	     Diags *diags);

#endif

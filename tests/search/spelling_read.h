/* Documents to be spelt otherwise: at sizes at which their value is computed at
 * once. */
#ifndef TESTS_SEARCH_SPELLING_READ_H
#define TESTS_SEARCH_SPELLING_READ_H

#include "ir/core/program.h"

/* What spellings are drawn from, and the values of their inputs. */
enum { SPELLING_SEED = 20261122 };

/* Of an evaluation; what costs more is not tried. */
#define SPELLING_COST_MAX 3e8

/* The document, freed with free(); ends the process without one. */
char *spelling_text(const char *path);

/* At these sizes; NULL: no program, said where none are given. */
Program *spelling_read_at(Ir *ir, const char *path, const char *text,
			  int count, const SizeBinding *sizes);

/* Smaller where that is a program, too, and has a value; else as it is. */
Program *spelling_read(Ir *ir, const char *path, const char *text);

/* The documents that a pattern names, below srcdir. */
void spelling_documents(const char *pattern, void *context,
			void (*found)(void *context, const char *path));

#endif

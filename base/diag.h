/* Diagnostics: what is wrong with the user's text, where, and what was
 * expected instead (language.md).
 *
 * Each code is one row of diag.def. A Diags collects them in order; errors and
 * warnings differ only by the first letter of the code. Nothing is printed
 * until diags_print.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"

typedef enum {
#define DIAG(code, title) code,
#include "base/diag.def"
#undef DIAG
	DIAG_CODES
} DiagCode;

/* Where: any part may be missing (NULL or 0). source is the whole text of the
 * file, for the line shown with a caret; width is the length of the span. */
typedef struct Place {
	const char *file;
	const char *source;
	int line, column, width; /* 1-based */
	const char *pointer;     /* JSON pointer into the user's text */
	const char *used_at;     /* pointer of the use of an inlined def */
} Place;

typedef struct Diag {
	DiagCode code;
	Place place;
	const char *message, *found, *expected; /* the last two may be NULL */
} Diag;

typedef struct Diags {
	Arena *arena;
	int count, capacity, errors, warnings;
	Diag *items;
} Diags;

Diags *diags_new(void);
void diags_free(Diags *diags);

/* Adds one; strings are copied, of long ones the beginning. found and expected
 * may be NULL, place may be NULL. At most 20 are kept, the rest only counted. */
void diag_add(Diags *diags, DiagCode code, const Place *place,
	      const char *found, const char *expected,
	      const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Forgets all. */
void diags_clear(Diags *diags);

/* Adds everything in from to diags. */
void diags_move(Diags *diags, const Diags *from);

bool diag_is_error(DiagCode code);
const char *diag_code_name(DiagCode code); /* "E0104" */
const char *diag_title(DiagCode code);     /* its row's text */

/* For people: place, code, message, the line with a caret, found, expected. */
void diags_print(const Diags *diags, FILE *out);

/* For programs: one JSON object per line. */
void diags_print_json(const Diags *diags, FILE *out);

#endif

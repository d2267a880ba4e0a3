/* Forms: what spellings of one program are to have in common. */
#ifndef TESTS_SEARCH_SPELLING_FORM_H
#define TESTS_SEARCH_SPELLING_FORM_H

#include "base/text.h"
#include "ir/core/program.h"

typedef struct SpellingForm {
	const char *name;
	double least; /* of the equivalents of all programs, the share that
		       * must have the form of the program itself */

	/* A hash of the form of an expression over the program's inputs; why
	 * says that it has none, if so. */
	uint64_t (*hash)(const Program *program, const Expr *body, Text *why);
} SpellingForm;

extern const SpellingForm spelling_form;

#endif

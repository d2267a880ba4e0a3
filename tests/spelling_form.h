/* Forms: what spellings of one program are to have in common. */
#ifndef TESTS_SPELLING_FORM_H
#define TESTS_SPELLING_FORM_H

#include "ir/program.h"
#include "rules/rule.h"

typedef struct SpellingForm {
	const char *name;
	double least; /* of the equivalents of all programs, the share that
		       * must have the form of the program itself */

	/* A hash of the form of an expression over the program's inputs. */
	uint64_t (*hash)(const RuleBase *rules, const Program *program,
			 const Expr *body);
} SpellingForm;

/* What the search begins with. */
extern const SpellingForm spelling_form;

#endif

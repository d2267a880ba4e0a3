/* Documents of maps over the arrays a and b, of one type, to many results, run
 * as programs of some of the results each. */
#ifndef TESTS_CODEGEN_LIMITS_DOCUMENT_H
#define TESTS_CODEGEN_LIMITS_DOCUMENT_H

#include "base/text.h"
#include "limits_run.h"

#define COUNT(array) ((int)(sizeof (array) / sizeof *(array)))

typedef struct Document {
	const char *name;
	Scalar scalar;
	int width, inputs; /* in vectors of so many lanes; how many arrays */
	int64_t count;
	const char *params, *xs;
	char let[128]; /* what is named before; or "" */
	Text results;  /* one a line */
} Document;

Document document_of(const char *name, Scalar scalar, int width, int inputs,
		     int64_t count);

/* One more result, or several, a line each. */
void document_put(Document *d, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Functions of x, which is of that type, and literals at its limits. */
void document_literals(Document *d, Scalar scalar, const char *x);

/* The least and the greatest number of the type as they are written. */
void document_ends(Scalar scalar, char least[24], char greatest[24]);

/* Runs it and lets it go. */
void document_run(Limits *limits, Document *d, const Numbers *numbers);

#endif

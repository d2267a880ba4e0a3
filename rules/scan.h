/* Scan: the words of a rule file, one at a time. For rules/ only.
 *
 * token is the word under the reader; nothing is copied. Comments run from #
 * to the end of the line.
 */
#ifndef RULES_SCAN_H
#define RULES_SCAN_H

#include <stdbool.h>

#include "base/diag.h"

typedef enum {
	TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING,
	TOKEN_MARK, /* punctuation: one of the marks */
	TOKEN_BAD,
} TokenKind;

typedef struct Token {
	TokenKind kind;
	int at, length;   /* STRING: without the quotes */
	bool starts_line;
	bool touches;     /* no space before it */
} Token;

typedef struct Scan {
	const char *file, *text;
	const char *what;         /* is read: "a rule" */
	const char *const *stops; /* words that end an expression, too; NULL:
				   * none, else up to a NULL */
	Token token;
	Diags *diags;
	bool failed;
} Scan;

Scan scan_start(const char *file, const char *text, Diags *diags);
void scan_next(Scan *scan);

/* Goes on with the word at or after an offset. */
void scan_resume(Scan *scan, int at);

/* Whether the word is this one (names, keywords and marks alike). */
bool scan_is(const Scan *scan, const char *word);

/* The same, and goes on when it is. */
bool scan_accept(Scan *scan, const char *word);

/* Goes on when it is; else says that it was expected. */
bool scan_expect(Scan *scan, const char *word);

/* E0801 at an offset of the text; always false. Only the first is kept. */
bool scan_error(Scan *scan, int at, const char *found, const char *expected,
		const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The same at the present word, which was not what was expected. */
bool scan_unexpected(Scan *scan, const char *expected);

#endif

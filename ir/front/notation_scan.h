/* Words of the notation, one at a time. Comments run from # to the end of the
 * line.
 *
 * Layout: a clause goes on in lines that are indented further than its first
 * word. So each part is read under a margin: a line that begins at or before it
 * ends the part.
 */
#ifndef IR_FRONT_NOTATION_SCAN_H
#define IR_FRONT_NOTATION_SCAN_H

#include "ir/front/json.h"

typedef enum {
	WORD_END, WORD_NAME, WORD_NUMBER, WORD_STRING, WORD_MARK, WORD_BAD
} WordKind;

typedef struct Word {
	WordKind kind;
	int at, length;   /* STRING: with the quotes */
	int line, column; /* from 1 */
	bool starts_line;
	bool touches;     /* no space before it */
} Word;

typedef struct NotationScan {
	const JsonText *source;
	const char *text;
	int size;
	Word word;
	int last;         /* where the word before it ended */
	int line, line_at;
	int margin;       /* column of the part that is read */
	bool failed;
} NotationScan;

NotationScan words_start(const JsonText *source);
void words_next(NotationScan *scan);

/* Whether the part under the margin is over. */
bool words_over(const NotationScan *scan);

/* Whether the word is this one, and the part is not over. */
bool words_is(const NotationScan *scan, const char *word);
bool words_accept(NotationScan *scan, const char *word);

/* A diagnostic at length bytes of the text; the first one only. NULL. */
void *words_fail(NotationScan *scan, DiagCode code, int at, int length,
		 const char *found, const char *expected, const char *message);

/* The same at the present word, which is not what was expected. */
void *words_unexpected(NotationScan *scan, const char *expected);

/* The word as a string of the arena; of STRING its content. */
const char *words_text(const NotationScan *scan);
const char *words_string(NotationScan *scan);

#endif

/* Notation: programs as people write them (docs/notation.md), a second way to
 * write the same documents: what the reader gives is the tree of the JSON
 * document (json.h), each value with its place in this text, so everything
 * after it (names, types, errors with places) is shared.
 *
 *	program asum "the sum of absolute values"
 *	  size N = 16777216
 *	  input xs : f32[N]
 *	  reduce (+) 0 (map abs xs)
 */
#ifndef IR_FRONT_NOTATION_H
#define IR_FRONT_NOTATION_H

#include "base/text.h"
#include "ir/front/json.h"

/* Whether a text is a program in the notation: its first word, after comments,
 * is `program`. */
bool notation_is(const char *text);

/* The document as it is written, with the key `use` for the files that it uses;
 * NULL after an error (E11xx, or a limit's E0002). The text must live as long
 * as the values. */
const Node *notation_read(const JsonText *text);

/* A document that was read from that text, with what it uses of files and of
 * the prelude among its definitions, as JSON has it; NULL after an error. */
const Node *notation_resolve(const JsonText *text, const Node *document);

/* A document in the notation; reads back to the same tree but for the order of
 * keys. It must have the keys of a document, of the right kinds. */
void notation_print(Text *text, const Node *document);

/* A document of JSON, which is one, in the notation. */
void notation_of_json(Text *text, const char *json);

/* An expression in the notation, on one line. */
void notation_expression_print(Text *text, const Node *expression);

/* A document as JSON, in the order of language.md. */
void notation_json(Text *text, const Node *document);

#endif

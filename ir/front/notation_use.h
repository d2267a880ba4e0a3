/* What a program in the notation takes from elsewhere: the definitions of the
 * files that it names (`use "blas.lift"`) and of the prelude, a file that is
 * part of lift-tune. Only what is used is taken, and what that uses.
 *
 * A definition means everywhere what it means in its own file: a program that
 * gives one of its names another meaning is an error.
 */
#ifndef IR_FRONT_NOTATION_USE_H
#define IR_FRONT_NOTATION_USE_H

#include "ir/front/json.h"

/* prelude.lift, made part of the program when it is built. */
extern const char notation_prelude[];

/* The path of a file that another one names. */
const char *notation_beside(const JsonText *from, const char *name);

/* The file as it is written, or NULL after an error at the place that names
 * it. */
const Node *notation_file(const JsonText *from, const Node *at,
			  const char *path);
const Node *notation_prelude_read(Arena *arena, Diags *diags);

/* Calls visit with each name in an expression that nothing in it binds. */
typedef void FreeName(void *context, const char *name, const Node *at);
void notation_free_names(Arena *arena, const Node *expression,
			 FreeName *visit, void *context);

/* Whether a definition of a document need not be written: the prelude has the
 * same, and the document would take it from there. */
bool notation_is_given(Arena *arena, const Node *document,
		       const Node *definition);

/* What a document defines under that name, or NULL: a definition, an operator
 * or an input. */
const Node *notation_defined(const Node *document, const char *name);

#endif

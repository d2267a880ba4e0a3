/* Printing expressions, as JSON that reads back to the same expression and as
 * the one-line text of the rule files ("join . map (map f) . split[128]").
 *
 * In the JSON form each node of the expression has one place, so a JSON pointer
 * into it names one subexpression.
 */
#ifndef IR_FRONT_PRINT_H
#define IR_FRONT_PRINT_H

#include "base/text.h"
#include "ir/core/path.h"
#include "ir/core/program.h"

/* The JSON of an expression over the program's inputs; indented when wide. */
void print_json(Text *text, const Program *program, const Expr *e);

/* The whole document in the notation, literals without types as below. */
void program_print_text(Text *text, const Program *program, const Expr *body);

/* The same expression in the notation, on one line: literals have types only
 * where it reads back differently without; f . g $ x is f (g x). Free variables
 * are named by depth. */
void print_text(Text *text, const Program *program, const Expr *e);

/* The JSON pointer of a place in what print_json prints (relative to the
 * expression's own root), and back; false when there is no such node. */
void print_pointer(Text *pointer, const Program *program, const Expr *root,
		   const Path *path);
bool print_find(const Program *program, const Expr *root, const char *pointer,
		Path *path);

#endif

/* What the parts of the notation's printer share; for notation_print*.c. */
#ifndef IR_FRONT_NOTATION_PRINTER_H
#define IR_FRONT_NOTATION_PRINTER_H

#include "base/text.h"
#include "ir/front/notation_draft.h"

/* Columns of a line; how far parts stand to the right of what they belong to;
 * instead of that column: all in one line. */
enum { PRINT_COLUMNS = 80, PRINT_STEP = 2, ONE_LINE = -1 };

/* An expression: in one line where it fits, else its parts stand below each
 * other in column indent or right of it. In parentheses where it holds together
 * less than the level asks. */
void print_node(Text *out, const Node *node, int level, int indent);

/* The column that comes next; a space, or a new line at that column. */
int print_column(const Text *out);
void print_gap(Text *out, int indent);

/* A gap, then an expression: behind what is there where it and so many further
 * characters have room, else on a line of its own. */
void print_fill(Text *out, const Node *node, int level, int indent, int tail);

/* A list whose head is that name, with at least so many values. */
bool node_is(const Node *node, const char *head, int least);

/* -- notation_print_word.c, notation_print_type.c --------------------------- */

bool print_is_word(const char *name);
void print_name(Text *out, const char *name);
void print_string(Text *out, const char *name, int level);
void print_number(Text *out, const Node *node, int level);

/* The fewest digits that read back to the same number, with a point or an
 * exponent. */
void print_real(Text *out, double value);

void print_type(Text *out, const char *type);

/* -- notation_print_binder.c ------------------------------------------------ */

bool node_is_function(const Node *node);
bool node_is_let(const Node *node);
void print_params(Text *out, const Node *function);
void print_lambda(Text *out, const Node *node, int indent);
void print_let(Text *out, const Node *node, int indent);

/* -- notation_print_apply.c ------------------------------------------------- */

/* How many arguments stand in brackets behind the name; sized: where. */
int print_bracketed(const Node *node, SizedName *sized);
void print_application(Text *out, const Node *node, int level, int indent);

/* What a list is written as (notation_print_expr.c). */
typedef enum { AS_LAMBDA, AS_LET, AS_IF, AS_TUPLE, AS_ARRAY, AS_INDEX,
	       AS_INFIX, AS_NEGATION, AS_COMPOSE, AS_APPLICATION } Form;
Form node_form(const Node *node);
bool node_is_atom(const Node *node);

#endif

/* Names of parameters for people: the author's where they are known, made
 * unique in their scope; a parameter of tuple type that is only taken apart has
 * the names of its parts instead. For printers only.
 */
#ifndef IR_FRONT_PRINT_NAMES_H
#define IR_FRONT_PRINT_NAMES_H

#include "ir/front/print.h"

/* What a variable is called: one name, or the names of its parts, or nothing
 * when it is not used. */
typedef struct Bound {
	const char *name;
	int count;
	const struct Bound *parts;
} Bound;

/* Names in scope, innermost first. */
typedef struct Names {
	const struct Names *up;
	const Bound *bound;
} Names;

const Names *names_push(Arena *arena, const Names *names, const Bound *bound);

/* names with those of the parameters of a LAMBDA, or of the variable of a LET;
 * bounds: the new ones, in order. program may be NULL: no names are known. */
const Names *names_bind(Arena *arena, const Program *program,
			const Names *names, const Expr *binder,
			const Bound *bounds[2]);

/* What a variable, or a part of one, is called; NULL when it has no name. */
const Bound *names_called(const Names *names, const Expr *e);

/* Whether an input or a declared operator has that name. */
bool names_hide(const Program *program, const char *name);

/* Whether no parameter may bear that name: that, or reserved or built in. */
bool names_taken(const Program *program, const char *name);

#endif

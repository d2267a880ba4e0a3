/* Tree: the JSON of an expression before it is laid out: lists and leaves, each
 * with the place of the expression node that it shows. For printers only. */
#ifndef IR_FRONT_PRINT_TREE_H
#define IR_FRONT_PRINT_TREE_H

#include "ir/front/print.h"
#include "ir/front/print_names.h"

/* A place as a chain of kid numbers, upwards. */
typedef struct Step {
	const struct Step *up;
	int kid, depth;
} Step;

typedef struct Tree {
	const char *atom;    /* JSON text of a leaf; NULL: a list */
	int count, capacity;
	struct Tree **items;
	const Step *at;      /* NULL: shows no node of its own */
	int width;           /* on one line */
} Tree;

typedef struct Printer {
	Arena *arena;
	const Program *program;
	const Expr *defining; /* a declared operator written out, not named */
	bool plain;           /* for people: literals without their types,
				 primitives of primitives as f . g $ x */
} Printer;

/* -- leaves and lists (print_build.c) -------------------------------------- */

const Step *tree_step(Printer *p, const Step *up, int kid);
Tree *tree_raw(Printer *p, const char *json, const Step *at);
Tree *tree_quoted(Printer *p, const char *string, const Step *at);
Tree *tree_list(Printer *p, const Step *at);
void tree_add(Printer *p, Tree *tree, Tree *item);

/* A built-in name; with a leading point when the program's own name hides
 * it. */
Tree *tree_built_in(Printer *p, const char *name, const Step *at);
Tree *tree_number(Printer *p, int number);
Tree *tree_type(Printer *p, const Type *type);
Tree *tree_size(Printer *p, const Size *size);
Tree *tree_bound(Printer *p, const Bound *bound, const Step *at);

/* -- expressions ----------------------------------------------------------- */

Tree *print_value(Printer *p, const Expr *e, const Names *names,
		  const Step *at);
/* The value that is a kid of the node at `at`. */
Tree *print_kid(Printer *p, const Expr *e, int kid, const Names *names,
		const Step *at);
Tree *print_function(Printer *p, const Expr *lambda, const Names *names,
		     const Step *at);

/* A primitive with its arguments; without kid `omit`, as a function of it. */
Tree *print_prim(Printer *p, const Expr *e, int omit, const Names *names,
		 const Step *at);

/* A function in C, applied to its argument or by itself. */
Tree *print_opencl(Printer *p, const Expr *e, bool applied,
		   const Names *names, const Step *at);

/* Primitives of primitives of x, as a composition that is applied to x; NULL
 * when e is not at least two of them. */
Tree *print_composed(Printer *p, const Expr *e, const Names *names,
		     const Step *at);

/* A closed expression, and a declared operator's function. */
Tree *print_tree(Arena *arena, const Program *program, const Expr *e);
Tree *print_operator(Arena *arena, const Program *program,
		     const Expr *lambda);

/* The name under which the i-th declared operator is printed: distinct for each
 * type that it is used at. */
const char *print_operator_name(Arena *arena, const Program *program, int i);

/* The document with that as its body. */
void program_print_tree(Text *text, const Program *program, const Tree *body);

/* -- layout ---------------------------------------------------------------- */

/* Lays a tree out from the present column on; lines that follow are indented
 * by at least indent. */
void print_layout(Text *text, const Tree *tree, int indent);

/* The JSON of a literal's number, without its type. */
void print_literal(Text *text, const Expr *literal);

/* The shortest text that reads back to the same number; a JSON number. */
void print_double(Text *text, Scalar scalar, double value);

#endif

/* Tree: the JSON of an expression before it is laid out: lists and leaves, each
 * with the place of the expression node that it shows. For printers only. */
#ifndef IR_PRINT_TREE_H
#define IR_PRINT_TREE_H

#include "ir/print.h"

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

Tree *print_tree(Arena *arena, const Program *program, const Expr *e);

/* Lays a tree out from the present column on; lines that follow are indented
 * by at least indent. */
void print_layout(Text *text, const Tree *tree, int indent);

/* Whether no parameter may bear that name: reserved, built in, or an input. */
bool print_name_taken(const Program *program, const char *name);

/* The JSON of a literal's number, without its type. */
void print_literal(Text *text, const Expr *literal);

/* The shortest text that reads back to the same double; a JSON number. */
void print_double(Text *text, Scalar scalar, double value);

#endif

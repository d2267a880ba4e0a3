/* Program: one document of language.md after reading: what is computed, on
 * which inputs, at which sizes.
 *
 * body is closed but for EXPR_INPUT nodes, which index inputs. A program is
 * read either with its sizes as written (for printing) or with every size that
 * is not open a plain number (for everything that computes: rewriting,
 * evaluation, code generation); concrete says which. Both come from the same document by the
 * same reader. */
#ifndef IR_CORE_PROGRAM_H
#define IR_CORE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "ir/core/expr.h"
#include "ir/core/port.h"

typedef struct SizeBinding {
	const char *name;
	int64_t value;
} SizeBinding;

typedef struct ProgramInput {
	const char *name, *doc; /* doc may be NULL */
	const Type *type;
	bool ranged;            /* range given */
	double lo, hi;          /* for floats */
	int64_t ilo, ihi;       /* for integers */
	const char *lo_text, *hi_text; /* the range as written */
	int first_port, port_count;
} ProgramInput;

/* What a program declares, and what sampling has not refuted, of the function
 * of some reduce: one entry per typed use. Built-in functions are not listed:
 * ir/core/algebra.h knows them. */
typedef struct Algebra {
	const char *name;     /* of the declared operator */
	const Expr *function; /* the LAMBDA of two parameters */
	bool assoc, comm;
	const Expr *neutral;  /* or NULL */
	bool refuted;         /* something was, and is withdrawn */
	Place place;          /* of the declaration, without the source */
} Algebra;

typedef struct Program {
	Ir *ir;
	const char *name, *doc; /* doc may be NULL */
	bool concrete;
	int size_count, input_count, output_count, algebra_count;
	const SizeBinding *sizes;  /* in the document's order */
	const bool *open;          /* which of them are (ir/core/size.h);
				    * NULL: none */
	const char *asks_open;     /* "N,K": which the document says are to
				    * be; NULL: none */
	const ProgramInput *inputs;
	const Expr *body;          /* without lists where concrete: see */
	const Expr *typed;         /* what was written (ir/front/lists.h) */
	Algebra *algebra;
	int in_port_count;
	const Port *in_ports;      /* by input, components left to right */
	const Port *out_ports;     /* output_count of them */
	double rtol, atol;         /* < 0: the default of each output's type */
	uint64_t key;
} Program;

/* A SizeValue (ir/core/size_open.h) of a program's own sizes; 0: it has none of
 * that name. */
int64_t program_size(void *program, const char *name);

#endif

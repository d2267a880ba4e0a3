/* Reader: one document while it is read, in this order: text to Nodes
 * (json.h), sizes, inputs, names (every name resolved, also in defs that
 * nothing uses), the body to Terms with open types (term.h), Terms to Exprs,
 * outputs. What the parts of the reader share; for ir/ only.
 *
 * A function that returns NULL or false has added a diagnostic.
 */
#ifndef IR_FRONT_READ_H
#define IR_FRONT_READ_H

#include "ir/core/typing.h"
#include "ir/core/unify.h"
#include "ir/front/document.h"
#include "ir/front/json.h"

typedef struct Term Term;
typedef struct Function Function;

typedef enum { GLOBAL_INPUT, GLOBAL_DEF, GLOBAL_OPERATOR } GlobalKind;

/* A name of the document: an input, a def or an operator. */
typedef struct Global {
	GlobalKind kind;
	const char *name;
	const Node *node; /* DEF: its value; OPERATOR: its object */
	int input;        /* INPUT: its number */
	bool reached;     /* from the body */
	int visit;        /* while cycles are searched */
} Global;

/* A global's name in the body (from: -1) or in another global. */
typedef struct Reference {
	int from, to;
	const Node *at;
} Reference;

/* Places that a warning was given for. */
typedef struct Warned {
	const Node *at;
	const struct Warned *next;
} Warned;

typedef struct Reader {
	Ir *ir;
	Arena *arena; /* what lives only while reading */
	Diags *diags;
	JsonText json;
	const Node *root;
	const ReadOptions *options;
	Unifier *unifier;
	SizeBinding *sizes;
	int size_count;
	bool *size_used, *size_open;
	const char *asks_open; /* as of a Program */
	ProgramInput *inputs;
	int input_count;
	Port *in_ports;
	int in_port_count;
	Global *globals;
	int global_count;
	Reference *references;
	int reference_count, reference_capacity;
	struct NameTable *names;
	Algebra *algebra;
	int algebra_count, algebra_capacity;
	const Node *use; /* where the def being inlined is used; or NULL */
	int depth;       /* of elaboration */
	int elaborated;  /* values, after inlining */
	int variables;   /* handed out */
	const Warned *warned; /* of conditions */
	bool body_is_function;
	bool concrete;   /* what is closed now has plain numbers for sizes */
	uint64_t key;
} Reader;

/* -- diagnostics (read_diag.c) --------------------------------------------- */

void read_error(Reader *r, DiagCode code, const Node *at, const char *found,
		const char *expected, const char *format, ...)
	__attribute__((format(printf, 6, 7)));
void read_error_at(Reader *r, DiagCode code, const Place *place,
		   const char *found, const char *expected,
		   const char *format, ...)
	__attribute__((format(printf, 6, 7)));
void read_warning(Reader *r, DiagCode code, const Place *place,
		  const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* What stands there, for "found:". */
const char *read_found(Reader *r, const Node *node);

/* -- shapes of JSON values (read_shape.c) ---------------------------------- */

/* One key of an object: its name, the kinds it may have, whether it must be
 * there. Ends with a NULL name. */
typedef struct KeyRow {
	const char *name;
	unsigned kinds; /* 1 << NodeKind, or-ed */
	bool required;
	const char *expected;
} KeyRow;

bool read_keys(Reader *r, const Node *object, const KeyRow *rows,
	       const char *what);
const char *read_string(const Node *object, const char *key);

/* Whether the name is well formed; and, for a name in scope, not reserved.
 * Places a fault at `place`. */
bool read_name_ok(Reader *r, const char *name, const Place *place,
		  bool in_scope);
bool read_is_reserved(const char *name);

/* -- sizes (read_sizes.c) -------------------------------------------------- */

struct Scope;

bool read_sizes(Reader *r);

/* The value of a document's size variable, or NULL. */
const Size *read_size_variable(Reader *r, const char *name);

/* A size where an expression asks for one: an integer or a string over the
 * size variables, those of scope included. */
const Size *read_size(Reader *r, const Node *node, const struct Scope *scope);

/* The size expression in a string from byte `from` on, `length` bytes. */
const Size *read_size_text(Reader *r, const Node *node, int from, int length,
			   const struct Scope *scope);

/* The type in a string from byte `from` on. */
const Type *read_type(Reader *r, const Node *node, int from,
		      const struct Scope *scope);

bool read_unused_overrides(Reader *r);

/* -- the parts of a document ----------------------------------------------- */

bool read_inputs(Reader *r);   /* read_inputs.c */
bool read_globals(Reader *r);  /* read_globals.c */
bool read_names(Reader *r);    /* read_reach.c */
void read_names_unused(Reader *r);
bool read_outputs(Reader *r, Program *program); /* read_outputs.c */
bool read_tolerance(Reader *r, Program *program);

/* Notes in the ports what the body promises of inputs (read_promises.c). */
void read_promises(Reader *r, const Program *program);

Global *read_global(Reader *r, const char *name);

/* Ports of a type, leaves from left to right; false on too many dimensions
 * or elements. at: for messages. */
typedef struct PortList {
	Port *ports;
	int count, capacity;
} PortList;

bool read_ports(Reader *r, const Type *type, const char *name,
		const Node *at, PortList *list); /* read_ports.c */
/* An input pos_0 beside an input pos of tuple type, an output xs_count beside a
 * list xs: identifiers stay apart, from those taken, too. What is written over an
 * input has no use for its own. */
void read_unique_idents(Reader *r, const Port *taken, int taken_count,
			PortList *list);

/* Sizes and types as the program keeps them (read_final.c). */
const Size *read_final_size(Reader *r, const Size *size);
const Type *read_final_type(Reader *r, const Type *type);
void read_add_algebra(Reader *r, Algebra entry);

/* The key of the body with its sizes as written; of the program, from that
 * (program_key.c). */
uint64_t read_body_key(const Reader *r, const Expr *symbolic);
uint64_t read_program_key(uint64_t key, const Program *program);

#endif

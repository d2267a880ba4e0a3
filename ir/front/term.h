/* Term: an expression while it is read: names resolved, functions applied,
 * types perhaps still open (unify.h), every node with its place in the text.
 *
 * Unlike Expr it is a plain tree with variables that are unique numbers, so
 * that a term may be put anywhere below its binder. Closing turns it into an
 * Expr with final types. Functions never are terms: they are Functions,
 * compile-time closures, until a primitive asks for a lambda.
 */
#ifndef IR_FRONT_TERM_H
#define IR_FRONT_TERM_H

#include "ir/front/read.h"

/* A parameter: a name or a pattern of a tuple. */
typedef struct Pattern {
	const Node *at;
	const char *name;    /* NULL for "_" and for a tuple */
	int type_from;       /* where its type begins in at->string, or 0 */
	int count;           /* of a tuple; else 0 */
	const struct Pattern *parts;
} Pattern;

struct Term {
	ExprKind kind;
	Op op;
	Prim prim;
	int index;              /* as in Expr; VAR, LET: the variable */
	int kid_count;
	Term *const *kids;
	const Size *const *sizes;
	const Node *const *size_nodes;
	const Type *type;       /* LAMBDA: that of its body */
	const Node *at, *use;
	int height;             /* with lets put in */
	uint64_t bits;          /* LITERAL: magnitude, or of a double */
	bool integral, negative;
	const int *variables;   /* LAMBDA: numbers of its parameters */
	const Type *const *params;
	const Pattern *const *names; /* LAMBDA, LET: for hints; may be NULL */
	const Global *op_global;     /* LAMBDA: the declared operator it is */
	Term *neutral;               /* its neutral element at this type */
};

/* A let that stands around what a function gives. */
typedef struct Pending {
	const struct Pending *up;
	int variable;
	Term *value;
	const Pattern *name;
} Pending;

/* What an expression is while it is read: a term or a function; neither after
 * an error. pending belongs to functions. */
typedef struct Value {
	Term *term;
	const Function *function;
	const Pending *pending;
} Value;

typedef enum {
	FUNCTION_FUN, FUNCTION_OP, FUNCTION_PRIM, FUNCTION_CONVERT,
	FUNCTION_GET, FUNCTION_COMPOSE, FUNCTION_SPACE, FUNCTION_ID,
	FUNCTION_LIST, /* of the last argument that the list at lacks */
	FUNCTION_OPENCL, /* in C: number dim; given: what it means */
	FUNCTION_KINDS
} FunctionKind;

/* A function: a closure over the scope it is written in. */
struct Function {
	FunctionKind kind;
	const Node *at, *use;
	const struct Scope *scope;  /* FUN, LIST */
	const Global *op_global;    /* FUN: the declared operator it is */
	Op op;
	Prim prim;                  /* PRIM, SPACE */
	int dim;
	Scalar scalar;              /* CONVERT */
	int index;                  /* GET */
	int count;                  /* COMPOSE, SPACE, PRIM: given values */
	const Value *given;
	const Node *const *given_at;
	const Size *const *sizes;   /* PRIM */
	const Node *const *size_nodes;
};

/* What names mean, innermost first: a value, or a size variable. */
typedef struct Scope {
	const struct Scope *up;
	const char *name;
	Value value;
	const Size *size; /* a size variable when not NULL */
	bool count;       /* value: the length of a list, by its name */
} Scope;

static inline bool scope_is_value(const Scope *scope)
{
	return !scope->size && !scope->count;
}

/* -- elaborate.c: values --------------------------------------------------- */

Value elaborate(Reader *r, const Node *node, const Scope *scope);

/* Input number i: as often as it is used, a list is as long. */
Value elaborate_input(Reader *r, int i, const Node *at);

/* "<f32; 4>" and other types that are no names, as the head of an application:
 * they say which type a literal or a fill has. ("<" is a scalar function.) */
bool elaborate_is_type_text(const Node *node);

/* The same where a value, not a function, is asked for. */
Term *elaborate_term(Reader *r, const Node *node, const Scope *scope);
Term *elaborate_as_term(Reader *r, Value value, const Node *at);
bool elaborate_failed(Value value);
Value elaborate_value(Term *term);

/* -- elaborate_form.c: let, if, tuple, size, ... --------------------------- */

typedef Value ElaborateForm(Reader *r, const Node *list, const Scope *scope);

/* The form of that name (reserved or built in), or NULL. */
ElaborateForm *elaborate_form(const char *name);
const char *elaborate_form_name(int i); /* NULL after the last */

/* -- elaborate_derived.c: primitives that others define -------------------- */

/* The form of a derived primitive; their names; the arguments as in prim.def,
 * where there are count of them (m: a way to pad). NULL: there is none. */
ElaborateForm *elaborate_derived(const char *name);
const char *elaborate_derived_name(int i);
const char *elaborate_derived_signature(const char *name, int count);

Value elaborate_list_apply(Reader *r, const Function *function,
			   const Node *at, int count, const Value *args);

/* -- elaborate_literal.c --------------------------------------------------- */

bool elaborate_is_literal_text(const char *text);
bool elaborate_is_literal_name(const char *text);
Term *elaborate_literal(Reader *r, const Node *node);
Term *elaborate_integer(Reader *r, const Node *at, int64_t value);

/* Whether node is a number literal in this scope. */
bool elaborate_is_number(Reader *r, const Node *node, const Scope *scope);
const Expr *elaborate_literal_close(Reader *r, const Term *term,
				    const Type *type);

/* -- elaborate_prim.c: primitives ------------------------------------------ */

/* A primitive applied to what stands from list item 1 on; or a function of
 * its last argument. */
Value elaborate_prim(Reader *r, Prim prim, int dim, const Node *list,
		     const Scope *scope);
Value elaborate_prim_bare(Reader *r, Prim prim, int dim, const Node *at);
Value elaborate_prim_apply(Reader *r, const Function *function,
			   const Node *at, int count, const Value *args);

/* -- elaborate_opencl.c: functions in C ------------------------------------ */

ElaborateForm elaborate_opencl;
Value elaborate_opencl_apply(Reader *r, const Function *function,
			     const Node *at, int count, const Value *args);

/* -- elaborate_op.c: scalar functions -------------------------------------- */

Value elaborate_op(Reader *r, Op op, const Node *at, int count,
		   Term *const *args);
Term *elaborate_convert(Reader *r, Scalar scalar, const Node *at, Term *arg);

/* -- elaborate_apply.c: functions ------------------------------------------ */

/* A function applied to arguments; several are one tuple. */
Value elaborate_apply(Reader *r, Value function, const Node *at, int count,
		      const Value *args);

/* The function as a lambda of count parameters of these types; its pending
 * lets are added to *pending. */
Term *elaborate_lambda(Reader *r, Value function, const Node *at, int count,
		       const Type *const *params, const Pending **pending);

/* -- elaborate_pattern.c: parameters and lets ------------------------------ */

/* The parameters from a list of them; NULL after an error. */
const Pattern *pattern_list(Reader *r, const Node *list);
bool pattern_read(Reader *r, const Node *node, Pattern *pattern);

/* Splits "x: [f32; n]": length of the name, and where the type begins or 0. */
int pattern_split(const char *text, int *type_from);

/* Adds the pattern's names, bound to the value, to *scope, and the lets that
 * this needs to *pending. first: the scope before this parameter list, for
 * size variables that the list binds. */
bool pattern_bind(Reader *r, const Pattern *pattern, Value value,
		  const Node *at, const Scope **scope, const Scope *first,
		  const Pending **pending);

/* scope with the size variables that the type in the pattern binds, after the
 * term's type was made that type. */
bool pattern_type(Reader *r, const Pattern *pattern, Term *term,
		  const Scope **scope, const Scope *first);

/* lets added to *pending, in their order. */
void pattern_add_pending(Reader *r, const Pending *lets,
			 const Pending **pending);

/* The term in a form that is cheap to use several times: a variable bound by a
 * pending let, unless it is trivial already. */
Term *pattern_share(Reader *r, Term *term, const Pattern *name,
		    const Pending **pending);

/* The tuple's parts, each cheap to use several times. NULL: no tuple of that
 * many parts. */
Term *const *pattern_spread(Reader *r, Term *tuple, int count,
			    const Pattern *name, const Pending **pending);

/* -- term.c: building terms ------------------------------------------------ */

Term *term_new(Reader *r, ExprKind kind, const Node *at, const Type *type,
	       int kid_count, Term *const *kids);
Term *term_var(Reader *r, int variable, const Type *type, const Node *at);

/* The type of what has a name: its lists have lengths that can be spoken of. */
const Type *term_counted(Reader *r, const Type *type, const char *name);

/* The type of a list that has all elements of rows, or something of each: those of
 * rows that have a name are known to be equally many. */
const Type *term_counted_as(Reader *r, const Type *list, const Term *rows);
Term *term_get(Reader *r, int index, Term *tuple, const Node *at);
Term *term_tuple(Reader *r, const Node *at, int count, Term *const *parts);

/* term inside the pending lets up to, not including, `until`. */
Term *term_wrap(Reader *r, Term *term, const Pending *pending,
		const Pending *until);
bool term_is_trivial(const Term *term);
const Type *term_type(Reader *r, const Term *term); /* as far as it is known */
const char *term_type_text(Reader *r, const Type *type);

/* -- term_close.c ---------------------------------------------------------- */

/* The Expr of a closed term, with final types; NULL after an error. */
const Expr *term_close(Reader *r, Term *term);

#endif

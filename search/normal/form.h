/* Form: a term of the index form, in which an array is a function of its
 * indices (normalisation by evaluation; array views as in Futhark's and Dex's
 * index functions). Which file holds what:
 *
 *   form.c         terms, equal ones once; their order
 *   form_linear.c   sums, quotients and rests of loops; what intervals decide
 *   form_choice.c  choices by conditions on indices
 *   form_scalar.c  scalar functions, accesses
 *   form_change.c  variables put for variables; binders opened and closed
 *   form_domain.c  the loops of reductions and of outputs
 *   meaning.c        arrays as functions, and the views among them
 *   evaluate.c     from expressions to values
 *   state*.c       folds, scans and iterations
 *   index_form.c   a program's form, its hash
 *   form_print.c   as text
 *   back*.c        from a form to an expression
 *
 * Terms are hash-consed: equal exactly when their pointers are, as long as no
 * variable is fresh. A variable that a term binds is numbered by the height of
 * what is below, so that nothing of a term depends on how it was written.
 *
 * Whole numbers that loops and literals make are INDEX terms, a sum of atoms in
 * 64 bits; an operation whose result may not fit the type in which the program
 * computes it stays an OP. For internal use of search/normal.
 */
#ifndef SEARCH_NORMAL_FORM_H
#define SEARCH_NORMAL_FORM_H

#include <setjmp.h>

#include "base/map.h"
#include "ir/core/intern.h"
#include "ir/core/program.h"

typedef enum {
	FORM_LITERAL, /* number: its bits as in Expr */
	FORM_VAR,     /* number: which; extent: of a loop, else -1 */
	FORM_INDEX,   /* number + sum of factors[i] * parts[i] */
	FORM_INPUT,   /* number: the input port */
	FORM_ACCESS,  /* parts: an array, indices */
	FORM_DIV,     /* parts[0] / number, rounded down */
	FORM_MOD,     /* parts[0] - number * (parts[0] / number) */
	FORM_MIN, FORM_MAX, /* of two indices */
	FORM_OP, FORM_CONVERT, FORM_BITS,
	FORM_COND,    /* all parts are >= 0: a bool */
	FORM_IF,      /* parts: a bool, if it holds, if not */
	FORM_CALL,    /* function in C; parts: arguments */
	FORM_UNSET,   /* the array parts[0], stored before it is read */
	FORM_EACH,    /* an array: for its loop, an element */
	FORM_REDUCE,  /* by op, from its neutral element */
	FORM_REDUCE_BY, /* by function: initial values; elements */
	FORM_FOLD,    /* states, a loop; initial values; next states. ordered 0:
		       * a reduce or scan as written */
	FORM_SCAN,    /* the same, all states */
	FORM_ITERATE, /* states; initial values; next states, perhaps when to
		       * end; number: how often */
	FORM_SCATTER, /* by op, or by function where there is one, or a
		       * permutation; a loop; the arrays; for each step an
		       * index and elements */
	FORM_GET,     /* parts[0]'s component number */
	FORM_KINDS
} FormKind;

typedef struct Form Form;

/* parts of a binder: the variables, what is outside of their scope (`outer` of
 * these), what is inside. */
struct Form {
	FormKind kind;
	Op op;
	int count, binds, outer;
	bool ordered;
	const Form *const *parts;
	const int64_t *factors;  /* INDEX */
	const Type *type;        /* of a component: scalars, vectors, arrays */
	int64_t number, extent;
	const Expr *function;    /* CALL, REDUCE_BY, SCATTER */
	int64_t low, high;       /* of indices and their atoms */
	int height;              /* of the binders in it */
	uint64_t variables;      /* a set of them, by hash; free or bound */
	bool reads;              /* an input */
	uint64_t hash;
	int id;
};

enum { FORMS_MAX = 50000, FORM_PARTS = 64, FORM_MILLISECONDS = 100,
       FORM_DEPTH = 400 };

/* An interval's end that is none. */
#define FORM_ENDLESS INT64_MAX

/* What one form is made with; ended by normal_end. */
typedef struct Normal {
	Ir *ir;
	const Program *program;
	Arena *arena;
	Intern table;
	int count, fresh, depth;
	int64_t began;
	bool strict;             /* no sum of floats is reordered */
	const Form *assumed[FORM_PARTS]; /* >= 0 where a choice holds */
	int assumed_count;
	const Type *i64, *truth;
	const char *reason;      /* why there is no form */
	jmp_buf stop;
} Normal;

/* There is no form: goes back to where it was asked for. */
_Noreturn void normal_stop(Normal *n, const char *reason);

/* What belongs to a term, or NULL. False: something did before. */
static inline const void *form_found(const Map *map, const Form *key)
{
	return map_find(map, map_address(key));
}

static inline bool form_note(Normal *n, Map *map, const Form *key,
			     const void *value)
{
	return map_put(map, n->arena, map_address(key), value);
}

/* -- form.c ---------------------------------------------------------------- */

/* The one copy; draft and its parts may be on the stack. */
const Form *form_of(Normal *n, Form draft);

/* Order: by what they are, never by how they came to be; fresh variables are
 * alike. */
int form_compare(const Form *a, const Form *b);

/* The same, and among what is alike the elder first. */
int form_order(const Form *a, const Form *b);

const Form *form_fresh(Normal *n, const Type *type, int64_t extent);
const Form *form_variable(Normal *n, const Type *type, int64_t extent,
			  int64_t number);
const Form *form_outer(Normal *n, int loop, int64_t extent);
bool form_has(const Form *form, const Form *variable);
uint64_t form_bit(const Form *variable);

/* -- form_linear.c --------------------------------------------------------- */

const Form *linear_const(Normal *n, int64_t value);
const Form *linear_atom(Normal *n, const Form *atom);
/* In 64 bits, whatever it was computed in. */
const Form *linear_of(Normal *n, const Form *value);
/* The same as a scalar: data are themselves. */
const Form *linear_value(Normal *n, const Form *index);
const Form *linear_typed(Normal *n, const Form *index, const Type *type);
const Form *linear_sum(Normal *n, const Form *a, int64_t by, const Form *b);
const Form *linear_plus(Normal *n, const Form *a, int64_t number);
const Form *linear_scaled(Normal *n, const Form *a, int64_t by);
const Form *linear_div(Normal *n, const Form *a, int64_t by);
const Form *linear_mod(Normal *n, const Form *a, int64_t by);
const Form *linear_least(Normal *n, const Form *a, const Form *b);
const Form *linear_greatest(Normal *n, const Form *a, const Form *b);
const Form *linear_not(Normal *n, const Form *a); /* -a - 1 */
bool linear_is_const(const Form *a, int64_t *value);
bool linear_is_variable(const Form *a, const Form *variable);
int64_t linear_factor(const Form *a, const Form *atom); /* 0: not in it */
bool linear_holds(const Normal *n, const Form *a); /* a >= 0 */
bool linear_fails(Normal *n, const Form *a);

/* -- form_choice.c --------------------------------------------------------- */

const Form *form_cond(Normal *n, int count, const Form *const *conditions);
const Form *form_if(Normal *n, const Form *c, const Form *a, const Form *b);

/* -- form_scalar.c --------------------------------------------------------- */

const Form *form_literal(Normal *n, const Type *type, uint64_t bits);
/* The same, as an index where it can be one. */
const Form *form_number(Normal *n, const Type *type, uint64_t bits);
const Form *form_op(Normal *n, Op op, const Type *type,
		    const Form *const *args);
const Form *form_convert(Normal *n, const Type *type, const Form *value);
const Form *form_access(Normal *n, const Form *array, const Form *index);
const Form *form_get(Normal *n, int component, const Form *of,
		     const Type *type);

/* The array of the element for each step of a fresh loop (meaning.c). */
const Form *form_each(Normal *n, const Form *loop, const Form *element);

/* -- form_change.c --------------------------------------------------------- */

typedef struct Change {
	int count;
	const Form *from[FORM_PARTS], *to[FORM_PARTS];
} Change;

const Form *form_change(Normal *n, const Form *form, const Change *change);
const Form *form_put(Normal *n, const Form *form, const Form *variable,
		     const Form *by);

/* The form where these are >= 0. */
const Form *form_under(Normal *n, const Form *form, int count,
		       const Form *const *conditions);

/* The binder of the draft, whose variables are fresh: these are named. */
const Form *form_close(Normal *n, Form draft);

/* parts of a binder with fresh variables. */
void form_open(Normal *n, const Form *binder, const Form **parts);

/* -- form_domain.c --------------------------------------------------------- */

typedef struct Domain {
	int count;
	const Form *loops[FORM_PARTS];
} Domain;

/* Loops of which only quotients and rests are used become two; two used as one
 * only become that; ordered: two neighbours. */
const Form *domain_reshape(Normal *n, Domain *domain, bool ordered,
			   const Form *body);
/* Without loops of one step; false: one has none. */
bool domain_trim(Normal *n, Domain *domain, const Form **body);
const Form *domain_reduce(Normal *n, Op op, Domain domain, const Form *body);
const Form *domain_neutral(Normal *n, Op op, const Type *type);

/* -- form_print.c ---------------------------------------------------------- */

void form_text(Text *text, const Normal *n, const Form *form);

#endif

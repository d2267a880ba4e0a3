/* Draft: a rule while it is being read: its declarations and the syntax of its
 * two sides. For rules/ only.
 *
 * Types and sizes are built in the rule base's Ir: a size variable is a size
 * without value, type variable i is the open type i, and the vector <A; w> of
 * a type variable or scalar is an open type from DRAFT_VECTORS on, listed in
 * vectors (ir/core/type.h has no vectors of unknown width).
 */
#ifndef RULES_DRAFT_H
#define RULES_DRAFT_H

#include "rules/pattern.h"
#include "rules/scan.h"

enum { DRAFT_VECTORS = RULE_TYPES_MAX, DRAFT_VECTORS_MAX = 64,
       DRAFT_DEPTH_MAX = 64 };

typedef enum { SYN_NAME, SYN_NUMBER, SYN_APPLY, SYN_COMPOSE, SYN_LAMBDA,
	       SYN_TUPLE, SYN_INFIX, SYN_LET, SYN_IF,
	       SYN_PART /* of a form: name, kid */ } SynKind;

/* A parameter: a name ("_" for none), or parts of a tuple. */
typedef struct SynParam {
	const char *name;
	int count;
	const struct SynParam *const *parts;
} SynParam;

typedef struct Syn Syn;

struct Syn {
	SynKind kind;
	int at;            /* offset in the text */
	const char *name;  /* NAME; LET */
	const char *dim;   /* NAME: "0" to "2", a variable, or NULL */
	int size_count;    /* NAME: in brackets */
	const Size *sizes[PRIM_SIZES_MAX];
	const char *mode;  /* NAME: after them, of pad; or NULL */
	double value;      /* NUMBER */
	Op op;             /* INFIX */
	int count;
	const Syn *const *kids; /* APPLY: function first; LET: value, body;
				 * IF: condition, then, else */
	int param_count;
	const SynParam *const *params; /* LAMBDA */
};

typedef struct DraftMeta {
	int arity;
	const Type *params[RULE_ARITY_MAX], *result;
	bool used;
} DraftMeta;

typedef struct DraftVector {
	const Type *lane; /* a type variable or a scalar */
	const Size *width;
} DraftVector;

struct Draft {
	Ir *ir;
	Arena *arena; /* of the Ir */
	Scan *scan; /* while it is read */
	Rule *rule;
	int depth; /* of what is being read */
	DraftMeta metas[RULE_METAS_MAX]; /* as rule->metas */
	const Size *perm_lengths[RULE_VARS_MAX];
	int vector_count;
	DraftVector vectors[DRAFT_VECTORS_MAX];
	const Syn *left, *right;
};

/* -- declarations (declare.c) ---------------------------------------------- */

/* Reads everything between the rule's name and its sides. */
bool draft_declarations(Draft *draft);

int draft_var(const Draft *draft, const char *name);  /* -1: none */
int draft_meta(const Draft *draft, const char *name); /* -1: none */
int draft_type_var(const Draft *draft, const char *name); /* -1: none */

/* -- sizes and types (declare_type.c) -------------------------------------- */

/* Reads a size up to the closing mark, or up to the first of several marks,
 * which is left; NULL after an error. */
const Size *draft_size(Draft *draft, const char *closing);
const Size *draft_size_before(Draft *draft, const char *marks);

/* Reads a type; NULL after an error. */
const Type *draft_type(Draft *draft);

/* -- expressions (syntax.c) ------------------------------------------------ */

/* Reads an expression; NULL after an error. */
const Syn *draft_expression(Draft *draft);

/* The present word as a string of the arena. */
const char *draft_word(const Draft *draft);

/* -- types with vectors (draft_type.c) ------------------------------------- */

/* As type_vector and type_lane; NULL when there is none. */
const Type *draft_vector(Draft *draft, const Type *of, const Size *width);
const Type *draft_lane(Draft *draft, const Type *type, const Size **width);
void draft_type_text(const Draft *draft, Text *text, const Type *type);

/* -- typing (elaborate.c, check.c), what comes of it (compile.c) ----------- */

/* The side applied to the implicit argument, typed; NULL after an error. */
const Pat *draft_elaborate(Draft *draft, const Syn *side);

/* Whether the side, matched, determines all metas, and no name is unused;
 * finds the designated argument. */
bool draft_check(Draft *draft, Way *way);

const SizePattern *draft_size_pattern(const Draft *draft, const Size *size);
const TypePattern *draft_type_pattern(const Draft *draft, const Type *type);

/* Reads the next rule of a file; NULL after an error (rule_read.c). */
Rule *draft_rule(RuleBase *base, Scan *scan);

/* The rule as a block of text (rule_print.c); what is between its name and its
 * sides. */
void draft_print(const Draft *draft, Text *text);
void draft_print_declared(const Draft *draft, Text *text);

#endif

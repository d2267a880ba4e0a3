/* Pattern: the inside of a Rule: typed sides in the fully applied form of
 * ir/core/expr.h, whose leaves may be the rule's own names. For rules/ only.
 *
 * A Meta is a function or value that a rule is about. On the side that is
 * matched it is applied to distinct bound variables (or parts of them), so what
 * it stands for is determined (higher-order patterns); at most one such
 * application has arguments that are no variables: then the place of the first
 * inside is designated by whoever applies the rule, and the others are the
 * first places that fit.
 */
#ifndef RULES_PATTERN_H
#define RULES_PATTERN_H

#include "ir/core/expr.h"
#include "rules/rule.h"

enum { RULE_VARS_MAX = 8, RULE_METAS_MAX = 8, RULE_TYPES_MAX = 8,
       RULE_GUARDS_MAX = 1,
       RULE_ARITY_MAX = 4, RULE_PATH_MAX = 16 };

/* A polynomial over the rule's variables, by index. */
typedef struct SizeTermPattern {
	int64_t factor;
	int count;
	unsigned char vars[RULE_VARS_MAX];
} SizeTermPattern;

typedef struct SizePattern {
	int count;
	const SizeTermPattern *terms;
} SizePattern;

/* A type over the rule's type variables; lanes are innermost. */
typedef struct TypePattern TypePattern;

struct TypePattern {
	enum { TP_VAR, TP_SCALAR, TP_TUPLE, TP_ARRAY, TP_VECTOR } kind;
	int var;
	Scalar scalar;
	int count;
	const TypePattern *const *parts; /* TUPLE; ARRAY, VECTOR: one */
	const SizePattern *length;       /* ARRAY; VECTOR: width */
};

typedef enum {
	PAT_META,    /* index: the meta; kids: what it is applied to */
	PAT_VAR,     /* index: binder level, 0 for the outermost */
	PAT_LITERAL, /* value */
	PAT_OP, PAT_TUPLE,
	PAT_GET,     /* index: part */
	PAT_LET, PAT_IF,
	PAT_LAMBDA,  /* index: number of parameters */
	PAT_PRIM,    /* sizes; dim: index of a variable, or -1 - dimension */
	PAT_REORDER, /* reorder s; index: the variable s */
} PatKind;

typedef struct Pat Pat;

struct Pat {
	PatKind kind;
	int index, dim;
	Op op;
	Prim prim;
	double value;
	int kid_count, size_count;
	const Pat *const *kids;
	const SizePattern *const *sizes;
	const Size *const *written; /* the sizes, in the rule base's Ir */
	const Type *type;           /* in the rule base's Ir */
	const char *const *names;   /* LAMBDA, LET: hints; may be NULL */
	const struct SynParam *const *params; /* LAMBDA: with the names of
					       * parts; NULL: no names */
};

/* What a rule's parameter may be. A permutation is a number: 0 for the
 * author's reorder, else the stride of reorderStride. */
typedef enum { VAR_SIZE, VAR_WIDTH, VAR_PERM, VAR_DIM } VarKind;

typedef struct RuleVar {
	const char *name;
	VarKind kind;
	const SizePattern *length; /* PERM */
} RuleVar;

typedef struct Meta {
	const char *name;
	int arity;
	const TypePattern *params[RULE_ARITY_MAX], *result;
} Meta;

typedef enum { NEEDS_MONOID, NEEDS_CMONOID, NEEDS_ROUNDING, NEEDS_UNORDERED }
	Needs;

typedef struct Guard {
	Needs needs;
	int function, neutral; /* metas; -1 when it has none */
} Guard;

/* One direction of a rule. */
typedef struct Way {
	const Pat *from, *to;
	const Pat *designated; /* META with arguments that are no variables */
	int place_depth;       /* its place in from: kid numbers */
	unsigned char place[RULE_PATH_MAX];
} Way;

typedef struct Draft Draft;

struct Rule {
	const char *name, *source, *file, *text;
	Draft *draft; /* what it was read from (draft.h): its types */
	int number, line;
	uint64_t hash;
	bool both, own, proved;
	int var_count, type_count, meta_count, guard_count;
	RuleVar vars[RULE_VARS_MAX];
	const char *types[RULE_TYPES_MAX];
	Meta metas[RULE_METAS_MAX];
	Guard guards[RULE_GUARDS_MAX];
	int on; /* the meta that is the implicit argument, or -1 */
	Way ways[2]; /* as written, and back */
};

typedef struct RuleWay {
	const Rule *rule;
	bool back;
} RuleWay;

typedef struct RuleWays {
	RuleWay *items;
	int count, capacity;
} RuleWays;

enum { HEADS = PRIM_COUNT + OP_COUNT + EXPR_KINDS };

struct RuleBase {
	Ir *ir;
	Rule **rules;
	int count, capacity;
	const Rule **by_name;
	uint64_t hash;
	RuleWays by_head[HEADS]; /* rules whose left side has that head */
	RuleWays anywhere;       /* whose left side is a bare name */
};

/* Slot of by_head for an expression or for a pattern that is no META. */
int head_of(const Expr *e);
int head_of_pattern(const Pat *pat);

#endif

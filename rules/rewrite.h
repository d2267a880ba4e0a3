/* Rewriting: applying rules to a program's expression, each step recorded.
 *
 * A rule is applied at a place (Path) to the node there; sizes that the node
 * does not determine are given by name. The result always has the type that
 * was there before. Nothing else in the program changes the meaning of an
 * expression. "Not applicable" is NULL, never an error; rewriter_reason says
 * why for people.
 */
#ifndef RULES_REWRITE_H
#define RULES_REWRITE_H

#include "ir/core/program.h"
#include "ir/front/print.h"
#include "rules/rule.h"

typedef struct Rewriter Rewriter;

typedef struct RewriteOptions {
	bool strict;   /* no reassociation of floats (--fp-strict) */
	bool rounding; /* rules that round otherwise may be used */
	const struct CanonicalClass *canonical; /* (canonical.h), or NULL */
} RewriteOptions;

/* For one program, whose sizes must be concrete. Everything it makes lives in
 * the program's Ir; base and program must outlive it. */
Rewriter *rewriter_new(const RuleBase *base, const Program *program,
		       RewriteOptions options);
void rewriter_free(Rewriter *rewriter);
const RuleBase *rewriter_base(const Rewriter *rewriter);
const Program *rewriter_program(const Rewriter *rewriter);

/* Why the last attempt was not applicable: in the words of the rule. */
const char *rewriter_reason(const Rewriter *rewriter);

/* -- what to apply --------------------------------------------------------- */

enum { RULE_VALUES_MAX = 4 };

/* A parameter given a value. origin says how it follows from the program's
 * sizes and the lengths at the step's place, as a size expression ("N//4096",
 * "@0//16*16"; origin.h), or is NULL for a number that was chosen as it is. */
typedef struct RuleValue {
	const char *name;
	int64_t value;
	const char *origin;
} RuleValue;

typedef struct RuleUse {
	const char *rule;
	bool back;          /* a <=> rule from right to left */
	const Path *within; /* of the designated argument; or NULL */
	int count;
	RuleValue values[RULE_VALUES_MAX];
} RuleUse;

/* -- derivations ----------------------------------------------------------- */

/* What a derivation's steps have done beside changing the form. */
typedef struct RewriteLabel {
	bool reassociates, rounds, chooses, unproved;
} RewriteLabel;

/* What one step rests on beside the rule. */
typedef struct Assumption {
	RuleKind kind;        /* on the types at hand */
	const Expr *operator; /* `where monoid`: of what; else NULL */
	bool commutes;        /* cmonoid */
	bool declared;        /* by the document; else a built-in law */
} Assumption;

/* A derivation: the expression after its last step, and the steps before it,
 * shared by all derivations that go on from there. */
typedef struct Derivation Derivation;

struct Derivation {
	const Derivation *before; /* NULL: the start */
	int length;               /* steps */
	const Expr *expr;
	RewriteLabel label;       /* of all steps */
	const Rule *rule;         /* of the last step; NULL at the start */
	Assumption assumed;       /* by the last step */
	bool back;
	const Path *at, *within;  /* within may be NULL; shortened copies */
	int count;
	const RuleValue *values;  /* every parameter, chosen or given */
	const char *to;           /* canonical.h: the expression as JSON, */
	uint64_t hash;            /* and of what it leads from and to */
};

const Derivation *derivation_start(Rewriter *rewriter, const Expr *e);

/* One more step; NULL when the rule is not applicable there, or changes
 * nothing. */
const Derivation *rewrite_use(Rewriter *rewriter, const Derivation *from,
			      const Path *at, const RuleUse *use);

/* The same for a rule without parameters, as written. */
const Derivation *rewrite(Rewriter *rewriter, const Derivation *from,
			  const Path *at, const char *rule);

/* The same with one parameter. */
const Derivation *rewrite_with(Rewriter *rewriter, const Derivation *from,
			       const Path *at, const char *rule,
			       const char *name, int64_t value,
			       const char *origin);

/* Whether a rule fits the node at a place, parameters aside. */
bool rewrite_fits(Rewriter *rewriter, const Expr *root, const Path *at,
		  const char *rule, bool back);

/* -- sets of rules, used until nothing changes ----------------------------- */

enum { RULE_SET_MAX = 256 };

typedef struct RuleSet {
	uint64_t bits[2][RULE_SET_MAX / 64];
} RuleSet;

/* Names between spaces; one that ends in < is used from right to left. */
RuleSet rewrite_set(const Rewriter *rewriter, const char *names);

/* The rules of both. */
RuleSet rewrite_sets(RuleSet one, RuleSet other);

/* Uses rules of the set, the first place in reading order first, at and below
 * a place, until none is applicable or 1000 steps were made. Rules that leave
 * something to choose are not used. */
const Derivation *rewrite_all(Rewriter *rewriter, const Derivation *from,
			      const Path *under, const RuleSet *set);

/* -- what could be applied ------------------------------------------------- */

typedef enum {
	PARAM_DIVISOR, /* a divisor of bound; of 0: anything from 1 */
	PARAM_WIDTH,   /* 2, 4, 8 or 16 that divides bound */
	PARAM_UP_TO,   /* 0 to bound */
	PARAM_FROM_1,  /* 1 to bound */
	PARAM_ANY,     /* 0 and above */
	PARAM_DIM,     /* 0, 1 or 2 */
} ParamKind;

typedef struct RuleParam {
	const char *name;
	ParamKind kind;
	int64_t bound;
} RuleParam;

/* The legal values in ascending order, at most max of them; their number. */
int param_values(const RuleParam *param, int64_t *values, int max);

/* The legal value nearest to a wished one (by ratio); false: there is none. */
bool param_nearest(const RuleParam *param, int64_t wish, int64_t *value);

typedef struct RewriteSite {
	const Rule *rule;
	bool back;
	Path at;
	bool designates; /* needs a place within */
	RuleKind kind;
	int param_count; /* the later ones as if the first were 1 or smallest */
	RuleParam params[RULE_VALUES_MAX];
} RewriteSite;

/* Calls visit for each rule that is applicable somewhere at or below a place,
 * until it returns false. Rules that fit any node at all (share, copy, store_*)
 * are left out unless everywhere is set. */
typedef bool RewriteVisit(void *context, const RewriteSite *site);

void rewrite_list(Rewriter *rewriter, const Expr *root, const Path *under,
		  bool everywhere, RewriteVisit *visit, void *context);

/* The same for the rules that are applicable at that place itself. */
void rewrite_list_at(Rewriter *rewriter, const Expr *root, const Path *at,
		     bool everywhere, RewriteVisit *visit, void *context);

/* The parameters still open when some are given; -1 when not applicable. */
int rewrite_params(Rewriter *rewriter, const Expr *root, const Path *at,
		   const RuleUse *use, RuleParam params[RULE_VALUES_MAX]);

#endif

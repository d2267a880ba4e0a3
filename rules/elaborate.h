/* Elaboration: from the syntax of a side to its typed, fully applied pattern:
 * composition and lambdas applied to something vanish, functions end as kids
 * of primitives, and every node has its type for all sizes and types. The
 * inside of elaborate.c, elaborate_name.c, elaborate_prim.c, elaborate_type.c.
 */
#ifndef RULES_ELABORATE_H
#define RULES_ELABORATE_H

#include "ir/core/typing.h"
#include "rules/draft.h"

enum { SCOPE_MAX = 64, ARGS_MAX = 16 };

/* What something is applied to: not yet looked at, or a pattern. */
typedef struct Arg {
	const Syn *syn;
	const Pat *pat;
} Arg;

typedef struct Elab {
	Draft *draft;
	int level; /* binders around */
	int bound;
	struct {
		const char *name;
		const Pat *pat;
	} scope[SCOPE_MAX];
} Elab;

/* syn applied to the arguments; NULL after an error. */
const Pat *elab_apply(Elab *e, const Syn *syn, int count, const Arg *args);
const Pat *elab_value(Elab *e, const Arg *arg);
bool elab_values(Elab *e, int count, const Arg *args, const Pat **values);
const Pat *elab_prim(Elab *e, const Syn *syn, Prim prim, int count,
		     const Arg *args);
const Pat *elab_op(Elab *e, const Syn *syn, Op op, int count,
		   const Arg *args);
const Pat *elab_name(Elab *e, const Syn *syn, int count, const Arg *args);

/* As elab_value, or a literal without a type: only a scalar function gives its
 * literals one. */
const Pat *elab_number_or_value(Elab *e, const Arg *arg);

/* A function of several applied to one tuple takes its parts: their number. */
int elab_spread(Elab *e, int count, const Pat **values, int arity);

/* An error at syn; always NULL. */
const Pat *elab_refuse(Elab *e, const Syn *syn, const char *found,
		       const char *expected, const char *message);
const Pat *elab_refuse_type(Elab *e, const Syn *syn, const Type *found,
			    const Type *expected, const char *message);

/* As typing_params and typing_prim, also with vectors of unknown width. Kids
 * that are functions may be NULL in the first. */
bool elab_params(Draft *draft, Prim prim, const Size *const *sizes,
		 int count, const Pat *const *kids, int kid, const Type *params[2],
		 TypingFault *fault);
const Type *elab_type(Draft *draft, Prim prim, const Size *const *sizes,
		      int count, const Pat *const *kids, TypingFault *fault);

#endif

/* The inside of a Rewriter, shared by rewrite.c, rewrite_all.c and
 * rewrite_list.c. For rules/ only. */
#ifndef RULES_REWRITER_H
#define RULES_REWRITER_H

#include "rules/match.h"
#include "rules/rewrite.h"

struct Rewriter {
	const RuleBase *base;
	const Program *program;
	Ir *ir;
	RewriteOptions options;
	char reason[160];
};

/* Keeps the reason; always false. */
bool rewriter_refuse(Rewriter *rewriter, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The steps of one application: lay over, give parameters and solve, ask the
 * guards, build and record. Each false or NULL with a reason. */
bool rewriter_match(Rewriter *rewriter, Match *match, const Rule *rule,
		    bool back, const Expr *node, const Path *at,
		    const Path *within);
bool rewriter_give(Rewriter *rewriter, Match *match, int count,
		   const RuleValue *values);
bool rewriter_guard(Rewriter *rewriter, Match *match,
		    Assumption *assumption);
const Derivation *rewriter_finish(Rewriter *rewriter, const Derivation *from,
				  Match *match, const Path *at,
				  const RuleUse *use, const Expr *node);

#endif

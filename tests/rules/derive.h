/* Writing derivations as scripts: each step must be applicable, and is logged
 * with its rule and the expression that it gives, in the text notation. */
#ifndef TESTS_RULES_DERIVE_H
#define TESTS_RULES_DERIVE_H

#include "rules/locate.h"
#include "rules/rewrite.h"

typedef struct Script {
	Ir *ir;
	RuleBase *base;
	Program *program;
	Rewriter *rewriter;
	const Derivation *now;
	Text log;
} Script;

/* Reads examples/NAME.json (in $srcdir) at the given sizes ("N=1000003"). */
Script script_start(const char *name, const char *sizes);
void script_free(Script *script);

/* The nth node of a primitive in reading order; fails when there is none. */
Path script_prim(const Script *script, Prim prim, int nth);

/* Kids from a place on: "/2/0". */
Path script_below(const Path *path, const char *kids);

/* Uses a rule at a place; use is "rule", "rule<" (backwards), or with sizes
 * "rule k=128 m=4". */
void script_use(Script *script, const Path *at, const char *use);

/* The same with a designated place. */
void script_within(Script *script, const Path *at, const char *use,
		   const Path *within);

/* The same under a label of its own in the log ("(1) 6d"); NULL: not logged. */
void script_line(Script *script, const char *kids, const char *use,
		 const char *label);

/* Uses rules of a set wherever they are applicable. */
void script_all(Script *script, const char *rules);

/* The present expression has the program's value, on data that every order of
 * evaluation sums exactly. */
void script_same(const Script *script);

/* Compares the log with tests/derivations/NAME.txt. */
void script_compare(const Script *script, const char *name);

#endif

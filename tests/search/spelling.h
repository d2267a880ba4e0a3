/* Spelling: equivalents of a program, as other authors might have written it:
 * operands and zips in another order, nests interchanged and transposed back,
 * elements by index, borders by `if`, let or repeated terms, windows joined or
 * nested. Some rules at random places, in random directions (rules/ and
 * tests/search/spelling.rules; none that cuts or splits), and turns.
 *
 * The same seed gives the same equivalents. No two are one expression.
 */
#ifndef TESTS_SEARCH_SPELLING_H
#define TESTS_SEARCH_SPELLING_H

#include "ir/core/program.h"
#include "rules/rule.h"

typedef struct Spelling {
	const Expr *body; /* over the program's inputs, in its Ir */
	const char *how;  /* "map_interchange zip_flip" */
} Spelling;

/* The rules that spellings are made by; the process ends without them. */
RuleBase *spelling_rules(void);

/* Fills at most `count` equivalents; how many there are. The program's sizes
 * are numbers. */
int spelling_draw(const RuleBase *rules, const Program *program, uint64_t seed,
		  int count, Spelling *spellings);

/* Groups of ways: the name of one, and whether the spelling used it. */
enum { SPELLING_GROUPS = 8 };
const char *spelling_group(int group);
bool spelling_uses(const Spelling *spelling, int group);

#endif

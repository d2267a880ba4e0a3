/* The values of candidates beside those of their program. */
#ifndef TESTS_SEARCH_SPACE_VALUES_H
#define TESTS_SEARCH_SPACE_VALUES_H

#include "ir/core/program.h"
#include "ir/eval/eval.h"
#include "rules/rewrite.h"
#include "search/space/derive.h"

enum { SPACE_VALUES_MAX = 8 };

/* Inputs drawn so that no sum of them is rounded, and what the program
 * computes of them. */
typedef struct SpaceValues {
	const Program *program;
	Array inputs[SPACE_VALUES_MAX], wanted[SPACE_VALUES_MAX];
} SpaceValues;

void space_values_draw(SpaceValues *values, const Program *program);
void space_values_free(SpaceValues *values);

/* Fails unless the expression computes the same, bit for bit. */
void space_values_check(const SpaceValues *values, const Expr *low);

/* Follows choices (search/space/follow.h) through the space of a document, for a
 * CPU, checks what they lead to and shows how. */
typedef void SpaceSee(const Derived *derived, const void *context);
void space_follow(const char *text, const char *way, SpaceSee *see,
		  const void *context);

/* How often a rule is used in a derivation. */
int space_uses(const Derivation *derivation, const char *rule);

#endif

/* Rule: one rewrite rule, as written in a *.rules file (ICFP'15, Figures 6 and
 * 7, and the rules beyond them), and RuleBase: all of them.
 *
 * A rule is data: it is read, typed for all sizes and types, and then only
 * matched and built. Both its sides have one type, every name in it is
 * declared, and what a side to be matched does not determine is a size, a
 * permutation or a dimension: the rule's parameters. A RuleBase does not
 * change after it was read and may serve any number of programs.
 */
#ifndef RULES_RULE_H
#define RULES_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/text.h"

typedef struct Rule Rule;
typedef struct RuleBase RuleBase;

/* What a rule changes beside the form: nothing at all, the order in which
 * elements are combined, how results are rounded, or which of the orders that
 * the author leaves open is taken (fig 7c). */
typedef enum { RULE_EXACT, RULE_REASSOCIATES, RULE_ROUNDS, RULE_CHOOSES }
	RuleKind;

/* The rules that come with the program. Never fails. */
RuleBase *rulebase_new(void);

/* The rules of one file's text; NULL after an error (E0801) was added. */
RuleBase *rulebase_parse(const char *file, const char *text, Diags *diags);

/* The rules that come with the program and after them those of the text: a
 * user's own. */
RuleBase *rulebase_with(const char *file, const char *text, Diags *diags);

/* Notes which of a user's own rules are proved: those whose name and key stand
 * on a line of the text. */
void rulebase_proved(RuleBase *base, const char *text);
void rulebase_free(RuleBase *base);

int rulebase_count(const RuleBase *base);
const Rule *rulebase_at(const RuleBase *base, int i); /* in file order */
const Rule *rulebase_find(const RuleBase *base, const char *name); /* or NULL */

/* Of all rules; changes when any rule changes. */
uint64_t rulebase_hash(const RuleBase *base);

const char *rule_name(const Rule *rule);
const char *rule_source(const Rule *rule); /* "ICFP15 fig 6c" */
const char *rule_file(const Rule *rule);   /* "algorithmic.rules" */
int rule_number(const Rule *rule);         /* its index in the RuleBase */
bool rule_both_ways(const Rule *rule);
RuleKind rule_kind(const Rule *rule);

/* Of what the rule says, whatever it calls its loops. */
uint64_t rule_hash(const Rule *rule);

/* Whether it is a user's own; those that come with the program are proved. */
bool rule_is_own(const Rule *rule);
bool rule_is_proved(const Rule *rule);

/* What a proof is a proof of: the rule and its statement in Coq. */
uint64_t rule_key(const Rule *rule);

/* "bit-exact", "reassociates", "rounds otherwise", "chooses an order". */
const char *rule_effect(RuleKind kind);

/* The rule as a block of a rule file; read again, it is the same rule. */
const char *rule_text(const Rule *rule);

#endif

/* rules: the rule base. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "rules/coq.h"
#include "rules/rule.h"

static const char *const kinds[] = {
	[RULE_EXACT] = "bit-exact", [RULE_REASSOCIATES] = "reassociates",
	[RULE_ROUNDS] = "rounding", [RULE_CHOOSES] = "chooses an order",
};

static void print_rule(const Rule *rule)
{
	printf("%-22s %-14s %-17s %s%s\n", rule_name(rule),
	       kinds[rule_kind(rule)], rule_file(rule),
	       rule_is_proved(rule) ? "" : "UNPROVED: ", rule_source(rule));
}

static void print_rule_json(const Rule *rule)
{
	Text text = { 0 };

	text_put(&text, "{\"rule\": ");
	text_json(&text, rule_name(rule));
	text_printf(&text, ", \"kind\": \"%s\", \"file\": \"%s\", "
		    "\"both_ways\": %s, \"proved\": %s, \"key\": \"%016"
		    PRIx64 "\", \"source\": ", kinds[rule_kind(rule)],
		    rule_file(rule), rule_both_ways(rule) ? "true" : "false",
		    rule_is_proved(rule) ? "true" : "false", rule_key(rule));
	text_json(&text, rule_source(rule));
	text_put(&text, ", \"text\": ");
	text_json(&text, rule_text(rule));
	text_char(&text, '}');
	puts(text_string(&text));
	text_free(&text);
}

static bool show(Session *session, const RuleBase *base, const char *name)
{
	const Rule *rule = rulebase_find(base, name);

	if (rule)
		fputs(rule_text(rule), stdout);
	else
		diag_add(session->diags, E0901, NULL, name,
			 "a name that lift-tune rules lists", "no such rule");
	return rule != NULL;
}

static bool print_coq(const RuleBase *base)
{
	Text text = { 0 };

	rulebase_coq(base, &text);
	fputs(text_string(&text), stdout);
	text_free(&text);
	return true;
}

int cmd_rules(Session *session)
{
	RuleBase *own = session->rules ? NULL : rulebase_new();
	const RuleBase *base = own ? own : session->rules;
	bool good = true;

	if (session->options->coq)
		good = print_coq(base);
	else if (session->options->show)
		good = show(session, base, session->options->show);
	else
		for (int i = 0; i < rulebase_count(base); i++)
			if (session->options->json)
				print_rule_json(rulebase_at(base, i));
			else
				print_rule(rulebase_at(base, i));
	rulebase_free(own);
	return good ? EXIT_DONE : EXIT_USAGE;
}

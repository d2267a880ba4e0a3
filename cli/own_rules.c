#include "cli/own_rules.h"

#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "rules/refute.h"

enum { FILE_BYTES = 1 << 20, INSTANCES = 400 };

static void tell_counterexample(Session *s, const Rule *rule,
				Counterexample *found)
{
	Place place = { .file = rule_file(rule) };

	diag_add(s->diags, E0804, &place, text_string(&found->right),
		 text_string(&found->left), "rule %s is not true: with %s",
		 rule_name(rule), text_string(&found->instance));
	counterexample_free(found);
}

static void tell_untried(Session *s, const Rule *rule)
{
	Place place = { .file = rule_file(rule) };

	diag_add(s->diags, E0804, &place, NULL,
		 "sizes that may be from 0 to 4, operators on a type variable",
		 "rule %s cannot be tried: hardly any instance can be drawn",
		 rule_name(rule));
}

static bool try_rule(Session *s, const Rule *rule)
{
	Counterexample found;
	Refutation outcome = rule_refute(rule, INSTANCES, 1, &found);

	if (outcome == REFUTE_FOUND)
		tell_counterexample(s, rule, &found);
	else if (outcome == REFUTE_UNTRIED)
		tell_untried(s, rule);
	return outcome == REFUTE_HELD;
}

static bool try_rules(Session *s)
{
	bool good = true;

	for (int i = 0; i < rulebase_count(s->rules); i++)
		if (rule_is_own(rulebase_at(s->rules, i)))
			good &= try_rule(s, rulebase_at(s->rules, i));
	return good;
}

static void read_proved(Session *s)
{
	const char *file = arena_printf(s->arena, "%s.proved",
					s->options->rules);
	const char *text;
	size_t length;

	if (access(file, R_OK) != 0)
		return;
	text = file_read(s->arena, file, FILE_BYTES, &length, s->diags);
	if (text)
		rulebase_proved(s->rules, text);
}

bool own_rules_open(Session *s)
{
	const char *text;
	size_t length;

	if (!s->options->rules)
		return true;
	text = file_read(s->arena, s->options->rules, FILE_BYTES, &length,
			 s->diags);
	if (!text)
		return false;
	s->rules = rulebase_with(s->options->rules, text, s->diags);
	if (!s->rules)
		return false;
	read_proved(s);
	return try_rules(s);
}

#include "base/hash.h"
#include "rules/coq.h"
#include "rules/pattern.h"

const char *rule_name(const Rule *rule)
{
	return rule->name;
}

const char *rule_source(const Rule *rule)
{
	return rule->source;
}

const char *rule_file(const Rule *rule)
{
	return rule->file;
}

int rule_number(const Rule *rule)
{
	return rule->number;
}

bool rule_both_ways(const Rule *rule)
{
	return rule->both;
}

RuleKind rule_kind(const Rule *rule)
{
	static const RuleKind kinds[] = {
		[NEEDS_MONOID] = RULE_REASSOCIATES,
		[NEEDS_CMONOID] = RULE_REASSOCIATES,
		[NEEDS_ROUNDING] = RULE_ROUNDS,
		[NEEDS_UNORDERED] = RULE_CHOOSES,
	};

	return rule->guard_count ? kinds[rule->guards[0].needs] : RULE_EXACT;
}

const char *rule_effect(RuleKind kind)
{
	static const char *const effects[] = {
		[RULE_EXACT] = "bit-exact",
		[RULE_REASSOCIATES] = "reassociates",
		[RULE_ROUNDS] = "rounds otherwise",
		[RULE_CHOOSES] = "chooses an order",
	};

	return effects[kind];
}

bool rule_is_own(const Rule *rule)
{
	return rule->own;
}

bool rule_is_proved(const Rule *rule)
{
	return !rule->own || rule->proved;
}

uint64_t rule_key(const Rule *rule)
{
	Text statement = { 0 };
	uint64_t key;

	rule_coq(rule, &statement);
	key = hash_combine(rule->hash, hash_string(text_string(&statement)));
	text_free(&statement);
	return key;
}

uint64_t rule_hash(const Rule *rule)
{
	return rule->hash;
}

const char *rule_text(const Rule *rule)
{
	return rule->text;
}

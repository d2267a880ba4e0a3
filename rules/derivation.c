#include "rules/derivation.h"

#include <inttypes.h>

#include "base/hash.h"
#include "rules/canonical.h"

const Derivation *const *derivation_steps(Arena *arena,
					  const Derivation *derivation)
{
	const Derivation **steps = ARENA_ARRAY(arena, const Derivation *,
					       derivation->length + 1);

	for (; derivation->before; derivation = derivation->before)
		steps[derivation->length - 1] = derivation;
	return steps;
}

static void put_path(Text *text, const Path *path)
{
	text_char(text, '[');
	for (int i = 0; i < path->depth; i++)
		text_printf(text, i ? ", %d" : "%d", path->kids[i]);
	text_char(text, ']');
}

static void put_value(Text *text, const RuleValue *value)
{
	text_json(text, value->name);
	text_put(text, ": ");
	if (!value->origin) {
		text_printf(text, "%" PRId64, value->value);
		return;
	}
	text_printf(text, "{\"value\": %" PRId64 ", \"from\": ", value->value);
	text_json(text, value->origin);
	text_char(text, '}');
}

static void put_canonical(Text *text, const Derivation *step)
{
	text_printf(text, "{\"rule\": \"%s\", \"version\": %d, \"hash\": "
		    "\"%016" PRIx64 "\", \"to\": %s}\n",
		    rule_name(step->rule), CANONICAL_VERSION, step->hash,
		    step->to);
}

static void put_step(Text *text, const Derivation *step)
{
	if (canonical_is(step)) {
		put_canonical(text, step);
		return;
	}
	text_put(text, "{\"rule\": ");
	text_json(text, rule_name(step->rule));
	text_put(text, ", \"at\": ");
	put_path(text, step->at);
	for (int i = 0; i < step->count; i++) {
		text_put(text, i ? ", " : ", \"with\": {");
		put_value(text, &step->values[i]);
	}
	text_put(text, step->count ? "}" : "");
	if (step->back)
		text_put(text, ", \"back\": true");
	if (!rule_is_proved(step->rule))
		text_put(text, ", \"unproved\": true");
	if (step->within) {
		text_put(text, ", \"within\": ");
		put_path(text, step->within);
	}
	text_put(text, "}\n");
}

void derivation_text(Text *text, const Derivation *derivation)
{
	Arena *arena = arena_new();
	const Derivation *const *steps = derivation_steps(arena, derivation);

	for (int i = 0; i < derivation->length; i++)
		put_step(text, steps[i]);
	arena_free(arena);
}

/* A sum: the order of the rules does not matter. */
static uint64_t add_rule(uint64_t sum, const char *name, uint64_t hash)
{
	return sum + hash_combine(hash_string(name), hash);
}

uint64_t derivation_rules_hash(const Derivation *derivation)
{
	uint64_t sum = 0;

	for (; derivation->before; derivation = derivation->before)
		sum = add_rule(sum, rule_name(derivation->rule),
			       rule_hash(derivation->rule));
	return sum;
}

uint64_t stored_rules_hash(const RuleBase *base, const StoredSteps *steps)
{
	uint64_t sum = 0;

	for (int i = 0; i < steps->count; i++) {
		const char *name = steps->items[i].rule;
		const Rule *rule = steps->items[i].to
			? canonical_rule() : rulebase_find(base, name);

		sum = add_rule(sum, name, rule ? rule_hash(rule) : 0);
	}
	return sum;
}

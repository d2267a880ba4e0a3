/* The reader of rules: a rule that is read is printed, and read again it is the
 * same rule. */
#include "rules/rule.h"
#include "tests/fuzz/fuzz.h"

static void read_again(const RuleBase *base)
{
	Diags *diags = diags_new();
	Text text = { 0 };
	RuleBase *again;

	for (int i = 0; i < rulebase_count(base); i++)
		text_printf(&text, "%s\n", rule_text(rulebase_at(base, i)));
	again = rulebase_parse("again.rules", text_string(&text), diags);
	if (!again) {
		puts(text_string(&text));
		diags_print(diags, stdout);
	}
	assert(again && rulebase_hash(again) == rulebase_hash(base));
	rulebase_free(again);
	text_free(&text);
	diags_free(diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	RuleBase *base = rulebase_parse("x.rules",
					fuzz_string(arena, data, size), diags);

	assert(base || diags->errors);
	if (base)
		read_again(base);
	rulebase_free(base);
	diags_free(diags);
	arena_free(arena);
	return 0;
}

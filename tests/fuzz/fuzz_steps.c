/* Stored steps of a derivation, as a database holds them: read, and made as far
 * as they apply. */
#include "ir/front/document.h"
#include "rules/derivation.h"
#include "search/space/canonical_form.h"
#include "tests/fuzz/change.h"
#include "tests/fuzz/fuzz.h"

static const char dot[] =
	"{\"name\": \"dot\", \"sizes\": {\"N\": 4096}, \"inputs\": ["
	"{\"name\": \"xs\", \"type\": \"[f32; N]\"}, "
	"{\"name\": \"ys\", \"type\": \"[f32; N]\"}], \"body\": "
	"[\"reduce\", \"+\", [\"f32\", 0.0], [\"map\", \"*\", "
	"[\"zip\", \"xs\", \"ys\"]]]}";

static void replay(Ir *ir, const RuleBase *base, const StoredSteps *steps,
		   Diags *diags)
{
	const ReadOptions options = { .concrete = true };
	Program *program = program_read(ir, "dot.json", dot, &options, diags);
	Rewriter *rewriter = rewriter_new(base, program,
					  (RewriteOptions){
		.canonical = &canonical_index_form });
	Replay done = { 0 };

	derivation_replay(rewriter, steps, false, &done);
	rewriter_free(rewriter);
}

static const RuleBase *the_rules(void)
{
	static RuleBase *base;

	if (!base)
		base = rulebase_new();
	return base;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const RuleBase *base = the_rules();
	Arena *arena = arena_new();
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	const StoredSteps *steps = derivation_read(arena,
			fuzz_string(arena, data, size), diags);

	assert(steps || diags->errors);
	if (steps) {
		stored_rules_hash(base, steps);
		replay(ir, base, steps, diags);
	}
	diags_free(diags);
	ir_free(ir);
	arena_free(arena);
	return 0;
}

/* Another rule, another place, another size. */
static void put_word(Input *input)
{
	static const char *const words[] = {
		"[]", "[0]", "[1]", "[0, 1]", "[1, 0]", "[2, 1, 0]", "0", "1",
		"2", "3", "64", "-1", "4096", "9223372036854775807",
		"\"N//2\"", "{\"k\": 2}", "{\"m\": 64}", "{\"I\": 4}",
	};

	change_json(input, words, sizeof words / sizeof *words);
}

static void put_rule(Input *input)
{
	const RuleBase *base = the_rules();
	const char *mark = "\"rule\": \"";
	int rule = (int)change_draw(input, (size_t)rulebase_count(base));
	size_t from = change_draw(input, input->size);
	uint8_t *at = memmem(input->data + from, input->size - from, mark,
			     strlen(mark));
	Span name;

	if (!at)
		return;
	name.start = name.end = (size_t)(at - input->data) + strlen(mark);
	while (name.end < input->size && input->data[name.end] != '"')
		name.end++;
	change_put(input, name, rule_name(rulebase_at(base, rule)));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned int seed)
{
	static Change *const changes[] = { put_word, put_rule };

	return change_by(&(Input){ data, size, max_size, seed }, changes, 2);
}

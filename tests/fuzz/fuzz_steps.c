/* Stored steps of a derivation, as a database holds them: read, and made as far
 * as they apply. */
#include "rules/derivation.h"
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
					  (RewriteOptions){ 0 });
	Replay done = { 0 };

	derivation_replay(rewriter, steps, false, &done);
	rewriter_free(rewriter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static RuleBase *base;
	Arena *arena = arena_new();
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	const StoredSteps *steps = derivation_read(arena,
			fuzz_string(arena, data, size), diags);

	if (!base)
		base = rulebase_new();
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

/* The step canonical: stored and made again it is what it was, with a
 * certificate; what it leads to is checked, never believed; at other sizes it is
 * made anew. */
#include "ir/front/document.h"
#include "search/space/canonical_form.h"

#include "rules/coq.h"
#include "tests/ir/read_fixture.h"

static const char *const patterns[] = {
	"tests/spellings/*/*.lift", "examples/*.json",
};

typedef struct Fixture {
	RuleBase *base;
	Ir *ir;
	Program *program;
	Rewriter *rewriter;
	const Derivation *start;
} Fixture;

static Fixture fixture(const RuleBase *base, const char *path,
		       const char *text, const char *size)
{
	const SizeBinding sizes[] = { { size, 64 } };
	const ReadOptions how = { .concrete = true,
				  .override_count = size != NULL,
				  .overrides = sizes };
	const RewriteOptions options = { .rounding = true,
					 .canonical = &canonical_index_form };
	Diags *diags = diags_new();
	Fixture f = { .ir = ir_new() };

	f.program = program_read(f.ir, path, text, &how, diags);
	diags_print(diags, stderr);
	diags_free(diags);
	assert_non_null(f.program);
	f.rewriter = rewriter_new(base, f.program, options);
	f.start = derivation_start(f.rewriter, f.program->body);
	return f;
}

static void fixture_free(Fixture *f)
{
	rewriter_free(f->rewriter);
	ir_free(f->ir);
}

static const Derivation *again(Fixture *f, const char *text, bool exact,
			       Replay *replay)
{
	Diags *diags = diags_new();
	const StoredSteps *steps = derivation_read(ir_arena(f->ir), text,
						   diags);

	diags_free(diags);
	*replay = (Replay){ 0 };
	return steps ? derivation_replay(f->rewriter, steps, exact, replay)
		     : NULL;
}

static bool round_trips(const RuleBase *base, const char *path)
{
	char *text = file_text(path);
	Fixture f = fixture(base, path, text, NULL), g;
	const Derivation *step = canonical_step(f.rewriter, f.start), *made;
	Text steps = { 0 }, more = { 0 };
	Replay replay;

	if (step) {
		assert_true(canonical_is(step));
		assert_null(canonical_step(f.rewriter, step));
		derivation_text(&steps, step);
		g = fixture(base, path, text, NULL);
		made = again(&g, text_string(&steps), true, &replay);
		if (!made)
			fail_msg("%s: %s", path, rewriter_reason(g.rewriter));
		derivation_text(&more, made);
		assert_string_equal(text_string(&steps), text_string(&more));
		assert_true(made->expr->hash == step->expr->hash);
		assert_int_equal(made->label.reassociates,
				 step->label.reassociates);
		text_clear(&more);
		assert_null(derivation_coq(g.rewriter, made, &more));
		assert_non_null(strstr(text_string(&more),
				       "Variable canonical_1 : t_0 = t_1."));
		fixture_free(&g);
	}
	text_free(&steps);
	text_free(&more);
	fixture_free(&f);
	free(text);
	return step != NULL;
}

static void test_what_is_stored_is_made_again(void **state)
{
	RuleBase *base = rulebase_new();
	int steps = 0, programs = 0;

	for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
		glob_t files = files_of(patterns[k]);

		for (size_t i = 0; i < files.gl_pathc; i++)
			steps += round_trips(base, files.gl_pathv[i]);
		programs += (int)files.gl_pathc;
		globfree(&files);
	}
	print_message("%d steps in %d programs\n", steps, programs);
	assert_true(steps * 10 > programs * 7);
	rulebase_free(base);
	(void)state;
}

/* -- hostile steps --------------------------------------------------------- */

#define SUM(e) "[\"head\", [\"reduce\", \"+\", 0, " e "]]"
#define DOCUMENT(body) "{\"name\": \"p\", \"sizes\": {\"N\": 96}, \"inputs\": [" \
	"{\"name\": \"x\", \"type\": \"[f32; N]\"}], \"body\": " body "}"

static const char doubled[] = DOCUMENT(
	"[\"join\", [\"split\", 4, [\"map\", [\"fun\", [\"e\"], "
	"[\"+\", \"e\", \"e\"]], \"x\"]]]");

typedef struct Forgery {
	const char *to;
	bool good;
} Forgery;

static const Forgery forgeries[] = {
	{ "[\"map\", [\"fun\", [\"e\"], [\"+\", \"e\", \"e\"]], \"x\"]", true },
	{ "[\"map\", [\"fun\", [\"e\"], [\"*\", \"e\", \"e\"]], \"x\"]",
	  false },
	{ "[\"generate\", 96, [\"fun\", [\"i\"], [\"if\", [\"==\", \"i\", 17], "
	  "0.0, [\"+\", [\"at\", \"x\", \"i\"], [\"at\", \"x\", \"i\"]]]]]",
	  false },
	{ "\"x\"", false },
	{ "[\"take\", 5, \"x\"]", false },
	{ "\"nothing\"", false }, { "[]", false }, { "{}", false },
	{ "17", false }, { "null", false },
};

/* The hash that the step would have if its author knew how to make it. */
static uint64_t hash_of(Fixture *f, const char *to)
{
	Text text = { 0 };
	Diags *diags = diags_new();
	const ReadOptions how = { .concrete = true };
	const Program *program;
	uint64_t hash;

	text_printf(&text, DOCUMENT("%s"), to);
	program = program_read(f->ir, "forged", text_string(&text), &how,
			       diags);
	hash = program ? canonical_hash(f->program, f->start->expr,
					program->body) : 0;
	diags_free(diags);
	text_free(&text);
	return hash;
}

static void test_another_program_is_refused(void **state)
{
	RuleBase *base = rulebase_new();

	for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++)
		for (int right = 0; right < 2; right++) {
			Fixture f = fixture(base, "doubled", doubled, NULL);
			uint64_t hash = hash_of(&f, forgeries[i].to) ^ !right;
			const Derivation *made;
			Text text = { 0 };
			Replay replay;

			text_printf(&text, "{\"rule\": \"canonical\", "
				    "\"version\": 1, \"hash\": \"%016llx\", "
				    "\"to\": %s}\n", (unsigned long long)hash,
				    forgeries[i].to);
			made = again(&f, text_string(&text), true, &replay);
			if ((made != NULL) != (right && forgeries[i].good))
				fail_msg("%s", text_string(&text));
			assert_true(made || replay.forged);
			text_free(&text);
			fixture_free(&f);
		}
	rulebase_free(base);
	(void)state;
}

static void test_what_is_no_step_is_not_read(void **state)
{
	static const char *const wrong[] = {
		"{\"rule\": \"canonical\"}", "{\"rule\": \"canonical\", "
		"\"version\": 1, \"hash\": \"0123456789abcdef\"}",
		"{\"rule\": \"canonical\", \"version\": 2, \"hash\": "
		"\"0123456789abcdef\", \"to\": \"x\"}",
		"{\"rule\": \"canonical\", \"version\": 1, \"hash\": "
		"\"0123456789abcdeg\", \"to\": \"x\"}",
		"{\"rule\": \"canonical\", \"version\": 1, \"hash\": 5, "
		"\"to\": \"x\"}",
	};
	Arena *arena = arena_new();
	Diags *diags = diags_new();

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_null(derivation_read(arena, wrong[i], diags));
	diags_free(diags);
	arena_free(arena);
	(void)state;
}

/* -- other sizes ----------------------------------------------------------- */

static void test_elsewhere_it_is_made_anew(void **state)
{
	RuleBase *base = rulebase_new();
	Fixture f = fixture(base, "doubled", doubled, NULL);
	Fixture g = fixture(base, "doubled", doubled, "N");
	const Derivation *made;
	Text text = { 0 };
	Replay replay;

	derivation_text(&text, canonical_step(f.rewriter, f.start));
	made = again(&g, text_string(&text), false, &replay);
	assert_non_null(made);
	assert_ptr_equal(made->expr,
			 canonical_step(g.rewriter, g.start)->expr);
	assert_int_equal(replay.adjusted, 1);
	assert_null(again(&g, text_string(&text), true, &replay));
	text_free(&text);
	fixture_free(&f);
	fixture_free(&g);
	rulebase_free(base);
	(void)state;
}

/* -- what it rests on ------------------------------------------------------ */

/* A sum in parts is another order of its floats, and only then. */
static void test_orders_of_sums_are_labelled(void **state)
{
	static const struct {
		const char *body;
		bool reassociates;
	} rows[] = {
		{ SUM("[\"map\", [\"fun\", [\"c\"], " SUM("\"c\"")
		  "], [\"split\", 4, \"x\"]]"), true },
		{ SUM("[\"join\", [\"split\", 4, \"x\"]]"), false },
	};
	RuleBase *base = rulebase_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Text text = { 0 };
		Fixture f;

		text_printf(&text, DOCUMENT("%s"), rows[i].body);
		f = fixture(base, "sum", text_string(&text), NULL);
		assert_int_equal(canonical_step(f.rewriter, f.start)
					->label.reassociates,
				 rows[i].reassociates);
		fixture_free(&f);
		text_free(&text);
	}
	rulebase_free(base);
	(void)state;
}

static void test_no_rule_has_its_name(void **state)
{
	static const char *const names[] = { "own", "canonical" };
	Diags *diags = diags_new();

	for (int i = 0; i < 2; i++) {
		Text text = { 0 };
		RuleBase *base;

		text_printf(&text, "rule %s \"mine\"\n  size I J ; type A\n"
			    "  on A[I*J]\n  join . split[I] => id\n", names[i]);
		base = rulebase_parse("own.rules", text_string(&text), diags);
		assert_int_equal(base != NULL, i == 0);
		rulebase_free(base);
		text_free(&text);
	}
	diags_free(diags);
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_stored_is_made_again),
		cmocka_unit_test(test_another_program_is_refused),
		cmocka_unit_test(test_what_is_no_step_is_not_read),
		cmocka_unit_test(test_elsewhere_it_is_made_anew),
		cmocka_unit_test(test_orders_of_sums_are_labelled),
		cmocka_unit_test(test_no_rule_has_its_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

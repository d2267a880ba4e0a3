/* What a program's data decide of each of its outputs, and who decides. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/judges.h"

typedef struct Case {
	Options options;
	Session session;
	Judges *judges; /* NULL: there is a diagnostic */
} Case;

static void open_case(Case *c, const char *text)
{
	*c = (Case){ .options = { .command = CMD_TUNE, .fp = FP_REASSOC,
				  .rtol = -1, .atol = -1 } };
	c->session = (Session){ .arena = arena_new(), .diags = diags_new(),
				.options = &c->options, .file = "test",
				.text = text };
	if (!session_read(&c->session))
		diags_print(c->session.diags, stderr);
	assert_non_null(c->session.program);
	c->judges = judges_new(&c->session);
}

static void close_case(Case *c)
{
	judges_free(c->judges);
	session_free(&c->session);
}

#define SUMS(outputs)                                                        \
	"{\"name\": \"sums\", \"sizes\": {\"N\": 5000},"                     \
	" \"inputs\": [{\"name\": \"xs\", \"type\": \"[f32; N]\"}],"         \
	" \"body\": [\"tuple\", [\"head\", [\"reduce\", \"+\", 0, \"xs\"]]," \
	"  [\"head\", [\"reduce\", \"+\", 0, [\"map\", \"exp\", \"xs\"]]]]," \
	" \"outputs\": [\"sum\", \"exps\"]" outputs "}"

/* An output that is exact on small integers is judged exactly, whatever the
 * others do: one element that is left out, doubled or exchanged shows. */
static void test_exact_by_output(void **state)
{
	Case c;
	const Judges *j;

	(void)state;
	open_case(&c, SUMS(""));
	j = c.judges;
	assert_non_null(j);
	assert_true(j->exact && j->set_count == 2);
	assert_true(j->judgements[0][0].exact && !j->judgements[0][0].skip);
	assert_true(j->judgements[0][1].skip);
	for (int64_t i = 0; i < 5000; i += 613) {
		const Array *sum = &j->references[0][0];
		float want = (float)array_get(sum, 0);
		float got = want - (float)array_get(&j->inputs[0][0], i);

		assert_true(array_get(&j->inputs[0][0], i) != 0);
		assert_false(judge(&j->judgements[0][0], SCALAR_F32, 1, &got,
				   &want).agrees);
	}
	assert_string_equal(judges_names(j, &c.session, NULL),
			    "sum: exact tolerance, exps: tolerance");
	close_case(&c);
}

/* The document's tolerance is that of each element: without atol a small one
 * has no room beside a large one. */
static void test_tolerance_of_document(void **state)
{
	Case c;

	(void)state;
	open_case(&c, SUMS(", \"tolerance\": {\"rtol\": 0.001}"));
	assert_non_null(c.judges);
	for (int i = 0; i < 2; i++) {
		assert_true(c.judges->judgements[1][i].rtol == 0.001);
		assert_true(c.judges->judgements[1][i].atol == 0);
		assert_false(c.judges->bounded[i]);
	}
	close_case(&c);
}

#define MAPPED(body, range)                                             \
	"{\"name\": \"mapped\", \"sizes\": {\"N\": 500},"               \
	" \"inputs\": [{\"name\": \"xs\", \"type\": \"[f32; N]\","      \
	"  \"range\": " range "}], \"body\": " body "}"

/* Data on which every kernel is right are no data: named, and refused. */
static void test_vacuous_data(void **state)
{
	static const char *const texts[] = {
		MAPPED("[\"map\", \"sqrt\", \"xs\"]", "[-9, -2]"),
		MAPPED("[\"map\", \"exp\", \"xs\"]", "[1000, 2000]"),
		MAPPED("[\"reduce\", \"+\", 0, [\"map\", \"log\", \"xs\"]]",
		       "[-9, 4]"),
	};
	Case c;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		open_case(&c, texts[i]);
		assert_null(c.judges);
		assert_int_equal(c.session.diags->errors, 1);
		assert_int_equal(c.session.diags->items[0].code, E0406);
		close_case(&c);
	}
	open_case(&c, MAPPED("[\"map\", \"sqrt\", \"xs\"]", "[-9, 5]"));
	assert_non_null(c.judges);
	close_case(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact_by_output),
		cmocka_unit_test(test_tolerance_of_document),
		cmocka_unit_test(test_vacuous_data),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

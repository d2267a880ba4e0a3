/* What a program's data decide of each of its outputs, and who decides. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/due.h"
#include "cli/oracles.h"
#include "cli/siblings.h"
#include "ir/core/traits.h"

typedef struct Case {
	Options options;
	Session session;
	Oracles *oracles; /* NULL: there is a diagnostic */
} Case;

static void open_seeded(Case *c, const char *text, const Options *options)
{
	*c = (Case){ .options = *options };
	c->session = (Session){ .arena = arena_new(), .diags = diags_new(),
				.options = &c->options, .file = "test",
				.text = text };
	if (!session_read(&c->session))
		diags_print(c->session.diags, stderr);
	assert_non_null(c->session.program);
	c->oracles = oracles_new(&c->session);
}

static void open_case(Case *c, const char *text)
{
	const Options options = { .command = CMD_TUNE, .fp = FP_REASSOC,
				  .rtol = -1, .atol = -1 };

	open_seeded(c, text, &options);
}

static void close_case(Case *c)
{
	oracles_free(c->oracles);
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
	const Oracles *j;

	(void)state;
	open_case(&c, SUMS(""));
	j = c.oracles;
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
	assert_string_equal(oracles_names(j, &c.session, NULL),
			    "sum: exact tolerance, exps: tolerance");
	close_case(&c);
}

/* Random data that decide about each output admit the first kernel; where they
 * leave one open small integers are needed at once. */
static void test_exact_waits(void **state)
{
	static const struct {
		const char *text;
		bool partial;
	} cases[] = {
		{ SUMS(""), true },
		{ SUMS(", \"tolerance\": {\"rtol\": 0.001}"), true },
		{ "{\"name\": \"nan\", \"sizes\": {\"N\": 500}, \"inputs\":"
		  " [{\"name\": \"xs\", \"type\": \"[f32; N]\"}], \"body\":"
		  " [\"map\", [\"fun\", [\"x\"], [\"+\", \"x\", [\"if\","
		  " [\">\", [\"abs\", [\"at\", \"xs\", 0]], 3.5], 0,"
		  " [\"sqrt\", -1.0]]]], \"xs\"]}", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Case c;
		Oracles *j;

		open_case(&c, cases[i].text);
		oracles_free(c.oracles);
		j = c.oracles = evaluation_end(evaluation_begin(&c.session),
					       NULL, NULL);
		assert_non_null(j);
		assert_int_equal(j->partial, cases[i].partial);
		assert_int_equal(j->exact, !cases[i].partial);
		assert_int_equal(j->set_count, cases[i].partial ? 1 : 2);
		assert_true(oracles_complete(j, NULL, NULL));
		assert_true(j->exact && !j->partial && j->set_count == 2);
		assert_true(j->judgements[0][0].exact);
		close_case(&c);
	}
}

/* The document's tolerance is that of each element: without atol a small one
 * has no room beside a large one. */
static void test_tolerance_of_document(void **state)
{
	Case c;

	(void)state;
	open_case(&c, SUMS(", \"tolerance\": {\"rtol\": 0.001}"));
	assert_non_null(c.oracles);
	for (int i = 0; i < 2; i++) {
		assert_true(c.oracles->judgements[1][i].rtol == 0.001);
		assert_true(c.oracles->judgements[1][i].atol == 0);
		assert_false(c.oracles->bounded[i]);
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
		assert_null(c.oracles);
		assert_int_equal(c.session.diags->errors, 1);
		assert_int_equal(c.session.diags->items[0].code, E0406);
		close_case(&c);
	}
	open_case(&c, MAPPED("[\"map\", \"sqrt\", \"xs\"]", "[-9, 5]"));
	assert_non_null(c.oracles);
	close_case(&c);
}

#define FREE(body)                                                      \
	"{\"name\": \"free\", \"sizes\": {\"N\": 500},"                 \
	" \"inputs\": [{\"name\": \"xs\", \"type\": \"[f32; N]\"}],"    \
	" \"body\": " body "}"

static int64_t numbers_of(const Array *array)
{
	int64_t count = 0;

	for (int64_t i = 0; i < array->elements; i++)
		count += isfinite(array_get(array, i));
	return count;
}

/* Whatever the seed, a function of numbers that are not negative has data with
 * results, on which it is also timed; what has results stays as it was drawn. */
static void test_data_with_results(void **state)
{
	static const char *const texts[] = {
		FREE("[\"map\", [\"fun\", [\"x\"], [\"+\", \"x\", [\"sqrt\","
		     " [\"at\", \"xs\", 0]]]], \"xs\"]"),
		FREE("[\"reduce\", \"+\", 0, [\"map\", \"log\", \"xs\"]]"),
		FREE("[\"reduce\", \"+\", 0, \"xs\"]"),
	};
	Case c;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		for (uint64_t seed = 0; seed < 4; seed++) {
			Options with = { .command = CMD_TUNE, .fp = FP_REASSOC,
					 .rtol = -1, .atol = -1, .seed = seed };
			const Oracles *j;
			int last;

			open_seeded(&c, texts[i], &with);
			j = c.oracles;
			assert_non_null(j);
			last = j->set_count - 1;
			assert_int_equal(numbers_of(&j->references[last][0]),
					 j->references[last][0].elements);
			assert_false(j->judgements[last][0].skip);
			if (i == 2)
				assert_false(c.session.program->in_ports[0]
					     .positive);
			close_case(&c);
		}
}

/* Results on small integers only: that the others are NaN is judged, in the timed
 * launches, too. */
static void test_all_nan(void **state)
{
	const float nan = NAN, number = 1;
	const Judgement *j;
	Case c;

	(void)state;
	open_case(&c, FREE("[\"map\", [\"fun\", [\"x\"], [\"+\", \"x\","
			   " [\"if\", [\">\", [\"abs\", [\"at\", \"xs\", 0]],"
			   " 3.5], 0, [\"sqrt\", -1.0]]]], \"xs\"]"));
	assert_non_null(c.oracles);
	assert_true(c.oracles->exact);
	j = &c.oracles->judgements[c.oracles->set_count - 1][0];
	assert_true(judge(j, SCALAR_F32, 1, &nan, &nan).agrees);
	assert_false(judge(j, SCALAR_F32, 1, &number, &nan).agrees);
	close_case(&c);
}

/* Without a tolerance of the document each element has a bound of its own: of
 * exp over a range that spans sixteen powers of ten, no element may be 0, and
 * one off by a thousandth is wrong wherever it is. */
static void test_bound_of_each_element(void **state)
{
	Case c;
	const Oracles *j;
	Judgement judgement;

	(void)state;
	open_case(&c, MAPPED("[\"map\", \"exp\", \"xs\"]", "[-20, 20]"));
	j = c.oracles;
	assert_non_null(j);
	assert_true(j->bounded[0]);
	judgement = j->judgements[j->set_count - 1][0];
	for (int64_t i = 0; i < 500; i++) {
		double right = array_get(&j->references[j->set_count - 1][0],
					 i);
		const float want = (float)right, near = want * 1.0000002f;
		const float off = want * 1.001f, zero = 0;

		judgement.outside = (float *)j->outside[0].data + i;
		judgement.folds = (float *)j->folds[0].data + i;
		assert_true(judge(&judgement, SCALAR_F32, 1, &near,
				  &want).agrees);
		assert_false(judge(&judgement, SCALAR_F32, 1, &off,
				   &want).agrees);
		assert_false(judge(&judgement, SCALAR_F32, 1, &zero,
				   &want).agrees);
	}
	close_case(&c);
}

/* A sum is allowed the roundings of its folds, whatever their order, and no
 * more: not those of half precision. */
static void test_bound_of_sums(void **state)
{
	Case c;
	const Oracles *j;
	Judgement judgement;
	float want, wrong;

	(void)state;
	open_case(&c, SUMS(""));
	j = c.oracles;
	judgement = j->judgements[1][1];
	judgement.outside = j->outside[1].data;
	judgement.folds = j->folds[1].data;
	judgement.growth = 64;
	want = (float)array_get(&j->references[1][1], 0);
	wrong = want * (1 + 0x1p-11f);
	assert_true(judge(&judgement, SCALAR_F32, 1, &want, &want).agrees);
	assert_false(judge(&judgement, SCALAR_F32, 1, &wrong, &want).agrees);
	close_case(&c);
}

#define SHARES(of)                                                       \
	"{\"name\": \"shares\", \"inputs\": [{\"name\": \"xs\","       \
	" \"type\": \"[f16; 1000]\"}], \"body\": [\"let\", \"total\", [\"head\"," \
	" [\"reduce\", \"+\", 0, \"xs\"]], [\"map\", [\"fun\", [\"x\"], " of \
	"], \"xs\"]]}"

/* What a sum divides, that may all be rounding where one item adds up one element
 * after another, is decided for what stagnates nowhere; and one wrong element is
 * still one. */
static void test_decisions_of_long_sums(void **state)
{
	static const char *const texts[] = {
		SHARES("[\"/\", \"x\", \"total\"]"),
		SHARES("[\"/\", \"x\", [\"*\", 0.0625, \"total\"]]"),
		SHARES("[\"/\", \"x\", [\"sqrt\", \"total\"]]"),
		SHARES("[\"+\", \"x\", [\"log\", \"total\"]]"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		double growth[SCALAR_COUNT];
		Judgement judgement;
		const Oracles *j;
		Case c;

		open_case(&c, texts[i]);
		j = c.oracles;
		assert_non_null(j);
		oracles_growth(&c.session, c.session.program->body, growth);
		judgement = j->judgements[j->set_count - 1][0];
		assert_false(judgement.undecided);
		judgement.growth = growth[SCALAR_F16];
		for (int64_t k = 0; k < 1000; k += 111) {
			double x = array_get(&j->references[j->set_count - 1][0],
					     k);
			uint16_t want = scalar_to_half(x);
			uint16_t wrong = scalar_to_half(-x);

			judgement.outside = (float *)j->outside[0].data + k;
			judgement.folds = (float *)j->folds[0].data + k;
			assert_true(isfinite(*judgement.outside));
			assert_true(judge(&judgement, SCALAR_F16, 1, &want,
					  &want).agrees);
			assert_false(judge(&judgement, SCALAR_F16, 1, &wrong,
					   &want).agrees);
		}
		close_case(&c);
	}
}

/* What a bound holds for needs no second opinion; a tolerance, and what hangs on
 * comparisons of rounded numbers, do. */
static void test_second_opinion(void **state)
{
	static const struct {
		const char *text;
		bool asked;
	} rows[] = {
		{ MAPPED("[\"map\", \"exp\", \"xs\"]", "[0, 1]"), false },
		{ SUMS(""), false },
		{ SUMS(", \"tolerance\": {\"rtol\": 1e-3}"), true },
		{ MAPPED("[\"map\", [\"fun\", [\"x\"], [\"if\", "
			 "[\"<\", [\"-\", [\"*\", [\"sqrt\", \"x\"], "
			 "[\"sqrt\", \"x\"]], \"x\"], 0], 0, 1]], \"xs\"]",
			 "[0, 1]"), true },
	};
	Case c;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		open_case(&c, rows[i].text);
		assert_non_null(c.oracles);
		assert_int_equal(c.oracles->second != NULL, rows[i].asked);
		close_case(&c);
	}
}

/* Rows: whether every kernel must read all of the input. */
static void test_reads_all(void **state)
{
	static const struct {
		const char *text;
		bool all;
	} rows[] = {
		{ MAPPED("[\"map\", \"exp\", \"xs\"]", "[0, 1]"), true },
		{ MAPPED("[\"reduce\", \"+\", 0, \"xs\"]", "[0, 1]"), true },
		{ MAPPED("[\"map\", \"*\", [\"zip\", \"xs\", \"xs\"]]",
			 "[0, 1]"), true },
		{ MAPPED("[\"take\", 3, \"xs\"]", "[0, 1]"), false },
		{ MAPPED("[\"map\", [\"fun\", [\"x\"], 1], \"xs\"]",
			 "[0, 1]"), false },
		{ MAPPED("[\"map\", [\"fun\", [\"x\"], [\"if\", "
			 "[\"<\", \"x\", 0], 0, \"x\"]], \"xs\"]",
			 "[0, 1]"), false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Case c;

		open_case(&c, rows[i].text);
		assert_int_equal(traits_of(c.session.program->body).reads_all,
				 rows[i].all);
		close_case(&c);
	}
}

/* What stands out is hundreds of times the median of at least five errors;
 * their order and kernels without one do not matter. */
static void test_siblings(void **state)
{
	static const struct {
		double worst, all[8];
		int count;
		bool far;
	} rows[] = {
		{ 0.9, { 0.9, 1e-3, 2e-3, 1e-3, 1e-3 }, 5, true },
		{ 0.9, { 1e-3, 1e-3, 0, 0.9, 1e-3, 0, 0, 2e-3 }, 8, true },
		{ 0.9, { 0.9, 1e-3, 2e-3, 1e-3 }, 4, false },
		{ 0.9, { 0, 0, 0, 0, 0.9, 1e-3, 2e-3, 1e-3 }, 8, false },
		{ 0.1, { 0.1, 1e-3, 2e-3, 1e-3, 1e-3 }, 5, false },
		{ 0, { 0, 0, 0, 0, 0, 0 }, 6, false },
		{ 0, { 0 }, 0, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double all[8];

		memcpy(all, rows[i].all, sizeof all);
		assert_int_equal(siblings_stand_out(rows[i].worst, all,
						    rows[i].count),
				 rows[i].far);
	}
}

/* An output's name is no oracle; what is owed is said once, and taken back. */
static void what_is_owed_is_said(void **state)
{
	static const char *const settled[] = {
		"out: exact field", "out: exact special, more: exact",
		"a: exact; a: field special", "a: exact field; b: wide",
	};
	static const char *const open[] = {
		"", "out: exact tolerance", "field: exact", "special: exact",
		"out: exact, field: exact", "out: exact, special: tolerance",
		"out: exact, fields: exact", "out: exact midfield",
	};
	static const struct {
		const char *late;
		bool settled;
	} late[] = {
		{ "field (too slow)", true }, { "field", false },
		{ "field (too slow), ends", false },
		{ "ends, field (too slow)", false },
	};
	Case c;

	(void)state;
	open_case(&c, SUMS(""));
	for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
		const char *owing = due_mark(&c.session, "out: exact special",
					     late[i].late);

		assert_int_equal(due_is_settled(owing), late[i].settled);
		assert_int_equal(due_was_slow(owing), i != 1);
		assert_string_equal(due_unmark(&c.session, owing),
				    "out: exact special");
	}
	assert_string_equal(due_slow(&c.session, "field"), late[0].late);
	for (size_t i = 0; i < sizeof settled / sizeof *settled; i++) {
		const char *owing = due_mark(&c.session, settled[i], "ends");

		assert_true(due_is_settled(settled[i]));
		assert_null(due_owed(settled[i]));
		assert_false(due_is_settled(owing));
		assert_string_equal(due_owed(owing), "not judged by ends");
		assert_string_equal(due_mark(&c.session, owing, ""), owing);
		assert_string_equal(due_unmark(&c.session, owing), settled[i]);
	}
	for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
		assert_false(due_is_settled(open[i]));
		assert_string_equal(due_unmark(&c.session, open[i]), open[i]);
		assert_string_equal(due_owed(due_mark(&c.session, open[i], "")),
				    "not judged by field, special");
	}
	close_case(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact_by_output),
		cmocka_unit_test(test_exact_waits),
		cmocka_unit_test(test_tolerance_of_document),
		cmocka_unit_test(test_vacuous_data),
		cmocka_unit_test(what_is_owed_is_said),
		cmocka_unit_test(test_data_with_results),
		cmocka_unit_test(test_all_nan),
		cmocka_unit_test(test_bound_of_each_element),
		cmocka_unit_test(test_bound_of_sums),
		cmocka_unit_test(test_decisions_of_long_sums),
		cmocka_unit_test(test_second_opinion),
		cmocka_unit_test(test_reads_all),
		cmocka_unit_test(test_siblings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

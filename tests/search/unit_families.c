/* Families of spellings: every program of a folder of tests/spellings, those
 * in apart/ (another algorithm, an order of the author's own) too, computes
 * what the first one of the folder does. A family has one form, which no other
 * has, nor what is apart. */
#include "tests/ir/read_fixture.h"

#include "tests/search/spelling_form.h"
#include "tests/search/values.h"

enum { SEED = 5, FAMILIES = 26, SPELLINGS = 111, APART = 6 };

static Values read_values(const char *path)
{
	Ir *ir = ir_new();
	char *text = file_text(path);
	Program *program = must_read(ir, path, text, true);
	Values values = values_of(program, program->body, SEED);

	free(text);
	ir_free(ir);
	return values;
}

/* Of those that fit the pattern; their number. */
static int compare(const Values *first, const char *pattern)
{
	glob_t files;
	int count;

	if (glob(pattern, 0, NULL, &files))
		return 0;
	count = (int)files.gl_pathc;
	for (int i = 0; i < count; i++) {
		Values values = read_values(files.gl_pathv[i]);
		Text why = { 0 };

		if (!values_same(first, &values, &why))
			fail_msg("%s: %s", files.gl_pathv[i],
				 text_string(&why));
		values_free(&values);
	}
	globfree(&files);
	return count;
}

static void family(const char *folder, int *spellings, int *apart)
{
	char all[1024], others[1024];
	glob_t files;
	Values first;

	snprintf(all, sizeof all, "%s*.lift", folder);
	snprintf(others, sizeof others, "%sapart/*.lift", folder);
	assert_int_equal(glob(all, 0, NULL, &files), 0);
	first = read_values(files.gl_pathv[0]);
	*spellings += compare(&first, all);
	*apart += compare(&first, others);
	values_free(&first);
	globfree(&files);
}

static void test_families_compute_one_thing(void **state)
{
	glob_t folders = files_of("tests/spellings/*/");
	int spellings = 0, apart = 0;

	for (size_t i = 0; i < folders.gl_pathc; i++)
		family(folders.gl_pathv[i], &spellings, &apart);
	assert_int_equal(folders.gl_pathc, FAMILIES);
	assert_int_equal(spellings, SPELLINGS);
	assert_int_equal(apart, APART);
	globfree(&folders);
	(void)state;
}

/* -- forms ----------------------------------------------------------------- */

static uint64_t form_of(const char *path)
{
	Ir *ir = ir_new();
	char *text = file_text(path);
	Program *program = must_read(ir, path, text, true);
	Text why = { 0 };
	uint64_t form = spelling_form.hash(program, program->body, &why);

	if (why.length)
		fail_msg("%s has no form: %s", path, text_string(&why));
	free(text);
	ir_free(ir);
	return form;
}

/* Whether those that fit the pattern, if any, all have that form or none. */
static void check_forms(uint64_t form, bool same, const char *pattern)
{
	glob_t files;

	if (glob(pattern, 0, NULL, &files))
		return;
	for (size_t i = 0; i < files.gl_pathc; i++)
		if ((form_of(files.gl_pathv[i]) == form) != same)
			fail_msg("%s has %s form", files.gl_pathv[i],
				 same ? "another" : "the same");
	globfree(&files);
}

static uint64_t check_family(const char *folder)
{
	char all[1024], others[1024];
	glob_t files;
	uint64_t form;

	snprintf(all, sizeof all, "%s*.lift", folder);
	snprintf(others, sizeof others, "%sapart/*.lift", folder);
	assert_int_equal(glob(all, 0, NULL, &files), 0);
	form = form_of(files.gl_pathv[0]);
	check_forms(form, true, all);
	check_forms(form, false, others);
	globfree(&files);
	return form;
}

static void test_a_family_has_one_form(void **state)
{
	glob_t folders = files_of("tests/spellings/*/");
	uint64_t forms[FAMILIES];

	assert_int_equal(folders.gl_pathc, FAMILIES);
	for (int i = 0; i < FAMILIES; i++) {
		forms[i] = check_family(folders.gl_pathv[i]);
		for (int k = 0; k < i; k++)
			if (forms[k] == forms[i])
				fail_msg("%s and %s have one form",
					 folders.gl_pathv[k],
					 folders.gl_pathv[i]);
	}
	globfree(&folders);
	(void)state;
}

/* The comparison is none that says yes to everything. */
static void test_others_differ(void **state)
{
	glob_t sums = files_of("tests/spellings/sum/plain.lift");
	glob_t means = files_of("tests/spellings/mean_variance/pair.lift");
	glob_t scans = files_of("tests/spellings/scan/map_inside.lift");
	glob_t drops = files_of("tests/spellings/drawdown/let.lift");
	Values a = read_values(sums.gl_pathv[0]);
	Values b = read_values(means.gl_pathv[0]);
	Values c = read_values(scans.gl_pathv[0]);
	Values d = read_values(drops.gl_pathv[0]);
	Text why = { 0 };

	assert_false(values_same(&a, &b, &why));
	assert_false(values_same(&a, &c, &why));
	assert_false(values_same(&a, &d, &why));
	text_free(&why);
	values_free(&a);
	values_free(&b);
	values_free(&c);
	values_free(&d);
	globfree(&sums);
	globfree(&means);
	globfree(&scans);
	globfree(&drops);
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_families_compute_one_thing),
		cmocka_unit_test(test_others_differ),
		cmocka_unit_test(test_a_family_has_one_form),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

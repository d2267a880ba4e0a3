/* The index form: what is written differently has one, what is another program
 * has another; it depends on no names. */
#include "search/normal/index_form.h"
#include "tests/ir/read_fixture.h"

enum { FAMILIES = 26, SPELLINGS = 111, APART = 6 };

static uint64_t form_hash(const char *name, const char *text, bool strict)
{
	Ir *ir = ir_new();
	Program *program = must_read(ir, name, text, true);
	IndexForm *form = index_form_new(program, program->body, strict);
	uint64_t hash = form->hash;

	if (form->reason)
		fail_msg("%s: no form: %s", name, form->reason);
	index_form_free(form);
	ir_free(ir);
	return hash;
}

static uint64_t file_hash(const char *path)
{
	char *text = file_text(path);
	uint64_t hash = form_hash(path, text, false);

	free(text);
	return hash;
}

/* How many files of the pattern have that form, or have not. */
static int count(const char *pattern, uint64_t wanted, bool same)
{
	glob_t files;
	int found;

	if (glob(pattern, 0, NULL, &files))
		return 0;
	found = (int)files.gl_pathc;
	for (int i = 0; i < found; i++)
		if ((file_hash(files.gl_pathv[i]) == wanted) != same)
			fail_msg("%s: %s form", files.gl_pathv[i],
				 same ? "another" : "the same");
	globfree(&files);
	return found;
}

static uint64_t family(const char *folder, int *spellings, int *apart)
{
	char all[1024], others[1024];
	glob_t files;
	uint64_t hash;

	snprintf(all, sizeof all, "%s*.lift", folder);
	snprintf(others, sizeof others, "%sapart/*.lift", folder);
	assert_int_equal(glob(all, 0, NULL, &files), 0);
	hash = file_hash(files.gl_pathv[0]);
	*spellings += count(all, hash, true);
	*apart += count(others, hash, false);
	globfree(&files);
	return hash;
}

static void test_each_family_has_one_form_of_its_own(void **state)
{
	glob_t folders = files_of("tests/spellings/*/");
	int spellings = 0, apart = 0;
	uint64_t hashes[FAMILIES];

	assert_int_equal(folders.gl_pathc, FAMILIES);
	for (int i = 0; i < FAMILIES; i++) {
		hashes[i] = family(folders.gl_pathv[i], &spellings, &apart);
		for (int j = 0; j < i; j++)
			assert_true(hashes[i] != hashes[j]);
	}
	assert_int_equal(spellings, SPELLINGS);
	assert_int_equal(apart, APART);
	globfree(&folders);
	(void)state;
}

/* -- pairs ----------------------------------------------------------------- */

#define DOC(a, b, body) "{\"name\":\"p\",\"sizes\":{\"N\":12}," \
	"\"inputs\":[{\"name\":\"" a "\",\"type\":\"[f32; N]\"}," \
	"{\"name\":\"" b "\",\"type\":\"[i32; N]\"}],\"body\":" body "}"
#define SUM(e) "[\"head\",[\"reduce\",\"+\",0," e "]]"
#define CHUNKS(a) SUM("[\"map\",[\"fun\",[\"c\"]," SUM("\"c\"") \
	"],[\"split\",4,\"" a "\"]]")
#define BOTH(e) "[\"map\",[\"fun\",[\"u\",\"v\"]," e "]," \
	"[\"zip\",\"x\",\"k\"]]"
#define GEN(e) "[\"generate\",\"N\",[\"fun\",[\"i\"]," e "]]"

typedef struct Pair {
	const char *one, *other;
	bool same, strict;
} Pair;

static const Pair pairs[] = {
	/* names */
	{ DOC("x", "k", SUM("\"x\"")), DOC("zebra", "a", SUM("\"zebra\"")),
	  true, false },
	{ DOC("x", "k", SUM("\"x\"")), DOC("x", "k", SUM("\"k\"")),
	  false, false },
	/* sums of floats keep their order when that is asked for */
	{ DOC("x", "k", CHUNKS("x")), DOC("x", "k", SUM("\"x\"")),
	  true, false },
	{ DOC("x", "k", CHUNKS("x")), DOC("x", "k", SUM("\"x\"")),
	  false, true },
	{ DOC("x", "k", CHUNKS("k")), DOC("x", "k", SUM("\"k\"")),
	  true, true },
	/* the lesser of floats may be -0 or NaN, that of integers not */
	{ DOC("x", "k", BOTH("[\"min\",\"v\",3]")),
	  DOC("x", "k", BOTH("[\"min\",3,\"v\"]")), true, false },
	{ DOC("x", "k", BOTH("[\"min\",\"u\",3]")),
	  DOC("x", "k", BOTH("[\"min\",3,\"u\"]")), false, false },
	/* i32 arithmetic wraps, that of indices does not get there */
	{ DOC("x", "k", BOTH("[\"-\",[\"+\",\"v\",1],1]")),
	  DOC("x", "k", "\"k\""), false, false },
	{ DOC("x", "k", GEN("[\"at\",\"x\",[\"-\",[\"+\",\"i\",1],1]]")),
	  DOC("x", "k", "\"x\""), true, false },
	{ DOC("x", "k", GEN("[\"u8\",[\"*\",100,[\"u8\",\"i\"]]]")),
	  DOC("x", "k", GEN("[\"u8\",[\"*\",100,\"i\"]]")), false, false },
	/* a division rounds towards zero */
	{ DOC("x", "k", GEN("[\"/\",[\"-\",\"i\",6],3]")),
	  DOC("x", "k", GEN("[\"-\",[\"/\",\"i\",3],2]")), false, false },
	{ DOC("x", "k", GEN("[\"/\",[\"+\",\"i\",6],3]")),
	  DOC("x", "k", GEN("[\"+\",[\"/\",\"i\",3],2]")), true, false },
	/* an array that is stored before it is read is another */
	{ DOC("x", "k", "[\"permute\",[\"unset\",\"x\"],\"k\",\"x\"]"),
	  DOC("x", "k", "[\"permute\",[\"unset\",[\"map\",\"id\",\"x\"]],"
	      "\"k\",\"x\"]"), true, false },
	{ DOC("x", "k", "[\"permute\",[\"unset\",\"x\"],\"k\",\"x\"]"),
	  DOC("x", "k", "[\"permute\",\"x\",\"k\",\"x\"]"), false, false },
	/* rows and parts of no elements */
	{ DOC("x", "k", "[\"map\",\"neg\",[\"join\",[\"map\",[\"take\",0],"
	      "[\"split\",4,\"x\"]]]]"),
	  DOC("x", "k", "[\"map\",\"neg\",[\"reorderStride\",2,[\"take\",0,"
	      "\"x\"]]]"), true, false },
};

static void test_pairs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		const Pair *pair = &pairs[i];
		uint64_t one = form_hash("one", pair->one, pair->strict);
		uint64_t two = form_hash("other", pair->other, pair->strict);

		if ((one == two) != pair->same)
			fail_msg("%s\n%s", pair->one, pair->other);
	}
}

/* A program that would grow without end has no form, and says so. */
static void test_limits(void **state)
{
	Text text = { 0 };
	Ir *ir = ir_new();
	Program *program;
	IndexForm *form;

	(void)state;
	text_put(&text, "{\"name\":\"p\",\"sizes\":{\"N\":4000},\"inputs\":"
		 "[{\"name\":\"x\",\"type\":\"[f32; N]\"}],\"body\":[\"let\"");
	for (int i = 0; i < 60; i++)
		text_printf(&text, ",\"x%d\",[\"map\",[\"fun\",[\"w\"],[\"*\","
			    "[\"at\",\"w\",0],[\"at\",\"w\",%d]]],[\"slide\","
			    "%d,1,\"x%.0d\"]]", i + 1, i + 2, i + 3, i);
	text_put(&text, ",\"x60\"]}");
	program = must_read(ir, "long", text_string(&text), true);
	form = index_form_new(program, program->body, false);
	assert_non_null(form->reason);
	index_form_free(form);
	ir_free(ir);
	text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_family_has_one_form_of_its_own),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

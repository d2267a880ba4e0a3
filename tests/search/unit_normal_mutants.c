/* Wrong laws are noticed: with a fault in one of the constructors of forms,
 * some program read back is another one, or has no form; without, none is. The
 * constructors are those of search/normal, around which the faults are put. */
#include "search/normal/form.h"

const Form *sound_div(Normal *n, const Form *a, int64_t by);
const Form *sound_mod(Normal *n, const Form *a, int64_t by);
const Form *sound_sum(Normal *n, const Form *a, int64_t by, const Form *b);
const Form *sound_least(Normal *n, const Form *a, const Form *b);
const Form *sound_greatest(Normal *n, const Form *a, const Form *b);
const Form *sound_cond(Normal *n, int count, const Form *const *conditions);
const Form *sound_if(Normal *n, const Form *c, const Form *a, const Form *b);

#define linear_div sound_div
#define linear_mod sound_mod
#define linear_sum sound_sum
#define linear_least sound_least
#define linear_greatest sound_greatest
#define form_cond sound_cond
#define form_if sound_if
#include "search/normal/form_choice.c"
#include "search/normal/form_linear.c"
#undef linear_div
#undef linear_mod
#undef linear_sum
#undef linear_least
#undef linear_greatest
#undef form_cond
#undef form_if

#include "search/normal/index_form.h"
#include "tests/ir/read_fixture.h"
#include "tests/search/values.h"

typedef enum {
	SOUND, DIV_UP, DIV_IS_NONE, MOD_IS_NONE, MOD_IS_ZERO, SUM_UP,
	SUM_NOT_SCALED, LEAST_IS_FIRST, GREATEST_IS_FIRST, LEAST_GREATEST,
	FEW_CONDITIONS, NO_CONDITIONS, BRANCHES_EXCHANGED,
	FIRST_BRANCH, MUTANTS
} Mutant;

static const char *const names[MUTANTS] = {
	"sound", "a quotient is one more", "a quotient is what is divided",
	"a rest is what is divided", "a rest is 0", "a sum is one more",
	"a sum's factor is lost", "the lesser is the first",
	"the greater is the first", "the lesser is the greater",
	"the last of two conditions is lost",
	"conditions hold", "branches are exchanged",
	"the first branch is taken",
};

static Mutant mutant;

const Form *linear_div(Normal *n, const Form *a, int64_t by)
{
	const Form *good = mutant == DIV_IS_NONE ? a : sound_div(n, a, by);

	return mutant == DIV_UP ? linear_plus(n, good, 1) : good;
}

const Form *linear_mod(Normal *n, const Form *a, int64_t by)
{
	return mutant == MOD_IS_NONE ? a
	     : mutant == MOD_IS_ZERO ? linear_const(n, 0)
				     : sound_mod(n, a, by);
}

const Form *linear_sum(Normal *n, const Form *a, int64_t by, const Form *b)
{
	int64_t number;
	const bool constant = linear_is_const(b, &number);

	if (mutant == SUM_UP && !constant)
		return linear_plus(n, sound_sum(n, a, by, b), 1);
	return sound_sum(n, a, mutant == SUM_NOT_SCALED && !constant && by > 1
			       ? 1 : by, b);
}

const Form *linear_least(Normal *n, const Form *a, const Form *b)
{
	return mutant == LEAST_IS_FIRST ? a
	     : mutant == LEAST_GREATEST ? sound_greatest(n, a, b)
					: sound_least(n, a, b);
}

const Form *linear_greatest(Normal *n, const Form *a, const Form *b)
{
	return mutant == GREATEST_IS_FIRST ? a : sound_greatest(n, a, b);
}

const Form *form_cond(Normal *n, int count, const Form *const *conditions)
{
	if (mutant == FEW_CONDITIONS && count > 1)
		count--;
	return sound_cond(n, mutant == NO_CONDITIONS ? 0 : count, conditions);
}

const Form *form_if(Normal *n, const Form *c, const Form *a, const Form *b)
{
	if (mutant == FIRST_BRANCH)
		return a;
	return mutant == BRANCHES_EXCHANGED ? sound_if(n, c, b, a)
					    : sound_if(n, c, a, b);
}

/* -- programs -------------------------------------------------------------- */

#define DOC(body) "{\"name\":\"p\",\"sizes\":{\"M\":5,\"N\":12}," \
	"\"inputs\":[{\"name\":\"x\",\"type\":\"[f32; N]\"}," \
	"{\"name\":\"a\",\"type\":\"[[f32; N]; M]\"}],\"body\":" body "}"
#define GEN(n, e) "[\"generate\"," n ",[\"fun\",[\"i\"]," e "]]"

static const char *const programs[] = {
	DOC("[\"map\",[\"reduce\",\"+\",0],[\"transpose\",[\"map\","
	    "[\"fun\",[\"r\"],\"r\"],\"a\"]]]"),
	DOC("[\"split\",5,[\"join\",[\"transpose\",\"a\"]]]"),
	DOC("[\"split\",10,[\"join\",\"a\"]]"),
	DOC("[\"gather\",[\"fun\",[\"i\"],[\"%\",[\"*\",5,\"i\"],12]],"
	    "\"x\"]"),
	DOC("[\"slide\",3,2,[\"pad\",2,1,\"clamp\",\"x\"]]"),
	DOC("[\"pad\",2,3,\"wrap\",\"x\"]"),
	DOC("[\"pad\",2,3,\"mirror\",\"x\"]"),
	DOC("[\"map\",[\"pad\",1,2,[\"const\",7]],\"a\"]"),
	DOC("[\"concat\",\"x\",[\"map\",\"neg\",\"x\"],\"x\"]"),
	DOC(GEN("\"N\"", "[\"if\",[\"and\",[\">\",\"i\",2],[\"<\",\"i\",7]],"
	    "[\"at\",\"x\",[\"-\",\"i\",1]],[\"f32\",\"i\"]]")),
	DOC(GEN("\"N\"", "[\"at\",\"x\",[\"min\",\"i\",[\"-\",11,\"i\"]]]")),
};

/* Whether the program, read back, is what it was. */
static bool is_kept(const char *text)
{
	const Mutant now = mutant;
	Ir *ir = ir_new();
	Program *program = must_read(ir, "p", text, true);
	IndexForm *form = index_form_new(program, program->body, false);
	const Expr *back = index_form_expr(form);
	Text why = { 0 };
	bool same = false;

	mutant = SOUND;
	if (back) {
		Values wanted = values_of(program, program->body, 3);
		Values got = values_of(program, back, 3);

		same = values_same(&wanted, &got, &why);
		values_free(&wanted);
		values_free(&got);
	}
	mutant = now;
	text_free(&why);
	index_form_free(form);
	ir_free(ir);
	return same;
}

static int lost(void)
{
	int count = 0;

	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
		count += !is_kept(programs[i]);
	return count;
}

static void test_each_is_noticed(void **state)
{
	(void)state;
	assert_int_equal(lost(), 0);
	for (mutant = SOUND + 1; mutant < MUTANTS; mutant++) {
		const int count = lost();

		printf("%-36s %2d programs notice it\n", names[mutant], count);
		if (!count)
			fail_msg("%s: nothing notices it", names[mutant]);
	}
	mutant = SOUND;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_is_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

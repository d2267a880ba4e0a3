/* What is done to every program before anything is chosen: which rules are used
 * for it, and that every candidate still computes what the program does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "rules/canonical.h"
#include "search/space/canonical_form.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/search/search_device.h"
#include "tests/search/space_values.h"

enum { DRAWS = 12 };

#define DOC(body) "{\"name\":\"p\",\"sizes\":{\"N\":43,\"K\":44}," \
	"\"inputs\":[{\"name\":\"x\",\"type\":\"[f32; N]\"}," \
	"{\"name\":\"y\",\"type\":\"[f32; N]\"}," \
	"{\"name\":\"z\",\"type\":\"[i32; K]\"}],\"body\":" body "}"
#define SUM(e) "[\"head\",[\"reduce\",\"+\",0," e "]]"
#define DOT(u, v) SUM("[\"map\",\"*\",[\"zip\"," u "," v "]]")
#define MAX(e) "[\"head\",[\"reduce\",\"max\",\"-inf\"," e "]]"
#define X "\"x\""
#define Y "\"y\""

#define M_DOC(body) "{\"name\":\"p\",\"sizes\":{\"M\":14,\"K\":17}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"b\",\"type\":\"[[f32; M]; K]\"}]," \
	"\"body\":" body "}"
#define FUN(p, e) "[\"fun\",[\"" p "\"]," e "]"
#define MM(u, v) "[\"map\"," FUN("r", "[\"map\"," FUN("c", \
	DOT("\"r\"", "\"c\"")) ",[\"transpose\"," v "]]") "," u "]"
#define REDUCED(e) "[\"reduce\",\"+\",0," e "]"
#define PRODUCTS "[\"map\",\"*\",[\"zip\",\"r\",\"c\"]]"
/* Sums of windows of what is computed of each element. */
#define WORK "[\"*\",\"v\",\"v\",\"v\",[\"+\",\"v\",[\"max\",\"v\",2]]]"
#define WINDOWS(n, each) "[\"map\"," FUN("w", SUM("\"w\"")) ",[\"slide\"," \
	#n ",1,[\"pad\",1,1,\"clamp\",[\"map\"," FUN("v", each) \
	",\"x\"]]]]"

/* Rows of k elements, and another matrix. */
#define R_DOC(k, body) "{\"name\":\"p\",\"sizes\":{\"M\":3,\"K\":" #k "}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"b\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"x\",\"type\":\"[f32; K]\"}]," \
	"\"body\":[\"map\",[\"fun\",[\"r\",\"s\"]," body "]," \
	"[\"zip\",\"a\",\"b\"]]}"
/* By indices. */
#define GEN(n, v, e) "[\"generate\",\"" n "\"," FUN(v, e) "]"
#define AT(a, i) "[\"at\"," a ",\"" i "\"]"
#define AT2(a, i, j) "[\"at\"," AT(a, i) ",\"" j "\"]"
#define BY(op, u, v) "[\"" op "\"," u "," v "]"
#define NEXT(a, i) "[\"at\"," a ",[\"+\",\"" i "\",1]]"

/* A fold in one order only. */
#define SEQ(u) "[\"reduceSeq\"," "[\"fun\",[\"a\",\"v\"],[\"+\",[\"*\"," \
	"\"a\",0.5],\"v\"]],0," u "]"
#define SUM_OF_ROWS(u) "[\"reduceSeq\",[\"fun\",[\"s\",\"t\"],[\"map\"," \
	"\"+\",[\"zip\",\"s\",\"t\"]]],[\"head\"," u "]," u "]"
#define PADDED(u) "[\"pad\",0,42,\"clamp\"," u "]"

#define R "\"r\""
#define S "\"s\""

typedef struct Row {
	const char *text, *rule;
	int uses;
} Row;

static const Row rows[] = {
	{ DOC("[\"tuple\"," SUM(X) "," MAX(X) "," SUM("\"z\"") "]"),
	  "reduce_pair", 1 },
	{ DOC("[\"tuple\"," SUM("\"z\"") "," SUM(X) "," MAX(X) "," DOT(X, Y)
	      "]"), "reduce_pair", 2 },
	{ DOC("[\"tuple\",[\"/\"," DOT(X, Y) ",[\"*\"," DOT(X, X) "," DOT(Y, Y)
	      "]]," SUM("\"z\"") "]"), "reduce_pair", 2 },
	{ DOC("[\"tuple\"," SUM(X) "," SUM(Y) "," SUM("\"z\"") "]"),
	  "reduce_pair", 0 },
	{ DOC("[\"tuple\"," SUM(X) ",[\"head\",[\"reduce\",\"max\",-9,\"x\"]],"
	      SUM("\"z\"") "," SUM(Y) "]"), "reduce_pair", 1 },
	{ DOC("[\"tuple\"," SUM(X) ",[\"head\",[\"reduce\",[\"fun\","
	      "[\"a\",\"b\"],[\"-\",\"b\",\"a\"]],0,\"x\"]],"
	      SUM("\"z\"") "," SUM(Y) "]"), "reduce_pair", 0 },
	{ R_DOC(523, "[\"-\"," DOT(R, X) "," DOT(S, X) "]"), "reduce_pair", 1 },
	{ R_DOC(523, "[\"tuple\"," DOT(R, S) "," MAX(R) "," SUM(S) "]"),
	  "reduce_pair", 2 },
	{ R_DOC(523, "[\"*\"," SUM(R) "," SUM(S) "]"), "reduce_pair", 0 },
	{ R_DOC(9, "[\"-\"," DOT(R, X) "," DOT(S, X) "]"), "reduce_pair", 0 },
	{ DOC("[\"let\",\"s\"," SUM(X) ",[\"tuple\",[\"+\",\"s\",\"s\"],"
	      SUM("[\"map\",[\"fun\",[\"e\"],[\"-\",\"e\",\"s\"]],\"x\"]")
	      "," MAX(X) "," SUM("\"z\"") "," SUM(Y) "]]"), "reduce_pair", 1 },
	{ DOC("[\"tuple\"," SUM(X) ",[\"head\",[\"reduce\",\"max\",-9,\"x\"]],"
	      SUM("\"z\"") "," SUM(Y) "]"), "reduce_from", 1 },
	{ DOC("[\"tuple\",[\"map\"," FUN("e", "[\"head\",[\"reduce\",\"+\","
	      "\"e\",\"x\"]]") ",\"y\"]," SUM("\"z\"") "]"),
	  "reduce_from", 1 },
	{ M_DOC(MM(MM("\"a\"", "\"b\""), "\"a\"")), "store_global", 1 },
	{ M_DOC("[\"map\",\"neg\",[\"map\"," FUN("r", SUM("\"r\"")) ",\"a\"]]"),
	  "store_global", 0 },
	{ M_DOC("[\"map\"," FUN("v", "[\"map\"," FUN("r", DOT("\"r\"", "\"v\""))
		",\"b\"]") "," SUM_OF_ROWS("\"b\"") "]"), "store_global", 1 },
	{ DOC(PADDED(SEQ(X))), "store_global", 1 },
	{ DOC("[\"map\",\"neg\"," SEQ(X) "]"), "store_global", 0 },
	{ DOC(WINDOWS(7, WORK)), "store_global", 1 },
	{ DOC(WINDOWS(7, "\"v\"")), "store_global", 0 },
	{ DOC("[\"map\",\"neg\"," WINDOWS(7, "\"v\"") "]"), "store_global", 0 },
	{ DOC(WINDOWS(1, WORK)), "store_global", 0 },
	{ DOC("[\"map\",\"-\",[\"zip\",[\"scanSeq\",\"max\",0,\"x\"],\"x\"]]"),
	  "scan_keep", 1 },
	{ DOC("[\"map\",\"-\",[\"zip\",[\"scanSeq\",\"max\",0,\"x\"],\"y\"]]"),
	  "scan_keep", 0 },
};

static void check_draws(Derive *derive, const Program *program,
			const Row *row)
{
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, 1, -1);
	Candidate candidate;
	SpaceValues values;
	int written = 0; /* of the author's spelling */

	space_values_draw(&values, program);
	for (int i = 0; i < DRAWS || !written; i++) {
		const Asked asked = strategy_ask(strategy, &candidate);
		Derived derived;

		if (i && asked == ASK_DONE)
			break;
		assert_int_equal(asked, ASK_CANDIDATE);
		derived = derive_result(derive, candidate.state);
		if (!space_uses(derived.derivation, "canonical")) {
			assert_int_equal(space_uses(derived.derivation,
						    row->rule), row->uses);
			written++;
		}
		space_values_check(&values, derived.low);
	}
	assert_true(written > 0);
	space_values_free(&values);
	strategy_free(strategy);
}

/* What indices spell, and reductions in functions that do not depend on these:
 * the form says it as arrays and names do. */
static const char *const alike[][2] = {
	{ DOC(GEN("N", "i", BY("*", AT(X, "i"), AT(Y, "i")))),
	  DOC("[\"map\",\"*\",[\"zip\",\"x\",\"y\"]]") },
	{ DOC(GEN("N-1", "i", BY("-", NEXT(X, "i"), AT(Y, "i")))),
	  DOC("[\"map\",\"-\",[\"zip\",[\"drop\",1,\"x\"],"
	      "[\"take\",\"N-1\",\"y\"]]]") },
	{ DOC(SUM(GEN("N", "i", BY("*", AT(X, "i"), AT(Y, "i"))))),
	  DOC(DOT(X, Y)) },
	{ DOC(GEN("N", "i", SUM(GEN("N", "j", BY("max",
		BY("-", AT(X, "i"), AT(X, "j")), AT(Y, "j")))))),
	  DOC("[\"map\"," FUN("e", SUM("[\"map\",[\"fun\",[\"f\",\"g\"],"
	      "[\"max\",[\"-\",\"e\",\"f\"],\"g\"]],[\"zip\",\"x\","
	      "\"y\"]]")) ",\"x\"]") },
	{ M_DOC(GEN("K", "k", GEN("M", "i", BY("*", AT2("\"a\"", "i", "k"),
						"2")))),
	  M_DOC("[\"map\",[\"map\"," FUN("e", BY("*", "\"e\"", "2")) "],"
		"[\"transpose\",\"a\"]]") },
	{ M_DOC(GEN("M", "i", GEN("M", "j", SUM(GEN("K", "k", BY("*",
		AT2("\"a\"", "i", "k"), AT2("\"b\"", "k", "j"))))))),
	  M_DOC(MM("\"a\"", "\"b\"")) },
	{ M_DOC("[\"map\"," FUN("r", DOT("\"r\"", "[\"map\"," FUN("q",
		SUM("\"q\"")) ",\"a\"]")) ",\"b\"]"),
	  M_DOC("[\"let\",\"t\",[\"map\"," FUN("q", SUM("\"q\"")) ",\"a\"],"
		"[\"map\"," FUN("r", DOT("\"r\"", "\"t\"")) ",\"b\"]]") },
	{ M_DOC("[\"map\"," FUN("r", "[\"map\"," FUN("q", BY("*",
		DOT("\"r\"", "\"q\""), SUM("\"q\""))) ",\"a\"]") ",\"a\"]"),
	  M_DOC("[\"let\",\"t\",[\"map\"," FUN("q", SUM("\"q\"")) ",\"a\"],"
		"[\"map\"," FUN("r", "[\"map\",[\"fun\",[\"q\",\"s\"],"
		"[\"*\"," DOT("\"r\"", "\"q\"") ",\"s\"]],"
		"[\"zip\",\"a\",\"t\"]]") ",\"a\"]]") },
	{ DOC("[\"map\",\"*\",[\"zip\"," PADDED(SEQ(X)) ",\"y\"]]"),
	  DOC("[\"let\",\"t\",[\"head\"," SEQ(X) "],[\"map\","
	      FUN("e", BY("*", "\"t\"", "\"e\"")) ",\"y\"]]") },
};

static const Expr *canonical_of(Ir *ir, const RuleBase *rules,
				const char *text)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	const Program *program = program_read(ir, "p", text, &options, diags);
	Rewriter *rewriter;
	const Derivation *form;
	const Expr *found;

	assert_non_null(program);
	rewriter = rewriter_new(rules, program, (RewriteOptions){
					.canonical = &canonical_index_form });
	form = canonical_step(rewriter, derivation_start(rewriter,
							 program->body));
	found = form ? form->expr : program->body;
	rewriter_free(rewriter);
	diags_free(diags);
	return found;
}

static void test_alike(void **state)
{
	RuleBase *rules = rulebase_new();

	(void)state;
	for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
		Ir *ir = ir_new();

		assert_ptr_equal(canonical_of(ir, rules, alike[i][0]),
				 canonical_of(ir, rules, alike[i][1]));
		ir_free(ir);
	}
	rulebase_free(rules);
}

/* Results in rows of one element are a view of those without. */
static const char *const rows_of_one[][2] = {
	{ M_DOC("[\"map\"," FUN("r", REDUCED("\"r\"")) ",\"a\"]"),
	  M_DOC("[\"split\",1,[\"map\"," FUN("r", SUM("\"r\"")) ",\"a\"]]") },
	{ M_DOC("[\"map\"," FUN("r", "[\"map\"," FUN("c",
		REDUCED(PRODUCTS)) ",\"b\"]") ",[\"transpose\",\"a\"]]"),
	  M_DOC("[\"map\"," FUN("r", "[\"split\",1,[\"map\"," FUN("c",
		"[\"head\"," REDUCED(PRODUCTS) "]") ",\"b\"]]")
		",[\"transpose\",\"a\"]]") },
};

static void test_rows_of_one(void **state)
{
	const ReadOptions options = { .concrete = true };
	RuleBase *rules = rulebase_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows_of_one / sizeof *rows_of_one; i++) {
		Ir *ir = ir_new();
		Diags *diags = diags_new();
		const Program *wanted = program_read(
			ir, "p", rows_of_one[i][1], &options, diags);

		assert_non_null(wanted);
		assert_ptr_equal(canonical_of(ir, rules, rows_of_one[i][0]),
				 wanted->body);
		diags_free(diags);
		ir_free(ir);
	}
	rulebase_free(rules);
}

/* An array is read by one reduction, where their operators are known and none
 * needs the result of another; a reduction starts with a neutral value; what is
 * read again and again is stored. */
static void test_prepared(void **state)
{
	const ReadOptions options = { .concrete = true };
	const Device device = device_of_two_cores();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		Ir *ir = ir_new();
		Diags *diags = diags_new();
		RuleBase *rules = rulebase_new();
		const Program *program = program_read(ir, "p", rows[i].text,
						      &options, diags);
		Derive *derive;

		assert_non_null(program);
		derive = derive_new(rules, program, &device,
				    (RewriteOptions){ 0 });
		check_draws(derive, program, &rows[i]);
		derive_free(derive);
		rulebase_free(rules);
		diags_free(diags);
		ir_free(ir);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prepared),
		cmocka_unit_test(test_alike),
		cmocka_unit_test(test_rows_of_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

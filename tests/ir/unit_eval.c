/* What programs mean: laws first, then programs against the plainest reading,
 * then what must be refused, and what an evaluation may cost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "eval_check.h"
#include "ir/data/testdata.h"
#include "ir/eval/eval_way.h"

#define DOCUMENT(inputs, body) \
	"{\"name\": \"p\", \"inputs\": [" inputs "], \"body\": " body "}"
#define INPUT(name, type) "{\"name\": \"" name "\", \"type\": \"" type "\"}"

#define XS INPUT("xs", "[f32; 24]")
#define XSYS XS ", " INPUT("ys", "[f32; 24]")
#define MATRIX INPUT("a", "[[f32; 6]; 4]")
#define INDEXED XS ", " INPUT("is", "[i32; 40]")

#define F "[\"fun\", [\"x\"], [\"-\", [\"*\", \"x\", 3], 1]]"
#define FIVES "[\"generate\", 4, [\"fun\", [\"j\"], [\"*\", \"j\", 5]]]"
#define G "[\"fun\", [\"x\"], [\"/\", 1, \"x\"]]"

/* -- laws ------------------------------------------------------------------ */

typedef struct Law {
	const char *name, *inputs_left, *left, *right;
} Law;

#define LAW(name, inputs, left, right) \
	{ name, inputs, DOCUMENT(inputs, left), DOCUMENT(inputs, right) }

static const Law laws[] = {
	LAW("map f . map g = map (f . g)", XS,
	    "[\"map\", " F ", [\"map\", " G ", \"xs\"]]",
	    "[\"map\", [\"compose\", " F ", " G "], \"xs\"]"),
	LAW("join . split n = id", XS, "[\"join\", [\"split\", 6, \"xs\"]]",
	    "\"xs\""),
	LAW("split n . join = id", MATRIX, "[\"split\", 6, [\"join\", \"a\"]]",
	    "\"a\""),
	LAW("splitInto k = split n/k", XS, "[\"splitInto\", 8, \"xs\"]",
	    "[\"split\", 3, \"xs\"]"),
	LAW("transpose . transpose = id", MATRIX,
	    "[\"transpose\", [\"transpose\", \"a\"]]", "\"a\""),
	LAW("transpose . map (map f) = map (map f) . transpose", MATRIX,
	    "[\"transpose\", [\"map\", [\"map\", " F "], \"a\"]]",
	    "[\"map\", [\"map\", " F "], [\"transpose\", \"a\"]]"),
	LAW("concat (take k) (drop k) = id", XS,
	    "[\"concat\", [\"take\", 7, \"xs\"], [\"drop\", 7, \"xs\"]]",
	    "\"xs\""),
	LAW("zip . unzip = id", XSYS,
	    "[\"zip\", [\"get\", 0, [\"unzip\", [\"zip\", \"xs\", \"ys\"]]],"
	    " [\"get\", 1, [\"unzip\", [\"zip\", \"xs\", \"ys\"]]]]",
	    "[\"zip\", \"xs\", \"ys\"]"),
	LAW("joinVec . map (mapVec f) . splitVec w = map f", XS,
	    "[\"joinVec\", [\"map\", [\"mapVec\", " F "],"
	    " [\"splitVec\", 8, \"xs\"]]]",
	    "[\"map\", " F ", \"xs\"]"),
	LAW("join . map lanes . splitVec w = id", XS,
	    "[\"join\", [\"map\", \"lanes\", [\"splitVec\", 4, \"xs\"]]]",
	    "\"xs\""),
	LAW("fold . map = fold of the composition", XS,
	    "[\"reduce\", \"+\", 0, [\"map\", " F ", \"xs\"]]",
	    "[\"reduceSeq\", [\"fun\", [\"a\", \"x\"], [\"+\", \"a\","
	    " [" F ", \"x\"]]], 0, \"xs\"]"),
	LAW("fold blocks", XS,
	    "[\"reduceSeq\", [\"fun\", [\"a\", \"c\"], [\"head\","
	    " [\"reduceSeq\", \"-\", \"a\", \"c\"]]], 1,"
	    " [\"split\", 4, \"xs\"]]",
	    "[\"reduce\", \"-\", 1, \"xs\"]"),
	LAW("reducePart = join . map (reduce) . split", XS,
	    "[\"reducePart\", \"-\", 2, 6, \"xs\"]",
	    "[\"join\", [\"map\", [\"reduce\", \"-\", 2],"
	    " [\"split\", 4, \"xs\"]]]"),
	LAW("reorderStride n = join . transpose . split n", XS,
	    "[\"reorderStride\", 6, \"xs\"]",
	    "[\"join\", [\"transpose\", [\"split\", 6, \"xs\"]]]"),
	LAW("reorder = id", XS, "[\"reorder\", \"xs\"]", "\"xs\""),
	LAW("low-level maps are maps", XS,
	    "[\"join\", [\"mapWorkgroup(1)\", [\"toLocal\", [\"mapLocal\", "
	    F "]], [\"split\", 6, [\"toGlobal\", [\"mapSeqUnroll\", " G ","
	    " \"xs\"]]]]]",
	    "[\"map\", " F ", [\"map\", " G ", \"xs\"]]"),
	LAW("empty arrays", XS,
	    "[\"concat\", [\"take\", 0, \"xs\"], [\"reduce\", \"+\", 5,"
	    " [\"drop\", 24, \"xs\"]], [\"take\", 2, \"xs\"]]",
	    "[\"concat\", [\"fill\", 1, 5], [\"take\", 2, \"xs\"]]"),
	LAW("all of some vectors", XS,
	    "[\"joinVec\", [\"full\", 6, [\"fill\", 4, 0], [\"filter\","
	    " [\"fun\", [\"v\"], true], [\"splitVec\", 4, \"xs\"]]]]",
	    "\"xs\""),
	LAW("a sum of nothing kept is its start", XS,
	    "[\"map\", " G ", [\"reduce\", \"+\", -0.0, [\"filter\","
	    " [\"fun\", [\"v\"], [\">\", \"v\", 1e30]], \"xs\"]]]",
	    "[\"map\", " G ", [\"fill\", 1, -0.0]]"),
	LAW("the largest of nothing kept is its start", XS,
	    "[\"reduce\", \"max\", \"nan\", [\"filter\", [\"fun\", [\"v\"],"
	    " [\">\", \"v\", 1e30]], \"xs\"]]",
	    "[\"fill\", 1, \"nan\"]"),
	LAW("a sum of what is kept is in order", XS,
	    "[\"reduce\", \"+\", 0, [\"filter\", [\"fun\", [\"v\"],"
	    " [\">\", \"v\", 0]], \"xs\"]]",
	    "[\"reduceSeq\", [\"fun\", [\"s\", \"v\"], [\"if\","
	    " [\">\", \"v\", 0], [\"+\", \"s\", \"v\"], \"s\"]], 0,"
	    " \"xs\"]"),
	LAW("a sum of a row of -0 is -0", XS,
	    "[\"map\", [\"fun\", [\"r\"], [" G ", [\"head\", [\"reduce\","
	    " \"+\", -0.0, \"r\"]]]], [\"rows\", " FIVES ", [\"fill\", 24,"
	    " [\"f32\", -0.0]]]]",
	    "[\"map\", " G ", [\"fill\", 3, -0.0]]"),
	LAW("the largest of a row of NaN is NaN", XS,
	    "[\"map\", [\"fun\", [\"r\"], [\"head\", [\"reduce\", \"max\","
	    " \"nan\", \"r\"]]], [\"rows\", " FIVES ", [\"fill\", 24,"
	    " [\"f32\", \"nan\"]]]]",
	    "[\"fill\", 3, [\"f32\", \"nan\"]]"),
	LAW("a fill is an array", XS, "[\"sort\", [\"fill\", 3, [\"f32\", 2]]]",
	    "[\"fill\", 3, [\"f32\", 2]]"),
	LAW("a name hides length", XS,
	    "[\"let\", \"length\", [\"fun\", [\"v\"], [\"i32\", \"v\"]],"
	    " [\"map\", [\"fun\", [\"v\"], [\"f32\", [\"length\","
	    " \"v\"]]], \"xs\"]]",
	    "[\"map\", [\"fun\", [\"v\"], [\"f32\", [\"i32\", \"v\"]]],"
	    " \"xs\"]"),
};

static void laws_hold(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
		print_message("%s\n", laws[i].name);
		assert_true(check_equal(laws[i].left, laws[i].right, i));
		assert_true(check_json(laws[i].left, i));
		assert_true(check_json(laws[i].right, i));
	}
}

/* The element at the sum of so many indices, of windows of windows: as many atoms
 * as the index is then the sum of. */
static void windows_of_windows_are_read_at_sums(void **state)
{
	enum { DEEP = 70 };
	Text text = { 0 };

	(void)state;
	text_put(&text, "{\"name\": \"p\", \"inputs\": ["
		 INPUT("xs", "[i32; 300]") ", " INPUT("is", "[i32; 100]")
		 "], \"body\": ");
	for (int i = 0; i <= DEEP; i++)
		text_put(&text, "[\"at\", ");
	for (int i = 0; i < DEEP; i++)
		text_put(&text, "[\"slide\", 2, 1, ");
	text_put(&text, "\"xs\"");
	for (int i = 0; i < DEEP; i++)
		text_put(&text, "]");
	for (int i = 0; i <= DEEP; i++)
		text_printf(&text, ", [\"&\", 1, [\"at\", \"is\", %d]]]", i);
	text_put(&text, "}");
	assert_true(check_equal(text_string(&text), DOCUMENT(
		INPUT("xs", "[i32; 300]") ", " INPUT("is", "[i32; 100]"),
		"[\"at\", \"xs\", [\"head\", [\"reduce\", \"+\", 0, [\"map\","
		" [\"fun\", [\"i\"], [\"&\", 1, \"i\"]], [\"take\", 71,"
		" \"is\"]]]]]"), 1));
	text_free(&text);
}

/* Each place once, and its formula. */
static void reorder_stride_is_its_formula(void **state)
{
	Ir *ir = ir_new();
	Program *p = check_read(ir, DOCUMENT(XS,
			"[\"reorderStride\", 4, \"xs\"]"));
	Array xs = array_of_port(&p->in_ports[0]), ys;
	Diags *diags = diags_new();

	(void)state;
	for (int64_t i = 0; i < 24; i++)
		array_set(&xs, i, (double)i);
	assert_true(eval_run(p, p->body, &xs, EVAL_DECLARED, &ys, diags));
	for (int64_t i = 0; i < 24; i++)
		assert_true(array_get(&ys, i)
			    == (double)(i / 6 + 4 * (i % 6)));
	array_free(&xs);
	array_free(&ys);
	diags_free(diags);
	ir_free(ir);
}

/* -- order and domains ----------------------------------------------------- */

static double sum_of(int64_t n, EvalDomain domain)
{
	Ir *ir = ir_new();
	Program *p = check_read(ir, DOCUMENT(INPUT("xs", "[f32; 100003]"),
			"[\"head\", [\"reduce\", \"+\", 0, \"xs\"]]"));
	Array xs = array_of_port(&p->in_ports[0]), sum;
	Diags *diags = diags_new();
	double value;

	for (int64_t i = 0; i < n; i++)
		array_set(&xs, i, i ? 0.25 : 0x1p24);
	assert_true(eval_run(p, p->body, &xs, domain, &sum, diags));
	assert_int_equal(sum.scalar,
			 domain == EVAL_F64 ? SCALAR_F64 : SCALAR_F32);
	value = array_get(&sum, 0);
	array_free(&xs);
	array_free(&sum);
	diags_free(diags);
	ir_free(ir);
	return value;
}

/* In f32 each 0.25 is lost on 2^24, in order; in any other order it is not. */
static void folds_go_from_the_left(void **state)
{
	(void)state;
	assert_true(sum_of(100003, EVAL_DECLARED) == 0x1p24);
	assert_true(sum_of(100003, EVAL_F64) == 0x1p24 + 100002 * 0.25);
}

/* -- programs -------------------------------------------------------------- */

static const char *const programs[] = {
	DOCUMENT(XS, "[\"reduceSeq\", [\"fun\", [[\"a\", \"b\"], \"x\"],"
	    " [\"tuple\", \"b\", [\"+\", \"a\", \"x\"]]],"
	    " [\"tuple\", 1, 2], \"xs\"]"),
	DOCUMENT(XS, "[\"reduceSeq\", [\"fun\", [[\"a\", \"b\"], \"x\"],"
	    " [\"let\", \"s\", [\"+\", \"a\", [\"*\", \"b\", \"x\"]],"
	    " [\"tuple\", \"s\", \"s\"]]], [\"tuple\", 1, 2], \"xs\"]"),
	DOCUMENT(XS, "[\"map\", [\"fun\", [\"x\"], [\"reduceSeq\", [\"fun\","
	    " [[\"a\", \"b\"], \"y\"], [\"tuple\", [\"-\", \"y\", 1],"
	    " \"a\"]], [\"tuple\", \"x\", \"x\"], \"xs\"]], \"xs\"]"),
	DOCUMENT(XS, "[\"map\", [\"fun\", [\"x\"], [\"head\", [\"reduceSeq\","
	    " [\"fun\", [\"v\", \"y\"], [\"map\", [\"fun\", [\"e\"], [\"+\","
	    " [\"*\", \"e\", \"x\"], [\"at\", \"v\", 2]]], \"v\"]],"
	    " [\"take\", 5, \"xs\"], \"xs\"]]], \"xs\"]"),
	DOCUMENT(XS, "[\"take\", 7, [\"join\", [\"map\", [\"fun\", [\"c\"],"
	    " [\"let\", \"m\", [\"head\", [\"reduce\", \"max\", -9, \"c\"]],"
	    " [\"map\", [\"fun\", [\"x\"], [\"/\", \"x\", \"m\"]], \"c\"]]],"
	    " [\"split\", 6, \"xs\"]]]]"),
	DOCUMENT(XS, "[\"map\", [\"fun\", [\"c\"], [\"let\", \"s\","
	    " [\"head\", [\"reduce\", \"+\", 0, \"c\"]], [\"transpose\","
	    " [\"map\", [\"fun\", [\"d\"], [\"map\", [\"fun\", [\"x\"],"
	    " [\"-\", \"x\", [\"+\", \"s\", [\"head\", [\"reduce\", \"min\","
	    " 9, \"d\"]]]]], \"d\"]], [\"split\", 3, \"c\"]]]]],"
	    " [\"split\", 12, \"xs\"]]"),
	DOCUMENT(INDEXED, "[\"map\", [\"fun\", [\"i\"], [\"if\", [\">=\","
	    " \"i\", 0], [\"if\", [\"<\", \"i\", 10], [\"at\", [\"take\", 10,"
	    " \"xs\"], \"i\"], -1], -2]], \"is\"]"),
	DOCUMENT(INDEXED, "[\"map\", [\"fun\", [\"i\"], [\"and\", [\">=\","
	    " \"i\", 0], [\"<\", \"i\", 10], [\">\", [\"at\", [\"take\", 10,"
	    " \"xs\"], \"i\"], 0]]], \"is\"]"),
	DOCUMENT(INDEXED, "[\"map\", [\"fun\", [\"i\"], [\"or\", [\"<\","
	    " \"i\", 0], [\">\", \"i\", 9], [\">\", [\"at\", [\"take\", 10,"
	    " \"xs\"], \"i\"], 0]]], \"is\"]"),
	DOCUMENT(INDEXED, "[\"let\", \"t\", [\"map\", [\"fun\", [\"i\"],"
	    " [\"at\", \"xs\", [\"%\", [\"+\", \"i\", 24], 24]]], \"is\"],"
	    " [\"map\", [\"fun\", [\"i\"], [\"if\", [\">\", \"i\", 3],"
	    " [\"at\", \"t\", \"i\"], [\"if\", [\"<\", \"i\", 0], 7,"
	    " [\"*\", 2, [\"at\", \"t\", \"i\"]]]]], \"is\"]]"),
	DOCUMENT(INDEXED, "[\"map\", [\"fun\", [\"i\"], [\"at\", \"xs\","
	    " \"i\", [\"f32\", \"i\"]]], \"is\"]"),
	DOCUMENT(XS, "[\"let\", \"a\", [\"split\", 4, [\"take\", 16, \"xs\"]],"
	    " \"mm\", [\"fun\", [\"p\", \"q\"], [\"map\", [\"fun\", [\"r\"],"
	    " [\"map\", [\"fun\", [\"c\"], [\"head\", [\"reduce\", \"+\", 0,"
	    " [\"map\", \"*\", [\"zip\", \"r\", \"c\"]]]]], [\"transpose\","
	    " \"q\"]]], \"p\"]], [\"mm\", [\"mm\", \"a\", \"a\"],"
	    " [\"mm\", \"a\", \"a\"]]]"),
	DOCUMENT(MATRIX, "[\"join\", [\"map\", [\"fun\", [\"row\"],"
	    " [\"lanes\", [\"head\", [\"reduceSeqUnroll\", \"+\","
	    " [\"fill\", 2, 0], [\"mapSeq\", [\"mapVec\", \"abs\"],"
	    " [\"splitVec\", 2, \"row\"]]]]]], \"a\"]]"),
	DOCUMENT(INPUT("a", "[(f32, [i32; 3]); 7]") ", " INPUT("s", "f32"),
	    "[\"map\", [\"fun\", [[\"x\", \"v\"]], [\"tuple\", [\"get\", 0,"
	    " [\"tuple\", [\"*\", \"s\", \"x\"], \"x\"]], [\"map\","
	    " [\"fun\", [\"e\"], [\"+\", \"e\", [\"i32\", \"x\"]]], \"v\"]]],"
	    " \"a\"]"),
	DOCUMENT(INPUT("a", "[f16; 33]"), "[\"reduce\", [\"fun\", [\"x\","
	    " \"y\"], [\"fma\", \"x\", 0.75, [\"/\", \"y\", 3]]], 0.1,"
	    " \"a\"]"),
	DOCUMENT(INPUT("a", "[u8; 33]") ", " INPUT("b", "[bool; 33]"),
	    "[\"tuple\", [\"reduce\", \"+\", 250, \"a\"], [\"map\", [\"fun\","
	    " [\"x\", \"c\"], [\"if\", \"c\", [\"-\", \"x\", 9], \"x\"]],"
	    " [\"zip\", \"a\", \"b\"]], [\"reduce\", \"or\", false, \"b\"]]"),
	/* a large array, whose places are fetched ahead */
	DOCUMENT(INDEXED, "[\"reduceByIndex\", \"+\", 0, 50000, \"is\","
	    " [\"map\", [\"fun\", [\"i\"], [\"+\", [\"f32\", \"i\"], 0.5]],"
	    " \"is\"]]"),
	DOCUMENT(INPUT("x", "f32"), "[\"bits\", \"u32\", [\"+\", \"x\","
	    " 0.1]]"),
};

static void programs_mean_what_they_say(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
		for (uint64_t seed = 1; seed <= 4; seed++)
			assert_true(check_json(programs[i], seed));
}

/* -- what is refused ------------------------------------------------------- */

static bool refuses(const char *json, int64_t bad, const char *text)
{
	Ir *ir = ir_new();
	Program *p = check_read(ir, json);
	Array inputs[2], out[4];
	Diags *diags = diags_new();
	Text found = { 0 };
	bool ok;

	for (int k = 0; k < 2; k++)
		inputs[k] = array_of_port(&p->in_ports[k]);
	if (bad)
		array_set(&inputs[1], 33, (double)bad);
	ok = eval_run(p, p->body, inputs, EVAL_DECLARED, out, diags);
	if (!ok) {
		assert_int_equal(diags->count, 1);
		assert_int_equal(diags->items[0].code, E0403);
		text_printf(&found, "%s; %s; %s; %s", diags->items[0].message,
			    diags->items[0].found, diags->items[0].expected,
			    diags->items[0].place.pointer);
		assert_non_null(strstr(text_string(&found), text));
	} else {
		for (int k = 0; k < type_leaves(p->body->type); k++)
			array_free(&out[k]);
	}
	for (int k = 0; k < 2; k++)
		array_free(&inputs[k]);
	text_free(&found);
	diags_free(diags);
	ir_free(ir);
	return !ok;
}

static void an_index_out_of_range_is_refused(void **state)
{
	static const char gather[] = DOCUMENT(INDEXED,
		"[\"map\", [\"fun\", [\"i\"], [\"at\", \"xs\", \"i\"]],"
		" \"is\"]");
	static const char guarded[] = DOCUMENT(INDEXED,
		"[\"map\", [\"fun\", [\"i\"], [\"if\", [\"<\", \"i\", 24],"
		" [\"if\", [\">=\", \"i\", 0], [\"at\", \"xs\", \"i\"], 0],"
		" 0]], \"is\"]");
	static const char wrong[] = DOCUMENT(INDEXED,
		"[\"map\", [\"fun\", [\"i\"], [\"if\", [\"<\", \"i\", 25],"
		" [\"at\", \"xs\", \"i\"], 0]], \"is\"]");
	static const char first[] = DOCUMENT(INDEXED,
		"[\"at\", \"xs\", [\"at\", \"is\", 33]]");

	(void)state;
	assert_false(refuses(gather, 0, ""));
	assert_false(refuses(gather, 23, ""));
	assert_true(refuses(gather, 24, "24"));
	assert_true(refuses(gather, -1, "index -1; 0 to 23; /body/1"));
	assert_true(refuses(first, 24, "length 24"));
	assert_false(refuses(guarded, 24, ""));
	assert_false(refuses(guarded, -1, ""));
	assert_false(refuses(wrong, 25, ""));
	assert_true(refuses(wrong, 24, "24"));
}

/* -- what it costs --------------------------------------------------------- */

static long peak_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

/* A sum of magnitudes needs no copy of its data. */
static void delayed_arrays_need_no_memory(void **state)
{
	enum { COUNT = 4 << 20 };
	Ir *ir = ir_new();
	Program *p = check_read(ir, DOCUMENT(INPUT("xs", "[f32; 4194304]"),
			"[\"reduce\", \"+\", 0, [\"map\", \"abs\", [\"map\","
			" \"neg\", \"xs\"]]]"));
	Array xs = array_of_port(&p->in_ports[0]), sum;
	Diags *diags = diags_new();
	long before;

	(void)state;
	for (int64_t i = 0; i < COUNT; i++)
		array_set(&xs, i, i & 1 ? 1 : -1);
	before = peak_kib();
	assert_true(eval_run(p, p->body, &xs, EVAL_F64, &sum, diags));
	assert_true(array_get(&sum, 0) == COUNT);
	assert_true(peak_kib() - before < COUNT * 4 / 1024 / 2);
	array_free(&xs);
	array_free(&sum);
	diags_free(diags);
	ir_free(ir);
}

/* Without sharing this would be 2^60 sums. */
static void what_is_used_twice_is_computed_once(void **state)
{
	Ir *ir = ir_new();
	Program *p = check_read(ir, DOCUMENT(XS, "\"xs\""));
	const Type *type = p->inputs[0].type, *f32 = type->element;
	const Expr *xs = expr_input(ir, 0, type), *x, *y, *sum, *body = xs;
	const Expr *var = expr_var(ir, 0, f32), *acc = expr_var(ir, 1, f32);
	const Type *two[] = { f32, f32 };

	(void)state;
	x = expr_op_of(ir, OP_MAX, (const Expr *[]){ acc, var });
	x = expr_lambda(ir, 2, two, x);
	for (int i = 0; i < 60; i++) {
		sum = expr_prim(ir, PRIM_REDUCE, 0, NULL, 3, (const Expr *[]){
			x, expr_float(ir, f32, 0), body });
		y = expr_prim(ir, PRIM_HEAD, 0, NULL, 1, &sum);
		y = expr_op_of(ir, OP_SUB, (const Expr *[]){ var, y });
		y = expr_lambda(ir, 1, &f32, y);
		body = expr_prim(ir, PRIM_MAP, 0, NULL, 2,
				 (const Expr *[]){ y, body });
	}
	assert_true(eval_cost(p, body) < 60 * 24 * 20);
	ir_free(ir);
}

#define SUM "[\"head\", [\"reduce\", \"+\", 0, "
#define PADDED "[\"pad\", 1, 1, %s, "

/* Sums of windows in one to three dimensions, and a convolution by channels. */
static const char *const padded[] = {
	DOCUMENT(INPUT("x", "[f32; 64]"), "[\"map\", [\"fun\", [\"w\"], " SUM
		 "\"w\"]]], [\"slide\", 3, 1, " PADDED "\"x\"]]]"),
	DOCUMENT(INPUT("x", "[[f32; 64]; 64]"), "[\"map\", [\"map\", [\"fun\","
		 " [\"w\"], " SUM "[\"join\", \"w\"]]]]], [\"map\","
		 " \"transpose\", [\"slide\", 3, 1, [\"map\", [\"slide\", 3, 1],"
		 " " PADDED "[\"map\", " PADDED "\"@\"], \"x\"]]]]]]"),
	DOCUMENT(INPUT("x", "[[[f32; 16]; 16]; 16]"), "[\"map\", [\"map\","
		 " [\"map\", [\"fun\", [\"w\"], " SUM "\"w\"]]]]],"
		 " [\"map\", [\"map\", [\"slide\", 3, 1]], " PADDED "[\"map\", "
		 PADDED "\"@\"], [\"map\", [\"map\", " PADDED "\"@\"]],"
		 " \"x\"]]]]]"),
	DOCUMENT(INPUT("x", "[[[f32; 16]; 14]; 14]") ", "
		 INPUT("k", "[[[[f32; 16]; 3]; 3]; 8]"), "[\"map\", [\"map\","
		 " [\"fun\", [\"w\"], [\"map\", [\"fun\", [\"f\"], " SUM
		 "[\"map\", \"*\", [\"zip\", [\"join\", [\"join\", \"w\"]],"
		 " [\"join\", [\"join\", \"f\"]]]]]]], \"k\"]]], [\"map\","
		 " \"transpose\", [\"slide\", 3, 1, [\"map\", [\"slide\", 3, 1],"
		 " " PADDED "[\"map\", " PADDED "\"@\"], \"x\"]]]]]]"),
};

/* That document with so much around an array; "@" ends a function that is
 * applied to less. */
static double padded_cost(const char *document, const char *mode)
{
	Ir *ir = ir_new();
	Text text = { 0 };
	Program *p;
	double cost;

	for (const char *c = document; *c; c++)
		if (!strncmp(c, "%s", 2)) {
			text_put(&text, mode);
			c++;
		} else if (!strncmp(c, ", \"@\"", 5)) {
			c += 4;
		} else {
			text_char(&text, *c);
		}
	p = check_read(ir, text_string(&text));
	cost = eval_cost(p, p->body);
	text_free(&text);
	ir_free(ir);
	return cost;
}

static void a_constant_around_costs_little_more_than_the_edge(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof padded / sizeof *padded; i++) {
		double edge = padded_cost(padded[i], "\"clamp\""),
		       constant = padded_cost(padded[i], "[\"const\", 0]");

		assert_true(constant < 3 * edge);
	}
}

/* From 700 on every index is too large. */
static void the_first_of_all_failures_is_told(void **state)
{
	Ir *ir = ir_new();
	Program *p = check_read(ir, DOCUMENT("", "[\"map\", [\"fun\","
			" [\"i\"], [\"at\", [\"generate\", 100,"
			" \"id\"], [\"if\","
			" [\"<\", \"i\", 700], 0, \"i\"]]],"
			" [\"generate\", 1000, \"id\"]]"));

	(void)state;
	for (int threads = 1; threads < 9; threads++) {
		const EvalWay way = { .width = 3, .threads = threads };
		Diags *diags = diags_new();
		Array out;

		assert_false(eval_run_as(&way, p, p->body, NULL,
					 EVAL_DECLARED, &out, diags));
		assert_int_equal(diags->count, 1);
		assert_string_equal(diags->items[0].found, "the index 700");
		diags_free(diags);
	}
	ir_free(ir);
}

#define LONG INPUT("xs", "[f32; 9000]")

/* A first part is what the whole begins with, and then nothing: as much of it in
 * all domains. */
static void a_first_part_is_of_the_whole(void **state)
{
	static const struct {
		const char *text;
		bool has;
	} rows[] = {
		{ DOCUMENT(LONG, "[\"map\", \"exp\", \"xs\"]"), true },
		{ DOCUMENT(LONG, "[\"map\", [\"fun\", [\"x\"], [\"head\","
		  " [\"reduce\", \"+\", 0, [\"map\", [\"fun\", [\"y\"],"
		  " [\"*\", \"x\", \"y\"]], [\"take\", 9, \"xs\"]]]]],"
		  " \"xs\"]"), true },
		{ DOCUMENT(LONG, "[\"reduce\", \"+\", 0, \"xs\"]"), false },
		{ DOCUMENT(LONG, "[\"scan\", \"+\", 0, \"xs\"]"), false },
	};

	(void)state;
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		const EvalWay first = { .first = true };
		Ir *ir = ir_new();
		Program *p = check_read(ir, rows[r].text);
		Diags *diags = diags_new();
		Array input = testdata_draw(&p->in_ports[0], 1,
					    TESTDATA_RANDOM), all, some, same;
		int64_t n = 0;

		assert_int_equal(eval_has_first(p, p->body), rows[r].has);
		eval_run(p, p->body, &input, EVAL_F64, &all, diags);
		eval_run_as(&first, p, p->body, &input, EVAL_F64, &some, diags);
		eval_run_as(&first, p, p->body, &input, EVAL_DECLARED, &same,
			    diags);
		while (rows[r].has && n < all.elements
		       && array_get(&some, n) == array_get(&all, n)) {
			assert_true(array_get(&same, n) != 0);
			n++;
		}
		assert_true(!rows[r].has || (n > 0 && n < all.elements / 4));
		for (int64_t i = n; rows[r].has && i < all.elements; i++)
			assert_true(array_get(&some, i) == 0
				    && array_get(&same, i) == 0);
		array_free(&all);
		array_free(&some);
		array_free(&same);
		array_free(&input);
		diags_free(diags);
		ir_free(ir);
	}
}

static void *stop_soon(void *stop)
{
	atomic_store((atomic_bool *)stop, true);
	return NULL;
}

/* This sum would take hours. */
static void another_thread_can_end_it(void **state)
{
	Ir *ir = ir_new();
	Program *p = check_read(ir, DOCUMENT("", "[\"reduce\", \"+\","
			" [\"i64\", 0],"
			" [\"generate\", 1099511627776, \"id\"]]"));
	Diags *diags = diags_new();
	atomic_bool stop = false;
	const EvalWay way = { .stop = &stop };
	pthread_t other;
	Array sum;

	(void)state;
	assert_int_equal(pthread_create(&other, NULL, stop_soon, &stop), 0);
	assert_false(eval_run_as(&way, p, p->body, NULL, EVAL_DECLARED, &sum,
				 diags));
	pthread_join(other, NULL);
	assert_int_equal(diags->count, 0);
	diags_free(diags);
	ir_free(ir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(laws_hold),
		cmocka_unit_test(windows_of_windows_are_read_at_sums),
		cmocka_unit_test(reorder_stride_is_its_formula),
		cmocka_unit_test(folds_go_from_the_left),
		cmocka_unit_test(programs_mean_what_they_say),
		cmocka_unit_test(an_index_out_of_range_is_refused),
		cmocka_unit_test(delayed_arrays_need_no_memory),
		cmocka_unit_test(what_is_used_twice_is_computed_once),
		cmocka_unit_test(
			a_constant_around_costs_little_more_than_the_edge),
		cmocka_unit_test(the_first_of_all_failures_is_told),
		cmocka_unit_test(a_first_part_is_of_the_whole),
		cmocka_unit_test(another_thread_can_end_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Programs whose space of derivations is tested: what they are is in doc. */
#ifndef TESTS_SEARCH_DERIVE_PROGRAMS_H
#define TESTS_SEARCH_DERIVE_PROGRAMS_H

/* One size variable N for arrays, M and K for matrices. */
typedef struct DeriveProgram {
	const char *name, *text;
	int rank; /* 1: any N; 2: small sizes */
} DeriveProgram;

#define V(name, type) "{\"name\":\"" name "\",\"type\":\"" type "\"}"
#define FUN(p, body) "[\"fun\",[" p "]," body "]"
#define DOC1(name, inputs, rest) "{\"name\":\"" name "\"," \
	"\"sizes\":{\"N\":64},\"inputs\":[" inputs "]," rest "}"
#define DOC2(name, inputs, rest) "{\"name\":\"" name "\"," \
	"\"sizes\":{\"M\":16,\"K\":16},\"inputs\":[" inputs "]," rest "}"
#define BODY(body) "\"body\":" body

#define X V("x", "[f32; N]")
#define XY X "," V("y", "[f32; N]")
#define A V("a", "[[f32; K]; M]")
#define PAIRS V("a", "[[[f32; K]; 2]; M]")
#define AT V("b", "[[f32; M]; K]")
#define SUM(e) "[\"head\",[\"reduce\",\"+\",0," e "]]"
#define DOT(u, v) SUM("[\"map\",\"*\",[\"zip\"," u "," v "]]")

static const DeriveProgram derive_programs[] = {
	{ "asum", DOC1("asum", X, BODY(SUM("[\"map\",\"abs\",\"x\"]"))), 1 },
	{ "asum_array", DOC1("asum_array", X,
		BODY("[\"reduce\",\"+\",0,[\"map\",\"abs\",\"x\"]]")), 1 },
	{ "scal", DOC1("scal", X "," V("s", "f32"), BODY(
		"[\"map\"," FUN("\"e\"", "[\"*\",\"s\",\"e\"]") ",\"x\"]")),
		1 },
	{ "dot", DOC1("dot", XY, BODY(DOT("\"x\"", "\"y\""))), 1 },
	{ "saxpy", DOC1("saxpy", XY "," V("s", "f32"), BODY(
		"[\"map\",\"+\",[\"zip\",[\"map\"," FUN("\"e\"",
		"[\"*\",\"s\",\"e\"]") ",\"x\"],\"y\"]]")), 1 },
	{ "norm", DOC1("norm", X, BODY("[\"sqrt\","
		DOT("\"x\"", "\"x\"") "]")), 1 },
	{ "two_outputs", DOC1("two_outputs", XY, BODY("[\"tuple\","
		SUM("\"x\"") ",[\"map\",\"neg\",\"y\"]]")), 1 },
	{ "three_reductions", DOC1("three_reductions", X, BODY("[\"tuple\","
		SUM("\"x\"") ",[\"head\",[\"reduce\",\"max\",-100,\"x\"]],"
		"[\"head\",[\"reduce\",\"min\",\"inf\",\"x\"]]]")), 1 },
	{ "argmin", DOC1("argmin", V("x", "[(f32, i64); N]"),
		"\"operators\":{\"least\":{\"fun\":" FUN("[\"a\",\"i\"],"
		"[\"b\",\"j\"]", "[\"if\",[\"or\",[\"<\",\"a\",\"b\"],"
		"[\"and\",[\"==\",\"a\",\"b\"],[\"<\",\"i\",\"j\"]]],"
		"[\"tuple\",\"a\",\"i\"],[\"tuple\",\"b\",\"j\"]]")
		",\"assoc\":true,\"comm\":true,\"neutral\":[\"tuple\","
		"\"inf\",[\"i64\",\"0x7fffffffffffffff\"]]}},"
		BODY("[\"head\",[\"reduce\",\"least\",[\"tuple\",\"inf\","
		"[\"i64\",\"0x7fffffffffffffff\"]],\"x\"]]")), 1 },
	{ "int_sum", DOC1("int_sum", V("x", "[u32; N]"),
		BODY(SUM("\"x\""))), 1 },
	{ "byte_sum", DOC1("byte_sum", V("x", "[u8; N]"), BODY(
		SUM("[\"map\"," FUN("\"e\"", "[\"i32\",\"e\"]")
		",\"x\"]"))), 1 },
	{ "double_dot", DOC1("double_dot", V("x", "[f64; N]") ","
		V("y", "[f64; N]"), BODY(DOT("\"x\"", "\"y\""))), 1 },
	{ "tuples", DOC1("tuples", V("x", "[(f32, i32); N]"), BODY(
		"[\"map\"," FUN("[\"a\",\"b\"]", "[\"tuple\",[\"*\",2,\"a\"],"
		"[\"+\",\"b\",1]]") ",\"x\"]")), 1 },
	{ "backwards", DOC1("backwards", X, BODY("[\"head\",[\"reduce\","
		FUN("\"a\",\"b\"", "[\"-\",\"b\",\"a\"]") ",0,\"x\"]]")), 1 },
	{ "polynomial", DOC1("polynomial", X, BODY("[\"map\"," FUN("\"e\"",
		"[\"+\",1,[\"*\",\"e\",[\"+\",2,[\"*\",\"e\",3]]]]")
		",\"x\"]")), 1 },
	{ "centred", DOC1("centred", X, BODY("[\"let\",\"s\","
		SUM("\"x\"") ",[\"map\"," FUN("\"e\"", "[\"-\",\"e\",\"s\"]")
		",\"x\"]]")), 1 },
	{ "centred_inside", DOC1("centred_inside", X, BODY("[\"map\","
		FUN("\"e\"", "[\"-\",\"e\"," SUM("\"x\"") "]")
		",\"x\"]")), 1 },
	{ "shared", DOC1("shared", X, BODY("[\"let\",\"v\",[\"map\",\"abs\","
		"\"x\"],[\"tuple\"," SUM("\"v\"") ",[\"map\",\"neg\","
		"\"v\"]]]")), 1 },
	{ "copied", DOC1("copied", X, BODY("\"x\"")), 1 },
	{ "swapped", DOC1("swapped", XY, BODY(
		"[\"zip\",\"y\",\"x\"]")), 1 },
	{ "pieces", DOC1("pieces", XY, BODY("[\"map\",\"neg\","
		"[\"concat\",\"x\",\"y\"]]")), 1 },
	{ "lowered", DOC1("lowered", X, BODY("[\"head\",[\"reduceSeq\","
		"\"+\",0,[\"toGlobal\",[\"mapGlobal\",\"abs\","
		"\"x\"]]]]")), 1 },
	{ "mixed", DOC1("mixed", X, BODY("[\"mapGlobal\"," FUN("\"e\"",
		"[\"+\",\"e\"," SUM("[\"map\"," FUN("\"d\"",
		"[\"*\",\"d\",\"e\"]") ",[\"take\",1,\"x\"]]") "]")
		",\"x\"]")), 1 },
	{ "gemv", DOC2("gemv", A "," V("x", "[f32; K]") ","
		V("y", "[f32; M]") "," V("s", "f32"), BODY("[\"map\",\"+\","
		"[\"zip\",[\"join\",[\"map\"," FUN("\"r\"", "[\"map\","
		FUN("\"e\"", "[\"*\",\"s\",\"e\"]") ",[\"reduce\",\"+\",0,"
		"[\"map\",\"*\",[\"zip\",\"r\",\"x\"]]]]") ",\"a\"]],"
		"\"y\"]]")), 2 },
	{ "row_sums", DOC2("row_sums", A, BODY("[\"map\"," FUN("\"r\"",
		SUM("\"r\"")) ",\"a\"]")), 2 },
	{ "column_sums", DOC2("column_sums", A, BODY("[\"map\","
		FUN("\"r\"", SUM("\"r\"")) ",[\"transpose\",\"a\"]]")), 2 },
	{ "array_sums", DOC2("array_sums", A, BODY("[\"head\",[\"reduce\","
		FUN("\"u\",\"v\"", "[\"map\",\"+\",[\"zip\",\"u\",\"v\"]]")
		",[\"fill\",\"K\",0],\"a\"]]")), 2 },
	{ "all_sum", DOC2("all_sum", A, BODY(SUM("[\"join\",\"a\"]"))), 2 },
	{ "sum_of_sums", DOC2("sum_of_sums", A, BODY(SUM("[\"map\","
		FUN("\"r\"", "[\"abs\"," SUM("\"r\"") "]") ",\"a\"]"))), 2 },
	{ "matrix_map", DOC2("matrix_map", A, BODY("[\"map\","
		FUN("\"r\"", "[\"map\",\"abs\",\"r\"]") ",\"a\"]")), 2 },
	{ "transposed", DOC2("transposed", A, BODY(
		"[\"transpose\",\"a\"]")), 2 },
	{ "column_variances", DOC2("column_variances", A, BODY("[\"map\","
		FUN("\"c\"", "[\"let\",\"m\",[\"*\"," SUM("\"c\"") ",0.25],"
		SUM("[\"map\"," FUN("\"v\"", "[\"let\",\"d\","
			"[\"-\",\"v\",\"m\"],[\"*\",\"d\",\"d\"]]")
			",\"c\"]") "]") ",[\"transpose\",\"a\"]]")), 2 },
	{ "column_windows", DOC2("column_windows", A, BODY("[\"transpose\","
		"[\"map\"," FUN("\"c\"", "[\"map\"," FUN("\"w\"", SUM("\"w\""))
			",[\"slide\",3,1,[\"pad\",1,1,\"clamp\",\"c\"]]]")
			",[\"transpose\",\"a\"]]]")), 2 },
	{ "permuted", DOC2("permuted", PAIRS, BODY(
		"[\"transpose\",[\"map\",\"transpose\",\"a\"]]")), 2 },
	{ "matmul", DOC2("matmul", A "," AT, BODY("[\"map\"," FUN("\"r\"",
		"[\"map\"," FUN("\"c\"", DOT("\"r\"", "\"c\""))
		",[\"transpose\",\"b\"]]") ",\"a\"]")), 2 },
	{ "matmul_transposed", DOC2("matmul_transposed", A, BODY("[\"map\","
		FUN("\"r\"", "[\"map\"," FUN("\"c\"",
		DOT("\"r\"", "\"c\"")) ",\"a\"]") ",\"a\"]")), 2 },
	{ "chain", DOC2("chain", A "," AT, BODY("[\"let\",\"p\",[\"map\","
		FUN("\"r\"", "[\"map\"," FUN("\"c\"", DOT("\"r\"", "\"c\""))
		",[\"transpose\",\"b\"]]") ",\"a\"],[\"map\"," FUN("\"r\"",
		"[\"map\"," FUN("\"c\"", DOT("\"r\"", "\"c\""))
		",[\"transpose\",\"p\"]]") ",\"p\"]]")), 2 },
	{ "outer", DOC2("outer", V("x", "[f32; M]") "," V("y", "[f32; K]"),
		BODY("[\"map\"," FUN("\"u\"", "[\"map\"," FUN("\"v\"",
		"[\"*\",\"u\",\"v\"]") ",\"y\"]") ",\"x\"]")), 2 },
	{ "row_centred", DOC2("row_centred", A, BODY("[\"map\","
		FUN("\"r\"", "[\"map\"," FUN("\"e\"", "[\"-\",\"e\","
		SUM("\"r\"") "]") ",\"r\"]") ",\"a\"]")), 2 },
	{ "batched", DOC2("batched", V("a", "[[[f32; K]; M]; 3]") ","
		V("b", "[[[f32; M]; K]; 3]"), BODY("[\"map\","
		FUN("\"u\",\"v\"", "[\"map\"," FUN("\"r\"", "[\"map\","
		FUN("\"c\"", DOT("\"r\"", "\"c\""))
		",[\"transpose\",\"v\"]]") ",\"u\"]")
		",[\"zip\",\"a\",\"b\"]]")), 2 },
	{ "gemm", DOC2("gemm", A "," AT "," V("c", "[[f32; M]; M]") ","
		V("s", "f32"), BODY("[\"map\"," FUN("\"r\",\"d\"",
		"[\"map\"," FUN("\"u\",\"e\"", "[\"+\",[\"*\",\"s\","
		DOT("\"r\"", "\"u\"") "],\"e\"]") ",[\"zip\","
		"[\"transpose\",\"b\"],\"d\"]]")
		",[\"zip\",\"a\",\"c\"]]")), 2 },
	{ "column_means", DOC2("column_means", A, BODY("[\"map\","
		FUN("\"u\"", "[\"map\"," FUN("\"e\"",
		"[\"-\",\"e\",[\"head\",\"u\"]]") ",\"u\"]")
		",[\"transpose\",[\"map\"," FUN("\"r\"", "[\"map\","
		FUN("\"e\"", "[\"*\",\"e\"," SUM("\"r\"") "]")
		",\"r\"]") ",\"a\"]]]")), 2 },
	{ "flattened", DOC2("flattened", A, BODY("[\"join\",[\"map\","
		FUN("\"r\"", "[\"map\",\"abs\",\"r\"]") ",\"a\"]]")), 2 },
};

enum { DERIVE_PROGRAMS = sizeof derive_programs / sizeof derive_programs[0] };

#undef V
#undef X
#undef XY
#undef A
#undef AT

#endif

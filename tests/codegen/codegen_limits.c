/* What kernels compute at the limits of types is what the evaluator computes in
 * declared types, bit for bit (any two NaNs are the same), in one lane and in
 * vectors. Without a device the test is skipped.
 *
 * Where the generator narrows, drops a saturation, uses arithmetic of fewer
 * bits or folds an index, and which programs here are of that place:
 *
 *   code.c        code_narrow, casts of promoted values       numbers, pairs
 *   code.c        convert: with and without saturation        conversions
 *   bounds.c      gen_fits, gen_to_int: floats within a type  conversions
 *   code_op.c     rings, shift counts, safe divisors          numbers, pairs
 *   source_head.c div_@, rem_@, abs_@, popcount_@             numbers, pairs
 *   code_small.c  code_small, code_unwidened: 16 bits         narrowed
 *   pass_ints.c   integers of 64 bits in 32                   sums, ints
 *   index.c       functions, comparisons, conversions         indices
 *   index.c       index_within: lanes kept inside             elements
 *   affine_fold.c quotients, rests, cuts                      indices, elements
 *   view_load.c   data as an index, of the type it has        elements
 *
 * Indices of 32 or 64 bits, by what they count (affine_is_wide in affine.c,
 * kernel.c, launch.c, parallel.c, gen.c, pass_bases.c, pass_lines.c), take arrays
 * and launches of more than 2^31 to tell apart, too large for a run:
 * tests/prover/unit_prove_overflow has them proved and refuted,
 * tests/prover/brute.c sees where 32 bits do not hold a value. f16 is not among
 * the types: a device that has it is not at hand.
 *
 * LIFT_TUNE_LONG runs all widths of vectors, else one of each kind of number.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limits_checks.h"

enum { SKIPPED = 77 };

static const Scalar ints[] = { SCALAR_I8, SCALAR_U8, SCALAR_I16, SCALAR_U16,
			       SCALAR_I32, SCALAR_U32, SCALAR_I64,
			       SCALAR_U64 };
static const Scalar sources[] = { SCALAR_I8, SCALAR_U8, SCALAR_I16,
				  SCALAR_U16, SCALAR_I32, SCALAR_U32,
				  SCALAR_I64, SCALAR_U64, SCALAR_F32,
				  SCALAR_F64, SCALAR_BOOL };

/* -- two numbers ----------------------------------------------------------- */

static const char *const binary[] = {
	"+", "-", "*", "/", "%", "min", "max", "&", "|", "^", "<<", ">>",
	"<", "<=", "==",
};

static void pairs(Limits *limits, Scalar scalar, int width)
{
	Numbers n[2];
	Document d;

	limits_pairs(scalar, &n[0], &n[1]);
	d = document_of("pairs", scalar, width, 2, n[0].count);
	for (int i = 0; i < COUNT(binary); i++)
		document_put(&d, "[\"%s\", \"a\", \"b\"]", binary[i]);
	document_run(limits, &d, n);
	limits_free(&n[0]);
	limits_free(&n[1]);
}

/* -- a number and literals ------------------------------------------------- */

static const char *const unary[] = { "neg", "abs", "sign", "~", "popcount",
				     "clz" };
static void numbers(Limits *limits, Scalar scalar, int width)
{
	Numbers n = limits_all(scalar);
	Document d = document_of("numbers", scalar, width, 1, n.count);

	for (int i = 0; i < COUNT(unary); i++)
		document_put(&d, "[\"%s\", \"a\"]", unary[i]);
	document_literals(&d, scalar, "\"a\"");
	document_run(limits, &d, &n);
	limits_free(&n);
}

/* -- conversions ----------------------------------------------------------- */

/* To every type, and back from it to some. */
static void put_conversions(Document *d)
{
	static const Scalar ends[] = { SCALAR_I8, SCALAR_U16, SCALAR_I32,
				       SCALAR_U64 };
	static const Scalar over[] = { SCALAR_I8, SCALAR_U8, SCALAR_I16,
				       SCALAR_U16, SCALAR_I32, SCALAR_U32 };

	for (int i = 0; i < COUNT(sources); i++)
		document_put(d, "[\"%s\", \"a\"]", scalar_name(sources[i]));
	for (int i = 0; i < COUNT(over); i++)
		for (int k = 0; k < COUNT(ends); k++)
			document_put(d, "[\"%s\", [\"%s\", \"a\"]]",
				     scalar_name(ends[k]),
				     scalar_name(over[i]));
}

/* To integers from floats, within bounds or without; what are no floats yet
 * become one. */
static void put_floats(Document *d, Scalar from)
{
	for (Scalar f = SCALAR_F32; f <= SCALAR_F64; f++)
		for (int i = 0; i < COUNT(ints); i++) {
			const char *to = scalar_name(ints[i]);
			double low = (double)limits_least(ints[i]);
			double high = ints[i] == SCALAR_U64 ? 0x1p64
				: (double)limits_greatest(ints[i]);

			if (scalar_is_float(from) && f != from)
				continue;
			document_put(d, "[\"%s\", [\"%s\", \"a\"]]", to,
				     scalar_name(f));
			document_put(d, "[\"%s\", [\"min\", %.1f, "
				     "[\"%s\", \"a\"]]]", to, high,
				     scalar_name(f));
			document_put(d, "[\"%s\", [\"max\", %.1f, [\"min\", "
			    "[\"%s\", \"a\"], %.1f]]]", to, low,
				     scalar_name(f), high);
		}
}

static void conversions(Limits *limits, Scalar from, int width)
{
	Numbers n = limits_all(from);
	Document d = document_of("conversions", from, width, 1, n.count);

	put_conversions(&d);
	document_run(limits, &d, &n);
	d = document_of("floats", from, width, 1, n.count);
	put_floats(&d, from);
	document_run(limits, &d, &n);
	limits_free(&n);
}

/* -- widened, and computed in 16 bits -------------------------------------- */

static void put_narrowed(Document *d, const char *wide)
{
	static const char *const ops[] = { "+", "-", "*", "min", "max" };
	static const int factors[] = { -1, 127, 128, 129, 256, 257, 258,
				       32768 };

	for (int i = 0; i < COUNT(ops); i++) {
		document_put(d, "[\"%s\", \"x\", \"y\"]", ops[i]);
		document_put(d, "[\"u8\", [\"%s\", \"x\", \"y\"]]", ops[i]);
		document_put(d, "[\"u16\", [\"/\", [\"%s\", \"x\", \"y\"], 2]]",
		    ops[i]);
		document_put(d, "[\"i8\", [\">>\", [\"%s\", \"x\", \"y\"], 3]]",
		    ops[i]);
	}
	document_put(d, "[\"neg\", \"x\"]\n[\"abs\", \"x\"]\n"
		     "[\"abs\", [\"-\", \"x\", \"y\"]]\n"
		     "[\"neg\", [\"*\", \"x\", \"x\"]]");
	for (int i = *wide == 'u'; i < COUNT(factors); i++) {
		document_put(d, "[\"*\", [\"max\", \"x\", \"y\"], %d]",
		    factors[i]);
		document_put(d, "[\">>\", [\"*\", \"x\", %d], 8]", factors[i]);
		document_put(d, "[\"+\", \"x\", %d]", factors[i]);
		document_put(d, "[\"-\", %d, \"x\"]", factors[i]);
	}
}

static void narrowed(Limits *limits, Scalar from, int width)
{
	static const char *const wides[] = { "i32", "u32" };
	Numbers n[2];

	limits_pairs(from, &n[0], &n[1]);
	for (int w = 0; w < COUNT(wides); w++) {
		Document d = document_of("narrowed", from, width, 2,
					 n[0].count);

		snprintf(d.let, sizeof d.let, "[\"let\", \"x\", [\"%s\", "
			 "\"a\"], \"y\", [\"%s\", \"b\"], ", wides[w],
			 wides[w]);
		put_narrowed(&d, wides[w]);
		document_run(limits, &d, n);
	}
	limits_free(&n[0]);
	limits_free(&n[1]);
}

/* -------------------------------------------------------------------------- */

/* One lane and one width of vectors for each type, or all widths. */
typedef void Check(Limits *limits, Scalar scalar, int width);

static void each(Limits *limits, Check *check, const Scalar *scalars,
		 int count)
{
	static const int widths[] = { 8, 4, 16, 2 };

	for (int i = 0; i < count; i++) {
		check(limits, scalars[i], 1);
		for (int w = 0; w < COUNT(widths); w++)
			if (w == i % COUNT(widths) || getenv("LIFT_TUNE_LONG"))
				check(limits, scalars[i], widths[w]);
	}
}

static const struct Group {
	const char *name;
	Check *check;
	const Scalar *scalars;
	int count;
} groups[] = {
	{ "pairs", pairs, ints, COUNT(ints) },
	{ "numbers", numbers, ints, COUNT(ints) },
	{ "conversions", conversions, sources, COUNT(sources) },
	{ "narrowed", narrowed, ints, 4 },
	{ "indices", limits_indices, ints, COUNT(ints) },
	{ "elements", limits_elements, ints, COUNT(ints) },
};

int main(int argc, char **argv)
{
	Limits limits = { 0 };

	if (!codegen_host_open(&limits.host)) {
		printf("no OpenCL device: skipped\n");
		return SKIPPED;
	}
	limits.diags = diags_new();
	for (int i = 0; i < COUNT(groups); i++)
		if (argc < 2 || !strcmp(argv[1], groups[i].name))
			each(&limits, groups[i].check, groups[i].scalars,
			     groups[i].count);
	if (argc < 2 || !strcmp(argv[1], "sums"))
		limits_sums(&limits);
	if (argc < 2 || !strcmp(argv[1], "ints"))
		limits_ints(&limits, getenv("LIFT_TUNE_LONG") != NULL);
	printf("%d programs, %d failed\n", limits.programs, limits.failed);
	diags_free(limits.diags);
	codegen_host_close(&limits.host);
	return limits.failed != 0;
}

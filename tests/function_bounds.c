/* Our own functions and conversions of vectors on a real device: at all
 * widths, and at one without contraction, too, each result is within the bound
 * that OpenCL's full profile gives of what C's long double function gives, and
 * special values (zeros with their signs, infinities, NaN) are as C's. Some
 * vectors mix all kinds of numbers, which may send them to the device's
 * function; others do not.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "codegen_host.h"
#include "codegen_opencl/codegen.h"
#include "codegen_opencl/functions.h"

enum { SKIPPED = 77, COUNT = 2 << 17, GROUP = 64, KINDS = 8,
       REPORTED = 5 };

/* What numbers are of. */
typedef struct Format {
	const char *type, *opencl;
	bool wide;
	int digits, least, beyond; /* of fractions; exponents: of the least
				    * normal number, of overflow */
} Format;

static const Format formats[] = {
	{ "f32", "float", false, 23, -126, 128 },
	{ "f64", "double", true, 52, -1022, 1024 },
};

static long double rsqrtl(long double x)
{
	return 1 / sqrtl(x);
}

/* glibc's powl(-inf, -2^63) is infinite. */
static long double power(long double x, long double y)
{
	return pow((double)x, (double)y);
}

static long double half(long double x)
{
	return power(x, 0.5);
}

static long double third(long double x)
{
	return power(x, 3);
}

static long double two_and_half(long double x)
{
	return power(x, 2.5);
}

static long double less_one_and_half(long double x)
{
	return power(x, -1.5);
}

static long double less_eight(long double x)
{
	return power(x, -8);
}

/* Cut off at both ends; not -0. */
static long double whole(long double x, long double least, long double most)
{
	x = isnan(x) ? 0 : truncl(x);
	return (x < least ? least : x > most ? most : x) + 0.0L;
}

static long double to_i8(long double x)
{
	return whole(x, INT8_MIN, INT8_MAX);
}

static long double to_u16(long double x)
{
	return whole(x, 0, UINT16_MAX);
}

static long double to_i32(long double x)
{
	return whole(x, INT32_MIN, INT32_MAX);
}

typedef struct Row {
	const char *name;
	long double (*one)(long double x);
	long double (*two)(long double x, long double y);
	double ulps;
	const char *by; /* a literal in place of the second argument; NULL */
	bool converts;  /* no function of that name */
} Row;

static const Row all[] = {
	{ "rsqrt", rsqrtl, NULL, 2 }, { "erf", erfl, NULL, 16 },
	{ "tanh", tanhl, NULL, 5 },   { "exp", expl, NULL, 3 },
	{ "sinh", sinhl, NULL, 4 },   { "cosh", coshl, NULL, 4 },
	{ "log", logl, NULL, 3 },     { "log2", log2l, NULL, 3 },
	{ "log10", log10l, NULL, 3 }, { "cbrt", cbrtl, NULL, 2 },
	{ "log1p", log1pl, NULL, 2 }, { "sin", sinl, NULL, 4 },
	{ "expm1", expm1l, NULL, 3 }, { "cos", cosl, NULL, 4 },
	{ "tan", tanl, NULL, 5 },     { "asin", asinl, NULL, 4 },
	{ "acos", acosl, NULL, 4 },   { "atan", atanl, NULL, 5 },
	{ "atan2", NULL, atan2l, 6 }, { "pow", NULL, power, 16 },
	{ "hypot", NULL, hypotl, 4 }, { "exp2", exp2l, NULL, 3 },
	{ "floor", floorl, NULL, 0 }, { "ceil", ceill, NULL, 0 },
	{ "trunc", truncl, NULL, 0 }, { "round", roundl, NULL, 0 },
	{ "pow", half, NULL, 16, "0.5" },
	{ "pow", third, NULL, 16, "3" },
	{ "pow", two_and_half, NULL, 16, "2.5" },
	{ "pow", less_one_and_half, NULL, 16, "-1.5" },
	{ "pow", less_eight, NULL, 16, "-8" },
	{ "i8", to_i8, .converts = true },
	{ "u16", to_u16, .converts = true },
	{ "i32", to_i32, .converts = true },
};

enum { ROWS = sizeof all / sizeof *all };

/* Those that are ours in a format. */
static int rows_of(const Format *format, const Row *rows[ROWS])
{
	int count = 0;

	for (int r = 0; r < ROWS; r++)
		if (all[r].converts
		    || function_name(all[r].name, format->wide))
			rows[count++] = &all[r];
	return count;
}

/* -- inputs ---------------------------------------------------------------- */

/* Of both formats: array_set rounds. */
static const double special[] = {
	0, 0x1p-1074, 0x1.fffffffffffffp-1023, 0x1p-1022, 0x1p-600, 0x1p-149,
	0x1.fffffcp-127, 0x1p-126, 0x1p-64, 0x1p-63, 0x1p-54, 0x1p-27, 0x1p-24,
	0x1.fffffep-2, 0x1.fffffffffffffp-2, 0.5, 0x1.6a09e667f3bccp-1,
	0x1.6a09e667f3bcdp-1, 0x1.fffffep-1, 0x1.fffffffffffffp-1, 1,
	0x1.0000000000001p0, 0x1.000002p0, 0x1.6a09e667f3bcdp0,
	0x1.921fb54442d18p0, 2, 3, 0x1.921fb54442d18p1, 20, 87, 0x1.62e43p6,
	149, 707.9999, 708, 709.7, 709.8, 745.1, 745.2, 12000, 0x1.770002p13,
	99999, 100000, 0x1.86a0000000001p16, 8388609, 0x1p24, 1e10, 0x1p52,
	0x1p53, 0x1p63, 0x1p126, 0x1.fffffep127, 0x1p600,
	0x1.6ac5b262ca1ffp849, 0x1.fffffffffffffp1023, INFINITY, NAN,
};

enum { SPECIAL = 2 * sizeof special / sizeof *special };

/* Lanes, of which one is special: another could send all on the rare way. */
enum { ALONE = 16 };

static double special_of(int i)
{
	return i % 2 ? -special[i / 2] : special[i / 2];
}

static uint64_t draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 32;
}

static double between(uint64_t *state, double low, double high)
{
	uint64_t first = draw(state);

	return low + (high - low)
	       * ((double)(first << 21 ^ draw(state)) * 0x1p-53);
}

/* Of any sign and size, NaN and infinite, too. */
static double of_any_size(const Format *format, uint64_t *state)
{
	uint64_t high = draw(state), bits = high << 32 | draw(state);
	uint32_t half = (uint32_t)high;
	double value;
	float single;

	memcpy(&value, &bits, sizeof value);
	memcpy(&single, &half, sizeof single);
	return format->wide ? value : single;
}

/* Numbers of one kind. */
static void draw_pair(const Format *format, uint64_t *state, uint64_t kind,
		      double *x, double *y)
{
	double most = format->beyond;

	*x = of_any_size(format, state);
	*y = of_any_size(format, state);
	switch (kind) {
	case 0:
		break;
	case 1:
		*x = between(state, -10, 10);
		*y = between(state, -10, 10);
		break;
	case 2: /* powers that nearly overflow */
		*x = between(state, 0.5, 2);
		*y = (most - 4) / log2(*x) * between(state, -1, 1);
		break;
	case 3: /* whole numbers and halves */
		*x = floor(between(state, -16, 16));
		*y = floor(between(state, -16, 16)) / 2;
		break;
	case 4: /* above 0, neither great nor small */
		*x = ldexp(between(state, 1, 2), (int)(draw(state) % 40) - 20);
		*y = between(state, -5, 5);
		break;
	case 5: /* exponentials that nearly overflow */
		*x = between(state, -0.7 * most, 0.7 * most);
		break;
	case 6: /* near multiples of pi/2 */
		*x = floor(between(state, -64000, 64000)) * 0x1.921fb54442d18p0;
		break;
	default:
		*x = between(state, -1, 1);
		*y = between(state, 0, 1);
	}
}

static void fill(const Format *format, Array in[2])
{
	uint64_t state = 1, kind = 0;

	for (int i = 0; i < COUNT; i++) {
		double x, y;

		if (i % GROUP == 0)
			kind = draw(&state) % KINDS;
		if (i < SPECIAL * SPECIAL) {
			x = special_of(i / SPECIAL);
			y = special_of(i % SPECIAL);
		} else if (i < (1 + ALONE) * SPECIAL * SPECIAL) {
			int k = i / ALONE - SPECIAL * SPECIAL / ALONE;

			x = i % ALONE ? 0.5 : special_of(k / SPECIAL);
			y = i % ALONE ? 0.5 : special_of(k % SPECIAL);
		} else {
			draw_pair(format, &state, kind, &x, &y);
		}
		array_set(&in[0], i, x);
		array_set(&in[1], i, y);
	}
}

/* -- results --------------------------------------------------------------- */

/* Units in the last place between them; infinite where it is as different as
 * can be. */
static double ulps_off(const Format *format, double got, long double wanted)
{
	double rounded = format->wide ? (double)wanted : (double)(float)wanted;
	int exponent = wanted == 0 || !isfinite(wanted) ? format->least
							: ilogbl(wanted);
	long double seen = isinf(got)
		? copysignl(ldexpl(1, format->beyond), got) : got;

	if (isnan(wanted) || isnan(got))
		return isnan(wanted) && isnan(got) ? 0 : INFINITY;
	if (rounded == got && (got == 0 || isinf(got)))
		return signbit(got) == signbit(rounded) ? 0 : INFINITY;
	if (isinf(wanted) || wanted == 0)
		return INFINITY;
	if (exponent < format->least)
		exponent = format->least;
	return (double)(fabsl(seen - wanted)
			/ ldexpl(1, exponent - format->digits));
}

static bool row_holds(const Format *format, const Row *row, const char *how,
		      const Array in[2], const long double *wanted,
		      const Array *got)
{
	int wrong = 0;

	for (int i = 0; i < COUNT; i++) {
		double value = array_get(got, i);
		double off = ulps_off(format, value, wanted[i]);

		if (off <= row->ulps || wrong++ >= REPORTED)
			continue;
		fprintf(stderr, "%s %s, %s: of %a and %a %a, expected %La: "
			"%.3g ulp\n", row->name, row->by ? row->by : "", how, array_get(&in[0], i),
			array_get(&in[1], i), value, wanted[i], off);
	}
	return !wrong;
}

static bool is_called(const FunctionText *function)
{
	bool called = false;

	for (const FunctionText *f = function_texts; f->name; f++)
		called |= f != function && strstr(f->text, function->called);
	return called;
}

static bool all_have_rows(void)
{
	bool good = true;

	for (const FunctionText *f = function_texts; f->name; f++) {
		bool found = is_called(f);

		for (int r = 0; r < ROWS; r++)
			found |= !all[r].by && !all[r].converts
			      && function_name(all[r].name, f->wide)
				 == f->name;
		if (!found)
			fprintf(stderr, "%s is not tried\n", f->name);
		good &= found;
	}
	return good;
}

/* -- kernels --------------------------------------------------------------- */

typedef struct Kernels {
	const Format *format;
	const Row *rows[ROWS];
	long double *wanted[ROWS]; /* the same for all; NULL at first */
	int count, width;
} Kernels;

static void expect(Kernels *k, const Array in[2])
{
	for (int r = 0; r < k->count && !k->wanted[r]; r++) {
		const Row *row = k->rows[r];
		long double *wanted = malloc(COUNT * sizeof *wanted);

		if (!wanted)
			abort();
		for (int i = 0; i < COUNT; i++) {
			double x = array_get(&in[0], i);
			double y = array_get(&in[1], i);

			wanted[i] = row->one ? row->one(x) : row->two(x, y);
		}
		k->wanted[r] = wanted;
	}
}

/* Own functions, which is said by their names, or products; no line of the
 * kernel is a call of the device's. */
static bool uses_own(const Kernels *k, const Artifact *artifact)
{
	bool good = true;

	for (int r = 0; r < k->count; r++) {
		char call[40];

		snprintf(call, sizeof call, "= %s_%s%d(", k->rows[r]->name,
			 k->format->opencl, k->width);
		if (k->rows[r]->by || k->rows[r]->converts || strstr(artifact->source, call))
			continue;
		fprintf(stderr, "no %s\n", call);
		good = false;
	}
	return good;
}

static const Program *read_program(const Kernels *k, Ir *ir, Diags *diags)
{
	const ReadOptions options = { .concrete = true };
	const char *type = k->format->type;
	Text text = { 0 };
	const Program *program;

	text_printf(&text, "{\"name\": \"functions\", \"sizes\": {\"N\": %d}, "
		    "\"inputs\": [{\"name\": \"xs\", \"type\": \"[%s; N]\"}, "
		    "{\"name\": \"ys\", \"type\": \"[%s; N]\"}], \"body\": "
		    "[\"unzip\", [\"joinVec\", [\"mapGlobal\", [\"mapVec\", "
		    "[\"fun\", [\"x\", \"y\"], [\"tuple\", "
		    "[\"+\", \"x\", \"y\"]", COUNT, type, type);
	for (int r = 0; r < k->count; r++)
		text_printf(&text, ", [\"%s\", \"x\"%s%s]", k->rows[r]->name,
			    k->rows[r]->two || k->rows[r]->by ? ", " : "",
			    k->rows[r]->two ? "\"y\"" : k->rows[r]->by
			    ? k->rows[r]->by : "");
	text_printf(&text, "]]], [\"splitVec\", %d, [\"zip\", \"xs\", "
		    "\"ys\"]]]]]}", k->width);
	program = program_read(ir, "functions", text_string(&text), &options,
			       diags);
	text_free(&text);
	return program;
}

static bool try(Kernels *k, CodegenHost *host, const Program *program,
		bool contract)
{
	CodegenOptions options = codegen_options(&host->device);
	Arena *arena = arena_new();
	Array in[2], got[ROWS + 1]; /* the first: what reads both inputs */
	LegalFault fault;
	const Artifact *artifact;
	char how[40];
	bool good;

	options.functions = true;
	options.root = ROOT_NEWTON;
	options.contract = contract;
	snprintf(how, sizeof how, "%s%d%s", k->format->opencl, k->width,
		 contract ? ", contracted" : "");
	for (int i = 0; i < 2; i++)
		in[i] = array_of_port(&program->in_ports[i]);
	for (int r = 0; r <= k->count; r++)
		got[r] = array_of_port(&program->out_ports[r]);
	fill(k->format, in);
	expect(k, in);
	artifact = codegen(arena, program, program->body, &host->device,
			   &options, &fault);
	good = artifact && uses_own(k, artifact)
	       && !codegen_host_run(host, program, artifact, in, got, 0,
				    NULL);
	if (!good)
		fprintf(stderr, "%s: %s\n", how,
			artifact ? "does not run" : fault.message);
	for (int r = 0; good && r < k->count; r++)
		good &= row_holds(k->format, k->rows[r], how, in, k->wanted[r],
				  &got[r + 1]);
	for (int i = 0; i < 2; i++)
		array_free(&in[i]);
	for (int r = 0; r <= k->count; r++)
		array_free(&got[r]);
	arena_free(arena);
	return good;
}

static bool try_width(CodegenHost *host, Kernels *k, int width)
{
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	const Program *program;
	bool good;

	k->width = width;
	program = read_program(k, ir, diags);
	good = program && try(k, host, program, true)
	    && (width != 8 || try(k, host, program, false));
	diags_print(diags, stderr);
	diags_free(diags);
	ir_free(ir);
	return good;
}

static bool try_format(CodegenHost *host, const Format *format)
{
	Kernels k = { .format = format };
	bool good = true;

	k.count = rows_of(format, k.rows);
	for (int width = 4; width <= 16; width *= 2)
		good &= try_width(host, &k, width);
	for (int r = 0; r < k.count; r++)
		free(k.wanted[r]);
	return good;
}

int main(void)
{
	CodegenHost host;
	bool good = all_have_rows();

	if (!codegen_host_open(&host)) {
		printf("no OpenCL device: skipped\n");
		return SKIPPED;
	}
	for (int f = 0; f < 2; f++)
		good &= try_format(&host, &formats[f]);
	codegen_host_close(&host);
	return !good;
}

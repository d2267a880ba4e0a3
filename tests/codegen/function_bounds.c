/* Our own functions and conversions of vectors on a real device: at all
 * widths, and at one without contraction, too, each result is within the bound
 * that is said of it (functions.def), which is within that of OpenCL's full
 * profile, of what C's long double function gives, and special values (zeros with their signs, infinities, NaN) are as C's. Some
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
#include "codegen_opencl/replaced.h"
#include "function_inputs.h"
#include "ir/front/document.h"

enum { SKIPPED = 77, REPORTED = 5 };

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
	const char *by; /* a literal in place of the second argument; NULL */
	bool converts;  /* no function of that name */
} Row;

#define ONE(name, f) { name, f, NULL, NULL, false }
#define TWO(name, f) { name, NULL, f, NULL, false }
#define POWER(f, by) { "pow", f, NULL, by, false }
#define CONVERSION(name, f) { name, f, NULL, NULL, true }

static const Row all[] = {
	ONE("rsqrt", rsqrtl), ONE("erf", erfl),
	ONE("tanh", tanhl),   ONE("exp", expl),
	ONE("sinh", sinhl),   ONE("cosh", coshl),
	ONE("log", logl),     ONE("log2", log2l),
	ONE("log10", log10l), ONE("cbrt", cbrtl),
	ONE("log1p", log1pl), ONE("sin", sinl),
	ONE("expm1", expm1l), ONE("cos", cosl),
	ONE("tan", tanl),     ONE("asin", asinl),
	ONE("acos", acosl),   ONE("atan", atanl),
	TWO("atan2", atan2l), TWO("pow", power),
	TWO("hypot", hypotl), ONE("exp2", exp2l),
	ONE("floor", floorl), ONE("ceil", ceill),
	ONE("trunc", truncl), ONE("round", roundl),
	POWER(half, "0.5"),
	POWER(third, "3"),
	POWER(two_and_half, "2.5"),
	POWER(less_one_and_half, "-1.5"),
	POWER(less_eight, "-8"),
	CONVERSION("i8", to_i8),
	CONVERSION("u16", to_u16),
	CONVERSION("i32", to_i32),
};

enum { ROWS = sizeof all / sizeof *all };

static double ulps_of(const Format *format, const Row *row)
{
	if (row->converts)
		return 0;
	return row->by ? REPLACED_POWER_ULPS
		       : replaced_own_ulps(op_named(row->name), format->wide
					   ? SCALAR_F64 : SCALAR_F32);
}

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
	const double most = ulps_of(format, row);
	int wrong = 0;

	for (int i = 0; i < COUNT; i++) {
		double value = array_get(got, i);
		double off = ulps_off(format, value, wanted[i]);

		if (off <= most || wrong++ >= REPORTED)
			continue;
		fprintf(stderr, "%s %s, %s: of %a and %a %a, expected %La: "
			"%.3g ulp\n", row->name, row->by ? row->by : "", how,
			array_get(&in[0], i), array_get(&in[1], i), value,
			wanted[i], off);
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

/* What is found is within what is allowed. */
static bool bounds_hold(void)
{
	bool good = true;

	for (int op = 0; op < OP_COUNT; op++)
		for (Scalar s = SCALAR_F32; s <= SCALAR_F64; s++)
			good &= replaced_own_ulps((Op)op, s)
				<= replaced_device_ulps((Op)op);
	return good && REPLACED_POWER_ULPS <= replaced_device_ulps(OP_POW);
}

/* Of a twin (twin.cl), in place of functions of floats. */
static bool is_residue(const FunctionText *function)
{
	return !strncmp(function->name, "residue_", 8);
}

static bool all_have_rows(void)
{
	bool good = bounds_hold();

	for (const FunctionText *f = function_texts; f->name; f++) {
		bool found = is_called(f) || is_residue(f);

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
		if (k->rows[r]->by || k->rows[r]->converts
		    || strstr(artifact->source, call))
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
	for (int r = 0; r < k->count; r++) {
		const Row *row = k->rows[r];
		const char *second = row->two ? "\"y\"" : row->by;

		text_printf(&text, ", [\"%s\", \"x\"%s%s]", row->name,
			    second ? ", " : "", second ? second : "");
	}
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
	function_inputs(k->format, in);
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

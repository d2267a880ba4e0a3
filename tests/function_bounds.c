/* The functions of functions.cl on a real device: at all widths, with and
 * without contraction, each result is within the bound that OpenCL's full
 * profile gives of what C's double function gives, and special values (zeros
 * with their signs, infinities, NaN) are as C's. Some vectors mix all kinds of
 * numbers, which may send them to the device's function; others do not.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "codegen_host.h"
#include "codegen_opencl/codegen.h"
#include "codegen_opencl/functions.h"

enum { SKIPPED = 77, COUNT = 1 << 17, GROUP = 64, KINDS = 6,
       REPORTED = 5 };

static double rsqrt(double x)
{
	return 1 / sqrt(x);
}

static const struct Row {
	const char *name;
	double (*one)(double x);
	double (*two)(double x, double y);
	double ulps;
} rows[] = {
	{ "rsqrt", rsqrt, NULL, 2 }, { "erf", erf, NULL, 16 },
	{ "tanh", tanh, NULL, 5 },   { "expm1", expm1, NULL, 3 },
	{ "sinh", sinh, NULL, 4 },   { "cosh", cosh, NULL, 4 },
	{ "log", log, NULL, 3 },     { "log2", log2, NULL, 3 },
	{ "log10", log10, NULL, 3 }, { "log1p", log1p, NULL, 2 },
	{ "sin", sin, NULL, 4 },     { "cos", cos, NULL, 4 },
	{ "tan", tan, NULL, 5 },     { "asin", asin, NULL, 4 },
	{ "acos", acos, NULL, 4 },   { "atan", atan, NULL, 5 },
	{ "atan2", NULL, atan2, 6 }, { "hypot", NULL, hypot, 4 },
	{ "pow", NULL, pow, 16 },    { "cbrt", cbrt, NULL, 2 },
};

enum { ROWS = sizeof rows / sizeof *rows };

/* -- inputs ---------------------------------------------------------------- */

static const uint32_t special[] = {
	0, 1, 0x7fffff, 0x800000, 0x1f800000, 0x20000000, 0x33800000,
	0x3effffff, 0x3f000000, 0x3f7fffff, 0x3f800000, 0x3f800001,
	0x3fc90fdb, 0x40000000, 0x40400000, 0x40490fdb, 0x42ae0000,
	0x42b17218, 0x43150000, 0x463b8000, 0x463b8001, 0x4b000001,
	0x4b800000, 0x501502f9, 0x5f000000, 0x7e800000, 0x7f7fffff,
	0x7f800000, 0x7fc00000,
};

enum { SPECIAL = 2 * sizeof special / sizeof *special };

static float of_bits(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static float special_of(int i)
{
	return of_bits(special[i / 2] | (uint32_t)(i % 2) << 31);
}

static uint32_t draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 32);
}

static float between(uint64_t *state, double low, double high)
{
	return (float)(low + (high - low) * draw(state) / 4294967296.0);
}

/* Numbers of one kind. */
static void draw_pair(uint64_t *state, uint32_t kind, float *x, float *y)
{
	*x = of_bits(draw(state));
	*y = of_bits(draw(state));
	switch (kind) {
	case 0: /* of any sign and size */
		break;
	case 1:
		*x = between(state, -10, 10);
		*y = between(state, -10, 10);
		break;
	case 2: /* powers that nearly overflow */
		*x = between(state, 0.5, 2);
		*y = (float)(124 / log2(*x)) * between(state, -1, 1);
		break;
	case 3: /* whole numbers and halves */
		*x = floorf(between(state, -16, 16));
		*y = floorf(between(state, -16, 16)) / 2;
		break;
	case 4: /* above 0, neither great nor small */
		*x = of_bits(draw(state) % 0x10000000 + 0x38000000);
		*y = between(state, -5, 5);
		break;
	default:
		*x = between(state, -1, 1);
		*y = between(state, 0, 1);
	}
}

static void fill(Array *xs, Array *ys)
{
	uint64_t state = 1;
	uint32_t kind = 0;

	for (int i = 0; i < COUNT; i++) {
		float x, y;

		if (i % GROUP == 0)
			kind = draw(&state) % KINDS;
		if (i < SPECIAL * SPECIAL) {
			x = special_of(i / SPECIAL);
			y = special_of(i % SPECIAL);
		} else {
			draw_pair(&state, kind, &x, &y);
		}
		array_set(xs, i, x);
		array_set(ys, i, y);
	}
}

/* -- results --------------------------------------------------------------- */

/* Units in the last place between them; infinite where it is as different as
 * can be. */
static double ulps_off(float got, double wanted)
{
	float rounded = (float)wanted;
	int exponent = wanted == 0 || !isfinite(wanted) ? -126
							: ilogb(wanted);
	double seen = isinf(got) ? copysign(0x1p128, got) : got;

	if (isnan(wanted) || isnan(got))
		return isnan(wanted) && isnan(got) ? 0 : INFINITY;
	if (rounded == got && (got == 0 || isinf(got)))
		return signbit(got) == signbit(rounded) ? 0 : INFINITY;
	if (isinf(wanted) || wanted == 0)
		return INFINITY;
	return fabs(seen - wanted)
	       / ldexp(1, (exponent < -126 ? -126 : exponent) - 23);
}

static bool row_holds(const struct Row *row, const char *how,
		      const Array *in, const Array *got)
{
	int wrong = 0;

	for (int i = 0; i < COUNT; i++) {
		double x = array_get(&in[0], i), y = array_get(&in[1], i);
		double wanted = row->one ? row->one(x) : row->two(x, y);
		float value = (float)array_get(got, i);
		double off = ulps_off(value, wanted);

		if (off <= row->ulps || wrong++ >= REPORTED)
			continue;
		fprintf(stderr, "%s, %s: of %a and %a %a, expected %a: "
			"%.3g ulp\n", row->name, how, x, y, (double)value,
			wanted, off);
	}
	return !wrong;
}

static bool all_have_rows(void)
{
	bool good = true;

	for (const FunctionText *f = function_texts; f->name; f++) {
		bool found = f->wide || strncmp(f->name, "any_", 4) == 0;

		for (int r = 0; r < ROWS; r++)
			found |= function_name(rows[r].name, false) == f->name;
		if (!found)
			fprintf(stderr, "%s is not tried\n", f->name);
		good &= found;
	}
	return good;
}

/* -- kernels --------------------------------------------------------------- */

/* Own functions, which is said by their names; no line of the kernel is a
 * call of the device's. */
static bool uses_own(const Artifact *artifact, int width)
{
	bool good = true;

	for (int r = 0; r < ROWS; r++) {
		char call[40];

		snprintf(call, sizeof call, "= %s_float%d(", rows[r].name,
			 width);
		if (strstr(artifact->source, call))
			continue;
		fprintf(stderr, "no %s\n", call);
		good = false;
	}
	return good;
}

static const Program *read_program(Ir *ir, int width, Diags *diags)
{
	const ReadOptions options = { .concrete = true };
	Text text = { 0 };
	const Program *program;

	text_printf(&text, "{\"name\": \"functions\", \"sizes\": {\"N\": %d}, "
		    "\"inputs\": [{\"name\": \"xs\", \"type\": \"[f32; N]\"}, "
		    "{\"name\": \"ys\", \"type\": \"[f32; N]\"}], \"body\": "
		    "[\"unzip\", [\"joinVec\", [\"mapGlobal\", [\"mapVec\", "
		    "[\"fun\", [\"x\", \"y\"], [\"tuple\"", COUNT);
	for (int r = 0; r < ROWS; r++)
		text_printf(&text, ", [\"%s\", \"x\"%s]", rows[r].name,
			    rows[r].two ? ", \"y\"" : "");
	text_printf(&text, "]]], [\"splitVec\", %d, [\"zip\", \"xs\", "
		    "\"ys\"]]]]]}", width);
	program = program_read(ir, "functions", text_string(&text), &options,
			       diags);
	text_free(&text);
	return program;
}

static bool try(CodegenHost *host, const Program *program, int width,
		bool contract)
{
	CodegenOptions options = codegen_options(&host->device);
	Arena *arena = arena_new();
	Array in[2], got[ROWS];
	LegalFault fault;
	const Artifact *artifact;
	char how[40];
	bool good;

	options.functions = true;
	options.root = ROOT_NEWTON;
	options.contract = contract;
	snprintf(how, sizeof how, "float%d%s", width,
		 contract ? ", contracted" : "");
	for (int i = 0; i < 2; i++)
		in[i] = array_of_port(&program->in_ports[i]);
	for (int r = 0; r < ROWS; r++)
		got[r] = array_of_port(&program->out_ports[r]);
	fill(&in[0], &in[1]);
	artifact = codegen(arena, program, program->body, &host->device,
			   &options, &fault);
	good = artifact && uses_own(artifact, width)
	       && !codegen_host_run(host, program, artifact, in, got, 0,
				    NULL);
	if (!good)
		fprintf(stderr, "%s: %s\n", how,
			artifact ? "does not run" : fault.message);
	for (int r = 0; good && r < ROWS; r++)
		good &= row_holds(&rows[r], how, in, &got[r]);
	for (int i = 0; i < 2; i++)
		array_free(&in[i]);
	for (int r = 0; r < ROWS; r++)
		array_free(&got[r]);
	arena_free(arena);
	return good;
}

static bool try_width(CodegenHost *host, int width)
{
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	const Program *program = read_program(ir, width, diags);
	bool good = program && try(host, program, width, true)
		    && try(host, program, width, false);

	diags_print(diags, stderr);
	diags_free(diags);
	ir_free(ir);
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
	for (int width = 4; width <= 16; width *= 2)
		good &= try_width(&host, width);
	codegen_host_close(&host);
	return !good;
}

/* The functions of functions.cl of f64 on a real device, as function_bounds.c
 * tries those of f32: compared with C's long double functions.
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

static const struct Row {
	const char *name;
	long double (*one)(long double x);
	double ulps;
} rows[] = {
	{ "exp", expl, 3 }, { "log", logl, 3 },	  { "sin", sinl, 4 },
	{ "cos", cosl, 4 }, { "tanh", tanhl, 5 },
};

enum { ROWS = sizeof rows / sizeof *rows };

/* -- inputs ---------------------------------------------------------------- */

static const double special[] = {
	0, 0x1p-1074, 0x1.fffffffffffffp-1023, 0x1p-1022, 0x1p-600, 0x1p-54,
	0x1p-27, 0x1.fffffffffffffp-2, 0.5, 0x1.6a09e667f3bccp-1,
	0x1.6a09e667f3bcdp-1, 0x1.fffffffffffffp-1, 1, 0x1.0000000000001p0,
	0x1.6a09e667f3bcdp0, 0x1.921fb54442d18p0, 0x1.921fb54442d18p1, 2, 3,
	20, 707.9999, 708, 709.7, 709.8, 745.1, 745.2, 99999, 100000,
	0x1.86a0000000001p16, 0x1.6ac5b262ca1ffp849, 0x1p52, 0x1p53, 0x1p63,
	0x1p600, 0x1.fffffffffffffp1023, INFINITY, NAN,
};

enum { SPECIAL = 2 * sizeof special / sizeof *special };

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

static double of_any_size(uint64_t *state)
{
	uint64_t high = draw(state), bits = high << 32 | draw(state);
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/* A number of one kind. */
static double draw_number(uint64_t *state, uint64_t kind)
{
	switch (kind) {
	case 0:
		return of_any_size(state);
	case 1:
		return between(state, -10, 10);
	case 2: /* exponentials that nearly overflow */
		return between(state, -720, 720);
	case 3: /* near multiples of pi/2 */
		return floor(between(state, -64000, 64000))
		       * 0x1.921fb54442d18p0;
	case 4: /* above 0, neither great nor small */
		return ldexp(between(state, 1, 2),
			     (int)(draw(state) % 40) - 20);
	default:
		return between(state, -1, 1);
	}
}

static void fill(Array *xs)
{
	uint64_t state = 1, kind = 0;

	for (int i = 0; i < COUNT; i++) {
		double x;

		if (i % GROUP == 0)
			kind = draw(&state) % KINDS;
		x = draw_number(&state, kind);
		if (i < SPECIAL)
			x = i % 2 ? -special[i / 2] : special[i / 2];
		array_set(xs, i, x);
	}
}

/* -- results --------------------------------------------------------------- */

/* Units in the last place between them; infinite where it is as different as
 * can be. */
static double ulps_off(double got, long double wanted)
{
	double rounded = (double)wanted;
	int exponent = rounded == 0 || !isfinite(rounded) ? -1022
							  : ilogbl(wanted);

	if (isnan(rounded) || isnan(got))
		return isnan(rounded) && isnan(got) ? 0 : INFINITY;
	if (rounded == got && (got == 0 || isinf(got)))
		return signbit(got) == signbit(rounded) ? 0 : INFINITY;
	if (isinf(rounded) || isinf(got) || wanted == 0)
		return INFINITY;
	return (double)fabsl((got - wanted)
			     / ldexpl(1, (exponent < -1022 ? -1022
							   : exponent) - 52));
}

static bool row_holds(const struct Row *row, const char *how,
		      const Array *in, const Array *got)
{
	double most = 0;
	int wrong = 0;

	for (int i = 0; i < COUNT; i++) {
		double x = array_get(in, i), value = array_get(got, i);
		long double wanted = row->one(x);
		double off = ulps_off(value, wanted);

		most = off > most ? off : most;
		if (off <= row->ulps || wrong++ >= REPORTED)
			continue;
		fprintf(stderr, "%s, %s: of %a %a, expected %La: %.3g ulp\n",
			row->name, how, x, value, wanted, off);
	}
	printf("%s, %s: at most %.2f ulp\n", row->name, how, most);
	return !wrong;
}

static bool all_have_rows(void)
{
	bool good = true;

	for (const FunctionText *f = function_texts; f->name; f++) {
		bool found = !f->wide;

		for (int r = 0; r < ROWS; r++)
			found |= function_name(rows[r].name, true) == f->name;
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

		snprintf(call, sizeof call, "= %s_double%d(", rows[r].name,
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
		    "\"inputs\": [{\"name\": \"xs\", \"type\": \"[f64; N]\"}], "
		    "\"body\": [\"unzip\", [\"joinVec\", [\"mapGlobal\", "
		    "[\"mapVec\", [\"fun\", [\"x\"], [\"tuple\"", COUNT);
	for (int r = 0; r < ROWS; r++)
		text_printf(&text, ", [\"%s\", \"x\"]", rows[r].name);
	text_printf(&text, "]]], [\"splitVec\", %d, \"xs\"]]]]}", width);
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
	Array in, got[ROWS];
	LegalFault fault;
	const Artifact *artifact;
	char how[40];
	bool good;

	options.functions = true;
	options.contract = contract;
	snprintf(how, sizeof how, "double%d%s", width,
		 contract ? ", contracted" : "");
	in = array_of_port(&program->in_ports[0]);
	for (int r = 0; r < ROWS; r++)
		got[r] = array_of_port(&program->out_ports[r]);
	fill(&in);
	artifact = codegen(arena, program, program->body, &host->device,
			   &options, &fault);
	good = artifact && uses_own(artifact, width)
	       && !codegen_host_run(host, program, artifact, &in, got, 0,
				    NULL);
	if (!good)
		fprintf(stderr, "%s: %s\n", how,
			artifact ? "does not run" : fault.message);
	for (int r = 0; good && r < ROWS; r++)
		good &= row_holds(&rows[r], how, &in, &got[r]);
	array_free(&in);
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
	for (int width = 4; width <= 8; width *= 2)
		good &= try_width(&host, width);
	codegen_host_close(&host);
	return !good;
}

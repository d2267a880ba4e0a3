/* What is said of a kernel's functions: nothing where they give the evaluator's
 * bits, which ir/eval/accuracy.h says of what is written, and else by what each
 * is computed. All functions of floats, in one lane and in vectors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "codegen_fixture.h"
#include "ir/eval/accuracy.h"
#include "ir/front/document.h"

typedef struct Made {
	Ir *ir;
	Arena *arena;
	const Program *program;
	const Artifact *artifact;
	Text said;
} Made;

/* e of x and y, which are of a type, in vectors of so many lanes. */
static Made made_of(const char *e, const char *type, int width,
		    const Device *device, const CodegenOptions *options)
{
	Made made = { .ir = ir_new(), .arena = arena_new() };
	const ReadOptions read = { .concrete = true };
	const bool lanes = width > 1;
	Diags *diags = diags_new();
	LegalFault fault;
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"t\", \"inputs\": [{\"name\": \"a\", "
		    "\"type\": \"[%s; 64]\"}, {\"name\": \"b\", \"type\": "
		    "\"[%s; 64]\"}], \"body\": %s[\"mapGlobal\", %s[\"fun\", "
		    "[\"x\", \"y\"], [\"tuple\", %s, \"x\", \"y\"]]%s, ", type,
		    type, lanes ? "[\"joinVec\", " : "",
		    lanes ? "[\"mapVec\", " : "", e, lanes ? "]" : "");
	if (lanes)
		text_printf(&text, "[\"splitVec\", %d, ", width);
	text_printf(&text, "[\"zip\", \"a\", \"b\"]%s]}", lanes ? "]]" : "");
	made.program = program_read(made.ir, "t", text_string(&text), &read,
				    diags);
	diags_print(diags, stderr);
	assert_non_null(made.program);
	made.artifact = codegen(made.arena, made.program, made.program->body,
				device, options, &fault);
	assert_non_null(made.artifact);
	replaced_text(&made.said, made.artifact->replacement_count,
		      made.artifact->replacements);
	text_free(&text);
	diags_free(diags);
	return made;
}

static void let_go(Made *made)
{
	text_free(&made->said);
	ir_free(made->ir);
	arena_free(made->arena);
}

static void apply(Op op, char e[96])
{
	const OpRow *row = &op_rows[op];

	snprintf(e, 96, "[\"%s\", \"x\"%s%s]", row->name,
		 row->arity > 1 ? ", \"y\"" : "",
		 row->arity > 2 ? ", \"x\"" : "");
}

/* Calls see for every function of floats, type and width. */
typedef void See(const Device *device, Op op, const char *type, int width);

static void each_function(const Device *device, See *see)
{
	static const char *const types[] = { "f16", "f32", "f64" };

	for (int op = 0; op < OP_COUNT; op++)
		if (op_domain_has(op_rows[op].domain, SCALAR_F32))
			for (int t = 0; t < 3; t++)
				for (int width = 1; width <= 4; width += 3)
					see(device, (Op)op, types[t], width);
}

/* -- strict ---------------------------------------------------------------- */

/* As --fp strict has it. */
static CodegenOptions strict_options(const Device *device)
{
	CodegenOptions options = codegen_options(device);

	options.exact = true;
	options.functions = options.compared_bounds = false;
	options.root = ROOT_BUILTIN;
	return options;
}

static void see_strict(const Device *device, Op op, const char *type,
		       int width)
{
	const CodegenOptions options = strict_options(device);
	char e[96];
	Made made;

	apply(op, e);
	made = made_of(e, type, width, device, &options);
	if ((made.artifact->replacement_count == 0)
	    != accuracy_is_exact(made.program->body, device, NULL))
		fail_msg("%s %s: %s", e, type, text_string(&made.said));
	let_go(&made);
}

static void nothing_is_said_where_the_bits_are_the_evaluators(void **state)
{
	(void)state;
	for (int variant = 0; variant < 4; variant++) {
		Device device = generated_device();

		device.has_correct_divide_sqrt = variant & 1;
		device.has_f32_denormals = variant & 2;
		each_function(&device, see_strict);
	}
}

/* -- by default ------------------------------------------------------------ */

/* What is not exact under strict is not by default; what is said tells which
 * function, its type, and ours from the device's. */
static void see_default(const Device *device, Op op, const char *type,
			int width)
{
	const CodegenOptions options = codegen_options(device);
	Made made;
	char e[96], name[64];
	const char *said;

	apply(op, e);
	made = made_of(e, type, width, device, &options);
	said = text_string(&made.said);
	snprintf(name, sizeof name, "%s %s (", op_rows[op].name, type);
	if (op_rows[op].accuracy == ACCURACY_ULPS) {
		assert_ptr_equal(strstr(said, name), said);
		assert_int_equal(strstr(said, "lift-tune's") != NULL,
				 width == 4 && strcmp(type, "f16") != 0);
		assert_non_null(strstr(said, "ulp"));
	}
	if (op == OP_MIN || op == OP_MAX)
		assert_non_null(strstr(said, "zeros"));
	if (op == OP_ADD || op == OP_FLOOR || op == OP_LT)
		assert_string_equal(said, "bit-exact");
	let_go(&made);
}

static void what_is_near_is_named(void **state)
{
	Device device = generated_device();

	(void)state;
	device.has_f32_denormals = true;
	each_function(&device, see_default);
}

/* -- rows ------------------------------------------------------------------ */

static void what_is_said(void **state)
{
	static const struct {
		const char *e, *type, *said;
		int width;
	} rows[] = {
		{ "[\"exp\", \"x\"]", "f32", "exp f32 (lift-tune's, <= 1.1 ulp, "
		  "tests/codegen/function_bounds)", 8 },
		{ "[\"exp\", \"x\"]", "f32", "exp f32 (the device's, <= 3 ulp, "
		  "OpenCL)", 2 },
		{ "[\"pow\", \"x\", 3]", "f64", "pow f64 (products and a root, "
		  "<= 16 ulp, tests/codegen/function_bounds)", 1 },
		{ "[\"+\", [\"*\", \"x\", \"y\"], \"y\"]", "f32",
		  "a*b + c f32 (rounded once or twice)", 1 },
		{ "[\"*\", \"x\", \"y\"]", "f32", "bit-exact", 1 },
		{ "[\"+\", [\"*\", \"x\", \"y\"], \"y\"]", "i32", "bit-exact",
		  8 },
		{ "[\"max\", \"x\", \"y\"]", "i32", "bit-exact", 1 },
	};
	Device device = generated_device();
	CodegenOptions options = codegen_options(&device);

	(void)state;
	device.has_f32_denormals = true;
	options.contract = true;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Made made = made_of(rows[i].e, rows[i].type, rows[i].width,
				    &device, &options);

		assert_string_equal(text_string(&made.said), rows[i].said);
		let_go(&made);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			nothing_is_said_where_the_bits_are_the_evaluators),
		cmocka_unit_test(what_is_near_is_named),
		cmocka_unit_test(what_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The reader of programs: what is read is printed, and read again it is the
 * same program. */
#include "ir/front/document.h"
#include "tests/fuzz/fuzz.h"

static Program *read_text(Ir *ir, const char *text, bool concrete, Diags *diags)
{
	const ReadOptions options = { .concrete = concrete };

	return program_read(ir, "x.json", text, &options, diags);
}

static void read_again(const Program *program)
{
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Text text = { 0 };
	Program *again;

	program_print(&text, program, program->body);
	again = read_text(ir, text_string(&text), false, diags);
	if (!again) {
		puts(text_string(&text));
		diags_print(diags, stdout);
	}
	assert(again && program_key(again) == program_key(program));
	text_free(&text);
	diags_free(diags);
	ir_free(ir);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena *arena = arena_new();
	const char *text = fuzz_string(arena, data, size);

	for (int concrete = 0; concrete < 2; concrete++) {
		Ir *ir = ir_new();
		Diags *diags = diags_new();
		Program *program = read_text(ir, text, concrete, diags);

		assert(program || diags->errors);
		if (program && !concrete)
			read_again(program);
		diags_free(diags);
		ir_free(ir);
	}
	arena_free(arena);
	return 0;
}

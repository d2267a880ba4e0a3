/* The reader of the notation: what is read and means something is printed, and
 * read again it prints the same. */
#include "ir/front/document.h"
#include "ir/front/notation.h"
#include "tests/fuzz/fuzz.h"

static bool is_program(const char *text)
{
	const ReadOptions options = { .concrete = false };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	bool is = program_read(ir, "x.lift", text, &options, diags) != NULL;

	assert(is || diags->errors);
	diags_free(diags);
	ir_free(ir);
	return is;
}

static void print(Arena *arena, const char *text, Text *printed)
{
	Diags *diags = diags_new();
	const JsonText source = { arena, "x.lift", text, diags };
	const Node *document = notation_read(&source);

	if (!document) {
		puts(text);
		diags_print(diags, stdout);
	}
	assert(document);
	notation_print(printed, document);
	diags_free(diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena *arena = arena_new();
	const char *text = fuzz_string(arena, data, size);
	Text once = { 0 }, twice = { 0 };

	if (notation_is(text) && is_program(text)) {
		print(arena, text, &once);
		print(arena, text_string(&once), &twice);
		assert(!strcmp(text_string(&once), text_string(&twice)));
	}
	text_free(&once);
	text_free(&twice);
	arena_free(arena);
	return 0;
}

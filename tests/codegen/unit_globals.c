/* The marks of a generated source: a scan of the finished text finds the same
 * names, and the text in an application is the source with a prefix at each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "codegen_documents.h"
#include "codegen_fixture.h"
#include "codegen_opencl/files.h"
#include "codegen_opencl/source.h"

static void check_marks(const Artifact *artifact)
{
	Text scanned = { 0 };
	size_t *globals;
	int count;

	source_foreign(&scanned, artifact->source);
	count = source_finish(&scanned, &globals);
	assert_string_equal(text_string(&scanned), artifact->source);
	assert_true(count > 0);
	assert_int_equal(count, artifact->global_count);
	assert_memory_equal(globals, artifact->globals,
			    sizeof *globals * (size_t)count);
	free(globals);
	text_free(&scanned);
}

static void check_prefix(const Artifact *artifact, const Program *program)
{
	const FilesInfo info = { .artifact = artifact, .program = program };
	const size_t length = strlen(program->name) + 1;
	Text named = { 0 };
	const char *own, *source = artifact->source;

	files_source(&named, &info);
	own = text_string(&named);
	for (int i = 0; *source; own++) {
		if (i < artifact->global_count
		    && artifact->source + artifact->globals[i] == source) {
			assert_memory_equal(own, program->name, length - 1);
			own += length;
			i++;
		}
		assert_int_equal(*own, *source++);
	}
	assert_int_equal(*own, '\0');
	text_free(&named);
}

static void check(const Program *program, CodegenOptions options,
		  const Device *device)
{
	Arena *arena = arena_new();
	LegalFault fault;
	const Artifact *made = codegen(arena, program, program->body, device,
				       &options, &fault);

	if (made) {
		check_marks(made);
		check_prefix(made, program);
	}
	arena_free(arena);
}

static void check_document(void *context, const Program *program,
			   const char *line)
{
	int *count = context;
	const Device cpu = generated_device();
	CodegenOptions options = codegen_options(&cpu);

	(void)line;
	check(program, options, &cpu);
	options.exact = true;
	check(program, options, &cpu);
	options.field = true;
	options.access = ACCESS_ALIGNED;
	check(program, options, &cpu);
	++*count;
}

static void marks_are_what_a_scan_finds(void **state)
{
	int count = 0;

	(void)state;
	assert_true(documents_each(check_document, &count));
	assert_true(count > 100);
}

/* Also what a program brings along, with functions and types of its own. */
static void functions_in_c_have_marks(void **state)
{
	static const char source[] =
		"typedef struct { float at; } own;\n"
		"float of(own o) { return -o.at + o.of; }\n"
		"float minus(float a) { own o; o.at = a; return of(o); }";
	static const char marked[] =
		"typedef struct { float at; } @own;\n"
		"float @of(@own o) { return -o.at + o.of; }\n"
		"float @minus(float a) { @own o; o.at = a; return @of(o); }";
	Text text = { 0 };

	(void)state;
	source_foreign(&text, source);
	for (size_t i = 0; i < text.length; i++)
		if (text.data[i] == SOURCE_GLOBAL[0])
			text.data[i] = '@';
	assert_string_equal(text_string(&text), marked);
	text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_are_what_a_scan_finds),
		cmocka_unit_test(functions_in_c_have_marks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

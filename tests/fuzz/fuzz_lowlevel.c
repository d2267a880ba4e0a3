/* Programs of low-level primitives: what is read and legal becomes a kernel, or
 * there is a reason. */
#include "codegen_opencl/codegen.h"
#include "codegen_opencl/files.h"
#include "ir/front/document.h"
#include "tests/fuzz/fuzz.h"

static void generate(Arena *arena, const Program *program)
{
	Device device = device_generic();
	CodegenOptions options = codegen_options(&device);
	LegalFault fault = { 0 };
	const Artifact *artifact = codegen(arena, program, program->body,
					   &device, &options, &fault);
	Text text = { 0 };
	FilesInfo info = { .artifact = artifact, .program = program,
			   .device = &device, .version = "0",
			   .expression = "" };

	assert(artifact || fault.message[0]);
	if (!artifact)
		return;
	files_kernels(&text, &info, 1);
	files_manifest(&text, &info);
	files_header(&text, &info, 1);
	files_stub(&text, &info, 1);
	text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const ReadOptions options = { .concrete = true };
	Arena *arena = arena_new();
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *program = program_read(ir, "x.json",
					fuzz_string(arena, data, size),
					&options, diags);

	if (program)
		generate(arena, program);
	diags_free(diags);
	ir_free(ir);
	arena_free(arena);
	return 0;
}

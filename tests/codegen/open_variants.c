/* Writes both.cl, .h, .c: a program of open size whose first kernels are for
 * multiples of 4 alone, in parts that need a buffer between them, and negate;
 * the others are for all sizes, and double. Which of them an application runs
 * is seen of its results (tests/cli/open_variants_host.c). */
#include <stdio.h>

#include "codegen_opencl/codegen.h"
#include "codegen_opencl/files.h"
#include "ir/front/document.h"

#define HEAD "{\"name\": \"both\", \"sizes\": {\"N\": 64}, \"inputs\": " \
	     "[{\"name\": \"x\", \"type\": \"[f32; N]\"}], \"body\": "

static const char *const documents[] = {
	HEAD "[\"mapGlobal\", \"neg\", [\"toGlobal\", [\"join\", "
	     "[\"mapGlobal\", [\"mapSeq\", [\"fun\", [\"e\"], \"e\"]], "
	     "[\"split\", 4, \"x\"]]]]]}",
	HEAD "[\"mapGlobal\", [\"fun\", [\"e\"], [\"+\", \"e\", \"e\"]], "
	     "\"x\"]}",
};

static bool made(Ir *ir, Arena *arena, int v, const Device *device,
		 FilesInfo *info)
{
	const ReadOptions read = { .concrete = true, .open = "all" };
	const CodegenOptions options = codegen_options(device);
	Diags *diags = diags_new();
	const Program *program = program_read(ir, "both.json", documents[v],
					      &read, diags);
	LegalFault fault = { 0 };

	*info = (FilesInfo){ .variant = v, .program = program,
			     .device = device, .version = "0" };
	if (program)
		info->artifact = codegen(arena, program, program->body, device,
					 &options, &fault);
	if (!info->artifact)
		fprintf(stderr, "%s\n", fault.message);
	diags_print(diags, stderr);
	diags_free(diags);
	return info->artifact != NULL;
}

static bool written(const char *name, const Text *text)
{
	FILE *file = fopen(name, "w");
	bool good = file && fputs(text_string(text), file) >= 0;

	return file && !fclose(file) && good;
}

int main(void)
{
	const Device device = device_generic();
	Ir *ir[2] = { ir_new(), ir_new() };
	Arena *arena = arena_new();
	FilesInfo infos[2];
	Text header = { 0 }, stub = { 0 }, kernels = { 0 };
	bool good = made(ir[0], arena, 0, &device, &infos[0])
		 && made(ir[1], arena, 1, &device, &infos[1]);

	if (good) {
		files_header(&header, infos, 2);
		files_stub(&stub, infos, 2);
		files_kernels(&kernels, infos, 2);
		good = written("both.h", &header) && written("both.c", &stub)
		    && written("both.cl", &kernels);
	}
	text_free(&header);
	text_free(&stub);
	text_free(&kernels);
	arena_free(arena);
	ir_free(ir[0]);
	ir_free(ir[1]);
	return !good;
}

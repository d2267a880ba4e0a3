/* A document generated for a device of plain limits, for tests. */
#ifndef TESTS_CODEGEN_CODEGEN_FIXTURE_H
#define TESTS_CODEGEN_CODEGEN_FIXTURE_H

#include <string.h>

#include "codegen_opencl/codegen.h"
#include "ir/front/document.h"

typedef struct Generated {
	Ir *ir;
	Arena *arena;
	const Program *program;
	const Artifact *artifact; /* NULL: refused */
	LegalFault fault;
} Generated;

static inline Device generated_device(void)
{
	Device device = device_generic();

	device.type = DEVICE_CPU;
	device.has_f64 = device.has_f16 = true;
	device.max_group_size = 1024;
	for (int d = 0; d < DEVICE_DIMS; d++)
		device.max_item_sizes[d] = 1024;
	device.local_bytes = 32 << 10;
	device.max_alloc_bytes = INT64_C(1) << 30;
	return device;
}

/* inputs and body as in a document; sizes N and M. NULL options: the default
 * of the device. */
static inline Generated generated_on(const Device *device, const char *sizes,
				     const char *inputs, const char *outputs,
				     const char *body,
				     const CodegenOptions *options)
{
	Generated made = { .ir = ir_new(), .arena = arena_new() };
	ReadOptions read = { .concrete = true, .open_as_asked = true };
	CodegenOptions own = codegen_options(device);
	Diags *diags = diags_new();
	char *text = arena_printf(made.arena, "{\"name\": \"t\", "
		"\"sizes\": {%s}, \"inputs\": [%s], %s \"body\": %s}",
		sizes, inputs, outputs, body);

	made.program = program_read(made.ir, "t", text, &read, diags);
	if (!made.program)
		diags_print(diags, stderr);
	else
		made.artifact = codegen(made.arena, made.program,
					made.program->body, device,
					options ? options : &own,
					&made.fault);
	diags_free(diags);
	return made;
}

static inline Generated generated_with(const char *sizes, const char *inputs,
				       const char *outputs, const char *body,
				       const CodegenOptions *options)
{
	const Device device = generated_device();

	return generated_on(&device, sizes, inputs, outputs, body, options);
}

static inline Generated generated(const char *sizes, const char *inputs,
				  const char *body)
{
	return generated_with(sizes, inputs, "", body, NULL);
}

static inline void generated_free(Generated *made)
{
	arena_free(made->arena);
	ir_free(made->ir);
}

static inline int occurrences(const char *text, const char *word)
{
	int count = 0;

	for (text = strstr(text, word); text; text = strstr(text + 1, word))
		count++;
	return count;
}

#endif

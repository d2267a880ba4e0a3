#include "codegen_opencl/same_text.h"

#include <stdio.h>
#include <string.h>

#include "codegen_opencl/source.h"

/* What can be told apart without printing. */
static bool is_alike(const Kernel *a, const Kernel *b)
{
	if (a->arg_count != b->arg_count || a->dims != b->dims
	    || memcmp(a->local, b->local, sizeof a->local)
	    || kernel_statements(a->top) != kernel_statements(b->top))
		return false;
	for (int i = 0; i < a->arg_count; i++)
		if (!a->args[i].buffer != !b->args[i].buffer)
			return false;
	return true;
}

/* With buffers named by their places among the arguments. */
static const char *text_of(Gen *g, Kernel *kernel)
{
	Buffer *named = ARENA_ARRAY(g->arena, Buffer, kernel->arg_count + 1);
	const int number = kernel->number;
	Text text = { 0 };
	const char *kept;

	for (int i = 0; i < kernel->arg_count; i++) {
		Buffer *buffer = kernel->args[i].buffer;

		if (!buffer)
			continue;
		named[i] = *buffer;
		snprintf(buffer->name, sizeof buffer->name, "a%d", i);
	}
	kernel->number = 0;
	source_kernel(&text, kernel, g->options->access);
	kernel->number = number;
	for (int i = 0; i < kernel->arg_count; i++)
		if (kernel->args[i].buffer)
			memcpy(kernel->args[i].buffer->name, named[i].name,
			       sizeof named[i].name);
	kept = arena_strdup(g->arena, text_string(&text));
	text_free(&text);
	return kept;
}

void same_text_set(Gen *g)
{
	const char **texts = ARENA_ARRAY(g->arena, const char *,
					 g->kernel_count + 1);

	for (int i = 0; i < g->kernel_count; i++) {
		Kernel *kernel = g->kernels[i];

		kernel->function = i;
		for (int k = 0; k < i && kernel->function == i; k++) {
			if (g->kernels[k]->function != k
			    || !is_alike(g->kernels[k], kernel))
				continue;
			if (!texts[i])
				texts[i] = text_of(g, kernel);
			if (!texts[k])
				texts[k] = text_of(g, g->kernels[k]);
			if (!strcmp(texts[i], texts[k]))
				kernel->function = k;
		}
	}
}

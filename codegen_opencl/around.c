/* Which outputs are written around the caches: large ones that no kernel reads.
 * A line that is written whole need not be read from memory first, and leaves
 * what is read in the caches (local-anchors: copy with streaming stores). */
#include "codegen_opencl/gen.h"
#include "codegen_opencl/tree.h"

static void read_from(void *context, const Code *code)
{
	(void)context;
	if (code->kind == CODE_LOAD)
		code->buffer->line = 0;
}

static void read_in(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, read_from, NULL);
		if (stmt->body)
			read_in(stmt->body);
		if (stmt->other)
			read_in(stmt->other);
	}
}

bool gen_is_large(const Gen *g, const Buffer *buffer)
{
	int64_t least = g->options->around_bytes;
	int64_t each = (int64_t)scalar_bytes(buffer->scalar);

	return least > 0 && g->options->access == ACCESS_UNALIGNED
	    && buffer->elements > (least - 1) / each;
}

void gen_around(Gen *g)
{
	for (int i = 0; i < g->program->output_count; i++) {
		Buffer *output = g->outputs[i];

		if (g->program->out_ports[i].into < 0 && gen_is_large(g, output))
			output->line = LINE_BYTES
				       / (int)scalar_bytes(output->scalar);
	}
	for (int i = 0; i < g->kernel_count; i++) {
		read_in(g->kernels[i]->prologue);
		read_in(g->kernels[i]->top);
	}
}

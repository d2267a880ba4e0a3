/* Which outputs are written around the caches: large ones of which kernels read
 * next to nothing. A line that is written whole need not be read from memory
 * first, and leaves what is read in the caches (local-anchors: copy with
 * streaming stores). */
#include "codegen_opencl/gen.h"
#include "codegen_opencl/tree.h"

typedef struct Reads {
	const Buffer *buffer;
	double times, elements; /* rounds of the loops around; so far */
} Reads;

static void read_from(void *context, const Code *code)
{
	Reads *reads = context;

	if (code->kind == CODE_LOAD && code->buffer == reads->buffer)
		reads->elements += reads->times * code->width;
}

static void read_in(const Block *block, Reads *reads)
{
	const double around = reads->times;

	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, read_from, reads);
		if (stmt->kind == STMT_LOOP)
			reads->times *= (double)stmt->extent;
		if (stmt->body)
			read_in(stmt->body, reads);
		if (stmt->other)
			read_in(stmt->other, reads);
		reads->times = around;
	}
}

/* How many of its elements all kernels together load, at most. */
static double elements_read(const Gen *g, const Buffer *buffer)
{
	Reads reads = { .buffer = buffer };

	for (int i = 0; i < g->kernel_count; i++) {
		const Kernel *kernel = g->kernels[i];

		reads.times = kernel_launches(kernel);
		for (int d = 0; d < DEVICE_DIMS; d++)
			reads.times *= kernel->open[d] ? (double)EXTENT_OPEN
						       : (double)kernel->global[d];
		read_in(kernel->prologue, &reads);
		read_in(kernel->top, &reads);
	}
	return reads.elements;
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
	enum { READ_PART = 64 };

	for (int i = 0; i < g->program->output_count; i++) {
		Buffer *output = g->outputs[i];

		if (g->program->out_ports[i].into < 0 && gen_is_large(g, output)
		    && READ_PART * elements_read(g, output)
		       <= (double)output->elements)
			output->line = LINE_BYTES
				       / (int)scalar_bytes(output->scalar);
	}
}

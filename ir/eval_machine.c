/* The machine: its memory, and when buffers live. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "ir/eval_code.h"

enum { ALIGN = 64 };

static size_t aligned(size_t bytes)
{
	return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

static void *memory_new(size_t bytes)
{
	void *data = aligned_alloc(ALIGN, aligned(bytes ? bytes : 1));

	if (!data)
		base_die("out of memory (%zu bytes asked)", bytes);
	return data;
}

static size_t register_bytes(const EvalCode *code, int i)
{
	const Register *reg = &code->registers[i];

	if (reg->lane < 0)
		return ALIGN;
	return aligned(reg->bytes * (size_t)code->widths[reg->lane]);
}

/* All registers in one piece of memory, which is returned. */
static void *registers_new(const EvalCode *code, Machine *m)
{
	size_t total = 0, at = 0;
	char *memory;

	for (int i = 0; i < code->register_count; i++)
		total += register_bytes(code, i);
	memory = memory_new(total);
	memset(memory, 0, total);
	m->registers = base_calloc((size_t)code->register_count + 1,
				   sizeof *m->registers);
	for (int i = 0; i < code->register_count; i++) {
		m->registers[i] = memory + at;
		at += register_bytes(code, i);
	}
	return memory;
}

static size_t buffer_bytes(const EvalCode *code, int i)
{
	const BufferCode *buffer = &code->buffers[i];
	size_t lanes = buffer->lane < 0 ? 1
		     : (size_t)code->widths[buffer->lane];
	size_t bytes;

	if (__builtin_mul_overflow(buffer->bytes, lanes, &bytes)
	    || bytes > (size_t)-1 / 2)
		base_die("an array has too many bytes");
	return bytes;
}

static void buffers_begin(const EvalCode *code, Machine *m, int instr)
{
	for (int i = 0; i < code->buffer_count; i++)
		if (code->buffers[i].first == instr && !code->buffers[i].data)
			m->buffers[i] = memory_new(buffer_bytes(code, i));
}

static void buffers_end(const EvalCode *code, Machine *m, int instr)
{
	for (int i = 0; i < code->buffer_count; i++)
		if (code->buffers[i].last == instr && !code->buffers[i].data) {
			free(m->buffers[i]);
			m->buffers[i] = NULL;
		}
}

const Instr *code_run(const EvalCode *code, int64_t *index)
{
	Machine m = { .widths = code->widths };
	void *memory = registers_new(code, &m);

	m.buffers = base_calloc((size_t)code->buffer_count + 1,
				sizeof *m.buffers);
	m.active = base_calloc((size_t)code->lane_count + 1, sizeof *m.active);
	m.serial = base_calloc((size_t)code->lane_count + 1, sizeof *m.serial);
	for (int i = 0; i < code->buffer_count; i++)
		m.buffers[i] = code->buffers[i].data;
	for (int i = 0; i < code->main.count && !m.failed; i++) {
		const Instr *in = &code->main.items[i];

		buffers_begin(code, &m, i);
		in->run(&m, in);
		buffers_end(code, &m, i);
	}
	for (int i = 0; i < code->buffer_count; i++)
		if (!code->buffers[i].data)
			free(m.buffers[i]);
	*index = m.failed_index;
	free(m.serial);
	free(m.active);
	free(m.buffers);
	free(m.registers);
	free(memory);
	return m.failed;
}

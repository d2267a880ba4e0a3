/* The machine: its memory, and when buffers live. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/checked.h"
#include "ir/eval/eval_code.h"

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

size_t code_register_bytes(const EvalCode *code)
{
	size_t total = 0;

	for (int i = 0; i < code->register_count; i++)
		total += register_bytes(code, i);
	return total;
}

void *machine_registers(Machine *m, const EvalCode *code)
{
	size_t total = code_register_bytes(code), at = 0;
	char *memory = memory_new(total);

	memset(memory, 0, total);
	m->registers = base_calloc((size_t)code->register_count + 1,
				   sizeof *m->registers);
	for (int i = 0; i < code->register_count; i++) {
		m->registers[i] = memory + at;
		at += register_bytes(code, i);
	}
	return memory;
}

int64_t code_buffer_bytes(const EvalCode *code, const BufferCode *buffer)
{
	int64_t lanes = buffer->lane < 0 ? 1 : code->widths[buffer->lane];
	int64_t bytes;

	if (buffer->bytes > INT64_MAX
	    || !checked_mul((int64_t)buffer->bytes, lanes, &bytes))
		return INT64_MAX;
	return bytes;
}

/* A machine promises more memory than it has, and kills who uses it. */
static bool is_too_much(int64_t bytes)
{
	int64_t pages = sysconf(_SC_PHYS_PAGES);

	return bytes == INT64_MAX
	    || (pages > 0 && bytes / sysconf(_SC_PAGESIZE) > pages);
}

void *machine_buffer(const EvalCode *code, const BufferCode *buffer)
{
	int64_t bytes = code_buffer_bytes(code, buffer);

	if (is_too_much(bytes))
		return NULL;
	return aligned_alloc(ALIGN, aligned(bytes ? (size_t)bytes : 1));
}

/* The buffer there is no memory for; NULL when all is well. */
static const BufferCode *buffers_begin(const EvalCode *code, Machine *m,
				       int instr)
{
	for (int i = 0; i < code->buffer_count; i++) {
		const BufferCode *buffer = &code->buffers[i];

		if (buffer->first != instr || buffer->data)
			continue;
		m->buffers[i] = machine_buffer(code, buffer);
		if (!m->buffers[i])
			return buffer;
	}
	return NULL;
}

static void buffers_end(const EvalCode *code, Machine *m, int instr)
{
	for (int i = 0; i < code->buffer_count; i++)
		if (code->buffers[i].last == instr && !code->buffers[i].data) {
			free(m->buffers[i]);
			m->buffers[i] = NULL;
		}
}

static void run(const EvalCode *code, Machine *m, const void *memory, int i,
		const CodeWay *way)
{
	const Instr *in = &code->main.items[i];

	if (way->first && in->loop)
		code_run_first(code, m, i);
	else if (way->threads < 2
		 || !code_share(code, m, memory, i, way->threads))
		in->run(m, in);
}

const Instr *code_run(const EvalCode *code, const CodeWay *way,
		      int64_t numbers[2], const BufferCode **starved)
{
	Machine m = { .widths = code->widths, .stop = way->stop };
	void *memory = machine_registers(&m, code);

	m.buffers = base_calloc((size_t)code->buffer_count + 1,
				sizeof *m.buffers);
	m.active = base_calloc((size_t)code->lane_count + 1, sizeof *m.active);
	m.serial = base_calloc((size_t)code->lane_count + 1, sizeof *m.serial);
	for (int i = 0; i < code->buffer_count; i++)
		m.buffers[i] = code->buffers[i].data;
	*starved = NULL;
	for (int i = 0; i < code->main.count && !machine_is_over(&m); i++) {
		*starved = buffers_begin(code, &m, i);
		if (*starved)
			break;
		run(code, &m, memory, i, way);
		buffers_end(code, &m, i);
	}
	for (int i = 0; i < code->buffer_count; i++)
		if (!code->buffers[i].data)
			free(m.buffers[i]);
	numbers[0] = m.failed_index;
	numbers[1] = m.failed_note;
	free(m.serial);
	free(m.active);
	free(m.buffers);
	free(m.registers);
	free(memory);
	return m.failed;
}

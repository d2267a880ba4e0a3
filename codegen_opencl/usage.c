#include "codegen_opencl/usage.h"

#include <stdio.h>

#include "codegen_opencl/pass.h"

enum { USED = 1, WRITTEN = 2 };

Usage usage_new(Gen *g)
{
	int in = g->program->in_port_count, out = g->program->output_count;

	return (Usage){ g, ARENA_ARRAY(g->arena, unsigned char, in + 1),
			ARENA_ARRAY(g->arena, unsigned char, out + 1),
			ARENA_ARRAY(g->arena, unsigned char,
				    g->temp_count + 1),
			ARENA_ARRAY(g->arena, unsigned char, in + 1),
			ARENA_ARRAY(g->arena, unsigned char, OPEN_MAX),
			ARENA_ARRAY(g->arena, int, g->temp_count + 1),
			ARENA_NEW(g->arena, int) };
}

static void use_buffer(const Usage *usage, const Buffer *buffer, int how)
{
	const Gen *g = usage->g;

	for (int i = 0; i < g->program->in_port_count; i++)
		if (g->inputs[i] == buffer)
			usage->inputs[i] |= (unsigned char)how;
	for (int i = 0; i < g->program->output_count; i++)
		if (g->outputs[i] == buffer)
			usage->outputs[i] |= (unsigned char)how;
	for (int i = 0; i < g->temp_count; i++) {
		if (g->temps[i] != buffer)
			continue;
		if (!usage->temps[i])
			usage->met[(*usage->met_count)++] = i;
		usage->temps[i] |= (unsigned char)how;
	}
}

static void use_code(void *context, const Code *code)
{
	const Usage *usage = context;

	if (code->kind == CODE_LOAD && code->buffer->space == SPACE_GLOBAL)
		use_buffer(usage, code->buffer, USED);
}

static void use_var(void *context, Var *var)
{
	const Usage *usage = context;

	if (var->kind == VAR_ARGUMENT)
		usage->scalars[var->number] = USED;
	if (var->kind == VAR_SIZE)
		usage->sizes[var->number] = USED;
}

void usage_add(Usage *usage, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, use_code, usage);
		stmt_vars(stmt, use_var, usage);
		if (stmt->buffer && stmt->buffer->space == SPACE_GLOBAL)
			use_buffer(usage, stmt->buffer, USED | WRITTEN);
		if (stmt->body)
			usage_add(usage, stmt->body);
		if (stmt->other)
			usage_add(usage, stmt->other);
	}
}

void usage_add_flags(const Usage *usage, const Kernel *kernel)
{
	for (const KernelLoop *loop = kernel->loop; loop; loop = loop->outer)
		if (loop->flag)
			use_buffer(usage, loop->flag, USED);
}

static void add_arg(Kernel *kernel, Buffer *buffer, Var *var, int port)
{
	kernel->args[kernel->arg_count++] = (KernelArg){ buffer, var, port };
}

void usage_arguments(Kernel *kernel, const Usage *usage)
{
	Gen *g = usage->g;
	int in = g->program->in_port_count, out = g->program->output_count;

	kernel->args = ARENA_ARRAY(g->arena, KernelArg,
				   2 * in + out + g->temp_count
				   + g->open_count + 1);
	for (int i = 0; i < out; i++) {
		int into = g->program->out_ports[i].into;

		if (usage->outputs[i] && into >= 0 && usage->inputs[into])
			usage->inputs[into] |= WRITTEN;
	}
	for (int i = 0; i < in; i++)
		if (usage->inputs[i] == USED)
			add_arg(kernel, g->inputs[i], NULL, i);
	for (int i = 0; i < out; i++)
		if (usage->outputs[i])
			add_arg(kernel, g->outputs[i], NULL, i);
	for (int i = 0; i < *usage->met_count; i++)
		add_arg(kernel, g->temps[usage->met[i]], NULL,
			usage->met[i]);
	for (int i = 0; i < in; i++)
		if (usage->scalars[i])
			add_arg(kernel, NULL, g->scalars[i], i);
	for (int i = 0; i < g->open_count; i++)
		if (usage->sizes[i])
			add_arg(kernel, NULL, g->open[i].var, i);
}

void usage_name_inputs(const Usage *usage)
{
	const Gen *g = usage->g;

	for (int i = 0; i < g->program->in_port_count; i++)
		if (g->inputs[i])
			snprintf(g->inputs[i]->name, sizeof g->inputs[i]->name,
				 "i%d", i);
	for (int i = 0; i < g->program->output_count; i++) {
		int into = g->program->out_ports[i].into;

		if (usage->outputs[i] && into >= 0 && usage->inputs[into])
			snprintf(g->inputs[into]->name,
				 sizeof g->inputs[into]->name, "o%d", i);
	}
}

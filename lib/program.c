/* Programs: their sizes and parameters. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/api.h"
#include "lib/bind.h"

lt_program *lt_program_read(lt_library *library, const char *text,
			    size_t length, lt_error *error)
{
	lt_program *program = base_calloc(1, sizeof *program);

	program->library = library;
	program->text = base_calloc(length + 1, 1);
	memcpy(program->text, text, length);
	if (strlen(program->text) != length) {
		api_wrong(error, E0001, "a NUL byte is in the text");
	} else {
		api_session(&program->session, program->text, NULL, 0);
		if (program->session.program)
			return program;
		api_good(program->session.diags, error);
	}
	lt_program_free(program);
	return NULL;
}

void lt_program_free(lt_program *program)
{
	if (!program)
		return;
	while (program->plans) {
		lt_plan *plan = program->plans;

		program->plans = plan->next;
		api_plan_free(plan);
	}
	api_session_free(&program->session);
	api_session_free(&program->shape);
	free(program->text);
	free(program);
}

const char *lt_program_name(const lt_program *program)
{
	return program->session.program->name;
}

int lt_program_size(const lt_program *program, size_t i, lt_size *size)
{
	const Program *p = program->session.program;

	if (i >= (size_t)p->size_count)
		return 0;
	*size = (lt_size){ p->sizes[i].name, (uint64_t)p->sizes[i].value };
	return 1;
}

/* -- parameters ------------------------------------------------------------ */

static bool is_over(const Program *p, int output)
{
	int into = p->out_ports[output].into;

	return into >= 0 && p->in_ports[into].rank;
}

int api_parameters(const Program *p, Parameter *parameters)
{
	int count = 0;

	for (; count < p->in_port_count; count++)
		parameters[count] = (Parameter){ .port = &p->in_ports[count] };
	for (int i = 0; i < p->output_count; i++)
		if (is_over(p, i))
			parameters[p->out_ports[i].into].written = true;
		else
			parameters[count++] = (Parameter){
				&p->out_ports[i], true, true, 0, NULL };
	return count;
}

static bool same_sizes(const Session *s, const lt_size *sizes, size_t count)
{
	if (!s->program || (size_t)s->size_count != count)
		return false;
	for (size_t i = 0; i < count; i++)
		if (strcmp(s->sizes[i].name, sizes[i].name) != 0
		    || (uint64_t)s->sizes[i].value != sizes[i].value)
			return false;
	return true;
}

static const Program *at_sizes(lt_program *program, const lt_size *sizes,
			       size_t count, lt_error *error)
{
	if (!same_sizes(&program->shape, sizes, count)) {
		api_session_free(&program->shape);
		api_session(&program->shape, program->text, sizes, count);
	}
	api_good(program->shape.diags, error);
	return program->shape.program;
}

int lt_program_port(lt_program *program, const lt_size *sizes, size_t count,
		    size_t i, lt_port *port, lt_error *error)
{
	const Program *p;
	Parameter *all;

	if (error)
		error->code = 0;
	p = at_sizes(program, sizes, count, error);
	if (!p)
		return 0;
	all = ARENA_ARRAY(program->shape.arena, Parameter,
			  p->in_port_count + p->output_count);
	if (i >= (size_t)api_parameters(p, all))
		return 0;
	*port = (lt_port){
		.name = all[i].port->name, .type = (lt_type)all[i].port->scalar,
		.rank = all[i].port->rank, .output = all[i].output,
		.written = all[i].written,
	};
	for (int d = 0; d < port->rank; d++)
		port->dims[d] = (uint64_t)all[i].port->dims[d];
	return 1;
}

/* -- sizes from shapes ----------------------------------------------------- */

typedef struct Known {
	lt_size *sizes;
	size_t *count, room;
	const char *input;
	lt_error *error;
} Known;

static bool know(void *context, const char *name, int64_t value)
{
	Known *known = context;

	for (size_t i = 0; i < *known->count; i++)
		if (!strcmp(known->sizes[i].name, name))
			return known->sizes[i].value == (uint64_t)value
			    || api_wrong(known->error, E0401, "%s has %s = %"
					 PRId64 ", but %s = %" PRIu64,
					 known->input, name, value, name,
					 known->sizes[i].value);
	if (*known->count < known->room)
		known->sizes[(*known->count)++] =
			(lt_size){ name, (uint64_t)value };
	return true;
}

int lt_program_bind(lt_program *program, const char *input, int rank,
		    const uint64_t *dims, lt_size *sizes, size_t *count,
		    lt_error *error)
{
	const Program *p = program->session.written;
	Known known = { sizes, count, (size_t)p->size_count, input, error };
	int64_t lengths[LT_RANK];
	int port = bind_port(p, input);

	if (port < 0)
		return api_wrong(error, E0201, "%s has no input %s", p->name,
				 input);
	if (rank < 0 || rank > LT_RANK || rank != p->in_ports[port].rank)
		return api_wrong(error, E0401, "%s has %d dimension%s, not %d",
				 input, p->in_ports[port].rank,
				 p->in_ports[port].rank == 1 ? "" : "s", rank);
	for (int d = 0; d < rank; d++)
		lengths[d] = dims[d] > INT64_MAX ? INT64_MAX
						 : (int64_t)dims[d];
	return bind_shape(p, port, rank, lengths, know, &known);
}

/* NAME.h: what an application includes. */
#include <ctype.h>
#include <inttypes.h>

#include "codegen_opencl/files_open.h"

static const char *const host_types[SCALAR_COUNT] = {
	[SCALAR_BOOL] = "cl_uchar",
	[SCALAR_I8] = "cl_char",   [SCALAR_U8] = "cl_uchar",
	[SCALAR_I16] = "cl_short", [SCALAR_U16] = "cl_ushort",
	[SCALAR_I32] = "cl_int",   [SCALAR_U32] = "cl_uint",
	[SCALAR_I64] = "cl_long",  [SCALAR_U64] = "cl_ulong",
	[SCALAR_F16] = "cl_half",  [SCALAR_F32] = "cl_float",
	[SCALAR_F64] = "cl_double",
};

static void put_sizes(Text *text, const Program *p)
{
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, ",\n\tsize_t %s",
			    files_identifier(p, p->sizes[i].name));
}

void files_put_create(Text *text, const Program *p)
{
	text_printf(text, "%s *%s_create(cl_context context, cl_device_id "
		    "device", files_type(p), p->name);
	put_sizes(text, p);
	text_put(text, ",\n\tcl_int *error)");
}

void files_put_create_binary(Text *text, const Program *p)
{
	text_printf(text, "%s *%s_create_with_binary(cl_context context,\n\t"
		    "cl_device_id device", files_type(p), p->name);
	put_sizes(text, p);
	text_put(text, ",\n\tconst void *binary, size_t bytes, "
		 "cl_int *error)");
}

int files_into(const Program *p, int output)
{
	int into = p->out_ports[output].into;

	return into >= 0 && p->in_ports[into].rank ? into : -1;
}

void files_put_enqueue(Text *text, const Program *p)
{
	text_printf(text, "cl_int %s_enqueue(%s *self, cl_command_queue queue",
		    p->name, files_type(p));
	for (int i = 0; i < p->in_port_count; i++)
		text_printf(text, ",\n\t%s %s",
			    p->in_ports[i].rank
				    ? "cl_mem"
				    : host_types[p->in_ports[i].scalar],
			    files_identifier(p, p->in_ports[i].ident));
	for (int i = 0; i < p->output_count; i++)
		if (files_into(p, i) < 0)
			text_printf(text, ",\n\tcl_mem %s",
				    files_identifier(p, p->out_ports[i].ident));
	text_put(text, ",\n\tcl_uint wait_count, const cl_event *wait_list, "
		 "cl_event *event)");
}

static void put_guard(Text *text, const Program *p)
{
	for (const char *c = files_base(p); *c; c++)
		text_char(text, (char)toupper((unsigned char)*c));
	text_put(text, "_H");
}

static void put_shape(Text *text, const FilesInfo *info, const Port *port)
{
	if (info->variant)
		text_put(text, "; ");
	for (int d = 0; d < port->rank; d++) {
		if (port->lengths[d]->open)
			size_text(text, port->lengths[d]);
		else
			text_printf(text, "%" PRId64, port->dims[d]);
		text_put(text, " x ");
	}
	text_printf(text, "%s%s", port->rank ? "" : "1 ",
		    scalar_name(port->scalar));
}

/* Within which integers must be, whatever the sizes are. */
static void put_range(Text *text, const FilesInfo *variants, int count,
		      const Port *port)
{
	for (int v = 0; v < count; v++)
		if (variants[v].program->open)
			return;
	if (count == 1 && port->ranged && !port->part
	    && scalar_is_int(port->scalar))
		text_printf(text, ", from %" PRId64 " to %" PRId64, port->ilo,
			    port->ihi);
}

/* The shapes of a port in all variants. */
static void put_port(Text *text, const FilesInfo *variants, int count,
		     bool output, int port, const char *what)
{
	const Port *first = output ? &variants->program->out_ports[port]
				   : &variants->program->in_ports[port];

	text_printf(text, " *   %-12s %s of ", first->ident, what);
	for (int v = 0; v < count; v++)
		put_shape(text, &variants[v],
			  output ? &variants[v].program->out_ports[port]
				 : &variants[v].program->in_ports[port]);
	put_range(text, variants, count, first);
	text_char(text, '\n');
}

static void put_ports(Text *text, const FilesInfo *variants, int count)
{
	const Program *p = variants->program;

	for (int i = 0; i < p->in_port_count; i++)
		put_port(text, variants, p->in_ports[i].rank ? count : 1,
			 false, i, p->in_ports[i].rank ? "buffer" : "value");
	for (int i = 0; i < p->output_count; i++)
		if (files_into(p, i) < 0)
			put_port(text, variants, count, true, i,
				 "result, buffer");
		else
			text_printf(text, " *   %-12s is written over %s\n",
				    p->out_ports[i].ident,
				    p->in_ports[p->out_ports[i].into].ident);
}

/* ",\n * where N % 4 == 0" */
static void put_guards(Text *text, const Artifact *artifact)
{
	for (int i = 0; i < artifact->guard_count; i++) {
		text_put(text, ",\n * where ");
		size_guard_text(text, &artifact->guards[i]);
	}
}

/* "... sizes other than M from 0, K from 0, N % 4 == 0": what the last variant
 * does not take no other one takes. */
static void put_open(Text *text, const FilesInfo *variants, int count)
{
	const Program *p = variants->program;

	for (int i = 0; i < p->size_count; i++)
		if (p->open[i])
			text_printf(text, "%s %s from 0", i ? "," : "",
				    p->sizes[i].name);
		else
			text_printf(text, "%s %s = %" PRId64, i ? "," : "",
				    p->sizes[i].name, p->sizes[i].value);
	put_guards(text, variants[count - 1].artifact);
	text_printf(text, ",\n * or an array of 2^%d elements or more",
		    variants[count - 1].artifact->wide ? 40 : 30);
	for (int v = 0; v + 1 < count; v++) {
		text_printf(text, ".\n * Kernels %s_* are taken",
			    files_prefix(&variants[v]));
		put_guards(text, variants[v].artifact);
		text_put(text, ",\n * else the next");
	}
}

static void put_variants(Text *text, const FilesInfo *variants, int count)
{
	for (int v = 0; v < count; v++) {
		const Program *p = variants[v].program;

		text_put(text, v ? "; " : " ");
		for (int i = 0; i < p->size_count; i++)
			text_printf(text, "%s%s = %" PRId64, i ? ", " : "",
				    p->sizes[i].name, p->sizes[i].value);
	}
}

static bool any_blocks(const FilesInfo *variants, int count)
{
	for (int v = 0; v < count; v++)
		if (artifact_blocks(variants[v].artifact))
			return true;
	return false;
}

static void put_contract(Text *text, const FilesInfo *variants, int count)
{
	const char *name = variants->program->name;

	text_printf(text, " *\n * A bool is one byte, 0 or 1. Results may "
		    "share memory with nothing else, but\n * where one is "
		    "written over an input; inputs may with one another.\n *\n"
		    " * %s_create gives NULL and the reason in *error (which "
		    "may be NULL);\n * CL_INVALID_VALUE: sizes other than",
		    name);
	if (files_is_open(variants))
		put_open(text, variants, count);
	else
		put_variants(text, variants, count);
	text_printf(text, ".\n * %s_create_with_binary does so from what "
		    "%s_binary gave in an earlier\n * run; what is not of "
		    "these kernels and this driver is built from source.\n"
		    " * %s_binary gives the bytes that it takes, and puts them "
		    "there where there is\n * room; 0: the driver has none.\n",
		    name, name, name);
	text_printf(text, " * %s_enqueue returns %s; the event is that of "
		    "all of it being done.\n * CL_INVALID_BUFFER_SIZE: a "
		    "buffer is too small, or shares memory with a\n * result; "
		    "nothing is launched then. Where another call fails the "
		    "event is that\n * of what was launched, or NULL. One "
		    "object may be used by one thread and for one\n * call at "
		    "a time, others beside it.\n", name, any_blocks(variants, count)
		    ? "when its rounds are done" : "at once");
	text_printf(text, " * %s_time waits for the last call; from the start "
		    "of its first kernel to the\n * end of its last, on a "
		    "queue with CL_QUEUE_PROFILING_ENABLE.\n"
		    " * %s_error says in words why the last call failed, with "
		    "the compiler's log;\n * of NULL, why this thread's last "
		    "%s_create did. \"\": nothing to say.\n", name, name,
		    name);
}

static void put_functions(Text *text, const Program *p)
{
	const char *type = files_type(p), *name = p->name;

	files_put_create(text, p);
	text_put(text, ";\n\n");
	files_put_create_binary(text, p);
	text_printf(text, ";\n\nsize_t %s_binary(const %s *self, void *binary, "
		    "size_t bytes);\n\n", name, type);
	files_put_enqueue(text, p);
	text_printf(text, ";\n\ncl_int %s_time(%s *self, cl_ulong "
		    "*nanoseconds);\n\nconst char *%s_error(const %s *self);"
		    "\n\nvoid %s_destroy(%s *self);\n", name, type, name,
		    type, name, type);
}

void files_header(Text *text, const FilesInfo *variants, int count)
{
	const Program *p = variants->program;

	text_printf(text, "/* %s, made by lift-tune %s; it belongs to its "
		    "user.\n *\n", p->name, variants->version);
	put_ports(text, variants, count);
	put_contract(text, variants, count);
	text_put(text, " */\n#ifndef ");
	put_guard(text, p);
	text_put(text, "\n#define ");
	put_guard(text, p);
	text_printf(text, "\n\n#ifndef CL_TARGET_OPENCL_VERSION\n#define "
		    "CL_TARGET_OPENCL_VERSION 120\n#endif\n#include <CL/cl.h>\n"
		    "#include <stddef.h>\n\n#ifdef __cplusplus\nextern \"C\" "
		    "{\n#endif\n\ntypedef struct %s %s;\n\n", files_type(p),
		    files_type(p));
	put_functions(text, p);
	text_put(text, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

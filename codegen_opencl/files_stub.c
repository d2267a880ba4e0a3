/* NAME.h and NAME.c: the host stub, plain C99 with the OpenCL headers. */
#include <ctype.h>
#include <inttypes.h>

#include "codegen_opencl/files.h"

static const char *const host_types[SCALAR_COUNT] = {
	[SCALAR_BOOL] = "cl_uchar",
	[SCALAR_I8] = "cl_char",   [SCALAR_U8] = "cl_uchar",
	[SCALAR_I16] = "cl_short", [SCALAR_U16] = "cl_ushort",
	[SCALAR_I32] = "cl_int",   [SCALAR_U32] = "cl_uint",
	[SCALAR_I64] = "cl_long",  [SCALAR_U64] = "cl_ulong",
	[SCALAR_F16] = "cl_half",  [SCALAR_F32] = "cl_float",
	[SCALAR_F64] = "cl_double",
};

static const char *type_name(const FilesInfo *info)
{
	return files_identifier(info, info->program->name);
}

static void put_create(Text *text, const FilesInfo *info)
{
	const Program *p = info->program;

	text_printf(text, "%s *%s_create(cl_context context, cl_device_id "
		    "device", type_name(info), p->name);
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, ",\n\tsize_t %s",
			    files_identifier(info, p->sizes[i].name));
	text_put(text, ",\n\tcl_int *error)");
}

static const char *port_name(const FilesInfo *info, const Port *port)
{
	return files_identifier(info, port->ident);
}

/* Inputs as they are declared, then the outputs that have a buffer of their
 * own. */
static void put_enqueue(Text *text, const FilesInfo *info)
{
	const Program *p = info->program;

	text_printf(text, "cl_int %s_enqueue(%s *self, cl_command_queue queue",
		    p->name, type_name(info));
	for (int i = 0; i < p->in_port_count; i++)
		text_printf(text, ",\n\t%s %s",
			    p->in_ports[i].rank
				    ? "cl_mem"
				    : host_types[p->in_ports[i].scalar],
			    port_name(info, &p->in_ports[i]));
	for (int i = 0; i < p->output_count; i++)
		if (p->out_ports[i].into < 0)
			text_printf(text, ",\n\tcl_mem %s",
				    port_name(info, &p->out_ports[i]));
	text_put(text, ",\n\tcl_uint wait_count, const cl_event *wait_list, "
		 "cl_event *event)");
}

static void put_destroy(Text *text, const FilesInfo *info)
{
	text_printf(text, "void %s_destroy(%s *self)", info->program->name,
		    type_name(info));
}

static void put_guard(Text *text, const FilesInfo *info)
{
	for (const char *c = info->program->name; *c; c++)
		text_char(text, (char)toupper((unsigned char)*c));
	text_put(text, "_H");
}

static void put_port_line(Text *text, const Port *port, const char *what)
{
	text_printf(text, " *   %-12s %s of ", port->ident, what);
	for (int d = 0; d < port->rank; d++)
		text_printf(text, "%" PRId64 " x ", port->dims[d]);
	text_printf(text, "%s%s\n", port->rank ? "" : "1 ",
		    scalar_name(port->scalar));
}

static void put_ports(Text *text, const Program *p)
{
	for (int i = 0; i < p->in_port_count; i++)
		put_port_line(text, &p->in_ports[i],
			      p->in_ports[i].rank ? "buffer" : "value");
	for (int i = 0; i < p->output_count; i++)
		if (p->out_ports[i].into < 0)
			put_port_line(text, &p->out_ports[i], "result, buffer");
		else
			text_printf(text, " *   %-12s is written over %s\n",
				    p->out_ports[i].ident,
				    p->in_ports[p->out_ports[i].into].ident);
}

void files_header(Text *text, const FilesInfo *info)
{
	const Program *p = info->program;

	text_printf(text, "/* %s, made by lift-tune %s; it belongs to its "
		    "user.\n *\n", p->name, info->version);
	put_ports(text, p);
	text_printf(text, " *\n * %s_create gives NULL and the reason in "
		    "*error (which may be NULL);\n * CL_INVALID_VALUE: sizes "
		    "other than", p->name);
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, " %s = %" PRId64, p->sizes[i].name,
			    p->sizes[i].value);
	text_printf(text, ".\n * %s_enqueue returns at once; one object may "
		    "be used by one thread and\n * for one call at a time.\n"
		    " */\n#ifndef ", p->name);
	put_guard(text, info);
	text_put(text, "\n#define ");
	put_guard(text, info);
	text_printf(text, "\n\n#ifndef CL_TARGET_OPENCL_VERSION\n#define "
		    "CL_TARGET_OPENCL_VERSION 120\n#endif\n#include <CL/cl.h>\n"
		    "#include <stddef.h>\n\n#ifdef __cplusplus\nextern \"C\" "
		    "{\n#endif\n\ntypedef struct %s %s;\n\n", type_name(info),
		    type_name(info));
	put_create(text, info);
	text_put(text, ";\n\n");
	put_enqueue(text, info);
	text_put(text, ";\n\n");
	put_destroy(text, info);
	text_put(text, ";\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

/* One string a line: compilers limit the length of one. */
static void put_source(Text *text, const FilesInfo *info)
{
	Text source = { 0 };
	const char *s;

	files_source(&source, info);
	text_put(text, "static const char *const source[] = {\n");
	for (s = text_string(&source); *s;) {
		const char *end = s;
		Text line = { 0 };

		while (*end && *end++ != '\n')
			;
		text_bytes(&line, s, (size_t)(end - s));
		text_char(text, '\t');
		text_json(text, text_string(&line));
		text_put(text, ",\n");
		text_free(&line);
		s = end;
	}
	text_put(text, "};\n\n");
	text_free(&source);
}

static int temp_count(const Artifact *artifact)
{
	int count = 0;

	for (int i = 0; i < artifact->buffer_count; i++)
		count += artifact->buffers[i].role == BUFFER_TEMP;
	return count;
}

/* Position of a temp among the temps. */
static int temp_index(const Artifact *artifact, int buffer)
{
	int index = 0;

	for (int i = 0; i < buffer; i++)
		index += artifact->buffers[i].role == BUFFER_TEMP;
	return index;
}

static void put_struct(Text *text, const FilesInfo *info)
{
	int temps = temp_count(info->artifact);

	text_printf(text, "enum { KERNELS = %d, TEMPS = %d };\n\nstruct %s {\n"
		    "\tcl_program program;\n\tcl_kernel kernels[KERNELS];\n"
		    "\tcl_mem temps[%s];\n};\n\n",
		    info->artifact->kernel_count, temps, type_name(info),
		    temps ? "TEMPS" : "1");
}

static void put_temps(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;

	if (!temp_count(artifact))
		return;
	text_put(text, "static const size_t temp_bytes[TEMPS] = {");
	for (int i = 0; i < artifact->buffer_count; i++)
		if (artifact->buffers[i].role == BUFFER_TEMP)
			text_printf(text, " %" PRId64 ",",
				    artifact->buffers[i].elements
					    * (int64_t)scalar_bytes(
						    artifact->buffers[i]
							    .scalar));
	text_put(text, " };\n\n");
}

static void put_create_body(Text *text, const FilesInfo *info)
{
	const Program *p = info->program;
	const char *type = type_name(info);

	text_printf(text, "static cl_int fill(%s *self, cl_context context, "
		    "cl_device_id device)\n{\n\tcl_int status;\n\n"
		    "\tself->program = clCreateProgramWithSource(context,\n"
		    "\t\tsizeof source / sizeof *source, (const char **)"
		    "source, NULL, &status);\n\tif (status != CL_SUCCESS)\n"
		    "\t\treturn status;\n\tstatus = clBuildProgram("
		    "self->program, 1, &device, \"%s\", NULL, NULL);\n"
		    "\tfor (int k = 0; k < KERNELS && status == CL_SUCCESS; "
		    "k++)\n\t\tself->kernels[k] = clCreateKernel("
		    "self->program, names[k],\n\t\t\t\t\t\t  &status);\n",
		    type, info->artifact->build_options);
	if (temp_count(info->artifact))
		text_put(text, "\tfor (int t = 0; t < TEMPS && status == "
			 "CL_SUCCESS; t++)\n\t\tself->temps[t] = "
			 "clCreateBuffer(context, CL_MEM_READ_WRITE,\n"
			 "\t\t\t\t\t\ttemp_bytes[t], NULL, &status);\n");
	text_put(text, "\treturn status;\n}\n\n");
	put_create(text, info);
	text_printf(text, "\n{\n\t%s *self = NULL;\n\tcl_int status = "
		    "CL_INVALID_VALUE;\n\n", type);
	text_put(text, "\tif (");
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, "%s%s == %" PRId64, i ? " && " : "",
			    files_identifier(info, p->sizes[i].name),
			    p->sizes[i].value);
	text_printf(text, "%s) {\n\t\tself = calloc(1, sizeof *self);\n"
		    "\t\tstatus = self ? fill(self, context, device)\n"
		    "\t\t\t      : CL_OUT_OF_HOST_MEMORY;\n\t}\n"
		    "\tif (status != CL_SUCCESS) {\n\t\t%s_destroy(self);\n"
		    "\t\tself = NULL;\n\t}\n\tif (error)\n\t\t*error = "
		    "status;\n\treturn self;\n}\n\n",
		    p->size_count ? "" : "1", p->name);
}

static void put_argument(Text *text, const FilesInfo *info, int kernel,
			 int number, const ArtifactArg *arg)
{
	const Program *p = info->program;
	const ArtifactBuffer *buffer;
	const char *name;

	if (arg->kind == ARG_SCALAR) {
		name = port_name(info, &p->in_ports[arg->index]);
	} else {
		buffer = &info->artifact->buffers[arg->index];
		name = buffer->role == BUFFER_INPUT
		     ? port_name(info, &p->in_ports[buffer->port])
		     : buffer->role == BUFFER_TEMP
		     ? arena_printf(ir_arena(p->ir), "self->temps[%d]",
				    temp_index(info->artifact, arg->index))
		     : buffer->into >= 0
		     ? port_name(info, &p->in_ports[buffer->into])
		     : port_name(info, &p->out_ports[buffer->port]);
	}
	text_printf(text, "\tset(self->kernels[%d], %d, sizeof %s, &%s, "
		    "&status);\n", kernel, number, name, name);
}

static void put_size_array(Text *text, const char *name, const int64_t *sizes,
			   int dims)
{
	text_printf(text, "\t\tconst size_t %s[] = {", name);
	for (int d = 0; d < dims; d++)
		text_printf(text, " %" PRId64 ",", sizes[d]);
	text_put(text, " };\n");
}

/* Each kernel waits for the one before it, so the queue may be out of order. */
static void put_launch(Text *text, const FilesInfo *info, int k)
{
	const ArtifactKernel *kernel = &info->artifact->kernels[k];
	bool last = k + 1 == info->artifact->kernel_count;

	text_put(text, "\tif (status == CL_SUCCESS) {\n");
	put_size_array(text, "global", kernel->global, kernel->dims);
	put_size_array(text, "local", kernel->local, kernel->dims);
	text_printf(text, "\n\t\tstatus = clEnqueueNDRangeKernel(queue, "
		    "self->kernels[%d], %d,\n\t\t\tNULL, global, local, ", k,
		    kernel->dims);
	if (k)
		text_printf(text, "1, &done[%d], ", k - 1);
	else
		text_put(text, "wait_count, wait_list, ");
	if (last)
		text_put(text, "event);\n\t}\n");
	else
		text_printf(text, "&done[%d]);\n\t}\n", k);
}

static void put_set(Text *text)
{
	text_put(text, "static void set(cl_kernel kernel, cl_uint number, "
		 "size_t bytes,\n\t\tconst void *value, cl_int *status)\n"
		 "{\n\tif (*status == CL_SUCCESS)\n\t\t*status = "
		 "clSetKernelArg(kernel, number, bytes, value);\n}\n\n");
}

static void put_enqueue_body(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;
	bool several = artifact->kernel_count > 1;

	put_enqueue(text, info);
	text_put(text, "\n{\n");
	if (several)
		text_put(text, "\tcl_event done[KERNELS] = { NULL };\n");
	text_put(text, "\tcl_int status = CL_SUCCESS;\n\n");
	for (int k = 0; k < artifact->kernel_count; k++)
		for (int i = 0; i < artifact->kernels[k].arg_count; i++)
			put_argument(text, info, k, i,
				     &artifact->kernels[k].args[i]);
	for (int k = 0; k < artifact->kernel_count; k++)
		put_launch(text, info, k);
	if (several)
		text_put(text, "\tfor (int k = 0; k < KERNELS; k++)\n"
			 "\t\tif (done[k])\n\t\t\tclReleaseEvent(done[k]);\n");
	text_put(text, "\treturn status;\n}\n\n");
}

static void put_destroy_body(Text *text, const FilesInfo *info)
{
	put_destroy(text, info);
	text_put(text, "\n{\n\tif (!self)\n\t\treturn;\n\tfor (int k = 0; "
		 "k < KERNELS; k++)\n\t\tif (self->kernels[k])\n\t\t\t"
		 "clReleaseKernel(self->kernels[k]);\n");
	if (temp_count(info->artifact))
		text_put(text, "\tfor (int t = 0; t < TEMPS; t++)\n\t\t"
			 "if (self->temps[t])\n\t\t\tclReleaseMemObject("
			 "self->temps[t]);\n");
	text_put(text, "\tif (self->program)\n\t\tclReleaseProgram("
		 "self->program);\n\tfree(self);\n}\n");
}

void files_stub(Text *text, const FilesInfo *info)
{
	text_printf(text, "/* %s, made by lift-tune %s; it belongs to its "
		    "user. */\n#include \"%s.h\"\n\n#include <stdlib.h>\n\n",
		    info->program->name, info->version, info->program->name);
	put_source(text, info);
	put_struct(text, info);
	text_put(text, "static const char *const names[KERNELS] = {");
	for (int k = 0; k < info->artifact->kernel_count; k++)
		text_printf(text, " \"%s_%s\",", info->program->name,
			    info->artifact->kernels[k].name);
	text_put(text, " };\n\n");
	put_temps(text, info);
	put_create_body(text, info);
	put_set(text);
	put_enqueue_body(text, info);
	put_destroy_body(text, info);
}

/* NAME.c: the host stub, for C11 and C++17 with the OpenCL headers. What is the
 * same for every program is stub.txt; here the tables that it goes by are put:
 *
 *	gemv_variants	sizes, and the others of the same number
 *	gemv_source_0	lines of the kernels
 *	gemv_arguments_0, gemv_kernels_0, gemv_loops_0
 *	gemv_bytes_0, gemv_temps_0
 *
 * Lines of stub.txt that begin with @? are for open sizes, with @! for others.
 */
#include <inttypes.h>
#include <string.h>

#include "codegen_opencl/files_open.h"

/* -- ports, as the stub numbers them --------------------------------------- */

static int port_count(const Program *p)
{
	int count = p->in_port_count;

	for (int i = 0; i < p->output_count; i++)
		count += files_into(p, i) < 0;
	return count;
}

static int output_port(const Program *p, int output)
{
	int port = p->in_port_count;

	if (files_into(p, output) >= 0)
		return files_into(p, output);
	for (int i = 0; i < output; i++)
		port += files_into(p, i) < 0;
	return port;
}

static bool is_written(const Program *p, int input)
{
	for (int i = 0; i < p->output_count; i++)
		if (files_into(p, i) == input)
			return true;
	return false;
}

static void put_ports(Text *text, const Program *p)
{
	text_printf(text, "static const %s_port %s_ports[] = {\n", p->name,
		    p->name);
	for (int i = 0; i < p->in_port_count; i++)
		text_printf(text, "\t{ \"%s\", %d },\n", p->in_ports[i].ident,
			    is_written(p, i));
	for (int i = 0; i < p->output_count; i++)
		if (files_into(p, i) < 0)
			text_printf(text, "\t{ \"%s\", 1 },\n",
				    p->out_ports[i].ident);
	text_put(text, "};\n\n");
}

/* -- counts ---------------------------------------------------------------- */

static int kernel_count(const Artifact *artifact)
{
	return artifact->kernel_count;
}

static int temps_before(const Artifact *artifact, int buffer)
{
	int count = 0;

	for (int i = 0; i < buffer; i++)
		count += artifact->buffers[i].role == BUFFER_TEMP;
	return count;
}

static int temp_count(const Artifact *artifact)
{
	return temps_before(artifact, artifact->buffer_count);
}

static int open_count(const Artifact *artifact)
{
	return artifact->open_count;
}

static int most(const FilesInfo *variants, int count,
		int (*of)(const Artifact *artifact))
{
	int least = 1; /* arrays have an element */

	for (int v = 0; v < count; v++)
		if (of(variants[v].artifact) > least)
			least = of(variants[v].artifact);
	return least;
}

bool files_is_open(const FilesInfo *info)
{
	const Program *p = info->program;

	for (int i = 0; i < p->size_count; i++)
		if (p->open && p->open[i])
			return true;
	return false;
}

int files_slots(const FilesInfo *info)
{
	return port_count(info->program) + temp_count(info->artifact);
}

int files_slot(const FilesInfo *info, int number)
{
	const ArtifactBuffer *buffer = &info->artifact->buffers[number];

	return buffer->role == BUFFER_INPUT ? buffer->port
	     : buffer->role == BUFFER_OUTPUT
	     ? output_port(info->program, buffer->port)
	     : port_count(info->program)
	       + temps_before(info->artifact, number);
}

/* -- one variant ----------------------------------------------------------- */

static void put_table(Text *text, const FilesInfo *info, const char *type,
		      const char *name)
{
	text_printf(text, "static const %s%s %s_%s_%d[] = {",
		    type[0] == '_' ? info->program->name : "", type,
		    info->program->name, name, info->variant);
}

/* One string a line: compilers limit the length of one. */
static void put_source(Text *text, const FilesInfo *info)
{
	Text source = { 0 };

	files_source(&source, info);
	put_table(text, info, "char *const", "source");
	text_char(text, '\n');
	for (const char *s = text_string(&source); *s;) {
		size_t length = strcspn(s, "\n");
		Text line = { 0 };

		length += s[length] == '\n';
		text_bytes(&line, s, length);
		text_char(text, '\t');
		text_json(text, text_string(&line));
		text_put(text, ",\n");
		text_free(&line);
		s += length;
	}
	text_put(text, "};\n\n");
	text_free(&source);
}

static void put_argument(Text *text, const FilesInfo *info,
			 const ArtifactArg *arg)
{
	if (arg->kind == ARG_SIZE) {
		text_printf(text, "\t{ %d, sizeof(%s) },\n",
			    files_slots(info) + arg->index,
			    arg->scalar == SCALAR_I64 ? "cl_long" : "cl_int");
		return;
	}
	if (arg->kind == ARG_SCALAR) {
		text_printf(text, "\t{ %d, %zu },\n", arg->index,
			    scalar_bytes(arg->scalar));
		return;
	}
	text_printf(text, "\t{ %d, sizeof(cl_mem) },\n",
		    files_slot(info, arg->index));
}

static void put_arguments(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;

	put_table(text, info, "_argument", "arguments");
	text_char(text, '\n');
	for (int k = 0; k < artifact->kernel_count; k++)
		for (int i = 0; i < artifact->kernels[k].arg_count; i++)
			put_argument(text, info, &artifact->kernels[k].args[i]);
	text_put(text, "\t{ 0, 0 },\n};\n\n");
}

static void put_numbers(Text *text, const int64_t *numbers, int count)
{
	text_put(text, "{ ");
	for (int d = 0; d < DEVICE_DIMS; d++)
		text_printf(text, "%s%" PRId64, d ? ", " : "",
			    d < count ? numbers[d] : 1);
	text_put(text, " }, ");
}

static void put_kernels(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;
	int first = 0;

	put_table(text, info, "_kernel", "kernels");
	text_char(text, '\n');
	for (int k = 0; k < artifact->kernel_count; k++) {
		const ArtifactKernel *kernel = &artifact->kernels[k];

		text_printf(text, "\t{ \"%s_%s\", %d, ", files_prefix(info),
			    kernel->name, kernel->dims);
		put_numbers(text, kernel->global, kernel->dims);
		put_numbers(text, kernel->local, kernel->dims);
		text_printf(text, "%d, %d },\n", first, kernel->arg_count);
		first += kernel->arg_count;
	}
	text_put(text, "\t{ NULL, 0, { 0, 0, 0 }, { 0, 0, 0 }, 0, 0 },\n"
		 "};\n\n");
}

static void put_loops(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;

	put_table(text, info, "_loop", "loops");
	text_char(text, '\n');
	for (int i = 0; i < artifact->loop_count; i++) {
		const ArtifactLoop *loop = &artifact->loops[i];

		text_printf(text, "\t{ %d, %d, %" PRId64 ", %d, %d },\n",
			    loop->first, loop->count, loop->times,
			    loop->flag < 0 ? -1
			    : temps_before(artifact, loop->flag), loop->every);
	}
	text_put(text, "\t{ 0, 0, 0, -1, 1 },\n};\n\n");
}

static void put_bytes(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;
	const Program *p = info->program;
	const int ports = port_count(p);
	int64_t *bytes = ARENA_ARRAY(ir_arena(p->ir), int64_t, ports + 1);

	put_table(text, info, "size_t", "bytes");
	for (int i = 0; i < artifact->buffer_count; i++) {
		const ArtifactBuffer *buffer = &artifact->buffers[i];
		int port = buffer->role == BUFFER_INPUT ? buffer->port
			 : buffer->role == BUFFER_OUTPUT
			 ? output_port(p, buffer->port) : ports;

		bytes[port] = buffer->elements
			    * (int64_t)scalar_bytes(buffer->scalar);
	}
	for (int i = 0; i < ports; i++)
		text_printf(text, " %" PRId64 ",", bytes[i]);
	text_put(text, " 0 };\n\n");
}

static void put_temps(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;

	put_table(text, info, "size_t", "temps");
	for (int i = 0; i < artifact->buffer_count; i++)
		if (artifact->buffers[i].role == BUFFER_TEMP)
			text_printf(text, " %" PRId64 ",",
				    artifact->buffers[i].elements
				    * (int64_t)scalar_bytes(
					    artifact->buffers[i].scalar));
	text_put(text, " 0 };\n\n");
}

static void put_sizes(Text *text, const FilesInfo *info)
{
	const Program *p = info->program;

	put_table(text, info, "size_t", "sizes");
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, " %" PRId64 ",", p->sizes[i].value);
	text_put(text, " 0 };\n\n");
}

/* -- all of them ----------------------------------------------------------- */

static void put_variant(Text *text, const FilesInfo *info)
{
	const char *name = info->program->name;
	const int v = info->variant;

	text_printf(text, "\t{\n\t\t%s_sizes_%d, 0x%016" PRIx64 ",\n\t\t",
		    name, v, info->artifact->hash);
	text_json(text, info->artifact->build_options);
	text_printf(text, ",\n\t\t%s_source_%d,\n\t\tsizeof %s_source_%d / "
		    "sizeof *%s_source_%d,\n\t\t%s_arguments_%d, "
		    "%s_kernels_%d, %s_loops_%d, %d, %d,\n\t\t"
		    "%s_bytes_%d, %s_temps_%d,\n", name, v, name, v,
		    name, v, name, v, name, v, name, v,
		    info->artifact->kernel_count, info->artifact->loop_count,
		    name, v, name, v);
	if (files_is_open(info))
		files_put_open_members(text, info);
	text_put(text, "\t},\n");
}

static void put_size_names(Text *text, const Program *p)
{
	text_printf(text, "static const char *const %s_size_names[] = {",
		    p->name);
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, " \"%s\",", p->sizes[i].name);
	text_put(text, " NULL };\n\n");
}

static void put_tables(Text *text, const FilesInfo *variants, int count)
{
	const Program *p = variants->program;

	put_size_names(text, p);
	put_ports(text, p);
	for (int v = 0; v < count; v++) {
		put_source(text, &variants[v]);
		put_arguments(text, &variants[v]);
		put_kernels(text, &variants[v]);
		put_loops(text, &variants[v]);
		put_bytes(text, &variants[v]);
		put_temps(text, &variants[v]);
		put_sizes(text, &variants[v]);
		if (files_is_open(variants))
			files_put_open(text, &variants[v]);
	}
	text_printf(text, "static const %s_variant %s_variants[] = {\n",
		    p->name, p->name);
	for (int v = 0; v < count; v++)
		put_variant(text, &variants[v]);
	text_put(text, "};\n");
	if (files_is_open(variants)) {
		text_char(text, '\n');
		files_put_taken(text, variants, count);
	}
}

static void put_line(Text *text, const Program *p, const char *line)
{
	for (; *line; line++)
		if (*line != '@')
			text_char(text, *line);
		else if (line[1] == 'T')
			text_put(text, (line++, files_type(p)));
		else
			text_put(text, p->name);
	text_char(text, '\n');
}

static void put_open_line(Text *text, const FilesInfo *info, const char *line)
{
	if (files_is_open(info) == (line[1] == '?'))
		put_line(text, info->program, line + 2);
}

static void put_counts(Text *text, const FilesInfo *variants, int count)
{
	const Program *p = variants->program;
	const char *name = p->name;

	if (files_is_open(variants))
		text_printf(text, "enum { %s_OPEN = %d, %s_BUFFERS = %d };"
			    "\n\n", name, most(variants, count, open_count),
			    name, port_count(p) + most(variants, count,
						       temp_count));
	text_printf(text, "enum {\n\t%s_SIZES = %d, %s_PORTS = %d, "
		    "%s_VARIANTS = %d,\n\t%s_KERNELS = %d, %s_TEMPS = %d\n"
		    "};\n\n", name, p->size_count, name, port_count(p), name,
		    count, name, most(variants, count, kernel_count), name,
		    most(variants, count, temp_count));
}

static void put_sizes_given(Text *text, const Program *p, const char *binary,
			    const char *bytes)
{
	text_put(text, "\n{\n\tconst size_t sizes[] = {");
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, " %s,",
			    files_identifier(p, p->sizes[i].name));
	text_printf(text, " 0 };\n\n\treturn %s_new(context, device, sizes, "
		    "%s, %s, error);\n}\n", p->name, binary, bytes);
}

static void put_enqueue(Text *text, const Program *p)
{
	text_char(text, '\n');
	files_put_enqueue(text, p);
	text_put(text, "\n{\n\tconst void *const given[] = {\n");
	for (int i = 0; i < p->in_port_count; i++)
		text_printf(text, "\t\t&%s,\n",
			    files_identifier(p, p->in_ports[i].ident));
	for (int i = 0; i < p->output_count; i++)
		if (files_into(p, i) < 0)
			text_printf(text, "\t\t&%s,\n",
				    files_identifier(p,
						     p->out_ports[i].ident));
	text_printf(text, "\t};\n\n\treturn %s_run(self, queue, given, "
		    "wait_count, wait_list, event);\n}\n", p->name);
}

void files_stub(Text *text, const FilesInfo *variants, int count)
{
	const Program *p = variants->program;

	text_printf(text, "/* %s, made by lift-tune %s; it belongs to its "
		    "user. */\n#include \"%s.h\"\n\n#include <stdarg.h>\n"
		    "#include <stdio.h>\n#include <stdlib.h>\n"
		    "#include <string.h>\n\n", p->name, variants->version,
		    files_base(p));
	put_counts(text, variants, count);
	for (const char *const *line = stub_lines; *line; line++)
		if (!strcmp(*line, "@TABLES"))
			put_tables(text, variants, count);
		else if ((*line)[0] == '@' && strchr("?!", (*line)[1]))
			put_open_line(text, variants, *line);
		else
			put_line(text, p, *line);
	text_put(text, "\n/* -- this program -------------------------------"
		 "------------------------- */\n\n");
	files_put_create(text, p);
	put_sizes_given(text, p, "NULL", "0");
	text_char(text, '\n');
	files_put_create_binary(text, p);
	put_sizes_given(text, p, "binary", "bytes");
	put_enqueue(text, p);
}

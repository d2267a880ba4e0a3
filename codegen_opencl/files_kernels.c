/* NAME.cl: the kernels, headed by what they are and how to call them. */
#include <inttypes.h>
#include <string.h>

#include "codegen_opencl/files_open.h"

static void put_count(Text *text, const Size *size, int64_t number)
{
	if (size && size->open)
		size_text(text, size);
	else
		text_printf(text, "%" PRId64, number);
}

static void put_sizes(Text *text, const Size *const *open,
		      const int64_t *sizes, int dims)
{
	for (int d = 0; d < dims; d++) {
		text_put(text, d ? " x " : "");
		put_count(text, open ? open[d] : NULL, sizes[d]);
	}
}

/* Intermediate ones are named as in the kernels and in the manifest. */
static void put_buffer_name(Text *text, const FilesInfo *info,
			    const ArtifactBuffer *buffer)
{
	switch (buffer->role) {
	case BUFFER_INPUT:
		text_put(text, info->program->in_ports[buffer->port].name);
		break;
	case BUFFER_OUTPUT:
		text_put(text, info->program->out_ports[buffer->port].name);
		break;
	default:
		text_printf(text, "t%d, intermediate", buffer->port);
	}
}

static void put_argument(Text *text, const FilesInfo *info,
			 const ArtifactArg *arg)
{
	const ArtifactBuffer *buffer;

	if (arg->kind == ARG_SCALAR) {
		text_printf(text, " *     %s: %s, by value\n",
			    info->program->in_ports[arg->index].name,
			    scalar_name(arg->scalar));
		return;
	}
	if (arg->kind == ARG_SIZE) {
		text_put(text, " *     ");
		size_text(text, info->artifact->open[arg->index]);
		text_printf(text, ": %s, by value\n",
			    scalar_name(arg->scalar));
		return;
	}
	buffer = &info->artifact->buffers[arg->index];
	text_put(text, " *     ");
	put_buffer_name(text, info, buffer);
	text_put(text, ": buffer of ");
	put_count(text, artifact_size(info->artifact, arg->index), buffer->elements);
	text_printf(text, " %s\n", scalar_name(buffer->scalar));
}

static void put_kernel(Text *text, const FilesInfo *info,
		       const ArtifactKernel *kernel)
{
	text_printf(text, " *   %d. %s_%s: global size ",
		    (int)(kernel - info->artifact->kernels) + 1,
		    files_prefix(info), kernel->name);
	put_sizes(text, kernel->open, kernel->global, kernel->dims);
	text_put(text, ", local size ");
	put_sizes(text, NULL, kernel->local, kernel->dims);
	text_put(text, ", arguments\n");
	for (int i = 0; i < kernel->arg_count; i++)
		put_argument(text, info, &kernel->args[i]);
}

static void put_loops(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;

	for (int i = 0; i < artifact->loop_count; i++) {
		const ArtifactLoop *loop = &artifact->loops[i];

		text_printf(text, " *   %s%" PRId64 " times in turn: %s_%s to "
			    "%s_%s\n", loop->flag < 0 ? "" : "at most ",
			    loop->times, files_prefix(info),
			    artifact->kernels[loop->first].name,
			    files_prefix(info),
			    artifact->kernels[loop->first + loop->count - 1]
				.name);
	}
}

/* Text that comes from elsewhere may not end the comment. */
static void put_comment(Text *text, const char *line)
{
	for (; *line; line++) {
		text_char(text, *line);
		if (line[0] == '*' && line[1] == '/')
			text_char(text, ' ');
	}
}

static void put_guards(Text *text, const Artifact *artifact)
{
	for (int i = 0; i < artifact->guard_count; i++) {
		text_put(text, i ? ", " : "\n * only where ");
		size_guard_text(text, &artifact->guards[i]);
	}
}

static void put_header(Text *text, const FilesInfo *info)
{
	const Program *p = info->program;

	text_printf(text, "/* %s, made by lift-tune %s; it belongs to its "
		    "user.\n *\n * sizes:", p->name, info->version);
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, p->open && p->open[i] ? " %s (%" PRId64 ")"
			    : " %s = %" PRId64, p->sizes[i].name,
			    p->sizes[i].value);
	put_guards(text, info->artifact);
	text_put(text, "\n * device: ");
	put_comment(text, info->device->name);
	text_char(text, '\n');
	if (info->seconds > 0)
		text_printf(text, " * time: %.4g ms\n", info->seconds * 1e3);
	if (info->derivation)
		text_printf(text, " * derivation %" PRId64 "\n",
			    info->derivation);
	if (info->label)
		text_printf(text, " * steps: %s\n", info->label);
	text_put(text, " * functions: ");
	replaced_text(text, info->artifact->replacement_count,
		      info->artifact->replacements);
	text_char(text, '\n');
	if (info->promise)
		text_printf(text, " * results: %s\n", info->promise);
	if (info->expression) {
		text_put(text, " * expression: ");
		put_comment(text, info->expression);
		text_char(text, '\n');
	}
	if (*info->artifact->build_options)
		text_printf(text, " * build options: %s\n",
			    info->artifact->build_options);
	text_put(text, " *\n * Enqueue in order on one queue:\n");
	for (int k = 0; k < info->artifact->kernel_count; k++)
		put_kernel(text, info, &info->artifact->kernels[k]);
	put_loops(text, info);
	text_put(text, " */\n");
}

/* What one variant asks of rounding holds for it alone. */
void files_kernels(Text *text, const FilesInfo *variants, int count)
{
	for (int v = 0; v < count; v++) {
		if (v)
			text_put(text, "\n#pragma OPENCL FP_CONTRACT ON\n\n");
		put_header(text, &variants[v]);
		files_source(text, &variants[v]);
	}
}

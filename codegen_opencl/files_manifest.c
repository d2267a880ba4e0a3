/* NAME.manifest.json: everything that launching the kernels needs. */
#include <inttypes.h>
#include <string.h>

#include "codegen_opencl/files_open.h"

/* docs/manifest.md; with open sizes, numbers may be objects; with loops, the
 * launches are not the kernels one after the other. */
enum { MANIFEST_VERSION = 1, MANIFEST_OPEN = 2, MANIFEST_LOOPS = 3 };

static void put_string(Text *text, const char *key, const char *value)
{
	text_printf(text, ",\n  \"%s\": ", key);
	text_json(text, value);
}

static void put_numbers(Text *text, const char *key, const int64_t *numbers,
			int count)
{
	text_printf(text, "\"%s\": [", key);
	for (int i = 0; i < count; i++)
		text_printf(text, i ? ", %" PRId64 : "%" PRId64, numbers[i]);
	text_char(text, ']');
}

/* A number, or {"size": "4*N"} where it is open. */
static void put_count(Text *text, const Size *size, int64_t number)
{
	if (size && size->open) {
		text_put(text, "{\"size\": \"");
		size_text(text, size);
		text_put(text, "\"}");
	} else {
		text_printf(text, "%" PRId64, number);
	}
}

static void put_counts(Text *text, const char *key, const Size *const *sizes,
		       const int64_t *numbers, int count)
{
	text_printf(text, "\"%s\": [", key);
	for (int i = 0; i < count; i++) {
		text_put(text, i ? ", " : "");
		put_count(text, sizes[i], numbers[i]);
	}
	text_char(text, ']');
}

/* What else may have too many elements, beside arrays in memory. */
static void put_lengths(Text *text, const Artifact *artifact)
{
	const int first = artifact->open_count - artifact->length_count;

	for (int i = first; i < artifact->open_count; i++) {
		text_printf(text, "%s\"%" PRId64 "-(",
			    i > first || artifact->guard_count ? ", " : "",
			    artifact_most(artifact));
		size_text(text, artifact->open[i]);
		text_put(text, ") >= 0\"");
	}
}

static void put_open(Text *text, const FilesInfo *info)
{
	const Program *p = info->program;
	const char *between = "";

	if (!files_is_open(info))
		return;
	text_put(text, ",\n  \"open\": [");
	for (int i = 0; i < p->size_count; i++)
		if (p->open[i]) {
			text_printf(text, "%s\"%s\"", between,
				    p->sizes[i].name);
			between = ", ";
		}
	text_put(text, "],\n  \"guards\": [");
	for (int i = 0; i < info->artifact->guard_count; i++) {
		text_put(text, i ? ", \"" : "\"");
		size_guard_text(text, &info->artifact->guards[i]);
		text_char(text, '"');
	}
	put_lengths(text, info->artifact);
	text_char(text, ']');
}

static void put_sizes(Text *text, const Program *program)
{
	text_put(text, ",\n  \"sizes\": {");
	for (int i = 0; i < program->size_count; i++)
		text_printf(text, "%s\"%s\": %" PRId64, i ? ", " : "",
			    program->sizes[i].name, program->sizes[i].value);
	text_char(text, '}');
}

static void put_device(Text *text, const Device *device)
{
	text_put(text, ",\n  \"device\": {\"name\": ");
	text_json(text, device->name);
	text_put(text, ", \"platform\": ");
	text_json(text, device->platform);
	text_put(text, ", \"driver\": ");
	text_json(text, device->driver);
	text_char(text, '}');
}

/* Steps are JSON objects already, one a line. */
static void put_derivation(Text *text, const FilesInfo *info)
{
	const char *s = info->steps ? info->steps : "";

	text_printf(text, ",\n  \"derivation\": {\"id\": %" PRId64,
		    info->derivation);
	if (info->label)
		text_printf(text, ", \"label\": \"%s\"", info->label);
	if (info->judges) {
		text_put(text, ", \"judges\": ");
		text_json(text, info->judges);
	}
	if (info->expression) {
		text_put(text, ",\n    \"expression\": ");
		text_json(text, info->expression);
	}
	text_put(text, ",\n    \"steps\": [");
	for (bool first = true; *s; first = false) {
		size_t length = strcspn(s, "\n");

		text_put(text, first ? "\n      " : ",\n      ");
		text_bytes(text, s, length);
		s += length + (s[length] == '\n');
	}
	text_put(text, "]}");
}

static void put_proof(Text *text, const FilesProof *proof)
{
	if (!proof->verdict)
		return;
	text_printf(text, ",\n  \"proof\": {\"verdict\": \"%s\", "
		    "\"solver\": ", proof->verdict);
	text_json(text, proof->solver);
	text_printf(text, ", \"seconds\": %.3f", proof->seconds);
	if (*proof->detail) {
		text_put(text, ",\n    \"detail\": ");
		text_json(text, proof->detail);
	}
	text_char(text, '}');
}

static void put_port(Text *text, const char *role, const Port *port)
{
	text_printf(text, "{\"role\": \"%s\", \"name\": \"%s\", "
		    "\"type\": \"%s\", ", role, port->name,
		    scalar_name(port->scalar));
	put_counts(text, "shape", port->lengths, port->dims, port->rank);
}

static void put_bytes(Text *text, const FilesInfo *info, int number)
{
	const ArtifactBuffer *buffer = &info->artifact->buffers[number];
	const int64_t each = (int64_t)scalar_bytes(buffer->scalar);
	const Size *size = artifact_size(info->artifact, number);

	text_put(text, ", \"bytes\": ");
	if (size)
		size = size_mul(info->program->ir, size,
				size_const(info->program->ir, each));
	put_count(text, size, buffer->elements * each);
}

/* Of all intermediate buffers together; nothing where there are none. */
static void put_intermediate(Text *text, const FilesInfo *info)
{
	const Artifact *a = info->artifact;
	Ir *ir = info->program->ir;
	const Size *size = NULL;
	int64_t bytes = 0;

	for (int i = 0; i < a->buffer_count; i++) {
		const ArtifactBuffer *b = &a->buffers[i];
		const int64_t each = (int64_t)scalar_bytes(b->scalar);
		const Size *length = artifact_size(a, i);

		if (b->role != BUFFER_TEMP)
			continue;
		bytes += b->elements * each;
		if (a->sizes) {
			length = size_mul(ir, length ? length
					  : size_const(ir, b->elements),
					  size_const(ir, each));
			size = size ? size_add(ir, size, length) : length;
		}
	}
	if (!bytes)
		return;
	text_put(text, ",\n  \"intermediate_bytes\": ");
	put_count(text, size && !size_is_const(size) ? size : NULL, bytes);
}

static void put_buffer(Text *text, const FilesInfo *info, int number)
{
	const ArtifactBuffer *buffer = &info->artifact->buffers[number];
	const Program *p = info->program;

	if (buffer->role == BUFFER_INPUT)
		put_port(text, "input", &p->in_ports[buffer->port]);
	else if (buffer->role == BUFFER_OUTPUT)
		put_port(text, "output", &p->out_ports[buffer->port]);
	else
		text_printf(text, "{\"role\": \"intermediate\", \"name\": "
			    "\"t%d\", \"type\": \"%s\"", buffer->port,
			    scalar_name(buffer->scalar));
	put_bytes(text, info, number);
	if (buffer->role == BUFFER_OUTPUT && buffer->into >= 0)
		text_printf(text, ", \"into\": \"%s\"",
			    p->in_ports[buffer->into].name);
	text_char(text, '}');
}

static void put_argument(Text *text, const FilesInfo *info,
			 const ArtifactArg *arg)
{
	if (arg->kind == ARG_SIZE) {
		text_put(text, "{\"size\": \"");
		size_text(text, info->artifact->open[arg->index]);
		text_printf(text, "\", \"type\": \"%s\", "
			    "\"address_space\": \"private\"}",
			    scalar_name(arg->scalar));
		return;
	}
	if (arg->kind == ARG_BUFFER)
		text_printf(text, "{\"buffer\": %d, \"type\": \"%s\", "
			    "\"address_space\": \"global\"}", arg->index,
			    scalar_name(info->artifact->buffers[arg->index]
						.scalar));
	else
		text_printf(text, "{\"scalar\": \"%s\", \"type\": \"%s\", "
			    "\"address_space\": \"private\"}",
			    info->program->in_ports[arg->index].name,
			    scalar_name(arg->scalar));
}

static void put_kernel(Text *text, const FilesInfo *info,
		       const ArtifactKernel *kernel)
{
	text_printf(text, "    {\"name\": \"%s_%s\", ", files_prefix(info),
		    kernel->name);
	put_counts(text, "global_size", kernel->open, kernel->global,
		   kernel->dims);
	text_put(text, ", ");
	put_numbers(text, "local_size", kernel->local, kernel->dims);
	text_printf(text, ", \"local_bytes\": %" PRId64
		    ",\n     \"arguments\": [", kernel->local_bytes);
	for (int i = 0; i < kernel->arg_count; i++) {
		text_put(text, i ? ", " : "");
		put_argument(text, info, &kernel->args[i]);
	}
	text_put(text, "]}");
}

/* [0, {"times": 9, "launches": [1, 2]}, 3]: kernels at to end - 1; the loops from
 * number `loop` on are inside these, or come after them. */
static void put_row(Text *text, const Artifact *artifact, int at, int end,
		    int loop)
{
	const ArtifactLoop *loops = artifact->loops;
	const int count = artifact->loop_count;

	for (const char *between = "["; at < end; between = ", ") {
		text_put(text, between);
		if (loop == count || loops[loop].first > at) {
			text_printf(text, "%d", at++);
			continue;
		}
		text_printf(text, "{\"times\": %" PRId64 ", ",
			    loops[loop].times);
		if (loops[loop].flag >= 0)
			text_printf(text, "\"until\": %d, \"every\": %d, ",
				    loops[loop].flag, loops[loop].every);
		text_put(text, "\"launches\": ");
		put_row(text, artifact, at, at + loops[loop].count, loop + 1);
		text_char(text, '}');
		at += loops[loop].count;
		while (loop < count && loops[loop].first < at)
			loop++;
	}
	text_char(text, ']');
}

void files_manifest(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;

	text_printf(text, "{\n  \"generator\": \"lift-tune %s\",\n"
		    "  \"version\": %d", info->version,
		    artifact->loop_count ? MANIFEST_LOOPS
		    : files_is_open(info) ? MANIFEST_OPEN : MANIFEST_VERSION);
	put_string(text, "name", info->program->name);
	text_printf(text, ",\n  \"source\": \"%s.cl\"",
		    files_base(info->program));
	put_sizes(text, info->program);
	put_open(text, info);
	put_device(text, info->device);
	put_string(text, "build_options", artifact->build_options);
	if (info->promise)
		put_string(text, "results", info->promise);
	if (info->seconds > 0)
		text_printf(text, ",\n  \"time_ns\": %.1f",
			    info->seconds * 1e9);
	if (info->modelled > 0)
		text_printf(text, ",\n  \"modelled_ns\": %.1f",
			    info->modelled * 1e9);
	if (info->ranked_by)
		put_string(text, "ranked_by", info->ranked_by);
	text_printf(text, ",\n  \"kernel_hash\": \"%016" PRIx64 "\"",
		    artifact->hash);
	put_derivation(text, info);
	put_proof(text, &info->proof);
	text_put(text, ",\n  \"functions\": ");
	replaced_json(text, artifact->replacement_count,
		      artifact->replacements);
	text_put(text, ",\n  \"buffers\": [\n    ");
	for (int i = 0; i < artifact->buffer_count; i++) {
		text_put(text, i ? ",\n    " : "");
		put_buffer(text, info, i);
	}
	text_char(text, ']');
	put_intermediate(text, info);
	text_put(text, ",\n  \"kernels\": [\n");
	for (int k = 0; k < artifact->kernel_count; k++) {
		text_put(text, k ? ",\n" : "");
		put_kernel(text, info, &artifact->kernels[k]);
	}
	text_char(text, ']');
	if (artifact_blocks(artifact))
		text_put(text, ",\n  \"blocking\": true");
	if (artifact->loop_count) {
		text_put(text, ",\n  \"launches\": ");
		put_row(text, artifact, 0, artifact->kernel_count, 0);
	}
	text_put(text, "\n}\n");
}

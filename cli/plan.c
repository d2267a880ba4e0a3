#include "cli/plan.h"

#include <inttypes.h>

static void put_sizes(Text *text, const char *key, const int64_t *sizes,
		      int count)
{
	text_printf(text, ", \"%s\": [", key);
	for (int d = 0; d < count; d++)
		text_printf(text, "%s%" PRId64, d ? ", " : "", sizes[d]);
	text_char(text, ']');
}

static void put_kernel(Text *text, const ArtifactKernel *kernel)
{
	text_printf(text, "{\"name\": \"%s\"", kernel->name);
	put_sizes(text, "global", kernel->global, kernel->dims);
	put_sizes(text, "local", kernel->local, kernel->dims);
	text_printf(text, ", \"local_bytes\": %" PRId64 ", \"arguments\": [",
		    kernel->local_bytes);
	for (int i = 0; i < kernel->arg_count; i++)
		text_printf(text, "%s{\"%s\": %d}", i ? ", " : "",
			    kernel->args[i].kind == ARG_BUFFER ? "buffer"
							       : "scalar",
			    kernel->args[i].index);
	text_put(text, "]}");
}

static void put_buffer(Text *text, const ArtifactBuffer *buffer)
{
	static const char *const roles[] = {
		[BUFFER_INPUT] = "input", [BUFFER_OUTPUT] = "output",
		[BUFFER_TEMP] = "temp",
	};

	text_printf(text, "{\"role\": \"%s\", \"port\": %d, \"type\": \"%s\", "
		    "\"elements\": %" PRId64, roles[buffer->role], buffer->port,
		    scalar_name(buffer->scalar), buffer->elements);
	if (buffer->into >= 0)
		text_printf(text, ", \"into\": %d", buffer->into);
	text_char(text, '}');
}

void plan_json(Text *text, const Artifact *artifact)
{
	text_put(text, "{\"kernels\": [");
	for (int i = 0; i < artifact->kernel_count; i++) {
		text_put(text, i ? ", " : "");
		put_kernel(text, &artifact->kernels[i]);
	}
	text_put(text, "], \"buffers\": [");
	for (int i = 0; i < artifact->buffer_count; i++) {
		text_put(text, i ? ", " : "");
		put_buffer(text, &artifact->buffers[i]);
	}
	text_put(text, "]}");
}

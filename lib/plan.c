#include "lib/plan.h"

#include <inttypes.h>
#include <jansson.h>

#include "base/arena.h"

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

/* -- read again ------------------------------------------------------------ */

static bool read_sizes(const json_t *list, int64_t sizes[DEVICE_DIMS],
		       int *count)
{
	*count = (int)json_array_size(list);
	if (!json_is_array(list) || *count < 1 || *count > DEVICE_DIMS)
		return false;
	for (int d = 0; d < DEVICE_DIMS; d++)
		sizes[d] = d < *count
			 ? json_integer_value(json_array_get(list, (size_t)d))
			 : 1;
	return true;
}

static int read_index(const json_t *argument)
{
	const json_t *buffer = json_object_get(argument, "buffer");

	return (int)json_integer_value(buffer ? buffer
				: json_object_get(argument, "scalar"));
}

static bool read_kernel(Arena *arena, const json_t *json,
			ArtifactKernel *kernel)
{
	const json_t *list = json_object_get(json, "arguments");
	const size_t count = json_array_size(list);
	ArtifactArg *args = ARENA_ARRAY(arena, ArtifactArg, count + 1);
	int locals;

	for (size_t i = 0; i < count; i++)
		args[i].index = read_index(json_array_get(list, i));
	kernel->args = args;
	kernel->arg_count = (int)count;
	return read_sizes(json_object_get(json, "global"), kernel->global,
			  &kernel->dims)
	    && read_sizes(json_object_get(json, "local"), kernel->local,
			  &locals)
	    && locals == kernel->dims;
}

static bool read_kernels(Arena *arena, const json_t *list, Artifact *artifact)
{
	const size_t count = json_array_size(list);
	ArtifactKernel *kernels = ARENA_ARRAY(arena, ArtifactKernel, count + 1);
	bool good = json_is_array(list);

	for (size_t i = 0; good && i < count; i++)
		good = read_kernel(arena, json_array_get(list, i),
				   &kernels[i]);
	artifact->kernels = kernels;
	artifact->kernel_count = (int)count;
	return good;
}

bool plan_hash(const char *source, const char *options, const char *plan,
	       uint64_t *hash)
{
	Artifact artifact = { .source = source, .build_options = options };
	json_t *json = json_loads(plan, JSON_REJECT_DUPLICATES, NULL);
	Arena *arena = arena_new();
	bool good = read_kernels(arena, json_object_get(json, "kernels"),
				 &artifact);

	*hash = good ? artifact_hash(&artifact) : 0;
	arena_free(arena);
	json_decref(json);
	return good;
}

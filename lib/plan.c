#include "lib/plan.h"

#include <inttypes.h>
#include <jansson.h>

#include <string.h>

#include "base/arena.h"
#include "ir/core/ir.h"

/* "N//128", or null. */
static void put_open(Text *text, const Size *size)
{
	if (!size) {
		text_put(text, "null");
		return;
	}
	text_char(text, '"');
	size_text(text, size);
	text_char(text, '"');
}

/* Numbers, and sizes where they are open. */
static void put_sizes(Text *text, const char *key, const int64_t *sizes,
		      const Size *const *open, int count)
{
	text_printf(text, ", \"%s\": [", key);
	for (int d = 0; d < count; d++) {
		text_put(text, d ? ", " : "");
		if (open && open[d])
			put_open(text, open[d]);
		else
			text_printf(text, "%" PRId64, sizes[d]);
	}
	text_char(text, ']');
}

static const char *argument_name(ArgKind kind)
{
	static const char *const names[] = {
		[ARG_BUFFER] = "buffer", [ARG_SCALAR] = "scalar",
		[ARG_SIZE] = "size",
	};

	return names[kind];
}

static void put_kernel(Text *text, const ArtifactKernel *kernel)
{
	text_printf(text, "{\"name\": \"%s\"", kernel->name);
	put_sizes(text, "global", kernel->global, kernel->open, kernel->dims);
	put_sizes(text, "local", kernel->local, NULL, kernel->dims);
	text_printf(text, ", \"local_bytes\": %" PRId64 ", \"arguments\": [",
		    kernel->local_bytes);
	for (int i = 0; i < kernel->arg_count; i++)
		text_printf(text, "%s{\"%s\": %d}", i ? ", " : "",
			    argument_name(kernel->args[i].kind),
			    kernel->args[i].index);
	text_put(text, "]}");
}

/* Where there are any. */
static void put_loops(Text *text, const Artifact *artifact)
{
	for (int i = 0; i < artifact->loop_count; i++) {
		const ArtifactLoop *loop = &artifact->loops[i];

		text_printf(text, "%s{\"first\": %d, \"count\": %d, \"times\": "
			    "%" PRId64, i ? ", " : ", \"loops\": [",
			    loop->first, loop->count, loop->times);
		if (loop->flag >= 0)
			text_printf(text, ", \"flag\": %d, \"every\": %d",
				    loop->flag, loop->every);
		text_char(text, '}');
	}
	if (artifact->loop_count)
		text_char(text, ']');
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

static void put_list(Text *text, const char *key, const Size *const *sizes,
		     int count)
{
	text_printf(text, ", \"%s\": [", key);
	for (int i = 0; i < count; i++) {
		text_put(text, i ? ", " : "");
		put_open(text, sizes[i]);
	}
	text_char(text, ']');
}

/* What is at least 0, or what and by what it is divisible. */
static void put_guards(Text *text, const Artifact *artifact)
{
	text_put(text, ", \"guards\": [");
	for (int i = 0; i < artifact->guard_count; i++) {
		text_put(text, i ? ", [" : "[");
		put_open(text, artifact->guards[i].size);
		if (artifact->guards[i].by) {
			text_put(text, ", ");
			put_open(text, artifact->guards[i].by);
		}
		text_char(text, ']');
	}
	text_char(text, ']');
}

static void put_opened(Text *text, const Artifact *artifact)
{
	if (artifact->open_count)
		put_list(text, "open", artifact->open, artifact->open_count);
	if (artifact->sizes)
		put_list(text, "sizes", artifact->sizes,
			 artifact->buffer_count);
	if (artifact->guard_count)
		put_guards(text, artifact);
}

void plan_json(Text *text, const Artifact *artifact)
{
	text_put(text, "{\"kernels\": [");
	for (int i = 0; i < artifact->kernel_count; i++) {
		text_put(text, i ? ", " : "");
		put_kernel(text, &artifact->kernels[i]);
	}
	text_char(text, ']');
	put_loops(text, artifact);
	text_put(text, ", \"buffers\": [");
	for (int i = 0; i < artifact->buffer_count; i++) {
		text_put(text, i ? ", " : "");
		put_buffer(text, &artifact->buffers[i]);
	}
	text_char(text, ']');
	put_opened(text, artifact);
	text_char(text, '}');
}

/* -- read again ------------------------------------------------------------ */

typedef struct PlanReader {
	Arena *arena;
	Ir *ir;
} PlanReader;

static const Size *variable(void *ir, const char *name)
{
	return size_var(ir, name);
}

static bool read_open(PlanReader *r, const json_t *json, const Size **size)
{
	const char *text = json_string_value(json);
	SizeFault fault;

	*size = text ? size_parse(r->ir, text, strlen(text), variable, r->ir,
				  &fault) : NULL;
	return *size != NULL;
}

/* False where it is none of 0 .. INT32_MAX. */
static bool read_int(const json_t *json, int *value)
{
	const json_int_t found = json_integer_value(json);

	if (!json_is_integer(json) || found < 0 || found > INT32_MAX)
		return false;
	*value = (int)found;
	return true;
}

/* open: NULL where all must be numbers. */
static bool read_sizes(PlanReader *r, const json_t *list,
		       int64_t sizes[DEVICE_DIMS], const Size **open,
		       int *count)
{
	bool good = json_is_array(list);

	*count = (int)json_array_size(list);
	if (*count < 1 || *count > DEVICE_DIMS)
		return false;
	for (int d = 0; d < DEVICE_DIMS && good; d++) {
		const json_t *size = json_array_get(list, (size_t)d);

		sizes[d] = d < *count ? json_integer_value(size) : 1;
		if (open && json_is_string(size))
			good = read_open(r, size, &open[d]);
		else
			good = d >= *count || json_is_integer(size);
	}
	return good;
}

static bool read_index(const json_t *argument, int *index)
{
	static const ArgKind kinds[] = { ARG_BUFFER, ARG_SCALAR, ARG_SIZE };
	json_t *json = NULL;

	for (int i = 0; i < 3 && !json; i++)
		json = json_object_get(argument, argument_name(kinds[i]));
	return read_int(json, index);
}

static bool read_kernel(PlanReader *r, const json_t *json,
			ArtifactKernel *kernel)
{
	const json_t *list = json_object_get(json, "arguments");
	const size_t count = json_array_size(list);
	ArtifactArg *args = ARENA_ARRAY(r->arena, ArtifactArg, count + 1);
	bool good = json_is_array(list);
	int locals;

	for (size_t i = 0; good && i < count; i++)
		good = read_index(json_array_get(list, i), &args[i].index);
	kernel->args = args;
	kernel->arg_count = (int)count;
	return good
	    && read_sizes(r, json_object_get(json, "global"), kernel->global,
			  kernel->open, &kernel->dims)
	    && read_sizes(r, json_object_get(json, "local"), kernel->local,
			  NULL, &locals)
	    && locals == kernel->dims;
}

static bool read_kernels(PlanReader *r, const json_t *list, Artifact *artifact)
{
	const size_t count = json_array_size(list);
	ArtifactKernel *kernels = ARENA_ARRAY(r->arena, ArtifactKernel,
					      count + 1);
	bool good = json_is_array(list);

	for (size_t i = 0; good && i < count; i++)
		good = read_kernel(r, json_array_get(list, i), &kernels[i]);
	artifact->kernels = kernels;
	artifact->kernel_count = (int)count;
	return good;
}

static bool read_loop(const json_t *json, ArtifactLoop *loop)
{
	const json_t *times = json_object_get(json, "times");
	const json_t *flag = json_object_get(json, "flag");

	*loop = (ArtifactLoop){ .times = json_integer_value(times),
				.flag = -1, .every = 1 };
	return read_int(json_object_get(json, "first"), &loop->first)
	    && read_int(json_object_get(json, "count"), &loop->count)
	    && json_is_integer(times)
	    && (!flag || (read_int(flag, &loop->flag)
			  && read_int(json_object_get(json, "every"),
				      &loop->every)));
}

/* NULL: there are none. */
static bool read_loops(PlanReader *r, const json_t *list, Artifact *artifact)
{
	const size_t count = json_array_size(list);
	ArtifactLoop *loops = ARENA_ARRAY(r->arena, ArtifactLoop, count + 1);
	bool good = !list || json_is_array(list);

	for (size_t i = 0; good && i < count; i++)
		good = read_loop(json_array_get(list, i), &loops[i]);
	artifact->loops = loops;
	artifact->loop_count = (int)count;
	return good && artifact_loops_nest(artifact);
}

/* Sizes, or null. */
static bool read_list(PlanReader *r, const json_t *list, int *count,
		      const Size *const **sizes)
{
	const size_t all = json_array_size(list);
	const Size **made = ARENA_ARRAY(r->arena, const Size *, all + 1);
	bool good = true;

	for (size_t i = 0; i < all && good; i++) {
		const json_t *size = json_array_get(list, i);

		good = json_is_null(size) || read_open(r, size, &made[i]);
	}
	*count = (int)all;
	*sizes = list ? made : NULL;
	return good;
}

static bool read_guards(PlanReader *r, const json_t *list, Artifact *artifact)
{
	const size_t count = json_array_size(list);
	SizeGuard *guards = ARENA_ARRAY(r->arena, SizeGuard, count + 1);
	bool good = true;

	for (size_t i = 0; i < count && good; i++) {
		const json_t *guard = json_array_get(list, i);

		good = read_open(r, json_array_get(guard, 0), &guards[i].size)
		    && (json_array_size(guard) < 2
			|| read_open(r, json_array_get(guard, 1),
				     &guards[i].by));
	}
	artifact->guards = guards;
	artifact->guard_count = (int)count;
	return good;
}

static bool are_all(const Size *const *sizes, int count)
{
	for (int i = 0; i < count; i++)
		if (!sizes[i])
			return false;
	return true;
}

static bool read_plan(PlanReader *r, const json_t *json, Artifact *artifact)
{
	return read_kernels(r, json_object_get(json, "kernels"), artifact)
	    && read_loops(r, json_object_get(json, "loops"), artifact)
	    && read_list(r, json_object_get(json, "open"),
			 &artifact->open_count, &artifact->open)
	    && are_all(artifact->open, artifact->open_count)
	    && read_list(r, json_object_get(json, "sizes"),
			 &artifact->buffer_count, &artifact->sizes)
	    && read_guards(r, json_object_get(json, "guards"), artifact);
}

bool plan_hash(const char *source, const char *options, const char *plan,
	       uint64_t *hash)
{
	Artifact artifact = { .source = source, .build_options = options };
	json_t *json = json_loads(plan, JSON_REJECT_DUPLICATES, NULL);
	PlanReader r = { arena_new(), ir_new() };
	bool good = read_plan(&r, json, &artifact);

	*hash = good ? artifact_hash(&artifact) : 0;
	ir_free(r.ir);
	arena_free(r.arena);
	json_decref(json);
	return good;
}

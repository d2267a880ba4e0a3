/* Keys of the kernels of an artifact: what each does, wherever it stands. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "codegen_opencl/artifact.h"

/* The text of a kernel: what stands between its name and the body, the body. */
typedef struct Part {
	const char *params, *body, *end;
} Part;

static Part part_of(const Artifact *a, int k)
{
	Text head = { 0 };
	Part part = { 0 };

	text_printf(&head, "void %s(", a->kernels[k].name);
	part.params = strstr(a->source, text_string(&head));
	if (part.params) {
		part.params += head.length;
		part.body = strstr(part.params, ")\n{");
	}
	part.end = part.body ? strstr(part.body, "\n}\n") : NULL;
	text_free(&head);
	return part;
}

static size_t word_length(const char *at, const char *end)
{
	size_t length = 0;

	while (at + length < end && (isalnum((unsigned char)at[length])
				     || at[length] == '_'))
		length++;
	return length;
}

/* One of the parameters: all of it, and its name. */
typedef struct Param {
	const char *text, *name;
	size_t length, name_length;
} Param;

static Param param_at(const Part *part, int number)
{
	const char *at = part->params;
	Param param = { 0 };

	for (int i = 0; i < number && at; i++)
		at = memchr(at, ',', (size_t)(part->body - at)) + 1;
	param.text = at;
	param.length = strcspn(at, ",)");
	param.name = at + param.length;
	while (param.name > at && word_length(param.name - 1, at + param.length))
		param.name--;
	param.name_length = (size_t)(at + param.length - param.name);
	return param;
}

/* The argument whose parameter has that name, or -1. */
static int arg_named(const Artifact *a, int k, const Part *part,
		     const char *word, size_t length)
{
	for (int i = 0; length && i < a->kernels[k].arg_count; i++) {
		const Param param = param_at(part, i);

		if (param.name_length == length
		    && !strncmp(param.name, word, length))
			return i;
	}
	return -1;
}

/* Whether a kernel may write that buffer: its parameter is not of constants. */
static bool is_written(const Part *part, int arg)
{
	const Param param = param_at(part, arg);

	return !memmem(param.text, param.length, " const ", 7);
}

/* A kernel's results come from all that it reads and does not write. */
static void pass_origins(const Artifact *a, int k, uint64_t *origins)
{
	const ArtifactKernel *kernel = &a->kernels[k];
	const Part part = part_of(a, k);
	uint64_t all = 0;

	for (int i = 0; i < kernel->arg_count; i++) {
		const int b = kernel->args[i].index;

		if (kernel->args[i].kind == ARG_BUFFER
		    && !is_written(&part, i))
			all |= origins[b];
	}
	for (int i = 0; i < kernel->arg_count && all; i++) {
		const int b = kernel->args[i].index;

		if (kernel->args[i].kind == ARG_BUFFER
		    && is_written(&part, i))
			origins[b] = all;
	}
}

/* Which inputs each buffer's content comes from when the kernel is launched, one
 * bit for each of them, or for several where there are many. */
static uint64_t *origins_before(const Artifact *a, int k)
{
	uint64_t *origins = base_calloc((size_t)a->buffer_count + 1,
					sizeof *origins);

	for (int b = 0; b < a->buffer_count; b++)
		if (a->buffers[b].role == BUFFER_INPUT)
			origins[b] = UINT64_C(1) << a->buffers[b].port % 64;
	for (int i = 0; i < k; i++)
		pass_origins(a, i, origins);
	return origins;
}

/* An intermediate result: by when it is met first, and what it is. */
static uint64_t hash_temp(uint64_t h, const ArtifactBuffer *buffer,
			  uint64_t origins, int *met, int *count)
{
	if (!*met) {
		*met = ++*count;
		h = hash_combine(h, (uint64_t)buffer->scalar);
		h = hash_combine(h, (uint64_t)buffer->elements);
		h = hash_combine(h, origins);
	}
	return hash_combine(h, (uint64_t)*met);
}

/* The body, in which buffers stand for their parameters. */
static uint64_t hash_body(uint64_t h, const Artifact *a, int k,
			  const Part *part, const uint64_t *origins)
{
	int *met = base_calloc((size_t)a->buffer_count + 1, sizeof *met);
	int count = 0;

	for (const char *s = part->body; s < part->end;) {
		const size_t length = word_length(s, part->end);
		const int arg = arg_named(a, k, part, s, length);
		const int b = arg < 0 ? -1 : a->kernels[k].args[arg].index;

		if (arg < 0 || a->kernels[k].args[arg].kind != ARG_BUFFER)
			h = hash_bytes(h, s, length ? length : 1);
		else if (a->buffers[b].role == BUFFER_TEMP)
			h = hash_temp(h, &a->buffers[b], origins[b], &met[b],
				      &count);
		else
			h = hash_combine(hash_combine(h, a->buffers[b].role),
					 (uint64_t)a->buffers[b].port);
		s += length ? length : 1;
	}
	free(met);
	return h;
}

static uint64_t hash_launch(uint64_t h, const Artifact *a, int k)
{
	const ArtifactKernel *kernel = &a->kernels[k];

	h = hash_combine(h, (uint64_t)kernel->dims);
	for (int d = 0; d < kernel->dims; d++) {
		h = hash_combine(h, (uint64_t)kernel->global[d]);
		h = hash_combine(h, (uint64_t)kernel->local[d]);
	}
	for (int i = 0; i < a->loop_count; i++) {
		const ArtifactLoop *loop = &a->loops[i];

		if (k < loop->first || k >= loop->first + loop->count)
			continue;
		h = hash_combine(h, (uint64_t)loop->times);
		h = hash_combine(h, loop->flag < 0 ? 0 : (uint64_t)loop->every);
	}
	return h;
}

uint64_t artifact_part(const Artifact *a, int k)
{
	const Part part = part_of(a, k);
	uint64_t h = hash_string(a->build_options), *origins;

	if (!part.end || artifact_is_open(a))
		return 0;
	origins = origins_before(a, k);
	h = hash_combine(h, strstr(a->source, "FP_CONTRACT OFF") != NULL);
	h = hash_body(hash_launch(h, a, k), a, k, &part, origins);
	free(origins);
	return h ? h : 1;
}

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

/* The buffer of an intermediate result whose name that is, among those that the
 * kernel takes; or -1. */
static int temp_named(const Artifact *a, int k, const char *word, size_t length)
{
	const ArtifactKernel *kernel = &a->kernels[k];
	int port = 0;

	if (length < 2 || *word != 't')
		return -1;
	for (size_t i = 1; i < length; i++) {
		if (!isdigit((unsigned char)word[i]) || port > 99999)
			return -1;
		port = 10 * port + word[i] - '0';
	}
	for (int i = 0; i < kernel->arg_count; i++) {
		const ArtifactArg *arg = &kernel->args[i];

		if (arg->kind == ARG_BUFFER
		    && a->buffers[arg->index].role == BUFFER_TEMP
		    && a->buffers[arg->index].port == port)
			return arg->index;
	}
	return -1;
}

/* Whether a kernel may write that buffer: its parameter is not of constants. */
static bool is_written(const Part *part, const ArtifactBuffer *buffer)
{
	const char *at = part->params;
	Text name = { 0 };
	bool found = false, written = true;

	text_printf(&name, "%c%d", "iot"[buffer->role], buffer->port);
	while (at && at < part->body && !found) {
		const size_t length = strcspn(at, ",)");
		const char *end = at + length, *last = end;

		while (last > at && word_length(last - 1, end))
			last--;
		found = (size_t)(end - last) == name.length
		     && !strncmp(last, text_string(&name), name.length);
		if (found)
			written = !memmem(at, length, " const ", 7);
		at = end + 1;
	}
	text_free(&name);
	return written;
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
		    && !is_written(&part, &a->buffers[b]))
			all |= origins[b];
	}
	for (int i = 0; i < kernel->arg_count && all; i++) {
		const int b = kernel->args[i].index;

		if (kernel->args[i].kind == ARG_BUFFER
		    && is_written(&part, &a->buffers[b]))
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

static uint64_t hash_buffer(uint64_t h, const ArtifactBuffer *buffer,
			    uint64_t origins)
{
	h = hash_combine(h, (uint64_t)buffer->scalar);
	h = hash_combine(h, (uint64_t)buffer->elements);
	return hash_combine(h, origins);
}

/* The body, in which intermediate results are numbered as they are met. */
static uint64_t hash_body(uint64_t h, const Artifact *a, int k,
			  const Part *part, const uint64_t *origins)
{
	int *met = base_calloc((size_t)a->buffer_count + 1, sizeof *met);
	int count = 0;

	for (const char *s = part->body; s < part->end;) {
		size_t length = word_length(s, part->end);
		int temp = temp_named(a, k, s, length);

		if (temp >= 0 && !met[temp]) {
			met[temp] = ++count;
			h = hash_buffer(h, &a->buffers[temp], origins[temp]);
		}
		length = length ? length : 1;
		h = temp >= 0 ? hash_combine(h, (uint64_t)met[temp])
			      : hash_bytes(h, s, length);
		s += length;
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

/* The hash of an artifact: of its source, options and launches. */
#include "base/hash.h"
#include "codegen_opencl/artifact.h"

/* The polynomial, whatever its witness. */
static uint64_t hash_size(const Size *size)
{
	Text text = { 0 };
	uint64_t h;

	size_text(&text, size);
	h = hash_string(text_string(&text));
	text_free(&text);
	return h;
}

/* What the sizes of arguments and buffers are, and where that is right. */
static uint64_t hash_open(uint64_t h, const Artifact *artifact)
{
	for (int i = 0; i < artifact->open_count; i++)
		h = hash_combine(h, hash_size(artifact->open[i]));
	for (int i = 0; artifact->sizes && i < artifact->buffer_count; i++)
		if (artifact->sizes[i])
			h = hash_combine(h, hash_size(artifact->sizes[i]));
	for (int i = 0; i < artifact->guard_count; i++) {
		const SizeGuard *guard = &artifact->guards[i];

		h = hash_combine(h, hash_size(guard->size));
		h = hash_combine(h, guard->by ? hash_size(guard->by) : 0);
	}
	return h;
}

static uint64_t hash_loops(uint64_t h, const Artifact *artifact)
{
	for (int i = 0; i < artifact->loop_count; i++) {
		const ArtifactLoop *loop = &artifact->loops[i];

		h = hash_combine(h, (uint64_t)loop->first);
		h = hash_combine(h, (uint64_t)loop->count);
		h = hash_combine(h, (uint64_t)loop->times);
		if (loop->flag < 0)
			continue;
		h = hash_combine(h, (uint64_t)loop->flag);
		h = hash_combine(h, (uint64_t)loop->every);
	}
	return h;
}

uint64_t artifact_hash(const Artifact *artifact)
{
	uint64_t h = hash_string(artifact->source);

	h = hash_combine(h, hash_string(artifact->build_options));
	for (int i = 0; i < artifact->kernel_count; i++) {
		const ArtifactKernel *kernel = &artifact->kernels[i];

		h = hash_combine(h, (uint64_t)kernel->dims);
		for (int d = 0; d < DEVICE_DIMS; d++) {
			h = hash_combine(h, kernel->open[d]
					 ? hash_size(kernel->open[d])
					 : (uint64_t)kernel->global[d]);
			h = hash_combine(h, (uint64_t)kernel->local[d]);
		}
		for (int a = 0; a < kernel->arg_count; a++)
			h = hash_combine(h, (uint64_t)kernel->args[a].index);
	}
	return hash_open(hash_loops(h, artifact), artifact);
}

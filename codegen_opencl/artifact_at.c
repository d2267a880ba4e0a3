/* An artifact of open sizes at some values of them. */
#include <string.h>

#include "base/checked.h"
#include "codegen_opencl/affine.h"
#include "codegen_opencl/artifact.h"

typedef struct At {
	SizeValue *of;
	void *context;
	int64_t most; /* elements */
} At;

int64_t artifact_most(const Artifact *artifact)
{
	return artifact->wide ? AFFINE_OPEN_WIDE : AFFINE_OPEN;
}

static bool value_at(const At *at, const Size *size, int64_t most,
		     int64_t *value)
{
	return size_at(size, at->of, at->context, value) && *value >= 0
	    && *value <= most;
}

bool artifact_admits(const Artifact *artifact, SizeValue *of, void *context)
{
	for (int i = 0; i < artifact->guard_count; i++) {
		const SizeGuard *guard = &artifact->guards[i];
		int64_t size, by = 1;

		if (!size_at(guard->size, of, context, &size)
		    || (guard->by && !size_at(guard->by, of, context, &by))
		    || size < 0 || by == 0 || size % by)
			return false;
	}
	return true;
}

static bool buffers_at(const At *at, Artifact *made, Arena *arena)
{
	ArtifactBuffer *buffers = ARENA_ARRAY(arena, ArtifactBuffer,
					      made->buffer_count + 1);

	for (int i = 0; i < made->buffer_count; i++) {
		ArtifactBuffer *buffer = &buffers[i];
		const Size *size = artifact_size(made, i);

		*buffer = made->buffers[i];
		if (size && !value_at(at, size, at->most, &buffer->elements))
			return false;
		if (buffer->role == BUFFER_TEMP && buffer->elements < 1)
			buffer->elements = 1;
	}
	made->buffers = buffers;
	made->sizes = NULL;
	return true;
}

static bool kernel_at(const At *at, ArtifactKernel *kernel, bool *launched)
{
	*launched = true;
	for (int d = 0; d < DEVICE_DIMS; d++) {
		if (kernel->open[d]
		    && !value_at(at, kernel->open[d], at->most > INT32_MAX
				 ? at->most : INT32_MAX, &kernel->global[d]))
			return false;
		*launched &= d >= kernel->dims || kernel->global[d] > 0;
	}
	memset(kernel->open, 0, sizeof kernel->open);
	return true;
}

/* What is left of the loops, where kernels before `to[k]` are left of those
 * before k. */
static void loops_at(Artifact *made, Arena *arena, const int *to)
{
	ArtifactLoop *loops = ARENA_ARRAY(arena, ArtifactLoop,
					  made->loop_count + 1);
	int kept = 0;

	for (int i = 0; i < made->loop_count; i++) {
		ArtifactLoop loop = made->loops[i];
		const int end = to[loop.first + loop.count];

		loop.first = to[loop.first];
		loop.count = end - loop.first;
		if (loop.count)
			loops[kept++] = loop;
	}
	made->loops = loops;
	made->loop_count = kept;
}

static bool kernels_at(const At *at, Artifact *made, Arena *arena)
{
	ArtifactKernel *kernels = ARENA_ARRAY(arena, ArtifactKernel,
					      made->kernel_count + 1);
	int *to = ARENA_ARRAY(arena, int, made->kernel_count + 1);
	int kept = 0;

	for (int i = 0; i < made->kernel_count; i++) {
		bool launched;

		kernels[kept] = made->kernels[i];
		to[i] = kept;
		if (!kernel_at(at, &kernels[kept], &launched))
			return false;
		kept += launched;
	}
	to[made->kernel_count] = kept;
	loops_at(made, arena, to);
	made->kernels = kernels;
	made->kernel_count = kept;
	return true;
}

const Artifact *artifact_at(Arena *arena, const Artifact *artifact,
			    SizeValue *of, void *context, int64_t *values)
{
	Artifact *made = ARENA_NEW(arena, Artifact);
	const At at = { of, context, artifact_most(artifact) };

	*made = *artifact;
	for (int i = 0; i < made->open_count; i++)
		if (!value_at(&at, made->open[i], at.most, &values[i]))
			return NULL;
	made->values = values;
	return artifact_admits(artifact, of, context)
	    && buffers_at(&at, made, arena)
	    && kernels_at(&at, made, arena) ? made : NULL;
}

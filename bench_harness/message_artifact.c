#include "bench_harness/message.h"

enum {
	BUFFERS_MAX = 4096, KERNELS_MAX = 4096, ARGS_MAX = 4096, SIZES_MAX = 64,
	LOOPS_MAX = 4096
};

static void put_buffer(Text *out, const ArtifactBuffer *buffer)
{
	wire_u32(out, (uint32_t)buffer->role);
	wire_u32(out, (uint32_t)buffer->port);
	wire_u32(out, (uint32_t)buffer->scalar);
	wire_i64(out, buffer->elements);
	wire_i64(out, buffer->into);
	wire_u32(out, buffer->written);
}

/* -1, or 0 to high. */
static int get_or_none(WireReader *in, int high)
{
	int64_t value = wire_get_i64(in);

	if (value >= -1 && value <= high)
		return (int)value;
	in->bad = true;
	return -1;
}

static ArtifactBuffer get_buffer(WireReader *in)
{
	ArtifactBuffer buffer;

	buffer.role = (BufferRole)wire_get_int(in, BUFFER_INPUT, BUFFER_TEMP);
	buffer.port = wire_get_int(in, 0, MESSAGE_PORTS - 1);
	buffer.scalar = (Scalar)wire_get_int(in, 0, SCALAR_COUNT - 1);
	buffer.elements = wire_get_i64(in);
	buffer.into = get_or_none(in, MESSAGE_PORTS - 1);
	buffer.written = wire_get_int(in, 0, 1) == 1;
	if (buffer.elements < 0)
		in->bad = true;
	return buffer;
}

static void put_kernel(Text *out, const ArtifactKernel *kernel)
{
	wire_string(out, kernel->name);
	wire_u32(out, (uint32_t)kernel->arg_count);
	for (int a = 0; a < kernel->arg_count; a++) {
		wire_u32(out, (uint32_t)kernel->args[a].kind);
		wire_u32(out, (uint32_t)kernel->args[a].index);
		wire_u32(out, (uint32_t)kernel->args[a].scalar);
	}
	wire_u32(out, (uint32_t)kernel->dims);
	for (int d = 0; d < DEVICE_DIMS; d++) {
		wire_i64(out, kernel->global[d]);
		wire_i64(out, kernel->local[d]);
	}
	wire_i64(out, kernel->local_bytes);
	wire_i64(out, kernel->private_bytes);
	wire_u32(out, (uint32_t)kernel->lines);
}

static const ArtifactArg *get_args(WireReader *in, Arena *arena, int count)
{
	ArtifactArg *args = ARENA_ARRAY(arena, ArtifactArg, count);

	for (int a = 0; a < count && !in->bad; a++) {
		args[a].kind = (ArgKind)wire_get_int(in, ARG_BUFFER, ARG_SIZE);
		args[a].index = wire_get_int(in, 0, MESSAGE_PORTS - 1);
		args[a].scalar = (Scalar)wire_get_int(in, 0, SCALAR_COUNT - 1);
	}
	return args;
}

static ArtifactKernel get_kernel(WireReader *in, Arena *arena)
{
	ArtifactKernel kernel = { .name = wire_get_string(in, arena) };

	kernel.arg_count = wire_get_int(in, 0, ARGS_MAX);
	kernel.args = get_args(in, arena, kernel.arg_count);
	kernel.dims = wire_get_int(in, 1, DEVICE_DIMS);
	for (int d = 0; d < DEVICE_DIMS; d++) {
		kernel.global[d] = wire_get_i64(in);
		kernel.local[d] = wire_get_i64(in);
	}
	kernel.local_bytes = wire_get_i64(in);
	kernel.private_bytes = wire_get_i64(in);
	kernel.lines = wire_get_int(in, 0, INT32_MAX);
	return kernel;
}

static void put_loops(Text *out, const Artifact *artifact)
{
	wire_u32(out, (uint32_t)artifact->loop_count);
	for (int i = 0; i < artifact->loop_count; i++) {
		wire_u32(out, (uint32_t)artifact->loops[i].first);
		wire_u32(out, (uint32_t)artifact->loops[i].count);
		wire_i64(out, artifact->loops[i].times);
		wire_i64(out, artifact->loops[i].flag);
		wire_u32(out, (uint32_t)artifact->loops[i].every);
	}
}

void message_put_artifact(Text *out, const Artifact *artifact)
{
	wire_string(out, artifact->source);
	wire_string(out, artifact->build_options);
	wire_u64(out, artifact->hash);
	wire_u32(out, artifact->values ? (uint32_t)artifact->open_count : 0);
	for (int i = 0; artifact->values && i < artifact->open_count; i++)
		wire_i64(out, artifact->values[i]);
	wire_u32(out, (uint32_t)artifact->buffer_count);
	for (int b = 0; b < artifact->buffer_count; b++)
		put_buffer(out, &artifact->buffers[b]);
	wire_u32(out, (uint32_t)artifact->kernel_count);
	for (int k = 0; k < artifact->kernel_count; k++)
		put_kernel(out, &artifact->kernels[k]);
	put_loops(out, artifact);
}

static void read_values(Artifact *artifact, WireReader *in, Arena *arena)
{
	int count = wire_get_int(in, 0, SIZES_MAX);
	int64_t *values = ARENA_ARRAY(arena, int64_t, count + 1);

	for (int i = 0; i < count && !in->bad; i++) {
		values[i] = wire_get_i64(in);
		in->bad |= values[i] < 0;
	}
	artifact->open_count = count;
	artifact->values = values;
}

static void read_buffers(Artifact *artifact, WireReader *in, Arena *arena)
{
	int count = wire_get_int(in, 0, BUFFERS_MAX);
	ArtifactBuffer *buffers = ARENA_ARRAY(arena, ArtifactBuffer, count);

	for (int b = 0; b < count && !in->bad; b++)
		buffers[b] = get_buffer(in);
	artifact->buffer_count = count;
	artifact->buffers = buffers;
}

static void read_kernels(Artifact *artifact, WireReader *in, Arena *arena)
{
	int count = wire_get_int(in, 0, KERNELS_MAX);
	ArtifactKernel *kernels = ARENA_ARRAY(arena, ArtifactKernel, count);

	for (int k = 0; k < count && !in->bad; k++)
		kernels[k] = get_kernel(in, arena);
	artifact->kernel_count = count;
	artifact->kernels = kernels;
}

static void read_loops(Artifact *artifact, WireReader *in, Arena *arena)
{
	int count = wire_get_int(in, 0, LOOPS_MAX);
	ArtifactLoop *loops = ARENA_ARRAY(arena, ArtifactLoop, count + 1);

	for (int i = 0; i < count && !in->bad; i++) {
		loops[i].first = wire_get_int(in, 0, KERNELS_MAX);
		loops[i].count = wire_get_int(in, 1, KERNELS_MAX);
		loops[i].times = wire_get_i64(in);
		loops[i].flag = get_or_none(in, BUFFERS_MAX - 1);
		loops[i].every = wire_get_int(in, 1, INT32_MAX);
	}
	artifact->loop_count = in->bad ? 0 : count;
	artifact->loops = loops;
	if (!artifact_loops_nest(artifact) || !artifact_flags_fit(artifact))
		in->bad = true;
}

Artifact *message_get_artifact(WireReader *in, Arena *arena)
{
	Artifact *artifact = ARENA_NEW(arena, Artifact);

	artifact->source = wire_get_string(in, arena);
	artifact->build_options = wire_get_string(in, arena);
	artifact->hash = wire_get_u64(in);
	read_values(artifact, in, arena);
	read_buffers(artifact, in, arena);
	read_kernels(artifact, in, arena);
	read_loops(artifact, in, arena);
	return artifact;
}

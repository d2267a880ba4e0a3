#include "bench_harness/canary.h"

enum {
	CANARY_ELEMENTS = 1 << 20, CANARY_SIMULATED = 1 << 12,
	CANARY_GROUP = 256, CANARY_RANGE = 251
};

static const char source[] =
	"kernel void k0(global const float *restrict i0,\n"
	"               global float *restrict o0)\n"
	"{\n"
	"    const size_t g0 = get_global_id(0);\n"
	"    const float x = i0[g0];\n"
	"    o0[g0] = x * x + x + 1.0f;\n"
	"}\n";

float canary_input(int64_t i)
{
	return (float)(i % CANARY_RANGE);
}

float canary_output(int64_t i)
{
	float x = canary_input(i);

	return x * x + x + 1;
}

static Port vector_port(const char *name, int64_t elements)
{
	return (Port){ .name = name, .ident = name, .scalar = SCALAR_F32,
		       .rank = 1, .dims = { elements },
		       .elements = elements, .into = -1 };
}

static ArtifactKernel *kernel_new(Arena *arena, const Device *device,
				  int64_t elements)
{
	static const ArtifactArg args[] = {
		{ ARG_BUFFER, 0, SCALAR_F32 }, { ARG_BUFFER, 1, SCALAR_F32 },
	};
	ArtifactKernel *kernel = ARENA_NEW(arena, ArtifactKernel);
	int64_t group = CANARY_GROUP;

	while (group > device->max_group_size && group > 1)
		group /= 2;
	*kernel = (ArtifactKernel){
		.name = "k0", .arg_count = 2, .args = args, .dims = 1,
		.global = { elements, 1, 1 }, .local = { group, 1, 1 },
	};
	return kernel;
}

static const Artifact *artifact_new(Arena *arena, const Device *device,
				    int64_t elements)
{
	ArtifactBuffer *buffers = ARENA_ARRAY(arena, ArtifactBuffer, 2);
	Artifact *artifact = ARENA_NEW(arena, Artifact);

	for (int b = 0; b < 2; b++)
		buffers[b] = (ArtifactBuffer){
			.role = b ? BUFFER_OUTPUT : BUFFER_INPUT,
			.scalar = SCALAR_F32, .elements = elements,
			.into = -1, .written = b == 1,
		};
	*artifact = (Artifact){
		.source = source, .build_options = "", .buffer_count = 2,
		.buffers = buffers, .kernel_count = 1,
		.kernels = kernel_new(arena, device, elements),
	};
	return artifact;
}

static void fill(Canary *canary, int64_t elements)
{
	float *in = canary->input.data, *out = canary->reference.data;

	for (int64_t i = 0; i < elements; i++) {
		in[i] = canary_input(i);
		out[i] = canary_output(i);
	}
}

Canary *canary_new(Arena *arena, const Device *device)
{
	int64_t elements = device_is_simulator(device) ? CANARY_SIMULATED
						       : CANARY_ELEMENTS;
	Canary *canary = ARENA_NEW(arena, Canary);
	Port *ports = ARENA_ARRAY(arena, Port, 2);
	Judgement *exact = ARENA_NEW(arena, Judgement);

	ports[0] = vector_port("x", elements);
	ports[1] = vector_port("y", elements);
	exact->exact = true;
	canary->artifact = artifact_new(arena, device, elements);
	canary->input = array_of_port(&ports[0]);
	canary->reference = array_of_port(&ports[1]);
	fill(canary, elements);
	canary->data = (BenchData){
		.input_count = 1, .output_count = 1, .set_count = 1,
		.inputs = &ports[0], .outputs = &ports[1],
		.sets = { { &canary->input, exact } },
	};
	return canary;
}

void canary_free(Canary *canary)
{
	array_free(&canary->input);
	array_free(&canary->reference);
}

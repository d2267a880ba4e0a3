#include "codegen_opencl/model.h"

#include <math.h>

#include "codegen_opencl/lanes.h"
#include "codegen_opencl/tree.h"

/* -- the device ------------------------------------------------------------ */

/* A device's facts as the model has them; where they are not known, what many
 * GPUs have. */
typedef struct Gpu {
	double units, clock; /* a second */
	double lanes;        /* items of a warp */
	double issues;       /* instructions of warps, of a unit a clock */
	double items, groups, registers, local; /* of a unit */
	double memory, cache, cached; /* bytes a second; bytes */
	double near;         /* bytes of a unit's own cache, with its local
			      * memory where that is a part of it */
	double latency;      /* clocks */
	double launch;       /* seconds */
} Gpu;

static double known(int64_t fact, double otherwise)
{
	return fact > 0 ? (double)fact : otherwise;
}

static Gpu gpu_of(const Device *d)
{
	enum { MHZ = 1000, BYTES = 8, FASTER = 3, LANES = 32, WARPS = 4,
	       GROUPS = 32, REGISTERS = 65536, LATENCY = 500, LAUNCH = 3000,
	       NEAR = 32768 };
	const double parts = known(d->unit_parts, 1);
	Gpu gpu = { .units = fmax(1, floor((double)d->compute_units / parts)) };

	gpu.clock = 1e6 * known(d->clock_mhz, MHZ);
	gpu.lanes = known(d->group_multiple, LANES);
	gpu.issues = known(d->unit_lanes, WARPS * gpu.lanes) / gpu.lanes;
	gpu.items = known(d->unit_items, 2 * (double)d->max_group_size);
	gpu.groups = known(d->unit_groups, GROUPS);
	gpu.registers = d->registers ? parts * (double)d->registers
				     : REGISTERS;
	gpu.local = known(d->unit_local_bytes, 2 * (double)d->local_bytes);
	gpu.near = known(d->unit_cache_bytes, NEAR);
	gpu.memory = d->memory_gbs ? 1e9 * (double)d->memory_gbs
				   : BYTES * gpu.units * gpu.clock;
	gpu.cache = d->cache_gbs ? 1e9 * (double)d->cache_gbs
				 : FASTER * gpu.memory;
	gpu.cached = (double)d->cache_bytes;
	gpu.latency = known(d->latency_clocks, LATENCY);
	gpu.launch = 1e-9 * known(d->launch_ns, LAUNCH);
	return gpu;
}

bool model_is_for(const Device *device)
{
	return device->type != DEVICE_CPU;
}

/* -- the kernel ------------------------------------------------------------ */

enum { WORD = 4, PASSING = 24, OTHERS = 20, REGISTERS_MOST = 255,
       AHEAD_LEAST = 4, AHEAD_MOST = 16, ARRAY_WORDS = 64 };

static double words(const Var *var)
{
	return ceil((double)(scalar_bytes(var->scalar) * (size_t)var->width)
		    / WORD);
}

/* Of what is assigned more than once all is there, of what passes through as
 * much as a compiler keeps. */
static double registers_of(const Block *b)
{
	double kept = 0, passing = 0, inside = 0;

	for (int i = 0; b && i < b->count; i++) {
		const Stmt *stmt = b->items[i];

		if (stmt->kind == STMT_DECLARE
		    && stmt->var->kind == VAR_REGISTER)
			kept += words(stmt->var);
		else if (stmt->kind == STMT_DECLARE)
			passing += words(stmt->var);
		inside = fmax(inside, fmax(registers_of(stmt->body),
					   registers_of(stmt->other)));
	}
	return kept + fmax(fmin(passing, PASSING), inside);
}

static void count_load(void *context, const Code *code)
{
	*(double *)context += code->kind == CODE_LOAD
			   && code->buffer->space == SPACE_GLOBAL;
}

/* Loads of one block: they do not wait for one another. */
static double ahead_of(const Block *b)
{
	double own = 0, inside = 0;

	for (int i = 0; b && i < b->count; i++) {
		const Stmt *stmt = b->items[i];

		stmt_visit(stmt, count_load, &own);
		inside = fmax(inside, fmax(ahead_of(stmt->body),
					   ahead_of(stmt->other)));
	}
	return fmax(own, inside);
}

static double private_words(const Kernel *kernel)
{
	double sum = 0;

	for (int i = 0; i < kernel->array_count; i++) {
		const Buffer *array = kernel->arrays[i];
		const double own = (double)array->elements
				 * (double)scalar_bytes(array->scalar) / WORD;

		if (array->space == SPACE_PRIVATE && own <= ARRAY_WORDS)
			sum += own;
	}
	return sum;
}

enum { SECTOR = 32, GROUP_LOCAL = 1024,
       BARRIER_CLOCKS = 30, NEAR_CLOCKS = 40, WAVES_EXACT = 4 };

/* Groups that a unit works on at a time. */
static double resident(const ModelKernel *k, const Gpu *gpu)
{
	const double items = ceil(k->items / gpu->lanes) * gpu->lanes;
	double most = fmin(gpu->groups, floor(gpu->items / items));

	most = fmin(most, floor(gpu->registers / (k->registers * items)));
	most = fmin(most, floor(gpu->local / (k->local_bytes + GROUP_LOCAL)));
	return fmax(most, 1);
}

/* Bytes of its unit's own cache for a group beside the others there. */
static double near_of(const ModelKernel *k, const Gpu *gpu)
{
	const double groups = fmin(resident(k, gpu),
				   ceil(k->groups / gpu->units));
	const double local = gpu->near > gpu->local ? groups * k->local_bytes
						    : 0;

	return (gpu->near - local) / groups;
}

ModelKernel model_kernel(const Kernel *kernel, const Device *device)
{
	const Gpu gpu = gpu_of(device);
	ModelKernel k = { .groups = 1, .items = 1 };

	for (int d = 0; d < DEVICE_DIMS; d++) {
		k.items *= (double)kernel->local[d];
		k.groups *= (double)(kernel->global[d] / kernel->local[d]);
	}
	k.registers = fmin(REGISTERS_MOST, OTHERS + private_words(kernel)
					   + registers_of(kernel->top));
	k.local_bytes = (double)kernel->local_bytes;
	for (int i = 0; i < kernel->arg_count; i++) {
		const Buffer *b = kernel->args[i].buffer;

		if (b)
			k.bytes += (double)b->elements
				 * (double)scalar_bytes(b->scalar);
	}
	k.ahead = fmax(AHEAD_LEAST, fmin(AHEAD_MOST, ahead_of(kernel->top)));
	k.traffic = traffic_of(kernel, (int)fmin(gpu.lanes, LANES_MAX),
			       near_of(&k, &gpu) / SECTOR);
	if (k.traffic.busiest > 0)
		k.groups = fmin(k.groups, k.traffic.instructions
					  / k.traffic.busiest);
	return k;
}

/* -- the time -------------------------------------------------------------- */

/* Of what stays in the cache each byte comes once. */
static double of_memory(const ModelKernel *k, const Gpu *gpu)
{
	const Traffic *t = &k->traffic;
	const double moved = SECTOR * (t->group_sectors + t->stores.sectors);

	return k->bytes > gpu->cached / 2 ? moved : fmin(moved, k->bytes);
}

/* Clocks of one group after the other: an item waits for its loads, less for what
 * its unit's own cache has, and for each of its instructions. */
static double of_waiting(const ModelKernel *k, const Gpu *gpu, double warps)
{
	const double instruction = 1.5; /* clocks, of several in turn */
	const double all = k->groups * warps;
	const Traffic *t = &k->traffic;
	const double near = fmin(gpu->latency, NEAR_CLOCKS);
	const double clocks = t->loads.requests * near
			    + fmin(t->loads.requests, t->far_sectors)
			      * (gpu->latency - near);
	double waves = k->groups / (gpu->units * resident(k, gpu));

	waves = waves < WAVES_EXACT ? ceil(waves) : waves;
	return waves * (clocks / all / k->ahead
			+ instruction * t->instructions / all
			+ BARRIER_CLOCKS * t->barriers / k->groups);
}

double model_time(const ModelKernel *k, const Device *device)
{
	enum { BUSY = 5 };
	const double beside = 0.125; /* of the others', that is not hidden */
	const Gpu gpu = gpu_of(device);
	const Traffic *t = &k->traffic;
	const double warps = ceil(k->items / gpu.lanes);
	const double active = fmin(gpu.units, k->groups);
	const double accesses = t->loads.passes + t->stores.passes
			      + t->wavefronts;
	const double busy[BUSY] = {
		of_memory(k, &gpu) / gpu.memory,
		SECTOR * (t->far_sectors + t->stores.sectors) / gpu.cache,
		accesses / (active * gpu.clock),
		t->instructions / (active * gpu.issues * gpu.clock),
		of_waiting(k, &gpu, warps) / gpu.clock,
	};
	double most = 0, sum = 0;

	if (k->groups < 1)
		return 0;
	for (int i = 0; i < BUSY; i++) {
		most = fmax(most, busy[i]);
		sum += busy[i];
	}
	return t->launches * (most + beside * (sum - most) + gpu.launch);
}

void model_see(void *context, const Kernels *kernels)
{
	Modelled *all = context;

	all->seconds = 0;
	for (int i = 0; i < kernels->count; i++) {
		const ModelKernel k = model_kernel(kernels->items[i],
						   all->device);

		all->seconds += model_time(&k, all->device);
	}
}

double model_of(const Program *program, const Expr *low, const Device *device)
{
	CodegenOptions options = codegen_options(device);
	Modelled modelled = { .device = device, .seconds = INFINITY };
	Arena *arena = arena_new();
	LegalFault fault;

	options.contract = true;
	codegen_seen(arena, program, low, device, &options, model_see,
		     &modelled, &fault);
	arena_free(arena);
	return modelled.seconds;
}

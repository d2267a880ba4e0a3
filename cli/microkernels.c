#include "cli/microkernels.h"

#include <inttypes.h>

#include "base/text.h"

enum {
	GROUP = 256,
	VECTOR = 4, WORD = 4,
	LOADS = 16384,
	UNITS_MOST = 4096, GROUPS_A_UNIT = 16, CHAINS = 32, LINKS = 128,
	LOCAL_LOADS = 1024,
	BARRIERS = 64,
	ADDITIONS = 16, ADDING_GROUPS = 16
};

/* The words that are copied, and those that are followed one after the other. */
#define COPY_LEAST   (INT64_C(4) << 20)
#define COPY_MOST    (INT64_C(64) << 20)
#define CACHED_LEAST (INT64_C(64) << 10)
#define CHASE_MOST   (INT64_C(16) << 20)

/* Each has kernels k0, k1 and k2: the second does the work, after one that puts
 * into t and u what it needs, and before one that says what came out. */
typedef struct MicroRow {
	const char *name;
	const char *before, *work, *after; /* bodies */
	int times;                         /* that the second is launched */
} MicroRow;

static const MicroRow rows[MICRO_COUNT] = {
	[MICRO_LAUNCH] = { "launch",
		"if (i == 0) t[i] = 1.0f;", "if (i < 0) t[i] = 0.0f;",
		"if (i < Y) y[i] = t[0];", 101 },
	[MICRO_MEMORY] = { "memory",
		"v[i] = (float4)(x[0]); w[i] = (float4)(x[1]);",
		"w[i] = v[i];",
		"if (i < Y) y[i] = u[i * (N / Y)];", 5 },
	[MICRO_CACHE] = { "cache",
		"v[i] = (float4)(x[0]); w[i] = (float4)(x[1]);",
		"w[i] = v[i];",
		"if (i < Y) y[i] = u[i * (N / Y)];", 33 },
	[MICRO_LATENCY] = { "latency",
		"p[i] = (int)((uint)i * 1664525u + 1013904223u & (uint)(N - 1));",
		"if (i == 0) { int at = 0;"
		" for (int k = 0; k < K; k++) at = p[at];"
		" q[0] = at; }",
		"if (i < Y) y[i] = (float)q[0];", 9 },
	[MICRO_FMA] = { "fma",
		"if (i == 0) t[i] = x[1];",
		"const float4 m = x[0], a = x[1];"
		" float4 s0 = 1, s1 = 1, s2 = 1, s3 = 1,"
		" s4 = 1, s5 = 1, s6 = 1, s7 = 1;"
		" for (int k = 0; k < K; k++) {"
		" s0 = fma(s0, m, a); s1 = fma(s1, m, a);"
		" s2 = fma(s2, m, a); s3 = fma(s3, m, a);"
		" s4 = fma(s4, m, a); s5 = fma(s5, m, a);"
		" s6 = fma(s6, m, a); s7 = fma(s7, m, a); }"
		" s0 += s1 + s2 + s3 + s4 + s5 + s6 + s7;"
		" t[i] = s0.x + s0.y + s0.z + s0.w;",
		"if (i < Y) y[i] = t[i % N];", 9 },
	[MICRO_LOCAL] = { "local",
		"if (i == 0) t[i] = x[1];",
		"local float l[L]; const int j = get_local_id(0);"
		" float s = 0; l[j] = x[0]; barrier(CLK_LOCAL_MEM_FENCE);"
		" for (int k = 0; k < K; k++) s += l[(j + k) & (L - 1)];"
		" t[i] = s;",
		"if (i < Y) y[i] = t[i % N];", 9 },
	[MICRO_BARRIER] = { "barrier",
		"if (i == 0) t[i] = x[1];",
		"local float l[L]; const int j = get_local_id(0);"
		" float s = x[0];"
		" for (int k = 0; k < K; k += 2) {"
		" l[j] = s; barrier(CLK_LOCAL_MEM_FENCE);"
		" s = l[(j + 1) & (L - 1)]; barrier(CLK_LOCAL_MEM_FENCE); }"
		" t[i] = s;",
		"if (i < Y) y[i] = t[i % N];", 9 },
	[MICRO_ATOMIC] = { "atomic",
		"if (i == 0) p[i] = 0;",
		"for (int k = 0; k < K; k++) atomic_inc(p);",
		"if (i < Y) y[i] = (float)p[0];", 9 },
};

const char *micro_name(MicroKind kind)
{
	return rows[kind].name;
}

Port micro_port(const char *name)
{
	return (Port){ .name = name, .ident = name, .scalar = SCALAR_F32,
		       .rank = 1, .dims = { MICRO_ELEMENTS },
		       .elements = MICRO_ELEMENTS, .into = -1 };
}

/* -- how much -------------------------------------------------------------- */

typedef struct Extent {
	int64_t words;  /* N: of t and of u, a power of two */
	int64_t items;  /* that work */
	int64_t before; /* items that prepare */
	int64_t group;  /* L */
	int64_t rounds; /* K: within a kernel */
	double work;    /* of a launch */
	float value;
} Extent;

/* The largest power of two that is at most so much. */
static int64_t power_below(int64_t most)
{
	int64_t power = 1;

	while (power <= most / 2)
		power *= 2;
	return power;
}

static int64_t within(int64_t value, int64_t least, int64_t most)
{
	return value < least ? least : value > most ? most : value;
}

/* Words of an array that is copied to another one: both are at least three times
 * the shared cache, or half of it. */
static int64_t words_of(MicroKind kind, const Device *d)
{
	const int64_t room = within(d->max_alloc_bytes / WORD, MICRO_ELEMENTS,
				    COPY_MOST);
	const int64_t cached = d->cache_bytes / WORD;

	if (kind == MICRO_CACHE)
		return power_below(within(cached / 4, CACHED_LEAST, room));
	if (kind == MICRO_LATENCY)
		return power_below(within(4 * cached, COPY_LEAST,
					  room < CHASE_MOST ? room
							    : CHASE_MOST));
	return power_below(within(3 * cached, COPY_LEAST, room));
}

static Extent copy(MicroKind kind, const Device *d, Extent e)
{
	e.words = words_of(kind, d);
	e.items = e.before = e.words / VECTOR;
	e.work = 2.0 * WORD * (double)e.words;
	return e;
}

/* Where one item ends: the same numbers as k0 writes. */
static Extent chase(const Device *d, Extent e)
{
	uint32_t at = 0;

	e.words = e.before = words_of(MICRO_LATENCY, d);
	e.items = e.group;
	e.rounds = LOADS;
	for (int k = 0; k < LOADS; k++)
		at = (at * 1664525u + 1013904223u) & (uint32_t)(e.words - 1);
	e.value = (float)at;
	e.work = LOADS;
	return e;
}

static Extent busy(const Device *d, Extent e, int64_t rounds)
{
	e.items = power_below(within(d->compute_units, 1, UNITS_MOST))
		* GROUPS_A_UNIT * e.group;
	e.words = e.items;
	e.rounds = rounds;
	return e;
}

static Extent extent_of(MicroKind kind, const Device *d, int times)
{
	const int64_t group = power_below(within(d->max_group_size, 1, GROUP));
	Extent e = { .words = MICRO_ELEMENTS, .items = group, .before = group,
		     .group = group, .rounds = 1, .work = 1, .value = 1 };

	switch (kind) {
	case MICRO_LAUNCH:
		return e;
	case MICRO_MEMORY:
	case MICRO_CACHE:
		return copy(kind, d, e);
	case MICRO_LATENCY:
		return chase(d, e);
	case MICRO_FMA:
		e = busy(d, e, LINKS);
		e.value = CHAINS;
		e.work = (double)e.items * LINKS * CHAINS;
		return e;
	case MICRO_LOCAL:
		e = busy(d, e, LOCAL_LOADS);
		e.value = LOCAL_LOADS;
		e.work = (double)WORD * (double)e.items * LOCAL_LOADS;
		return e;
	case MICRO_BARRIER:
		e = busy(d, e, BARRIERS);
		e.work = BARRIERS * (double)(e.items / e.group);
		return e;
	default:
		e.items = ADDING_GROUPS * group;
		e.rounds = ADDITIONS;
		e.work = (double)(e.items * ADDITIONS);
		e.value = (float)(times * e.items * ADDITIONS);
		return e;
	}
}

/* -- the artifact ---------------------------------------------------------- */

static void put_kernel(Text *text, int number, const char *body)
{
	text_printf(text, "kernel void k%d(global const float *x, "
		    "global float *y, global float *t, global float *u)\n"
		    "{\n\tconst int i = get_global_id(0);\n"
		    "\tglobal float4 *v = (global float4 *)t, "
		    "*w = (global float4 *)u;\n"
		    "\tglobal int *p = (global int *)t, "
		    "*q = (global int *)u;\n\n\t%s\n}\n", number, body);
}

static const char *source_of(Arena *arena, MicroKind kind, const Extent *e)
{
	Text text = { 0 };
	const char *kept;

	text_printf(&text, "enum { N = %" PRId64 ", Y = %d, L = %" PRId64
		    ", K = %" PRId64 " };\n", e->words, MICRO_ELEMENTS,
		    e->group, e->rounds);
	put_kernel(&text, 0, rows[kind].before);
	put_kernel(&text, 1, rows[kind].work);
	put_kernel(&text, 2, rows[kind].after);
	kept = arena_strdup(arena, text_string(&text));
	text_free(&text);
	return kept;
}

static const ArtifactBuffer *buffers_of(Arena *arena, const Extent *e)
{
	ArtifactBuffer *b = ARENA_ARRAY(arena, ArtifactBuffer, 4);

	for (int i = 0; i < 4; i++)
		b[i] = (ArtifactBuffer){
			.role = i == 0 ? BUFFER_INPUT
			      : i == 1 ? BUFFER_OUTPUT : BUFFER_TEMP,
			.port = i < 2 ? 0 : i - 2, .scalar = SCALAR_F32,
			.elements = i < 2 ? MICRO_ELEMENTS : e->words,
			.into = -1, .written = i > 0,
		};
	return b;
}

static const ArtifactKernel *kernels_of(Arena *arena, const Extent *e)
{
	static const ArtifactArg args[] = {
		{ ARG_BUFFER, 0, SCALAR_F32 }, { ARG_BUFFER, 1, SCALAR_F32 },
		{ ARG_BUFFER, 2, SCALAR_F32 }, { ARG_BUFFER, 3, SCALAR_F32 },
	};
	static const char *const names[] = { "k0", "k1", "k2" };
	const int64_t items[] = { e->before, e->items, MICRO_ELEMENTS };
	ArtifactKernel *k = ARENA_ARRAY(arena, ArtifactKernel, 3);

	for (int i = 0; i < 3; i++)
		k[i] = (ArtifactKernel){
			.name = names[i], .arg_count = 4, .args = args,
			.dims = 1, .global = { items[i], 1, 1 },
			.local = { e->group, 1, 1 },
		};
	return k;
}

int micro_times(MicroKind kind)
{
	return rows[kind].times;
}

Micro micro_new(Arena *arena, MicroKind kind, const Device *device, int times)
{
	const Extent e = extent_of(kind, device, times);
	ArtifactLoop *loop = ARENA_NEW(arena, ArtifactLoop);
	Artifact *a = ARENA_NEW(arena, Artifact);

	*loop = (ArtifactLoop){ .first = 1, .count = 1, .times = times,
				.flag = -1, .every = 1 };
	*a = (Artifact){
		.source = source_of(arena, kind, &e), .build_options = "",
		.buffer_count = 4, .buffers = buffers_of(arena, &e),
		.kernel_count = 3, .kernels = kernels_of(arena, &e),
		.loop_count = 1, .loops = loop,
	};
	a->hash = artifact_hash(a);
	return (Micro){ .artifact = a, .value = e.value, .work = e.work };
}

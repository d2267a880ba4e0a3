#include "brute.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "brute_value.h"

enum { STEPS_MOST = 3000000, BUFFERS_MOST = 64 };

typedef struct Access {
	int memory;
	int64_t instance, element; /* of local memory its group, ... */
	int group, item, phase, order;
	bool store, atomic;
} Access;

typedef struct Brute {
	BruteItem item;
	const Kernels *kernels;
	const Kernel *kernel;
	int count, capacity;
	Access *log;               /* of a kernel */
	int phase[3], order, steps;
	uint64_t trace;            /* of barriers */
	bool *stored[BUFFERS_MOST]; /* by object */
	int broken;
} Brute;

/* -- accesses -------------------------------------------------------------- */

static int object_of(const Brute *b, const Buffer *buffer)
{
	const Artifact *a = b->kernels->artifact;
	const ArtifactBuffer *own;

	if (buffer->space != SPACE_GLOBAL) {
		for (int i = 0; i < b->kernel->array_count; i++)
			if (b->kernel->arrays[i] == buffer)
				return a->buffer_count + i;
		return -1;
	}
	own = &a->buffers[buffer->index];
	for (int i = 0; i < a->buffer_count; i++)
		if (own->role == BUFFER_OUTPUT && own->into >= 0
		    && a->buffers[i].role == BUFFER_INPUT
		    && a->buffers[i].port == own->into)
			return i;
	return buffer->index;
}

static void note(Brute *b, Access access)
{
	if (b->count == b->capacity) {
		b->capacity = 2 * b->capacity + 1024;
		b->log = base_realloc(b->log, sizeof *b->log
					      * (size_t)b->capacity);
	}
	b->log[b->count++] = access;
}

/* store: the statement that does, or NULL. */
static void touch(Brute *b, const Buffer *buffer, int64_t first, int64_t end,
		  const Stmt *store)
{
	const BruteItem *item = &b->item;
	Access access = { .memory = object_of(b, buffer),
			  .group = item->group, .item = item->number,
			  .phase = b->phase[buffer->space],
			  .order = b->order++, .store = store != NULL,
			  .atomic = store && store->atomic };

	if (first < end && (first < 0 || end > buffer->elements)) {
		b->broken |= BROKEN_BOUNDS;
		return;
	}
	if (buffer->space != SPACE_GLOBAL)
		access.instance = buffer->space == SPACE_LOCAL
				  ? item->group
				  : ((int64_t)item->group << 24) + item->number;
	for (access.element = first; access.element < end; access.element++)
		note(b, access);
	b->steps += (int)(end - first);
}

static void load(void *context, const Code *code)
{
	Brute *b = context;
	int64_t first = brute_index(&b->item, code->index);

	touch(b, code->buffer, first, first + code->width, NULL);
}

static void store(Brute *b, const Stmt *stmt)
{
	int64_t first = brute_index(&b->item, stmt->index);
	int width = stmt->value->width;
	int64_t at = stmt->start ? brute_value(&b->item, stmt->start, 0) : 0;

	touch(b, stmt->buffer, first + (at < 0 ? -at : 0),
	      first + (at > 0 ? width - at : width), stmt);
}

/* -- statements ------------------------------------------------------------ */

static bool run_block(Brute *b, const Block *block);

static void run_loop(Brute *b, const Stmt *stmt)
{
	int64_t i = stmt->start ? brute_value(&b->item, stmt->start, 0) : 0;
	int64_t step = stmt->step ? brute_value(&b->item, stmt->step, 0) : 1;

	for (; i < stmt->extent && b->steps < STEPS_MOST; i += step) {
		brute_set(&b->item, stmt->var, 0, i);
		if (!run_block(b, stmt->body))
			break;
	}
	if (!stmt->var->wide && i > INT32_MAX)
		b->broken |= BROKEN_OVERFLOW;
}

static void run_barrier(Brute *b, const Stmt *stmt)
{
	b->trace = hash_combine(b->trace, (uint64_t)(uintptr_t)stmt);
	for (int space = 0; space < 3; space++)
		b->phase[space] += stmt->fence >> space & 1;
}

static void run_given(Brute *b, const Stmt *stmt)
{
	int64_t lanes[16];

	if (!stmt->value || scalar_is_float(stmt->var->scalar))
		return;
	for (int i = 0; i < stmt->var->width; i++)
		lanes[i] = brute_value(&b->item, stmt->value, i);
	for (int i = 0; i < stmt->var->width; i++)
		brute_set(&b->item, stmt->var, i, lanes[i]);
}

/* False when the loop around is left. */
static bool run_stmt(Brute *b, const Stmt *stmt)
{
	bool yes;

	b->steps++;
	if (stmt->value)
		brute_loads(&b->item, stmt->value, load, b);
	switch (stmt->kind) {
	case STMT_LOOP:
		run_loop(b, stmt);
		return true;
	case STMT_IF:
		yes = brute_value(&b->item, stmt->value, 0);
		if (!yes && !stmt->other)
			return true;
		return run_block(b, yes ? stmt->body : stmt->other);
	case STMT_LEAVE:
		return !brute_value(&b->item, stmt->value, 0);
	case STMT_BARRIER:
		run_barrier(b, stmt);
		return true;
	case STMT_STORE:
		store(b, stmt);
		return true;
	default:
		run_given(b, stmt);
		return true;
	}
}

static bool run_block(Brute *b, const Block *block)
{
	for (int i = 0; i < block->count && b->steps < STEPS_MOST; i++)
		if (!run_stmt(b, block->items[i]))
			return false;
	return true;
}

/* -- what is broken -------------------------------------------------------- */

static int by_element(const void *a, const void *b)
{
	const Access *x = a, *y = b;
	const int64_t keys[][2] = {
		{ x->memory, y->memory }, { x->instance, y->instance },
		{ x->element, y->element }, { x->group, y->group },
		{ x->phase, y->phase }, { x->item, y->item },
		{ x->order, y->order },
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

static bool clash(const Access *a, const Access *b)
{
	if ((!a->store && !b->store) || (a->atomic && b->atomic))
		return false;
	return a->group != b->group
	    || (a->item != b->item && a->phase == b->phase);
}

static bool feeds(const Access *from, const Access *to)
{
	return from->store && from->group == to->group
	    && (from->item == to->item ? from->order < to->order
				       : from->phase < to->phase);
}

static bool is_given(const Brute *b, const Access *a)
{
	return a->memory < b->kernels->artifact->buffer_count
	    && b->stored[a->memory][a->element];
}

/* Of one element, in order. A run of loads by many needs one look. */
static void judge(Brute *b, const Access *all, int count)
{
	bool any = false;

	for (int i = 0; i < count; i++)
		any |= all[i].store;
	for (int i = 0; i < count; i++) {
		bool fed = all[i].store || is_given(b, &all[i]);

		for (int j = 0; any && j < count; j++) {
			if (clash(&all[i], &all[j]))
				b->broken |= BROKEN_RACE;
			fed |= feeds(&all[j], &all[i]);
		}
		if (!fed)
			b->broken |= BROKEN_STORED;
		b->steps += any ? count : 1;
	}
}

static bool is_same(const Access *a, const Access *b)
{
	return a->memory == b->memory && a->instance == b->instance
	    && a->element == b->element;
}

static void judge_all(Brute *b)
{
	int end;

	qsort(b->log, (size_t)b->count, sizeof *b->log, by_element);
	for (int i = 0; i < b->count && b->steps < 20 * STEPS_MOST; i = end) {
		for (end = i; end < b->count
		     && is_same(&b->log[i], &b->log[end]);)
			end++;
		judge(b, &b->log[i], end - i);
	}
	for (int i = 0; i < b->count; i++)
		if (b->log[i].store && b->log[i].memory
				       < b->kernels->artifact->buffer_count)
			b->stored[b->log[i].memory][b->log[i].element] = true;
}

/* -- kernels --------------------------------------------------------------- */

static void run_item(Brute *b)
{
	memset(b->phase, 0, sizeof b->phase);
	b->trace = 0;
	b->order = 0;
	if (run_block(b, b->kernel->prologue))
		run_block(b, b->kernel->top);
}

static void split(int64_t number, const int64_t *sizes, int64_t *at)
{
	for (int d = 0; d < DEVICE_DIMS; d++) {
		at[d] = number % sizes[d];
		number /= sizes[d];
	}
}

static void run_kernel(Brute *b)
{
	const Kernel *k = b->kernel;
	int64_t groups[DEVICE_DIMS], items, count = 1;
	uint64_t trace = 0;

	for (int d = 0; d < DEVICE_DIMS; d++) {
		groups[d] = k->global[d] / k->local[d];
		count *= groups[d];
	}
	items = k->local[0] * k->local[1] * k->local[2];
	b->count = 0;
	brute_number(&b->item, k);
	for (int64_t g = 0; g < count && b->steps < STEPS_MOST; g++)
		for (int64_t i = 0; i < items && b->steps < STEPS_MOST; i++) {
			split(g, groups, b->item.at[LEVEL_GROUP]);
			split(i, k->local, b->item.at[LEVEL_LOCAL]);
			b->item.group = (int)g;
			b->item.number = (int)i;
			brute_place(&b->item, k);
			run_item(b);
			if (i && trace != b->trace)
				b->broken |= BROKEN_BARRIER;
			trace = b->trace;
		}
	if (b->steps < STEPS_MOST)
		judge_all(b);
}

static void set_given(Brute *b)
{
	const Artifact *a = b->kernels->artifact;

	for (int i = 0; i < a->buffer_count; i++) {
		size_t size = (size_t)a->buffers[i].elements;

		b->stored[i] = base_calloc(size + 1, 1);
		if (a->buffers[i].role == BUFFER_INPUT)
			memset(b->stored[i], 1, size);
	}
}

static void judge_outputs(Brute *b)
{
	for (int i = 0; i < b->kernels->program->output_count; i++) {
		const Buffer *o = b->kernels->outputs[i];
		const bool *stored = b->stored[object_of(b, o)];

		for (int64_t e = 0; e < o->elements; e++)
			if (!stored[e])
				b->broken |= BROKEN_STORED;
	}
}

int brute_run(const Kernels *kernels, uint64_t data)
{
	Brute b = { .kernels = kernels };

	if (kernels->artifact->buffer_count > BUFFERS_MOST)
		return -1;
	set_given(&b);
	b.item.kernels = kernels;
	b.item.data = b.item.state = data;
	b.item.overflow = &b.broken;
	for (int i = 0; i < kernels->count && b.steps < STEPS_MOST; i++) {
		b.kernel = kernels->items[i];
		run_kernel(&b);
	}
	if (b.steps < STEPS_MOST)
		judge_outputs(&b);
	for (int i = 0; i < kernels->artifact->buffer_count; i++)
		free(b.stored[i]);
	free(b.log);
	free(b.item.values);
	return b.steps >= STEPS_MOST ? -1 : b.broken;
}

/* Sharing a loop of the main code: threads take parts of it in turn, each with
 * registers of its own and with buffers of its own where only this loop uses
 * them. What fails first in the order of the program has failed. Or only the
 * first of many parts is run. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "ir/eval/eval_code.h"

/* Parts of a loop for each thread: it may be held up. OWN_BYTES: of its own
 * buffers at most. */
enum { PARTS = 8, THREADS_MAX = 16, FIRST = 64 };
#define OWN_BYTES (INT64_C(64) << 20)

typedef struct Shared {
	const Instr *loop;
	int64_t part; /* iterations */
	atomic_llong next;
} Shared;

typedef struct Worker {
	Shared *shared;
	Machine machine;
	void *memory;
	pthread_t thread;
	bool begun;
} Worker;

/* -- what can be shared ---------------------------------------------------- */

static bool scatters(const Code *code)
{
	for (int i = 0; i < code->count; i++) {
		const Instr *in = &code->items[i];

		if (in->run == run_scatter
		    || (in->loop && scatters(in->loop->each))
		    || (in->loop && in->loop->step
			&& scatters(in->loop->step))
		    || (in->fork && (scatters(in->fork->sides[0])
				     || scatters(in->fork->sides[1]))))
			return true;
	}
	return false;
}

static bool is_own(const BufferCode *buffer, int instr)
{
	return !buffer->external && buffer->first == instr
	    && buffer->last == instr;
}

static bool is_small(const EvalCode *code, int instr)
{
	int64_t bytes = 0;

	for (int i = 0; i < code->buffer_count; i++) {
		int64_t own = code_buffer_bytes(code, &code->buffers[i]);

		if (!is_own(&code->buffers[i], instr))
			continue;
		if (own > OWN_BYTES - bytes)
			return false;
		bytes += own;
	}
	return true;
}

/* -- a first part ---------------------------------------------------------- */

/* Whether all that is stored is the caller's, or only used in instruction i. */
static bool stores_outside(const EvalCode *all, const Code *code, int i)
{
	for (int k = 0; k < code->count; k++) {
		const Instr *in = &code->items[k];
		const BufferCode *to = in->run == run_store
			? &all->buffers[in->cell->buffer] : NULL;

		if ((to && !to->external && !is_own(to, i))
		    || (in->loop && !stores_outside(all, in->loop->each, i))
		    || (in->loop && in->loop->step
			&& !stores_outside(all, in->loop->step, i))
		    || (in->fork && !(stores_outside(all, in->fork->sides[0],
						     i)
				      && stores_outside(all,
						in->fork->sides[1], i))))
			return false;
	}
	return true;
}

bool code_has_first(const EvalCode *code)
{
	for (int i = 0; i < code->main.count; i++) {
		const Instr *in = &code->main.items[i];

		if (in->fork
		    || (in->loop && (in->loop->step
				     || scatters(in->loop->each)
				     || !stores_outside(code, in->loop->each,
							i))))
			return false;
	}
	return true;
}

/* The same in all domains, whatever the width of their blocks. */
void code_run_first(const EvalCode *code, Machine *m, int i)
{
	const Instr *in = &code->main.items[i];
	const int64_t count = in->loop->count, some = count / FIRST + 1;

	code_run_part(m, in, 0, some < count ? some : count);
}

/* -- parts for all --------------------------------------------------------- */

/* A few parts for each thread, of whole blocks. */
static int64_t part_of(const Machine *m, const Instr *in, int threads)
{
	int64_t width = in->loop->lane < 0 ? 1 : m->widths[in->loop->lane];
	int64_t blocks = in->loop->count / width;

	return (blocks / (threads * PARTS) + 1) * width;
}

/* -- a thread -------------------------------------------------------------- */

static void *copy_of(const void *data, size_t bytes)
{
	return memcpy(base_malloc(bytes + 1), data, bytes);
}

/* Where they point into that memory, to the same place in their own. */
static void move_registers(Worker *w, const EvalCode *code, const Machine *m,
			   const char *memory)
{
	size_t bytes = code_register_bytes(code);

	w->memory = machine_registers(&w->machine, code);
	memcpy(w->memory, memory, bytes);
	for (int i = 0; i < code->register_count; i++) {
		char *at = m->registers[i];
		bool inside = at >= memory && at < memory + bytes;

		w->machine.registers[i] = inside
			? (char *)w->memory + (at - memory) : at;
	}
}

/* False where there is no memory. */
static bool own_buffers(Worker *w, const EvalCode *code, const Machine *m,
			int instr)
{
	bool good = true;

	w->machine.buffers = copy_of(m->buffers, sizeof *m->buffers
					* (size_t)code->buffer_count);
	for (int i = 0; i < code->buffer_count; i++)
		if (is_own(&code->buffers[i], instr)) {
			w->machine.buffers[i] =
				machine_buffer(code, &code->buffers[i]);
			good = good && w->machine.buffers[i];
		}
	return good;
}

static bool worker_open(Worker *w, Shared *shared, const EvalCode *code,
			const Machine *m, const void *memory, int instr)
{
	const size_t lanes = sizeof *m->active * (size_t)code->lane_count;

	w->shared = shared;
	w->machine = *m;
	w->machine.active = copy_of(m->active, lanes);
	w->machine.serial = copy_of(m->serial, lanes);
	move_registers(w, code, m, memory);
	return own_buffers(w, code, m, instr);
}

static void worker_close(Worker *w, const EvalCode *code, int instr)
{
	for (int i = 0; i < code->buffer_count; i++)
		if (is_own(&code->buffers[i], instr))
			free(w->machine.buffers[i]);
	free(w->machine.buffers);
	free(w->machine.registers);
	free(w->machine.serial);
	free(w->machine.active);
	free(w->memory);
}

static void take_parts(Shared *shared, Machine *m)
{
	const int64_t count = shared->loop->loop->count;

	while (!machine_is_over(m)) {
		int64_t first = atomic_fetch_add(&shared->next, shared->part);
		int64_t left = count - first;

		if (left <= 0)
			return;
		m->failed_at = first;
		code_run_part(m, shared->loop, first,
			      left < shared->part ? count
						  : first + shared->part);
	}
}

static void *run(void *argument)
{
	Worker *w = argument;

	take_parts(w->shared, &w->machine);
	return NULL;
}

/* -- all of them ----------------------------------------------------------- */

static void take_failure(Machine *m, const Machine *other)
{
	if (!other->failed
	    || (m->failed && m->failed_at < other->failed_at))
		return;
	m->failed = other->failed;
	m->failed_index = other->failed_index;
	m->failed_note = other->failed_note;
	m->failed_at = other->failed_at;
}

static void share(const EvalCode *code, Machine *m, const void *memory,
		  int instr, Shared *shared, int helpers)
{
	Worker workers[THREADS_MAX] = { 0 };

	for (int i = 0; i < helpers; i++)
		workers[i].begun = worker_open(&workers[i], shared, code, m,
					       memory, instr)
			&& !pthread_create(&workers[i].thread, NULL, run,
					   &workers[i]);
	take_parts(shared, m);
	for (int i = 0; i < helpers; i++) {
		if (workers[i].begun)
			pthread_join(workers[i].thread, NULL);
		take_failure(m, &workers[i].machine);
		worker_close(&workers[i], code, instr);
	}
}

bool code_share(const EvalCode *code, Machine *m, const void *memory, int i,
		int threads)
{
	const Instr *in = &code->main.items[i];
	Shared shared = { .loop = in };

	if (!in->loop || in->loop->step || in->run == run_fork
	    || scatters(in->loop->each) || !is_small(code, i))
		return false;
	shared.part = part_of(m, in, threads);
	if (shared.part >= in->loop->count)
		return false;
	atomic_init(&shared.next, 0);
	share(code, m, memory, i, &shared,
	      (threads < THREADS_MAX ? threads : THREADS_MAX) - 1);
	return true;
}

/* The instructions that touch no memory but registers, and loops. */
#include <string.h>

#include "ir/eval/eval_code.h"

static int64_t lanes(const Machine *m, const Instr *in)
{
	return in->lane < 0 ? 1 : m->active[in->lane];
}

static void run(Machine *m, const Code *code)
{
	for (int i = 0; i < code->count && !m->failed && !m->left; i++)
		code->items[i].run(m, &code->items[i]);
}

void run_const(Machine *m, const Instr *in)
{
	memcpy(m->registers[in->result], &in->number, sizeof in->number);
}

static void args_of(const Machine *m, const Instr *in, const void **args)
{
	args[0] = m->registers[in->args[0]];
	args[1] = m->registers[in->args[1]];
	args[2] = m->registers[in->args[2]];
}

void run_block(Machine *m, const Instr *in)
{
	const void *args[3];

	args_of(m, in, args);
	in->block(lanes(m, in), m->registers[in->result], args, in->uniform);
}

void run_fold(Machine *m, const Instr *in)
{
	run_block(m, in);
}

void run_bits(Machine *m, const Instr *in)
{
	void *memory = m->registers[in->args[1]];
	int64_t n = lanes(m, in);

	in->access_to->store(n, memory, 1, m->registers[in->args[0]], false);
	in->access->load(n, m->registers[in->result], memory, 1);
}

void run_copy(Machine *m, const Instr *in)
{
	in->access->store(lanes(m, in), m->registers[in->result], 1,
			  m->registers[in->args[0]], in->uniform);
}

static void swap(void **a, void **b)
{
	void *kept = *a;

	*a = *b;
	*b = kept;
}

void run_swap(Machine *m, const Instr *in)
{
	swap(&m->registers[in->result], &m->registers[in->args[0]]);
}

void run_swap_buffers(Machine *m, const Instr *in)
{
	swap(&m->buffers[in->result], &m->buffers[in->args[0]]);
}

void run_pick(Machine *m, const Instr *in)
{
	char *values = m->registers[in->args[0]];

	m->registers[in->result] = values + (size_t)m->serial[in->number]
					  * in->access->bytes;
}

/* -- loops ----------------------------------------------------------------- */

static void run_from(Machine *m, const Loop *loop, int64_t first, int64_t end)
{
	int64_t *index = m->registers[loop->index];

	for (int64_t i = first; i < end && !machine_is_over(m) && !m->left;
	     i++) {
		*index = i;
		run(m, loop->each);
		if (loop->step)
			run(m, loop->step);
	}
	m->left = false;
}

void run_loop(Machine *m, const Instr *in)
{
	run_from(m, in->loop, 0, in->loop->count);
}

void run_leave(Machine *m, const Instr *in)
{
	const uint8_t *over = m->registers[in->args[0]];

	m->left = !memchr(over, 0, (size_t)lanes(m, in));
}

static void run_steps(Machine *m, const Loop *loop, int64_t first)
{
	int64_t *index = m->registers[loop->index];

	for (int64_t i = 0; i < m->active[loop->lane] && !m->failed; i++) {
		*index = first + i;
		m->serial[loop->lane] = i;
		run(m, loop->step);
	}
}

static void run_blocks(Machine *m, const Loop *loop, int64_t first,
		       int64_t end)
{
	int64_t *index = m->registers[loop->index];
	int64_t width = m->widths[loop->lane], left;

	for (int64_t i = first; i < end && !machine_is_over(m); i += width) {
		left = end - i;
		*index = i;
		m->active[loop->lane] = left < width ? left : width;
		run(m, loop->each);
		if (loop->step && loop->step->count)
			run_steps(m, loop, i);
	}
}

void run_lanes(Machine *m, const Instr *in)
{
	run_blocks(m, in->loop, 0, in->loop->count);
}

void code_run_part(Machine *m, const Instr *in, int64_t first, int64_t end)
{
	if (in->run == run_lanes)
		run_blocks(m, in->loop, first, end);
	else
		run_from(m, in->loop, first, end);
}

/* -- branches -------------------------------------------------------------- */

static bool any_taken(const Machine *m, int mask, int lane)
{
	const uint8_t *lanes_taken = m->registers[mask];
	int64_t n = lane < 0 ? 1 : m->active[lane];

	return memchr(lanes_taken, 1, (size_t)n) != NULL;
}

static void merge(const Machine *m, const Fork *fork, const Merge *merge_of,
		  int64_t n, const bool *taken)
{
	const void *args[] = { m->registers[fork->condition],
			       m->registers[merge_of->args[0]],
			       m->registers[merge_of->args[1]] };
	unsigned uniform = merge_of->uniform;

	if (!taken[0]) {
		args[1] = args[2];
		uniform = (uniform & 5) | (uniform >> 1 & 2);
	} else if (!taken[1]) {
		args[2] = args[1];
		uniform = (uniform & 3) | (uniform << 1 & 4);
	}
	merge_of->select(n, m->registers[merge_of->result], args, uniform);
}

void run_fork(Machine *m, const Instr *in)
{
	const Fork *fork = in->fork;
	bool taken[2];

	for (int side = 0; side < 2; side++) {
		taken[side] = any_taken(m, fork->masks[side],
					fork->mask_lanes[side]);
		if (taken[side])
			run(m, fork->sides[side]);
	}
	if (!taken[0] && !taken[1])
		return;
	for (int i = 0; i < fork->merge_count; i++)
		merge(m, fork, &fork->merges[i], lanes(m, in), taken);
}

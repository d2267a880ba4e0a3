/* The instructions that compute indices and touch memory. */
#include "ir/eval/eval_code.h"

#include "ir/eval/eval_loops.h"

static int64_t lanes(const Machine *m, const Instr *in)
{
	return in->lane < 0 ? 1 : m->active[in->lane];
}

/* The index for the first lane. */
static int64_t index_base(const Machine *m, const Affine *index)
{
	int64_t at = index->number;

	for (int i = 0; i < index->uniform; i++) {
		const int64_t *value = m->registers[index->terms[i].reg];

		at += index->terms[i].factor * *value;
	}
	return at;
}

static void add_term(int64_t n, int64_t *restrict out, const int64_t *value,
		     int64_t factor)
{
	if (factor == 1)
		for (int64_t l = 0; l < n; l++)
			out[l] += value[l];
	else
		for (int64_t l = 0; l < n; l++)
			out[l] += factor * value[l];
}

static void index_fill(const Machine *m, const Affine *index, int64_t n,
		       int64_t *restrict out)
{
	int64_t base = index_base(m, index), step = index->lane_factor;

	for (int64_t l = 0; l < n; l++, base += step)
		out[l] = base;
	for (int i = index->uniform; i < index->count; i++)
		add_term(n, out, m->registers[index->terms[i].reg],
			 index->terms[i].factor);
}

/* -- places ---------------------------------------------------------------- */

static char *cell_base(const Machine *m, const Instr *in)
{
	const Cell *cell = in->cell;
	int64_t at = index_base(m, &cell->index);
	char *data = m->buffers[cell->buffer];

	if (cell->lane >= 0)
		at = at * m->widths[cell->lane]
		   + (cell->serial ? m->serial[cell->lane] : 0);
	return data + (size_t)at * in->access->bytes;
}

static int64_t cell_stride(const Machine *m, const Cell *cell)
{
	if (cell->lane >= 0 && !cell->serial)
		return cell->index.lane_factor * m->widths[cell->lane] + 1;
	return cell->index.lane_factor
	     * (cell->lane >= 0 ? m->widths[cell->lane] : 1);
}

static void cell_indices(const Machine *m, const Cell *cell, int64_t n,
			  int64_t *out)
{
	int64_t width = cell->lane < 0 ? 1 : m->widths[cell->lane];
	int64_t serial = cell->serial ? m->serial[cell->lane] : 0;
	int64_t step = cell->lane >= 0 && !cell->serial;

	index_fill(m, &cell->index, n, out);
	if (cell->lane < 0)
		return;
	for (int64_t l = 0; l < n; l++)
		out[l] = out[l] * width + serial + step * l;
}

void run_near(Machine *m, const Instr *in)
{
	m->registers[in->result] = cell_base(m, in);
}

void run_load(Machine *m, const Instr *in)
{
	in->access->load(lanes(m, in), m->registers[in->result],
			 cell_base(m, in), cell_stride(m, in->cell));
}

void run_gather(Machine *m, const Instr *in)
{
	int64_t *index = m->registers[in->args[0]];
	int64_t n = lanes(m, in);

	cell_indices(m, in->cell, n, index);
	in->access->gather(n, m->registers[in->result],
			   m->buffers[in->cell->buffer], index);
}

void run_store(Machine *m, const Instr *in)
{
	in->access->store(lanes(m, in), cell_base(m, in),
			  cell_stride(m, in->cell),
			  m->registers[in->args[0]], in->uniform);
}

void run_scatter(Machine *m, const Instr *in)
{
	int64_t *index = m->registers[in->args[1]];
	int64_t n = lanes(m, in);

	cell_indices(m, in->cell, n, index);
	in->access->scatter(n, m->buffers[in->cell->buffer], index,
			    m->registers[in->args[0]], in->uniform);
}

void run_fetch(Machine *m, const Instr *in)
{
	const int64_t *index = m->registers[in->args[0]], n = lanes(m, in);
	const char *data = m->buffers[in->number];

	for (int64_t l = 0; l < n; l++)
		__builtin_prefetch(data + (size_t)index[l] * in->access->bytes,
				   1);
}

/* -- indices --------------------------------------------------------------- */

void run_index(Machine *m, const Instr *in)
{
	index_fill(m, &in->cell->index, lanes(m, in),
		   m->registers[in->result]);
}

/* Quotients and remainders of base + factor * l, without dividing when the
 * factor is small. Nothing is negative. */
static void divide(int64_t base, int64_t factor, int64_t divisor, int64_t n,
		   int64_t *quotients, int64_t *rests)
{
	int64_t quotient = base / divisor, rest = base % divisor;

	for (int64_t l = 0; l < n; l++) {
		if (quotients)
			quotients[l] = quotient;
		if (rests)
			rests[l] = rest;
		rest += factor;
		if (rest >= divisor) {
			rest -= divisor;
			quotient++;
		}
	}
}

static bool divides_easily(const Instr *in)
{
	const Affine *index = &in->cell->index;

	return index->uniform == index->count && index->lane_factor >= 0
	    && index->lane_factor < in->number;
}

void run_div(Machine *m, const Instr *in)
{
	int64_t *out = m->registers[in->result], n = lanes(m, in);
	const Affine *index = &in->cell->index;

	if (divides_easily(in)) {
		divide(index_base(m, index), index->lane_factor, in->number, n,
		       out, NULL);
		return;
	}
	index_fill(m, index, n, out);
	for (int64_t l = 0; l < n; l++)
		out[l] /= in->number;
}

void run_mod(Machine *m, const Instr *in)
{
	int64_t *out = m->registers[in->result], n = lanes(m, in);
	const Affine *index = &in->cell->index;

	if (divides_easily(in)) {
		divide(index_base(m, index), index->lane_factor, in->number, n,
		       NULL, out);
		return;
	}
	index_fill(m, index, n, out);
	for (int64_t l = 0; l < n; l++)
		out[l] %= in->number;
}

void run_clamp(Machine *m, const Instr *in)
{
	int64_t *out = m->registers[in->result], n = lanes(m, in);
	int64_t last = in->number - 1;

	index_fill(m, &in->cell->index, n, out);
	for (int64_t l = 0; l < n; l++)
		out[l] = out[l] < 0 ? 0 : out[l] > last ? last : out[l];
}

/* uniform: bit 0 for the mask (args[1] < 0: none), bit 1 for the note. */
void run_check(Machine *m, const Instr *in)
{
	int64_t *out = m->registers[in->result], n = lanes(m, in);
	const int64_t *index = m->registers[in->args[0]];
	const int64_t *note = m->registers[in->args[2]];
	const uint8_t *mask = in->args[1] < 0 ? NULL
					      : m->registers[in->args[1]];

	for (int64_t l = 0; l < n; l++) {
		bool inside = index[l] >= 0 && index[l] < in->number;

		out[l] = inside ? index[l] : 0;
		if (inside || (mask && !mask[in->uniform & 1 ? 0 : l]))
			continue;
		m->failed = in;
		m->failed_index = index[l];
		m->failed_note = note[in->uniform & 2 ? 0 : l];
		return;
	}
}

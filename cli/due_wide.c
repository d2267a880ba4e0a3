#include "cli/due_wide.h"

#include <math.h>

#include "cli/exact.h"
#include "ir/data/testdata.h"

/* In shorter sums a narrower type is far outside of the bound. */
#define LONG_CHAIN 16.0

enum { LEAST = 4, MOST_DEGREE = 4 };

static double most_of(const DueData *data, const Port *port)
{
	int degree = data->traits.products + 1;

	return testdata_wide(port->scalar, data->steps,
			     degree < MOST_DEGREE ? degree : MOST_DEGREE);
}

/* As far as small integers were judged. */
static bool is_exact_float(const DueData *data, int output)
{
	const Oracles *j = data->oracles;

	return (!j || (j->exact && !j->judgements[0][output].skip))
	    && scalar_is_float(data->session->program->out_ports[output].scalar);
}

/* Is held to bounds, where no order gives the same bits. */
static bool is_bounded(const DueData *data, int output)
{
	return scalar_is_float(data->session->program->out_ports[output].scalar)
	    && !is_exact_float(data, output)
	    && !oracles_tolerates(data->session);
}

static bool any(const DueData *data, bool (*is)(const DueData *, int))
{
	for (int i = 0; i < data->session->program->output_count; i++)
		if (is(data, i))
			return true;
	return false;
}

static bool has_long_sums(const DueData *data)
{
	return data->steps >= LONG_CHAIN && !data->session->bit_exact;
}

/* Whether numbers of one input may be as large as that. */
static bool has_room(const DueData *data, double least)
{
	const Program *p = data->session->program;

	for (int i = 0; i < p->in_port_count; i++)
		if (scalar_is_float(p->in_ports[i].scalar)
		    && most_of(data, &p->in_ports[i]) >= least)
			return true;
	return false;
}

static bool is_judged(const DueData *data, int output)
{
	return is_exact_float(data, output) || is_bounded(data, output);
}

bool due_wide_applies(const DueData *data)
{
	return has_long_sums(data) && has_room(data, LEAST)
	    && any(data, is_judged);
}

bool due_tall_applies(const DueData *data)
{
	return has_long_sums(data) && has_room(data, 1)
	    && any(data, is_judged);
}

bool due_small_applies(const DueData *data)
{
	return has_long_sums(data) && has_room(data, 1)
	    && any(data, is_bounded);
}

bool due_wide_is_small(TestdataKind kind)
{
	return kind == TESTDATA_EXACT || kind == TESTDATA_EVEN;
}

Array *due_wide_draw(const DueData *data, TestdataKind kind)
{
	const Session *s = data->session;
	const Program *p = s->program;
	Array *arrays = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++) {
		const Port *port = &p->in_ports[i];

		arrays[i] = due_wide_is_small(kind)
			? testdata_draw(port, s->options->seed, kind)
			: testdata_draw_wide(port, s->options->seed, kind,
					     fmax(1, most_of(data, port)));
	}
	return arrays;
}

/* Whether no fold on the way to an output has rounded. */
static bool folds_are_exact(const Array *folds)
{
	const float *of = folds->data;

	for (int64_t i = 0; i < folds->elements; i++)
		if (of[i] != 0)
			return false;
	return true;
}

/* The least of what is exact on small integers. */
double due_wide_excess(const DueData *data, DueSet *set)
{
	const int outputs = data->session->program->output_count;
	double least = INFINITY;

	set->fits = ARENA_ARRAY(data->session->arena, DueFit, outputs);
	for (int i = 0; i < outputs; i++) {
		double excess = !is_exact_float(data, i) ? (double)INFINITY
			: exact_excess(&set->references[i],
				       &set->outside[i], &set->folds[i]);

		if (excess <= 1)
			set->fits[i] = FITS_EXACTLY;
		else if (is_bounded(data, i) && folds_are_exact(&set->folds[i]))
			set->fits[i] = FITS_IN_FOLDS;
		least = fmin(least, excess);
	}
	return least;
}

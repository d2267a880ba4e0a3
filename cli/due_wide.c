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

bool due_wide_applies(const DueData *data)
{
	const Program *p = data->session->program;
	bool exact = false, large = false;

	for (int i = 0; i < p->output_count; i++)
		exact = exact || is_exact_float(data, i);
	for (int i = 0; i < p->in_port_count; i++)
		large = large || (scalar_is_float(p->in_ports[i].scalar)
				  && most_of(data, &p->in_ports[i]) >= LEAST);
	return exact && large && data->steps >= LONG_CHAIN
	    && !data->session->bit_exact;
}

Array *due_wide_draw(const DueData *data)
{
	const Session *s = data->session;
	const Program *p = s->program;
	Array *arrays = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++) {
		const Port *port = &p->in_ports[i];

		arrays[i] = testdata_draw_wide(port, s->options->seed,
					       fmax(1, most_of(data, port)));
	}
	return arrays;
}

/* The least of what is exact on small integers. */
double due_wide_excess(const DueData *data, DueSet *set)
{
	const int outputs = data->session->program->output_count;
	double least = INFINITY;

	set->fits = ARENA_ARRAY(data->session->arena, bool, outputs);
	for (int i = 0; i < outputs; i++) {
		double excess = !is_exact_float(data, i) ? (double)INFINITY
			: exact_excess(&set->references[i],
				       &set->outside[i], &set->folds[i]);

		set->fits[i] = excess <= 1;
		least = fmin(least, excess);
	}
	return least;
}

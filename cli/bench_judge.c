#include "cli/bench.h"

#include <math.h>
#include <string.h>

/* References round in their own way: of each element so much may be wrong,
 * and besides so much of the largest. */
#define OF_ITSELF 1e-3
#define OF_LARGEST 1e-4

/* Where a decision hangs on rounding: the share of elements that may differ. */
typedef struct Loose {
	const char *program;
	double share;
} Loose;

static const Loose loose[] = {
	{ "mandelbrot", 5e-3 },
	{ "kmeans", 1e-4 },
};

static double share_of(const char *program)
{
	for (size_t i = 0; i < sizeof loose / sizeof *loose; i++)
		if (!strcmp(loose[i].program, program))
			return loose[i].share;
	return 0;
}

static bool alike(double mine, double wanted, double most)
{
	if (mine == wanted || (isnan(mine) && isnan(wanted)))
		return true;
	return fabs(mine - wanted)
	       <= OF_ITSELF * fabs(wanted) + OF_LARGEST * most;
}

static bool output_good(const Array *mine, const Array *wanted, int64_t count,
			double share, int output, Text *reason)
{
	double most = scalar_is_float(mine->scalar) ? oracles_largest(wanted)
						    : 0;
	int64_t differing = 0, first = -1;

	for (int64_t i = 0; i < count; i++) {
		if (alike(array_get(mine, i), array_get(wanted, i), most))
			continue;
		if (!differing++)
			first = i;
	}
	if ((double)differing <= share * (double)count)
		return true;
	text_printf(reason, "%lld of %lld elements of output %d differ; "
		    "[%lld] is %.9g, expected %.9g", (long long)differing,
		    (long long)count, output, (long long)first,
		    array_get(mine, first), array_get(wanted, first));
	return false;
}

bool bench_judge(const Harness *harness, const Oracles *j,
		 const Program *program, Text *reason)
{
	for (int set = 0; set < j->set_count; set++)
		for (int i = 0; i < j->out_count; i++) {
			const Array *all = j->references[set];
			const Port *port = &program->out_ports[i];
			Array mine = array_of_port(port);
			bool good;

			memcpy(mine.data, harness_output(harness, set, i),
			       array_bytes(&mine));
			good = output_good(&mine, &all[i],
					   array_held(&all[i], port->extent
						? &all[port->extent - 1] : NULL),
					   share_of(program->name), i, reason);
			array_free(&mine);
			if (!good)
				return false;
		}
	return true;
}

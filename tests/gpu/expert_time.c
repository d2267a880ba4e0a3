/* expert_time FACTS < LINES: what a model of a device (model.h) finds for the
 * launches of an expert's kernel, in us, at least: where neither its counts nor its
 * source say, the best that can be is taken. A line is a launch: its groups,
 * the items of one, the bytes of its buffers, how many groups were counted, and their
 * requests and sectors of loads, those of stores, local requests, wavefronts, barriers,
 * instructions and sectors that are loaded once in a group. */
#include <math.h>
#include <stdio.h>

#include "codegen_opencl/model.h"
#include "tests/gpu/absent.h"

enum { REGISTERS_LEAST = 32, AHEAD_MOST = 16, LINE_SECTORS = 4 };

static void scale(TrafficSide *side, double times)
{
	side->requests *= times;
	side->sectors *= times;
	side->passes = fmax(side->requests, side->sectors / LINE_SECTORS);
}

static bool read_launch(ModelKernel *k)
{
	Traffic *t = &k->traffic;
	double counted;

	*k = (ModelKernel){ .registers = REGISTERS_LEAST, .ahead = AHEAD_MOST,
			    .traffic = { .launches = 1 } };
	if (scanf("%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf",
		  &k->groups, &k->items, &k->bytes, &counted,
		  &t->loads.requests, &t->loads.sectors, &t->stores.requests,
		  &t->stores.sectors, &t->local_requests, &t->wavefronts,
		  &t->barriers, &t->instructions, &t->group_sectors) != 13
	    || counted < 1)
		return false;
	counted = k->groups / counted;
	scale(&t->loads, counted);
	scale(&t->stores, counted);
	t->local_requests *= counted;
	t->wavefronts *= counted;
	t->barriers *= counted;
	t->instructions *= counted;
	t->group_sectors *= counted;
	t->far_sectors = t->group_sectors;
	return true;
}

int main(int argc, char **argv)
{
	const Device *device;
	double seconds = 0;
	ModelKernel k;

	if (argc < 2)
		return 1;
	device = absent_device(argv[1]);
	if (!device)
		return 1;
	while (read_launch(&k))
		seconds += model_time(&k, device);
	printf("%.1f\n", 1e6 * seconds);
	return 0;
}

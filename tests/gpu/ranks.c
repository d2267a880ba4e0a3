/* ranks FACTS LEAST < LINES: whether a model of a device (model.h) ranks
 * candidates by counts from their trees as by counts of kernels that ran. A line
 * is that of counts.c for a kernel and, behind it, its nine counts as the plugin
 * has them. Candidates some kernel of which is not there are left out. Prints
 * Spearman's coefficient, which must be LEAST or more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "codegen_opencl/model.h"
#include "tests/gpu/absent.h"

enum { CANDIDATES = 1000 };

typedef struct Sample {
	int found, kernels; /* lines; kernels of the candidate */
	double counted, simulated; /* seconds */
} Sample;

static int read_counts(Traffic *t)
{
	t->launches = 1;
	return scanf("%lf %lf %lf %lf %lf %lf %lf %lf %lf", &t->loads.requests,
		     &t->loads.sectors, &t->stores.requests,
		     &t->stores.sectors, &t->local_requests, &t->wavefronts,
		     &t->barriers, &t->instructions, &t->group_sectors) == 9;
}

static int read_line(const Device *device, Sample samples[CANDIDATES])
{
	Traffic simulated = { .guessed = false };
	ModelKernel k = { .groups = 0 };
	int number, kernels;
	Sample *sample;

	if (scanf(" k%*d") || !read_counts(&k.traffic)
	    || scanf("%lf %lf %lf %lf %lf %lf %lf %lf %lf %d %d", &k.groups,
		     &k.items, &k.registers, &k.local_bytes, &k.bytes, &k.ahead,
		     &k.traffic.far_sectors, &k.traffic.loads.passes,
		     &k.traffic.stores.passes, &number, &kernels) != 11
	    || !read_counts(&simulated) || number < 0 || number >= CANDIDATES)
		return 0;
	sample = &samples[number];
	sample->kernels = kernels;
	sample->found++;
	sample->counted += model_time(&k, device);
	simulated.far_sectors = k.traffic.far_sectors;
	simulated.loads.passes = k.traffic.loads.passes;
	simulated.stores.passes = k.traffic.stores.passes;
	k.traffic = simulated;
	sample->simulated += model_time(&k, device);
	return 1;
}

/* Those as large count half. */
static double rank_of(const double *values, int count, int i)
{
	double rank = 0;

	for (int k = 0; k < count; k++)
		rank += values[k] < values[i] ? 1
		      : values[k] == values[i] ? 0.5 : 0;
	return rank;
}

static double spearman(const double *a, const double *b, int count)
{
	double ab = 0, aa = 0, bb = 0;

	for (int i = 0; i < count; i++) {
		const double x = rank_of(a, count, i) - count / 2.0;
		const double y = rank_of(b, count, i) - count / 2.0;

		ab += x * y;
		aa += x * x;
		bb += y * y;
	}
	return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 1;
}

int main(int argc, char **argv)
{
	static Sample samples[CANDIDATES];
	static double counted[CANDIDATES], simulated[CANDIDATES];
	const Device *device;
	int count = 0;
	double found;

	if (argc < 3)
		return 1;
	device = absent_device(argv[1]);
	if (!device)
		return 1;
	while (read_line(device, samples))
		;
	for (int i = 0; i < CANDIDATES; i++)
		if (samples[i].found && samples[i].found == samples[i].kernels) {
			counted[count] = samples[i].counted;
			simulated[count++] = samples[i].simulated;
		}
	found = spearman(counted, simulated, count);
	printf("%d candidates, coefficient %.3f\n", count, found);
	return count < 2 || found < atof(argv[2]);
}

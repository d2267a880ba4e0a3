/* The launches of an artifact in their order: its kernels, and loops of them. */
#include "codegen_opencl/artifact.h"

typedef struct Plan {
	const Artifact *artifact;
	ArtifactLaunch *launch;
	void *context;
} Plan;

/* Kernels at to end - 1; the loops from number `loop` on are inside these, or
 * come after them. */
static bool launch_row(const Plan *p, int at, int end, int loop)
{
	const ArtifactLoop *loops = p->artifact->loops;
	const int count = p->artifact->loop_count;

	while (at < end) {
		if (loop == count || loops[loop].first > at) {
			if (!p->launch(p->context, at++))
				return false;
			continue;
		}
		for (int64_t i = 0; i < loops[loop].times; i++)
			if (!launch_row(p, at, at + loops[loop].count,
					loop + 1))
				return false;
		at += loops[loop].count;
		while (loop < count && loops[loop].first < at)
			loop++;
	}
	return true;
}

bool artifact_launch(const Artifact *artifact, ArtifactLaunch *launch,
		     void *context)
{
	const Plan plan = { artifact, launch, context };

	return launch_row(&plan, 0, artifact->kernel_count, 0);
}

double artifact_launches(const Artifact *artifact)
{
	double sum = 0;

	for (int k = 0; k < artifact->kernel_count; k++) {
		double launches = 1;

		for (int i = 0; i < artifact->loop_count; i++) {
			const ArtifactLoop *loop = &artifact->loops[i];

			if (loop->first <= k && k < loop->first + loop->count)
				launches *= (double)loop->times;
		}
		sum += launches;
	}
	return sum;
}

/* Whether b, which comes later, is inside of a or behind it. */
static bool are_in_order(const ArtifactLoop *a, const ArtifactLoop *b)
{
	const int end = a->first + a->count;

	return b->first >= end
	    || (b->first >= a->first && b->first + b->count <= end);
}

bool artifact_loops_nest(const Artifact *artifact)
{
	for (int i = 0; i < artifact->loop_count; i++) {
		const ArtifactLoop *loop = &artifact->loops[i];

		if (loop->first < 0 || loop->count < 1 || loop->times < 1
		    || loop->first >= artifact->kernel_count
		    || loop->count > artifact->kernel_count - loop->first)
			return false;
		for (int k = 0; k < i; k++)
			if (!are_in_order(&artifact->loops[k], loop))
				return false;
	}
	return true;
}

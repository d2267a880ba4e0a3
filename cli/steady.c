#include "cli/steady.h"

enum { GROUPS_EACH = 4 }; /* for each unit, that even out late ones */

static const double ABOUT = 1.01; /* times the best: about as fast */

static int64_t groups_of(const ArtifactKernel *kernel)
{
	int64_t groups = 1;

	for (int d = 0; d < kernel->dims; d++)
		groups *= kernel->global[d] / kernel->local[d];
	return groups;
}

/* The launch with the most groups does the work. */
static bool is_steady(const Artifact *artifact, int64_t units)
{
	int64_t most = 0;

	for (int i = 0; i < artifact->kernel_count; i++) {
		int64_t groups = groups_of(&artifact->kernels[i]);

		most = groups > most ? groups : most;
	}
	return most >= GROUPS_EACH * units;
}

int steady_choice(Trial *const *trials, const Ranked *ranked, int count,
		  int best, int64_t units)
{
	int found = best;

	if (is_steady(trials[best]->artifact, units))
		return best;
	for (int i = 0; i < count; i++) {
		double time = ranked[i].estimate_ns;

		if (time > 0 && (ranked[i].tie
				 || time <= ABOUT * ranked[best].estimate_ns)
		    && is_steady(trials[i]->artifact, units)
		    && (found == best || time < ranked[found].estimate_ns))
			found = i;
	}
	return found;
}

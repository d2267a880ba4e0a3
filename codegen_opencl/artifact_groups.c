#include "codegen_opencl/artifact.h"

static int64_t groups_of(const ArtifactKernel *kernel)
{
	int64_t groups = 1;

	for (int d = 0; d < kernel->dims; d++)
		groups *= kernel->global[d] / kernel->local[d];
	return groups;
}

int64_t artifact_groups(const Artifact *artifact)
{
	int64_t most = 0;

	for (int k = 0; k < artifact->kernel_count; k++) {
		int64_t groups = groups_of(&artifact->kernels[k]);

		most = groups > most ? groups : most;
	}
	return most;
}

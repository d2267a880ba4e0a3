#include "bench_harness/worker_kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

cl_program kept_find(const Kept *kept, const Artifact *artifact)
{
	for (int i = 0; artifact->open_count && i < KEPT_PROGRAMS; i++) {
		cl_program program = kept->programs[i].program;

		if (!program
		    || strcmp(kept->programs[i].source, artifact->source) != 0
		    || strcmp(kept->programs[i].options,
			      artifact->build_options) != 0)
			continue;
		return clRetainProgram(program) ? NULL : program;
	}
	return NULL;
}

void kept_add(Kept *kept, const Artifact *artifact, cl_program program)
{
	int i = kept->next;

	if (!artifact->open_count || clRetainProgram(program))
		return;
	if (kept->programs[i].program)
		clReleaseProgram(kept->programs[i].program);
	free(kept->programs[i].source);
	free(kept->programs[i].options);
	kept->programs[i].program = program;
	kept->programs[i].source = base_strdup(artifact->source);
	kept->programs[i].options = base_strdup(artifact->build_options);
	kept->next = (i + 1) % KEPT_PROGRAMS;
}

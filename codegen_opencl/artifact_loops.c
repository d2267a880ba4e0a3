/* The launches of an artifact in their order: its kernels, and loops of them. */
#include "codegen_opencl/artifact.h"

typedef struct Plan {
	const Artifact *artifact;
	ArtifactLaunch *launch;
	ArtifactLook *look;
	void *context;
} Plan;

/* Whether after so many rounds of a loop with a flag. */
static bool is_look(const ArtifactLoop *loop, int64_t rounds)
{
	return rounds % loop->every == 0 || (rounds & (rounds - 1)) == 0;
}

/* After so many rounds of a loop: whether its flag says that it ends. */
static bool look_at(const Plan *p, const ArtifactLoop *loop, int64_t rounds,
		    bool *ends)
{
	int32_t flag = 0;

	if (loop->flag >= 0 && rounds < loop->times
	    && is_look(loop, rounds)
	    && !p->look(p->context, loop->flag, &flag))
		return false;
	*ends = flag < 0;
	return true;
}

/* Kernels at to end - 1; the loops from number `loop` on are inside these, or
 * come after them. */
static bool launch_row(const Plan *p, int at, int end, int loop)
{
	const ArtifactLoop *loops = p->artifact->loops;
	const int count = p->artifact->loop_count;

	while (at < end) {
		bool ends = false;

		if (loop == count || loops[loop].first > at) {
			if (!p->launch(p->context, at++))
				return false;
			continue;
		}
		for (int64_t i = 0; i < loops[loop].times && !ends; i++)
			if (!launch_row(p, at, at + loops[loop].count,
					loop + 1)
			    || !look_at(p, &loops[loop], i + 1, &ends))
				return false;
		at += loops[loop].count;
		while (loop < count && loops[loop].first < at)
			loop++;
	}
	return true;
}

bool artifact_launch(const Artifact *artifact, ArtifactLaunch *launch,
		     ArtifactLook *look, void *context)
{
	const Plan plan = { artifact, launch, look, context };

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

bool artifact_blocks(const Artifact *artifact)
{
	for (int i = 0; i < artifact->loop_count; i++)
		if (artifact->loops[i].flag >= 0)
			return true;
	return false;
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
		    || loop->count > artifact->kernel_count - loop->first
		    || loop->flag < -1 || loop->every < 1)
			return false;
		for (int k = 0; k < i; k++)
			if (!are_in_order(&artifact->loops[k], loop))
				return false;
	}
	return true;
}

bool artifact_flags_fit(const Artifact *artifact)
{
	for (int i = 0; i < artifact->loop_count; i++) {
		const int flag = artifact->loops[i].flag;
		const ArtifactBuffer *buffer;

		if (flag < 0)
			continue;
		if (flag >= artifact->buffer_count)
			return false;
		buffer = &artifact->buffers[flag];
		if (buffer->role != BUFFER_TEMP || buffer->scalar != SCALAR_I32
		    || buffer->elements != 1)
			return false;
	}
	return true;
}

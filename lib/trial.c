#include "lib/trial.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "lib/measure.h"
#include "lib/opened.h"
#include "lib/plan.h"
#include "rules/derivation.h"

const char *trial_label(const RewriteLabel *label)
{
	return label->rounds ? "rounding"
	     : label->reassociates ? "reassociates" : "bit-exact";
}

bool trial_reorders(const Trial *trial)
{
	const RewriteLabel *label = &trial->derivation->label;

	return label->rounds || label->reassociates;
}

bool trial_is_good(Status status)
{
	return status_rows[status].timed || status == STATUS_CHECKED;
}

OutcomeKind trial_outcome(const Trial *trial)
{
	if (trial->good)
		return OUTCOME_OK;
	return trial->measured.status == STATUS_RUN_TIMEOUT
	     ? OUTCOME_CENSORED : OUTCOME_FAILED;
}

static const char *kept(Arena *arena, Text *text)
{
	const char *copy = arena_strdup(arena, text_string(text));

	text_free(text);
	return copy;
}

static int lines_of(const Artifact *artifact)
{
	int lines = 0;

	for (int k = 0; k < artifact->kernel_count; k++)
		lines += artifact->kernels[k].lines;
	return lines;
}

const char *trial_what(Arena *arena, Variant variant, const char *choices)
{
	return choices && *choices ? variant_text(variant, arena, choices)
				   : "replay";
}

static const char *stored_choices(const Session *s, const Trial *trial)
{
	const Variant variant = variant_of(trial->variant, s->arena,
					   s->program);

	return variant_stored(variant, s->arena,
			      trial->choices && *trial->choices
			      ? trial->choices : trial->what);
}

void trial_describe(Session *s, Trial *trial)
{
	const Artifact *artifact = trial->artifact;
	Text steps = { 0 }, expression = { 0 }, plan = { 0 };

	derivation_text(&steps, trial->derivation);
	print_json(&expression, s->program, trial->derivation->expr);
	plan_json(&plan, artifact);
	trial->kernel = (DbKernel){
		.hash = artifact->hash, .source = artifact->source,
		.options = artifact->build_options,
		.plan = kept(s->arena, &plan),
		.lines = lines_of(artifact),
		.derivation = {
			.steps = kept(s->arena, &steps),
			.expression = kept(s->arena, &expression),
			.rules = derivation_rules_hash(trial->derivation),
			.choices = stored_choices(s, trial),
			.label = trial_label(&trial->derivation->label),
		},
	};
}

Trial *trial_of(Session *s, const Derivation *derivation, const Device *device,
		Variant variant, const char *choices)
{
	Trial *trial = ARENA_NEW(s->arena, Trial);

	trial->number = -1;
	trial->derivation = derivation;
	trial->variant = variant;
	trial->what = trial->shape = trial_what(s->arena, variant, choices);
	trial->choices = choices;
	trial->artifact = measure_generate(s, variant, derivation->expr,
					   device);
	if (trial->artifact && s->program->open)
		trial->artifact = opened_guarded(s, derivation,
						 trial->artifact);
	if (!trial->artifact)
		return NULL;
	trial_describe(s, trial);
	return trial;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double quartile(const Measurement *m)
{
	double sorted[HARNESS_SAMPLES];

	if (!m->sample_count)
		return 0;
	for (int i = 0; i < m->sample_count; i++)
		sorted[i] = m->samples_ns[i];
	qsort(sorted, (size_t)m->sample_count, sizeof *sorted, ascending);
	return sorted[(m->sample_count - 1) / 4];
}

DbMeasurement trial_measurement(const Trial *trial, int sequence)
{
	const Measurement *m = &trial->measured;

	return (DbMeasurement){
		.kernel = trial->kernel, .sequence = sequence,
		.status = status_name(m->status), .reason = m->reason,
		.samples = m->samples_ns, .sample_count = m->sample_count,
		.min_ns = m->min_ns, .median_ns = m->median_ns,
		.p25_ns = quartile(m), .build_ns = m->build_s * 1e9,
		.first_launch_ns = m->first_launch_s * 1e9,
		.check_ns = (m->check_s + m->confirm_s) * 1e9,
		.checked = trial->good && trial_reorders(trial)
			&& isfinite(m->error),
		.judges = trial->good ? trial->judges : NULL,
		.max_error = m->error, .noise_epoch = m->epoch,
		.timer = m->timer == TIMER_WALL ? "wall" : "event",
	};
}

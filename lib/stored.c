#include "lib/stored.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/witness.h"
#include "db/limits.h"
#include "db/sizes.h"
#include "rules/derivation.h"
#include "search/space/choices.h"
#include "search/space/decisions.h"
#include "search/space/follow.h"

const SizeBinding *stored_sizes(Arena *arena, const char *text, int *count)
{
	SizeBinding *sizes;
	int made = 0;

	*count = 0;
	if (!sizes_are_proper(text) || sizes_count(text) > LIMITS_SIZES)
		return NULL;
	sizes = ARENA_ARRAY(arena, SizeBinding, sizes_count(text) + 1);
	while (*text) {
		size_t name = strcspn(text, "=");
		char *end;

		sizes[made].name = arena_strndup(arena, text, name);
		sizes[made++].value = strtoll(text + name + 1, &end, 10);
		text = *end == ' ' ? end + 1 : end;
	}
	*count = made;
	return sizes;
}

static void warn_stale(Session *s, const DbStored *stored)
{
	Place place = { .file = arena_printf(s->arena, "derivation %" PRId64,
					     stored->derivation) };

	diag_add(s->diags, W0305, &place, "rules that changed since",
		 "the rules it was found with",
		 "a stored derivation is stale; it is replayed by the rules "
		 "of today");
}

static bool refuse(Session *s, const DbStored *stored, int done,
		   const char *reason)
{
	Place place = { .file = arena_printf(s->arena, "derivation %" PRId64,
					     stored->derivation) };

	diag_add(s->diags, E0802, &place, reason, "a rule that applies",
		 "step %d of the stored derivation does not apply at %s",
		 done + 1, session_sizes(s));
	return false;
}

const char *stored_open(Arena *arena, const DbStored *stored)
{
	const Variant variant = variant_read(arena, stored->choices);
	const char *names = NULL;

	for (int i = 0; i < variant.open_count; i++)
		names = arena_printf(arena, "%s%s%s=%" PRId64,
				     names ? names : "", names ? "," : "",
				     variant.open[i].name,
				     variant.open[i].value);
	return names;
}

Session *stored_session(Restored *restored, Session *session)
{
	return restored->open.program ? &restored->open : session;
}

Rewriter *stored_rewriter(const Restored *restored)
{
	return restored->rewriter
	     ? restored->rewriter : derive_rewriter(restored->candidates.derive);
}

static SizeBinding *binding_named(SizeBinding *sizes, int count,
				  const char *name)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(sizes[i].name, name))
			return &sizes[i];
	return NULL;
}

bool stored_damaged(Session *s, const DbStored *stored, const char *found)
{
	Place place = { .file = arena_printf(s->arena, "derivation %" PRId64,
					     stored->derivation) };

	diag_add(s->diags, E0602, &place, found, "rows as lift-tune makes them; "
		 "`db check` tells more", "a stored derivation is damaged");
	return false;
}

/* The session's program with these sizes open. */
static bool open_session(Session *s, const DbStored *stored,
			 const Variant *variant, Session *made)
{
	const int count = s->program->size_count;
	SizeBinding *sizes = ARENA_ARRAY(s->arena, SizeBinding, count + 1);
	const char *names = "";

	for (int i = 0; i < count; i++)
		sizes[i] = s->program->sizes[i];
	for (int i = 0; i < variant->open_count; i++) {
		SizeBinding *size = binding_named(sizes, count,
						  variant->open[i].name);

		if (!size)
			return stored_damaged(s, stored,
					      stored_open(s->arena, stored));
		size->value = variant->open[i].value;
		names = arena_printf(s->arena, "%s%s%s", names,
				     *names ? "," : "", size->name);
	}
	return session_at(made, s, sizes, names, s->diags)
	    || stored_damaged(s, stored, stored_open(s->arena, stored));
}

static bool open_rewriter(Session *s, const DbStored *stored,
			  const Device *device, Restored *restored)
{
	if (!restored->variant.open_count) {
		if (!restored->candidates.derive)
			candidates_open(&restored->candidates, s,
					strategy_kinds[0], device);
		return true;
	}
	if (!open_session(s, stored, &restored->variant, &restored->open))
		return false;
	if (!s->rules)
		restored->base = rulebase_new();
	restored->rewriter = rewriter_new(s->rules ? s->rules : restored->base,
					  restored->open.program,
					  witness_freedom(s));
	return true;
}

bool stored_replay(Session *s, const DbStored *stored, const Device *device,
		   Restored *restored)
{
	const StoredSteps *steps = derivation_read(s->arena, stored->steps,
						   s->diags);
	Replay replay = { 0 };
	Rewriter *rewriter;

	if (!steps)
		return false;
	restored->variant = variant_read(s->arena, stored->choices);
	if (!open_rewriter(s, stored, device, restored))
		return false;
	rewriter = stored_rewriter(restored);
	if (stored_rules_hash(rewriter_base(rewriter), steps)
	    != stored->rules)
		warn_stale(s, stored);
	restored->choices = stored->choices;
	restored->what = stored->choices && *stored->choices
		? choices_text(s->arena, stored->choices) : "replay";
	restored->derivation = derivation_replay(rewriter, steps,
						 restored->rewriter != NULL,
						 &replay);
	restored->changed = replay.adjusted > 0;
	return restored->derivation
	    || refuse(s, stored, replay.done, rewriter_reason(rewriter));
}

static void tell_missing(Session *s, const DbStored *stored,
			 const Trial *trial)
{
	const char *missing = decisions_missing(s->arena, stored->choices,
						trial->choices);

	if (missing && s->say)
		s->say(arena_printf(s->arena, "note: %s, which was chosen at "
				    "%s, is not offered at %s; another choice "
				    "is made there\n", missing,
				    stored->sizes, session_sizes(s)));
}

static bool follow(Session *s, const DbStored *stored, Restored *restored)
{
	const void *state = stored->choices && *stored->choices
		? follow_choices(&restored->candidates.space, stored->choices)
		: NULL;
	Trial trial;

	if (!state)
		return false;
	candidate_describe(&restored->candidates, s->arena,
			   &(Candidate){ .state = state }, &trial);
	tell_missing(s, stored, &trial);
	restored->variant = variant_read(s->arena, stored->choices);
	restored->derivation = trial.derivation;
	restored->choices = trial.choices;
	restored->what = trial_what(s->arena, restored->variant, trial.choices);
	restored->changed = true;
	return true;
}

bool stored_restore(Session *s, const DbStored *stored, const Device *device,
		    Restored *restored)
{
	Diags *own = s->diags, *quiet = diags_new();
	bool same = !strcmp(session_sorted_sizes(s), stored->sizes), good;

	if (stored_open(s->arena, stored))
		return stored_replay(s, stored, device, restored);
	candidates_open(&restored->candidates, s, strategy_kinds[0], device);
	if (!same && follow(s, stored, restored)) {
		diags_free(quiet);
		return true;
	}
	s->diags = quiet;
	good = stored_replay(s, stored, device, restored);
	s->diags = own;
	if (!good && follow(s, stored, restored))
		good = true;
	else
		diags_move(own, quiet);
	diags_free(quiet);
	return good;
}

Trial *stored_trial_now(Session *session, const Device *device,
			Restored *restored)
{
	return trial_of(stored_session(restored, session),
			restored->derivation, device, restored->variant,
			restored->choices);
}

/* Not every stored kernel says that its products were not contracted. */
Trial *stored_trial(Session *session, const DbStored *stored,
		    const Device *device, Restored *restored)
{
	Trial *trial = stored_trial_now(session, device, restored), *other;
	Variant variant = restored->variant;

	if (!trial || trial->artifact->hash == stored->kernel)
		return trial;
	variant.no_contraction = !variant.no_contraction;
	other = trial_of(stored_session(restored, session),
			 restored->derivation, device, variant,
			 restored->choices);
	if (!other || other->artifact->hash != stored->kernel)
		return trial;
	restored->variant = variant;
	return other;
}

bool stored_runs(Session *s, const Artifact *artifact)
{
	if (!artifact_is_open(artifact)
	    || opened_at(artifact, s->arena, s->program))
		return true;
	diag_add(s->diags, E0802, NULL, session_sizes(s),
		 "sizes that its guards let pass",
		 "the kernel with open sizes is not for these sizes");
	return false;
}

bool stored_steps_are_unproved(const char *steps)
{
	return strstr(steps, "\"unproved\": true") != NULL;
}

/* A later, interleaved measurement is stored only where there was quiet. */
bool stored_is_marked(const DbStored *stored)
{
	return stored->time_ns > 0 && stored->low_ns <= 0 && stored->reason
	    && *stored->reason;
}

bool stored_is_unproved(const DbStored *stored)
{
	return stored->steps && stored_steps_are_unproved(stored->steps);
}

void stored_free(Restored *restored)
{
	candidates_close(&restored->candidates);
	if (restored->rewriter)
		rewriter_free(restored->rewriter);
	session_at_free(&restored->open);
	if (restored->base)
		rulebase_free(restored->base);
	*restored = (Restored){ 0 };
}

#include "cli/stored.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/variant.h"
#include "rules/derivation.h"
#include "search/follow.h"

Db *stored_open_one(Session *s)
{
	const Options *o = s->options;

	if (o->word_count == 1)
		return store_open(s, o->command == CMD_REPLAY ? DB_WRITE
							      : DB_READ);
	diag_add(s->diags, E0901, NULL,
		 o->word_count ? o->words[1] : "nothing",
		 "the number or name of a stored derivation",
		 "%s takes one word", command_name(o->command));
	return NULL;
}

static bool has_size(const Session *s, const char *name, size_t length)
{
	for (int i = 0; i < s->size_count; i++)
		if (strlen(s->sizes[i].name) == length
		    && !strncmp(s->sizes[i].name, name, length))
			return true;
	return false;
}

/* "M=4096 N=4096"; what --size says comes first. */
static void add_sizes(Session *s, const char *text)
{
	while (*text) {
		const char *equals = strchr(text, '=');
		size_t length;
		char *end;

		if (!equals)
			return;
		length = (size_t)(equals - text);
		if (!has_size(s, text, length))
			s->sizes[s->size_count++] = (SizeBinding){
				arena_strndup(s->arena, text, length),
				strtoll(equals + 1, NULL, 10) };
		strtoll(equals + 1, &end, 10);
		text = *end == ' ' ? end + 1 : end;
	}
}

bool stored_load(Session *s, const DbStored *stored)
{
	s->options->fp = fp_named(stored->fp);
	s->size_count = s->options->size_count;
	s->sizes = ARENA_ARRAY(s->arena, SizeBinding, s->size_count + 256);
	if (s->size_count)
		memcpy(s->sizes, s->options->sizes,
		       sizeof *s->sizes * (size_t)s->size_count);
	add_sizes(s, stored->sizes ? stored->sizes : "");
	s->file = arena_printf(s->arena, "<stored %s>", stored->program);
	s->text = stored->form;
	return session_read(s);
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

bool stored_replay(Session *s, const DbStored *stored, const Device *device,
		   Restored *restored)
{
	const StoredSteps *steps = derivation_read(s->arena, stored->steps,
						   s->diags);
	Replay replay = { 0 };
	Rewriter *rewriter;

	if (!steps)
		return false;
	if (!restored->candidates.derive)
		candidates_open(&restored->candidates, s, strategy_kinds[0],
				device);
	rewriter = derive_rewriter(restored->candidates.derive);
	if (stored_rules_hash(rewriter_base(rewriter), steps)
	    != stored->rules)
		warn_stale(s, stored);
	restored->what = stored->choices && *stored->choices ? stored->choices
							      : "replay";
	variant_read(s, restored->what);
	restored->derivation = derivation_replay(rewriter, steps, false,
						 &replay);
	restored->changed = replay.adjusted > 0;
	return restored->derivation
	    || refuse(s, stored, replay.done, rewriter_reason(rewriter));
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
	variant_read(s, stored->choices);
	restored->derivation = trial.derivation;
	restored->what = variant_written(s, trial.what);
	restored->changed = true;
	return true;
}

bool stored_restore(Session *s, const DbStored *stored, const Device *device,
		    Restored *restored)
{
	Diags *own = s->diags, *quiet = diags_new();
	bool same = !strcmp(session_sorted_sizes(s), stored->sizes), good;

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

/* Not every stored kernel says that its products were not contracted. */
Trial *stored_trial(Session *s, const DbStored *stored, const Device *device,
		    const Restored *restored)
{
	Trial *trial = trial_of(s, restored->derivation, device,
				restored->what), *other;

	if (!trial || trial->artifact->hash == stored->kernel)
		return trial;
	s->no_contraction = !s->no_contraction;
	other = trial_of(s, restored->derivation, device, restored->what);
	if (other && other->artifact->hash == stored->kernel)
		return other;
	s->no_contraction = !s->no_contraction;
	return trial;
}

bool stored_is_unproved(const DbStored *stored)
{
	return stored->steps && strstr(stored->steps, "\"unproved\": true");
}

void stored_free(Restored *restored)
{
	candidates_close(&restored->candidates);
	*restored = (Restored){ 0 };
}

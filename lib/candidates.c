#include "lib/candidates.h"

#include "codegen_opencl/model.h"
#include "lib/store.h"
#include "search/space/canonical_check.h"
#include "search/space/canonical_form.h"
#include "search/space/choices.h"

RewriteOptions candidates_freedom(const Session *s)
{
	return (RewriteOptions){
		.strict = s->options->fp == FP_STRICT,
		.rounding = s->options->fp != FP_STRICT,
		.canonical = s->as_written ? NULL : &canonical_index_form,
	};
}

/* Nobody has seen it differ: then this is a fault of ours. */
void candidates_check(Session *s)
{
	const CanonicalDocument document = {
		s->file, s->text, s->program, s->options->unsafe_c,
		s->options->fp == FP_STRICT };
	const Place place = { .file = s->file };
	Text why = { 0 };

	s->as_written = !canonical_check(&document, &canonical_index_form,
					 &why, NULL);
	if (s->as_written)
		diag_add(s->diags, W0306, &place, text_string(&why),
			 "the same values", "the canonical form is another "
			 "program; this one is tuned as it is written");
	text_free(&why);
}

static double modelled(void *context, const Expr *low)
{
	const Candidates *c = context;

	return model_of(c->program, low, c->device);
}

/* A forbidden root is left out of the space. */
static void meet_roots(Candidates *c, const Session *s)
{
	const char *near;

	for (int i = 0; i < s->options->guide_count; i++) {
		const Guide *guide = &s->options->guides[i];

		if (guide->kind == GUIDE_FORBID
		    && derive_begins(c->derive, guide->name, &near))
			guided_meet(c->guided, guide->name);
	}
}

void candidates_open(Candidates *c, Session *s, const StrategyKind *kind,
		     const Device *device)
{
	if (!s->rules)
		c->base = rulebase_new();
	c->derive = derive_new(s->rules ? s->rules : c->base, s->program, device,
			       candidates_freedom(s));
	c->program = s->program;
	c->device = device;
	if (model_is_for(device))
		derive_model(c->derive, modelled, c);
	if (s->schedules)
		derive_schedules(c->derive, s->schedules);
	if (s->clustering)
		derive_clustering(c->derive, s->graph, s->clustering);
	else if (!s->options->open && !s->open_sizes)
		derive_clusterings(c->derive);
	for (int i = 0; i < s->options->guide_count; i++)
		if (s->options->guides[i].kind == GUIDE_FORBID)
			derive_forbid(c->derive, s->options->guides[i].name);
	if (s->open_sizes)
		derive_open(c->derive, s->open_sizes);
	c->space = derive_space(c->derive);
	if (s->options->guide_count) {
		c->guided = guided_new(&c->space, s->options->guides,
				       s->options->guide_count);
		c->space = guided_space(c->guided);
		meet_roots(c, s);
	}
	c->strategy = strategy_new(kind, &c->space, s->options->seed, -1);
}

void candidates_close(Candidates *c)
{
	if (c->strategy)
		strategy_free(c->strategy);
	guided_free(c->guided);
	if (c->derive)
		derive_free(c->derive);
	if (c->base)
		rulebase_free(c->base);
}

void candidate_describe(Candidates *c, Arena *arena,
			const Candidate *candidate, Trial *trial)
{
	const void *state = c->guided ? guided_state(candidate->state)
				      : candidate->state;
	Derived derived = derive_result(c->derive, state);

	trial->derivation = derived.derivation;
	trial->variant = (Variant){ 0 };
	trial->what = choices_text(arena, derived.choices);
	trial->choices = arena_strdup(arena, derived.choices);
	trial->shape = store_hash(arena, derived.shape);
}

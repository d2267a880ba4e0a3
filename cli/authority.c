#include "cli/authority.h"

#include <stdlib.h>
#include <string.h>

#include "lib/plan.h"
#include "cli/stored.h"
#include "ir/eval/operators.h"
#include "ir/front/document.h"
#include "rules/derivation.h"
#include "search/space/canonical_form.h"

/* The last program asked about, at the last sizes: derivations come in order
 * of these. */
struct Authority {
	DbAuthority face;
	const RuleBase *base;
	RuleBase *own; /* the same, or NULL */
	char *form, *sizes, *fp;
	Arena *arena;
	Ir *ir;
	Program *program;   /* NULL: it cannot be read */
	Rewriter *rewriter; /* or NULL */
};

static bool is_program(void *context, uint64_t key, const char *form)
{
	const ReadOptions how = { .unsafe_c = true };
	Ir *ir = ir_new();
	Diags *quiet = diags_new();
	const Program *program = program_read(ir, "<stored>", form, &how,
					      quiet);
	bool good = program && program_key(program) == key;

	(void)context;
	diags_free(quiet);
	ir_free(ir);
	return good;
}

static bool is_kernel(void *context, uint64_t key, const char *source,
		      const char *options, const char *plan)
{
	uint64_t hash;

	(void)context;
	return plan_hash(source, options, plan, &hash) && hash == key;
}

/* -- labels ---------------------------------------------------------------- */

static void forget(Authority *a)
{
	if (a->rewriter)
		rewriter_free(a->rewriter);
	ir_free(a->ir);
	arena_free(a->arena);
	free(a->form);
	free(a->sizes);
	free(a->fp);
	*a = (Authority){ .face = a->face, .base = a->base,
			    .own = a->own };
}

static bool is_at_hand(const Authority *a, const DbLabelled *d)
{
	return a->form && !strcmp(a->form, d->form)
	    && !strcmp(a->sizes, d->sizes) && !strcmp(a->fp, d->fp);
}

static Program *read_program(Authority *a)
{
	ReadOptions how = { .concrete = true, .unsafe_c = true };
	Diags *quiet = diags_new();
	Program *program;

	how.overrides = stored_sizes(a->arena, a->sizes, &how.override_count);
	program = how.overrides ? program_read(a->ir, "<stored>", a->form,
					       &how, quiet) : NULL;
	if (program)
		operators_test(program, 0, quiet);
	diags_free(quiet);
	return program;
}

static void take(Authority *a, const DbLabelled *d)
{
	const bool strict = !strcmp(d->fp, "strict");

	forget(a);
	a->form = base_strdup(d->form);
	a->sizes = base_strdup(d->sizes);
	a->fp = base_strdup(d->fp);
	a->arena = arena_new();
	a->ir = ir_new();
	a->program = read_program(a);
	if (a->program)
		a->rewriter = rewriter_new(a->base, a->program,
			(RewriteOptions){ strict, !strict,
					  &canonical_index_form });
}

/* forged: a step says what is not so. */
static const Derivation *make_again(Authority *a, const char *text,
				    bool *forged)
{
	Diags *quiet = diags_new();
	const StoredSteps *steps = derivation_read(a->arena, text, quiet);
	Replay replay = { 0 };
	const Derivation *made = !steps ? NULL
		: derivation_replay(a->rewriter, steps, true, &replay);

	diags_free(quiet);
	*forged = replay.forged;
	return made;
}

static DbLabel label(void *context, const DbLabelled *d)
{
	Authority *a = context;
	const Derivation *made;
	bool forged = false;

	if (!is_at_hand(a, d))
		take(a, d);
	made = a->rewriter ? make_again(a, d->steps, &forged) : NULL;
	if (!made)
		return forged ? LABEL_WRONG : LABEL_UNKNOWN;
	return !strcmp(trial_label(&made->label), d->label)
	    && made->label.unproved == stored_steps_are_unproved(d->steps)
	       ? LABEL_RIGHT : LABEL_WRONG;
}

Authority *authority_new(const RuleBase *rules)
{
	Authority *a = base_calloc(1, sizeof *a);

	a->own = rules ? NULL : rulebase_new();
	a->base = rules ? rules : a->own;
	a->face = (DbAuthority){ a, is_program, is_kernel, label };
	return a;
}

void authority_free(Authority *a)
{
	if (!a)
		return;
	forget(a);
	rulebase_free(a->own);
	free(a);
}

const DbAuthority *authority_face(const Authority *a)
{
	return &a->face;
}

#include "cli/open_winner.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "cli/export.h"
#include "cli/tuner.h"
#include "lib/variant.h"
#include "search/space/choices.h"
#include "search/space/follow.h"

enum { ASKED = 24, SMALL = 1021, SMALLEST = 13, FAR_SLOWER = 3 };

/* -- kernels without guards ------------------------------------------------ */

static bool is_known(const OpenWinner *o, const Opened *made)
{
	for (int i = 0; i < o->count; i++)
		if (o->items[i].artifact->hash == made->artifact->hash)
			return true;
	return false;
}

/* Among the best by static counts. */
static void keep(OpenWinner *o, Opened made)
{
	int at = 0;

	if (made.artifact->guard_count || is_known(o, &made))
		return;
	while (at < o->count && o->items[at].rank <= made.rank)
		at++;
	o->count += o->count < OPEN_KEPT;
	for (int i = o->count - 1; i > at; i--)
		o->items[i] = o->items[i - 1];
	if (at < OPEN_KEPT)
		o->items[at] = made;
}

static void look_around(OpenWinner *o, Witness *w)
{
	Strategy *strategy = w->candidates.strategy;
	Candidate candidate;
	Opened made;
	Trial trial;

	for (int i = 0; i < ASKED && strategy_ask(strategy, &candidate)
				     == ASK_CANDIDATE; i++) {
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
		candidate_describe(&w->candidates, o->session->arena,
				   &candidate, &trial);
		if (opened_make(w, trial.derivation, trial.what, &made,
				&o->fault))
			keep(o, made);
	}
}

static Witness *add_witness(OpenWinner *o, const SizeBinding *sizes)
{
	Witness *w = o->witness_count < OPEN_WITNESSES
		   ? witness_new(o->session, sizes, o->device) : NULL;

	if (w)
		o->witnesses[o->witness_count++] = w;
	return w;
}

/* Where nothing divides: near the sizes tuned, else small. */
static bool look(OpenWinner *o)
{
	static const int64_t below[] = { 0, SMALL, SMALLEST };

	for (int i = 0; i < 3 && !o->count; i++) {
		Witness *w = add_witness(o, witness_primes(o->session,
						o->open.program, below[i]));

		if (w)
			look_around(o, w);
	}
	return o->count > 0;
}

OpenWinner *open_winner_new(Session *s, const Device *device)
{
	OpenWinner *o = ARENA_NEW(s->arena, OpenWinner);

	*o = (OpenWinner){ .session = s, .device = device };
	if (!session_at(&o->open, s, s->program->sizes, s->options->open,
			s->diags))
		return NULL;
	if (look(o))
		return o;
	opened_tell(s, &o->fault);
	open_winner_free(o);
	return NULL;
}

void open_winner_free(OpenWinner *o)
{
	for (int i = 0; o && i < o->witness_count; i++)
		witness_free(o->witnesses[i]);
	if (o)
		session_at_free(&o->open);
}

/* -- the search's best ----------------------------------------------------- */

static void make_best(OpenWinner *o, const Trial *best)
{
	Session *s = o->session;
	Witness *w;

	variant_read(s, best->what);
	w = add_witness(o, s->program->sizes);
	if (w)
		opened_make(w, best->derivation, best->what, &o->best,
			    &o->fault);
}

static void make_followed(OpenWinner *o, const Trial *best)
{
	Witness *w = o->witness_count ? o->witnesses[0] : NULL;
	const char *choices = best->choices
		? choices_text(o->session->arena, best->choices) : NULL;
	const void *state = w && choices && *choices
		? follow_choices(&w->candidates.space, choices) : NULL;
	Trial trial;

	if (!state)
		return;
	candidate_describe(&w->candidates, o->session->arena,
			   &(Candidate){ .state = state }, &trial);
	if (opened_make(w, trial.derivation, trial.what, &o->followed,
			&o->fault)
	    && (o->followed.artifact->guard_count
		|| is_known(o, &o->followed)))
		o->followed.artifact = NULL;
}

static int gather(OpenWinner *o, Opened **all)
{
	int count = 0;

	if (o->best.artifact)
		all[count++] = &o->best;
	if (o->followed.artifact)
		all[count++] = &o->followed;
	for (int i = 0; i < o->count; i++)
		all[count++] = &o->items[i];
	return count;
}

/* -- times ----------------------------------------------------------------- */

/* Once, and cut where it takes much longer than others; 0: it did, or failed:
 * what is wrong is seen at other sizes, too. */
static double measured(Tuner *t, const HarnessCandidate *candidate)
{
	Measurement *m = base_calloc(1, sizeof *m);
	double time_ns;

	harness_build_begin(t->harness, candidate);
	harness_measure(t->harness, m);
	time_ns = status_rows[m->status].timed ? m->min_ns : 0;
	free(m);
	return time_ns;
}

/* Together with the search's best; of those that are far slower the first
 * measurement is the last. */
static void take_times(OpenWinner *o, Tuner *t, const Trial *best,
		       Opened **all, int count)
{
	HarnessCandidate candidates[OPEN_KEPT + 3];
	Opened *timed[OPEN_KEPT + 3] = { NULL };
	Ranked ranked[OPEN_KEPT + 3] = { 0 };
	double fixed_ns;
	int made = 1;

	candidates[0] = trial_candidate(o->session, best->derivation,
					best->artifact);
	fixed_ns = measured(t, &candidates[0]);
	for (int i = 0; i < count; i++) {
		const Artifact *artifact = opened_at(all[i], o->session->arena,
						     o->session->program);

		if (!artifact)
			continue;
		candidates[made] = trial_candidate(o->session,
						   all[i]->derivation,
						   artifact);
		all[i]->time_ns = measured(t, &candidates[made]);
		if (all[i]->time_ns > 0
		    && all[i]->time_ns < FAR_SLOWER * fixed_ns)
			timed[made++] = all[i];
	}
	harness_rank(t->harness, made, candidates, TUNER_ROUNDS, ranked);
	o->fixed_ns = ranked[0].estimate_ns;
	for (int i = 1; i < made; i++)
		if (ranked[i].estimate_ns > 0)
			timed[i]->time_ns = ranked[i].estimate_ns;
}

/* -- choosing -------------------------------------------------------------- */

static double time_of(const Opened *opened)
{
	return opened->time_ns > 0 ? opened->time_ns : INFINITY;
}

static void sort(Opened **all, int count)
{
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && time_of(all[k])
					 < time_of(all[k - 1]); k--) {
			Opened *faster = all[k];

			all[k] = all[k - 1];
			all[k - 1] = faster;
		}
}

/* How many there are up to the first without guards. */
static int first_free(Opened **all, int count)
{
	int i = 0;

	while (i < count && all[i]->artifact->guard_count)
		i++;
	return i < count ? i + 1 : count;
}

/* The fastest that are right, up to the first without guards. */
static bool choose(OpenWinner *o, Tuner *t, Opened **all, int count)
{
	sort(all, count);
	while (count) {
		const int tried = first_free(all, count);

		if (!open_check(o->session, t->harness, o->open.program, all,
				tried, &o->check))
			return false;
		for (int i = 0; i < tried; i++)
			if (!all[i]->wrong)
				o->chosen[o->chosen_count++] = all[i];
		if (!all[tried - 1]->wrong
		    && !all[tried - 1]->artifact->guard_count)
			return true;
		all += tried;
		count -= tried;
	}
	o->chosen_count = 0;
	diag_add(o->session->diags, E0503, NULL, o->check.reason, NULL,
		 "no kernel is right for all values of the open sizes "
		 "(--open)");
	return false;
}

bool open_winner_choose(OpenWinner *o, Tuner *t, const Trial *best)
{
	Opened *all[OPEN_KEPT + 2];
	int count;

	make_best(o, best);
	make_followed(o, best);
	count = gather(o, all);
	t->deadline = INFINITY;
	if (t->judges && judges_load(t->judges, o->session, t->harness))
		take_times(o, t, best, all, count);
	return choose(o, t, all, count);
}

/* -- what comes of it ------------------------------------------------------ */

bool open_winner_write(const OpenWinner *o, const Trial *best)
{
	FilesInfo infos[OPEN_KEPT + 2];

	for (int i = 0; i < o->chosen_count; i++) {
		const Opened *opened = o->chosen[i];
		Session open = opened->witness->open;
		const Exported what = {
			.artifact = opened->artifact,
			.derivation = opened->derivation,
			.id = opened == &o->best ? best->stored.derivation : 0,
			.seconds = opened->time_ns * 1e-9,
			.judges = best->judges,
			.device = o->device,
		};

		open.options = o->session->options;
		infos[i] = export_info(&open, &what);
		infos[i].variant = i;
	}
	return export_variants(o->session, infos, o->chosen_count);
}

static void put_guards(Text *text, const Artifact *artifact,
		       const char *before, const char *between)
{
	for (int i = 0; i < artifact->guard_count; i++) {
		text_put(text, i ? between : before);
		size_guard_text(text, &artifact->guards[i]);
	}
}

static void put_time(Text *text, const OpenWinner *o, const Opened *opened)
{
	if (opened->time_ns <= 0)
		return;
	seconds_text(text, opened->time_ns * 1e-9);
	if (o->fixed_ns > 0)
		text_printf(text, " (%.2f of the time with numbers)",
			    opened->time_ns / o->fixed_ns);
}

void open_winner_text(const OpenWinner *o, Text *text)
{
	for (int i = 0; i < o->chosen_count; i++) {
		text_printf(text, "  open %-6d ", i);
		put_time(text, o, o->chosen[i]);
		put_guards(text, o->chosen[i]->artifact, "; where ", ", ");
		text_printf(text, "; %s\n", o->chosen[i]->what);
	}
	text_printf(text, "  checked     %d times at %d other sizes\n",
		    o->check.runs, o->check.points);
}

void open_winner_json(const OpenWinner *o, Text *text)
{
	text_put(text, ", \"open\": [");
	for (int i = 0; i < o->chosen_count; i++) {
		const Opened *opened = o->chosen[i];

		text_printf(text, "%s{\"kernel\": \"%016" PRIx64 "\", \"what\": ",
			    i ? ", " : "", opened->artifact->hash);
		text_json(text, opened->what);
		text_printf(text, ", \"time_ns\": %.1f, \"guards\": [",
			    opened->time_ns);
		put_guards(text, opened->artifact, "\"", "\", \"");
		text_put(text, opened->artifact->guard_count ? "\"]}" : "]}");
	}
	text_printf(text, "], \"checked\": {\"sizes\": %d, \"runs\": %d}",
		    o->check.points, o->check.runs);
}

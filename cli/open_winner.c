#include "cli/open_winner.h"

#include <math.h>

#include "cli/export.h"
#include "cli/measure.h"
#include "cli/open_due.h"
#include "cli/open_objective.h"
#include "cli/open_proof.h"
#include "cli/open_store.h"
#include "cli/open_time.h"
#include "cli/oracles.h"

enum { FAR_SLOWER = 3 };

OpenWinner *open_winner_new(Tuner *t)
{
	OpenWinner *o = ARENA_NEW(t->session->arena, OpenWinner);
	bool late;

	*o = (OpenWinner){
		.session = t->session, .device = harness_device(t->harness),
	};
	tuner_open_begins(t);
	o->found = open_found_new(o->session, t->variant, o->device,
				  tuner_must_stop, t, &late);
	tuner_set_deadline(t);
	if (late && !measure_stopped(NULL))
		diag_add(t->session->diags, E0503, NULL, NULL,
			 "a longer --time-limit",
			 "no kernel with open sizes was found in time (--open)");
	return o->found ? o : NULL;
}

bool open_winner_begin(OpenWinner *o, Tuner *t)
{
	OpenFound *found = o->found;
	bool good = true, right = false;

	for (int i = 0; i < found->count && good && !right; i++) {
		good = open_check_first(t, found->open.program,
					&found->items[i], &o->check);
		right = found->items[i].checked > 0;
	}
	return good;
}

void open_winner_free(OpenWinner *o)
{
	if (o)
		open_found_free(o->found);
}

static bool put(OpenWinner *o, Opened *made)
{
	return open_found_put(o->found, made, o->all, &o->all_count);
}

/* Both kinds that come of what was found, that for more sizes first, since time may
 * end; whether more are wanted. */
static bool add(OpenWinner *o, const Trial *found)
{
	if (o->followed_count < OPEN_AGAIN) {
		Opened *made = &o->followed[o->followed_count];

		o->followed_count += open_found_followed(o->found, found, made)
				  && put(o, made);
	}
	if (o->again_count < OPEN_AGAIN) {
		Opened *made = &o->again[o->again_count];

		o->again_count += open_found_again(o->found, found, made)
			       && put(o, made);
	}
	return o->again_count < OPEN_AGAIN || o->followed_count < OPEN_AGAIN;
}

/* The fastest kernels of a search may be of what has no open sizes: work-groups
 * that share an array of such a length. */
static void gather(OpenWinner *o, Tuner *t, const Trial *best)
{
	OpenFound *found = o->found;
	bool more = add(o, best);

	for (int i = 0; i < t->trial_count && more && !tuner_must_stop(t); i++)
		if (t->trials[i] != best && t->trials[i]->good
		    && t->trials[i]->seconds < FAR_SLOWER * best->seconds)
			more = add(o, t->trials[i]);
	for (int i = 0; i < found->larger_count; i++)
		put(o, &found->larger[i]);
	for (int i = 0; i < found->count; i++)
		put(o, &found->items[i]);
}

/* -- choosing -------------------------------------------------------------- */

/* By what they are chosen: an objective, else the time. */
static double time_of(const Opened *opened)
{
	return opened->time_ns <= 0 ? INFINITY
	     : opened->score > 0 ? opened->score : opened->time_ns;
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

/* How many there are up to the first for all sizes, from 0 on if some are. */
static int first_for_all(Opened **all, int count)
{
	bool empty = false;
	int i = 0;

	for (int k = 0; k < count; k++)
		empty |= all[k]->serves_empty;
	while (i < count && !(empty ? all[i]->serves_empty
				    : all[i]->serves_all))
		i++;
	return i < count ? i + 1 : count;
}

static bool tell_none(OpenWinner *o)
{
	o->chosen_count = 0;
	if (o->check.cut)
		diag_add(o->session->diags, E0503, NULL, NULL,
			 "a longer --time-limit", "no kernel with open sizes "
			 "was checked at other sizes in time (--open)");
	else
		diag_add(o->session->diags, E0503, NULL, o->check.reason, NULL,
			 "no kernel is right for all values of the open sizes "
			 "(--open)");
	return false;
}

/* What no other sizes let pass was checked at the sizes tuned. */
static bool is_right(const OpenWinner *o, const Opened *opened)
{
	return !opened->wrong
	    && (opened->checked || (!o->check.cut && opened->time_ns > 0));
}

/* Those that are right, up to the first for all sizes and, for sizes of 0, one
 * behind it; whether there is one. */
static bool take(OpenWinner *o, Opened **all, int count)
{
	bool whole = false, empty = false;

	for (int i = 0; i < count && !empty; i++) {
		if (!is_right(o, all[i]) || (whole && !all[i]->serves_empty))
			continue;
		o->chosen[o->chosen_count++] = all[i];
		whole |= all[i]->serves_all;
		empty = all[i]->serves_empty;
	}
	return whole;
}

/* The same of those that pass what is due. */
static bool take_passing(OpenWinner *o, Tuner *t, Opened **all, int count)
{
	const OpenDue due = {
		.session = o->session, .harness = t->harness,
		.oracles = t->oracles, .open = o->found->open.program,
		.hook = tuner_must_stop, .context = t,
	};
	const int before = o->chosen_count;
	bool whole;

	do {
		o->chosen_count = before;
		whole = take(o, all, count);
	} while (!open_due(&due, o->chosen + before,
			   o->chosen_count - before));
	return whole;
}

/* The fastest; where there is no time to check them, what was checked. */
static bool choose(OpenWinner *o, Tuner *t, Opened **all, int count)
{
	sort(all, count);
	while (count) {
		const int tried = first_for_all(all, count);

		if (!open_check(t, o->found->open.program, all, tried,
				&o->check))
			return false;
		if (take_passing(o, t, all, o->check.cut ? count : tried))
			return true;
		if (o->check.cut)
			break;
		all += tried;
		count -= tried;
	}
	return tell_none(o);
}

bool open_winner_choose(OpenWinner *o, Tuner *t, const Trial *best)
{
	bool good;

	tuner_open_makes(t);
	gather(o, t, best);
	tuner_open_times(t);
	if (!tuner_must_stop(t) && t->oracles
	    && oracles_load(t->oracles, o->session, t->harness))
		o->fixed_ns = open_time(t, best, o->all, o->all_count);
	good = !t->session->options->together
	    || open_objective(t, t->session->options->together, o->fixed_ns,
			      o->all, o->all_count);
	tuner_open_checks(t);
	good = good && choose(o, t, o->all, o->all_count);
	open_store(t, o->all, o->all_count);
	return good;
}

/* -- what comes of it ------------------------------------------------------ */

void open_winner_prove(OpenWinner *o, Tuner *t)
{
	for (int i = 0; i < o->chosen_count; i++) {
		const Trial *trial = o->chosen[i]->trial;
		Session open = o->chosen[i]->witness->open;

		o->proofs[i] = open_proof(o->session, &open, trial,
					  o->device);
		if (o->proofs[i] && trial->stored.measurement && !t->unstored)
			proof_store(o->session, t->db, trial->artifact->hash,
				    o->proofs[i]);
	}
}

bool open_winner_write(const OpenWinner *o)
{
	FilesInfo infos[OPEN_MOST];

	for (int i = 0; i < o->chosen_count; i++) {
		const Opened *opened = o->chosen[i];
		Session open = opened->witness->open;
		const Exported what = {
			.artifact = opened->trial->artifact,
			.derivation = opened->trial->derivation,
			.id = opened->same_steps
			    ? opened->same_steps->stored.derivation : 0,
			.seconds = opened->time_ns * 1e-9,
			.judges = opened->trial->judges,
			.proof = proof_summary(o->proofs[i]),
			.device = o->device,
		};

		open.options = o->session->options;
		infos[i] = export_info(&open, &what);
		infos[i].variant = i;
	}
	return export_variants(o->session, infos, o->chosen_count);
}


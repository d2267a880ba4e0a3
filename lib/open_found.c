#include "lib/open_found.h"

#include "search/space/follow.h"

enum { ASKED = 24, LATE = 8, SMALL = 1021, SMALLEST = 13 };

/* Blocks of lift-tune's schedules. */
#define PLAINEST "one item; loop; fold; loop; fold; loop; fold"

/* -- kernels for all sizes, or all from some on ---------------------------- */

static Opened *same_of(Opened *items, int count, const Opened *made)
{
	for (int i = 0; i < count; i++)
		if (items[i].trial->artifact->hash
		    == made->trial->artifact->hash)
			return &items[i];
	return NULL;
}

Opened *open_found_known(OpenFound *o, const Opened *made)
{
	Opened *same = same_of(o->items, o->count, made);

	return same ? same : same_of(o->larger, o->larger_count, made);
}

/* Whether its guards ask for sizes that are large enough, of no multiples. */
static bool is_plain(const Opened *made)
{
	const Artifact *artifact = made->trial->artifact;

	for (int i = 0; i < artifact->guard_count; i++)
		if (artifact->guards[i].by)
			return false;
	return true;
}

/* Among the best by static counts. */
static void insert(Opened *items, int *count, int most, Opened made)
{
	int at = 0;

	while (at < *count && items[at].trial->rank <= made.trial->rank)
		at++;
	*count += *count < most;
	for (int i = *count - 1; i > at; i--)
		items[i] = items[i - 1];
	if (at < most)
		items[at] = made;
}

static void keep(OpenFound *o, Opened made)
{
	if (open_found_known(o, &made))
		return;
	if (made.serves_all)
		insert(o->items, &o->count, OPEN_KEPT, made);
	else if (is_plain(&made))
		insert(o->larger, &o->larger_count, OPEN_LARGER, made);
}

/* Where time is over, so many candidates in all are looked at until there is a
 * kernel. */
static bool is_over(OpenFound *o, int done)
{
	if (done >= ASKED || o->late > LATE)
		return true;
	if (!o->stop || !o->stop(o->context))
		return false;
	return o->count || ++o->late > LATE;
}

static bool make(OpenFound *o, Witness *w, const Candidate *candidate,
		 Opened *made)
{
	Trial trial;

	candidate_describe(&w->candidates, o->session->arena, candidate,
			   &trial);
	trial.variant = o->variant;
	return opened_make(w, &trial, made, &o->fault);
}

/* What asks for the least, so that there is something in any case. */
static void look_at_plainest(OpenFound *o, Witness *w)
{
	const Candidate plainest = {
		.state = follow_choices(&w->candidates.space, PLAINEST) };
	Opened made;

	if (plainest.state && make(o, w, &plainest, &made))
		keep(o, made);
}

static void look_around(OpenFound *o, Witness *w)
{
	Strategy *strategy = w->candidates.strategy;
	Candidate candidate;
	Opened made;

	look_at_plainest(o, w);
	for (int i = 0; !is_over(o, i) && strategy_ask(strategy, &candidate)
					  == ASK_CANDIDATE; i++) {
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
		if (make(o, w, &candidate, &made))
			keep(o, made);
	}
}

static Witness *add_witness(OpenFound *o, const SizeBinding *sizes)
{
	Witness *w = o->witness_count < OPEN_WITNESSES
		   ? witness_new(o->session, sizes, o->device) : NULL;

	if (w)
		o->witnesses[o->witness_count++] = w;
	return w;
}

/* Where nothing divides: near the sizes tuned, else small. */
static bool look(OpenFound *o)
{
	static const int64_t below[] = { 0, SMALL, SMALLEST };

	for (int i = 0; i < 3 && !o->count && o->late <= LATE; i++) {
		Witness *w = add_witness(o, witness_primes(o->session,
						o->open.program, below[i]));

		if (w)
			look_around(o, w);
	}
	return o->count > 0;
}

OpenFound *open_found_new(Session *s, Variant variant, const Device *device,
			  bool (*stop)(void *context), void *context)
{
	OpenFound *o = ARENA_NEW(s->arena, OpenFound);

	*o = (OpenFound){ .session = s, .variant = variant, .device = device,
			  .stop = stop, .context = context };
	if (!session_at(&o->open, s, s->program->sizes, s->options->open,
			s->diags))
		return NULL;
	if (look(o))
		return o;
	if (o->late > LATE)
		diag_add(s->diags, E0503, NULL, NULL, "a longer --time-limit",
			 "no kernel with open sizes was found in time (--open)");
	else
		opened_tell(s, &o->fault);
	open_found_free(o);
	return NULL;
}

void open_found_free(OpenFound *o)
{
	for (int i = 0; o && i < o->witness_count; i++)
		witness_free(o->witnesses[i]);
	if (o)
		session_at_free(&o->open);
}

/* -- what a search found --------------------------------------------------- */

bool open_found_again(OpenFound *o, const Trial *found, Opened *made)
{
	if (!o->tuned)
		o->tuned = add_witness(o, o->session->program->sizes);
	if (!o->tuned || !opened_make(o->tuned, found, made, &o->fault))
		return false;
	made->same_steps = found;
	return true;
}

bool open_found_followed(OpenFound *o, const Trial *found, Opened *made)
{
	Witness *w = o->witness_count ? o->witnesses[0] : NULL;
	const void *state = w && found->choices && *found->choices
		? follow_choices(&w->candidates.space, found->choices) : NULL;
	Trial trial;

	if (!state)
		return false;
	candidate_describe(&w->candidates, o->session->arena,
			   &(Candidate){ .state = state }, &trial);
	trial.variant = found->variant;
	return opened_make(w, &trial, made, &o->fault) && is_plain(made);
}

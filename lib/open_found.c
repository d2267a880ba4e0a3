#include "lib/open_found.h"

#include "search/space/follow.h"

enum { ASKED = 24, LATE = 8, SMALL = 1021, SMALLEST = 13 };

/* What sizes that nothing divides leave over of a multiple of vectors: one less
 * than that; and where a border of a vector is taken off before, and some elements
 * behind, of eight or sixteen lanes, of four. */
enum { OVER = WITNESS_UNIT - 1 };
static const int uneven[] = { 7, 3 };

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

/* Which of those without guards, or for sizes that are large enough, it is; NULL:
 * none. */
static Opened *known(OpenFound *o, const Opened *made)
{
	Opened *same = same_of(o->items, o->count, made);

	return same ? same : same_of(o->larger, o->larger_count, made);
}

bool open_found_put(OpenFound *o, Opened *made, Opened **all, int *count)
{
	Opened *before = known(o, made);

	if (before && !before->same_steps)
		before->same_steps = made->same_steps;
	if (before)
		made = before;
	for (int i = 0; i < *count; i++)
		if (all[i]->trial->artifact->hash
		    == made->trial->artifact->hash)
			return false;
	all[(*count)++] = made;
	return !before;
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
	if (known(o, &made))
		return;
	if (made.serves_all)
		insert(o->items, &o->count, OPEN_KEPT, made);
	else if (is_plain(&made))
		insert(o->larger, &o->larger_count, OPEN_LARGER, made);
}

static bool must_stop(const OpenFound *o)
{
	return o->stop && o->stop(o->context);
}

/* Where time is over, so many candidates in all are looked at until there is a
 * kernel. */
static bool is_over(OpenFound *o, int done)
{
	if (done >= ASKED || o->late > LATE)
		return true;
	if (!must_stop(o))
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

/* The first is what asks for the least, so that there is something in any
 * case. */
static bool next(Witness *w, int number, Candidate *candidate)
{
	Strategy *strategy = w->candidates.strategy;

	if (!number) {
		*candidate = (Candidate){ .state = follow_choices(
				&w->candidates.space, PLAINEST) };
		return true;
	}
	if (strategy_ask(strategy, candidate) != ASK_CANDIDATE)
		return false;
	strategy_tell(strategy, candidate->number,
		      (Outcome){ OUTCOME_FAILED, 0 });
	return true;
}

static void look_around(OpenFound *o, Witness *w)
{
	Candidate candidate;
	Opened made;

	for (int i = 0; !is_over(o, i) && next(w, i, &candidate); i++)
		if (candidate.state && make(o, w, &candidate, &made))
			keep(o, made);
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
						o->open.program, below[i],
						OVER));

		if (w)
			look_around(o, w);
	}
	return o->count > 0;
}

OpenFound *open_found_new(Session *s, Variant variant, const Device *device,
			  bool (*stop)(void *context), void *context,
			  bool *late)
{
	OpenFound *o = ARENA_NEW(s->arena, OpenFound);

	*o = (OpenFound){ .session = s, .variant = variant, .device = device,
			  .stop = stop, .context = context };
	*late = false;
	if (!session_at(&o->open, s, s->program->sizes, s->options->open,
			s->diags))
		return NULL;
	if (look(o))
		return o;
	*late = o->late > LATE;
	if (!*late)
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

static bool followed(OpenFound *o, Witness *w, const Trial *found,
		     Opened *made)
{
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

static Witness *uneven_witness(OpenFound *o, int number)
{
	if (!o->uneven[number])
		o->uneven[number] = add_witness(o, witness_primes(o->session,
			o->open.program, 0, uneven[number]));
	return o->uneven[number];
}

bool open_found_followed(OpenFound *o, const Trial *found, Opened *made)
{
	enum { UNEVEN = sizeof uneven / sizeof *uneven };
	bool good = o->witness_count
		 && followed(o, o->witnesses[0], found, made);

	for (int i = 0; i < UNEVEN && !good && !must_stop(o); i++)
		good = followed(o, uneven_witness(o, i), found, made);
	return good;
}

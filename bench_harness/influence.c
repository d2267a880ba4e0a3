#include "bench_harness/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { REACHED_MAX = 32 };

/* A place, what it takes to move the result, and what moves. */
typedef struct Change {
	InfluencePlace place;
	int step;
	bool moves, many; /* many: more than are remembered */
	int count, group; /* group: 0 while in none */
	int outputs[REACHED_MAX];
	int64_t elements[REACHED_MAX];
} Change;

typedef struct State {
	const Influence *influence;
	Array *inputs;    /* the caller's data, which are restored */
	int count;
	Change *changes;
	Text *what;
} State;

/* -- changing the data ----------------------------------------------------- */

/* A copy of an element, behind what was changed. */
typedef struct Kept {
	unsigned char bytes[8];
} Kept;

static unsigned char *element_at(const State *s, const Change *change)
{
	const Array *array = &s->inputs[change->place.port];

	return (unsigned char *)array->data
	       + (size_t)change->place.element * scalar_bytes(array->scalar);
}

static Kept apply(State *s, const Change *change)
{
	int port = change->place.port;
	Array *array = &s->inputs[port];
	Kept kept;

	memcpy(kept.bytes, element_at(s, change), scalar_bytes(array->scalar));
	influence_change(&s->influence->program->in_ports[port], array,
			 change->place.element, change->step);
	return kept;
}

static void restore(State *s, const Change *change, const Kept *kept)
{
	memcpy(element_at(s, change), kept->bytes,
	       scalar_bytes(s->inputs[change->place.port].scalar));
}

/* -- what a change moves --------------------------------------------------- */

static double number(const Port *port, const void *data, int64_t i)
{
	Array array = { .scalar = port->scalar, .elements = port->elements,
			.data = (void *)(uintptr_t)data };

	return array_get(&array, i);
}

/* Clearly: what other changes add to the bound does not hide it. */
static bool has_moved(const Influence *in, int output, int64_t i,
		      const void *got)
{
	const double clear = 8;
	const Port *port = &in->program->out_ports[output];
	double before = number(port, in->outputs[output], i);
	double now = number(port, got, i);

	if (!scalar_is_float(port->scalar))
		return true;
	if (!isfinite(before) || !isfinite(now))
		return isfinite(before) != isfinite(now);
	return fabs(now - before)
	       > clear * judge_allowed(&in->judgements[output], port->scalar,
				       i, before);
}

static void reach(Change *change, int output, int64_t i)
{
	change->moves = true;
	change->many |= change->count == REACHED_MAX;
	if (change->many)
		return;
	change->outputs[change->count] = output;
	change->elements[change->count++] = i;
}

static void compare(const Influence *in, int output, const void *got,
		    Change *change)
{
	const Port *port = &in->program->out_ports[output];
	size_t bytes = scalar_bytes(port->scalar);
	const char *now = got, *before = in->outputs[output];
	enum { BLOCK = 512 };

	for (int64_t from = 0; from < port->elements && !change->many;
	     from += BLOCK) {
		int64_t to = port->elements - from < BLOCK ? port->elements
							   : from + BLOCK;

		if (!memcmp(now + (size_t)from * bytes,
			    before + (size_t)from * bytes,
			    (size_t)(to - from) * bytes))
			continue;
		for (int64_t i = from; i < to; i++)
			if (memcmp(now + (size_t)i * bytes,
				   before + (size_t)i * bytes, bytes) != 0
			    && has_moved(in, output, i, got))
				reach(change, output, i);
	}
}

/* False when the kernel could not be run. */
static bool try_step(State *s, Change *change)
{
	const Influence *in = s->influence;
	Kept kept = apply(s, change);
	const void *const *got = in->run(in->context, s->inputs);

	restore(s, change, &kept);
	for (int i = 0; got && i < in->program->output_count; i++)
		if (in->asked[i])
			compare(in, i, got[i], change);
	return got != NULL;
}

/* What the places of one input have taken so far. */
typedef struct Step {
	bool known;
	int least;
} Step;

/* By as much as the last one of its input took, at least. */
static bool try_alone(State *s, Change *change, Step *step)
{
	for (change->step = step->least; change->step < INFLUENCE_STEPS;
	     change->step++) {
		if (!try_step(s, change))
			return false;
		if (change->moves) {
			*step = (Step){ true, change->step };
			return true;
		}
	}
	return true;
}

/* What moves nothing is changed as others were: by more, a result that it
 * should have moved might be beyond all bounds. */
static void settle(Change *change, const Step *step)
{
	if (!change->moves)
		change->step = step->known ? step->least
					   : INFLUENCE_STEPS - 1;
}

static bool try_all_alone(State *s)
{
	int ports = s->influence->program->in_port_count;
	Step *steps = base_calloc((size_t)ports + 1, sizeof *steps);
	bool good = true;

	for (int i = 0; i < s->count && good; i++)
		good = try_alone(s, &s->changes[i],
				 &steps[s->changes[i].place.port]);
	for (int i = 0; i < s->count; i++)
		settle(&s->changes[i], &steps[s->changes[i].place.port]);
	free(steps);
	return good;
}

/* -- groups ---------------------------------------------------------------- */

static bool meet(const Change *a, const Change *b)
{
	if (a->many || b->many)
		return true;
	for (int i = 0; i < a->count; i++)
		for (int k = 0; k < b->count; k++)
			if (a->outputs[i] == b->outputs[k]
			    && a->elements[i] == b->elements[k])
				return true;
	return false;
}

static bool fits(const State *s, const Change *change, int group)
{
	for (int i = 0; i < s->count; i++)
		if (s->changes[i].group == group
		    && meet(&s->changes[i], change))
			return false;
	return true;
}

/* Those that do not move anything are the first group; the others are in the
 * first one that they fit; beyond the last all are together. Returns how many
 * groups there are. */
static int put_in_groups(State *s)
{
	int most = s->influence->evaluations, groups = 0;
	bool still = false;

	for (int i = 0; i < s->count; i++)
		still |= !s->changes[i].moves;
	if (still && most > 1)
		groups = 1;
	for (int i = 0; i < s->count; i++) {
		Change *change = &s->changes[i];
		int group = still && most > 1 ? 2 : 1;

		if (!change->moves && most > 1)
			group = 1;
		else
			while (group < most && !fits(s, change, group))
				group++;
		change->group = group;
		groups = group > groups ? group : groups;
	}
	return groups;
}

static void describe(const State *s, int group, Text *what)
{
	const Program *p = s->influence->program;
	int named = 0;

	text_put(what, " with ");
	for (int i = 0; i < s->count && named < 3; i++) {
		const Change *change = &s->changes[i];

		if (change->group == group)
			text_printf(what, "%s%s[%lld]", named++ ? ", " : "",
				    p->in_ports[change->place.port].name,
				    (long long)change->place.element);
	}
	text_put(what, named == 3 ? ", ... changed" : " changed");
}

static InfluenceResult try_group(State *s, int group)
{
	const Influence *in = s->influence;
	Kept *kept = base_calloc((size_t)s->count + 1, sizeof *kept);
	InfluenceResult result = INFLUENCE_FAILED;

	for (int i = 0; i < s->count; i++)
		if (s->changes[i].group == group)
			kept[i] = apply(s, &s->changes[i]);
	if (in->run(in->context, s->inputs))
		result = in->agrees(in->context, s->inputs, s->what)
			? INFLUENCE_AGREES : INFLUENCE_DISAGREES;
	for (int i = s->count; i-- > 0;)
		if (s->changes[i].group == group)
			restore(s, &s->changes[i], &kept[i]);
	if (result == INFLUENCE_DISAGREES)
		describe(s, group, s->what);
	free(kept);
	return result;
}

/* -- all of it ------------------------------------------------------------- */

static void set_places(State *s)
{
	const Influence *in = s->influence;
	InfluencePlace places[INFLUENCE_PLACES];

	s->count = influence_places(in->program, in->low, in->seed, places);
	s->changes = base_calloc((size_t)s->count + 1, sizeof *s->changes);
	for (int i = 0; i < s->count; i++)
		s->changes[i].place = places[i];
}

InfluenceResult influence_judge(const Influence *influence, Text *what)
{
	State s = { .influence = influence, .inputs = influence->inputs,
		    .what = what };
	InfluenceResult result = INFLUENCE_AGREES;
	int groups;

	set_places(&s);
	if (!try_all_alone(&s)) {
		free(s.changes);
		return INFLUENCE_FAILED;
	}
	groups = put_in_groups(&s);
	for (int i = 1; i <= groups && result == INFLUENCE_AGREES; i++)
		result = try_group(&s, i);
	free(s.changes);
	return result;
}

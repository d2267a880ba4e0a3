#include "bench_harness/influence.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Runs tell places apart by the digits of their numbers: one run of all whose
 * digit is 0, and one of all whose it is 1. */
enum { DIGITS_MAX = 8, PROBES = 2 };

typedef struct Change {
	InfluencePlace place;
	int step;
	bool own;  /* some element of the results is moved by it alone */
	int group;
} Change;

typedef struct State {
	const Influence *influence;
	const Array *inputs; /* the caller's data, which are restored */
	int count, digits;
	Change *changes;
	uint16_t **moved; /* by output and element: in which runs */
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
	Array array = s->inputs[port];
	Kept kept;

	memcpy(kept.bytes, element_at(s, change), scalar_bytes(array.scalar));
	influence_change(&s->influence->program->in_ports[port], &array,
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

/* Calls visit on each element that has moved. */
typedef void Visit(void *context, int output, int64_t i);

static void compare(const Influence *in, int output, const void *got,
		    Visit *visit, void *context)
{
	const Port *port = &in->program->out_ports[output];
	size_t bytes = scalar_bytes(port->scalar);
	const char *now = got, *before = in->outputs[output];
	enum { BLOCK = 512 };

	for (int64_t from = 0; from < port->elements; from += BLOCK) {
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
				visit(context, output, i);
	}
}

static void compare_all(const Influence *in, const void *const *got,
			Visit *visit, void *context)
{
	for (int i = 0; i < in->program->output_count; i++)
		if (in->asked[i])
			compare(in, i, got[i], visit, context);
}

/* -- how much it takes ----------------------------------------------------- */

static void note(void *context, int output, int64_t i)
{
	(void)output;
	(void)i;
	*(bool *)context = true;
}

/* False when the kernel could not be run. */
static bool try_alone(State *s, const Change *change, bool *moves)
{
	const Influence *in = s->influence;
	Kept kept = apply(s, change);
	const void *const *got = in->run(in->context, s->inputs);

	restore(s, change, &kept);
	if (got)
		compare_all(in, got, note, moves);
	return got != NULL;
}

static void set_step(State *s, int port, int step)
{
	for (int i = 0; i < s->count; i++)
		if (s->changes[i].place.port == port)
			s->changes[i].step = step;
}

/* As little as moves something at one of the first places of the input. */
static bool find_step(State *s, int port)
{
	bool moves = false;

	for (int step = 0; step < INFLUENCE_STEPS && !moves; step++) {
		int probes = 0;

		set_step(s, port, step);
		for (int i = 0; i < s->count && probes < PROBES && !moves; i++) {
			if (s->changes[i].place.port != port)
				continue;
			probes++;
			if (!try_alone(s, &s->changes[i], &moves))
				return false;
		}
	}
	return true;
}

/* -- which place moves what ------------------------------------------------ */

static bool is_in(int change, int run)
{
	return (change >> (run / 2) & 1) == (run & 1);
}

typedef struct Mark {
	State *s;
	int run;
} Mark;

static void mark(void *context, int output, int64_t i)
{
	const Mark *m = context;

	m->s->moved[output][i] |= (uint16_t)(1u << m->run);
}

static bool run_digit(State *s, int run)
{
	const Influence *in = s->influence;
	Kept *kept = base_calloc((size_t)s->count + 1, sizeof *kept);
	const void *const *got;
	Mark m = { s, run };

	for (int i = 0; i < s->count; i++)
		if (is_in(i, run))
			kept[i] = apply(s, &s->changes[i]);
	got = in->run(in->context, s->inputs);
	for (int i = s->count; i-- > 0;)
		if (is_in(i, run))
			restore(s, &s->changes[i], &kept[i]);
	free(kept);
	if (got)
		compare_all(in, got, mark, &m);
	return got != NULL;
}

/* The only change that moves an element which moved in these runs; -1: there is
 * not just one. */
static int change_of(const State *s, unsigned moved)
{
	int change = 0;

	for (int d = 0; d < s->digits; d++) {
		unsigned pair = moved >> 2 * d & 3;

		if (pair != 1 && pair != 2)
			return -1;
		change |= (int)(pair >> 1) << d;
	}
	return change < s->count ? change : -1;
}

static void find_own(State *s)
{
	const Program *p = s->influence->program;

	for (int k = 0; k < p->output_count; k++)
		for (int64_t i = 0; s->moved[k] && i < p->out_ports[k].elements;
		     i++) {
			int change = s->moved[k][i]
				   ? change_of(s, s->moved[k][i]) : -1;

			if (change >= 0)
				s->changes[change].own = true;
		}
}

static bool tell_apart(State *s)
{
	bool good = true;

	while (1 << s->digits < s->count)
		s->digits++;
	assert(s->digits <= DIGITS_MAX);
	for (int run = 0; run < 2 * s->digits && good; run++)
		good = run_digit(s, run);
	find_own(s);
	return good;
}

/* -- groups ---------------------------------------------------------------- */

/* Those that have results of their own are together; the others, which may cover
 * up one another, in as many groups as there are evaluations left. Returns how
 * many groups there are. */
static int put_in_groups(State *s)
{
	int most = s->influence->evaluations, first = 0, others = 0;

	for (int i = 0; i < s->count && most > 1; i++)
		first |= s->changes[i].own;
	for (int i = 0; i < s->count; i++) {
		Change *change = &s->changes[i];

		change->group = first && change->own ? 1
			      : first + 1 + others++ % (most - first);
	}
	return others > most - first ? most : first + others;
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
		result = in->agrees(in->context, s->inputs, s->what);
	for (int i = s->count; i-- > 0;)
		if (s->changes[i].group == group)
			restore(s, &s->changes[i], &kept[i]);
	if (result == INFLUENCE_DISAGREES)
		describe(s, group, s->what);
	free(kept);
	return result;
}

/* -- all of it ------------------------------------------------------------- */

static void begin(State *s)
{
	const Influence *in = s->influence;
	const Program *p = in->program;
	InfluencePlace places[INFLUENCE_PLACES];

	s->count = influence_places(p, in->low, in->seed, places);
	s->changes = base_calloc((size_t)s->count + 1, sizeof *s->changes);
	for (int i = 0; i < s->count; i++)
		s->changes[i].place = places[i];
	s->moved = base_calloc((size_t)p->output_count + 1, sizeof *s->moved);
	for (int k = 0; k < p->output_count; k++)
		if (in->asked[k])
			s->moved[k] = base_calloc(
				(size_t)p->out_ports[k].elements + 1,
				sizeof *s->moved[k]);
}

static void end(State *s)
{
	for (int k = 0; k < s->influence->program->output_count; k++)
		free(s->moved[k]);
	free(s->moved);
	free(s->changes);
}

static InfluenceResult judge_all(State *s)
{
	InfluenceResult result = INFLUENCE_AGREES;
	int groups;

	for (int i = 0; i < s->influence->program->in_port_count; i++)
		if (!find_step(s, i))
			return INFLUENCE_FAILED;
	if (!tell_apart(s))
		return INFLUENCE_FAILED;
	groups = put_in_groups(s);
	for (int i = 1; i <= groups && result != INFLUENCE_DISAGREES; i++) {
		InfluenceResult one = try_group(s, i);

		if (one != INFLUENCE_AGREES)
			result = one;
	}
	return result;
}

InfluenceResult influence_judge(const Influence *influence, Text *what)
{
	State s = { .influence = influence, .inputs = influence->inputs,
		    .what = what };
	InfluenceResult result;

	begin(&s);
	result = judge_all(&s);
	end(&s);
	return result;
}

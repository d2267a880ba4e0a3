#include "cli/due_crowns.h"

#include "ir/data/testdata_special.h"

/* All that is drawn, and its turns. */
enum { MOST_BYTES = 1 << 24, MOST_TURNS = 256 };

int due_crowns(const Program *p)
{
	int64_t elements = 0, bytes = 0;

	for (int i = 0; i < p->in_port_count; i++) {
		const Port *port = &p->in_ports[i];

		bytes += port->elements
		       * (int64_t)scalar_bytes(port->scalar);
		if (port->elements > elements)
			elements = port->elements;
	}
	if (elements < 2 || bytes > MOST_BYTES)
		return 0;
	if (elements > MOST_BYTES / bytes)
		elements = MOST_BYTES / bytes;
	return elements < MOST_TURNS ? (int)elements : MOST_TURNS;
}

static Array *draw(const Session *s, int turn, int turns)
{
	const Program *p = s->program;
	Array *arrays = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++) {
		const Port *port = &p->in_ports[i];

		arrays[i] = testdata_draw(port, s->options->seed,
					  TESTDATA_RANDOM);
		if (port->scalar != SCALAR_BOOL && !port->part)
			special_crown(&arrays[i], port, turn, turns);
	}
	return arrays;
}

DueVerdict due_crowns_agree(const DueAsk *ask)
{
	const Program *p = ask->session->program;
	const int turns = due_crowns(p);
	Array *inputs[BENCH_SETS];
	DueVerdict verdict = turns ? DUE_PASSED : DUE_UNJUDGED;

	for (int turn = 0; turn < turns && verdict == DUE_PASSED;) {
		int count = 0;

		while (count < BENCH_SETS && turn < turns)
			inputs[count++] = draw(ask->session, turn++, turns);
		verdict = due_ask_agrees(ask, count, inputs);
		for (int i = 0; i < count; i++)
			eval_free_arrays(inputs[i], p->in_port_count);
	}
	return verdict;
}

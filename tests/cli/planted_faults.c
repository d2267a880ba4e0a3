#include <stdlib.h>
#include <string.h>

#include "tests/cli/planted.h"

enum { PLACES = 3 };

void planted_suspect(const Campaign *c, Bench *b, const PlantedLine *line,
		     const Artifact *artifact)
{
	PlantedLine asked = *line;
	const PlantedLine *last;

	if (b->suspect_count == PLANTED_SUSPECTS)
		base_die("more than %d faults are not seen", PLANTED_SUSPECTS);
	asked.seed = 1;
	last = planted_log_find(&c->log, &asked);
	b->suspects[b->suspect_count++] = (Suspect){
		*line, artifact, last ? last->seed : 0,
		last && !strcmp(last->outcome, planted_differs),
	};
}

Found planted_judged(Bench *b, const Artifact *artifact, bool precision)
{
	const char *names[PLANTED_OUTPUTS], *late;
	Found how;

	planted_measure(b, artifact);
	how = planted_found(b->oracles, b->measured);
	if (how != PASSED)
		return how;
	if (precision)
		b->session.look = NULL;
	if (!due_passes(b->due, &b->trial, artifact, names, &late,
			b->measured))
		how = planted_found(b->oracles, b->measured);
	if (!oracles_load(b->oracles, &b->session, b->harness))
		base_die("the data do not come back");
	return how;
}

/* What was tried before is not judged again. */
static void try_plant(Campaign *c, Bench *b, Plant *plant, const char *port)
{
	Session *s = &b->session;
	PlantedLine line = {
		.program = c->program, .place = plant->place,
		.fault = (char *)(uintptr_t)plant_names[plant->fault],
		.port = arena_printf(s->arena, "%s %s",
				     plant->stored ? "store" : "load", port),
	};
	const PlantedLine *before = planted_log_find(&c->log, &line);
	const Artifact *artifact;
	Found how = PASSED;

	if (before && !before->seed
	    && strcmp(before->outcome, planted_names[PASSED]) != 0)
		return;
	s->look = plant_kernels;
	s->look_context = plant;
	artifact = planted_generate(b);
	if (!artifact || !plant->planted)
		return;
	if (!before) {
		how = planted_judged(b, artifact,
				     plant->fault == PLANT_NARROW);
		planted_note(c, b, line, how);
	}
	if (how == PASSED)
		planted_suspect(c, b, &line, artifact);
}

static void try_port(Campaign *c, Bench *b, PlantFault fault, bool stored,
		     int port, const Port *of)
{
	for (int place = 0; place < PLACES; place++) {
		Plant plant = { .fault = fault, .stored = stored,
				.port = port };
		int64_t last = of->elements;

		while (last > 0 && !plant_fits(&(Plant){ .fault = fault,
			.stored = stored, .place = last - 1 }, of->elements))
			last--;
		if (!last || (place && last == 1))
			return;
		plant.place = (last - 1) * place / (PLACES - 1);
		if (c->turn++ % c->every == 0)
			try_plant(c, b, &plant, of->name);
	}
}

static void try_ports(Campaign *c, Bench *b, PlantFault fault)
{
	const Program *p = b->session.program;

	for (int i = 0; i < p->in_port_count; i++)
		if (p->in_ports[i].rank > 0)
			try_port(c, b, fault, false, i, &p->in_ports[i]);
	for (int i = 0; i < p->output_count; i++)
		try_port(c, b, fault, true, i, &p->out_ports[i]);
}

void planted_try(Campaign *c, Bench *b)
{
	for (PlantFault fault = 0; fault < PLANT_NARROW; fault++)
		try_ports(c, b, fault);
	try_plant(c, b, &(Plant){ .fault = PLANT_NARROW }, "sums");
	for (int loop = 0; loop < PLACES && b->witness; loop++)
		try_plant(c, b, &(Plant){ .fault = PLANT_SHORT, .place = loop },
			  "loops");
}

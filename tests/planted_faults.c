#include <stdlib.h>

#include "tests/planted.h"

enum { PLACES = 3 };

static void suspect(Bench *b, const Plant *plant, const char *where,
		    const Artifact *artifact)
{
	if (b->suspect_count == PLANTED_SUSPECTS)
		base_die("more than %d faults are not seen", PLANTED_SUSPECTS);
	b->suspects[b->suspect_count++] = (Suspect){ *plant, where, artifact,
						     false };
}

/* What admits it to timing, then what is due before it is the best. */
static Found judged(Bench *b, const Plant *plant, const Artifact *artifact)
{
	const char *names[PLANTED_OUTPUTS];
	Found how;

	planted_measure(b, artifact);
	how = planted_found(b->judges, b->measured);
	if (how != NOT_FOUND)
		return how;
	if (plant->fault == PLANT_NARROW)
		b->session.look = NULL; /* residues have no precision */
	if (!due_passes(b->due, b->trial.derivation, artifact, names,
			b->measured))
		how = planted_found(b->judges, b->measured);
	if (!judges_load(b->judges, &b->session, b->harness))
		base_die("the data do not come back");
	return how;
}

static void try_plant(Campaign *c, Bench *b, Plant *plant, const char *where)
{
	Session *s = &b->session;
	const Artifact *artifact;
	Found how;

	s->look = plant_kernels;
	s->look_context = plant;
	artifact = planted_generate(b);
	if (!artifact || !plant->planted)
		return;
	how = judged(b, plant, artifact);
	c->tried++;
	if (how == NOT_FOUND)
		suspect(b, plant, where, artifact);
	else
		c->counts[plant->fault][how]++;
	if (getenv("VERBOSE") && how != NOT_FOUND)
		planted_tell(b, plant_names[plant->fault], where, plant->place,
			     how);
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
}

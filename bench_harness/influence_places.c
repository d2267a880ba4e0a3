/* Which elements are changed, and to what. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "bench_harness/influence.h"

/* -- places ---------------------------------------------------------------- */

typedef struct Places {
	const Program *program;
	int count;
	InfluencePlace *items;
} Places;

/* Lengths of lists and of rows stay: the elements are what is lost. */
static void add(Places *places, int port, int64_t element)
{
	if (places->program->in_ports[port].part)
		return;
	for (int i = 0; i < places->count; i++)
		if (places->items[i].port == port
		    && places->items[i].element == element)
			return;
	if (places->count < INFLUENCE_PLACES)
		places->items[places->count++] = (InfluencePlace){ port,
								   element };
}

static void add_ends(Places *places, const Program *program)
{
	for (int i = 0; i < program->in_port_count; i++)
		if (program->in_ports[i].elements) {
			add(places, i, 0);
			add(places, i, program->in_ports[i].elements - 1);
		}
}

/* The same number for each input, the rest for the first ones. */
static void add_random(Places *places, const Program *program, uint64_t seed)
{
	Rng rng = rng_seeded(seed, hash_string("influence"));

	for (int n = 0; n < INFLUENCE_RANDOM && program->in_port_count; n++) {
		int port = n % program->in_port_count;
		int64_t elements = program->in_ports[port].elements;

		if (elements)
			add(places, port, (int64_t)rng_below(&rng,
						(uint64_t)elements));
	}
}

/* Rows (or elements) before and behind which a part may end. */
static void add_cut(Places *places, const Program *program, int64_t at)
{
	for (int i = 0; i < program->in_port_count; i++) {
		const Port *port = &program->in_ports[i];
		int64_t row;

		if (!port->rank || at < 1 || at >= port->dims[0])
			continue;
		row = port->elements / port->dims[0];
		if (row) {
			add(places, i, at * row - 1);
			add(places, i, at * row);
		}
	}
}

static void add_parts(Places *places, const Program *program, const Expr *e)
{
	if (e->kind == EXPR_PRIM
	    && (e->prim == PRIM_TAKE || e->prim == PRIM_DROP))
		add_cut(places, program, e->sizes[0]->value);
	for (int i = 0; i < e->kid_count
			&& places->count < INFLUENCE_PLACES; i++)
		add_parts(places, program, e->kids[i]);
}

int influence_places(const Program *program, const Expr *low, uint64_t seed,
		     InfluencePlace *places)
{
	Places all = { program, 0, places };

	add_ends(&all, program);
	add_random(&all, program, seed);
	add_parts(&all, program, low);
	return all.count;
}

/* -- values ---------------------------------------------------------------- */

static double greatest(Scalar scalar)
{
	return scalar == SCALAR_F16 ? 65504 : scalar == SCALAR_F32
	     ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
}

/* Towards the end of the range that is farther. */
static double within(double lo, double hi, double x, int step)
{
	static const double parts[INFLUENCE_STEPS] = { 0.25, 0.5, 0.75, 1 };
	double end = hi - x > x - lo ? hi : lo;

	return x + (end - x) * parts[step];
}

/* Away from 0, and from what other elements are. */
static double beyond(double x, int step)
{
	static const double distances[INFLUENCE_STEPS] = { 3, 50, 3000, 1e6 };
	double distance = distances[step] * fmax(fabs(x), 1);

	return x < 0 ? x - distance : x + distance;
}

static double changed_float(const Port *port, double x, int step)
{
	double limit = greatest(port->scalar);
	double y = port->ranged ? within(port->lo, port->hi, x, step)
				: beyond(isfinite(x) ? x : 0, step);

	return y > limit ? limit : y < -limit ? -limit : y;
}

static uint64_t load(const Array *array, int64_t i)
{
	size_t bytes = scalar_bytes(array->scalar);
	uint64_t bits = 0;

	memcpy(&bits, (const char *)array->data + bytes * (size_t)i, bytes);
	if (scalar_is_signed(array->scalar) && bytes < 8
	    && bits >> (8 * bytes - 1))
		bits |= UINT64_MAX << (8 * bytes);
	return bits;
}

static void store(Array *array, int64_t i, uint64_t bits)
{
	size_t bytes = scalar_bytes(array->scalar);

	memcpy((char *)array->data + bytes * (size_t)i, &bits, bytes);
}

/* Of a range of integers, whose width may be all of 64 bits. */
static uint64_t changed_within(const Port *port, uint64_t x, int step)
{
	uint64_t lo = (uint64_t)port->ilo, width = (uint64_t)port->ihi - lo;
	uint64_t at = x - lo, room = at > width / 2 ? at : width - at;
	uint64_t far = room - room / 4 * (uint64_t)(INFLUENCE_STEPS - 1 - step);

	return at > width / 2 ? x - far : x + far;
}

static uint64_t changed_integer(const Port *port, uint64_t x, int step)
{
	static const uint64_t distances[INFLUENCE_STEPS] = { 1, 13, 1009,
							     1000003 };

	if (port->scalar == SCALAR_BOOL)
		return !x;
	return port->ranged ? changed_within(port, x, step)
			    : x + distances[step];
}

void influence_change(const Port *port, Array *array, int64_t element,
		      int step)
{
	if (scalar_is_float(port->scalar))
		array_set(array, element,
			  changed_float(port, array_get(array, element),
					step));
	else
		store(array, element,
		      changed_integer(port, load(array, element), step));
}

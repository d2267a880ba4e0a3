#include "cli/open_points.h"

#include "cli/rate.h"
#include "lib/witness.h"

enum { ELEMENTS_MAX = 1 << 20, OTHERS = 17, PRIME = 1021, ALONG = 7 };

#define OPERATIONS_MAX 0x1p25 /* that the evaluator does at one point */

typedef struct Making {
	Session *session;
	const Program *open;
	bool small;
	OpenPoints made;
} Making;

/* -- how large it is there ------------------------------------------------- */

static int64_t elements(const Port *ports, int count)
{
	int64_t sum = 0;

	for (int i = 0; i < count; i++)
		sum += ports[i].elements;
	return sum;
}

bool open_point_is_small(const Program *p)
{
	return elements(p->in_ports, p->in_port_count) <= ELEMENTS_MAX
	    && elements(p->out_ports, p->output_count) <= ELEMENTS_MAX
	    && work_of(p).flops <= OPERATIONS_MAX;
}

/* What the document does not allow is not too large. */
static bool is_small(const Making *m, const SizeBinding *sizes)
{
	Diags *diags = diags_new();
	Session at;
	bool small = true;

	if (session_at(&at, m->session, sizes, NULL, diags)) {
		small = open_point_is_small(at.program);
		session_at_free(&at);
	}
	diags_free(diags);
	return small;
}

/* -- where guards hold ----------------------------------------------------- */

static bool holds(const Making *m, const Artifact *artifact,
		  const SizeBinding *sizes)
{
	Program at = *m->session->program;

	at.sizes = sizes;
	return artifact_admits(artifact, program_size, &at);
}

/* Sets one of the sizes to the least value from that on where they hold; false:
 * there is none near it. */
static bool set_least(const Making *m, const Artifact *artifact,
		      SizeBinding *sizes, int which, int64_t from)
{
	const int64_t before = sizes[which].value;

	for (int64_t i = 0; i < ELEMENTS_MAX; i++) {
		sizes[which].value = from + i;
		if (holds(m, artifact, sizes))
			return true;
	}
	sizes[which].value = before;
	return false;
}

static SizeBinding *copied(const Making *m, const SizeBinding *sizes)
{
	const int count = m->session->program->size_count;
	SizeBinding *made = ARENA_ARRAY(m->session->arena, SizeBinding,
					count + 1);

	for (int i = 0; i < count; i++)
		made[i] = sizes[i];
	return made;
}

/* The least of at least a part of what was tuned, where they hold. */
static SizeBinding *reduced(const Making *m, const Artifact *artifact,
			    int64_t part)
{
	const Program *p = m->session->program;
	SizeBinding *sizes = copied(m, p->sizes);

	for (int i = 0; i < p->size_count; i++)
		if (m->open->open[i])
			set_least(m, artifact, sizes, i,
				  p->sizes[i].value / part > 0
				  ? p->sizes[i].value / part : 1);
	return sizes;
}

static void append(Making *m, const SizeBinding *sizes)
{
	OpenPoints *made = &m->made;

	if (made->count == made->capacity) {
		const SizeBinding **items;

		made->capacity = 2 * made->capacity + 1;
		items = ARENA_ARRAY(m->session->arena, const SizeBinding *,
				    made->capacity);
		for (int i = 0; i < made->count; i++)
			items[i] = made->items[i];
		made->items = items;
	}
	made->items[made->count++] = sizes;
}

static bool is_same(const Making *m, const SizeBinding *a, const SizeBinding *b)
{
	bool same = true;

	for (int i = 0; i < m->session->program->size_count; i++)
		same &= a[i].value == b[i].value;
	return same;
}

/* Where it is another point than those that there are, and than the tuned one. */
static void append_other(Making *m, const SizeBinding *sizes)
{
	bool other = !is_same(m, sizes, m->session->program->sizes);

	for (int i = 0; i < m->made.count; i++)
		other &= !is_same(m, sizes, m->made.items[i]);
	if (other)
		append(m, sizes);
}

static bool is_covered(const Making *m, const Artifact *artifact)
{
	for (int i = 0; i < m->made.count; i++)
		if (holds(m, artifact, m->made.items[i])
		    && is_small(m, m->made.items[i]))
			return true;
	return false;
}

void open_points_add(OpenPoints *points, Session *s, const Program *open,
		     const Artifact *artifact)
{
	enum { PART = 10, PARTS_MAX = PART << 20 };
	Making m = { s, open, true, *points };
	const SizeBinding *least;
	int64_t part = PART;

	if (is_covered(&m, artifact)
	    || !holds(&m, artifact, s->program->sizes))
		return;
	least = reduced(&m, artifact, INT64_MAX);
	append_other(&m, least);
	for (int i = 0; i < s->program->size_count; i++) {
		SizeBinding *more = copied(&m, least);

		if (open->open[i] && set_least(&m, artifact, more, i,
					       least[i].value + 1))
			append_other(&m, more);
	}
	while (part < PARTS_MAX && !is_small(&m, reduced(&m, artifact, part)))
		part *= 2;
	append_other(&m, reduced(&m, artifact, part));
	*points = m.made;
}

/* -- points ---------------------------------------------------------------- */

/* All open sizes at OTHERS. */
static SizeBinding *others(const Making *m)
{
	const Program *p = m->session->program;
	SizeBinding *sizes = ARENA_ARRAY(m->session->arena, SizeBinding,
					 p->size_count + 1);

	for (int i = 0; i < p->size_count; i++) {
		sizes[i] = p->sizes[i];
		if (m->open->open[i])
			sizes[i].value = OTHERS;
	}
	return sizes;
}

/* The value tuned, half as often as it takes. */
static int64_t near(const Making *m, int which)
{
	int64_t value = m->session->program->sizes[which].value;
	SizeBinding *sizes = others(m);

	do {
		sizes[which].value = value + 1;
		value /= 2;
	} while (value > 0 && m->small && !is_small(m, sizes));
	return sizes[which].value - 1;
}

static void add(Making *m, int which, int64_t value)
{
	SizeBinding *sizes = others(m);

	sizes[which].value = value;
	append(m, sizes);
}

static void along(Making *m, int which)
{
	const int64_t tuned = near(m, which);
	const int64_t values[ALONG] = { 1, 2, PRIME, tuned - 1, tuned,
					tuned + 1, tuned / 10 };

	for (int i = 0; i < ALONG; i++)
		if (values[i] > 0)
			add(m, which, values[i]);
}

/* All of them so many times as large, where most guards hold. */
static void multiply(Making *m, int64_t by)
{
	const Program *p = m->session->program;
	SizeBinding *sizes = others(m);

	for (int i = 0; i < p->size_count; i++)
		if (m->open->open[i])
			sizes[i].value = by * p->sizes[i].value;
	append(m, sizes);
}

OpenPoints open_points_empty(Session *s, const Program *open)
{
	const int count = open->size_count;
	Making m = { s, open, true, { 0 } };

	for (int i = 0; i < count; i++)
		if (open->open[i])
			add(&m, i, 0);
	return m.made;
}

OpenPoints open_points(Session *s, const Program *open, bool small)
{
	const int count = open->size_count;
	Making m = { s, open, small, { 0 } };

	append(&m, others(&m));
	for (int i = 0; i < count; i++)
		if (open->open[i])
			along(&m, i);
	multiply(&m, 2);
	multiply(&m, 3);
	return m.made;
}

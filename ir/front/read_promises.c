/* What a program promises of the elements of an input, so that data that are
 * drawn keep it: the offsets of rows ascend. */
#include "ir/core/intern.h"
#include "ir/front/read.h"

static bool same_node(const void *stored, const void *wanted)
{
	return stored == wanted;
}

/* The input whose elements these are, as integers of any type; or NULL. */
static const Expr *input_of(const Expr *offsets)
{
	const Expr *element;

	if (expr_is(offsets, PRIM_MAP)) {
		element = offsets->kids[0]->kids[0];
		if (element->kind == EXPR_CONVERT)
			element = element->kids[0];
		if (element->kind != EXPR_VAR || element->index)
			return NULL;
		offsets = offsets->kids[1];
	}
	return offsets->kind == EXPR_INPUT ? offsets : NULL;
}

/* The least of what the places allow that read it. */
static void note(Reader *r, const Expr *ascending)
{
	const Expr *input = input_of(ascending->kids[0]);
	const int64_t most = ascending->sizes[0]->value;
	Port *port;

	if (!input)
		return;
	port = &r->in_ports[r->inputs[input->index].first_port];
	if (!port->ascending || most < port->most)
		port->most = most;
	port->ascending = true;
}

static void look(Reader *r, const Expr *e, Intern *seen)
{
	if (intern_find(seen, e->hash, e, same_node))
		return;
	intern_add(seen, e->hash, e);
	if (expr_is(e, PRIM_ASCENDING))
		note(r, e);
	for (int i = 0; i < e->kid_count; i++)
		look(r, e->kids[i], seen);
}

void read_promises(Reader *r, const Program *program)
{
	Intern seen = { 0 };

	look(r, program->body, &seen);
	intern_free(&seen);
}

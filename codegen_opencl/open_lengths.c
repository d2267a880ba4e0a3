/* Lengths that are larger than open sizes are: products, multiples and sums of
 * them, also of arrays that kernels go through and never store, so that no buffer
 * is as large. Indices there are as wide as those of arrays in memory, so the host
 * checks both. */
#include "codegen_opencl/view.h"
#include "ir/core/size_open.h"

typedef struct Lengths {
	const Gen *g;
	const Artifact *made; /* NULL before there is one */
	bool wide;            /* one is too large for 32 bits at the witness */
	int count, most;      /* those that no buffer bounds */
	const Size **items;
	const Size *bounded;  /* the last one that some does */
} Lengths;

/* Whether it may be larger than each open size is. */
static bool is_large(const Size *size)
{
	int positive = 0;

	for (int i = 0; i < size->count; i++) {
		const SizeTerm *term = &size->terms[i];

		if (term->count > 1 || (term->count && term->factor > 1))
			return true;
		positive += term->count && term->factor > 0;
	}
	return positive > 1;
}

static bool is_within(const Lengths *l, const Size *length, const Size *all)
{
	const Size *rest = all ? size_sub(l->g->ir, all, length) : NULL;

	return rest && size_is_natural(l->g->ir, rest);
}

static bool is_within_port(const Lengths *l, const Size *length,
			   const Port *ports, int count)
{
	for (int i = 0; i < count; i++)
		if (is_within(l, length, ports[i].size))
			return true;
	return false;
}

static bool is_bounded(const Lengths *l, const Size *length)
{
	const Program *p = l->g->program;

	for (int i = 0; i < l->count; i++)
		if (is_within(l, length, l->items[i]))
			return true;
	for (int i = 0; l->made->sizes && i < l->made->buffer_count; i++)
		if (is_within(l, length, l->made->sizes[i]))
			return true;
	return is_within_port(l, length, p->in_ports, p->in_port_count)
	    || is_within_port(l, length, p->out_ports, p->output_count);
}

static void add_length(Lengths *l, const Size *length)
{
	if (!length->open)
		return;
	l->wide |= length->value > AFFINE_OPEN;
	if (!l->made || length == l->bounded || !is_large(length))
		return;
	if (is_bounded(l, length))
		l->bounded = length;
	else if (l->count <= l->most)
		l->items[l->count++] = length;
}

static void add_type(Lengths *l, const Type *type)
{
	if (type->kind == TYPE_ARRAY) {
		add_length(l, type->length);
		add_type(l, type->element);
	}
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		add_type(l, type->parts[i]);
}

static void add_all(Lengths *l, const Expr *e)
{
	if (e->kind != EXPR_LAMBDA)
		add_type(l, e->type);
	for (int i = 0; i < e->kid_count; i++)
		add_all(l, e->kids[i]);
}

bool gen_lengths_are_wide(const Gen *g)
{
	Lengths l = { .g = g };

	add_all(&l, g->root);
	return l.wide;
}

int gen_loose_lengths(const Gen *g, const Artifact *made, int most,
		      const Size **lengths)
{
	Lengths l = { .g = g, .made = made, .most = most, .items = lengths };

	add_all(&l, g->root);
	return l.count;
}

#include "cli/rate.h"

static double bytes_of(const Port *ports, int count)
{
	double bytes = 0;

	for (int i = 0; i < count; i++)
		if (ports[i].rank)
			bytes += (double)ports[i].elements
			       * (double)scalar_bytes(ports[i].scalar);
	return bytes;
}

static bool is_float(const Type *type)
{
	return (type->kind == TYPE_SCALAR || type->kind == TYPE_VECTOR)
	    && scalar_is_float(type->scalar);
}

static bool may_stop(const Expr *e)
{
	return e->kind == EXPR_PRIM && e->prim == PRIM_ITERATE_UNTIL;
}

/* How often the function of a primitive runs, at most: once per element it is
 * given, or round. */
static double times_run(const Expr *e)
{
	const Type *last = e->kids[e->kid_count - 1]->type;

	if (e->prim == PRIM_ITERATE || may_stop(e))
		return e->sizes[0]->known ? (double)e->sizes[0]->value : 1;
	if (last->kind == TYPE_ARRAY && last->length->known)
		return (double)last->length->value;
	return 1;
}

static double flops_of(const Expr *e, bool *most)
{
	double flops = 0;

	*most |= may_stop(e);
	if (e->kind == EXPR_OP && is_float(e->kids[0]->type))
		flops = (e->op == OP_FMA ? 2 : 1)
		      * (e->type->kind == TYPE_VECTOR ? e->type->count : 1);
	for (int i = 0; i < e->kid_count; i++) {
		bool runs = e->kind == EXPR_PRIM
			 && prim_kid_arity(e->prim, i) > 0;

		flops += flops_of(e->kids[i], most) * (runs ? times_run(e) : 1);
	}
	return flops;
}

Work work_of(const Program *program)
{
	Work work = {
		.bytes = bytes_of(program->in_ports, program->in_port_count)
		       + bytes_of(program->out_ports, program->output_count),
	};

	work.flops = flops_of(program->body, &work.most);
	return work;
}

void rate_text(Text *text, const Work *work, double seconds)
{
	const double busy = 8; /* float operations per byte moved */

	if (!work->most && work->flops > busy * work->bytes)
		text_printf(text, "%.3g GFLOP/s", work->flops / seconds * 1e-9);
	else
		text_printf(text, "%.3g GB/s", work->bytes / seconds * 1e-9);
}

void seconds_text(Text *text, double seconds)
{
	if (seconds >= 1)
		text_printf(text, "%.3g s", seconds);
	else if (seconds >= 1e-3)
		text_printf(text, "%.3g ms", seconds * 1e3);
	else
		text_printf(text, "%.3g us", seconds * 1e6);
}

/* Integers and truth values as terms. What cannot be one is any value of its
 * type, which proves less, never more. */
#include <string.h>

#include "prover/walk.h"

/* -- any value ------------------------------------------------------------- */

static const Term *data(Walk *w, Scalar scalar, bool loose, const char *from,
			int64_t lo, int64_t hi)
{
	TermName name = { .kind = NAME_DATA, .loose = loose, .text = from,
			  .owner = w->around };

	return scalar == SCALAR_BOOL ? term_open(w->terms, name)
				     : term_name(w->terms, name, lo, hi);
}

const Term *walk_any(Walk *w, Scalar scalar, const char *from)
{
	int64_t lo, hi;

	if (scalar_is_float(scalar))
		return NULL;
	walk_range(scalar, &lo, &hi);
	return data(w, scalar, true, from, lo, hi);
}

/* -- loads ----------------------------------------------------------------- */

/* The input's element there, which is what it was given. */
static const Port *given_port(const Walk *w, const Memory *memory)
{
	const Artifact *artifact = w->kernels->artifact;
	const ArtifactBuffer *buffer;

	if (memory->object < 0)
		return NULL;
	buffer = &artifact->buffers[memory->object];
	if (buffer->role != BUFFER_INPUT || buffer->written)
		return NULL;
	return &w->kernels->program->in_ports[buffer->port];
}

static const Term *loaded(Walk *w, const Code *code)
{
	const Memory *memory = walk_memory(w, code->buffer);
	const Port *port = given_port(w, memory);

	if (port && port->scalar == SCALAR_BOOL)
		return data(w, code->scalar, false, code->buffer->name, 0, 1);
	if (port && port->ranged && scalar_is_int(port->scalar))
		return data(w, code->scalar, false, code->buffer->name,
			    port->ilo, port->ihi);
	return walk_any(w, code->scalar, code->buffer->name);
}

static const Term *fetched(Walk *w, const Code *code, int lane)
{
	const Term *value;

	for (int i = 0; i < w->fetched_count; i++)
		if (w->fetched[i].code == code && w->fetched[i].lane == lane)
			return w->fetched[i].value;
	value = code->kind == CODE_LOAD ? loaded(w, code)
					: walk_any(w, code->scalar, "data");
	if (value && w->fetched_count < 64)
		w->fetched[w->fetched_count++] = (Fetched){ code, lane,
							     value };
	return value;
}

/* -- types ----------------------------------------------------------------- */

const Term *walk_wrapped(Walk *w, const Term *value, Scalar scalar)
{
	int64_t lo, hi;
	Terms *t = w->terms;

	walk_range(scalar, &lo, &hi);
	if (value->lo >= lo && value->hi <= hi)
		return value;
	if (scalar_bytes(scalar) == 8 || value->lo == -TERM_FAR
	    || value->hi == TERM_FAR)
		return walk_any(w, scalar, "what overflows");
	return term_plus(t, term_mod(t, term_plus(t, value, -lo),
				     hi - lo + 1), lo);
}

static const Term *as_int(Walk *w, const Term *value)
{
	if (!value || !value->truth)
		return value;
	return term_choose(w->terms, value, term_number(w->terms, 1),
			   term_number(w->terms, 0));
}

static const Term *as_truth(Walk *w, const Term *value)
{
	if (!value || value->truth)
		return value;
	return term_not(w->terms, term_equal(w->terms, value,
					     term_number(w->terms, 0)));
}

static const Term *typed(Walk *w, const Term *value, Scalar scalar)
{
	if (!value || scalar_is_float(scalar))
		return NULL;
	return scalar == SCALAR_BOOL
	       ? as_truth(w, value)
	       : walk_wrapped(w, as_int(w, value), scalar);
}

/* -- operators ------------------------------------------------------------- */

/* Signed arithmetic of one lane must not overflow; other arithmetic wraps. */
static const Term *ring(Walk *w, const Code *code, const Term *value)
{
	int64_t lo, hi;

	if (code->width == 1 && scalar_is_signed(code->scalar)
	    && scalar_bytes(code->scalar) >= 4) {
		walk_range(code->scalar, &lo, &hi);
		walk_duty(w, term_within(w->terms, value, lo, hi), value,
			  scalar_rows[code->scalar].opencl, NULL);
		return value;
	}
	return walk_wrapped(w, value, code->scalar);
}

static const Term *compared(Walk *w, const char *name, const Term *a,
			    const Term *b)
{
	Terms *t = w->terms;
	bool orders = name[0] == '<' || name[0] == '>';
	const Term *made;

	if (name[0] == '>')
		made = name[1] ? term_upto(t, b, a) : term_below(t, b, a);
	else if (orders)
		made = name[1] ? term_upto(t, a, b) : term_below(t, a, b);
	else
		made = term_equal(t, a, b);
	return name[0] == '!' ? term_not(t, made) : made;
}

static bool is_comparison(const char *name)
{
	return !strcmp(name, "<") || !strcmp(name, "<=") || !strcmp(name, ">")
	    || !strcmp(name, ">=") || !strcmp(name, "==")
	    || !strcmp(name, "!=");
}

/* Whether both are compared as they are, not one as unsigned. */
static bool is_plain(const Code *code, const Term *a, const Term *b)
{
	Scalar x = code->args[0]->scalar, y = code->args[1]->scalar;

	return scalar_is_signed(x) == scalar_is_signed(y)
	    || (a->lo >= 0 && b->lo >= 0);
}

static const Term *arithmetic(Walk *w, const Code *code, const Term *a,
			      const Term *b)
{
	Terms *t = w->terms;
	bool by_number = term_is_number(b) && b->constant > 0;

	if (!strcmp(code->name, "+"))
		return ring(w, code, term_add(t, a, b));
	if (!strcmp(code->name, "-"))
		return ring(w, code, term_sub(t, a, b));
	if (!strcmp(code->name, "*") && (term_is_number(a)
					 || term_is_number(b)))
		return ring(w, code, term_is_number(b)
			    ? term_times(t, a, b->constant)
			    : term_times(t, b, a->constant));
	if (!strcmp(code->name, "/") && by_number)
		return term_div_c(t, a, b->constant);
	if (!strcmp(code->name, "%") && by_number)
		return term_sub(t, a, term_times(t, term_div_c(t, a,
				b->constant), b->constant));
	if (!strcmp(code->name, "&") && by_number
	    && !(b->constant & (b->constant + 1)))
		return term_mod(t, a, b->constant + 1);
	if (!strcmp(code->name, "<<") && by_number && b->constant < 32)
		return ring(w, code, term_times(t, a,
						INT64_C(1) << b->constant));
	if (!strcmp(code->name, ">>") && by_number && b->constant < 60)
		return term_div(t, a, INT64_C(1) << b->constant);
	return NULL;
}

static const Term *logic(Walk *w, const char *name, const Term *a,
			 const Term *b)
{
	if (name[0] == '&')
		return term_and(w->terms, a, b);
	if (name[0] == '|')
		return term_or(w->terms, a, b);
	if (name[0] == '^' || !strcmp(name, "!="))
		return term_or(w->terms,
			       term_and(w->terms, a, term_not(w->terms, b)),
			       term_and(w->terms, b, term_not(w->terms, a)));
	return NULL;
}

static const Term *infix(Walk *w, const Code *code, int lane)
{
	const Term *a = walk_value(w, code->args[0], lane);
	const Term *b = walk_value(w, code->args[1], lane);

	if (!a || !b)
		return NULL;
	if (is_comparison(code->name) && !a->truth && !b->truth)
		return is_plain(code, a, b) ? compared(w, code->name, a, b)
					    : NULL;
	if (a->truth && b->truth)
		return logic(w, code->name, a, b);
	if (code->scalar == SCALAR_BOOL && a->truth)
		return strcmp(code->name, "&") || !term_is_true(as_truth(w, b))
		       ? NULL : a;
	return code->scalar == SCALAR_BOOL ? NULL
	     : arithmetic(w, code, as_int(w, a), as_int(w, b));
}

static const Term *prefix(Walk *w, const Code *code, int lane)
{
	const Term *a = walk_value(w, code->args[0], lane);
	Terms *t = w->terms;

	if (!a)
		return NULL;
	if (code->name[0] == '-')
		return a->truth ? a : ring(w, code, term_times(t, a, -1));
	if (a->truth)
		return term_not(t, a);
	return code->name[0] == '~' && scalar_is_signed(code->scalar)
	       ? term_plus(t, term_times(t, a, -1), -1) : NULL;
}

/* -- functions ------------------------------------------------------------- */

static const Term *all_lanes(Walk *w, const Code *code)
{
	const Term *all = term_truth(w->terms, true);

	for (int i = 0; i < code->width; i++) {
		const Term *one = as_truth(w, walk_value(w, code, i));

		if (!one)
			return NULL;
		all = term_and(w->terms, all, one);
	}
	return all;
}

static bool starts(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

static const Term *call(Walk *w, const Code *code, int lane)
{
	const Term *args[3] = { NULL, NULL, NULL };
	int count = code->count;

	if (!strcmp(code->name, "all"))
		return all_lanes(w, code->args[0]);
	for (int i = 0; i < count && i < 3; i++)
		args[i] = walk_value(w, code->args[i], lane);
	for (int i = 0; i < count; i++)
		if (i > 2 || !args[i])
			return NULL;
	if (starts(code->name, "convert_@") && count == 1)
		return typed(w, args[0], code->scalar);
	if (!strcmp(code->name, "min") && count == 2)
		return term_min(w->terms, args[0], args[1]);
	if (!strcmp(code->name, "max") && count == 2)
		return term_max(w->terms, args[0], args[1]);
	if (!strcmp(code->name, "select") && count == 3)
		return term_choose(w->terms, as_truth(w, args[2]),
				   typed(w, args[1], code->scalar),
				   typed(w, args[0], code->scalar));
	return NULL;
}

static const Term *chosen(Walk *w, const Code *code, int lane)
{
	const Term *which = as_truth(w, walk_value(w, code->args[0], 0));
	const Term *yes = walk_value(w, code->args[1], lane);
	const Term *no = walk_value(w, code->args[2], lane);

	if (!which || !yes || !no || yes->truth != no->truth)
		return NULL;
	return term_choose(w->terms, which, yes, no);
}

/* -- all ------------------------------------------------------------------- */

static const Term *literal(Walk *w, const Code *code)
{
	int64_t value = (int64_t)code->bits;

	if (scalar_is_float(code->scalar))
		return NULL;
	if (code->scalar == SCALAR_BOOL)
		return term_truth(w->terms, code->bits != 0);
	if (value >= TERM_FAR || value <= -TERM_FAR)
		return NULL;
	return term_number(w->terms, value);
}

static const Term *variable(Walk *w, const Code *code, int lane)
{
	const Slot *slot = walk_slot(w, code->var);

	return slot ? slot->lanes[lane] : NULL;
}

static const Term *inside(Walk *w, const Code *code, int lane)
{
	if (lane >= code->width)
		lane = 0;
	switch (code->kind) {
	case CODE_VAR:
		return variable(w, code, lane);
	case CODE_LITERAL:
		return literal(w, code);
	case CODE_INDEX:
		return typed(w, walk_index(w, code->index), code->scalar);
	case CODE_PREFIX:
		return prefix(w, code, lane);
	case CODE_INFIX:
		return infix(w, code, lane);
	case CODE_CALL:
		return call(w, code, lane);
	case CODE_CAST:
		return typed(w, walk_value(w, code->args[0], lane),
			     code->scalar);
	case CODE_COND:
		return chosen(w, code, lane);
	case CODE_LANES:
		return typed(w, walk_value(w, code->args[code->count > 1
							 ? lane : 0], 0),
			     code->scalar);
	case CODE_LANE:
		return typed(w, walk_value(w, code->args[0], code->lane),
			     code->scalar);
	default:
		return NULL;
	}
}

const Term *walk_value(Walk *w, const Code *code, int lane)
{
	const Term *value;

	if (scalar_is_float(code->scalar))
		return NULL;
	value = inside(w, code, lane);
	return value ? value : fetched(w, code, lane);
}

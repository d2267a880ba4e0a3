/* Integers and truth values as terms. What cannot be one is any value of its
 * type, which proves less, never more. */

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

static const Term *of_port(Walk *w, const Code *code, const Port *port)
{
	if (port->scalar == SCALAR_BOOL)
		return data(w, code->scalar, false, code->buffer->name, 0, 1);
	if (port->ranged && scalar_is_int(port->scalar))
		return data(w, code->scalar, false, code->buffer->name,
			    port->ilo, port->ihi);
	return walk_any(w, code->scalar, code->buffer->name);
}

/* An input's element is the same wherever it is loaded, alone or as a lane. */
static const Term *loaded(Walk *w, const Code *code, int lane)
{
	const Memory *memory = walk_memory(w, code->buffer);
	const Port *port = given_port(w, memory);
	const Term *element;
	Given *made;

	if (!port)
		return walk_any(w, code->scalar, code->buffer->name);
	element = term_plus(w->terms, walk_index(w, code->index), lane);
	for (const Given *g = w->given; g; g = g->next)
		if (g->memory == memory && g->element == element
		    && g->around == w->around)
			return g->value;
	made = ARENA_NEW(w->arena, Given);
	*made = (Given){ memory, element, of_port(w, code, port), w->around,
			 w->given };
	w->given = made;
	return made->value;
}

static const Term *fetched(Walk *w, const Code *code, int lane)
{
	const Term *value;

	for (int i = 0; i < w->fetched_count; i++)
		if (w->fetched[i].code == code && w->fetched[i].lane == lane)
			return w->fetched[i].value;
	value = code->kind == CODE_LOAD ? loaded(w, code, lane)
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

/* Signed arithmetic of one lane must not overflow, and what fits does not; other
 * arithmetic wraps. */
static const Term *ring(Walk *w, const Code *code, const Term *value)
{
	int64_t lo, hi;

	if (code->width == 1 && scalar_is_signed(code->scalar)
	    && scalar_bytes(code->scalar) >= 4) {
		walk_range(code->scalar, &lo, &hi);
		if (code->fits)
			return value->lo >= lo && value->hi <= hi ? value
			     : walk_any(w, code->scalar, "a sum that fits");
		walk_duty(w, term_within(w->terms, value, lo, hi), value,
			  scalar_rows[code->scalar].opencl, NULL);
		return value;
	}
	return walk_wrapped(w, value, code->scalar);
}

static bool is_comparison(Operator op)
{
	return op_rows[operator_rows[op].op].result == RESULT_BOOL;
}

static const Term *compared(Walk *w, Operator op, const Term *a, const Term *b)
{
	Terms *t = w->terms;

	switch (op) {
	case OPERATOR_LT: return term_below(t, a, b);
	case OPERATOR_LE: return term_upto(t, a, b);
	case OPERATOR_GT: return term_below(t, b, a);
	case OPERATOR_GE: return term_upto(t, b, a);
	case OPERATOR_EQ: return term_equal(t, a, b);
	default: return term_not(t, term_equal(t, a, b));
	}
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

	switch (code->op) {
	case OPERATOR_ADD:
		return ring(w, code, term_add(t, a, b));
	case OPERATOR_SUB:
		return ring(w, code, term_sub(t, a, b));
	case OPERATOR_MUL:
		if (term_is_number(b))
			return ring(w, code, term_times(t, a, b->constant));
		return term_is_number(a)
		       ? ring(w, code, term_times(t, b, a->constant)) : NULL;
	case OPERATOR_DIV:
		return by_number ? term_div_c(t, a, b->constant) : NULL;
	case OPERATOR_REM:
		return by_number
		       ? term_sub(t, a, term_times(t, term_div_c(t, a,
					b->constant), b->constant)) : NULL;
	case OPERATOR_BITAND:
		return by_number && !(b->constant & (b->constant + 1))
		       ? term_mod(t, a, b->constant + 1) : NULL;
	case OPERATOR_SHL:
		return by_number && b->constant < 32
		       ? ring(w, code, term_times(t, a,
						  INT64_C(1) << b->constant))
		       : NULL;
	case OPERATOR_SHR:
		return by_number && b->constant < 60
		       ? term_div(t, a, INT64_C(1) << b->constant) : NULL;
	default:
		return NULL;
	}
}

static const Term *logic(Walk *w, Operator op, const Term *a, const Term *b)
{
	Terms *t = w->terms;

	switch (op) {
	case OPERATOR_AND: case OPERATOR_BITAND:
		return term_and(t, a, b);
	case OPERATOR_OR: case OPERATOR_BITOR:
		return term_or(t, a, b);
	case OPERATOR_BITXOR: case OPERATOR_NE:
		return term_or(t, term_and(t, a, term_not(t, b)),
			       term_and(t, b, term_not(t, a)));
	default:
		return NULL;
	}
}

/* (uint)x < n as 0 <= x && x < n, of a signed x and a number that its type has:
 * without the rest of a division that stands for the conversion. */
static const Term *is_inside(Walk *w, const Code *code, int lane)
{
	const Code *a = code->args[0];
	const Term *x, *n;
	int64_t lo, hi;

	if (code->op != OPERATOR_LT || a->count != 1
	    || (a->kind != CODE_CAST && (a->kind != CODE_CALL
					 || a->op != OPERATOR_CONVERT))
	    || scalar_is_signed(a->scalar)
	    || !scalar_is_signed(a->args[0]->scalar)
	    || !scalar_is_int(a->args[0]->scalar)
	    || scalar_bytes(a->args[0]->scalar) > scalar_bytes(a->scalar))
		return NULL;
	x = walk_value(w, a->args[0], lane);
	n = walk_value(w, code->args[1], lane);
	walk_range(a->args[0]->scalar, &lo, &hi);
	if (!x || x->truth || !n || n->truth || !term_is_number(n)
	    || n->constant < 0 || n->constant > hi)
		return NULL;
	return term_and(w->terms, term_least(w->terms, x),
			term_below(w->terms, x, n));
}

static const Term *infix(Walk *w, const Code *code, int lane)
{
	const Term *inside = is_inside(w, code, lane);
	const Term *a, *b;

	if (inside)
		return inside;
	a = walk_value(w, code->args[0], lane);
	b = walk_value(w, code->args[1], lane);
	if (!a || !b)
		return NULL;
	if (is_comparison(code->op) && !a->truth && !b->truth)
		return is_plain(code, a, b) ? compared(w, code->op, a, b)
					    : NULL;
	if (a->truth && b->truth)
		return logic(w, code->op, a, b);
	if (code->scalar == SCALAR_BOOL && a->truth)
		return code->op == OPERATOR_BITAND
		    && term_is_true(as_truth(w, b)) ? a : NULL;
	return code->scalar == SCALAR_BOOL ? NULL
	     : arithmetic(w, code, as_int(w, a), as_int(w, b));
}

static const Term *prefix(Walk *w, const Code *code, int lane)
{
	const Term *a = walk_value(w, code->args[0], lane);
	Terms *t = w->terms;

	if (!a)
		return NULL;
	if (code->op == OPERATOR_NEG)
		return a->truth ? a : ring(w, code, term_times(t, a, -1));
	if (a->truth)
		return term_not(t, a);
	return code->op == OPERATOR_BITNOT && scalar_is_signed(code->scalar)
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

static const Term *call(Walk *w, const Code *code, int lane)
{
	const Term *args[3] = { NULL, NULL, NULL };
	int count = code->count;

	if (code->op == OPERATOR_ALL)
		return all_lanes(w, code->args[0]);
	for (int i = 0; i < count && i < 3; i++)
		args[i] = walk_value(w, code->args[i], lane);
	for (int i = 0; i < count; i++)
		if (i > 2 || !args[i])
			return NULL;
	switch (code->op) {
	case OPERATOR_CONVERT: case OPERATOR_CONVERT_SAT:
	case OPERATOR_CUT_FLOAT: case OPERATOR_CUT_DOUBLE:
		return typed(w, args[0], code->scalar);
	case OPERATOR_MIN:
		return term_min(w->terms, args[0], args[1]);
	case OPERATOR_MAX:
		return term_max(w->terms, args[0], args[1]);
	case OPERATOR_SELECT:
		return term_choose(w->terms, as_truth(w, args[2]),
				   typed(w, args[1], code->scalar),
				   typed(w, args[0], code->scalar));
	default:
		return NULL;
	}
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

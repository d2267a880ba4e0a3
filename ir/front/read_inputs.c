/* The inputs of a document: types, ranges, ports. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ir/front/read.h"

static const KeyRow input_keys[] = {
	{ "name", 1u << NODE_STRING, true, "a name" },
	{ "type", 1u << NODE_STRING, true, "a type like \"[f32; N]\"" },
	{ "range", 1u << NODE_LIST, false, "a list [lo, hi]" },
	{ "doc", 1u << NODE_STRING, false, "a text" },
	{ NULL, 0, false, NULL },
};

/* One end of a range: a number, or a size expression as text. */
typedef struct Bound {
	double real;
	int64_t integer;
	bool integral;
	const char *text;
} Bound;

static bool read_bound(Reader *r, const Node *node, Bound *bound)
{
	const Size *size;

	switch (node->kind) {
	case NODE_INTEGER:
		bound->integral = true;
		bound->integer = node->integer;
		bound->real = (double)node->integer;
		bound->text = arena_printf(ir_arena(r->ir), "%" PRId64,
					   node->integer);
		return true;
	case NODE_REAL:
		bound->real = node->real;
		bound->integral = node->real == floor(node->real)
			       && fabs(node->real) < 9e18;
		if (bound->integral)
			bound->integer = (int64_t)node->real;
		bound->text = arena_printf(ir_arena(r->ir), "%.17g",
					   node->real);
		return true;
	case NODE_STRING:
		size = read_size(r, node, NULL);
		if (!size)
			return false;
		bound->integral = true;
		bound->integer = size->value;
		bound->real = (double)size->value;
		bound->text = arena_printf(ir_arena(r->ir), "\"%s\"",
					   node->string);
		return true;
	default:
		read_error(r, E0003, node, read_found(r, node),
			   "a number or a size expression like \"N-1\"",
			   "an end of a range is of the wrong kind");
		return false;
	}
}

static void int_limits(Scalar scalar, int64_t *lo, int64_t *hi)
{
	int bits = (int)scalar_bytes(scalar) * 8;

	if (scalar_is_signed(scalar)) {
		*hi = (int64_t)(UINT64_MAX >> (65 - bits));
		*lo = -*hi - 1;
	} else {
		*lo = 0;
		*hi = bits == 64 ? INT64_MAX
				 : (int64_t)(UINT64_MAX >> (64 - bits));
	}
}

static bool check_bound(Reader *r, const Node *node, const Bound *bound,
			Scalar scalar)
{
	int64_t lo, hi;

	if (scalar == SCALAR_BOOL) {
		read_error(r, E0003, node->up, "bool", "numbers",
			   "a bool has no range");
		return false;
	}
	if (scalar_is_float(scalar))
		return true;
	int_limits(scalar, &lo, &hi);
	if (bound->integral && bound->integer >= lo && bound->integer <= hi)
		return true;
	read_error(r, E0007, node, read_found(r, node),
		   arena_printf(r->arena, "an integer of type %s",
				scalar_name(scalar)),
		   "an end of the range does not fit the type");
	return false;
}

static bool check_leaves(Reader *r, const Node *node, const Bound *bound,
			 const Type *type)
{
	bool ok = true;

	if (type->kind == TYPE_ARRAY)
		return check_leaves(r, node, bound, type->element);
	if (type->kind == TYPE_TUPLE && type->shape)
		return check_leaves(r, node, bound, type->parts[0]);
	for (int i = 0; type->kind == TYPE_TUPLE && ok && i < type->count; i++)
		ok = check_leaves(r, node, bound, type->parts[i]);
	return type->kind == TYPE_TUPLE ? ok
		: check_bound(r, node, bound, type->scalar);
}

static bool read_range(Reader *r, const Node *range, ProgramInput *input)
{
	Bound lo = { 0 }, hi = { 0 };

	if (!range)
		return true;
	if (range->count != 2) {
		read_error(r, E0003, range, read_found(r, range),
			   "two ends [lo, hi]", "a range is of the wrong kind");
		return false;
	}
	if (!read_bound(r, range->kids[0], &lo)
	    || !read_bound(r, range->kids[1], &hi)
	    || !check_leaves(r, range->kids[0], &lo, input->type)
	    || !check_leaves(r, range->kids[1], &hi, input->type))
		return false;
	input->ranged = true;
	input->lo = lo.real;
	input->hi = hi.real;
	input->ilo = lo.integer;
	input->ihi = hi.integer;
	input->lo_text = lo.text;
	input->hi_text = hi.text;
	return true;
}

static bool has_elements(Reader *r, const Node *type,
			 const ProgramInput *input, const PortList *ports)
{
	for (int i = input->first_port; i < ports->count; i++)
		if (!ports->ports[i].elements) {
			read_error(r, E0104, type, read_found(r, type),
				   "lengths of at least 1",
				   "the input %s is empty at these sizes",
				   input->name);
			return false;
		}
	return true;
}

/* Where a size is 0. */
static bool may_be_empty(const Reader *r)
{
	const ReadOptions *o = r->options;
	bool none = false;

	for (int i = 0; i < o->override_count; i++)
		none |= o->overrides[i].value == 0;
	return none && o->empty;
}

/* A range is not empty, unless the input is. */
static bool has_values(Reader *r, const Node *range,
		       const ProgramInput *input, const PortList *ports)
{
	int64_t elements = !may_be_empty(r);

	for (int i = input->first_port; i < ports->count; i++)
		elements |= ports->ports[i].elements;
	if (!range || input->lo <= input->hi || !elements)
		return true;
	read_error(r, E0003, range,
		   arena_printf(r->arena, "[%s, %s]", input->lo_text,
				input->hi_text),
		   "lo not above hi", "a range is empty");
	return false;
}

static bool read_input(Reader *r, const Node *node, ProgramInput *input,
		       PortList *ports)
{
	const Node *type = json_member(node, "type");
	const char *name = read_string(node, "name");
	const char *doc = read_string(node, "doc");

	*input = (ProgramInput){
		.name = ir_name(r->ir, name, strlen(name)),
		.doc = doc ? arena_strdup(ir_arena(r->ir), doc) : NULL,
		.type = read_type(r, type, 0, NULL),
		.first_port = ports->count,
	};
	if (!input->type
	    || !read_range(r, json_member(node, "range"), input)
	    || !read_ports(r, input->type, input->name, type, ports))
		return false;
	input->port_count = ports->count - input->first_port;
	if (!has_values(r, json_member(node, "range"), input, ports)
	    || (!may_be_empty(r) && !has_elements(r, type, input, ports)))
		return false;
	for (int i = input->first_port; i < ports->count; i++) {
		Port *port = &ports->ports[i];

		port->source = r->input_count;
		if (port->part)
			continue;
		port->ranged = input->ranged;
		port->lo = input->lo;
		port->hi = input->hi;
		port->ilo = input->ilo;
		port->ihi = input->ihi;
	}
	return true;
}

static bool check_input(Reader *r, const Node *input)
{
	if (input->kind == NODE_OBJECT)
		return read_keys(r, input, input_keys, "an input");
	read_error(r, E0003, input, read_found(r, input),
		   "an object with name and type",
		   "an input is of the wrong kind");
	return false;
}

bool read_inputs(Reader *r)
{
	const Node *inputs = json_member(r->root, "inputs");
	PortList ports = { 0 };
	bool ok = true;

	for (int i = 0; i < inputs->count; i++)
		ok &= check_input(r, inputs->kids[i]);
	if (!ok)
		return false;
	r->inputs = ARENA_ARRAY(ir_arena(r->ir), ProgramInput,
				inputs->count + 1);
	for (int i = 0; i < inputs->count; i++) {
		ok &= read_input(r, inputs->kids[i], &r->inputs[i], &ports);
		r->input_count++;
	}
	read_unique_idents(r, NULL, 0, &ports);
	r->in_ports = ports.ports;
	r->in_port_count = ports.count;
	return ok;
}

/* Outputs of a document: names, ports, and inputs they are written over. */
#include <inttypes.h>
#include <string.h>

#include "ir/core/overwrite.h"
#include "ir/front/read.h"

static const KeyRow output_keys[] = {
	{ "name", 1u << NODE_STRING, true, "a name" },
	{ "into", 1u << NODE_STRING, false, "the name of an input" },
	{ NULL, 0, false, NULL },
};

static const Node *output_name(const Node *output)
{
	return output->kind == NODE_OBJECT ? json_member(output, "name")
					   : output;
}

static bool check_output(Reader *r, const Node *output)
{
	if (output->kind == NODE_OBJECT)
		return read_keys(r, output, output_keys, "an output");
	if (output->kind == NODE_STRING)
		return true;
	read_error(r, E0003, output, read_found(r, output),
		   "a name or {\"name\": ..., \"into\": ...}",
		   "an output is of the wrong kind");
	return false;
}

static bool name_is_free(Reader *r, const Node *node, const char *into)
{
	const char *name = node->string;
	const Global *global = read_global(r, name);

	if (!global || (into && !strcmp(into, name)))
		return true;
	read_error(r, E0202, node, read_found(r, node),
		   "a name that no input, def or operator has",
		   "the output name %s is taken", name);
	return false;
}

static bool check_name(Reader *r, const Node *outputs, int i)
{
	const Node *output = outputs->kids[i], *node = output_name(output);
	Place place = json_place(&r->json, node);
	const char *into = output->kind == NODE_OBJECT
		? read_string(output, "into") : NULL;

	if (!read_name_ok(r, node->string, &place, false)
	    || !name_is_free(r, node, into))
		return false;
	for (int j = 0; j < i; j++)
		if (!strcmp(output_name(outputs->kids[j])->string,
			    node->string)) {
			read_error(r, E0202, node, read_found(r, node),
				   "another name",
				   "two outputs have one name");
			return false;
		}
	return true;
}

static int port_named(const Reader *r, const char *name)
{
	for (int i = 0; i < r->in_port_count; i++)
		if (!strcmp(r->in_ports[i].name, name))
			return i;
	return -1;
}

static const char *port_text(Reader *r, const Port *port)
{
	Text text = { 0 };
	const char *kept;

	text_printf(&text, "%s of shape (", scalar_name(port->scalar));
	for (int d = 0; d < port->rank; d++)
		text_printf(&text, "%s%" PRId64, d ? ", " : "", port->dims[d]);
	text_char(&text, ')');
	kept = arena_strdup(r->arena, text_string(&text));
	text_free(&text);
	return kept;
}

static bool same_shape(const Port *a, const Port *b)
{
	if (a->scalar != b->scalar || a->rank != b->rank)
		return false;
	for (int d = 0; d < a->rank; d++)
		if (a->dims[d] != b->dims[d])
			return false;
	return true;
}

/* Every output that is written over an input, when all are known. */
static bool check_overwrites(Reader *r, const Node *outputs,
			     const PortList *list, const Program *program)
{
	int own = 0;

	for (int i = 0; i < list->count; i++) {
		const Port *port = &list->ports[i];
		const Node *output = port->part ? NULL : outputs->kids[own++];

		if (port->into < 0
		    || overwrite_ok(program, program->body, port->into, i))
			continue;
		read_error(r, E0305, json_member(output, "into"),
			   "elements that are read at other indices, or by "
			   "another output",
			   arena_printf(r->arena,
					"element i of %s reads %s at i only",
					port->name,
					r->in_ports[port->into].name),
			   "the output %s cannot be written over %s",
			   port->name, r->in_ports[port->into].name);
		return false;
	}
	return true;
}

static bool set_into(Reader *r, const Node *node, const Port *ports, int i,
		     Port *output)
{
	int into = port_named(r, node->string);

	if (into < 0) {
		read_error(r, E0201, node, read_found(r, node),
			   "an input, or a component of one like pos.0",
			   "into names no input");
		return false;
	}
	if (!same_shape(output, &r->in_ports[into])) {
		read_error(r, E0305, node, port_text(r, &r->in_ports[into]),
			   port_text(r, output),
			   "the output %s is not of the type of %s",
			   output->name, node->string);
		return false;
	}
	for (int j = 0; j < i; j++)
		if (ports[j].into == into) {
			read_error(r, E0305, node, read_found(r, node),
				   "one output for each input",
				   "two outputs are written over %s",
				   node->string);
			return false;
		}
	output->into = into;
	return true;
}

/* How many have names of their own. */
static int own_names(const PortList *list)
{
	int count = 0;

	for (int i = 0; i < list->count; i++)
		count += !list->ports[i].part;
	return count;
}

/* What stands beside the elements is named after the first of them. */
static bool name_parts(Reader *r, PortList *list)
{
	const Port *first = NULL;

	for (int i = 0; i < list->count; i++) {
		Port *port = &list->ports[i];

		if (!first || first->extent != port->extent)
			first = port->part ? first : port;
		if (!port->part)
			continue;
		port->name = arena_printf(ir_arena(r->ir), "%s_%s",
					  first->name, port->part);
		port->ident = port->name;
		if (port_named(r, port->name) >= 0) {
			read_error(r, E0202, r->root, port->name,
				   "another name for the output",
				   "the %s of %s has the name of an input",
				   port->part, first->name);
			return false;
		}
		for (int j = 0; j < list->count; j++)
			if (j != i && list->ports[j].name
			    && !strcmp(list->ports[j].name, port->name)) {
				read_error(r, E0202, r->root, port->name,
					   "another name for the output",
					   "the %s of %s has the name of an "
					   "output", port->part, first->name);
				return false;
			}
		first = NULL;
	}
	return true;
}

static bool default_names(Reader *r, PortList *list)
{
	Arena *arena = ir_arena(r->ir);
	int own = 0;

	for (int i = 0; i < list->count; i++) {
		Port *port = &list->ports[i];
		const Global *global;

		if (port->part)
			continue;
		port->name = own_names(list) == 1 ? "out"
			   : arena_printf(arena, "out%d", own++);
		port->ident = port->name;
		global = read_global(r, port->name);
		if (!global || global->kind != GLOBAL_INPUT)
			continue;
		read_error(r, E0202, r->root, port->name,
			   "\"outputs\": a list of names",
			   "an input has the name that the output has where "
			   "none is given");
		return false;
	}
	return name_parts(r, list);
}

static bool give_name(Reader *r, const Node *output, PortList *list, int i)
{
	const char *name = output_name(output)->string;
	Port *port = &list->ports[i];
	const Node *into = NULL;

	port->name = ir_name(r->ir, name, strlen(name));
	port->ident = port->name;
	if (output->kind == NODE_OBJECT)
		into = json_member(output, "into");
	if (into && port->extent) {
		read_error(r, E0305, into, read_found(r, into), "no into",
			   "the output %s is a list, which is written over "
			   "nothing", name);
		return false;
	}
	return !into || set_into(r, into, list->ports, i, port);
}

static bool given_names(Reader *r, const Node *outputs, PortList *list,
			const Program *program)
{
	bool ok = true;
	int own = 0;

	for (int i = 0; i < outputs->count; i++)
		if (!check_output(r, outputs->kids[i])
		    || !check_name(r, outputs, i))
			return false;
	if (outputs->count != own_names(list)) {
		read_error(r, E0003, outputs,
			   arena_printf(r->arena, "%d names", outputs->count),
			   arena_printf(r->arena, "%d, for a result of type %s",
					own_names(list),
					type_string(r->ir,
						    program->typed->type)),
			   "the result has another number of components");
		return false;
	}
	for (int i = 0; i < list->count; i++)
		if (!list->ports[i].part)
			ok = ok && give_name(r, outputs->kids[own++], list, i);
	return ok && name_parts(r, list)
	    && check_overwrites(r, outputs, list, program);
}

/* -- order ----------------------------------------------------------------- */

static bool is_fold(const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (e->prim == PRIM_REDUCE || e->prim == PRIM_REDUCE_SEQ
		|| e->prim == PRIM_REDUCE_SEQ_UNROLL
		|| e->prim == PRIM_REDUCE_PART || e->prim == PRIM_SCAN
		|| e->prim == PRIM_SCAN_SEQ);
}

/* Whether a reorder of the author's leaves the order of the result open; that
 * of what a fold takes does not show. */
static bool leaves_order(const Expr *e)
{
	int kids = is_fold(e) ? 2 : e->kid_count;

	if (e->kind == EXPR_PRIM && e->prim == PRIM_REORDER)
		return true;
	for (int i = 0; i < kids; i++)
		if (leaves_order(e->kids[i]))
			return true;
	return false;
}

static void set_order(const Expr *body, Port *ports, bool open)
{
	int first = 0;

	for (; body->kind == EXPR_LET; body = body->kids[1])
		open |= leaves_order(body->kids[0]);
	if (body->kind != EXPR_TUPLE) {
		open |= leaves_order(body);
		for (int i = 0; i < type_leaves(body->type); i++)
			ports[i].unordered = open;
		return;
	}
	for (int i = 0; i < body->kid_count; i++) {
		set_order(body->kids[i], ports + first, open);
		first += type_leaves(body->kids[i]->type);
	}
}

bool read_outputs(Reader *r, Program *program)
{
	const Node *outputs = json_member(r->root, "outputs");
	const Node *body = json_member(r->root, "body");
	PortList list = { 0 };

	if (!read_ports(r, program->typed->type, NULL, body, &list))
		return false;
	if (outputs ? !given_names(r, outputs, &list, program)
		    : !default_names(r, &list))
		return false;
	read_unique_idents(r, r->in_ports, r->in_port_count, &list);
	set_order(program->typed, list.ports, false);
	program->out_ports = list.ports;
	program->output_count = list.count;
	return true;
}

/* -- tolerance ------------------------------------------------------------- */

static bool read_number(Reader *r, const Node *object, const char *key,
			double *value)
{
	const Node *node = json_member(object, key);

	if (!node)
		return true;
	*value = node->kind == NODE_REAL ? node->real : (double)node->integer;
	if (*value >= 0)
		return true;
	read_error(r, E0003, node, read_found(r, node), "at least 0",
		   "%s is negative", key);
	return false;
}

bool read_tolerance(Reader *r, Program *program)
{
	static const KeyRow keys[] = {
		{ "rtol", 1u << NODE_REAL | 1u << NODE_INTEGER, false,
		  "a number" },
		{ "atol", 1u << NODE_REAL | 1u << NODE_INTEGER, false,
		  "a number" },
		{ NULL, 0, false, NULL },
	};
	const Node *node = json_member(r->root, "tolerance");

	if (!node)
		return true;
	return read_keys(r, node, keys, "tolerance")
	    && read_number(r, node, "rtol", &program->rtol)
	    && read_number(r, node, "atol", &program->atol);
}

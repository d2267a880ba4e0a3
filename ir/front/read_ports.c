/* Ports of a type: one per scalar component, with the lengths around it. */
#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "base/hash.h"
#include "ir/core/intern.h"
#include "ir/front/read.h"

typedef struct Leaf {
	Reader *r;
	const Node *at;
	PortList *list;
	Port port;       /* dims and name so far */
	bool named;      /* components are named .0, .1 */
} Leaf;

static bool add_ports(const Leaf *leaf, const Type *type);

static bool add_array(const Leaf *leaf, const Type *type)
{
	Leaf inner = *leaf;
	Port *port = &inner.port;
	int64_t bytes;

	if (port->rank == PORT_RANK_MAX) {
		read_error(leaf->r, E0005, leaf->at,
			   "more than 16 dimensions", "at most 16",
			   "an array has too many dimensions");
		return false;
	}
	port->lengths[port->rank] = type->length;
	port->dims[port->rank++] = type->length->value;
	if (!checked_mul(port->elements, type->length->value, &port->elements)
	    || !checked_mul(port->elements, 16, &bytes)) {
		read_error(leaf->r, E0107, leaf->at,
			   type_string(leaf->r->ir, type),
			   "fewer than 2^59 elements", "an array is too large");
		return false;
	}
	return add_ports(&inner, type->element);
}

static bool add_tuple(const Leaf *leaf, const Type *type)
{
	Arena *arena = ir_arena(leaf->r->ir);

	for (int i = 0; i < type->count; i++) {
		Leaf inner = *leaf;

		if (leaf->named) {
			inner.port.name = arena_printf(arena, "%s.%d",
						       leaf->port.name, i);
			inner.port.ident = arena_printf(arena, "%s_%d",
							leaf->port.ident, i);
		}
		if (!add_ports(&inner, type->parts[i]))
			return false;
	}
	return true;
}

/* The elements, and what says how many there are. */
static bool add_shaped(const Leaf *leaf, const Type *type)
{
	Arena *arena = ir_arena(leaf->r->ir);
	const int first = leaf->list->count;
	Leaf extent = *leaf;

	extent.port.part = type->shape == SHAPE_LIST ? "count" : "offsets";
	if (leaf->named) {
		extent.port.name = arena_printf(arena, "%s.%s",
				leaf->port.name, extent.port.part);
		extent.port.ident = arena_printf(arena, "%s_%s",
				leaf->port.ident, extent.port.part);
	}
	extent.port.ihi = type->parts[0]->length->value;
	if (!add_ports(leaf, type->parts[0])
	    || !add_ports(&extent, type->parts[1]))
		return false;
	for (int i = first; i < leaf->list->count - 1; i++)
		leaf->list->ports[i].extent = leaf->list->count;
	return true;
}

/* The product of its lengths, when one is open. */
static const Size *open_size(Ir *ir, const Port *port)
{
	const Size *product = size_const(ir, 1);

	for (int i = 0; i < port->rank && product; i++)
		product = size_mul(ir, product, port->lengths[i]);
	return product && product->open ? product : NULL;
}

static bool add_ports(const Leaf *leaf, const Type *type)
{
	PortList *list = leaf->list;

	if (type->kind == TYPE_ARRAY)
		return add_array(leaf, type);
	if (type->kind == TYPE_TUPLE)
		return type->shape ? add_shaped(leaf, type)
				   : add_tuple(leaf, type);
	if (type->kind == TYPE_VECTOR) {
		read_error(leaf->r, E0101, leaf->at,
			   type_string(leaf->r->ir, type),
			   "scalars, tuples and arrays of them",
			   "vectors cannot be passed (joinVec gives an array)");
		return false;
	}
	if (list->count == list->capacity) {
		Port *old = list->ports;

		list->capacity = list->capacity ? list->capacity * 2 : 8;
		list->ports = ARENA_ARRAY(ir_arena(leaf->r->ir), Port,
					  list->capacity);
		if (old)
			memcpy(list->ports, old,
			       sizeof *old * (size_t)list->count);
	}
	list->ports[list->count] = leaf->port;
	list->ports[list->count].size = open_size(leaf->r->ir, &leaf->port);
	list->ports[list->count++].scalar = type->scalar;
	return true;
}

bool read_ports(Reader *r, const Type *type, const char *name, const Node *at,
		PortList *list)
{
	Leaf leaf = { .r = r, .at = at, .list = list, .named = name != NULL,
		      .port = { .name = name, .ident = name, .elements = 1,
				.into = -1 } };

	return add_ports(&leaf, type);
}

static bool same_ident(const void *stored, const void *wanted)
{
	return !strcmp(stored, wanted);
}

void read_unique_idents(Reader *r, const Port *taken, int taken_count,
			PortList *list)
{
	Intern seen = { 0 };

	for (int i = 0; i < taken_count; i++)
		intern_add(&seen, hash_string(taken[i].ident), taken[i].ident);
	for (int i = 0; i < list->count; i++) {
		const char *ident = list->ports[i].ident;
		int into = list->ports[i].into;

		while ((into < 0 || !taken[into].rank)
		       && intern_find(&seen, hash_string(ident), ident,
				      same_ident))
			ident = arena_printf(ir_arena(r->ir), "%s_", ident);
		intern_add(&seen, hash_string(ident), ident);
		list->ports[i].ident = ident;
	}
	intern_free(&seen);
}

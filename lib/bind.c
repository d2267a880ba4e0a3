#include "lib/bind.h"

#include <string.h>

static bool is_lone_variable(const Size *size)
{
	return size->count == 1 && size->terms[0].count == 1
	    && size->terms[0].factor == 1
	    && size->terms[0].atoms[0]->kind == ATOM_VAR;
}

/* The type of the leaf-th scalar component, with the arrays around it. */
static const Type *into_leaf(const Type *type, int *leaf)
{
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++) {
		int leaves = type_leaves(type->parts[i]);

		if (*leaf < leaves)
			return into_leaf(type->parts[i], leaf);
		*leaf -= leaves;
	}
	return type;
}

bool bind_shape(const Program *program, int port, int rank,
		const int64_t *dims, Bound *bound, void *context)
{
	const ProgramInput *of = &program->inputs[program->in_ports[port]
							  .source];
	const Type *type = of->type;
	int leaf = port - of->first_port;

	for (int d = 0; d < rank; d++) {
		const Size *length;

		type = into_leaf(type, &leaf);
		if (type->kind != TYPE_ARRAY)
			return true;
		length = type->length;
		if (is_lone_variable(length)
		    && !bound(context, length->terms[0].atoms[0]->name,
			      dims[d]))
			return false;
		type = type->element;
	}
	return true;
}

int bind_port(const Program *program, const char *name)
{
	for (int i = 0; i < program->in_port_count; i++)
		if (!strcmp(program->in_ports[i].name, name))
			return i;
	return -1;
}

#include "rules/origin.h"

#include <string.h>

#include "rules/forward.h"

const Size *origin_length(const Expr *node, int d)
{
	const Type *type = forward_is_loop(node)
			 ? node->kids[node->kid_count - 1]->type : node->type;

	for (; d > 0 && type->kind == TYPE_ARRAY; d--)
		type = type->element;
	return type->kind == TYPE_ARRAY ? type->length : NULL;
}

static const Size *variable(const Program *p, const SizeBinding *size,
			    bool open)
{
	return open ? size_var_open(p->ir, size->name, size->value)
		    : size_const(p->ir, size->value);
}

const Size *origin_named(void *origin, const char *name)
{
	const Origin *o = origin;
	const Program *p = o->program;

	if (name[0] == '@')
		return strlen(name) == 2 ? origin_length(o->node, name[1] - '0')
					 : NULL;
	for (int i = 0; i < p->size_count; i++)
		if (!strcmp(p->sizes[i].name, name))
			return variable(p, &p->sizes[i],
					p->open && p->open[i]);
	return NULL;
}

/* What derived primitives are put together from. */
#include <string.h>

#include "ir/front/derived.h"

static const Value failed = { NULL, NULL, NULL };

/* What stands for an argument that a function of its last one still lacks: no
 * name of a program. */
static const char last_name[] = "$last";

Value derived_wrong_count(Reader *r, const Node *list, const char *expected)
{
	int count = list->count - 1;

	read_error(r, E0103, list,
		   arena_printf(r->arena, "%d argument%s", count,
				count == 1 ? "" : "s"), expected,
		   "%s has the wrong number of arguments",
		   list->kids[0]->string);
	return failed;
}

Value derived_function(Reader *r, Function function)
{
	Function *made = ARENA_NEW(r->arena, Function);

	*made = function;
	made->use = r->use;
	return (Value){ NULL, made, NULL };
}

Value derived_partial(Reader *r, const Node *list, const Scope *scope)
{
	return derived_function(r, (Function){ .kind = FUNCTION_LIST,
					       .at = list, .scope = scope });
}

static const Node *derived_list(Reader *r, const Node *at, int count,
			 const Node *const *kids)
{
	const Node **copy = ARENA_ARRAY(r->arena, const Node *, count);
	Node *list = ARENA_NEW(r->arena, Node);

	*list = *at;
	list->kind = NODE_LIST;
	list->count = count;
	list->kids = copy;
	memcpy(copy, kids, sizeof *copy * (size_t)count);
	return list;
}

static const Node *derived_name(Reader *r, const Node *at, const char *name)
{
	Node *node = ARENA_NEW(r->arena, Node);

	*node = *at;
	node->kind = NODE_STRING;
	node->string = name;
	return node;
}

static const Scope *derived_scope(Reader *r, const Scope *up, const char *name,
			   Value value)
{
	Scope *scope = ARENA_NEW(r->arena, Scope);

	*scope = (Scope){ .up = up, .name = name, .value = value };
	return scope;
}

Value elaborate_list_apply(Reader *r, const Function *function,
			   const Node *at, int count, const Value *args)
{
	const Function tuple = { .kind = FUNCTION_ID, .at = at };
	const Node *list = function->at, *use = r->use;
	const Node **kids = ARENA_ARRAY(r->arena, const Node *,
					list->count + 1);
	Value last = args[0];

	if (count > 1)
		last = elaborate_apply(r, (Value){ NULL, &tuple, NULL }, at,
				       count, args);
	if (elaborate_failed(last))
		return failed;
	memcpy(kids, list->kids, sizeof *kids * (size_t)list->count);
	kids[list->count] = derived_name(r, list, last_name);
	r->use = function->use;
	last = elaborate(r, derived_list(r, list, list->count + 1, kids),
			 derived_scope(r, function->scope, last_name, last));
	r->use = use;
	return last;
}

/* -- what they are made of ------------------------------------------------- */

static const Node *place_of(Value value, const Node *list)
{
	return value.term ? value.term->at
	     : value.function ? value.function->at : list;
}

Value derived_prim(Reader *r, Prim prim, const Node *list, const Size *size,
		   int count, const Value *kids)
{
	const Node **nodes = ARENA_ARRAY(r->arena, const Node *, count);
	const Node *const size_nodes[] = { list };
	const Function function = { .kind = FUNCTION_PRIM, .at = list,
				    .prim = prim, .count = count - 1,
				    .given = kids, .given_at = nodes,
				    .sizes = &size, .size_nodes = size_nodes };

	for (int i = 0; i < count; i++) {
		if (elaborate_failed(kids[i]))
			return failed;
		nodes[i] = place_of(kids[i], list);
	}
	if (prim_is_variadic(prim))
		return elaborate_prim_apply(r, &function, list, count, kids);
	return elaborate_prim_apply(r, &function, list, 1, &kids[count - 1]);
}

Value derived_indices(Reader *r, const Node *list, const Size *size)
{
	const Size **sizes = ARENA_NEW(r->arena, const Size *);
	const Node **nodes = ARENA_NEW(r->arena, const Node *);
	Term *term = term_new(r, EXPR_PRIM, list,
			      type_array(r->ir, type_scalar(r->ir, SCALAR_I64),
					 size), 0, NULL);

	sizes[0] = size;
	nodes[0] = list;
	term->prim = PRIM_GENERATE;
	term->sizes = sizes;
	term->size_nodes = nodes;
	return elaborate_value(term);
}

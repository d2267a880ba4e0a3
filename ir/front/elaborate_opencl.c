/* ["opencl", {name, type, source, means}]: a scalar function in C, under
 * --allow-unsafe-c only. The evaluator uses what it means. */
#include <stdlib.h>
#include <string.h>

#include "ir/core/foreign.h"
#include "ir/front/term.h"

static const Value failed = { NULL, NULL, NULL };

static const KeyRow keys[] = {
	{ "name", 1u << NODE_STRING, true, "a name of C" },
	{ "type", 1u << NODE_STRING, true, "like \"(f32, i32) -> f32\"" },
	{ "source", 1u << NODE_STRING, true, "the text of the function in C" },
	{ "means", 1u << NODE_STRING | 1u << NODE_LIST, true, "a function" },
	{ NULL, 0, false, NULL },
};

static bool is_number(const Type *type)
{
	return type->kind == TYPE_SCALAR && type->scalar != SCALAR_BOOL;
}

static bool are_numbers(const Type *type)
{
	if (type->kind != TYPE_TUPLE)
		return is_number(type);
	for (int i = 0; i < type->count; i++)
		if (!is_number(type->parts[i]))
			return false;
	return true;
}

/* The part of the type's text from..to as a type. */
static const Type *part(Reader *r, const Node *node, int from, int to)
{
	Node *text = ARENA_NEW(r->arena, Node);

	*text = *node;
	text->string = arena_strndup(r->arena, node->string, (size_t)to);
	return read_type(r, text, from, NULL);
}

static bool read_types(Reader *r, const Node *node, Foreign *foreign)
{
	const char *arrow = strstr(node->string, "->");
	int length = (int)strlen(node->string);

	if (arrow) {
		int at = (int)(arrow - node->string);

		foreign->from = part(r, node, 0, at);
		foreign->to = foreign->from ? part(r, node, at + 2, length)
					    : NULL;
		if (!foreign->to)
			return false;
		if (are_numbers(foreign->from) && is_number(foreign->to))
			return true;
	}
	read_error(r, E0005, node, read_found(r, node),
		   "a function of numbers, like \"(f32, i32) -> f32\"",
		   "the type of a function in C is not well formed");
	return false;
}

/* k0, k1, ... are the kernels. */
static bool is_kernel(const char *name)
{
	return name[0] == 'k' && name[1]
	    && strspn(name + 1, "0123456789") == strlen(name + 1);
}

static bool read_foreign(Reader *r, const Node *object, Foreign *foreign)
{
	const Node *name = json_member(object, "name");
	Place place = json_place(&r->json, name);

	foreign->name = name->string;
	foreign->source = read_string(object, "source");
	if (!read_name_ok(r, foreign->name, &place, false)
	    || !read_types(r, json_member(object, "type"), foreign))
		return false;
	if (!is_kernel(foreign->name)
	    && strstr(foreign->source, foreign->name))
		return true;
	read_error(r, E0004, name, read_found(r, name),
		   "the name of the function in source, and not that of a "
		   "kernel: k0, k1, ...", "a function in C has another name");
	return false;
}

Value elaborate_opencl(Reader *r, const Node *list, const Scope *scope)
{
	const Node *object = list->count == 2 ? list->kids[1] : NULL;
	Function *function = ARENA_NEW(r->arena, Function);
	const Node **nodes = ARENA_NEW(r->arena, const Node *);
	Value *means = ARENA_NEW(r->arena, Value);
	Foreign foreign;

	(void)scope;
	if (!r->options->unsafe_c) {
		read_error(r, E0009, list, "opencl", "--allow-unsafe-c: what "
			   "the source does on this machine is not checked",
			   "a function in C is not allowed");
		return failed;
	}
	if (!object || object->kind != NODE_OBJECT) {
		read_error(r, E0008, list, read_found(r, list),
			   "[\"opencl\", {\"name\", \"type\", \"source\", "
			   "\"means\"}]", "opencl is not well formed");
		return failed;
	}
	if (!read_keys(r, object, keys, "opencl")
	    || !read_foreign(r, object, &foreign))
		return failed;
	nodes[0] = json_member(object, "means");
	*means = elaborate(r, nodes[0], NULL);
	if (elaborate_failed(*means))
		return failed;
	if (!means->function) {
		read_error(r, E0102, nodes[0],
			   term_type_text(r, means->term->type), "a function",
			   "means needs a function here");
		return failed;
	}
	*function = (Function){ .kind = FUNCTION_OPENCL, .at = list,
				.use = r->use, .count = 1, .given = means,
				.given_at = nodes,
				.dim = foreign_number(r->ir, &foreign) };
	return (Value){ NULL, function, NULL };
}

static Value wrong_type(Reader *r, const Node *at, const Type *found,
			const Type *expected, const char *name,
			const char *what)
{
	read_error(r, E0101, at, term_type_text(r, found),
		   term_type_text(r, expected), "%s %s", name, what);
	return failed;
}

Value elaborate_opencl_apply(Reader *r, const Function *function,
			     const Node *at, int count, const Value *args)
{
	const Foreign *foreign = foreign_at(r->ir, function->dim);
	const Function tuple = { .kind = FUNCTION_ID, .at = at };
	Function prim = *function;
	Value value = elaborate_apply(r, (Value){ NULL, &tuple, NULL }, at,
				      count, args);
	Term *x = elaborate_as_term(r, value, at);

	if (!x)
		return failed;
	if (!unify(r->unifier, x->type, foreign->from))
		return wrong_type(r, x->at, x->type, foreign->from,
				  foreign->name, "takes another type");
	prim.kind = FUNCTION_PRIM;
	prim.prim = PRIM_OPENCL;
	value = elaborate_value(x);
	value = elaborate_prim_apply(r, &prim, at, 1, &value);
	if (value.term && !unify(r->unifier, value.term->type, foreign->to))
		return wrong_type(r, function->given_at[0], value.term->type,
				  foreign->to, foreign->name,
				  "means what gives another type");
	return value;
}

/* Elaboration of an expression: what names mean, literals, applications. */
#include <string.h>

#include "ir/front/notation.h"
#include "ir/front/term.h"

enum { DEPTH_MAX = 1500, ELABORATED_MAX = 200000, LEAVES_MAX = 4096 };

static const Value failed = { NULL, NULL, NULL };

bool elaborate_failed(Value value)
{
	return !value.term && !value.function;
}

Value elaborate_value(Term *term)
{
	return (Value){ term, NULL, NULL };
}

static bool endless(Reader *r, const Node *node)
{
	r->elaborated++;
	if (r->elaborated <= ELABORATED_MAX && r->depth < DEPTH_MAX)
		return false;
	read_error(r, E0204, node,
		   r->depth < DEPTH_MAX ? "more than 200000 values"
					: "more than 1500 levels of inlining",
		   "at most 200000 values after inlining",
		   "inlining does not end, or is too large");
	return true;
}

static Value function_value(Reader *r, Function function)
{
	Function *made = ARENA_NEW(r->arena, Function);

	*made = function;
	made->use = r->use;
	return (Value){ NULL, made, NULL };
}

/* -- names ----------------------------------------------------------------- */

Value elaborate_input(Reader *r, int input, const Node *at)
{
	const char *name = arena_printf(r->arena, "length of input %d", input);
	Term *term = term_new(r, EXPR_INPUT, at,
			      term_counted(r, r->inputs[input].type, name), 0,
			      NULL);

	term->index = input;
	return elaborate_value(term);
}

/* A def is inlined: what is wrong in it is reported where it stands, with the
 * place of this use. */
static Value inlined(Reader *r, const Global *global, const Node *node)
{
	const Node *use = r->use, *body = global->node;
	Value value;

	if (global->kind == GLOBAL_OPERATOR)
		body = json_member(body, "fun");
	if (!r->use)
		r->use = node;
	value = elaborate(r, body, NULL);
	r->use = use;
	if (global->kind == GLOBAL_OPERATOR && value.function) {
		Function *copy = ARENA_NEW(r->arena, Function);

		*copy = *value.function;
		copy->op_global = global;
		value.function = copy;
	}
	return value;
}

static Value global_value(Reader *r, const Global *global, const Node *node)
{
	if (global->kind == GLOBAL_INPUT)
		return elaborate_input(r, global->input, node);
	return inlined(r, global, node);
}

static Value built_in(Reader *r, const char *name, const Node *node)
{
	Scalar scalar = scalar_named(name, strlen(name));
	Op op = op_named(name);
	int dim;
	Prim prim = prim_named(name, &dim);

	if (scalar != SCALAR_COUNT)
		return function_value(r, (Function){ .kind = FUNCTION_CONVERT,
						     .at = node,
						     .scalar = scalar });
	if (op != OP_COUNT)
		return function_value(r, (Function){ .kind = FUNCTION_OP,
						     .at = node, .op = op });
	if (prim != PRIM_COUNT)
		return elaborate_prim_bare(r, prim, dim, node);
	if (!strcmp(name, "id"))
		return function_value(r, (Function){ .kind = FUNCTION_ID,
						     .at = node });
	if (elaborate_form(name))
		read_error(r, E0103, node, read_found(r, node),
			   arena_printf(r->arena, notation_is(r->json.text)
					? "%s and its arguments"
					: "[\"%s\", ...]", name),
			   "%s is no function by itself", name);
	else
		read_error(r, E0201, node, read_found(r, node),
			   "a parameter, an input, a def or a built-in name",
			   "an unknown name");
	return failed;
}

static const Scope *scope_find(const Scope *scope, const char *name)
{
	for (; scope; scope = scope->up)
		if (scope_is_value(scope) && !strcmp(scope->name, name))
			return scope;
	return NULL;
}

/* The value as it is used here: its place is that of this use. */
static Value used_here(Reader *r, Value value, const Node *node)
{
	Term *copy;

	if (!value.term || value.term->at == node
	    || value.term->kind == EXPR_LITERAL)
		return value;
	copy = ARENA_NEW(r->arena, Term);
	*copy = *value.term;
	copy->at = node;
	copy->use = r->use;
	return elaborate_value(copy);
}

static Value name_value(Reader *r, const Node *node, const Scope *scope)
{
	const char *name = node->string;
	const Scope *local = scope_find(scope, name);
	const Global *global;

	if (local)
		return used_here(r, local->value, node);
	global = read_global(r, name);
	if (global)
		return global_value(r, global, node);
	if (elaborate_is_literal_text(name) || elaborate_is_literal_name(name))
		return elaborate_value(elaborate_literal(r, node));
	return built_in(r, name + (name[0] == '.'), node);
}

/* -- applications ---------------------------------------------------------- */

/* The built-in name that the head of an application is, or NULL. A leading
 * point means the built-in one even where an input bears its name. */
static const char *built_in_head(Reader *r, const Node *head,
				 const Scope *scope)
{
	const char *name = head->string;

	if (head->kind != NODE_STRING || elaborate_is_literal_text(name))
		return NULL;
	if (name[0] == '.')
		return name + 1;
	if (scope_find(scope, name) || read_global(r, name))
		return NULL;
	return name;
}

static Value apply_head(Reader *r, Value head, const Node *list,
			const Scope *scope)
{
	int count = list->count - 1;
	Value *args = ARENA_ARRAY(r->arena, Value, count + 1);

	if (elaborate_failed(head))
		return failed;
	if (head.term) {
		read_error(r, E0102, list->kids[0],
			   term_type_text(r, head.term->type), "a function",
			   "only functions can be applied");
		return failed;
	}
	if (!count) {
		read_error(r, E0103, list, "no argument",
			   "at least one argument",
			   "a function is applied to nothing");
		return failed;
	}
	for (int i = 0; i < count; i++) {
		args[i] = elaborate(r, list->kids[i + 1], scope);
		if (elaborate_failed(args[i]))
			return failed;
	}
	return elaborate_apply(r, head, list, count, args);
}

static bool types_directly(Reader *r, const char *name, const Node *list,
			   const Scope *scope)
{
	const Node *arg = list->count == 2 ? list->kids[1] : NULL;
	const char *head = NULL;

	if (!arg || scalar_named(name, strlen(name)) == SCALAR_COUNT)
		return false;
	if (arg->kind == NODE_LIST && arg->count)
		head = built_in_head(r, arg->kids[0], scope);
	return elaborate_is_number(r, arg, scope)
	    || (head && (!strcmp(head, "size") || !strcmp(head, "length")));
}

/* A type name directly applied to a literal (or to size, length) types it. */
static Value typed_literal(Reader *r, const char *name, const Node *list,
			   const Scope *scope)
{
	const Type *type = type_scalar(r->ir, scalar_named(name, strlen(name)));
	Term *term = elaborate_term(r, list->kids[1], scope);

	if (!term)
		return failed;
	if (term->kind == EXPR_GET) /* the length of a list: an i64 */
		return elaborate_value(elaborate_convert(r, type->scalar, list,
							 term));
	if (unify(r->unifier, term->type, type))
		return elaborate_value(term);
	read_error(r, E0007, list->kids[1], read_found(r, list->kids[1]),
		   arena_printf(r->arena, "a literal of type %s", name),
		   "a literal does not fit its type");
	return failed;
}

bool elaborate_is_type_text(const Node *node)
{
	return node->kind == NODE_STRING && node->string[0]
	    && strchr("<[(", node->string[0]) && strpbrk(node->string, ";,");
}

static Value ascribed(Reader *r, const Node *list, const Scope *scope)
{
	const Type *type = read_type(r, list->kids[0], 0, scope);
	Term *term = NULL;

	if (type && list->count == 2)
		term = elaborate_term(r, list->kids[1], scope);
	else if (type)
		read_error(r, E0103, list, NULL, "1",
			   "a type is applied to one value");
	if (!term)
		return failed;
	if (term->kind == EXPR_LITERAL && type->kind == TYPE_VECTOR
	    && term->type == type->element)
		term->type = type;
	if (unify(r->unifier, term->type, type))
		return elaborate_value(term);
	read_error(r, E0101, list->kids[1], term_type_text(r, term->type),
		   list->kids[0]->string, "the value is not of this type");
	return failed;
}

static Value list_value(Reader *r, const Node *list, const Scope *scope)
{
	const char *name;
	int dim;
	Prim prim;

	if (!list->count) {
		read_error(r, E0008, list, "an empty list",
			   "a function and its arguments",
			   "an expression is not well formed");
		return failed;
	}
	if (elaborate_is_type_text(list->kids[0]))
		return ascribed(r, list, scope);
	name = built_in_head(r, list->kids[0], scope);
	if (!name)
		return apply_head(r, elaborate(r, list->kids[0], scope), list,
				  scope);
	if (elaborate_form(name))
		return elaborate_form(name)(r, list, scope);
	if (types_directly(r, name, list, scope))
		return typed_literal(r, name, list, scope);
	prim = prim_named(name, &dim);
	if (prim != PRIM_COUNT && list->count > 1)
		return elaborate_prim(r, prim, dim, list, scope);
	return apply_head(r, built_in(r, name, list->kids[0]), list, scope);
}

static Value node_value(Reader *r, const Node *node, const Scope *scope)
{
	switch (node->kind) {
	case NODE_STRING: return name_value(r, node, scope);
	case NODE_LIST: return list_value(r, node, scope);
	case NODE_OBJECT:
		read_error(r, E0008, node, "an object",
			   "a name, a literal or a list",
			   "an expression is not well formed");
		return failed;
	default:
		return elaborate_value(elaborate_literal(r, node));
	}
}

/* Tuples of tuples have twice as many components at each step. */
static bool too_wide(Reader *r, const Node *node, Value value)
{
	if (!value.term
	    || unify_leaves(r->unifier, value.term->type) <= LEAVES_MAX)
		return false;
	read_error(r, E0107, node, "more", arena_printf(r->arena,
		   "at most %d scalar components", LEAVES_MAX),
		   "a tuple is too large");
	return true;
}

Value elaborate(Reader *r, const Node *node, const Scope *scope)
{
	Value value;

	if (endless(r, node))
		return failed;
	r->depth++;
	value = node_value(r, node, scope);
	r->depth--;
	return too_wide(r, node, value) ? failed : value;
}

Term *elaborate_as_term(Reader *r, Value value, const Node *at)
{
	if (value.term || !value.function)
		return value.term;
	read_error(r, E0102, at, "a function", "a value",
		   "a function stands where a value is asked for");
	return NULL;
}

Term *elaborate_term(Reader *r, const Node *node, const Scope *scope)
{
	return elaborate_as_term(r, elaborate(r, node, scope), node);
}

/* The forms that are no functions: fun, let, if, tuple, get, size, ... */
#include <string.h>

#include "ir/front/term.h"

static const Value failed = { NULL, NULL, NULL };

static bool has_count(Reader *r, const Node *list, int least, int most)
{
	int count = list->count - 1;

	if (count >= least && count <= most)
		return true;
	read_error(r, E0103, list,
		   arena_printf(r->arena, "%d argument%s", count,
				count == 1 ? "" : "s"),
		   least == most ? arena_printf(r->arena, "%d", least)
		   : most < 1000 ? arena_printf(r->arena, most == least + 1
						? "%d or %d" : "%d to %d",
						least, most)
				 : arena_printf(r->arena, "%d or more", least),
		   "%s has the wrong number of arguments",
		   list->kids[0]->string);
	return false;
}

static Value function_value(Reader *r, Function function)
{
	Function *made = ARENA_NEW(r->arena, Function);

	*made = function;
	made->use = r->use;
	return (Value){ NULL, made, NULL };
}

static Value form_fun(Reader *r, const Node *list, const Scope *scope)
{
	if (!has_count(r, list, 2, 2) || !pattern_list(r, list->kids[1]))
		return failed;
	return function_value(r, (Function){ .kind = FUNCTION_FUN, .at = list,
					     .scope = scope });
}

static bool bind_pair(Reader *r, const Node *name, const Node *value,
		      const Scope **scope, const Pending **pending)
{
	Pattern *pattern = ARENA_NEW(r->arena, Pattern);
	Value bound;

	if (!pattern_read(r, name, pattern))
		return false;
	bound = elaborate(r, value, *scope);
	return !elaborate_failed(bound)
	    && pattern_bind(r, pattern, bound, value, scope, *scope, pending);
}

static Value form_let(Reader *r, const Node *list, const Scope *scope)
{
	const Pending *pending = NULL, *all;
	Value value;

	if (list->count < 4 || list->count % 2) {
		read_error(r, E0103, list,
			   arena_printf(r->arena, "%d arguments",
					list->count - 1),
			   "names and values in pairs, then an expression",
			   "let has the wrong number of arguments");
		return failed;
	}
	for (int i = 1; i + 1 < list->count; i += 2)
		if (!bind_pair(r, list->kids[i], list->kids[i + 1], &scope,
			       &pending))
			return failed;
	value = elaborate(r, list->kids[list->count - 1], scope);
	if (value.term)
		value.term = term_wrap(r, value.term, pending, NULL);
	all = pending;
	if (value.function) {
		pattern_add_pending(r, value.pending, &all);
		value.pending = all;
	}
	return value;
}

static Value if_fault(Reader *r, const Term *term, const char *expected,
		      const char *message)
{
	read_error(r, E0101, term->at, term_type_text(r, term->type), expected,
		   "%s", message);
	return failed;
}

static Value form_if(Reader *r, const Node *list, const Scope *scope)
{
	Term *kids[3];

	if (!has_count(r, list, 3, 3))
		return failed;
	for (int i = 0; i < 3; i++) {
		kids[i] = elaborate_term(r, list->kids[i + 1], scope);
		if (!kids[i])
			return failed;
	}
	if (!unify(r->unifier, kids[0]->type,
		   type_scalar(r->ir, SCALAR_BOOL)))
		return if_fault(r, kids[0], "bool",
				"the condition of if is a bool");
	if (!unify(r->unifier, kids[1]->type, kids[2]->type))
		return if_fault(r, kids[2], term_type_text(r, kids[1]->type),
				"the branches of if have one type");
	return elaborate_value(term_new(r, EXPR_IF, list, kids[1]->type, 3,
					kids));
}

static Value form_tuple(Reader *r, const Node *list, const Scope *scope)
{
	Term **parts;

	if (!has_count(r, list, 2, 64))
		return failed;
	parts = ARENA_ARRAY(r->arena, Term *, list->count);
	for (int i = 1; i < list->count; i++) {
		parts[i - 1] = elaborate_term(r, list->kids[i], scope);
		if (!parts[i - 1])
			return failed;
	}
	return elaborate_value(term_tuple(r, list, list->count - 1, parts));
}

static Value form_get(Reader *r, const Node *list, const Scope *scope)
{
	const Node *index;
	Value get, tuple;

	if (!has_count(r, list, 1, 2))
		return failed;
	index = list->kids[1];
	if (index->kind != NODE_INTEGER || index->integer < 0
	    || index->integer > 63) {
		read_error(r, E0008, index, read_found(r, index),
			   "the number of a part, from 0 on",
			   "get is not well formed");
		return failed;
	}
	get = function_value(r, (Function){ .kind = FUNCTION_GET, .at = list,
					    .index = (int)index->integer });
	if (list->count == 2)
		return get;
	tuple = elaborate(r, list->kids[2], scope);
	return elaborate_failed(tuple) ? failed
		: elaborate_apply(r, get, list, 1, &tuple);
}

static Value size_value(Reader *r, const Node *list, const Size *size)
{
	Term *term = term_new(r, EXPR_SIZE, list,
			      unify_open(r->unifier, OPEN_SIZE), 0, NULL);
	const Size **sizes = ARENA_NEW(r->arena, const Size *);

	sizes[0] = size;
	term->sizes = sizes;
	return elaborate_value(term);
}

/* The length of a list, where that is what the name stands for. */
static Term *length_named(const Node *node, const Scope *scope)
{
	if (node->kind != NODE_STRING)
		return NULL;
	while (scope && (scope_is_value(scope)
			 || strcmp(scope->name, node->string)))
		scope = scope->up;
	return scope && scope->count ? scope->value.term : NULL;
}

static Value form_size(Reader *r, const Node *list, const Scope *scope)
{
	const Size *size;
	Term *length;

	if (!has_count(r, list, 1, 1))
		return failed;
	length = length_named(list->kids[1], scope);
	if (length)
		return elaborate_value(length);
	size = read_size(r, list->kids[1], scope);
	return size ? size_value(r, list, size) : failed;
}

/* How many elements, or rows; NULL: it has none. */
static Term *length_of(Reader *r, const Node *list, Term *term)
{
	const Type *type = unify_find(r->unifier, term->type);

	if (type_is(type, SHAPE_LIST))
		return term_get(r, 1, term, list);
	if (!type_is(type, SHAPE_ROWS))
		type = unify_array(r->unifier, term->type);
	return type ? size_value(r, list, type->length).term : NULL;
}

static Value form_length(Reader *r, const Node *list, const Scope *scope)
{
	Term *term, *length;

	if (!has_count(r, list, 1, 1))
		return failed;
	term = elaborate_term(r, list->kids[1], scope);
	if (!term)
		return failed;
	length = length_of(r, list, term);
	if (length)
		return elaborate_value(length);
	read_error(r, E0101, term->at, term_type_text(r, term->type),
		   "an array", "length needs an array");
	return failed;
}

static Value form_offsets(Reader *r, const Node *list, const Scope *scope)
{
	Term *term;

	if (!has_count(r, list, 1, 1))
		return failed;
	term = elaborate_term(r, list->kids[1], scope);
	if (!term)
		return failed;
	if (type_is(term_type(r, term), SHAPE_ROWS))
		return elaborate_value(term_get(r, 1, term, list));
	read_error(r, E0101, term->at, term_type_text(r, term->type), "rows",
		   "offsets needs rows");
	return failed;
}

static Value form_compose(Reader *r, const Node *list, const Scope *scope)
{
	Value *given;

	if (!has_count(r, list, 1, 1000))
		return failed;
	given = ARENA_ARRAY(r->arena, Value, list->count);
	for (int i = 1; i < list->count; i++) {
		Value value = elaborate(r, list->kids[i], scope);

		if (elaborate_failed(value))
			return failed;
		if (value.term) {
			read_error(r, E0102, list->kids[i],
				   term_type_text(r, value.term->type),
				   "a function", "compose takes functions");
			return failed;
		}
		given[i - 1] = value;
	}
	return function_value(r, (Function){ .kind = FUNCTION_COMPOSE,
					     .at = list, .given = given,
					     .count = list->count - 1 });
}

/* 0 <= i and i < end, computed as i64. */
static Term *in_range(Reader *r, const Node *list, Term *index, Term *end)
{
	Term *zero, *wide = elaborate_convert(r, SCALAR_I64, list, index);
	Term *pair[2];

	zero = elaborate_integer(r, list, 0);
	if (!wide || !end)
		return NULL;
	pair[0] = elaborate_op(r, OP_LE, list, 2,
			       (Term *[]){ zero, wide }).term;
	pair[1] = elaborate_op(r, OP_LT, list, 2,
			       (Term *[]){ wide, end }).term;
	if (!pair[0] || !pair[1])
		return NULL;
	return elaborate_op(r, OP_AND, list, 2, pair).term;
}

static Term *read_element(Reader *r, const Node *list, const Value values[2])
{
	const Function of_array = { .kind = FUNCTION_PRIM, .at = list,
				    .prim = PRIM_AT, .count = 1,
				    .given = values,
				    .given_at = &list->kids[1] };

	return elaborate_prim_apply(r, &of_array, list, 1, &values[1]).term;
}

/* ["at", xs, i, default]: the default where i is out of range. */
static Value at_default(Reader *r, const Node *list, const Scope *scope)
{
	const Pending *pending = NULL;
	Value values[2];
	Term *kids[3], *index, *end;

	for (int i = 0; i < 3; i++) {
		kids[i] = elaborate_term(r, list->kids[i + 1], scope);
		if (!kids[i])
			return failed;
	}
	if (type_is(term_type(r, kids[0]), SHAPE_LIST))
		kids[0] = pattern_share(r, kids[0], NULL, &pending);
	end = length_of(r, list, kids[0]);
	index = pattern_share(r, kids[1], NULL, &pending);
	values[0] = elaborate_value(kids[0]);
	values[1] = elaborate_value(index);
	kids[1] = index ? read_element(r, list, values) : NULL;
	if (!kids[1])
		return failed;
	kids[0] = in_range(r, list, index, end);
	if (!kids[0])
		return failed;
	if (!unify(r->unifier, kids[1]->type, kids[2]->type))
		return if_fault(r, kids[2], term_type_text(r, kids[1]->type),
				"the default is of the elements' type");
	index = term_new(r, EXPR_IF, list, kids[1]->type, 3, kids);
	return elaborate_value(index ? term_wrap(r, index, pending, NULL)
				     : NULL);
}

static Value form_at(Reader *r, const Node *list, const Scope *scope)
{
	return list->count == 4 ? at_default(r, list, scope)
				: elaborate_prim(r, PRIM_AT, 0, list, scope);
}

static Value form_bits(Reader *r, const Node *list, const Scope *scope)
{
	const Node *name = list->kids[list->count > 1];
	Scalar scalar = SCALAR_COUNT;
	Term *term;

	if (!has_count(r, list, 2, 2))
		return failed;
	if (name->kind == NODE_STRING)
		scalar = scalar_named(name->string, strlen(name->string));
	if (scalar == SCALAR_COUNT || scalar == SCALAR_BOOL) {
		read_error(r, E0008, name, read_found(r, name),
			   "the name of a number type",
			   "bits is not well formed");
		return failed;
	}
	term = elaborate_term(r, list->kids[2], scope);
	if (!term)
		return failed;
	return elaborate_value(term_new(r, EXPR_BITS, list,
					type_scalar(r->ir, scalar), 1, &term));
}

typedef struct FormRow {
	const char *name;
	ElaborateForm *form;
} FormRow;

static const FormRow forms[] = {
	{ "fun", form_fun }, { "let", form_let }, { "if", form_if },
	{ "tuple", form_tuple }, { "get", form_get }, { "size", form_size },
	{ "length", form_length }, { "offsets", form_offsets }, { "compose", form_compose },
	{ "bits", form_bits }, { "at", form_at }, { "opencl", elaborate_opencl },
};

ElaborateForm *elaborate_form(const char *name)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (!strcmp(forms[i].name, name))
			return forms[i].form;
	return elaborate_derived(name);
}

const char *elaborate_form_name(int i)
{
	const int count = sizeof forms / sizeof *forms;

	return i < count ? forms[i].name : elaborate_derived_name(i - count);
}

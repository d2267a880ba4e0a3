/* Primitives that others define (language.md): generate maps the indices,
 * gather reads an array at mapped indices, array and pad with a constant are
 * concatenations, iterate over arrays that change their length is a chain. So
 * the rules, the evaluator and code generation know them already. */
#include <string.h>

#include "ir/front/derived.h"

enum { CONCAT_MAX = 64 };

static const Value failed = { NULL, NULL, NULL };

static Value map_indices(Reader *r, const Node *list, const Size *size,
			 Value function)
{
	const Value kids[] = { function, derived_indices(r, list, size) };

	return derived_prim(r, PRIM_MAP, list, NULL, 2, kids);
}

static Value fill(Reader *r, const Node *list, const Size *size, Value value)
{
	return derived_prim(r, PRIM_FILL, list, size, 1, &value);
}

/* -- generate, gather ------------------------------------------------------ */

static Value form_generate(Reader *r, const Node *list, const Scope *scope)
{
	const Size *size;
	Value function;

	if (list->count != 3)
		return derived_wrong_count(r, list, "2");
	size = read_size(r, list->kids[1], scope);
	function = elaborate(r, list->kids[2], scope);
	if (!size || elaborate_failed(function))
		return failed;
	if (!function.function) {
		read_error(r, E0102, list->kids[2],
			   term_type_text(r, function.term->type), "a function",
			   "generate needs a function here");
		return failed;
	}
	if (function.function->kind == FUNCTION_ID)
		return derived_indices(r, list, size);
	return map_indices(r, list, size, function);
}

static Value reader_of(Reader *r, const Node *list, Term *xs, Value function)
{
	Value *given = ARENA_ARRAY(r->arena, Value, 3);
	const Node **nodes = ARENA_NEW(r->arena, const Node *);

	given[0] = elaborate_value(xs);
	nodes[0] = xs->at;
	given[1] = derived_function(r, (Function){
		.kind = FUNCTION_PRIM, .at = list, .prim = PRIM_AT,
		.count = 1, .given = given, .given_at = nodes });
	given[2] = function;
	return derived_function(r, (Function){ .kind = FUNCTION_COMPOSE,
					     .at = list, .count = 2,
					     .given = given + 1 });
}

static Value gather(Reader *r, const Node *list, const Size *size,
		    Value function, Term *xs)
{
	const bool is_list = type_is(term_type(r, xs), SHAPE_LIST);
	const Type *array = is_list ? term_type(r, xs)
				    : unify_array(r->unifier, xs->type);
	const Pending *pending = NULL;
	Value value;

	if (!array || !function.function) {
		read_error(r, array ? E0102 : E0101,
			   array ? function.term->at : xs->at,
			   term_type_text(r, array ? function.term->type
						   : xs->type),
			   array ? "a function" : "an array",
			   "gather needs a function and an array");
		return failed;
	}
	xs = pattern_share(r, xs, NULL, &pending);
	value = is_list && !size ? derived_gather(r, list, function, xs)
		: map_indices(r, list, size ? size : array->length,
			      reader_of(r, list, xs, function));
	return elaborate_value(value.term ? term_wrap(r, value.term, pending,
						      NULL) : NULL);
}

static Value form_gather(Reader *r, const Node *list, const Scope *scope)
{
	const Size *size = NULL;
	Value function;
	Term *xs;

	if (list->count == 2)
		return derived_partial(r, list, scope);
	if (list->count != 3 && list->count != 4)
		return derived_wrong_count(r, list, "2 or 3, or the function only");
	if (list->count == 4) {
		size = read_size(r, list->kids[1], scope);
		if (!size)
			return failed;
	}
	function = elaborate(r, list->kids[list->count - 2], scope);
	xs = elaborate_term(r, list->kids[list->count - 1], scope);
	return xs && !elaborate_failed(function)
		? gather(r, list, size, function, xs) : failed;
}

/* -- array, pad ------------------------------------------------------------ */

/* Concatenations of concatenations where they are many. */
static Value concat(Reader *r, const Node *list, int count, Value *parts)
{
	while (count > CONCAT_MAX) {
		int groups = 0;

		for (int i = 0; i < count; i += CONCAT_MAX) {
			int n = count - i < CONCAT_MAX ? count - i : CONCAT_MAX;

			parts[groups] = n == 1 ? parts[i]
				: derived_prim(r, PRIM_CONCAT, list, NULL, n,
					       &parts[i]);
			if (elaborate_failed(parts[groups++]))
				return failed;
		}
		count = groups;
	}
	return count == 1 ? parts[0]
			  : derived_prim(r, PRIM_CONCAT, list, NULL, count,
				       parts);
}

/* An element of an array whose first element is of that type, if any is. */
static Term *array_part(Reader *r, const Node *node, const Scope *scope,
			const Type *first)
{
	Term *part = elaborate_term(r, node, scope);

	if (!part || !first || unify(r->unifier, first, part->type))
		return part;
	read_error(r, E0101, part->at, term_type_text(r, part->type),
		   term_type_text(r, first), "array needs values of one type");
	return NULL;
}

static Value form_array(Reader *r, const Node *list, const Scope *scope)
{
	Value *parts = ARENA_ARRAY(r->arena, Value, list->count);
	const Size *one = size_const(r->ir, 1);
	const Type *first = NULL;
	int count = list->count - 1;

	if (!count)
		return derived_wrong_count(r, list, "1 or more");
	for (int i = 0; i < count; i++) {
		Term *part = array_part(r, list->kids[i + 1], scope, first);

		if (!part)
			return failed;
		first = part->type;
		parts[i] = fill(r, list, one, elaborate_value(part));
	}
	return concat(r, list, count, parts);
}

static bool is_array(Reader *r, const Type *type)
{
	const Type *found = unify_find(r->unifier, type);

	return found->kind == TYPE_ARRAY
	    || (found->kind == TYPE_OPEN
		&& unify_class(r->unifier, found) == OPEN_FILL);
}

/* The value as an element of that type: repeated where that is an array. */
static Value spread(Reader *r, const Node *list, const Type *type, Value value)
{
	type = unify_find(r->unifier, type);
	if (elaborate_failed(value) || type->kind != TYPE_ARRAY
	    || is_array(r, value.term->type))
		return value;
	return fill(r, list, type->length,
		    spread(r, list, type->element, value));
}

static Value pad_const(Reader *r, const Node *list, const Scope *scope,
		       const Node *constant)
{
	const Size *left = read_size(r, list->kids[1], scope);
	const Size *right = read_size(r, list->kids[2], scope);
	Term *value = elaborate_term(r, constant, scope);
	Term *xs = elaborate_term(r, list->kids[4], scope);
	const Pending *pending = NULL;
	const Type *array;
	Value parts[3], element;

	if (!left || !right || !value || !xs)
		return failed;
	array = unify_array(r->unifier, xs->type);
	if (!array) {
		read_error(r, E0101, xs->at, term_type_text(r, xs->type),
			   "an array", "pad needs an array");
		return failed;
	}
	value = pattern_share(r, value, NULL, &pending);
	element = spread(r, list, array->element, elaborate_value(value));
	parts[0] = fill(r, list, left, element);
	parts[1] = elaborate_value(xs);
	parts[2] = fill(r, list, right, element);
	element = derived_prim(r, PRIM_CONCAT, list, NULL, 3, parts);
	return elaborate_value(element.term ? term_wrap(r, element.term,
							pending, NULL) : NULL);
}

/* The constant of ["const", v], or NULL. */
static const Node *constant_mode(const Node *mode)
{
	return mode->kind == NODE_LIST && mode->count == 2
	    && mode->kids[0]->kind == NODE_STRING
	    && !strcmp(mode->kids[0]->string, "const") ? mode->kids[1] : NULL;
}

/* The primitive that pads so, or PRIM_COUNT. */
static Prim pad_named(const Node *mode)
{
	for (int prim = 0; prim < PRIM_COUNT; prim++)
		if (mode->kind == NODE_STRING && prim_mode((Prim)prim)
		    && !strcmp(prim_mode((Prim)prim), mode->string))
			return (Prim)prim;
	return PRIM_COUNT;
}

static Value form_pad(Reader *r, const Node *list, const Scope *scope)
{
	const Node *constant;

	if (list->count != 4 && list->count != 5)
		return derived_wrong_count(r, list, "4, or all but the last");
	if (pad_named(list->kids[3]) != PRIM_COUNT)
		return elaborate_prim(r, pad_named(list->kids[3]), 0, list,
				      scope);
	constant = constant_mode(list->kids[3]);
	if (!constant) {
		read_error(r, E0008, list->kids[3],
			   read_found(r, list->kids[3]),
			   "\"clamp\", \"mirror\", \"wrap\" or [\"const\", v]",
			   "an unknown way to pad");
		return failed;
	}
	return list->count == 4 ? derived_partial(r, list, scope)
				: pad_const(r, list, scope, constant);
}

/* -- all ------------------------------------------------------------------- */

typedef struct DerivedRow {
	const char *name, *signature;
	ElaborateForm *form;
} DerivedRow;

static const DerivedRow rows[] = {
	{ "generate", "n1", form_generate },
	{ "gather", "1x", form_gather },
	{ "array", "x*", form_array },
	{ "pad", "nnmx", form_pad },
	{ "iterate", "n1x", derived_iterate },
};

static const DerivedRow *find(const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

ElaborateForm *elaborate_derived(const char *name)
{
	const DerivedRow *row = find(name);

	if (row)
		return row->form;
	return derived_template_signature(name) ? derived_template : NULL;
}

const char *elaborate_derived_name(int i)
{
	const int count = (int)(sizeof rows / sizeof *rows);

	return i < count ? rows[i].name : derived_template_name(i - count);
}

const char *elaborate_derived_signature(const char *name, int count)
{
	const DerivedRow *row = find(name);

	if (!row)
		return derived_template_signature(name);
	return row->form == form_gather && count == 3 ? "n1x"
						      : row->signature;
}

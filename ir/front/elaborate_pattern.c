/* Parameters: names, typed names and patterns of tuples; binding them. */
#include <string.h>

#include "ir/front/term.h"

int pattern_split(const char *text, int *type_from)
{
	const char *colon = strchr(text, ':');
	int length = colon ? (int)(colon - text) : (int)strlen(text);

	*type_from = colon ? length + 1 : 0;
	while (length && text[length - 1] == ' ')
		length--;
	return length;
}

static bool read_name(Reader *r, const Node *node, Pattern *pattern)
{
	int length = pattern_split(node->string, &pattern->type_from);
	const char *name = ir_name(r->ir, node->string, (size_t)length);
	Place place = json_part_place(&r->json, node, 0);

	if (!strcmp(name, "_"))
		return true;
	place.width = length ? length : 1;
	pattern->name = name;
	return read_name_ok(r, name, &place, true);
}

static bool read_parts(Reader *r, const Node *list, Pattern *pattern)
{
	Pattern *parts = ARENA_ARRAY(r->arena, Pattern, list->count + 1);

	for (int i = 0; i < list->count; i++)
		if (!pattern_read(r, list->kids[i], &parts[i]))
			return false;
	pattern->parts = parts;
	pattern->count = list->count;
	return true;
}

bool pattern_read(Reader *r, const Node *node, Pattern *pattern)
{
	*pattern = (Pattern){ .at = node };
	if (node->kind == NODE_STRING)
		return read_name(r, node, pattern);
	if (node->kind == NODE_LIST && node->count >= 2 && node->count <= 64)
		return read_parts(r, node, pattern);
	read_error(r, E0008, node, read_found(r, node),
		   "a name, \"_\", \"name: type\" or a list of two or more "
		   "of them", "a parameter is not well formed");
	return false;
}

static bool mentions(const Pattern *pattern, const char *name)
{
	for (int i = 0; i < pattern->count; i++)
		if (mentions(&pattern->parts[i], name))
			return true;
	return pattern->name == name;
}

/* No name twice: not in parts[i] and any of the parts before it. */
static bool distinct(Reader *r, const Pattern *all, int before,
		     const Pattern *pattern)
{
	for (int i = 0; pattern->name && i < before; i++)
		if (mentions(&all[i], pattern->name)) {
			read_error(r, E0202, pattern->at, pattern->name,
				   "another name, or \"_\"",
				   "two parameters have one name");
			return false;
		}
	for (int i = 0; i < pattern->count; i++)
		if (!distinct(r, all, before, &pattern->parts[i])
		    || !distinct(r, pattern->parts, i, &pattern->parts[i]))
			return false;
	return true;
}

const Pattern *pattern_list(Reader *r, const Node *list)
{
	Pattern *patterns;

	if (list->kind != NODE_LIST || !list->count || list->count > 64) {
		read_error(r, E0008, list, read_found(r, list),
			   "a list of one or more parameters",
			   "the parameters of fun are not well formed");
		return NULL;
	}
	patterns = ARENA_ARRAY(r->arena, Pattern, list->count);
	for (int i = 0; i < list->count; i++)
		if (!pattern_read(r, list->kids[i], &patterns[i])
		    || !distinct(r, patterns, i, &patterns[i]))
			return NULL;
	return patterns;
}

/* -- sharing --------------------------------------------------------------- */

static Term *shared_tuple(Reader *r, Term *tuple, const Pattern *name,
			  const Pending **pending)
{
	bool parts_named = name && name->count == tuple->kid_count;
	Term *parts[64];

	for (int i = 0; i < tuple->kid_count; i++)
		parts[i] = pattern_share(r, tuple->kids[i],
				  parts_named ? &name->parts[i] : name,
				  pending);
	return term_tuple(r, tuple->at, tuple->kid_count, parts);
}

Term *pattern_share(Reader *r, Term *term, const Pattern *name,
		    const Pending **pending)
{
	Pending *let;
	Term *var;

	if (term_is_trivial(term))
		return term;
	if (term->kind == EXPR_TUPLE)
		return shared_tuple(r, term, name, pending);
	let = ARENA_NEW(r->arena, Pending);
	*let = (Pending){ *pending, r->variables++, term, name };
	*pending = let;
	var = term_var(r, let->variable, term->type, term->at);
	var->height = term->height;
	return var;
}

Term *const *pattern_spread(Reader *r, Term *tuple, int count,
			    const Pattern *name, const Pending **pending)
{
	const Type *type = term_type(r, tuple);
	Term **parts;

	if (!type_is(type, SHAPE_NONE) || type->count != count)
		return NULL;
	parts = ARENA_ARRAY(r->arena, Term *, count);
	tuple = pattern_share(r, tuple, name, pending);
	for (int i = 0; i < count; i++) {
		parts[i] = term_get(r, i, tuple, tuple->at);
		if (!parts[i])
			return NULL;
	}
	return parts;
}

/* -- binding --------------------------------------------------------------- */

static void push(Reader *r, const Scope **scope, const char *name, Value value)
{
	Scope *inner = ARENA_NEW(r->arena, Scope);

	*inner = (Scope){ .up = *scope, .name = name, .value = value };
	*scope = inner;
}

void pattern_add_pending(Reader *r, const Pending *lets,
			 const Pending **pending)
{
	Pending *copy;

	if (!lets)
		return;
	pattern_add_pending(r, lets->up, pending);
	copy = ARENA_NEW(r->arena, Pending);
	*copy = *lets;
	copy->up = *pending;
	*pending = copy;
}

static bool bind_function(Reader *r, const Pattern *pattern, Value value,
			  const Node *at, const Scope **scope,
			  const Pending **pending)
{
	if (pattern->count || pattern->type_from) {
		read_error(r, E0102, at, "a function",
			   pattern->count ? "a tuple" : "a value of this type",
			   "a function stands where a value is asked for");
		return false;
	}
	pattern_add_pending(r, value.pending, pending);
	value.pending = NULL;
	if (pattern->name)
		push(r, scope, pattern->name, value);
	return true;
}

static bool bind_parts(Reader *r, const Pattern *pattern, Term *term,
		       const Scope **scope, const Scope *first,
		       const Pending **pending)
{
	Term *const *parts = pattern_spread(r, term, pattern->count, pattern,
					    pending);

	if (!parts) {
		read_error(r, E0101, pattern->at,
			   term_type_text(r, term->type),
			   arena_printf(r->arena, "a tuple of %d",
					pattern->count),
			   "the value does not match the parameters");
		return false;
	}
	for (int i = 0; i < pattern->count; i++)
		if (!pattern_bind(r, &pattern->parts[i],
				  elaborate_value(parts[i]), parts[i]->at,
				  scope, first, pending))
			return false;
	return true;
}

bool pattern_bind(Reader *r, const Pattern *pattern, Value value,
		  const Node *at, const Scope **scope, const Scope *first,
		  const Pending **pending)
{
	if (value.function)
		return bind_function(r, pattern, value, at, scope, pending);
	if (pattern->type_from
	    && type_is(term_type(r, value.term), SHAPE_LIST))
		value.term = pattern_share(r, value.term, pattern, pending);
	if (pattern->type_from
	    && !pattern_type(r, pattern, value.term, scope, first))
		return false;
	if (pattern->count)
		return bind_parts(r, pattern, value.term, scope, first,
				  pending);
	if (!pattern->name)
		return true;
	value.term = pattern_share(r, value.term, pattern, pending);
	if (value.term)
		push(r, scope, pattern->name, value);
	return value.term != NULL;
}

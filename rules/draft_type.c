/* Types of rules: vectors of unknown width, and the C-like notation. */
#include <string.h>

#include "rules/draft.h"

static bool is_vector(const Type *type)
{
	return type->kind == TYPE_OPEN && type->number >= DRAFT_VECTORS;
}

static const Type *vector_leaf(Draft *draft, const Type *lane,
			       const Size *width)
{
	int i = 0;

	while (i < draft->vector_count
	       && (draft->vectors[i].lane != lane
		   || draft->vectors[i].width != width))
		i++;
	if (i == DRAFT_VECTORS_MAX)
		return NULL;
	draft->vectors[i] = (DraftVector){ lane, width };
	if (i == draft->vector_count)
		draft->vector_count++;
	return type_open(draft->ir, DRAFT_VECTORS + i);
}

/* Widths are powers of two; a rule is told so by the place it uses them in. */
static void mark_width(Draft *draft, const Size *width)
{
	for (int i = 0; i < draft->rule->var_count; i++) {
		RuleVar *var = &draft->rule->vars[i];

		if (var->kind == VAR_SIZE
		    && size_var(draft->ir, var->name) == width)
			var->kind = VAR_WIDTH;
	}
}

const Type *draft_vector(Draft *draft, const Type *of, const Size *width)
{
	const Type *parts[64];

	mark_width(draft, width);
	if (of->kind == TYPE_ARRAY) {
		const Type *element = draft_vector(draft, of->element, width);

		return element ? type_array(draft->ir, element, of->length)
			       : NULL;
	}
	if (of->kind != TYPE_TUPLE)
		return is_vector(of) ? NULL : vector_leaf(draft, of, width);
	for (int i = 0; i < of->count; i++) {
		parts[i] = draft_vector(draft, of->parts[i], width);
		if (!parts[i])
			return NULL;
	}
	return type_tuple(draft->ir, of->count, parts);
}

static const Type *lane_leaf(Draft *draft, const Type *type,
			     const Size **width)
{
	const DraftVector *vector;

	if (!is_vector(type))
		return NULL;
	vector = &draft->vectors[type->number - DRAFT_VECTORS];
	if (*width && *width != vector->width)
		return NULL;
	*width = vector->width;
	return vector->lane;
}

static const Type *lane(Draft *draft, const Type *type, const Size **width)
{
	const Type *parts[64];

	if (type->kind == TYPE_ARRAY) {
		const Type *element = lane(draft, type->element, width);

		return element ? type_array(draft->ir, element, type->length)
			       : NULL;
	}
	if (type->kind != TYPE_TUPLE)
		return lane_leaf(draft, type, width);
	for (int i = 0; i < type->count; i++) {
		parts[i] = lane(draft, type->parts[i], width);
		if (!parts[i])
			return NULL;
	}
	return type_tuple(draft->ir, type->count, parts);
}

const Type *draft_lane(Draft *draft, const Type *type, const Size **width)
{
	*width = NULL;
	return lane(draft, type, width);
}

static void tuple_text(const Draft *draft, Text *text, const Type *type)
{
	text_char(text, '(');
	for (int i = 0; i < type->count; i++) {
		text_put(text, i ? ", " : "");
		draft_type_text(draft, text, type->parts[i]);
	}
	text_char(text, ')');
}

static void vector_text(const Draft *draft, Text *text, const Type *type)
{
	const DraftVector *vector =
		&draft->vectors[type->number - DRAFT_VECTORS];

	text_char(text, '<');
	draft_type_text(draft, text, vector->lane);
	text_put(text, "; ");
	size_text(text, vector->width);
	text_char(text, '>');
}

void draft_type_text(const Draft *draft, Text *text, const Type *type)
{
	const Type *element = type;

	while (element->kind == TYPE_ARRAY)
		element = element->element;
	if (element->kind == TYPE_TUPLE)
		tuple_text(draft, text, element);
	else if (element->kind == TYPE_SCALAR)
		text_put(text, scalar_name(element->scalar));
	else if (is_vector(element))
		vector_text(draft, text, element);
	else
		text_put(text, draft->rule->types[element->number]);
	for (; type->kind == TYPE_ARRAY; type = type->element) {
		text_char(text, '[');
		size_text(text, type->length);
		text_char(text, ']');
	}
}

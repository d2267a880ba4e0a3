/* Sizes and types of a rule in the form that matching works on. */
#include <string.h>

#include "rules/draft.h"

static bool term_pattern(const Draft *draft, const SizeTerm *term,
			 SizeTermPattern *pattern)
{
	*pattern = (SizeTermPattern){ .factor = term->factor };
	for (int i = 0; i < term->count; i++) {
		const SizeAtom *atom = term->atoms[i];
		int var = atom->kind == ATOM_VAR ? draft_var(draft, atom->name)
						 : -1;

		if (var < 0 || pattern->count == RULE_VARS_MAX)
			return false;
		pattern->vars[pattern->count++] = (unsigned char)var;
	}
	return term->factor > 0;
}

const SizePattern *draft_size_pattern(const Draft *draft, const Size *size)
{
	SizePattern *pattern = ARENA_NEW(draft->arena, SizePattern);
	SizeTermPattern *terms = ARENA_ARRAY(draft->arena, SizeTermPattern,
					     size->count + 1);

	for (int i = 0; i < size->count; i++)
		if (!term_pattern(draft, &size->terms[i], &terms[i]))
			return NULL;
	pattern->count = size->count;
	pattern->terms = terms;
	return pattern;
}

static const TypePattern *one_part(const Draft *draft, TypePattern *pattern,
				   const Type *part, const Size *length)
{
	const TypePattern **parts = ARENA_NEW(draft->arena,
					      const TypePattern *);

	parts[0] = draft_type_pattern(draft, part);
	pattern->parts = parts;
	pattern->count = 1;
	pattern->length = draft_size_pattern(draft, length);
	return pattern;
}

static const TypePattern *open_pattern(const Draft *draft,
				       TypePattern *pattern, const Type *type)
{
	const DraftVector *vector;

	if (type->number < DRAFT_VECTORS) {
		pattern->kind = TP_VAR;
		pattern->var = type->number;
		return pattern;
	}
	pattern->kind = TP_VECTOR;
	vector = &draft->vectors[type->number - DRAFT_VECTORS];
	return one_part(draft, pattern, vector->lane, vector->width);
}

const TypePattern *draft_type_pattern(const Draft *draft, const Type *type)
{
	TypePattern *pattern = ARENA_NEW(draft->arena, TypePattern);
	const TypePattern **parts;

	switch (type->kind) {
	case TYPE_SCALAR:
		pattern->kind = TP_SCALAR;
		pattern->scalar = type->scalar;
		return pattern;
	case TYPE_ARRAY:
		pattern->kind = TP_ARRAY;
		return one_part(draft, pattern, type->element, type->length);
	case TYPE_TUPLE:
		parts = ARENA_ARRAY(draft->arena, const TypePattern *,
				    type->count);
		for (int i = 0; i < type->count; i++)
			parts[i] = draft_type_pattern(draft, type->parts[i]);
		pattern->kind = TP_TUPLE;
		pattern->count = type->count;
		pattern->parts = parts;
		return pattern;
	default:
		return open_pattern(draft, pattern, type);
	}
}

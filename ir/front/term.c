#include "ir/front/term.h"

#include <string.h>

enum { HEIGHT_MAX = 1000 };

static bool too_high(Reader *r, Term *term)
{
	if (term->height <= HEIGHT_MAX)
		return false;
	read_error(r, E0002, term->at, "many more levels",
		   "at most 250 levels after inlining",
		   "the expression is nested too deep");
	return true;
}

Term *term_new(Reader *r, ExprKind kind, const Node *at, const Type *type,
	       int kid_count, Term *const *kids)
{
	Term *term = ARENA_NEW(r->arena, Term);
	Term **copy = ARENA_ARRAY(r->arena, Term *, kid_count + 1);

	*term = (Term){ .kind = kind, .at = at, .use = r->use, .type = type,
			.kid_count = kid_count, .kids = copy };
	for (int i = 0; i < kid_count; i++) {
		copy[i] = kids[i];
		if (kids[i]->height > term->height)
			term->height = kids[i]->height;
	}
	term->height++;
	return too_high(r, term) ? NULL : term;
}

Term *term_var(Reader *r, int variable, const Type *type, const Node *at)
{
	const char *name = arena_printf(r->arena, "length %d", variable);
	Term *term = term_new(r, EXPR_VAR, at, term_counted(r, type, name), 0,
			      NULL);

	term->index = variable;
	return term;
}

const Type *term_counted(Reader *r, const Type *type, const char *name)
{
	const Type *now = unify_current(r->unifier, type);

	return type_has_shape(now) ? type_counted(r->ir, now, name) : type;
}

const Type *term_counted_as(Reader *r, const Type *list, const Term *rows)
{
	const bool is_input = rows->kind == EXPR_INPUT;

	if ((rows->kind != EXPR_VAR && !is_input)
	    || !type_is(term_type(r, rows), SHAPE_ROWS))
		return list;
	return term_counted(r, list, arena_printf(r->arena, "all of %s %d",
						  is_input ? "input" : "rows",
						  rows->index));
}

Term *term_get(Reader *r, int index, Term *tuple, const Node *at)
{
	Term *term;

	if (tuple->kind == EXPR_TUPLE)
		return tuple->kids[index];
	term = term_new(r, EXPR_GET, at, term_type(r, tuple)->parts[index], 1,
			&tuple);
	if (term)
		term->index = index;
	return term;
}

Term *term_tuple(Reader *r, const Node *at, int count, Term *const *parts)
{
	const Type *types[64];

	if (count > 64) {
		read_error(r, E0103, at, "more than 64 parts", "at most 64",
			   "a tuple has too many parts");
		return NULL;
	}
	for (int i = 0; i < count; i++)
		types[i] = parts[i]->type;
	return term_new(r, EXPR_TUPLE, at, type_tuple(r->ir, count, types),
			count, parts);
}

Term *term_wrap(Reader *r, Term *term, const Pending *pending,
		const Pending *until)
{
	for (; term && pending != until; pending = pending->up) {
		Term *kids[] = { pending->value, term };
		const Pattern **names = ARENA_NEW(r->arena, const Pattern *);

		names[0] = pending->name;
		term = term_new(r, EXPR_LET, term->at, term->type, 2, kids);
		if (!term)
			return NULL;
		term->index = pending->variable;
		term->names = names;
	}
	return term;
}

bool term_is_trivial(const Term *term)
{
	while (term->kind == EXPR_GET)
		term = term->kids[0];
	return term->kind == EXPR_INPUT || term->kind == EXPR_VAR
	    || term->kind == EXPR_LITERAL || term->kind == EXPR_SIZE;
}

const Type *term_type(Reader *r, const Term *term)
{
	return unify_find(r->unifier, term->type);
}

const char *term_type_text(Reader *r, const Type *type)
{
	Text text = { 0 };
	const char *kept;

	unify_text(r->unifier, &text, type);
	kept = arena_strdup(r->arena, text_string(&text));
	text_free(&text);
	return kept;
}

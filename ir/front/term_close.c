/* Closing: from Terms with open types to Exprs with final ones; every node is
 * typed once more, now that nothing is open. */
#include <assert.h>
#include <string.h>

#include "ir/front/term.h"

/* So that the normal form can be read back, and every node has a Path. */
enum { HEIGHT_MAX = 250 };

typedef struct Close {
	Reader *r;
	int *levels; /* by variable: number of binders around its own */
	int depth;
} Close;

static const Expr *close_term(Close *c, const Term *term);

static const Size *final_size(const Close *c, const Size *size)
{
	return read_final_size(c->r, size);
}

static const Type *final_type(const Close *c, const Type *type)
{
	return read_final_type(c->r, unify_close(c->r->unifier, type));
}

static const Expr *refused(Close *c, const Term *term, DiagCode code,
			   const char *found, const char *expected,
			   const char *message)
{
	c->r->use = term->use;
	read_error(c->r, code, term->at, found, expected, "%s", message);
	c->r->use = NULL;
	return NULL;
}

static const char *text_of(Close *c, const Type *type)
{
	return type_string(c->r->ir, type);
}

/* -- leaves ---------------------------------------------------------------- */

static const Expr *close_input(Close *c, const Term *term)
{
	return expr_input(c->r->ir, term->index, final_type(c, term->type));
}

static const Expr *close_var(Close *c, const Term *term)
{
	int level = c->levels[term->index];

	assert(level >= 0);
	return expr_var(c->r->ir, c->depth - 1 - level,
			final_type(c, term->type));
}

static const Expr *close_literal(Close *c, const Term *term)
{
	const Expr *literal;

	c->r->use = term->use;
	literal = elaborate_literal_close(c->r, term,
					  final_type(c, term->type));
	c->r->use = NULL;
	return literal;
}

static bool size_fits(const Size *size, Scalar scalar)
{
	int bits = (int)scalar_bytes(scalar) * 8;

	if (!scalar_is_int(scalar) || bits == 64)
		return scalar != SCALAR_BOOL;
	return size->value <= INT64_MAX >> (64 - bits
					    - !scalar_is_signed(scalar));
}

static const Expr *close_size(Close *c, const Term *term)
{
	const Type *type = final_type(c, term->type);
	const Size *size = final_size(c, term->sizes[0]);
	Text found = { 0 };

	if (type->kind == TYPE_SCALAR && size_fits(size, type->scalar))
		return expr_size(c->r->ir, type, size);
	size_explain(&found, term->sizes[0]);
	refused(c, term, E0007, text_string(&found),
		arena_printf(c->r->arena, "a number of type %s",
			     text_of(c, type)),
		"a size does not fit its type");
	text_free(&found);
	return NULL;
}

/* -- nodes ----------------------------------------------------------------- */

static const Expr *close_op(Close *c, const Term *term,
			    const Expr *const *kids)
{
	const Typing typing = { c->r->ir, NULL };
	const Type *types[3];
	TypingFault fault = { 0 };
	const Expr *op = expr_op_of(c->r->ir, term->op, kids);

	if (op)
		return op;
	for (int i = 0; i < term->kid_count; i++)
		types[i] = kids[i]->type;
	typing_op(&typing, term->op, types, &fault);
	return refused(c, fault.kid >= 0 ? term->kids[fault.kid] : term,
		       fault.code, fault.found, fault.expected, fault.message);
}

static const Expr *close_convert(Close *c, const Term *term,
				 const Expr *const *kids)
{
	if (kids[0]->type->kind == TYPE_SCALAR)
		return expr_convert(c->r->ir, final_type(c, term->type),
				    kids[0]);
	return refused(c, term, E0106, text_of(c, kids[0]->type), "a scalar",
		       "type names convert scalars");
}

static const Expr *close_bits(Close *c, const Term *term,
			      const Expr *const *kids)
{
	const Type *type = final_type(c, term->type), *of = kids[0]->type;

	if (of->kind == TYPE_SCALAR && of->scalar != SCALAR_BOOL
	    && scalar_bytes(of->scalar) == scalar_bytes(type->scalar))
		return expr_bits(c->r->ir, type, kids[0]);
	return refused(c, term, E0101, text_of(c, of),
		       arena_printf(c->r->arena, "a number as wide as %s",
				    text_of(c, type)),
		       "bits needs a number of the same width");
}

static const Expr *close_if(Close *c, const Term *term,
			    const Expr *const *kids)
{
	if (!type_same(kids[1]->type, kids[2]->type))
		return refused(c, term->kids[2], E0101,
			       text_of(c, kids[2]->type),
			       text_of(c, kids[1]->type),
			       "the branches of if have one type");
	if (type_has_array(kids[1]->type))
		return refused(c, term, E0101, text_of(c, kids[1]->type),
			       "a value without arrays",
			       "if chooses between values without arrays");
	return expr_if(c->r->ir, kids[0], kids[1], kids[2]);
}

static const Expr *close_tuple(Close *c, const Term *term,
			       const Expr *const *kids)
{
	return expr_tuple(c->r->ir, term->kid_count, kids);
}

static const Expr *close_get(Close *c, const Term *term,
			     const Expr *const *kids)
{
	return expr_get(c->r->ir, term->index, kids[0]);
}

/* fill stays an array, or became a vector because one was asked for. */
static Prim final_prim(Close *c, const Term *term, const Expr *const *kids,
		       const Size *const *sizes)
{
	const Type *type = final_type(c, term->type);

	if (term->prim != PRIM_FILL)
		return term->prim;
	return type_same(type, type_array(c->r->ir, kids[0]->type, sizes[0]))
		? PRIM_FILL : PRIM_SPLAT;
}

static const Expr *refused_prim(Close *c, const Term *term, Prim prim,
				const Size *const *sizes,
				const Expr *const *kids)
{
	const Typing typing = { c->r->ir, NULL };
	const Type *types[64], *params[2];
	TypingFault fault = { .code = E0101, .kid = -1, .size = -1 };

	for (int i = 0; i < term->kid_count; i++)
		types[i] = kids[i]->type;
	for (int i = 0; i < term->kid_count; i++)
		if (prim_kid_arity(prim, i))
			typing_params(&typing, prim, sizes, term->kid_count,
				      types, i, params, &fault);
	typing_prim(&typing, prim, sizes, term->kid_count, types, &fault);
	return refused(c, fault.kid >= 0 ? term->kids[fault.kid] : term,
		       fault.code, fault.found[0] ? fault.found : NULL,
		       fault.expected[0] ? fault.expected : NULL,
		       fault.message[0] ? fault.message
					: "the types do not fit");
}

/* Whether that is the first time. */
static bool is_new_place(Reader *r, const Node *at)
{
	Warned *made;

	for (const Warned *w = r->warned; w; w = w->next)
		if (w->at == at)
			return false;
	made = ARENA_NEW(r->arena, Warned);
	*made = (Warned){ at, r->warned };
	r->warned = made;
	return true;
}

/* A condition that is the same in all rounds: said once, however often what it
 * stands in is used. */
static void warn_of_condition(Close *c, const Term *term,
			      const Expr *const *kids)
{
	const Place place = json_place(&c->r->json, term->kids[0]->at);

	for (int i = 0; i < kids[0]->index; i++)
		if (expr_uses(kids[0]->kids[0], i))
			return;
	if (!is_new_place(c->r, term->kids[0]->at))
		return;
	c->r->use = term->use;
	read_warning(c->r, W0308, &place, "the condition of iterateUntil does "
		     "not read the state");
	c->r->use = NULL;
}

static const Expr *close_prim(Close *c, const Term *term,
			      const Expr *const *kids)
{
	const Size *sizes[4];
	const Expr *made;
	Prim prim;

	for (int i = 0; i < prim_size_count(term->prim); i++)
		sizes[i] = final_size(c, term->sizes[i]);
	prim = final_prim(c, term, kids, sizes);
	made = expr_prim(c->r->ir, prim, term->index, sizes, term->kid_count,
			 kids);
	if (made && prim == PRIM_ITERATE_UNTIL)
		warn_of_condition(c, term, kids);
	return made ? made : refused_prim(c, term, prim, sizes, kids);
}

/* -- binders --------------------------------------------------------------- */

static void hint(Close *c, const Expr *binder, int i, const Pattern *pattern)
{
	if (!pattern)
		return;
	if (pattern->name)
		expr_hint(c->r->ir, binder, i, pattern->name);
	for (int part = 0; part < pattern->count; part++)
		hint(c, binder, expr_hint_part(i, part),
		     &pattern->parts[part]);
}

static const Expr *close_let(Close *c, const Term *term)
{
	const Expr *value = close_term(c, term->kids[0]), *body, *let;
	int saved = c->levels[term->index];

	if (!value)
		return NULL;
	c->levels[term->index] = c->depth++;
	body = close_term(c, term->kids[1]);
	c->levels[term->index] = saved;
	c->depth--;
	if (!body)
		return NULL;
	let = expr_let(c->r->ir, value, body);
	if (let->kind == EXPR_LET && let->kids[0] == value
	    && let->kids[1] == body)
		hint(c, let, 0, term->names[0]);
	return let;
}

static void add_algebra(Close *c, const Term *term, const Expr *lambda,
			const Expr *neutral)
{
	const Node *node = term->op_global->node;
	const Node *assoc = json_member(node, "assoc");
	const Node *comm = json_member(node, "comm");
	Place place = json_key_place(&c->r->json, node);
	Arena *arena = ir_arena(c->r->ir);

	place.source = NULL;
	place.file = arena_strdup(arena, place.file);
	place.pointer = arena_strdup(arena, place.pointer);

	read_add_algebra(c->r, (Algebra){
		.name = term->op_global->name, .function = lambda,
		.assoc = assoc && assoc->integer,
		.comm = comm && comm->integer, .neutral = neutral,
		.place = place });
}

static const Expr *close_lambda(Close *c, const Term *term)
{
	const Expr *body, *lambda, *neutral = NULL;
	const Type *params[2];
	int saved[2];

	if (term->neutral) {
		neutral = close_term(c, term->neutral);
		if (!neutral)
			return NULL;
	}
	for (int i = 0; i < term->index; i++) {
		params[i] = final_type(c, term->params[i]);
		saved[i] = c->levels[term->variables[i]];
		c->levels[term->variables[i]] = c->depth++;
	}
	body = close_term(c, term->kids[0]);
	for (int i = 0; i < term->index; i++)
		c->levels[term->variables[i]] = saved[i];
	c->depth -= term->index;
	if (!body)
		return NULL;
	lambda = expr_lambda(c->r->ir, term->index, params, body);
	for (int i = 0; term->names && i < term->index; i++)
		hint(c, lambda, i, term->names[i]);
	if (term->op_global)
		add_algebra(c, term, lambda, neutral);
	return lambda;
}

/* -- all ------------------------------------------------------------------- */

typedef const Expr *CloseLeaf(Close *c, const Term *term);
typedef const Expr *CloseNode(Close *c, const Term *term,
			      const Expr *const *kids);

typedef struct CloseRow {
	CloseLeaf *leaf; /* leaves and binders */
	CloseNode *node; /* gets its kids closed */
} CloseRow;

static const CloseRow rows[EXPR_KINDS] = {
	[EXPR_INPUT] = { close_input, NULL },
	[EXPR_VAR] = { close_var, NULL },
	[EXPR_LITERAL] = { close_literal, NULL },
	[EXPR_SIZE] = { close_size, NULL },
	[EXPR_OP] = { NULL, close_op },
	[EXPR_CONVERT] = { NULL, close_convert },
	[EXPR_BITS] = { NULL, close_bits },
	[EXPR_IF] = { NULL, close_if },
	[EXPR_TUPLE] = { NULL, close_tuple },
	[EXPR_GET] = { NULL, close_get },
	[EXPR_LET] = { close_let, NULL },
	[EXPR_LAMBDA] = { close_lambda, NULL },
	[EXPR_PRIM] = { NULL, close_prim },
};

static const Expr *close_term(Close *c, const Term *term)
{
	const CloseRow *row = &rows[term->kind];
	const Expr **kids;

	if (row->leaf)
		return row->leaf(c, term);
	kids = ARENA_ARRAY(c->r->arena, const Expr *, term->kid_count + 1);
	for (int i = 0; i < term->kid_count; i++) {
		kids[i] = close_term(c, term->kids[i]);
		if (!kids[i])
			return NULL;
	}
	return row->node(c, term, kids);
}

static int height(const Expr *e)
{
	int highest = 0;

	for (int i = 0; i < e->kid_count; i++) {
		int kid = height(e->kids[i]);

		if (kid > highest)
			highest = kid;
	}
	return highest + 1;
}

const Expr *term_close(Reader *r, Term *term)
{
	Close c = { .r = r };
	const Expr *e;

	c.levels = ARENA_ARRAY(r->arena, int, r->variables + 1);
	for (int i = 0; i < r->variables; i++)
		c.levels[i] = -1;
	e = close_term(&c, term);
	if (!e || height(e) <= HEIGHT_MAX)
		return e;
	return refused(&c, term, E0002, "more than 250 levels",
		       "at most 250 levels after inlining",
		       "the expression is nested too deep");
}

/* The one-line text of the rule files (rules.md): f . g is f after g; f x is
 * application; f . g $ x applies a composition; sizes stand in brackets. */
#include <ctype.h>
#include <string.h>

#include "ir/foreign.h"
#include "ir/print_eta.h"
#include "ir/print_tree.h"

/* How tightly a piece of text holds together; the higher the tighter. */
enum { LOOSE, DOLLAR, POINT, OR, AND, COMPARE, BIT, SHIFT, SUM, PRODUCT,
       APPLIED, ATOM };

typedef struct Writer {
	Arena *arena;
	const Program *program;
	Text *text;
} Writer;

static void value(Writer *w, const Expr *e, const Names *names, int level);
static void function(Writer *w, const Expr *lambda, const Names *names,
		     int level);

static bool parenthesis(Writer *w, int own, int level)
{
	if (own < level)
		text_char(w->text, '(');
	return own < level;
}

static void close(Writer *w, bool opened)
{
	if (opened)
		text_char(w->text, ')');
}

/* -- scalar functions ------------------------------------------------------ */

static int infix_level(Op op)
{
	static const int levels[OP_COUNT] = {
		[OP_OR] = OR, [OP_AND] = AND, [OP_LT] = COMPARE,
		[OP_LE] = COMPARE, [OP_GT] = COMPARE, [OP_GE] = COMPARE,
		[OP_EQ] = COMPARE, [OP_NE] = COMPARE, [OP_BITAND] = BIT,
		[OP_BITOR] = BIT, [OP_BITXOR] = BIT, [OP_SHL] = SHIFT,
		[OP_SHR] = SHIFT, [OP_ADD] = SUM, [OP_SUB] = SUM,
		[OP_MUL] = PRODUCT, [OP_DIV] = PRODUCT, [OP_REM] = PRODUCT,
	};

	return levels[op];
}

static void infix(Writer *w, const Expr *e, const Names *names, int level)
{
	int own = infix_level(e->op);
	bool opened = parenthesis(w, own, level);

	value(w, e->kids[0], names, own);
	text_printf(w->text, " %s ", op_rows[e->op].name);
	value(w, e->kids[1], names, own + 1);
	close(w, opened);
}

static void op_as_function(Writer *w, Op op)
{
	if (isalpha((unsigned char)op_rows[op].name[0]) && !infix_level(op))
		text_put(w->text, op_rows[op].name);
	else
		text_printf(w->text, "(%s)", op_rows[op].name);
}

static void prefix(Writer *w, const char *name, const Expr *e,
		   const Names *names, int level)
{
	bool opened = parenthesis(w, APPLIED, level);

	text_put(w->text, name);
	for (int i = 0; i < e->kid_count; i++) {
		text_char(w->text, ' ');
		value(w, e->kids[i], names, ATOM);
	}
	close(w, opened);
}

/* -- primitives ------------------------------------------------------------ */

/* reducePart is written with the length of its chunks, as in the paper. */
static const Size *chunk(const Writer *w, const Expr *e)
{
	const Type *xs = e->kids[e->kid_count - 1]->type;

	return w->program ? size_div(w->program->ir, xs->length, e->sizes[0])
			  : NULL;
}

static void prim_name_sizes(Writer *w, const Expr *e)
{
	const Size *part = e->prim == PRIM_REDUCE_PART ? chunk(w, e) : NULL;

	text_put(w->text, prim_name(e->prim));
	if (e->prim == PRIM_OPENCL && w->program)
		text_printf(w->text, "[%s]",
			    foreign_at(w->program->ir, e->index)->name);
	if (prim_is(e->prim, TRAIT_DIM) && e->index)
		text_printf(w->text, "(%d)", e->index);
	for (int i = 0; i < e->size_count; i++) {
		text_put(w->text, i ? ", " : "[");
		size_text(w->text, part ? part : e->sizes[i]);
	}
	if (prim_mode(e->prim))
		text_printf(w->text, ", %s", prim_mode(e->prim));
	if (e->size_count)
		text_char(w->text, ']');
}

/* The primitive with its arguments but kid `omit`. */
static void prim(Writer *w, const Expr *e, int omit, const Names *names,
		 int level)
{
	bool bare = e->kid_count == (omit >= 0);
	bool opened = parenthesis(w, bare ? ATOM : APPLIED, level);

	prim_name_sizes(w, e);
	for (int i = e->prim == PRIM_OPENCL; i < e->kid_count; i++) {
		if (i == omit)
			continue;
		text_char(w->text, ' ');
		if (prim_kid_arity(e->prim, i))
			function(w, e->kids[i], names, ATOM);
		else
			value(w, e->kids[i], names, ATOM);
	}
	close(w, opened);
}

static bool is_space(const Expr *e)
{
	return e->prim == PRIM_TO_LOCAL || e->prim == PRIM_TO_GLOBAL
	    || e->prim == PRIM_TO_PRIVATE;
}

/* Elements first..count-1 of a composition are one: toLocal stands around the
 * function whose result it stores. */
static void element(Writer *w, const Eta *eta, int first, const Names *names,
		    int level)
{
	const Expr *e = eta->nodes[first];
	bool opened;

	if (e->kind == EXPR_OP) {
		op_as_function(w, e->op);
	} else if (e->kind == EXPR_CONVERT) {
		text_put(w->text, scalar_name(e->type->scalar));
	} else if (e->kind == EXPR_GET) {
		opened = parenthesis(w, APPLIED, level);
		text_printf(w->text, "get %d", e->index);
		close(w, opened);
	} else if (eta->inner[first] < 0) {
		prim_name_sizes(w, e);
	} else if (is_space(e) && first + 1 < eta->count) {
		opened = parenthesis(w, APPLIED, level);
		prim_name_sizes(w, e);
		text_char(w->text, ' ');
		element(w, eta, first + 1, names, ATOM);
		close(w, opened);
	} else {
		prim(w, e, eta->inner[first], names, level);
	}
}

static int element_end(const Eta *eta, int first)
{
	while (first + 1 < eta->count && eta->nodes[first]->kind == EXPR_PRIM
	       && is_space(eta->nodes[first]))
		first++;
	return first + 1;
}

static void composition(Writer *w, const Eta *eta, const Names *names,
			int level)
{
	bool many = eta->count && element_end(eta, 0) < eta->count;
	bool opened = many && parenthesis(w, POINT, level);

	if (!eta->count)
		text_put(w->text, "id");
	for (int i = 0; i < eta->count; i = element_end(eta, i)) {
		if (i)
			text_put(w->text, " . ");
		element(w, eta, i, names, many ? POINT + 1 : level);
	}
	close(w, opened);
}

/* The chain of primitives that ends in the value x: f . g $ x. */
static bool value_chain(const Expr *e, Eta *eta, const Expr **end)
{
	eta->count = 0;
	while (e->kind == EXPR_PRIM && e->kid_count
	       && !prim_is_variadic(e->prim)
	       && eta->count < ETA_MAX) {
		eta->nodes[eta->count] = e;
		eta->inner[eta->count++] = e->kid_count - 1;
		e = e->kids[e->kid_count - 1];
	}
	*end = e;
	return eta->count > 1;
}

static void chain_or_prim(Writer *w, const Expr *e, const Names *names,
			  int level)
{
	const Expr *end;
	bool opened;
	Eta eta;

	if (!value_chain(e, &eta, &end)) {
		prim(w, e, -1, names, level);
		return;
	}
	opened = parenthesis(w, DOLLAR, level);
	composition(w, &eta, names, POINT);
	text_put(w->text, " $ ");
	value(w, end, names, POINT);
	close(w, opened);
}

/* -- binders --------------------------------------------------------------- */

static void bound(Writer *w, const Bound *b)
{
	if (!b->count) {
		text_put(w->text, b->name ? b->name : "_");
		return;
	}
	for (int i = 0; i < b->count; i++) {
		text_put(w->text, i ? ", " : "(");
		bound(w, &b->parts[i]);
	}
	text_char(w->text, ')');
}

static void lambda_text(Writer *w, const Expr *lambda, const Names *names,
			int level)
{
	bool opened = parenthesis(w, LOOSE, level);
	const Bound *bounds[2];

	names = names_bind(w->arena, w->program, names, lambda, bounds);
	text_char(w->text, '\\');
	for (int i = 0; i < lambda->index; i++) {
		if (i)
			text_char(w->text, ' ');
		bound(w, bounds[i]);
	}
	text_put(w->text, ". ");
	value(w, lambda->kids[0], names, LOOSE);
	close(w, opened);
}

static void let(Writer *w, const Expr *e, const Names *names, int level)
{
	bool opened = parenthesis(w, LOOSE, level);
	const Bound *bounds[2];
	const Names *inside = names_bind(w->arena, w->program, names, e,
					 bounds);

	text_put(w->text, "let ");
	bound(w, bounds[0]);
	text_put(w->text, " = ");
	value(w, e->kids[0], names, DOLLAR);
	text_put(w->text, " in ");
	value(w, e->kids[1], inside, LOOSE);
	close(w, opened);
}

static const char *declared_name(Writer *w, const Expr *lambda)
{
	for (int i = 0; w->program && i < w->program->algebra_count; i++)
		if (w->program->algebra[i].function == lambda)
			return print_operator_name(w->arena, w->program, i);
	return NULL;
}

static void function(Writer *w, const Expr *lambda, const Names *names,
		     int level)
{
	static const Bound unnamed = { NULL, 0, NULL };
	const char *name = declared_name(w, lambda);
	Eta eta;
	Op op;

	if (name)
		text_put(w->text, name);
	else if (eta_chain(lambda, &eta))
		composition(w, &eta, names_push(w->arena, names, &unnamed),
			    level);
	else if (eta_binary(lambda, &op))
		op_as_function(w, op);
	else
		lambda_text(w, lambda, names, level);
}

/* -- values ---------------------------------------------------------------- */

static void number(Writer *w, const Expr *literal)
{
	Text text = { 0 };
	const char *start;
	size_t length;

	print_literal(&text, literal);
	start = text_string(&text);
	length = strlen(start);
	if (start[0] == '"') {
		start++;
		length -= 2;
	} else if (length > 2 && !strcmp(start + length - 2, ".0")) {
		length -= 2;
	}
	if (start[0] == '-')
		text_char(w->text, '(');
	text_bytes(w->text, start, length);
	if (start[0] == '-')
		text_char(w->text, ')');
	text_free(&text);
}

static void choice(Writer *w, const Expr *e, const Names *names, int level)
{
	static const char *const words[] = { "if ", " then ", " else " };
	bool opened = parenthesis(w, LOOSE, level);

	for (int i = 0; i < 3; i++) {
		text_put(w->text, words[i]);
		value(w, e->kids[i], names, DOLLAR);
	}
	close(w, opened);
}

static void tuple(Writer *w, const Expr *e, const Names *names)
{
	for (int i = 0; i < e->kid_count; i++) {
		text_put(w->text, i ? ", " : "(");
		value(w, e->kids[i], names, LOOSE);
	}
	text_char(w->text, ')');
}

static void input(Writer *w, const Expr *e)
{
	if (w->program && e->index < w->program->input_count)
		text_put(w->text, w->program->inputs[e->index].name);
	else
		text_printf(w->text, "input%d", e->index);
}

static int depth_of(const Names *names)
{
	int depth = 0;

	for (; names; names = names->up)
		depth++;
	return depth;
}

static void value(Writer *w, const Expr *e, const Names *names, int level)
{
	const Bound *b = names_called(names, e);
	const char *name = NULL;

	if (b && b->name) {
		text_put(w->text, b->name);
		return;
	}
	switch (e->kind) {
	case EXPR_INPUT: input(w, e); return;
	case EXPR_VAR:
		text_printf(w->text, "v%d", e->index - depth_of(names));
		return;
	case EXPR_LITERAL: number(w, e); return;
	case EXPR_SIZE:
		text_put(w->text, "size[");
		size_text(w->text, e->sizes[0]);
		text_char(w->text, ']');
		return;
	case EXPR_OP:
		if (infix_level(e->op))
			infix(w, e, names, level);
		else
			prefix(w, op_rows[e->op].name, e, names, level);
		return;
	case EXPR_CONVERT: name = scalar_name(e->type->scalar); break;
	case EXPR_BITS:
		name = arena_printf(w->arena, "bits %s",
				    scalar_name(e->type->scalar));
		break;
	case EXPR_IF: choice(w, e, names, level); return;
	case EXPR_TUPLE: tuple(w, e, names); return;
	case EXPR_GET:
		name = arena_printf(w->arena, "get %d", e->index);
		break;
	case EXPR_LET: let(w, e, names, level); return;
	case EXPR_LAMBDA: function(w, e, names, level); return;
	case EXPR_PRIM: chain_or_prim(w, e, names, level); return;
	case EXPR_KINDS: return;
	}
	prefix(w, name, e, names, level);
}

void print_text(Text *text, const Program *program, const Expr *e)
{
	Writer w = { arena_new(), program, text };

	value(&w, e, NULL, LOOSE);
	arena_free(w.arena);
}

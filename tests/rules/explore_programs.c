#include "explore_programs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "ir/core/algebra.h"
#include "ir/front/document.h"

enum { SCOPES_MAX = 256, ELEMENTS_MAX = 16, RANK_MAX = 3 };

/* What is made of one leaf: the input, or what a function is applied to. */
typedef struct Scope {
	const Type *type;
	int made; /* all up to that many combinators are there */
	Terms by_count[COMBINATORS_MAX + 1];
} Scope;

struct Programs {
	Ir *ir;
	int64_t longest;
	Scope input;
	int scope_count;
	Scope *scopes[SCOPES_MAX]; /* of functions, by the type they are of */
	uint32_t capacity;
	bool *seen;                /* by number of an expression */
};

Program *explore_program(Ir *ir)
{
	static const char text[] =
		"{\"name\": \"t\", \"inputs\": ["
		"{\"name\": \"a\", \"type\": \"[i32; 1]\"},"
		"{\"name\": \"b\", \"type\": \"[i32; 1]\"},"
		"{\"name\": \"c\", \"type\": \"[i32; 1]\"},"
		"{\"name\": \"d\", \"type\": \"[i32; 1]\"}],"
		"\"operators\": {\"append\": {\"fun\": [\"fun\", [\"x\", \"y\"],"
		"[\"-\", \"x\", \"y\"]], \"assoc\": true, \"neutral\": 0}},"
		"\"body\": [\"reduce\", \"append\", 0, \"a\"]}";
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	Program *program = program_read(ir, "t", text, &options, diags);

	if (!program)
		diags_print(diags, stderr);
	assert(program && program->algebra_count == 1);
	diags_free(diags);
	return program;
}

/* -- sets of terms --------------------------------------------------------- */

static bool is_small(const Programs *p, const Type *type)
{
	int64_t elements = 1;
	int rank = 0;

	for (; type->kind == TYPE_ARRAY; type = type->element, rank++) {
		if (type->length->value > p->longest)
			return false;
		elements *= type->length->value;
	}
	if (type->kind == TYPE_TUPLE)
		for (int i = 0; i < type->count; i++)
			if (!is_small(p, type->parts[i]))
				return false;
	return elements <= ELEMENTS_MAX && rank <= RANK_MAX;
}

static bool is_new(Programs *p, const Expr *e)
{
	if (e->id >= p->capacity) {
		const uint32_t old = p->capacity;

		p->capacity = (e->id + 1) * 2;
		p->seen = base_realloc(p->seen, p->capacity);
		memset(p->seen + old, 0, p->capacity - old);
	}
	if (p->seen[e->id])
		return false;
	return p->seen[e->id] = true;
}

/* One more, unless it is ill-typed (NULL), large, or there already. */
static void add(Programs *p, Terms *terms, const Expr *e)
{
	if (!e || !is_small(p, e->type) || !is_new(p, e))
		return;
	if (terms->count == terms->capacity) {
		terms->capacity = terms->capacity ? terms->capacity * 2 : 64;
		terms->items = base_realloc(terms->items,
					    sizeof *terms->items
					    * (size_t)terms->capacity);
	}
	terms->items[terms->count++] = e;
}

/* -- combinators ----------------------------------------------------------- */

static const Expr *view(Ir *ir, Prim prim, int64_t a, int64_t b, const Expr *e)
{
	const Size *sizes[] = { size_const(ir, a), size_const(ir, b) };

	return expr_prim(ir, prim, 0, sizes, 1, &e);
}

static const Expr *mapped(Ir *ir, const Expr *body, const Expr *e)
{
	const Expr *kids[] = {
		expr_lambda(ir, 1, &e->type->element, body), e,
	};

	return expr_prim(ir, PRIM_MAP, 0, NULL, 2, kids);
}

static const Expr *reduced(Ir *ir, Op op, const Expr *e)
{
	const Type *params[] = { e->type->element, e->type->element };
	const Expr *args[] = { expr_var(ir, 1, params[0]),
			       expr_var(ir, 0, params[0]) };
	const Expr *kids[] = {
		expr_lambda(ir, 2, params, expr_op_of(ir, op, args)),
		expr_int(ir, params[0], 0), e,
	};

	return expr_prim(ir, PRIM_REDUCE, 0, NULL, 3, kids);
}

static void add_on_numbers(Programs *p, Terms *to, const Expr *e)
{
	const Expr *item = expr_var(p->ir, 0, e->type->element);

	add(p, to, mapped(p->ir, expr_op_of(p->ir, OP_NEG, &item), e));
	add(p, to, reduced(p->ir, OP_ADD, e));
	add(p, to, reduced(p->ir, OP_SUB, e));
}

static void add_on_pairs(Programs *p, Terms *to, const Expr *e)
{
	const Expr *item = expr_var(p->ir, 0, e->type->element);
	const Expr *parts[] = { expr_get(p->ir, 0, item),
				expr_get(p->ir, 1, item) };

	add(p, to, expr_get(p->ir, 0, view(p->ir, PRIM_UNZIP, 0, 0, e)));
	if (parts[0]->type->kind == TYPE_SCALAR
	    && type_same(parts[0]->type, parts[1]->type))
		add(p, to,
		    mapped(p->ir, expr_op_of(p->ir, OP_REM, parts), e));
}

static void add_views(Programs *p, Terms *to, const Expr *e)
{
	const int64_t n = e->type->length->value;

	for (int64_t d = 1; d <= (n ? n : 2); d++)
		if (n % d == 0)
			add(p, to, view(p->ir, PRIM_SPLIT, d, 0, e));
	if (n > 1)
		add(p, to, view(p->ir, PRIM_SLIDE, 2, 1, e));
	if (n > 0) {
		add(p, to, view(p->ir, PRIM_TAKE, 1, 0, e));
		add(p, to, view(p->ir, PRIM_DROP, 1, 0, e));
		add(p, to, view(p->ir, PRIM_PAD_CLAMP, 1, 1, e));
	}
}

static void add_unary(Programs *p, Terms *to, const Expr *e)
{
	const Type *element = e->type->element;

	if (element->kind == TYPE_SCALAR)
		add_on_numbers(p, to, e);
	if (element->kind == TYPE_TUPLE)
		add_on_pairs(p, to, e);
	if (element->kind == TYPE_ARRAY) {
		add(p, to, view(p->ir, PRIM_JOIN, 0, 0, e));
		add(p, to, view(p->ir, PRIM_TRANSPOSE, 0, 0, e));
	}
	add_views(p, to, e);
}

static void add_binary(Programs *p, Terms *to, const Expr *a,
		       const Expr *b)
{
	const Expr *kids[] = { a, b };

	if (a->type->element->kind != TYPE_TUPLE
	    && b->type->element->kind != TYPE_TUPLE)
		add(p, to, expr_prim(p->ir, PRIM_ZIP, 0, NULL, 2, kids));
	add(p, to, expr_prim(p->ir, PRIM_CONCAT, 0, NULL, 2, kids));
}

/* -- functions ------------------------------------------------------------- */

static void make_up_to(Programs *p, Scope *scope, int k);

static Scope *scope_new(Programs *p, const Type *type)
{
	Scope *scope = base_calloc(1, sizeof *scope);
	const Expr *item = expr_var(p->ir, 0, type);

	scope->type = type;
	if (type->kind == TYPE_ARRAY)
		add(p, &scope->by_count[0], item);
	if (type->kind == TYPE_TUPLE)
		for (int i = 0; i < type->count; i++)
			if (type->parts[i]->kind == TYPE_ARRAY)
				add(p, &scope->by_count[0], expr_get(p->ir, i, item));
	return scope;
}

static Scope *scope_of(Programs *p, const Type *type)
{
	for (int i = 0; i < p->scope_count; i++)
		if (type_same(p->scopes[i]->type, type))
			return p->scopes[i];
	assert(p->scope_count < SCOPES_MAX);
	return p->scopes[p->scope_count++] = scope_new(p, type);
}

static void add_maps(Programs *p, Terms *to, int inner, const Expr *e)
{
	Scope *bodies = scope_of(p, e->type->element);

	make_up_to(p, bodies, inner);
	for (int i = 0; i < bodies->by_count[inner].count; i++)
		add(p, to, mapped(p->ir, bodies->by_count[inner].items[i],
				     e));
}

static void add_iterations(Programs *p, Terms *to, const Expr *e)
{
	Scope *bodies = scope_of(p, e->type);
	const Size *twice = size_const(p->ir, 2);

	make_up_to(p, bodies, 1);
	for (int i = 0; i < bodies->by_count[1].count; i++) {
		const Expr *body = bodies->by_count[1].items[i];
		const Expr *kids[] = {
			expr_lambda(p->ir, 1, &e->type, body), e,
		};

		if (type_same(body->type, e->type))
			add(p, to, expr_prim(p->ir, PRIM_ITERATE, 0, &twice,
						2, kids));
	}
}

/* -- all of them ----------------------------------------------------------- */

static void make(Programs *p, Scope *scope, int k)
{
	const Terms *by = scope->by_count;
	Terms *to = &scope->by_count[k];

	for (int i = 0; i < by[k - 1].count; i++)
		add_unary(p, to, by[k - 1].items[i]);
	for (int a = 0; a < k; a++)
		for (int i = 0; i < by[a].count; i++)
			for (int j = 0; j < by[k - 1 - a].count; j++)
				add_binary(p, to, by[a].items[i],
					   by[k - 1 - a].items[j]);
	for (int a = 0; a + 2 <= k; a++)
		for (int i = 0; i < by[a].count; i++)
			add_maps(p, to, k - 1 - a, by[a].items[i]);
	for (int i = 0; k > 1 && i < by[k - 2].count; i++)
		add_iterations(p, to, by[k - 2].items[i]);
}

static void make_up_to(Programs *p, Scope *scope, int k)
{
	while (scope->made < k) {
		make(p, scope, scope->made + 1);
		scope->made++;
	}
}

Programs *programs_new(Ir *ir, int64_t n, int64_t longest)
{
	Programs *p = base_calloc(1, sizeof *p);
	const Type *type = type_array(ir, type_scalar(ir, SCALAR_I32),
				      size_const(ir, n));

	p->ir = ir;
	p->longest = longest;
	add(p, &p->input.by_count[0], expr_input(ir, 0, type));
	return p;
}

static void scope_free(Scope *scope)
{
	for (int k = 0; k <= COMBINATORS_MAX; k++)
		free(scope->by_count[k].items);
}

void programs_free(Programs *p)
{
	scope_free(&p->input);
	for (int i = 0; i < p->scope_count; i++) {
		scope_free(p->scopes[i]);
		free(p->scopes[i]);
	}
	free(p->seen);
	free(p);
}

const Terms *programs_of(Programs *p, int k)
{
	make_up_to(p, &p->input, k);
	return &p->input.by_count[k];
}

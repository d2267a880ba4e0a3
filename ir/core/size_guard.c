/* What kernels need of open sizes beside what is certain. */
#include "ir/core/size_open.h"

static void add(SizeGuards *guards, SizeGuard guard)
{
	SizeGuard *items;

	for (int i = 0; i < guards->count; i++)
		if (guards->items[i].size == guard.size
		    && guards->items[i].by == guard.by)
			return;
	items = ARENA_ARRAY(guards->arena, SizeGuard, guards->count + 1);
	for (int i = 0; i < guards->count; i++)
		items[i] = guards->items[i];
	items[guards->count++] = guard;
	guards->items = items;
}

static void exact_in(const Size *size, SizeGuards *guards)
{
	for (int t = 0; t < size->count; t++)
		for (int i = 0; i < size->terms[t].count; i++) {
			const SizeAtom *atom = size->terms[t].atoms[i];

			if (!atom->open || atom->kind == ATOM_VAR)
				continue;
			exact_in(atom->a, guards);
			exact_in(atom->b, guards);
			if (atom->kind == ATOM_DIV)
				add(guards, (SizeGuard){ atom->a, atom->b });
		}
}

static void natural(Ir *ir, const Size *size, SizeGuards *guards)
{
	if (!size || !size->open)
		return;
	exact_in(size, guards);
	if (!size_is_natural(ir, size))
		add(guards, (SizeGuard){ size, NULL });
}

static void of_type(Ir *ir, const Type *type, SizeGuards *guards)
{
	if (type->kind == TYPE_ARRAY) {
		natural(ir, type->length, guards);
		of_type(ir, type->element, guards);
	}
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		of_type(ir, type->parts[i], guards);
}

static bool has_open(const Expr *e)
{
	return e->kid_count && e->kids[e->kid_count - 1]->type->kind
	       == TYPE_ARRAY && (e->kids[e->kid_count - 1]->type->length->open
				 || (e->size_count && e->sizes[0]->open));
}

/* What is taken is there, and a window; what has a head has an element. */
static void of_prim(Ir *ir, const Expr *e, SizeGuards *guards)
{
	const Size *length;

	if (e->kind != EXPR_PRIM || !has_open(e))
		return;
	length = e->kids[e->kid_count - 1]->type->length;
	if (e->prim == PRIM_TAKE || e->prim == PRIM_DROP
	    || e->prim == PRIM_SLIDE)
		natural(ir, size_sub(ir, length, e->sizes[0]), guards);
	if (e->prim == PRIM_REDUCE_PART)
		exact_in(size_div(ir, length, e->sizes[0]), guards);
	if (e->prim == PRIM_HEAD)
		natural(ir, size_sub(ir, length, size_const(ir, 1)), guards);
}

void size_guards(Ir *ir, const Expr *e, SizeGuards *guards)
{
	of_type(ir, e->type, guards);
	for (int i = 0; i < e->size_count; i++)
		natural(ir, e->sizes[i], guards);
	of_prim(ir, e, guards);
	for (int i = 0; i < e->kid_count; i++)
		size_guards(ir, e->kids[i], guards);
}

static void operand(Text *text, const Size *size)
{
	text_put(text, size_is_const(size) ? "" : "(");
	size_text(text, size);
	text_put(text, size_is_const(size) ? "" : ")");
}

void size_guard_text(Text *text, const SizeGuard *guard)
{
	text_put(text, guard->by && guard->size->count > 1 ? "(" : "");
	size_text(text, guard->size);
	if (guard->by) {
		text_put(text, guard->size->count > 1 ? ") % " : " % ");
		operand(text, guard->by);
	}
	text_put(text, guard->by ? " == 0" : " >= 0");
}

/* -- what follows ---------------------------------------------------------- */

/* The open variable that a size is but for a number, which is subtracted. */
static const SizeAtom *lone_variable(const SizeGuard *guard, int64_t *less)
{
	const Size *size = guard->size;
	const SizeTerm *terms = size->terms;

	if (guard->by || size->count < 1 || size->count > 2
	    || terms[0].factor != 1 || terms[0].count != 1
	    || terms[0].atoms[0]->kind != ATOM_VAR || !terms[0].atoms[0]->open
	    || (size->count == 2 && terms[1].count))
		return NULL;
	*less = size->count == 2 ? -terms[1].factor : 0;
	return terms[0].atoms[0];
}

/* What guards say that a variable is at least; 1 without them. */
static int64_t least_of(const SizeGuards *guards, const char *name)
{
	int64_t least = 1, less;

	for (int i = 0; i < guards->count; i++) {
		const SizeAtom *atom = lone_variable(&guards->items[i], &less);

		if (atom && atom->name == name && less > least)
			least = less;
	}
	return least;
}

const Size *size_raised(Ir *ir, const Size *size, const SizeGuards *guards)
{
	for (int i = 0; i < guards->count && size; i++) {
		int64_t less;
		const SizeAtom *atom = lone_variable(&guards->items[i], &less);

		if (!atom || less < 2 || less < least_of(guards, atom->name))
			continue;
		size = size_replace(ir, size, atom->name, size_add(ir,
				size_var_open(ir, atom->name, atom->value),
				size_const(ir, less - 1)));
	}
	return size;
}

static bool follows(Ir *ir, const SizeGuard *guard, const SizeGuards *from)
{
	const Size *size;

	for (int i = 0; i < from->count; i++)
		if (from->items[i].size == guard->size
		    && from->items[i].by == guard->by)
			return true;
	size = guard->by ? NULL : size_raised(ir, guard->size, from);
	return size && size_is_natural(ir, size);
}

bool size_guards_follow(Ir *ir, Arena *arena, const Expr *body, int count,
			const SizeGuard *guards)
{
	SizeGuards own = { .arena = arena };

	size_guards(ir, body, &own);
	for (int i = 0; i < count; i++)
		if (!follows(ir, &guards[i], &own))
			return false;
	return true;
}

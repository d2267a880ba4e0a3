/* What kernels need of open sizes beside what is certain. */
#include "ir/core/size_reach.h"

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

/* What guards say that a variable is at least. */
static int64_t least_of(const SizeGuards *guards, const char *name)
{
	int64_t least = 0, less;

	for (int i = 0; i < guards->count; i++) {
		const SizeAtom *atom = lone_variable(&guards->items[i], &less);

		if (atom && atom->name == name && less > least)
			least = less;
	}
	return least;
}

static bool is_weaker(const SizeGuard *a, const SizeGuard *b)
{
	int64_t less = 0, more = 0;
	const SizeAtom *one = lone_variable(a, &less);
	const SizeAtom *other = lone_variable(b, &more);

	return one && other && one->name == other->name && less <= more;
}

/* Instead of those that are weaker. */
static void add(SizeGuards *guards, SizeGuard guard)
{
	SizeGuard *items;
	int kept = 0;

	for (int i = 0; i < guards->count; i++)
		if ((guards->items[i].size == guard.size
		     && guards->items[i].by == guard.by)
		    || is_weaker(&guard, &guards->items[i]))
			return;
	items = ARENA_ARRAY(guards->arena, SizeGuard, guards->count + 1);
	for (int i = 0; i < guards->count; i++)
		if (!is_weaker(&guards->items[i], &guard))
			items[kept++] = guards->items[i];
	items[kept++] = guard;
	guards->count = kept;
	guards->items = items;
}

/* -- what is asked for -------------------------------------------------------- */

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

/* -- variables that are at least 1 ----------------------------------------- */

/* The size where the variable is so much more. */
static const Size *more(Ir *ir, const Size *size, const SizeAtom *variable,
			int64_t by)
{
	return size_replace(ir, size, variable->name, size_add(ir,
			size_var_open(ir, variable->name, variable->value),
			size_const(ir, by)));
}

enum { VARIABLES = 8 };

/* Open variables of a size: some, where it has more. */
typedef struct Variables {
	int count;
	const SizeAtom *items[VARIABLES];
} Variables;

static void variables_of(const Size *size, Variables *found)
{
	for (int t = 0; t < size->count; t++)
		for (int i = 0; i < size->terms[t].count; i++) {
			const SizeAtom *atom = size->terms[t].atoms[i];
			int k = 0;

			if (atom->open && atom->kind != ATOM_VAR) {
				variables_of(atom->a, found);
				variables_of(atom->b, found);
			}
			if (!atom->open || atom->kind != ATOM_VAR)
				continue;
			while (k < found->count
			       && found->items[k]->name != atom->name)
				k++;
			if (k == found->count && k < VARIABLES)
				found->items[found->count++] = atom;
		}
}

/* Whether the size is natural where some variables are at least 1: one of them,
 * else all, which are left in *which. */
static bool natural_from_one(Ir *ir, const Size *size, Variables *which)
{
	const Size *all = size;
	Variables found = { 0 };

	variables_of(size, &found);
	for (int i = 0; i < found.count && all; i++) {
		const Size *one = more(ir, size, found.items[i], 1);

		*which = (Variables){ 1, { found.items[i] } };
		if (one && size_is_natural(ir, one))
			return true;
		all = more(ir, all, found.items[i], 1);
	}
	*which = found;
	return all && size_is_natural(ir, all);
}

static SizeGuard not_empty(Ir *ir, const SizeAtom *variable)
{
	const Size *size = size_var_open(ir, variable->name, variable->value);

	return (SizeGuard){ size_add(ir, size, size_const(ir, -1)), NULL };
}

/* Where variables that are at least 1 do, that is what is asked for. */
static void ask(Ir *ir, const Size *size, SizeGuards *guards)
{
	const Size *raised = size_raised(ir, size, guards);
	Variables from_one;

	if (raised && size_is_natural(ir, raised))
		return;
	if (!natural_from_one(ir, size, &from_one)) {
		add(guards, (SizeGuard){ size, NULL });
		return;
	}
	for (int i = 0; i < from_one.count; i++)
		add(guards, not_empty(ir, from_one.items[i]));
}

static void natural(Ir *ir, const Size *size, SizeGuards *guards)
{
	if (!size || !size->open)
		return;
	exact_in(size, guards);
	if (!size_is_natural(ir, size))
		ask(ir, size, guards);
}

/* -- types and primitives ----------------------------------------------------- */

static void of_type(Ir *ir, const Type *type, SizeGuards *guards)
{
	if (type->kind == TYPE_ARRAY) {
		natural(ir, type->length, guards);
		of_type(ir, type->element, guards);
	}
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		of_type(ir, type->parts[i], guards);
}

/* Of such parts, of windows so far apart: at least 1. */
static const int parts[PRIM_COUNT] = {
	[PRIM_SPLIT] = 1,          [PRIM_SPLIT_INTO] = 1,
	[PRIM_SPLIT_VEC] = 1,      [PRIM_REDUCE_PART] = 1,
	[PRIM_REORDER_STRIDE] = 1, [PRIM_SLIDE] = 2,
};

/* Nothing is read where there is no element. */
static const bool need_element[PRIM_COUNT] = {
	[PRIM_HEAD] = true,       [PRIM_AT] = true,
	[PRIM_SCAN_BY_INDEX] = true,
	[PRIM_PAD_CLAMP] = true,  [PRIM_PAD_MIRROR] = true,
	[PRIM_PAD_WRAP] = true,
};

static void positive(Ir *ir, const Size *size, SizeGuards *guards)
{
	natural(ir, size_sub(ir, size, size_const(ir, 1)), guards);
}

/* The argument that is taken apart or read. */
static int read_kid(const Expr *e)
{
	return e->prim == PRIM_AT ? 0 : e->prim == PRIM_SCAN_BY_INDEX ? 1
	     : e->kid_count - 1;
}

/* What is taken is there, and a window; what is read has an element. */
static void of_prim(Ir *ir, const Expr *e, SizeGuards *guards)
{
	const Type *array;

	if (e->kind != EXPR_PRIM || !e->kid_count)
		return;
	array = e->kids[read_kid(e)]->type;
	if (!array || array->kind != TYPE_ARRAY)
		return;
	for (int i = 0; i < parts[e->prim]; i++)
		positive(ir, e->sizes[i], guards);
	if (e->prim == PRIM_TAKE || e->prim == PRIM_DROP
	    || e->prim == PRIM_SLIDE)
		natural(ir, size_sub(ir, array->length, e->sizes[0]), guards);
	if (e->prim == PRIM_REDUCE_PART)
		exact_in(size_div(ir, array->length, e->sizes[0]), guards);
	if (need_element[e->prim])
		positive(ir, array->length, guards);
}

static void of_expr(Ir *ir, const Expr *e, SizeGuards *guards)
{
	of_type(ir, e->type, guards);
	for (int i = 0; i < e->size_count; i++)
		natural(ir, e->sizes[i], guards);
	of_prim(ir, e, guards);
	for (int i = 0; i < e->kid_count; i++)
		of_expr(ir, e->kids[i], guards);
}

void size_guard_natural(Ir *ir, const Size *size, SizeGuards *guards)
{
	natural(ir, size, guards);
}

void size_guards(Ir *ir, const Expr *e, SizeGuards *guards)
{
	of_expr(ir, e, guards);
	size_reach_guards(ir, e, guards);
}

/* -- as text ------------------------------------------------------------------ */

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

/* -- what follows ------------------------------------------------------------- */

const Size *size_raised(Ir *ir, const Size *size, const SizeGuards *guards)
{
	for (int i = 0; i < guards->count && size; i++) {
		int64_t less;
		const SizeAtom *atom = lone_variable(&guards->items[i], &less);

		if (atom && less > 0 && less == least_of(guards, atom->name))
			size = more(ir, size, atom, less);
	}
	return size;
}

static bool is_natural_where(Ir *ir, const Size *size,
			     const SizeGuards *guards)
{
	size = size_raised(ir, size, guards);
	return size && size_is_natural(ir, size);
}

/* The same where one of its variables, or each, is at least 1, too. */
static bool is_natural_from_one(Ir *ir, const Size *size,
				const SizeGuards *guards)
{
	SizeGuards all = *guards;
	Variables found = { 0 };

	variables_of(size, &found);
	for (int i = 0; i < found.count; i++) {
		SizeGuards one = *guards;

		add(&one, not_empty(ir, found.items[i]));
		add(&all, not_empty(ir, found.items[i]));
		if (is_natural_where(ir, size, &one))
			return true;
	}
	return is_natural_where(ir, size, &all);
}

static bool follows(Ir *ir, const SizeGuard *guard, const SizeGuards *from,
		    bool empty)
{
	for (int i = 0; i < from->count; i++)
		if (from->items[i].size == guard->size
		    && from->items[i].by == guard->by)
			return true;
	return !guard->by
	    && (empty ? is_natural_where : is_natural_from_one)(ir, guard->size,
								from);
}

bool size_guards_follow(Ir *ir, Arena *arena, const Expr *body, int count,
			const SizeGuard *guards, bool empty)
{
	SizeGuards own = { .arena = arena };

	size_guards(ir, body, &own);
	for (int i = 0; i < count; i++)
		if (!follows(ir, &guards[i], &own, empty))
			return false;
	return true;
}

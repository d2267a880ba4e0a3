#include "search/normal/form.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"

/* Numbers of variables: bound ones by height, loops of outputs, fresh ones. */
enum { OUTER = 1 << 20, FRESH = 1 << 21 };

enum { CLOCK_EVERY = 256 };

_Noreturn void normal_stop(Normal *n, const char *reason)
{
	n->reason = reason;
	longjmp(n->stop, 1);
}

/* -- equal terms once ------------------------------------------------------ */

static bool form_equal(const void *stored, const void *wanted)
{
	const Form *a = stored, *b = wanted;

	if (a->kind != b->kind || a->op != b->op || a->count != b->count
	    || a->binds != b->binds || a->outer != b->outer
	    || a->ordered != b->ordered || a->type != b->type
	    || a->number != b->number || a->extent != b->extent
	    || a->function != b->function)
		return false;
	for (int i = 0; i < a->count; i++)
		if (a->parts[i] != b->parts[i]
		    || (a->factors && a->factors[i] != b->factors[i]))
			return false;
	return true;
}

static uint64_t hash_of(const Form *form)
{
	uint64_t h = hash_combine(HASH_SEED, form->kind);

	h = hash_combine(h, form->kind == FORM_OP || form->kind == FORM_REDUCE
			    ? form->op + 1 : 0);
	h = hash_combine(h, (uint64_t)form->count << 32
			    | (uint64_t)form->binds << 16
			    | (uint64_t)form->outer << 1 | form->ordered);
	h = hash_combine(h, form->type ? form->type->hash : 0);
	h = hash_combine(h, (uint64_t)form->number);
	h = hash_combine(h, (uint64_t)form->extent);
	h = hash_combine(h, form->function ? form->function->hash : 0);
	for (int i = 0; i < form->count; i++) {
		h = hash_combine(h, form->parts[i]->hash);
		if (form->factors)
			h = hash_combine(h, (uint64_t)form->factors[i]);
	}
	return h;
}

static int64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void count_one(Normal *n)
{
	if (++n->count > FORMS_MAX)
		normal_stop(n, "it has too many terms");
	if (n->count == 1)
		n->began = milliseconds();
	if (n->count % CLOCK_EVERY == 0
	    && milliseconds() - n->began > FORM_MILLISECONDS)
		normal_stop(n, "it takes too long");
}

static void summarise(Form *form)
{
	form->reads = form->kind == FORM_INPUT;
	form->variables = form->kind == FORM_VAR ? form_bit(form) : 0;
	for (int i = 0; i < form->count; i++) {
		const Form *part = form->parts[i];

		form->reads |= part->reads;
		form->variables |= part->variables;
		if (part->height > form->height)
			form->height = part->height;
	}
	form->height += form->binds;
}

/* What is known of an integer that no loop made. */
static void bound(Form *form)
{
	const Type *type = form->type;
	int bits;

	form->low = -FORM_ENDLESS;
	form->high = FORM_ENDLESS;
	if (type->kind != TYPE_SCALAR || !scalar_is_int(type->scalar)
	    || scalar_bytes(type->scalar) > 4)
		return;
	bits = 8 * (int)scalar_bytes(type->scalar)
	     - scalar_is_signed(type->scalar);
	form->high = (INT64_C(1) << bits) - 1;
	form->low = scalar_is_signed(type->scalar) ? -form->high - 1 : 0;
}

static bool is_index(const Form *form)
{
	return form->kind == FORM_INDEX || form->kind == FORM_DIV
	    || form->kind == FORM_MOD || form->kind == FORM_MIN
	    || form->kind == FORM_MAX
	    || (form->kind == FORM_VAR && form->extent >= 0);
}

static void *copied(Arena *arena, const void *from, size_t bytes)
{
	return bytes ? memcpy(arena_alloc(arena, bytes), from, bytes) : NULL;
}

const Form *form_of(Normal *n, Form draft)
{
	const size_t count = (size_t)draft.count;
	const Form *old;
	Form *made;

	draft.hash = hash_of(&draft);
	old = intern_find(&n->table, draft.hash, &draft, form_equal);
	if (old)
		return old;
	count_one(n);
	made = ARENA_NEW(n->arena, Form);
	*made = draft;
	made->parts = copied(n->arena, draft.parts,
			     count * sizeof *draft.parts);
	if (draft.factors)
		made->factors = copied(n->arena, draft.factors,
				       count * sizeof *draft.factors);
	made->height = 0;
	summarise(made);
	if (!is_index(made))
		bound(made);
	made->id = n->count;
	intern_add(&n->table, made->hash, made);
	return made;
}

/* -- variables ------------------------------------------------------------- */

uint64_t form_bit(const Form *variable)
{
	return UINT64_C(1) << ((uint64_t)variable->number * 7
			       + (uint64_t)variable->extent) % 64;
}

const Form *form_variable(Normal *n, const Type *type, int64_t extent,
			  int64_t number)
{
	return form_of(n, (Form){ .kind = FORM_VAR, .type = type,
				  .extent = extent, .number = number,
				  .high = extent - 1 });
}

const Form *form_fresh(Normal *n, const Type *type, int64_t extent)
{
	return form_variable(n, type, extent, FRESH + n->fresh++);
}

const Form *form_outer(Normal *n, int loop, int64_t extent)
{
	return form_variable(n, n->i64, extent, OUTER - loop);
}

static bool is_fresh(const Form *variable)
{
	return variable->number >= FRESH;
}

bool form_has(const Form *form, const Form *variable)
{
	if (form == variable)
		return true;
	if (!(form->variables & form_bit(variable)))
		return false;
	for (int i = 0; i < form->count; i++)
		if (form_has(form->parts[i], variable))
			return true;
	return false;
}

/* -- order ----------------------------------------------------------------- */

static int compare_numbers(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

/* Outer loops first; fresh ones are alike but for what they go over. */
static int compare_variables(const Form *a, const Form *b)
{
	if (is_fresh(a) && is_fresh(b))
		return compare_numbers(a->extent, b->extent);
	if (is_fresh(a) || is_fresh(b))
		return is_fresh(a) ? 1 : -1;
	if (a->number != b->number)
		return a->number > b->number ? -1 : 1;
	return compare_numbers(a->extent, b->extent);
}

static int compare_heads(const Form *a, const Form *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->kind == FORM_VAR)
		return compare_variables(a, b);
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	if (a->number != b->number)
		return compare_numbers(a->number, b->number);
	return a->ordered - b->ordered;
}

int form_compare(const Form *a, const Form *b)
{
	int order = a == b ? 0 : compare_heads(a, b);

	if (a == b || order)
		return order;
	for (int i = 0; i < a->count && i < b->count; i++) {
		if (a->factors && a->factors[i] != b->factors[i])
			return compare_numbers(b->factors[i], a->factors[i]);
		order = form_compare(a->parts[i], b->parts[i]);
		if (order)
			return order;
	}
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	if (a->type != b->type)
		return compare_numbers((int64_t)(a->type->hash >> 1),
				       (int64_t)(b->type->hash >> 1));
	return 0;
}

int form_order(const Form *a, const Form *b)
{
	int order = form_compare(a, b);

	return order ? order : compare_numbers(a->id, b->id);
}

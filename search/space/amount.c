#include "search/space/amount.h"

#include <string.h>

#include "rules/origin.h"

enum { ORIGIN_MAX = 60 };

Amount amount_number(int64_t value)
{
	return (Amount){ value, NULL, 0 };
}

Amount amount_length(int64_t length)
{
	return (Amount){ length, "@", length };
}

static Amount shortened(Amount amount)
{
	if (amount.origin && strlen(amount.origin) > ORIGIN_MAX)
		amount.origin = NULL;
	return amount;
}

Amount amount_over(Arena *arena, Amount a, int64_t divisor)
{
	a.value /= divisor;
	if (a.origin && divisor != 1)
		a.origin = arena_printf(arena, "%s//%lld", a.origin,
					(long long)divisor);
	return shortened(a);
}

Amount amount_times(Arena *arena, Amount a, int64_t factor)
{
	a.value *= factor;
	if (a.origin && factor != 1)
		a.origin = arena_printf(arena, "%s*%lld", a.origin,
					(long long)factor);
	return shortened(a);
}

Amount amount_plus(Arena *arena, Amount a, int64_t more)
{
	a.value += more;
	if (a.origin && more)
		a.origin = arena_printf(arena, more < 0 ? "(%s%lld)"
							: "(%s+%lld)",
					a.origin, (long long)more);
	return shortened(a);
}

Amount amount_multiple(Arena *arena, Amount a, int64_t unit)
{
	if (a.value % unit == 0)
		return a;
	return amount_times(arena, amount_over(arena, a, unit), unit);
}

Amount amount_missing(Arena *arena, Amount a, int64_t unit)
{
	const char *origin = a.origin;
	const Amount next = amount_plus(arena, amount_times(arena, amount_over(
				arena, a, unit), unit), unit);

	a.value = next.value - a.value;
	if (origin)
		a.origin = next.origin ? arena_printf(arena, "(%s-%s)",
						      next.origin, origin)
				       : NULL;
	return shortened(a);
}

/* -- as text --------------------------------------------------------------- */

static const char *replaced(Arena *arena, const char *origin, const char *by)
{
	const char *text = "";

	for (const char *at; (at = strchr(origin, '@')); origin = at + 1)
		text = arena_printf(arena, "%s%.*s%s", text,
				    (int)(at - origin), origin, by);
	return arena_printf(arena, "%s%s", text, origin);
}

const char *amount_text(Arena *arena, const Program *program, Amount a)
{
	const SizeBinding *sizes = program->sizes;
	const int count = a.origin ? program->size_count : 0;

	for (int i = 0; i < count; i++)
		if (sizes[i].value == a.length)
			return replaced(arena, a.origin, sizes[i].name);
	for (int i = 0; i < count; i++)
		for (int j = i; j < count; j++)
			if (a.length % sizes[i].value == 0
			    && a.length / sizes[i].value == sizes[j].value)
				return replaced(arena, a.origin,
					arena_printf(arena, a.origin[1]
						     ? "(%s*%s)" : "%s*%s",
						     sizes[i].name,
						     sizes[j].name));
	return NULL;
}

/* -- at a place ------------------------------------------------------------ */

/* The dimension of the node's array that has the length; -1: none. */
static int dimension_of(const Expr *node, int64_t length)
{
	const Size *size;

	for (int d = 0; (size = origin_length(node, d)); d++)
		if (size->known && size->value == length)
			return d;
	return -1;
}

RuleValue amount_given(Arena *arena, const Program *program, const Expr *node,
		       const char *name, Amount a)
{
	const int d = node && a.origin ? dimension_of(node, a.length) : -1;

	return (RuleValue){
		.name = name, .value = a.value,
		.origin = d < 0 ? amount_text(arena, program, a)
		: replaced(arena, a.origin, arena_printf(arena, "@%d", d)),
	};
}

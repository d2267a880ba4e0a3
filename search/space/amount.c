#include "search/space/amount.h"

#include <string.h>

enum { ORIGIN_MAX = 60 };

Amount amount_number(int64_t value)
{
	return (Amount){ value, NULL };
}

Amount amount_length(Arena *arena, const Program *program, int64_t value)
{
	const SizeBinding *sizes = program->sizes;
	int count = program->size_count;

	for (int i = 0; i < count; i++)
		if (sizes[i].value == value)
			return (Amount){ value, sizes[i].name };
	for (int i = 0; i < count; i++)
		for (int j = i; j < count; j++)
			if (value % sizes[i].value == 0
			    && value / sizes[i].value == sizes[j].value)
				return (Amount){ value,
					arena_printf(arena, "%s*%s",
						     sizes[i].name,
						     sizes[j].name) };
	return amount_number(value);
}

Amount amount_shorter(Arena *arena, const Program *program, int64_t value,
		      int64_t by)
{
	Amount all = amount_length(arena, program, value);

	if (!all.origin)
		return amount_number(value - by);
	return (Amount){ value - by, arena_printf(arena, "%s-%lld", all.origin,
						  (long long)by) };
}

static Amount shortened(Amount amount)
{
	if (amount.origin && strlen(amount.origin) > ORIGIN_MAX)
		amount.origin = NULL;
	return amount;
}

static bool is_product(const char *origin)
{
	return strchr(origin, '*') && !strchr(origin, '/');
}

Amount amount_over(Arena *arena, Amount a, int64_t divisor)
{
	Amount result = { a.value / divisor, a.origin };

	if (a.origin && divisor != 1)
		result.origin = arena_printf(arena, is_product(a.origin)
					     ? "(%s)//%lld" : "%s//%lld",
					     a.origin, (long long)divisor);
	return shortened(result);
}

Amount amount_times(Arena *arena, Amount a, int64_t factor)
{
	Amount result = { a.value * factor, a.origin };

	if (a.origin && factor != 1)
		result.origin = arena_printf(arena, "%s*%lld", a.origin,
					     (long long)factor);
	return shortened(result);
}

Amount amount_multiple(Arena *arena, Amount a, int64_t unit)
{
	if (a.value % unit == 0)
		return a;
	return amount_times(arena, amount_over(arena, a, unit), unit);
}

#include "prover/element.h"

#include <stdlib.h>

enum { DIGITS_MAX = 8 };

static void take_strides(const Term *at, int64_t most, bool divides,
			 int64_t *found)
{
	for (int i = 0; at->kind == TERM_SUM && i < at->count; i++) {
		int64_t by = llabs(at->parts[i].factor);

		if (by < most && by > *found && (!divides || most % by == 0))
			*found = by;
	}
}

/* The largest stride below most, where it must so that it divides that; or 1. */
static int64_t stride_below(const Memory *memory, int count,
			    const Walk *const *walks, int64_t most,
			    bool divides)
{
	int64_t found = 1;

	for (int k = 0; k < count; k++)
		for (int i = 0; i < walks[k]->store_count; i++) {
			const Event *store = walks[k]->stores[i];

			if (memory_is_same(store->memory, memory))
				take_strides(store->first, most, divides,
					     &found);
		}
	return found;
}

static const Term *digit(Terms *t, int64_t values)
{
	return term_name(t, (TermName){ .kind = NAME_ELEMENT,
					.text = "element" }, 0, values - 1);
}

const Term *element_any(Terms *t, const Memory *memory, int count,
			const Walk *const *walks)
{
	const Term *element = term_number(t, 0);
	int64_t most = memory->elements;

	for (int i = 0; most > 1; i++) {
		int64_t by = i == DIGITS_MAX - 1 ? 1
			   : stride_below(memory, count, walks, most, i > 0);

		element = term_add(t, element, term_times(t, digit(t,
				   (most + by - 1) / by), by));
		most = by;
	}
	return element;
}

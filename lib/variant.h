/* Variant: what a kernel is generated with beside its derivation: whether a*b + c
 * may be contracted, with which flags it is built under --fp relaxed, and which
 * sizes are open. It is stored behind the choices, so that these say how to make
 * the same kernel again:
 *
 *	[..., {"variant": "open", "sizes": {"N": 61, "K": 127}},
 *	 {"variant": "no contraction"}, {"variant": "plain math"}]
 *
 * and said to people as "...; open N=61,K=127; no contraction; plain math". Rows
 * of earlier versions have {"variant": "open N=61,K=127"}, or just that text.
 *
 * Zeroed it is what there is before anything is known to be better.
 */
#ifndef LIB_VARIANT_H
#define LIB_VARIANT_H

#include "base/arena.h"
#include "ir/core/program.h"

typedef struct Variant {
	bool no_contraction; /* of a*b + c: it was wrong */
	int flags;           /* under --fp relaxed, 0 to VARIANT_FLAGS - 1 */
	int open_count;      /* sizes that are open, with their witnesses */
	const SizeBinding *open;
} Variant;

enum { VARIANT_FLAGS = 3 };

/* The build options of its flags. */
const char *variant_flags(Variant variant);

/* The same with the sizes that are open in that program. */
Variant variant_of(Variant variant, Arena *arena, const Program *program);

/* What stands behind the choices, as they are stored. */
Variant variant_read(Arena *arena, const char *stored);

/* The choices as they are stored, with this variant instead of theirs; NULL: no
 * choices are known. */
const char *variant_stored(Variant variant, Arena *arena, const char *choices);

/* For people: the choices as text, with this variant instead of theirs. */
const char *variant_text(Variant variant, Arena *arena, const char *choices);

/* Whether the same sizes are open in both. */
bool variant_open_alike(Variant a, Variant b);

#endif

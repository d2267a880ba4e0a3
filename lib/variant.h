/* Variant: what a kernel is generated with beside its derivation: whether a*b + c
 * may be contracted, and with which flags it is built under --fp relaxed. It
 * stands behind the choices ("...; no contraction; plain math"), so that what
 * is stored says how to make the same kernel again. So do the names of sizes that
 * are open, and their witnesses: "...; open N=61,K=127".
 */
#ifndef LIB_VARIANT_H
#define LIB_VARIANT_H

#include "lib/session.h"

/* The session's, as they are before anything is known to be better. */
void variant_reset(Session *session);

/* Takes over what stands behind the choices. */
void variant_read(Session *session, const char *choices);

/* The sizes that are open by the choices, and their witnesses: "N=61,K=127", in
 * the arena; NULL: none. */
const char *variant_open(Arena *arena, const char *choices);

/* Whether two such name the same sizes. */
bool variant_open_alike(const char *a, const char *b);

/* The choices with the session's variant behind them. */
const char *variant_written(const Session *session, const char *choices);

/* The build options of the session's variant under --fp relaxed. */
const char *variant_flags(const Session *session);

/* What is stored of choices that are JSON, with the variant that the text of
 * them has; that text where there is no JSON. */
const char *variant_stored(const Session *session, const char *json,
			   const char *choices);

/* How many there are of these; the one behind the choices. */
enum { VARIANT_FLAGS = 3 };
int variant_flags_of(const char *choices);

/* The choices without what says which flags. */
const char *variant_without_flags(const Session *session, const char *choices);

#endif

/* Choices: the decisions that lead to a candidate, as they are stored: JSON, an
 * object for each decision in order, and one for each variant of the code:
 *
 *	[{"block": "tiles", "at": "/body",
 *	  "numbers": {"rows": {"value": 8, "from": "8 rows"}, ...}}, ...,
 *	 {"variant": "open", "sizes": {"N": 61}}, {"variant": "no contraction"}]
 *
 * For people they are text: "tiles: rows 8 (8 rows), ...; open
 * N=61; no contraction". What was stored before there was JSON is such a text
 * already.
 */
#ifndef SEARCH_SPACE_CHOICES_H
#define SEARCH_SPACE_CHOICES_H

#include "base/arena.h"
#include "base/text.h"
#include "search/space/decisions.h"
#include "search/space/number.h"

/* One decision, behind those that are there; names are the numbers'. */
void choices_put(Text *json, const char *block, const char *at, int count,
		 const char *const *names, const Number *numbers);

/* The same choices with these variants, objects of JSON with ", " between them,
 * instead of those that they have. */
const char *choices_with(Arena *arena, const char *json,
			 const char *variants);

/* As text, whether they are JSON or text; NULL of NULL. */
const char *choices_text(Arena *arena, const char *stored);

/* One of them as text. */
const char *choices_decision(Arena *arena, const Decision *decision);

/* For people: "tiles[rows=8 lanes=16] at /body; loop at /body/1"; a text is left
 * as it is. */
const char *choices_shown(Arena *arena, const char *stored);

#endif

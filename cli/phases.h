/* Phases: where the wall time of a search went. */
#ifndef CLI_PHASES_H
#define CLI_PHASES_H

#include "base/text.h"

typedef enum { WALL_SEARCH, WALL_CODEGEN, WALL_CHECK, WALL_BUILD,
	       WALL_RUN, WALL_CONFIRM, WALL_DATABASE, WALL_PHASES } Phase;

typedef struct Phases {
	double seconds[WALL_PHASES];
	double started; /* of the whole */
} Phases;

Phases phases_start(void);

/* Runs between these two count for a phase: at = phases_mark(p); ...;
 * phases_add(p, WALL_..., at). What counts for another phase meanwhile does not
 * count for this one. */
double phases_mark(const Phases *phases);
void phases_add(Phases *phases, Phase phase, double mark);

/* {"total": 3.2, "search": 0.1, ...} */
void phases_json(Text *text, const Phases *phases);

#endif

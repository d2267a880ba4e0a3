/* Objective: what one kernel with open sizes is chosen by where it is for several
 * points (tune --sizes --objective): at each its time is divided by that of the
 * best kernel known there; what counts is the geometric mean of these ratios, or
 * the worst of them. A kernel whose guards leave out a point is none for it.
 */
#ifndef CLI_OPEN_OBJECTIVE_H
#define CLI_OPEN_OBJECTIVE_H

#include "cli/tuner.h"
#include "lib/opened.h"

typedef struct ObjectivePoint {
	const SizeBinding *sizes; /* as many as the document has */
	double best_ns;           /* the shortest sample of the best there */
} ObjectivePoint;

typedef struct Objective {
	bool worst; /* else the geometric mean */
	int count;  /* the session's own sizes are one more */
	const ObjectivePoint *points;
} Objective;

/* Whether --objective names one; false after E0901. */
bool objective_read(Session *session, bool *worst);

/* Sets the ratios and the score of each that has a time at the session's sizes,
 * where the best takes so long (0: unknown). Where time ends, the points before
 * count. Marks what is wrong at a point. False after a diagnostic. */
bool open_objective(Tuner *tuner, const Objective *objective, double best_ns,
		    Opened *const *opened, int count);

#endif

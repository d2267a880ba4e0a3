/* Opened: kernels with open sizes by steps that were found at numbers. */
#ifndef LIB_OPENED_H
#define LIB_OPENED_H

#include "ir/core/legal.h"
#include "lib/trial.h"
#include "lib/witness.h"

typedef struct Opened {
	const Witness *witness;
	Trial *trial; /* over open sizes; its artifact has the guards of all
		       * steps, it was measured at the sizes tuned */
	const Trial *same_steps; /* what was found at those by these steps; or
				  * NULL */
	double time_ns; /* there; 0: not taken */
	const Ranked *ranked; /* among others there, or NULL */
	bool serves_all; /* its guards ask for no more than the program does
			  * of sizes of at least 1; */
	bool serves_empty; /* of all */
	int checked;    /* at other sizes where its guards hold, and right */
	bool judged;    /* by what is due, there and at the sizes tuned: */
	const char **names; /* by output, what judged it at those */
	const char *late;   /* what there was no time for; "" */
	int points;     /* of an objective (cli/open_objective.h), */
	double logs, worst, score; /* what its ratios sum up to, */
	const char *ratios; /* and as text; score 0: none */
	bool wrong;     /* somewhere, how, and where: */
	Status status;
	char reason[HARNESS_REASON];
} Opened;

/* Why there is none. */
typedef struct OpenedFault {
	Witness *witness; /* NULL: nothing was refused so far */
	const Expr *low;  /* what no kernel is generated of, and why; or NULL: */
	LegalFault fault;
	const char *step; /* the rule that does not hold for other values */
} OpenedFault;

/* What was found at the witness' numbers, made again with open sizes. False:
 * some step does not hold for other values, or no kernel can be generated;
 * fault keeps the first refusal of a generator, else of a step. */
bool opened_make(Witness *witness, const Trial *found, Opened *made,
		 OpenedFault *fault);

/* It is wrong at these sizes. */
void opened_convict(Opened *opened, const Session *at, const Measurement *m);

/* As a diagnostic of the session. */
void opened_tell(Session *session, const OpenedFault *fault);

/* Kernels with open sizes with the guards of all steps of a derivation beside
 * their own. */
const Artifact *opened_guarded(const Session *open,
			       const Derivation *derivation,
			       const Artifact *artifact);

/* Whether kernels with open sizes are for all sizes that the program allows, from
 * 1 on or, empty, from 0 on. */
bool opened_serves_all(Arena *arena, const Program *open,
		       const Artifact *artifact, bool empty);

/* What judged them, with the number of other sizes that they were right at (0:
 * none); whether that is said, and the number. */
const char *opened_judged(Arena *arena, const char *judges, int sizes);
bool opened_is_judged(const char *judges);
int opened_sizes(const char *judges);

/* Kernels with open sizes at those of a program; NULL: the guards do not hold
 * there. */
const Artifact *opened_at(const Artifact *artifact, Arena *arena,
			  const Program *program);

#endif

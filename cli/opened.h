/* Opened: kernels with open sizes by steps that were found at numbers. */
#ifndef CLI_OPENED_H
#define CLI_OPENED_H

#include "cli/witness.h"
#include "ir/core/legal.h"

typedef struct Opened {
	const Witness *witness;
	const Derivation *derivation; /* over open sizes */
	const Artifact *artifact;     /* with the guards of all its steps */
	const char *what;             /* the choices */
	double rank;                  /* by static counts, the least first */
	double time_ns;               /* at the sizes tuned; 0: not taken */
	bool wrong;                   /* somewhere */
} Opened;

/* Why there is none. */
typedef struct OpenedFault {
	Witness *witness; /* NULL: nothing was refused so far */
	const Expr *low;  /* what no kernel is generated of, and why; or NULL: */
	LegalFault fault;
	const char *step; /* the rule that does not hold for other values */
} OpenedFault;

/* The derivation, of the witness' numbers, made again with open sizes. False:
 * some step does not hold for other values, or no kernel can be generated;
 * fault keeps the first refusal of a generator, else of a step. */
bool opened_make(Witness *witness, const Derivation *derivation,
		 const char *what, Opened *made, OpenedFault *fault);

/* As a diagnostic of the session. */
void opened_tell(Session *session, const OpenedFault *fault);

/* Its kernels at some sizes; NULL: its guards do not hold there. */
const Artifact *opened_at(const Opened *opened, Arena *arena,
			  const Program *program);

#endif

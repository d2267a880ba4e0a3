/* Choice: which derivation computes a program on a device when nothing is
 * searched: what was tuned for just this, what is nearest to it in the
 * database, or the first proposals of the default strategy, which are good, and
 * right by the rules. `run` and the plans of the library choose by it.
 */
#ifndef LIB_CHOICE_H
#define LIB_CHOICE_H

#include "ir/core/legal.h"
#include "lib/stored.h"

typedef struct Choice {
	DbStored stored;       /* where it comes from the database */
	Restored restored;     /* made again, or */
	Candidates candidates; /* the default one */
	const Derivation *derivation;
	Variant variant;     /* it is generated with */
	const Expr *refused; /* what no code could be generated for, */
	LegalFault fault;    /* and why */
	const Artifact *artifact; /* kernels with open sizes at these; or NULL */
	bool trusted;        /* tuned for just this device and these sizes, or
			      * right at others, too */
} Choice;

/* The nearest in the database, made again for the session's program. False when
 * there is none; why one cannot be had is a diagnostic of quiet. */
bool choice_nearest(Choice *choice, Session *session, Db *db,
		    const Device *device, Diags *quiet);

/* Kernels with open sizes that were tuned on this device and are for these sizes:
 * the nearest, made again as they were. False: there are none. */
bool choice_open(Choice *choice, Session *session, Db *db,
		 const Device *device);

/* What was tuned for just these sizes, else kernels with open sizes, else the
 * nearest; where a size is 0, kernels with open sizes alone. */
bool choice_stored(Choice *choice, Session *session, Db *db,
		   const Device *device, Diags *quiet);

/* The first proposal that code can be generated for, and the next one, out of 64
 * at most. There is none where a size is 0. */
bool choice_default(Choice *choice, Session *session, const Device *device);
bool choice_next(Choice *choice, Session *session, const Device *device);

/* Says why there is no default. */
void choice_refused(const Choice *choice, Session *session,
		    const Device *device);

void choice_free(Choice *choice);

#endif

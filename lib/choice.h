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
	const Expr *refused; /* what no code could be generated for, */
	LegalFault fault;    /* and why */
	bool trusted;        /* tuned for just this device and these sizes */
} Choice;

/* The nearest in the database, made again for the session's program. False when
 * there is none; why one cannot be had is a diagnostic of quiet. */
bool choice_nearest(Choice *choice, Session *session, Db *db,
		    const Device *device, Diags *quiet);

/* The first proposal that code can be generated for, and the next one. */
bool choice_default(Choice *choice, Session *session, const Device *device);
bool choice_next(Choice *choice, Session *session, const Device *device);

/* Says why there is no default. */
void choice_refused(const Choice *choice, Session *session,
		    const Device *device);

void choice_free(Choice *choice);

#endif

/* Stored: a derivation from the database made again: its program, its steps,
 * its kernel. Nothing that is stored is ever built or run as it is: the steps
 * are replayed by the rules of today and the kernel is generated anew.
 */
#ifndef LIB_STORED_H
#define LIB_STORED_H

#include "lib/candidates.h"
#include "lib/opened.h"
#include "lib/store.h"

typedef struct Restored {
	Candidates candidates; /* where sizes are numbers, else */
	Session open;          /* the program with open sizes, */
	RuleBase *base;
	Rewriter *rewriter;    /* and its own; NULL: numbers */
	const Derivation *derivation;
	Variant variant;  /* it was generated with */
	const char *what; /* the choices that led to it, or "replay" */
	const char *choices; /* as they are stored; NULL: none are known */
	bool changed;     /* not the stored steps: they do not fit here */
} Restored;

/* The sizes that are open in a stored kernel, and their witnesses: "N=61,K=127";
 * NULL: none. */
const char *stored_open(Arena *arena, const DbStored *stored);

/* Whose program was restored: the session, or the same with open sizes. */
Session *stored_session(Restored *restored, Session *session);

/* Whose steps were replayed. */
Rewriter *stored_rewriter(const Restored *restored);

/* Says what was found of a row that lift-tune does not make (E0602); false. */
bool stored_damaged(Session *session, const DbStored *stored,
		    const char *found);

/* Replays the stored steps on the session's program; those of open sizes as they
 * are, on the same program with these open. False after E0802; a rule
 * that changed since is W0305. */
bool stored_replay(Session *session, const DbStored *stored,
		   const Device *device, Restored *restored);

/* The same; where the steps do not fit (other sizes, changed rules), the
 * choices that led to them are made again. */
bool stored_restore(Session *session, const DbStored *stored,
		    const Device *device, Restored *restored);

/* What was restored, generated as its choices say; NULL after E03xx. */
Trial *stored_trial_now(Session *session, const Device *device,
			Restored *restored);

/* The same, generated as the stored kernel was; a trial with another
 * kernel where that cannot be made any more, NULL after E03xx. */
Trial *stored_trial(Session *session, const DbStored *stored,
		    const Device *device, Restored *restored);

/* Whether kernels are for the session's sizes; false after a diagnostic: these
 * are open, and guards do not hold. */
bool stored_runs(Session *session, const Artifact *artifact);

/* Whether its steps used unproved rules when it was stored. */
/* Whether its time is one that was taken on a busy machine; reason says so. */
bool stored_is_marked(const DbStored *stored);
bool stored_is_unproved(const DbStored *stored);
bool stored_steps_are_unproved(const char *steps);

/* "M=4096 N=4096", in the arena; NULL when it is not such a text. */
const SizeBinding *stored_sizes(Arena *arena, const char *text, int *count);
void stored_free(Restored *restored);

#endif

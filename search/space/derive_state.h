/* Derive state: a derivation while it is decided, one choice after the other. The
 * inside of derive.c, derive_state.c and derive_space.c. */
#ifndef SEARCH_SPACE_DERIVE_STATE_H
#define SEARCH_SPACE_DERIVE_STATE_H

#include "search/nest/site.h"
#include "search/schedule/schedule.h"
#include "search/space/derive.h"
#include "search/space/roots.h"

typedef struct DeriveState {
	const struct DeriveState *before; /* the state of the last choice */
	const struct DeriveState *made;   /* the last decision, or NULL */
	const char *label;                /* of that decision, or NULL */
	const Derivation *derivation;
	bool complete;
	const Site *site;   /* not of a complete state */
	const Block *block; /* whose numbers are chosen, or NULL */
	int given;
	Number numbers[BLOCK_NUMBERS_MAX];
	int count;          /* choices: blocks, or numbers */
	const Block *const *blocks;
	const Number *list;
	const struct DeriveState *first; /* of the first state of several roots:
			     * the last choices are the others; before them
			     * is but this one, or NULL: its choices are */
	int other_count;
	const struct DeriveState *const *others;
} DeriveState;

struct Derive {
	Task task;
	Schedules *built_in; /* NULL: given others */
	Roots roots;
	const DeriveState *root; /* NULL: not asked for yet */
	size_t bytes; /* at most */
	bool full;
	bool (*stop)(void *context);
	void *context;
	DeriveModel *model; /* NULL: none */
	void *model_context;
};

/* A copy in the task's arena. */
DeriveState *derive_state_kept(const Task *task, DeriveState state);

/* After a decision, or at a root (NULL, NULL): the next site to be decided there,
 * its first choice, or complete. NULL: it leads nowhere. */
const DeriveState *derive_state_settle(const Task *task,
				       const DeriveState *before,
				       const DeriveState *made,
				       const Derivation *derivation);

/* The state after a choice: of a block, where one is to be chosen; of the next
 * number of a block. NULL: it leads nowhere. */
const DeriveState *derive_state_block(const Task *task,
				      const DeriveState *from, int choice);
const DeriveState *derive_state_number(const Task *task,
				       const DeriveState *from, int choice);

/* How often a block was chosen up to a state. */
int derive_state_times(const DeriveState *state, const Block *block);

/* What a strategy sees of a Derive. */
extern const SpaceClass derive_class;

#endif

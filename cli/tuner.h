/* Tuner: the loop of a search: a strategy proposes, code is generated, the
 * harness verifies and times, the database keeps it, the strategy is told.
 *
 * With n builders the strategy is always asked for n candidates ahead of the one
 * that is measured, however long anything takes: the same costs lead to the same
 * proposals. Nothing overlaps with a timed run but what is built ahead. A result
 * is announced (as a --json line) only after it is stored. What another tuner on
 * the same file measures just now waits, and its result is taken.
 *
 * All of it ends at the time limit: the search so much before it as the ranking
 * will take, and what is being built or run at the end of either is cut.
 */
#ifndef CLI_TUNER_H
#define CLI_TUNER_H

#include "bench_harness/quiescence.h"
#include "lib/candidates.h"
#include "cli/oracles.h"
#include "cli/phases.h"
#include "cli/progress.h"
#include "cli/proof.h"
#include "cli/stored.h"
#include "lib/trial.h"
#include "cli/watch.h"
#include "ir/core/legal.h"

enum { TUNER_RANKED = 8, TUNER_ROUNDS = 15, TUNER_BUILDERS = 16, TUNER_AHEAD = 64 };

/* A kernel that was timed within some launch plan. */
typedef struct TimedPart {
	uint64_t key; /* artifact_part */
	double ns;    /* the least, of */
	int count;    /* so many times that it was */
} TimedPart;

typedef struct Tuner {
	Session *session;
	Harness *harness;
	Oracles *oracles;
	Db *db;
	Watch *watch;
	Candidates candidates;
	Phases phases;
	Progress progress;
	const Proof *proof;  /* of the winner, or NULL */
	int trial_count, trial_capacity;
	Trial **trials;      /* all with an artifact, in order */
	int told_count, told_capacity;
	const Trial **told;  /* what the strategy was told of, in order */
	DbStored *stored;    /* measured by earlier runs */
	int stored_count;
	int evaluations;     /* of this run */
	int undecided;       /* failed since the data decide nothing of them */
	const char *judged;  /* which oracles decide, as text */
	int failed, refused; /* refused: by the code generator, no evaluation */
	LegalFault refusal;  /* the first one, */
	const Expr *refused_low; /* and of what */
	bool interrupted, lost, unstored;
	bool exhausted;      /* the strategy proposes nothing more */
	bool unreferenced; /* no time to evaluate the reference */
	bool unjudged; /* the program has no result for small integers */
	Restored restored; /* what --from names */
	Restored best_restored; /* the best of earlier runs */
	double deadline;   /* of what goes on now, on the clock */
	double extra_s;    /* of --record: not of the limit */
	double start_s;    /* that a worker took to start */
	double due_s;      /* kept free for the oracles due at the end */
	double ranking_s;  /* and for the ranking, by so many that */
	int rankable;      /* may be ranked, and what they took in all */
	double rankable_s;
	Quiescence quiescence; /* over all that was measured in this run */
	Variant variant;      /* candidates to come are generated with */
	int contraction_tries; /* wrong results tried again without it */
	const Trial *flagged; /* whose derivation is built with other flags */
	int flags_next, flags_tries;
	int builders;        /* processes that build ahead */
	int ahead_count;
	Trial *ahead[TUNER_AHEAD]; /* proposed, in the order of their turns */
	Trial *unsaved;      /* measured and not stored yet, or NULL */
	Trial *measuring;    /* or about to be; NULL: none */
	struct OpenWinner *open; /* --open; or NULL */
	int screened_count, screened_next;
	Trial **screened; /* where a model ranks: the fastest by it first */
	int part_count, part_capacity;
	TimedPart *parts; /* kernels of what was measured by this search */
	int foretold;     /* candidates that are slower by these */
	Trial *first; /* measured before what the strategy proposes, or NULL */
} Tuner;

/* Whether a Tuner is to stop: its budget is spent, or it is told to. */
bool tuner_is_over(void *tuner);

/* When all but the writing of files, and what --open does once the search is
 * over, must be over, on the clock. Whether it is, or the search's part of it.
 * How many of so many can be ranked in the rest. */
double tuner_end(const Tuner *tuner);
bool tuner_is_out(const Tuner *tuner);
bool tuner_is_late(const Tuner *tuner);
int tuner_room(const Tuner *tuner, int count);

/* The harness's hook: a signal, or the deadline. The search's deadline, which
 * moves with what a trial that was measured says of the ranking. */
bool tuner_must_stop(void *tuner);
void tuner_set_deadline(Tuner *tuner);
void tuner_open_begins(Tuner *tuner);
void tuner_open_makes(Tuner *tuner);
void tuner_open_times(Tuner *tuner);
void tuner_open_checks(Tuner *tuner);
void tuner_count_due(Tuner *tuner);
void tuner_count_ranking(Tuner *tuner, const Trial *trial);

/* Among the trials, from which the winner comes. */
void tuner_keep(Tuner *tuner, Trial *trial);

/* What earlier runs measured of a kernel, and the best of it all; or NULL. */
const DbStored *tuner_stored(const Tuner *tuner, uint64_t kernel);
const DbStored *tuner_stored_best(const Tuner *tuner);
void tuner_take_stored(Trial *trial, const DbStored *stored);

/* That best as a trial, made again by the rules of today; NULL when it is one
 * already, cannot be made, or guides might not let it pass. */
Trial *tuner_remember(Tuner *tuner);

/* Stores what was measured, and what is about to be (either may be NULL). A
 * full or busy database may recover: waits 1, 2, 4, ... seconds, a quarter of
 * the search's time at most; else says what is not stored and sets unstored. */
void tuner_store(Tuner *tuner, Trial *done, Trial *next);

/* Stores times of kernels that are stored, but for those that were taken on a
 * busy machine: these are no better than the mark that what was measured before
 * may have. At most TUNER_RANKED. */
void tuner_store_ranks(Tuner *tuner, Trial *const *trials,
		       const Ranked *ranked, int count);

/* Takes a result that was stored by another run for that of the trial. */
void tuner_take(Tuner *tuner, Trial *trial, const DbStored *stored);

/* Whether the trial is left out, since another tuner measures it just now (it
 * waits in the queue then) or has done so (its result is taken). */
bool tuner_leave_out(Tuner *tuner, Trial *trial);

/* Whether it waits for what another tuner measures, or for another trial that
 * does. */
bool tuner_waits(const Trial *trial);

/* The first that waits, after a while, to be claimed again; or NULL. */
Trial *tuner_ask_again(Tuner *tuner);

/* Proposes a first candidate and has it built. */
void tuner_begin(Tuner *tuner);

/* What turned out not to be right after all is stored as that. */
void tuner_convict(Tuner *tuner, Trial *trial, Status status,
		   const char *reason);

/* Runs until the budget is spent, the space is exhausted, the user stops it or
 * the device or the database is lost. */
void tuner_run(Tuner *tuner);

/* Kernels of the trial's derivation, which is described as well; false when
 * there are none. Whether they were measured before. */
bool tuner_generate(Tuner *tuner, Trial *trial);

/* It is to be generated with that variant. */
void tuner_vary(Tuner *tuner, Trial *trial, Variant variant);
bool tuner_is_new(const Tuner *tuner, const Trial *trial);

/* What was just measured built with other math flags; NULL when it is not worth
 * it or done. */
Trial *tuner_other_flags(Tuner *tuner, const Trial *done);

/* Measures the best again, interleaved, and stores that. The winner, or NULL
 * when no kernel was valid. ranked gets its estimate and interval; ties counts
 * those that cannot be told from it. */
Trial *tuner_rank(Tuner *tuner, Ranked *ranked, int *ties);

/* Notes the times of its kernels. Whether it need not be measured, since each of
 * its kernels was within other candidates and their sum is clearly more than the
 * best; then that is its time. */
void tuner_note_parts(Tuner *tuner, const Trial *trial);
bool tuner_foretells(Tuner *tuner, Trial *trial);

/* Whether a model of the device, which is not there, ranks. Seconds that it gives
 * the trial's kernels; 0 where there is none. */
bool tuner_models(const Tuner *tuner);
double tuner_modelled(const Tuner *tuner, const Trial *trial);

#endif

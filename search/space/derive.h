/* Derive: the space of derivations of one program for one device (ICFP'15,
 * section 6): what a strategy chooses from.
 *
 * A state is a derivation whose next site is to be decided: by a block of a
 * schedule first, then by its numbers, one after the other. Sites at which there
 * is nothing to choose are decided on the way. A state without sites is
 * complete: its expression is low-level and legal for the device. Everything
 * happens by rules, so that every candidate equals the program, and can be
 * explained and made again from its derivation.
 */
#ifndef SEARCH_SPACE_DERIVE_H
#define SEARCH_SPACE_DERIVE_H

#include "base/device.h"
#include "rules/rewrite.h"
#include "search/space/guide.h"

typedef struct Derive Derive;

/* Blocks to choose from (search/schedule/schedule.h). */
typedef struct Schedules Schedules;

/* A graph and a clustering of it (search/graph/clusters.h). */
typedef struct Graph Graph;
typedef struct Clustering Clustering;

/* A program is tuned in two spellings (roots.h), perhaps in some clusterings. The
 * choices of the first are the first ones; behind them are the others, each by its
 * name. Where the first has none to choose from, it is called so. What several lead
 * to is proposed once. */
#define DERIVE_CANONICAL "canonical"
#define DERIVE_WRITTEN   "as written"
#define DERIVE_FIRST     "first"
#define DERIVE_CLUSTERED "clustered" /* and the kernels: "clustered a | b+c" */

/* For a program with concrete sizes; base, program and device outlive it. */
Derive *derive_new(const RuleBase *base, const Program *program,
		   const Device *device, RewriteOptions options);
void derive_free(Derive *derive);

/* Before the space is asked for anything: a block that will not be chosen there
 * (search/space/guide.h), so that what stands in for it is offered, too. */
void derive_forbid(Derive *derive, const char *name);

/* The same: steps are to hold for other values of these sizes of the program, too,
 * so that what is left over has no number of its own ("open" in schedules). The
 * array outlives derive. */
void derive_open(Derive *derive, const bool *open);

/* The same: blocks of schedules to choose from, a user's own, instead of those
 * that come with the program. They outlive it. */
void derive_schedules(Derive *derive, const Schedules *schedules);

/* The same: the best clusterings of the program are roots, too, where they are
 * others than its spellings (roots.h). */
void derive_clusterings(Derive *derive);

/* The same: begins with the program brought to a clustering of its body
 * (clustered.h) instead of with its spellings. */
void derive_clustering(Derive *derive, const Graph *graph,
		       const Clustering *clustering);

/* Whether that is what a clustering could be called. */
bool derive_is_clustering(const char *name);

/* Whether something is called as a guide says: one of the blocks or of the
 * spellings; for GUIDE_FIX a number of a block, alone or after its name and a dot. If
 * not, *near becomes the nearest name, in the arena. A clustering may be known to a
 * program (derive_begins). */
bool derive_knows(const Schedules *schedules, Arena *arena,
		  const Guide *guide, const char **near);

/* Whether the space begins with several roots and one of them is called so. If not,
 * *near becomes the nearest name of a clustering, if only the first; NULL: none is a
 * root. */
bool derive_begins(const Derive *derive, const char *name, const char **near);

/* Why the steps of block i did not apply, the first time: NULL where they did.
 * False: there is no block i. */
bool derive_fault(const Derive *derive, int i, const char **block,
		  const char **reason);

/* What is looked at stays in memory: beyond this no choice leads anywhere. */
#define DERIVE_BYTES ((size_t)384 << 20)

/* Another number of bytes; nor does a choice lead anywhere while stop (NULL:
 * never) says so. A strategy then finds the space exhausted, however few of its
 * choices end in a candidate. */
void derive_limit(Derive *derive, size_t bytes, bool (*stop)(void *context),
		  void *context);

/* The same: what says how long a low-level expression would take on the device,
 * for what is proposed first: seconds; INFINITY where it cannot be made. */
typedef double DeriveModel(void *context, const Expr *low);
void derive_model(Derive *derive, DeriveModel *model, void *context);

/* Why the author's spelling is the only one; NULL: there are two. */
const char *derive_spelling(const Derive *derive);

/* Whether that number was reached. */
bool derive_is_full(const Derive *derive);

/* The space; valid as long as derive is. */
Space derive_space(Derive *derive);

Rewriter *derive_rewriter(Derive *derive);

/* What a complete state is. */
typedef struct Derived {
	const Expr *low;
	const Derivation *derivation;
	uint64_t shape;  /* of the low-level expression with numbers removed */
	int label_count; /* the choices made, "chunks: items 64 (32 CU)" */
	const char *const *labels;
	const char *choices; /* the same as they are stored (choices.h) */
} Derived;

Derived derive_result(Derive *derive, const void *state);

#endif

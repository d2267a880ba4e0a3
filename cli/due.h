/* Due: what a kernel must pass before it is stored as best, besides what admits
 * it to be timed (oracles.h).
 *
 * field    its twin, in which floats are residues modulo a prime, must give
 *          what the evaluator gives, bit for bit (ir/eval/field.h): roundings
 *          hide nothing there
 * influence  where residues are no oracle, or comparisons choose, changed elements of the inputs must
 *          change the results as they should (bench_harness/influence.h)
 * wide     integers that use most of a significand, which every order of
 *          evaluation gives exactly (due_wide.h), must be equal
 * special  on data with NaN, with infinities, with denormals, zeros of either
 *          sign and limits of integers a result must be of the kind it should
 *          be; integers must be equal, and under --fp strict all bits, but
 *          for the ulps of functions
 * ends     where something is chosen by a comparison: on data whose greatest and
 *          least elements stand at the ends of rows, as on random data
 * choices  where a comparison chooses, and data are few: on random data of
 *          eight other seeds, as on the first
 * exact    what only random data admitted: small integers, which every order of
 *          evaluation gives exactly (exact_set.h), must be equal
 * siblings where its error is far from that of the other kernels of a search
 *          (siblings.h): on other random data it may be off no more
 *
 * A data set is drawn and evaluated when the first kernel needs it. What there is
 * no time for is said.
 */
#ifndef CLI_DUE_H
#define CLI_DUE_H

#include "bench_harness/harness.h"
#include "cli/oracles.h"
#include "rules/rewrite.h"

typedef struct Due Due;

/* oracles: what admitted the kernels, or NULL. hook may be NULL; when it says so what is
 * under way ends soon. */
Due *due_new(Session *session, Harness *harness, const Oracles *oracles,
	     bool (*hook)(void *context), void *context);
void due_free(Due *due);

/* From now on kernels are judged as one is that only random data admitted
 * (oracles.h); that stands out from its siblings. */
void due_add_exact(Due *due);
void due_add_siblings(Due *due);

/* They are of that program, whose sizes are open, and of the same document as the
 * session's. */
void due_add_open(Due *due, const Program *open);

/* Whether the kernel passes: what cannot be judged, for want of time or memory
 * or since no such oracle fits the program, counts as passed. Replaces the data
 * of the harness. *names, by output, is what has judged: " field special", or
 * "". *late is what there was no time for: "special, influence", or "". m says
 * what was wrong, after the name of the oracle: "field: ...". */
bool due_passes(Due *due, const Trial *trial,
		const Artifact *artifact, const char **names,
		const char **late, Measurement *m);

/* -- as text, behind what admits a kernel to be timed (oracles_names) ------ */

/* Whether the kernel was judged by all that is due, or will not be by what is
 * too slow. */
bool due_is_settled(const char *judges);

/* Whether an oracle was too slow, which longer limits may change; its name as one
 * that was. */
bool due_was_slow(const char *judges);
const char *due_slow(Session *session, const char *oracle);

/* Says that it was not, unless that is said: by what ("": by anything). Takes it
 * back. */
const char *due_mark(Session *session, const char *judges, const char *late);
const char *due_unmark(Session *session, const char *judges);

/* "not judged by special, influence", or NULL. */
const char *due_owed(const char *judges);

#endif

/* The queue of a Tuner: what its strategy proposes, built ahead and in turn. */
#ifndef CLI_TUNER_QUEUE_H
#define CLI_TUNER_QUEUE_H

#include "cli/tuner.h"

/* What is known of a proposal without measuring is told. True: it must be
 * measured, or waits for another one that will be. */
bool tuner_is_open(Tuner *tuner, Trial *trial);

/* As many proposals as there are builders. */
void tuner_ahead(Tuner *tuner);

/* The next trial that must be measured; NULL when there is none. Those that are
 * the same as another have waited for its result. */
Trial *tuner_next(Tuner *tuner);

/* Where a model ranks: the next by that, once many were looked at; or NULL. */
Trial *tuner_screened(Tuner *tuner);

/* Of the loop itself: asks the strategy, and tells it; stores what was
 * measured, so that what takes long to think of does not keep it from that.
 * Another trial with that kernel, or NULL. */
Asked tuner_ask(Tuner *tuner, Trial *trial);
void tuner_tell(Tuner *tuner, const Trial *trial, OutcomeKind kind,
		double seconds);
void tuner_save(Tuner *tuner);
const Trial *tuner_same(const Tuner *tuner, uint64_t kernel);

#endif

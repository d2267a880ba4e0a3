/* Progress of a search on stderr: one live line on a terminal, plain lines
 * otherwise; nothing with --quiet or --json.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/options.h"
#include "cli/rate.h"

typedef struct Progress {
	const Options *options;
	Work work;
	bool live;           /* stderr is a terminal */
	double started;      /* seconds, monotonic */
	int evaluations;
	double best;         /* seconds; 0: none yet */
	double last_plain;   /* when a plain line was last written */
} Progress;

/* Seconds on the monotonic clock. */
double clock_seconds(void);

Progress progress_new(const Options *options, const Work *work);

/* What is going on, before evaluations begin: "evaluating the reference". */
void progress_say(Progress *progress, const char *what);

/* After each evaluation: its status, seconds (0: none) and what it is. */
void progress_step(Progress *progress, const char *status, double seconds,
		   const char *what);

/* Ends the live line. */
void progress_end(Progress *progress);

#endif

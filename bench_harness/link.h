/* Link: the tuner's side of the talk with one worker process.
 *
 * The worker is not trusted: whatever it sends, late or broken, link_wait
 * returns within its budget with one of five ends. Answers come in the order of
 * the requests and are waited for in that order.
 */
#ifndef BENCH_HARNESS_LINK_H
#define BENCH_HARNESS_LINK_H

#include "bench_harness/frame.h"
#include "bench_harness/message.h"
#include "bench_harness/process.h"

typedef struct LinkHooks {
	bool (*stop)(void *context); /* may be NULL */
	void (*log)(void *context, const char *text, size_t length);
	void *context;
} LinkHooks;

typedef struct Link {
	Process process;
	LinkHooks hooks;
	Text incoming; /* from the socket, not yet looked at */
	Text log;      /* what was printed since link_clear_log */
	bool ended;    /* nothing more will come */
	bool broken;   /* because our end of the socket does not work */
	uint32_t last_job;
} Link;

typedef enum {
	LINK_ANSWER,   /* head and rest are set */
	LINK_TIMEOUT,  /* a phase took too long */
	LINK_DIED,     /* status is set, as from waitpid */
	LINK_NONSENSE, /* fault says what was wrong with what it sent */
	LINK_STOPPED   /* by the stop hook */
} LinkEnd;

/* Seconds that each phase may take, in all its visits together: no flood of
 * phases makes a job last. Those in which the worker would run but gets no
 * processor do not count (turn.h), up to ten times the limit. */
typedef struct LinkBudget {
	double phase[PHASE_COUNT];
} LinkBudget;

/* Zeroed before first use; link_answer_free gives back what it holds. */
typedef struct LinkAnswer {
	LinkEnd end;
	Phase phase; /* the last one heard of */
	Arena *arena;
	ResultHead head;
	WireReader rest; /* what follows the head */
	Text payload;
	int status;
	bool status_known;
	const char *fault;
	double seconds; /* waited */
} LinkAnswer;

/* link is zeroed, or stopped. */
bool link_start(Link *link, const LinkHooks *hooks, char *const *argv,
		char *const *environment);

/* Sends a request, with two descriptors unless NULL; returns its number. What
 * goes wrong shows in link_wait. */
uint32_t link_send(Link *link, FrameType type, const Text *payload,
		   const int *descriptors);

void link_wait(Link *link, uint32_t job, const LinkBudget *budget,
	       LinkAnswer *answer);
void link_answer_free(LinkAnswer *answer);

void link_clear_log(Link *link);

/* Ends the process and closes everything; the log stays until the next start.
 * false when the process cannot be ended. */
bool link_stop(Link *link);
void link_free(Link *link);

#endif

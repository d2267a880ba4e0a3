/* OpenWinner: what tune --open writes. The search goes on at numbers; its best
 * is made again with open sizes, where its steps may need guards. Beside it are
 * derivations of sizes that nothing divides, which need none: what is left over
 * is a part of them. All are timed at the sizes tuned and checked at others; the
 * files have the fastest, and behind it those for sizes that its guards do not
 * let pass, the last of them without guards.
 */
#ifndef CLI_OPEN_WINNER_H
#define CLI_OPEN_WINNER_H

#include "cli/open_check.h"
#include "lib/trial.h"

enum { OPEN_KEPT = 4, OPEN_WITNESSES = 4 };

struct Tuner;

typedef struct OpenWinner {
	Session *session;
	const Device *device;
	Session open;      /* the document with open sizes */
	int witness_count;
	Witness *witnesses[OPEN_WITNESSES];
	int count;         /* without guards, the least rank first */
	Opened items[OPEN_KEPT];
	Opened best;       /* the search's, if it could be made */
	Opened followed;   /* the same choices where nothing divides */
	Opened *chosen[OPEN_KEPT + 2]; /* in the order of the files */
	int chosen_count;
	double fixed_ns;   /* of the search's best, in the same rounds */
	OpenedFault fault;
	OpenCheck check;
} OpenWinner;

/* Before the search: kernels without guards. NULL after a diagnostic: no
 * such sizes, or no such kernel can be made. */
OpenWinner *open_winner_new(Session *session, const Device *device);
void open_winner_free(OpenWinner *winner);

/* After it: makes, times, checks and chooses. False after a diagnostic. */
bool open_winner_choose(OpenWinner *winner, struct Tuner *tuner,
			const Trial *best);

bool open_winner_write(const OpenWinner *winner, const Trial *best);

/* A line for each kernel; the members of an object. */
void open_winner_text(const OpenWinner *winner, Text *text);
void open_winner_json(const OpenWinner *winner, Text *text);

#endif

/* OpenWinner: what tune --open writes. The search goes on at numbers; the fastest
 * of it that can be are made again with open sizes, beside kernels without guards
 * (lib/open_found.h). All are timed at the sizes tuned and checked at others; the
 * files have the fastest, and behind it those for sizes that its guards do not
 * let pass, the last of them without guards.
 *
 * All of it has a part of the time limit of its own. Where that ends, or the user
 * ends it, what was checked so far is chosen from.
 */
#ifndef CLI_OPEN_WINNER_H
#define CLI_OPEN_WINNER_H

#include "cli/open_check.h"
#include "cli/open_time.h"
#include "cli/proof.h"
#include "lib/open_found.h"

enum { OPEN_AGAIN = 3 };

typedef struct OpenWinner {
	Session *session;
	const Device *device;
	OpenFound *found;
	int again_count, followed_count;
	Opened again[OPEN_AGAIN];    /* the search's, the fastest first */
	Opened followed[OPEN_AGAIN]; /* their choices where nothing divides */
	Opened *all[OPEN_MOST];
	int all_count;
	Opened *chosen[OPEN_MOST]; /* in the order of the files */
	int chosen_count;
	const Proof *proofs[OPEN_MOST]; /* of these, or NULL */
	double fixed_ns;   /* of the search's best, in the same rounds */
	OpenCheck check;
} OpenWinner;

/* Before the search: kernels without guards. NULL after a diagnostic: no
 * such sizes, or no such kernel can be made. */
OpenWinner *open_winner_new(Tuner *tuner);
void open_winner_free(OpenWinner *winner);

/* Checks one of them at some sizes: what there is to be written in any case. It
 * leaves other data in the harness. False after a diagnostic. */
bool open_winner_begin(OpenWinner *winner, Tuner *tuner);

/* After it: makes, times, checks, stores and chooses. False after a
 * diagnostic. */
bool open_winner_choose(OpenWinner *winner, Tuner *tuner, const Trial *best);

/* Proves what was chosen, and keeps that with what is stored. */
void open_winner_prove(OpenWinner *winner, Tuner *tuner);

bool open_winner_write(const OpenWinner *winner);

/* A line for each kernel; the members of an object. */
void open_winner_text(const OpenWinner *winner, Text *text);
void open_winner_json(const OpenWinner *winner, Text *text);

#endif

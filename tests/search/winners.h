/* Winners: the best that was found for a program on a device, kept as text, so
 * that a change of the search can be held against it without the device: a
 * JSON object a line. Devices come before their winners:
 *
 *   {"device": "24c9...", "platform": ..., "facts": {"compute_units": 2, ...},
 *    "flags": {...}}
 *   {"winner": "dot N=16777216", "device": "24c9...", "fp": "reassoc",
 *    "ns": 2220000, "sizes": {"N": 16777216}, "choices": "chunks: ...",
 *    "shape": "07c1...", "hash": "11f0...", "program": {...}, "steps": [...]}
 *
 * program is a document; steps as rules/derivation.h has them; shape and hash
 * are of the low-level expression (describe_shape, Expr.hash). ns is null where
 * nothing was timed: the first candidate of the space stands in.
 */
#ifndef TESTS_SEARCH_WINNERS_H
#define TESTS_SEARCH_WINNERS_H

#include "base/arena.h"
#include "base/device.h"
#include "base/text.h"
#include "ir/core/program.h"
#include "rules/rule.h"

enum { WINNER_SIZES = 8 };

typedef struct Winner {
	const char *name; /* of the program, and its sizes */
	Device device;
	const char *fp;
	double ns;        /* 0: not timed */
	int size_count;
	SizeBinding sizes[WINNER_SIZES];
	const char *program, *steps, *choices;
	uint64_t shape, hash;
} Winner;

/* Puts a winner as a line; a device as the line before its first. */
void winner_put(Text *text, const Winner *winner);
void winner_put_device(Text *text, const Device *device);

/* All of a file; their number. The process ends when it is none. */
int winners_read(Arena *arena, const char *path, Winner **winners);

/* Fills shape and hash by the steps; shape, hash and steps by the choices, made
 * in the space of today. False when they do not apply or lead nowhere. */
bool winner_replay(const RuleBase *rules, Winner *winner, Text *why);
bool winner_follow(const RuleBase *rules, Arena *arena, Winner *winner);

/* The program and what its steps make, while both live; false with the reason
 * when they do not apply. */
typedef void WinnerSee(void *context, const Winner *winner,
		       const Program *program, const Expr *low);
bool winner_see(const RuleBase *rules, const Winner *winner, WinnerSee *see,
		void *context, Text *why);

/* Whether its steps make the expression of its hash; whether its choices are
 * there today, and make one of its shape with its numbers. why: else. */
bool winner_replays(const RuleBase *rules, const Winner *winner, Text *why);
bool winner_is_reachable(const RuleBase *rules, const Winner *winner,
			 Text *why);

/* Whether the blocks of schedules apply wherever they are offered, in a few
 * candidates of its space drawn at random. */
bool winner_has_no_faults(const RuleBase *rules, const Winner *winner,
			  Text *why);

/* Whether blocks of schedules alone make its expression, with its numbers. */
bool winner_is_by_blocks(const RuleBase *rules, const Winner *winner);

#endif
